"""Check a log of fair dice without trusting whoever wrote it. Needs no network, and no garbage makes it fail."""

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from rulewright.dice.fairness import generator
from rulewright.dice.fairness.findings import Findings
from rulewright.dice.fairness.generator import FairnessError
from rulewright.dice.fairness.ledger import MAX_SEATS, Fault, Ledger, Seen
from rulewright.dice.fairness.records import (
    MAX_LINE,
    MAX_RECORDS,
    Close,
    Header,
    Join,
    Line,
    LineError,
    Record,
    Roll,
    Round,
    Silent,
    Ticket,
    Undone,
    read_line,
    written_chain,
)
from rulewright.dice.fairness.report import Report

HEADS_KEPT = 8
BITS_OF_TRUST = 20.0
DICE_NAMED = 5
UNCHANGED = "the line as it was written"


class LogFile:
    """The lines of a file, as often as wanted, never more than one of them in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            while text := file.readline(MAX_LINE + 2):
                yield text
                while text and not text.endswith(b"\n"):
                    text = file.readline(MAX_LINE)


def verify_file(path: Path) -> Report:
    """Check the log in a file."""
    try:
        return verify(LogFile(path))
    except OSError as problem:
        raise FairnessError(f"{path}: this log can't be read: {problem.strerror}") from problem


def verify(lines: Iterable[bytes]) -> Report:
    """Check the lines of a log. They are read twice: an iterator, which can't be, is kept in memory."""
    if isinstance(lines, Iterator):
        lines = list(islice(lines, MAX_RECORDS + 1))
    seed, undone = _survey(lines)
    checker = _Checker(seed, undone)
    for place, text in enumerate(lines, start=1):
        if place > MAX_RECORDS:
            checker.findings.problem(place, Fault("more lines than a log may have", f"at most {MAX_RECORDS:,}"))
            break
        checker.check(place, _without_line_end(text))
    return checker.findings.report(checker.ledger)


def _without_line_end(text: bytes) -> bytes:
    return text.removesuffix(b"\n").removesuffix(b"\r")


def _survey(lines: Iterable[bytes]) -> tuple[bytes | None, bytearray]:
    """What must be known before the first line is checked: the seed, which comes last, and what was undone later."""
    seed = None
    commitment = None
    undone = bytearray(MAX_RECORDS + 1)
    for place, text in enumerate(islice(lines, MAX_RECORDS), start=1):
        if place > 1 and not text.startswith((b'{"type":"close"', b'{"type":"undone"')):
            continue
        try:
            line = read_line(_without_line_end(text))
        except LineError:
            continue
        match line.record:
            case Header() if line.chain == generator.chain_after(generator.NO_LINE_BEFORE, line.body):
                commitment = line.record.commitment
            case Close(seed=revealed):
                # A commitment that was tampered with is no reason to believe no seed: the faces decide.
                if commitment in (None, generator.commitment_to(bytes.fromhex(revealed)).hex()):
                    seed = bytes.fromhex(revealed)
            case Undone(rolls=rolls):
                for number in rolls:
                    undone[number] = 1
    return seed, undone


class _Checker:
    """Goes through a log and names the lines that were tampered with, rather than all that follow from it.

    After a fault the state of the log may be guessed wrong (`unsure`): then what doesn't fit is a consequence and no
    further problem, until so many faces fit that it can't be luck. The verdict stays: one fault is enough for it.
    """

    def __init__(self, seed: bytes | None, undone: bytearray) -> None:
        self.ledger = Ledger()
        self.findings = Findings(undone)
        self._seed = seed
        self._heads = [generator.NO_LINE_BEFORE]
        self._unreadable = 0
        self._chain_lost = False
        self._unsure = False
        self._trust = 0.0
        self._counter_known = True
        self._key: bytes | None = None

    def check(self, place: int, text: bytes) -> None:
        self.findings.lines = place
        try:
            line = read_line(text)
        except LineError as problem:
            self.findings.problem(place, Fault(str(problem), UNCHANGED))
            self._unreadable += 1
            self._lose_certainty()
            self._note_chain_of_unreadable(text)
            return
        line, fault = self._place_in_order(line)
        if fault and line.record.number < self.ledger.number:
            self.findings.problem(place, fault)
            self._take_late(line)
            return
        if fault is None and not (self._chain_lost or self._fits_chain(line)):
            fault = Fault("the line was changed: it doesn't match its chain value", UNCHANGED)
        self._follow_chain(line, faulty=fault is not None)
        self._unreadable = 0
        self._chain_lost = False
        self.ledger.number = line.record.number
        self._judge(place, line, fault)

    def _place_in_order(self, line: Line) -> tuple[Line, Fault | None]:
        """The fault in a line's number, if any; and the line, with the number that it must have had."""
        found, expected = line.record.number, self.ledger.number
        if expected <= found <= expected + self._unreadable:
            return line, None
        for number in range(expected, expected + min(self._unreadable, HEADS_KEPT) + 1):
            if number > MAX_RECORDS:
                break
            record = msgspec.structs.replace(line.record, number=number)
            renumbered = Line(record, msgspec.json.encode(record), line.chain)
            if self._fits_chain(renumbered):
                return renumbered, Fault(f"the record calls itself number {found}", f"number {number}")
        if found > expected:
            self._lose_certainty()
            which = f"record {expected} is" if found == expected + 1 else f"records {expected} to {found - 1} are"
            return line, Fault(f"{which} missing before record {found}", f"record {expected} in this line")
        if self.ledger.what(found) is Seen.NOTHING:
            return line, Fault(f"record {found} stands too late", f"record {found} before record {found + 1}")
        return line, Fault(f"record {found} comes a second time", f"record {expected} in this line")

    def _take_late(self, line: Line) -> None:
        """A record that was missed may complete the state; one that comes again may not change it."""
        self._add_head(line.chain)
        record = line.record
        missed = self.ledger.what(record.number) is Seen.NOTHING and not isinstance(record, Roll | Close | Undone)
        if missed and not self._one_seat_too_many(record):
            number, chain = self.ledger.number, self.ledger.chain
            self.ledger.take(line)
            self.ledger.number, self.ledger.chain = number, chain
            self._key = None
        self._lose_certainty()

    def _fits_chain(self, line: Line) -> bool:
        return any(generator.chain_after(head, line.body) == line.chain for head in self._heads)

    def _follow_chain(self, line: Line, *, faulty: bool) -> None:
        """After a sound line only its own chain value counts; after a changed one we can't know which was meant."""
        before = self._heads
        self._heads = [line.chain]
        if faulty:
            for head in before:
                self._add_head(generator.chain_after(head, line.body))

    def _note_chain_of_unreadable(self, text: bytes) -> None:
        chain = written_chain(text)
        self._add_head(chain)
        self._chain_lost |= chain is None

    def _add_head(self, head: bytes | None) -> None:
        if head is not None and len(self._heads) < HEADS_KEPT:
            self._heads.append(head)

    def _lose_certainty(self) -> None:
        self._unsure = True
        self._trust = 0.0
        self._counter_known = False

    def _judge(self, place: int, line: Line, fault: Fault | None) -> None:
        record = line.record
        if isinstance(record, Roll):
            self._judge_roll(place, line, record, fault)
            return
        refused = self.ledger.refusal(record)
        if fault is None and not self._unsure:
            fault = refused
        if fault:
            self.findings.problem(place, fault)
            if not isinstance(record, Undone | Header | Close):
                self._lose_certainty()
        if (fault and isinstance(record, Undone)) or self._one_seat_too_many(record):
            self.ledger.pass_over(line)
            return
        self.findings.note(place, record)
        self.ledger.take(line)
        if fault and isinstance(record, Header):
            self.ledger.commitment = None
        if isinstance(record, Round | Ticket | Silent):
            self._key = None

    def _one_seat_too_many(self, record: Record) -> bool:
        """Seats that no honest log could have must not fill the memory."""
        full = len(self.ledger.seals) >= MAX_SEATS
        return full and isinstance(record, Join | Ticket) and record.seat not in self.ledger.seals

    def _judge_roll(self, place: int, line: Line, roll: Roll, fault: Fault | None) -> None:
        # A changed line may lie about its counter; an unchanged one that repeats a counter shows the faces of that one.
        first = self.ledger.counter if fault and self._counter_known else roll.first
        if not self._counter_known:
            self.ledger.counter = roll.first
        refused = self.ledger.refusal(roll)
        if self._unsure:
            self._forget_awaited()
            refused = None
        self._counter_known = fault is None
        fault = fault or refused
        seed = self._seed if self.ledger.chain_at_call else None
        wrong = self._wrong_faces(seed, roll, first) if seed else None
        if wrong and not self._unsure:
            fault = Fault(f"{fault.found}; {wrong.found}", f"{fault.right}; {wrong.right}") if fault else wrong
        if fault:
            self.findings.problem(place, fault)
        self.findings.note_roll(place, roll, self.ledger, checked=seed is not None and wrong is None)
        self.ledger.take(line)

    def _forget_awaited(self) -> None:
        """Dice fell, so in truth no ticket was awaited: the records that said so are the ones we miss."""
        for seat in self.ledger.waiting_for:
            self.ledger.seals.pop(seat, None)
        self.ledger.waiting_for.clear()
        self.ledger.newcomers = False

    def _wrong_faces(self, seed: bytes, roll: Roll, first: int) -> Fault | None:
        self._key = self._key or self.ledger.key(seed)
        found, right = [], []
        for place, (sides, shown) in enumerate(roll.dice):
            face = generator.face(self._key, first + place, sides)
            if face != shown:
                found.append(f"die {place + 1} (d{sides}) shows {shown}")
                right.append(f"die {place + 1} (d{sides}) shows {face}")
        if found:
            self._trust = 0.0
            return Fault(_some(found), f"by the seed, {_some(right)}")
        self._trust += sum(math.log2(sides) for sides, _ in roll.dice)
        if self._trust > BITS_OF_TRUST:
            self._unsure = False
        return None


def _some(things: list[str]) -> str:
    more = f" and {len(things) - DICE_NAMED:,} more" if len(things) > DICE_NAMED else ""
    return ", ".join(things[:DICE_NAMED]) + more
