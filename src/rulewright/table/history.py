"""What is in effect of all that a log holds: undo, redo, and dice that must not be thrown until they please."""

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import msgspec

from rulewright.rules import RuleError
from rulewright.table.events import apply
from rulewright.table.log import Log, NewDice, Record, Redone, Step, Undone
from rulewright.table.state import AnyState, Command

KEPT_STATES = 64
"""How many steps can be taken back without reading the log again."""


class Effect(NamedTuple):
    """A step in effect, and the state that it began with."""

    step: Step
    before: AnyState


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A history as it stood after a record: a cache, so that a long log opens as fast as a short one."""

    number: int
    state: msgspec.Raw
    effective: tuple[int, ...]
    undone: tuple[int, ...]
    seen: dict[str, tuple[tuple[int, int], ...]]


class History:
    """The steps in effect, the state that they lead to, and the steps that can come back."""

    def __init__(self, start: AnyState, log: Log) -> None:
        self.start = start
        self.state = start
        self.number = 0
        """Of the last record that was taken in."""
        self._log = log
        self._effective = array("Q")
        self._recent: deque[Effect] = deque(maxlen=KEPT_STATES)
        self._undone: list[int] = []
        self._seen: dict[str, tuple[tuple[int, int], ...]] = {}

    # ------------------------------------------------------------------ taking records in

    def take(self, record: Record) -> None:
        """Go on by one record of the log."""
        match record:
            case Step():
                self._do(record)
                self._undone.clear()
            case Undone():
                self._undo(record.steps)
            case Redone():
                for number in record.steps:
                    self._undone.remove(number)
                    self._do(self._step(number))
            case NewDice():
                self._seen.clear()
        self.number = record.number

    def _do(self, step: Step) -> None:
        self._recent.append(Effect(step, self.state))
        self._effective.append(step.number)
        self.state = after(self.state, step)

    def _undo(self, numbers: Sequence[int]) -> None:
        if len(numbers) > len(self._recent):
            self._read_back(len(numbers))
        for number in numbers:
            effect = self._recent.pop()
            assert effect.step.number == number
            self._effective.pop()
            self._undone.append(number)
            self.state = effect.before
            self._remember(effect)
        if self._recent.maxlen != KEPT_STATES:
            self._recent = deque(self._recent, maxlen=KEPT_STATES)

    def _remember(self, effect: Effect) -> None:
        """The dice of a step that is taken back. Fewer dice of the same command tell nothing new."""
        key, dice = dice_key(effect.step.command, effect.before), effect.step.dice
        if self._seen.get(key, ())[: len(dice)] != dice:
            self._seen[key] = dice

    def _read_back(self, steps: int = KEPT_STATES) -> None:
        """Fold the log from its start, for steps that are further back than the states that are kept."""
        self._recent = deque(self._effects(), maxlen=max(steps, KEPT_STATES))

    def _effects(self) -> Iterator[Effect]:
        state = self.start
        for step in self.steps():
            yield Effect(step, state)
            state = after(state, step)

    def _step(self, number: int) -> Step:
        step = next(self._log.read(number))
        assert isinstance(step, Step)
        return step

    # ------------------------------------------------------------------ asking

    @property
    def length(self) -> int:
        """How many steps are in effect."""
        return len(self._effective)

    def last(self) -> Effect | None:
        """The last step in effect."""
        if not self._recent and self._effective:
            self._read_back()
        return self._recent[-1] if self._recent else None

    def steps(self) -> Iterator[Step]:
        """All steps in effect, in order. Those that were taken back and done again stand where they first stood."""
        wanted = set(self._effective)
        for record in self._log.read():
            if isinstance(record, Step) and record.number in wanted:
                yield record

    def to_undo(self, back_to: int | None = None) -> tuple[int, ...]:
        """The steps that go if one takes back the last, or all down to and with a given one; the last first."""
        if not self._effective:
            raise RuleError("not_allowed", "nothing has happened yet that could be taken back")
        if back_to is None:
            return (self._effective[-1],)
        if back_to not in self._effective:
            raise RuleError("bad_args", f"step {back_to} is not in effect")
        return tuple(reversed(self._effective[self._effective.index(back_to) :]))

    def to_redo(self) -> tuple[int, ...]:
        """The step that comes back first."""
        if not self._undone:
            raise RuleError("not_allowed", "nothing was taken back that could be done again")
        return (self._undone[-1],)

    def seen(self, command: Command) -> tuple[tuple[int, int], ...]:
        """The dice that this command has shown already, before it was taken back."""
        return self._seen.get(dice_key(command, self.state), ()) if self._seen else ()

    # ------------------------------------------------------------------ snapshots

    def snapshot(self, state: bytes) -> Snapshot:
        return Snapshot(
            number=self.number,
            state=msgspec.Raw(state),
            effective=tuple(self._effective),
            undone=tuple(self._undone),
            seen=dict(self._seen),
        )

    def resume(self, snapshot: Snapshot, state: AnyState) -> None:
        """Begin where a snapshot was taken."""
        self.number, self.state = snapshot.number, state
        self._effective = array("Q", snapshot.effective)
        self._undone = list(snapshot.undone)
        self._seen = dict(snapshot.seen)


def after(state: AnyState, step: Step) -> AnyState:
    """The state after a step."""
    return reduce(apply, step.events, state)


def dice_key(command: Command, before: AnyState) -> str:
    """What makes a command the same again: the same actor's same rolled command, with the same words.

    The count of the actor's rolls stands for the moment, so that a harmless command in between does not buy new dice.
    """
    roll = before.rolls.get(command.by, 0)
    return msgspec.json.encode((command.by, roll, command.name, command.args), order="deterministic").decode()
