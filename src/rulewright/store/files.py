"""A table or a character as one open file: JSON lines, with a header that says what it is.

The lines of a table's file are the records of its log, byte by byte, so a file that was taken in comes out the same.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.rules import RuleError, UnknownRule, near
from rulewright.store.chain import START, Head, Label, glance, link
from rulewright.store.database import plain_errors
from rulewright.store.errors import BadName, StoreError, Unreadable
from rulewright.store.folder import checked_name, put_in_place, remove, unfinished_beside
from rulewright.store.log import StoredLog, decoded
from rulewright.store.migrations import migrated, path_of_versions
from rulewright.store.reader import Reader
from rulewright.store.records import Entry
from rulewright.store.store import Store
from rulewright.table import events
from rulewright.table.entities import AnyEntity
from rulewright.table.game import Game, find_game
from rulewright.table.log import Record, Step
from rulewright.table.state import GM, Command
from rulewright.table.table import Table, real_time
from rulewright.table.views import view

LONGEST_LINE = 16_000_000


class CharacterLabel(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a character's file. The second is the record with which it comes to a table."""

    format: Literal["rulewright character"] = "rulewright character"
    version: Literal[1] = 1
    game: Annotated[str, Meta(min_length=1, max_length=100)]
    game_version: Annotated[str, Meta(min_length=1, max_length=100)]


AnyLabel: TypeAlias = Label | CharacterLabel


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: how many records there are, and the hash of the last. Without it the file is cut off."""

    end: int
    chain: str = ""
    """Left out by whoever writes such a file by hand."""


class Opened(NamedTuple):
    """A file that was read."""

    path: Path
    label: AnyLabel
    opening: bytes
    bodies: list[bytes]


# ---------------------------------------------------------------- writing


def export_table(store: Reader, name: str, path: Path) -> Head:
    """Write a whole table to a file."""
    head = store.head(name)
    write_lines(path, (*store.bodies(head, 0), _end(head.length, head.chain)))
    return head


def export_character(table: Table, name: str, path: Path) -> None:
    """Write somebody at a table to a file."""
    game = table.game
    entity = table.state.entities.get(name)
    if entity is None:
        raise RuleError("unknown_target", f"nobody is called {name!r}{near(name, table.state.entities)}")
    opening = msgspec.json.encode(CharacterLabel(game=game.name, game_version=game.version))
    body = game.codec.encode(Step(number=1, command=_joining({}), events=(events.EntityAdded(entity),)))
    write_lines(path, (opening, body, _end(1, link(link(START, opening), body))))


def _end(length: int, chain: bytes) -> bytes:
    return msgspec.json.encode(End(length, chain.hex()))


def write_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file so that it is there whole or not at all."""
    _refuse_foreign(path)
    unfinished = unfinished_beside(path)
    try:
        with plain_errors(path):
            with unfinished.open("wb") as file:
                file.writelines(line + b"\n" for line in lines)
            put_in_place(unfinished, path)
    finally:
        remove(unfinished)


def _refuse_foreign(path: Path) -> None:
    if not path.exists():
        return
    with plain_errors(path), path.open("rb") as file:
        if file.read(len(_OURS)) != _OURS:
            raise BadName(f"{path} is something else than a table or a character: choose another name")


_OURS = b'{"format":"rulewright '

# ---------------------------------------------------------------- reading

_labels: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])
_records: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
_ends: msgspec.json.Decoder[End] = msgspec.json.Decoder(End)


def read(path: Path) -> Opened:
    """Read a file of a table or of a character, and refuse one that is cut off, changed or something else."""
    with plain_errors(path):
        lines = list(_lines(path))
    opening, *bodies = lines or [b""]
    label = _label(path, opening)
    if len(bodies) < 1:
        raise Unreadable(f"{path} is cut off behind line 1: its last line has no end mark")
    _check_end(path, opening, bodies[:-1], bodies[-1])
    for number, body in enumerate(bodies[:-1], 1):
        _check_record(path, number, body)
    if isinstance(label, CharacterLabel) and len(bodies) != 2:
        raise Unreadable(f"{path}: a character's file has one record, and this one has {len(bodies) - 1}")
    return Opened(path, label, opening, bodies[:-1])


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
            if len(line) > LONGEST_LINE:
                raise Unreadable(f"{path}, line {number}: longer than {LONGEST_LINE:,} bytes")
            yield line.rstrip(b"\r\n")


def _label(path: Path, opening: bytes) -> AnyLabel:
    try:
        said = _labels.decode(opening)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        said = {}
    kinds: dict[Any, type[AnyLabel]] = {"rulewright table": Label, "rulewright character": CharacterLabel}
    kind = kinds.get(str(said.get("format")))
    if kind is None:
        raise Unreadable(f"{path} is no table or character of Rulewright: its first line does not say so")
    if said.get("version") != 1:
        raise Unreadable(f"{path} has format {said.get('version')}, and this Rulewright reads 1: use a newer one")
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{path}, line 1: {error}") from error


def _check_end(path: Path, opening: bytes, bodies: list[bytes], last: bytes) -> None:
    try:
        end = _ends.decode(last)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Unreadable(f"{path} is cut off behind line {len(bodies) + 2}: its last line has no end mark") from None
    if end.end != len(bodies):
        raise Unreadable(f"{path}: its last line speaks of {end.end} records, and there are {len(bodies)}")
    chain = link(START, opening)
    for body in bodies:
        chain = link(chain, body)
    if end.chain not in ("", chain.hex()):
        raise Unreadable(
            f"{path} was changed since it was written: its lines don't give the hash in the last one. "
            "Fetch it again; if the change was meant, leave `chain` out of the last line"
        )


def _check_record(path: Path, number: int, body: bytes) -> None:
    try:
        found = _records.decode(body).number
        glance(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"{path}, line {number + 1}: this is no record: {error}") from None
    if found != number:
        raise Unreadable(f"{path}, line {number + 1}: this should be record {number}, and says that it is {found}")


# ---------------------------------------------------------------- taking in


def import_table(store: Store, file: Opened, name: str = "") -> Label:
    """Add the table of a file, under its own name or another."""
    assert isinstance(file.label, Label)
    label, opening = file.label, file.opening
    if name and name != label.table:
        label = msgspec.structs.replace(label, table=checked_name(name))
        opening = label.encode()
    if (game := installed(label.game)) and label == label.now(game):
        refuse_unplayable(game, file.bodies, str(file.path))
    store.add(label, file.bodies, opening=opening)
    return label


def import_character(table: Table, file: Opened) -> AnyEntity:
    """Let the character of a file come to a table. It is a step like any other, and can be taken back."""
    assert isinstance(file.label, CharacterLabel)
    game, label = table.game, file.label
    if label.game != game.name:
        raise Unreadable(f"{file.path} is a character of {label.game}, and this table plays {game.name}")
    ways = path_of_versions(game, label.game_version, str(file.path))
    step = decoded(game.codec, migrated(file.bodies[0], ways), f"{file.path}, line 2")
    match step:
        case Step(events=(events.EntityAdded(entity=entity),)):
            pass
        case _:
            raise Unreadable(f"{file.path}, line 2: a character comes with one event, `entity added`")
    if entity.id in table.state.entities:
        raise RuleError("bad_args", f"id: {entity.id!r} is in use at this table")
    table.take_over(msgspec.structs.replace(step, command=_joining(msgspec.to_builtins(entity)), at=real_time()))
    joined: AnyEntity = entity
    return joined


def _joining(entity: dict[str, Any]) -> Command:
    return Command(name="add_entity", args={"entity": entity} if entity else {})


def installed(game: str) -> Game | None:
    """The game of this name, if it is there and can be played."""
    try:
        return find_game(game)
    except UnknownRule:
        return None


UNFOLDABLE = (
    AssertionError,
    AttributeError,
    LookupError,
    RuleError,
    RuntimeError,
    StopIteration,
    StoreError,
    TypeError,
    ValueError,
)
"""What records that a game did not write can lead to when they are folded."""


def refuse_unplayable(game: Game, bodies: list[bytes], where: str) -> None:
    """Fold a whole log once, so that nothing is taken in that would not open."""
    number = 0

    def read(first: int) -> Iterator[bytes]:
        nonlocal number
        for number in range(first, len(bodies) + 1):
            yield bodies[number - 1]

    def refuse(_entry: Entry) -> Any:
        raise StoreError("this log is only read")

    try:
        table = Table(game, StoredLog(where, game.codec, read, refuse, lambda: len(bodies)))
    except UNFOLDABLE as error:
        raise Unreadable(f"{where}: record {number} can't be played by version {game.version}: {error}") from error
    try:
        view(game, table.state, GM)
    except UNFOLDABLE as error:
        raise Unreadable(f"{where}: there is something at the table that is not known here: {error}") from error
