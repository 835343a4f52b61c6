"""A session of fair dice kept in a file: every record is on the disk before anybody learns what it says."""

import os
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from rulewright.dice.fairness import records
from rulewright.dice.fairness.generator import (
    SECRET_BYTES,
    FairDice,
    FairnessError,
    Strip,
    commitment_to,
)
from rulewright.dice.fairness.ledger import Ledger
from rulewright.dice.fairness.records import Line, LineError, Record

if sys.platform != "win32":
    import fcntl


def secret_path(log: Path) -> Path:
    """Where the seed is kept until the log is closed."""
    return log.with_name(log.name + ".secret")


class Session:
    """An open log. Make one with `new`, `alone` or `open`."""

    def __init__(self, path: Path, file: BinaryIO, seed: bytes, ledger: Ledger, repaired: str | None = None) -> None:
        self.path = path
        self.repaired = repaired
        self._file = file
        self._seed = seed
        self._ledger = ledger
        self._rolling = False
        self._failed = False

    @classmethod
    def new(cls, path: Path, seats: Mapping[str, bytes]) -> Self:
        """Start a log in a new file, with the seal of each seat's first ticket."""
        seed = secrets.token_bytes(SECRET_BYTES)
        _keep_secret(secret_path(path), seed)
        try:
            file = path.open("xb+", buffering=0)
        except OSError as problem:
            secret_path(path).unlink()
            raise FairnessError(f"{path}: no new log can be made here: {problem.strerror}") from problem
        _sync_folder(path.parent)
        _lock(file, path)
        session = cls(path, file, seed, Ledger())
        session._append(records.Header(1, commitment=commitment_to(seed).hex()))
        for seat, seal in seats.items():
            session.join(seat, seal)
        return session

    @classmethod
    def alone(cls, path: Path, seat: str) -> Self:
        """Start a log with one seat on this machine, ready for dice. It can't prove anything against that seat."""
        strip = Strip.new(length=2)
        session = cls.new(path, {seat: strip.seal})
        session.call_round()
        session.ticket(seat, strip.tear_off())
        return session

    @classmethod
    def open(cls, path: Path) -> Self:
        """Continue a log. A last line that a crash left incomplete is cut off; `repaired` then says so."""
        try:
            file = path.open("rb+", buffering=0)
        except OSError as problem:
            raise FairnessError(f"{path}: this log can't be opened: {problem.strerror}") from problem
        try:
            _lock(file, path)
            ledger, repair = _read_back(path)
            seed = _find_secret(path, ledger)
            _mend(file, repair)
        except BaseException:
            file.close()
            raise
        return cls(path, file, seed, ledger, repair.said)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        self.pause()

    @property
    def commitment(self) -> str:
        """What every seat may know of the seed before the end."""
        return commitment_to(self._seed).hex()

    @property
    def fingerprint(self) -> str:
        """The chain value of the last line: whoever notes it down can tell later whether the log was rewritten."""
        return self._ledger.chain.hex()

    @property
    def waiting_for(self) -> frozenset[str]:
        return frozenset(self._ledger.waiting_for)

    def join(self, seat: str, seal: bytes) -> None:
        self._append(records.Join(self._ledger.number, seat, seal.hex()))

    def leave(self, seat: str) -> None:
        self._append(records.Leave(self._ledger.number, seat))

    def call_round(self) -> None:
        self._append(records.Round(self._ledger.number))

    def ticket(self, seat: str, ticket: bytes) -> None:
        self._append(records.Ticket(self._ledger.number, seat, ticket.hex()))

    def silent(self, seat: str) -> None:
        self._append(records.Silent(self._ledger.number, seat))

    @contextmanager
    def roll(self, who: str, what: str) -> Iterator[FairDice]:
        """Throw dice. Show nothing before the block has ended: by then the faces are on the disk.

        Dice that fell are recorded even when the block fails, since somebody may have seen them.
        """
        self._check_usable()
        number, first = self._ledger.number, self._ledger.counter
        # Words that can't be recorded must be refused before the first die falls, not after the last.
        self._check(records.Roll(number, who, what, first, ((1, 1),)))
        dice = FairDice(self._ledger.key(self._seed), first)
        self._rolling = True
        try:
            yield dice
        finally:
            self._rolling = False
            if thrown := dice.finish():
                self._append(records.Roll(number, who, what, first, thrown))

    def throw(self, who: str, what: str, sides: Iterable[int]) -> tuple[int, ...]:
        """Throw dice that are known beforehand."""
        with self.roll(who, what) as dice:
            return tuple(dice.face(each) for each in sides)

    def undo(self, by: str, rolls: Iterable[int]) -> None:
        """Note that rolls, named by their records' numbers, were taken back. Their dice stay used up."""
        self._append(records.Undone(self._ledger.number, by, tuple(rolls)))

    @property
    def last_number(self) -> int:
        """The number of the last record: right after a roll, the one by which it can be taken back."""
        return self._ledger.number - 1

    def close(self) -> None:
        """End the log: reveal the seed in it, for everybody to check."""
        self._append(records.Close(self._ledger.number, self._seed.hex()))
        secret_path(self.path).unlink()
        self.pause()

    def pause(self) -> None:
        """Let go of the file; `open` continues it."""
        self._file.close()

    def _check_usable(self) -> None:
        if self._rolling:
            raise FairnessError("a roll is under way: finish it first")
        if self._failed:
            raise FairnessError(f"{self.path}: writing failed before: open the log again")
        if self._file.closed:
            raise FairnessError(f"{self.path}: this session has ended: open the log again")

    def _check(self, record: Record) -> Line:
        if fault := self._ledger.refusal(record):
            raise FairnessError(str(fault))
        return records.write_line(record, self._ledger.chain)

    def _append(self, record: Record) -> None:
        self._check_usable()
        line = self._check(record)
        self._failed = True
        _write_all(self._file, records.to_bytes(line))
        os.fsync(self._file.fileno())
        self._failed = False
        self._ledger.take(line)


def _write_all(file: BinaryIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def _keep_secret(path: Path, seed: bytes) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as problem:
        raise FairnessError(f"{path}: the secret seed can't be kept here: {problem.strerror}") from problem
    with os.fdopen(descriptor, "wb") as file:
        file.write(seed.hex().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _find_secret(log: Path, ledger: Ledger) -> bytes:
    path = secret_path(log)
    if ledger.closed:
        path.unlink(missing_ok=True)  # a crash may have come between the closing record and this
        raise FairnessError(f"{log}: this log is closed: its seed is known, start a new one")
    try:
        seed = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError) as problem:
        raise FairnessError(f"{path}: the secret seed of this log can't be read: {problem}") from problem
    if commitment_to(seed) != ledger.commitment:
        raise FairnessError(f"{path}: this isn't the secret seed of {log}")
    return seed


class _Repair(NamedTuple):
    """What must be done to a file before more can be appended to it."""

    good_bytes: int
    line_end: bytes = b""
    said: str | None = None


def _read_back(path: Path) -> tuple[Ledger, _Repair]:
    ledger = Ledger()
    repair = _Repair(0)
    with path.open("rb") as file:
        for place, text in enumerate(iter(lambda: file.readline(records.MAX_LINE + 2), b""), start=1):
            torn = not text.endswith(b"\n")
            try:
                line = records.read_line(text.removesuffix(b"\n"))
                _expect_next(ledger, line)
            except LineError as problem:
                if torn:
                    said = f"line {place} was incomplete, as after a crash, and was cut off; it had reached nobody"
                    repair = repair._replace(said=said)
                    break
                raise FairnessError(f"{path}, line {place}: {problem}; this log can't be continued") from problem
            ledger.take(line)
            repair = _Repair(repair.good_bytes + len(text))
            if torn:
                repair = repair._replace(line_end=b"\n", said=f"line {place} lacked its line end, which was added")
    if ledger.commitment is None:
        raise FairnessError(f"{path}: this log has no header: start a new one")
    return ledger, repair


def _mend(file: BinaryIO, repair: _Repair) -> None:
    file.truncate(repair.good_bytes)
    file.seek(0, os.SEEK_END)
    _write_all(file, repair.line_end)
    os.fsync(file.fileno())


def _expect_next(ledger: Ledger, line: Line) -> None:
    if line.record.number != ledger.number or line != records.write_line(line.record, ledger.chain):
        raise LineError("the line was changed, or others are missing before it")
    if fault := ledger.refusal(line.record):
        raise LineError(str(fault))


def _lock(file: BinaryIO, path: Path) -> None:
    """Two programs that append to one log would throw the same dice twice."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        raise FairnessError(f"{path}: another program has this log open") from problem


def _sync_folder(folder: Path) -> None:
    """A new file survives a power cut only when its folder is on the disk too."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
