"""The log of a table: it only grows, and what was undone stands in it too."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import msgspec

from rulewright.table.events import AnyEvent
from rulewright.table.state import ENTER_DICE, AnyState, Command


class _Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="record"):
    number: int
    """Counts from 1 without a gap."""
    at: int = 0
    """Seconds of real time."""
    seat: str = "gm"


class Step(_Record, frozen=True, tag="step"):
    """One command with everything that it did: all of it happened, or nothing."""

    command: Command
    events: tuple[AnyEvent, ...]
    trace: tuple[Any, ...] = ()
    """Why the dice and numbers were what they were: the tree of the rules that ran; as data once it was kept."""
    by_hand: bool = False
    """Whether somebody threw real dice."""
    roll: int = 0
    """The number of the record of these dice in the log of fair dice."""

    @property
    def dice(self) -> tuple[tuple[int, int], ...]:
        """The dice that fell, each as sides and face."""
        last = self.events[-1] if self.events else None
        return getattr(last, "dice", ())


def meant(before: AnyState, step: Step) -> Command:
    """What somebody wanted to happen, also where the step itself only brings the dice for it."""
    command = step.command
    asked = before.questions.get(command.args.get("question", -1)) if command.name == ENTER_DICE else None
    return Command(**asked.data["command"]) if asked else command


class Undone(_Record, frozen=True, tag="undone"):
    """The last steps in effect were taken back."""

    steps: tuple[int, ...]


class Redone(_Record, frozen=True, tag="redone"):
    """Steps that were taken back last are in effect again."""

    steps: tuple[int, ...]


class NewDice(_Record, frozen=True, tag="new dice"):
    """The GM lets dice that were seen and taken back be forgotten."""


Record: TypeAlias = Step | Undone | Redone | NewDice


class Log(Protocol):
    """Where the records of one table are kept."""

    def append(self, record: Record) -> None:
        """Keep a record. It is safe when this returns."""

    def read(self, first: int = 1) -> Iterator[Record]:
        """The records from this number on."""

    def __len__(self) -> int: ...


class MemoryLog:
    """A log that is gone when the program ends: for scenarios, what-ifs and tests."""

    def __init__(self) -> None:
        self._records: list[Record] = []

    def append(self, record: Record) -> None:
        self._records.append(record)

    def read(self, first: int = 1) -> Iterator[Record]:
        for place in range(first - 1, len(self._records)):
            yield self._records[place]

    def __len__(self) -> int:
        return len(self._records)
