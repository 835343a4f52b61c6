"""The lines of a log: what each record says, and the one way in which it is written."""

import re
from typing import Annotated, Literal, TypeAlias

import msgspec

from rulewright.dice.fairness.generator import MAX_DICE_IN_ROLL, MAX_SIDES, FairnessError, chain_after

MAX_LINE = 1_000_000
MAX_RECORDS = 1_000_000

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_RECORDS)]
Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORDS * MAX_DICE_IN_ROLL)]
Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000)]
Sides: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIDES)]
Die: TypeAlias = tuple[Sides, Sides]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    number: Number

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()


class Header(_Record, frozen=True):
    """Opens the log and commits the host to the seed."""

    commitment: Hash
    format: Literal["rulewright fair dice"] = "rulewright fair dice"
    version: Literal[1] = 1


class Join(_Record, frozen=True):
    """A seat takes part from the next round on, with the seal of the first ticket of its strip."""

    seat: Name
    seal: Hash


class Leave(_Record, frozen=True):
    """A seat takes no part in later rounds."""

    seat: Name


class Round(_Record, frozen=True):
    """Calls on every seat for its next ticket; all later dice hang on these tickets."""


class Ticket(_Record, frozen=True):
    """A seat turns its next ticket over."""

    seat: Name
    ticket: Hash


class Silent(_Record, frozen=True):
    """A seat's ticket didn't come: the round goes on without it."""

    seat: Name


class Roll(_Record, frozen=True):
    """Dice that fell: each as sides and face; `first` is the counter of the first of them."""

    who: Name
    what: Words
    first: Counter
    dice: Annotated[tuple[Die, ...], msgspec.Meta(min_length=1, max_length=MAX_DICE_IN_ROLL)]


class Undone(_Record, frozen=True):
    """Rolls, by the numbers of their records, that somebody took back."""

    by: Name
    rolls: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=MAX_DICE_IN_ROLL)]


class Close(_Record, frozen=True):
    """Ends the log and reveals the seed."""

    seed: Hash


Record: TypeAlias = Header | Join | Leave | Round | Ticket | Silent | Roll | Undone | Close


class Line(msgspec.Struct, frozen=True):
    """A record as read: with its bytes, which the chain covers, and the chain value written beside it."""

    record: Record
    body: bytes
    chain: bytes


class LineError(FairnessError):
    """A line that isn't a record of this format."""

    code = "bad_line"


_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
_CHAIN = re.compile(rb',"chain":"([0-9a-f]{64})"}\Z')


def write_line(record: Record, chain: bytes) -> Line:
    """The line of a valid record that follows a line with this chain value."""
    try:
        body = msgspec.json.encode(record)
        _decoder.decode(body)
    except (msgspec.ValidationError, UnicodeEncodeError) as problem:
        raise FairnessError(f"this can't be recorded: {problem}") from problem
    return Line(record, body, chain_after(chain, body))


def to_bytes(line: Line) -> bytes:
    return line.body[:-1] + b',"chain":"' + line.chain.hex().encode() + b'"}\n'


def written_chain(text: bytes) -> bytes | None:
    """The chain value at the end of a line, even of one that says nothing else that makes sense."""
    found = _CHAIN.search(text[-100:])
    return bytes.fromhex(found[1].decode()) if found else None


def read_line(text: bytes) -> Line:
    """Read one line without its line end. Only the canonical form counts, so that equal records are equal bytes."""
    if len(text) > MAX_LINE:
        raise LineError(f"the line is longer than {MAX_LINE:,} bytes")
    chain = written_chain(text)
    if chain is None:
        cut_off = "" if text.endswith(b"}") else ": it seems to be cut off"
        raise LineError(f"the line doesn't end with its chain value{cut_off}")
    body = _CHAIN.sub(b"}", text)
    try:
        record = _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as problem:
        raise LineError(f"the line isn't a record of this format: {problem}") from problem
    if msgspec.json.encode(record) != body:
        raise LineError("the line isn't written in the one form that a record has (order, spacing, spelling)")
    return Line(record, body, chain)
