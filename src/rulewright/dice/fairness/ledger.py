"""What a log means so far: one fold over its records, used to write a log, to continue one and to check one."""

from enum import IntEnum
from typing import NamedTuple

from rulewright.dice.fairness import generator
from rulewright.dice.fairness.records import (
    MAX_RECORDS,
    Close,
    Header,
    Join,
    Leave,
    Line,
    Record,
    Roll,
    Round,
    Silent,
    Ticket,
    Undone,
)

MAX_SEATS = 100


class Seen(IntEnum):
    """What kind of record a number stood for; one byte each keeps a long log small in memory."""

    NOTHING = 0
    OTHER = 1
    ROLL = 2
    UNDONE_ROLL = 3


class Fault(NamedTuple):
    """What is wrong, in words: what was found, and what would be right."""

    found: str
    right: str

    def __str__(self) -> str:
        return f"found: {self.found}; right: {self.right}"


class Ledger:
    """The state of a log. `refusal` says why a record can't come next; `take` takes it, whatever it is."""

    def __init__(self) -> None:
        self.number = 1
        self.chain = generator.NO_LINE_BEFORE
        self.commitment: bytes | None = None
        self.seals: dict[str, bytes] = {}
        self.waiting_for: set[str] = set()
        self.tickets: dict[str, bytes] = {}
        self.chain_at_call: bytes | None = None
        self.newcomers = False
        self.counter = 0
        self.closed = False
        self.seen = bytearray(1)

    def key(self, seed: bytes) -> bytes:
        """The key of the present round; `refusal` says whether there is one."""
        assert self.chain_at_call is not None
        return generator.round_key(seed, self.chain_at_call, self.tickets)

    def what(self, number: int) -> Seen:
        return Seen(self.seen[number]) if number < len(self.seen) else Seen.NOTHING

    def take(self, line: Line) -> None:
        self.pass_over(line)
        self._change(line.record)

    def pass_over(self, line: Line) -> None:
        """Go on behind a line whatever it says."""
        record = line.record
        self.number = record.number + 1
        self.chain = line.chain
        self.mark(record.number, Seen.ROLL if isinstance(record, Roll) else Seen.OTHER)

    def mark(self, number: int, seen: Seen) -> None:
        self.seen.extend(bytes(max(0, number + 1 - len(self.seen))))
        self.seen[number] = seen

    def _change(self, record: Record) -> None:
        match record:
            case Header():
                self.commitment = bytes.fromhex(record.commitment)
            case Join():
                self.seals[record.seat] = bytes.fromhex(record.seal)
                self.newcomers = True
            case Leave() | Silent():
                self.seals.pop(record.seat, None)
                self.waiting_for.discard(record.seat)
            case Round():
                self.waiting_for = set(self.seals)
                self.tickets = {}
                self.chain_at_call = self.chain
                self.newcomers = False
            case Ticket():
                self.tickets[record.seat] = self.seals[record.seat] = bytes.fromhex(record.ticket)
                self.waiting_for.discard(record.seat)
            case Roll():
                self.counter = record.first + len(record.dice)
            case Undone():
                for number in record.rolls:
                    self.mark(number, Seen.UNDONE_ROLL)
            case Close():
                self.closed = True

    def refusal(self, record: Record) -> Fault | None:
        """Why this record can't come next in a log that keeps the rules; None if it can."""
        if self.closed:
            return Fault("a record after the log was closed", "nothing: from there on everybody knows the seed")
        if isinstance(record, Header) != (self.number == 1):
            return Fault(f"a {record.kind} as record {self.number}", "one header as record 1, and no other")
        if record.number == MAX_RECORDS and not isinstance(record, Close):
            return Fault(f"a {record.kind} as record {MAX_RECORDS:,}", "closing the log, which is full")
        return self._refuse_kind(record)

    def _refuse_kind(self, record: Record) -> Fault | None:
        match record:
            case Join():
                return self._refuse_join(record)
            case Leave():
                return self._refuse_leave(record)
            case Round() if self.waiting_for:
                return Fault("a new round", f"first the tickets of {self._awaited()}, or a note that they are silent")
            case Ticket():
                return self._refuse_ticket(record)
            case Silent() if record.seat not in self.waiting_for:
                return Fault(f"{record.seat!r} recorded as silent", "only a seat whose ticket is awaited")
            case Roll():
                return self._refuse_roll(record)
            case Undone():
                return self._refuse_undone(record)
            case Close():
                return self._refuse_close(record)
        return None

    def _awaited(self) -> str:
        return ", ".join(repr(seat) for seat in sorted(self.waiting_for))

    def _refuse_join(self, record: Join) -> Fault | None:
        if record.seat in self.seals:
            return Fault(f"{record.seat!r} joins", "nothing: this seat takes part already")
        if len(self.seals) == MAX_SEATS:
            return Fault(f"{record.seat!r} joins", f"at most {MAX_SEATS} seats at a time")
        if bytes.fromhex(record.seal) in self.seals.values():
            return Fault(f"{record.seat!r} joins with the seal of another seat", "a seal from a strip of its own")
        return None

    def _refuse_leave(self, record: Leave) -> Fault | None:
        if record.seat not in self.seals:
            return Fault(f"{record.seat!r} leaves", "nothing: this seat takes no part")
        if record.seat in self.waiting_for:
            return Fault(f"{record.seat!r} leaves", "first its ticket, which is awaited, or a note that it is silent")
        return None

    def _refuse_ticket(self, record: Ticket) -> Fault | None:
        if record.seat not in self.waiting_for:
            return Fault(f"a ticket of {record.seat!r}", "nothing: no ticket of this seat is awaited")
        if generator.seal_of(bytes.fromhex(record.ticket)) != self.seals[record.seat]:
            right = f"the ticket whose seal is {self.seals[record.seat].hex()}"
            return Fault(f"a ticket of {record.seat!r} that doesn't match its seal", right)
        return None

    def _refuse_roll(self, record: Roll) -> Fault | None:
        if self.chain_at_call is None:
            return Fault("dice before the first round", "first a round, with a ticket of every seat")
        if self.waiting_for:
            return Fault("dice", f"first the tickets of {self._awaited()}, or a note that they are silent")
        if self.newcomers:
            return Fault("dice after a seat joined", "first a round, with a ticket of the new seat")
        if record.first != self.counter:
            how = "dice used before" if record.first < self.counter else "some dice left out"
            return Fault(f"the first die has counter {record.first}: {how}", f"counter {self.counter}")
        for sides, shown in record.dice:
            if shown > sides:
                return Fault(f"a d{sides} shows {shown}", f"1 to {sides}")
        return None

    def _refuse_undone(self, record: Undone) -> Fault | None:
        if len(set(record.rolls)) < len(record.rolls):
            return Fault("a roll taken back twice in one record", "each roll once")
        for number in record.rolls:
            right = "the number of an earlier roll that wasn't taken back before"
            if number >= record.number:
                return Fault(f"record {number} taken back, which doesn't come before this one", right)
            if self.what(number) is Seen.OTHER:
                return Fault(f"record {number} taken back, which isn't a roll", right)
            if self.what(number) is Seen.UNDONE_ROLL:
                return Fault(f"record {number} taken back, as it was before", right)
        return None

    def _refuse_close(self, record: Close) -> Fault | None:
        if self.commitment is None or generator.commitment_to(bytes.fromhex(record.seed)) == self.commitment:
            return None
        return Fault("a seed that the host didn't commit to", f"the seed whose hash is {self.commitment.hex()}")
