"""A table in play: commands in, records out. Everything else is a reading of its state and its log."""

import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.dice import Face, Live, Scripted, TooFewDice
from rulewright.rules import RuleError
from rulewright.table import events, seats
from rulewright.table.commands import perform, refusal
from rulewright.table.game import Game
from rulewright.table.history import History, Snapshot
from rulewright.table.log import Log, MemoryLog, NewDice, Record, Redone, Step, Undone
from rulewright.table.play import AnyPlay, plain
from rulewright.table.projection import typed
from rulewright.table.seats import known_state
from rulewright.table.sources import Chance, Source, remembered
from rulewright.table.state import ENTER_DICE, GM, AnyState, Command, Question

REMEMBERED_COMMANDS = 1000
"""How many of the last commands are recognised when a client sends them again."""


def real_time() -> int:
    return int(time.time())


class Table:
    """One game of one group. `do`, `undo` and `redo` write to the log first and change the state then."""

    def __init__(
        self,
        game: Game,
        log: Log | None = None,
        *,
        source: Source | None = None,
        start: AnyState | None = None,
        snapshot: Snapshot | None = None,
        now: Callable[[], int] = real_time,
    ) -> None:
        self.game = game
        self.log: Log = MemoryLog() if log is None else log
        self.history = History(game.new_state() if start is None else start, self.log)
        self._source: Source = source or Chance()
        self._now = now
        self._done: dict[tuple[str, str], int] = {}
        if snapshot is not None and snapshot.number <= len(self.log):
            self.history.resume(snapshot, game.codec.decode_state(bytes(snapshot.state)))
            for record in islice(
                self.log.read(max(1, self.history.number + 1 - REMEMBERED_COMMANDS)), REMEMBERED_COMMANDS
            ):
                self._note_id(record)
        for record in self.log.read(self.history.number + 1):
            self._take(record)

    @property
    def state(self) -> AnyState:
        return self.history.state

    # ------------------------------------------------------------------ doing

    def do(self, command: Command, *, seat: str = GM, dice: Sequence[int] | None = None) -> Step:
        """Carry out a command for a seat, with these dice or with the table's own. Refused, it leaves no trace.

        The step is in the log, and safe, when this returns.
        """
        if command.id and (done := self._done_before(seat, command.id)):
            return done
        seats.may_do(self.game, self.state, seat, command)
        if command.name == ENTER_DICE:
            return self._enter_dice(command, seat)
        if self.state.seats[seat].role != "gm":
            self._refuse_as_known(command, seat)
        if dice is not None:
            scripted = Scripted(dice)
            play = perform(self.game, self.state, command, scripted, self._now())
            scripted.finish()
            return self._keep(command, seat, play, scripted, by_hand=True)
        if seats.throws_by_hand(self.state, seat, command):
            return self._by_hand(command, seat)
        return self._by_chance(command, seat, self.history.seen(command))

    def undo(self, *, seat: str = GM, back_to: int | None = None) -> AnyState:
        """Take back the last step, or all down to and with a given one. The log keeps them."""
        steps = self.history.to_undo(back_to)
        last = self.history.last()
        assert last is not None
        seats.may_undo(self.state, seat, last.step, len(steps))
        self._source.undo(seat, self._rolls_of(steps))
        self._append(Undone(number=self._next, at=self._now(), seat=seat, steps=steps))
        return self.state

    def redo(self, *, seat: str = GM) -> AnyState:
        """Bring back the step that was taken back last, as long as nothing new has happened."""
        seats.may_direct(self.state, seat)
        self._append(Redone(number=self._next, at=self._now(), seat=seat, steps=self.history.to_redo()))
        return self.state

    def new_dice(self, *, seat: str = GM) -> None:
        """Let a command that was taken back throw new dice when it comes again."""
        seats.may_direct(self.state, seat)
        self._append(NewDice(number=self._next, at=self._now(), seat=seat))

    def expire(self) -> list[Step]:
        """Give the default answers to questions whose time is over. What is refused by now waits for the GM."""
        now = self._now()
        due = [asked for asked in self.state.questions.values() if asked.due is not None and asked.due <= now]
        return [step for asked in due if (step := self._give_default(asked))]

    def take_over(self, step: Step) -> None:
        """Let a step of another table happen here, as it happened there."""
        self._append(replace(step, number=self._next, roll=0))

    def do_again(self, step: Step) -> Step:
        """Carry out the command of a step of another table, as if it were asked for now, with the dice that it had."""
        command, seat = replace(step.command, id=""), step.seat
        seats.may_do(self.game, self.state, seat, command)
        return self._by_chance(command, seat, step.dice, self._asked_for(command))

    def ask_real_dice(self, question: int) -> Question:
        """The question for real dice of this number."""
        asked = self.state.questions.get(question)
        if asked is None or ENTER_DICE not in asked.answers:
            raise RuleError("nothing_pending", f"no dice are asked for under number {question}")
        return asked

    def _asked_for(self, command: Command) -> Question | None:
        """The question for real dice for this command, if there is one."""
        waiting = _what_waits(command)["command"]
        asked = (asked for asked in self.state.questions.values() if ENTER_DICE in asked.answers)
        return next((question for question in asked if question.data["command"] == waiting), None)

    # ------------------------------------------------------------------ inside

    @property
    def _next(self) -> int:
        return self.history.number + 1

    def _refuse_as_known(self, command: Command, seat: str) -> None:
        """Refuse from what the seat may know, so that a refusal gives nothing away."""
        if error := refusal(self.game, known_state(self.game, self.state, seat), command):
            raise error

    def _by_chance(
        self, command: Command, seat: str, seen: Sequence[tuple[int, int]], asked: Question | None = None
    ) -> Step:
        with self._source.roll(command.by or seat, command.name) as face:
            live = Live(_only_if_needed(seen, face))
            play = perform(self.game, self.state, command, live, self._now())
        return self._keep(command, seat, play, live, _answered(asked), roll=self._source.last_number)

    def _by_hand(self, command: Command, seat: str, given: "_Given | None" = None) -> Step:
        """Run a command with real dice as far as they reach, and ask for the next one if there are too few."""
        scripted = Scripted(given.faces if given else ())
        try:
            play = perform(self.game, self.state, command, scripted, self._now())
        except TooFewDice as missing:
            return self._ask_for_die(command, seat, missing, given)
        scripted.finish()
        return self._keep(command, seat, play, scripted, _answered(given and given.asked), by_hand=True)

    def _ask_for_die(self, command: Command, seat: str, missing: TooFewDice, given: "_Given | None") -> Step:
        question = Question(
            id=self.state.asked,
            to=command.by,
            text=f"{command.name.replace('_', ' ')}: throw a d{missing.sides}{missing.purpose}.",
            answers=(ENTER_DICE,),
            blocks=False,
            data=_what_waits(command, given.faces if given else ()),
        )
        happened = (*_answered(given and given.asked), events.Asked(question))
        return self._append_step(given.command if given else command, seat, happened)

    def _enter_dice(self, command: Command, seat: str) -> Step:
        entered = typed(dict(command.args), _Entered, "args")
        asked = self.ask_real_dice(entered.question)
        if self.state.seats[seat].role != "gm" and asked.to != command.by:
            raise RuleError("nothing_pending", f"no dice of {command.by} are asked for under number {asked.id}")
        waiting = Command(**asked.data["command"], id=command.id)
        if self.state.seats[seat].role != "gm":
            self._refuse_as_known(waiting, seat)
        return self._by_hand(waiting, seat, _Given(command, asked, (*asked.data["faces"], *entered.faces)))

    def _give_default(self, asked: Question) -> Step | None:
        if asked.default is None or asked.id not in self.state.questions:
            return None
        try:
            return self.do(asked.default)
        except RuleError:
            return None

    def _keep(
        self,
        command: Command,
        seat: str,
        play: AnyPlay,
        dice: Live,
        first: Sequence[events.AnyEvent] = (),
        *,
        by_hand: bool = False,
        roll: int = 0,
    ) -> Step:
        happened = (*first, *play.events)
        return self._append_step(command, seat, happened, trace=tuple(dice.entries), by_hand=by_hand, roll=roll)

    def _append_step(self, command: Command, seat: str, happened: Sequence[events.AnyEvent], **more: Any) -> Step:
        step = Step(number=self._next, at=self._now(), seat=seat, command=command, events=tuple(happened), **more)
        self._append(step)
        return step

    def _append(self, record: Record) -> None:
        self.log.append(record)
        self._take(record)

    def _take(self, record: Record) -> None:
        self.history.take(record)
        self._note_id(record)

    def _note_id(self, record: Record) -> None:
        if isinstance(record, Step) and record.command.id:
            self._done[record.seat, record.command.id] = record.number
            if len(self._done) > REMEMBERED_COMMANDS:
                del self._done[next(iter(self._done))]

    def _done_before(self, seat: str, command_id: str) -> Step | None:
        """The step that this command has become already. Another seat may happen to give the same id."""
        number = self._done.get((seat, command_id))
        if number is None:
            return None
        step = next(self.log.read(number))
        assert isinstance(step, Step)
        return step

    def _rolls_of(self, steps: Sequence[int]) -> list[int]:
        """The records of the fair dice of these steps, without those that were taken back once before."""
        wanted, rolls = set(steps), dict[int, int]()
        for record in self.log.read(min(steps)):
            if isinstance(record, Step) and record.roll and record.number in wanted:
                rolls[record.number] = record.roll
            elif isinstance(record, Undone):
                for number in record.steps:
                    rolls.pop(number, None)
        return list(rolls.values())


class _Entered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of `enter_dice`."""

    question: int
    faces: Annotated[tuple[int, ...], Meta(max_length=1000)]


class _Given(NamedTuple):
    """Real dice for a command that waits: who gave them how, to which question, with those given before."""

    command: Command
    asked: Question
    faces: tuple[int, ...]


def _what_waits(command: Command, faces: Sequence[int] = ()) -> dict[str, Any]:
    """What a question for real dice needs to go on."""
    waiting: dict[str, Any] = plain({"name": command.name, "by": command.by, "args": command.args})
    return {"command": waiting, "faces": list(faces)}


def only_asks(step: Step) -> bool:
    """Whether a step came to nothing but a question for real dice; the step that has them all does the work."""
    last = step.events[-1] if step.events else None
    return isinstance(last, events.Asked) and ENTER_DICE in last.question.answers


def _answered(asked: Question | None) -> tuple[events.AnyEvent, ...]:
    return (events.Answered(asked.id),) if asked else ()


def _only_if_needed(seen: Sequence[tuple[int, int]], face: Face) -> Face:
    return remembered(seen, face) if seen else face
