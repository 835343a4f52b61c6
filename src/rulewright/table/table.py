"""A table in play: commands in, records out. Everything else is a reading of its state and its log."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rulewright.dice import Face, Live, Scripted, TooFewDice
from rulewright.rules import RuleError
from rulewright.table import events, seats
from rulewright.table.commands import perform, refusal
from rulewright.table.game import Game
from rulewright.table.history import History, Snapshot
from rulewright.table.log import Log, MemoryLog, NewDice, Record, Redone, Step, Undone
from rulewright.table.play import AnyPlay
from rulewright.table.seats import known_state
from rulewright.table.sources import Chance, Source, remembered
from rulewright.table.state import GM, AnyState, Command, Question

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
        self._done: deque[tuple[str, int]] = deque(maxlen=REMEMBERED_COMMANDS)
        if snapshot is not None and snapshot.number <= len(self.log):
            self.history.resume(snapshot, game.codec.decode_state(bytes(snapshot.state)))
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
        if command.id and (done := self._done_before(command.id)):
            return done
        seats.may_do(self.game, self.state, seat, command)
        if self.state.seats[seat].role != "gm":
            self._refuse_as_known(command, seat)
        if command.name == ENTER_DICE:
            return self._enter_dice(command, seat)
        if dice is not None:
            scripted = Scripted(dice)
            play = perform(self.game, self.state, command, scripted, self._now())
            scripted.finish()
            return self._keep(command, seat, play, scripted, by_hand=True)
        if self.state.seats[seat].real_dice:
            return self._by_hand(command, seat, ())
        return self._by_chance(command, seat, self.history.seen(command))

    def undo(self, *, seat: str = GM, back_to: int | None = None) -> AnyState:
        """Take back the last step, or all down to and with a given one. The log keeps them."""
        steps = self.history.to_undo(back_to)
        last = self.history.last()
        assert last is not None
        seats.may_undo(self.state, seat, last.step, len(steps))
        rolls = [step.roll for step in self._last_steps(steps) if step.roll]
        self._source.undo(seat, rolls)
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
        """Give the default answers to questions whose time is over."""
        now = self._now()
        due = [asked for asked in self.state.questions.values() if asked.due is not None and asked.due <= now]
        return [self.do(asked.default) for asked in due if asked.default and asked.id in self.state.questions]

    def take_over(self, step: Step) -> None:
        """Let a step of another table happen here, as it happened there."""
        self._append(replace(step, number=self._next))

    def do_again(self, step: Step) -> Step:
        """Carry out the command of a step of another table, as if it were asked for now, with the dice that it had."""
        command, seat = replace(step.command, id=""), step.seat
        seats.may_do(self.game, self.state, seat, command)
        if command.name == ENTER_DICE:
            return self._enter_dice(command, seat)
        return self._by_chance(command, seat, step.dice)

    def ask_real_dice(self, question: int) -> Question:
        """The question for real dice of this number."""
        asked = self.state.questions.get(question)
        if asked is None or ENTER_DICE not in asked.answers:
            raise RuleError("nothing_pending", f"no dice are asked for under number {question}")
        return asked

    # ------------------------------------------------------------------ inside

    @property
    def _next(self) -> int:
        return self.history.number + 1

    def _refuse_as_known(self, command: Command, seat: str) -> None:
        """Refuse from what the seat may know, so that a refusal gives nothing away."""
        if command.name != ENTER_DICE:
            error = refusal(self.game, known_state(self.game, self.state, seat), command)
            if error:
                raise error

    def _by_chance(self, command: Command, seat: str, seen: Sequence[tuple[int, int]]) -> Step:
        with self._source.roll(command.by or seat, command.name) as face:
            live = Live(_only_if_needed(seen, face))
            play = perform(self.game, self.state, command, live, self._now())
        fresh = len(live.used) > len(seen)
        return self._keep(command, seat, play, live, roll=self._source.last_number if fresh else 0)

    def _by_hand(self, command: Command, seat: str, faces: Sequence[int], asked: Question | None = None) -> Step:
        """Run a command with real dice as far as they reach, and ask for the next one if there are too few."""
        scripted = Scripted(faces)
        try:
            play = perform(self.game, self.state, command, scripted, self._now())
        except TooFewDice as missing:
            return self._ask_for_die(command, seat, faces, missing, asked)
        scripted.finish()
        first = [events.Answered(asked.id)] if asked else []
        return self._keep(command, seat, play, scripted, first=first, by_hand=True)

    def _ask_for_die(
        self, command: Command, seat: str, faces: Sequence[int], missing: TooFewDice, asked: Question | None
    ) -> Step:
        question = Question(
            id=self.state.asked,
            to=command.by,
            text=f"{command.name.replace('_', ' ')}: throw a d{missing.sides}{missing.purpose}.",
            answers=(ENTER_DICE,),
            blocks=False,
            data={"command": {"name": command.name, "by": command.by, "args": command.args}, "faces": list(faces)},
        )
        happened: list[events.AnyEvent] = [events.Answered(asked.id)] if asked else []
        entered = Command(name=ENTER_DICE, by=command.by, id=command.id)
        return self._append_step(entered if asked else command, seat, (*happened, events.Asked(question)))

    def _enter_dice(self, command: Command, seat: str) -> Step:
        asked = self.ask_real_dice(int(command.args.get("question", -1)))
        waiting = Command(**asked.data["command"])
        faces = [*asked.data["faces"], *command.args.get("faces", ())]
        return self._by_hand(waiting, seat, faces, asked)

    def _keep(
        self,
        command: Command,
        seat: str,
        play: AnyPlay,
        dice: Live,
        *,
        first: Sequence[events.AnyEvent] = (),
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
        if isinstance(record, Step) and record.command.id:
            self._done.append((record.command.id, record.number))

    def _done_before(self, command_id: str) -> Step | None:
        number = next((number for known, number in self._done if known == command_id), None)
        if number is None:
            return None
        step = next(self.log.read(number))
        assert isinstance(step, Step)
        return step

    def _last_steps(self, numbers: Sequence[int]) -> list[Step]:
        wanted = set(numbers)
        return [step for step in self.log.read(min(wanted)) if isinstance(step, Step) and step.number in wanted]


ENTER_DICE = "enter_dice"
"""The command that answers a question for real dice: `question` is its number, `faces` are what the dice show."""


def _only_if_needed(seen: Sequence[tuple[int, int]], face: Face) -> Face:
    return remembered(seen, face) if seen else face
