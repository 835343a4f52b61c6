"""What an evening came to, from its log alone and for any game: who did what, who fell, and how lucky the dice were.

Luck is measured by the commands themselves. Each one that threw dice is previewed from the state that it began with, so
what came can be set against what was to be expected; what somebody decides afterwards is nobody's luck.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from rulewright.dice import DiceError, Distribution
from rulewright.dice.fairness.luck import Tally
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.history import History, after
from rulewright.table.log import MemoryLog, Record, Step, Undone, meant
from rulewright.table.previews import Effort, preview
from rulewright.table.state import GM, AnyState, Command
from rulewright.table.table import only_asks
from rulewright.table.transcript import tell

if TYPE_CHECKING:
    from rulewright.table.game import Game

EFFORT = Effort(happenings=1_200, samples=100)
"""A whole campaign is gone through, so no single throw may keep anybody waiting; the errors of a hundred throws even
out."""

MOST_MOMENTS = 5
BREAK = 2 * 60 * 60
"""Seconds without a command after which people have gone home."""


class Deeds(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did and suffered. Without an `id` it is what the GM did, and what happened to all at once."""

    id: str
    name: str
    player: str = ""
    commands: dict[str, int]
    """How often each, the most frequent first."""
    dealt: int = 0
    """Health that others lost by it."""
    healed: int = 0
    taken: int = 0
    came: float = 0.0
    """What the dice made of others' health, up or down."""
    expected: float = 0.0
    """What they would have made of it on average."""
    deviation: float = 0.0
    """How far from this they usually are (a standard deviation)."""


class Fall(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody fell."""

    step: int
    id: str
    name: str
    how: str
    by: str = ""
    round: int | None = None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that came out far from what was to be expected."""

    step: int
    text: str
    came: float
    expected: float
    chance: float
    """How likely as much was, or as little, or more so."""


class DiceOf(msgspec.Struct, frozen=True, kw_only=True):
    """One player's dice of one kind."""

    player: str
    sides: int
    dice: int
    mean: float
    expected: float
    chance: float | None
    """How often fair dice are at least this uneven (chi-square); nothing where there are too few to say."""


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    game: str
    commands: int
    taken_back: int
    dice_taken_back: int
    sittings: int
    seconds: int
    fights: int
    rounds: int
    health: str
    people: tuple[Deeds, ...]
    falls: tuple[Fall, ...]
    moments: tuple[Moment, ...]
    dice: tuple[DiceOf, ...]


def recap(game: "Game", records: Sequence[Record], start: AnyState | None = None) -> Recap:
    """What the steps in effect came to."""
    log = MemoryLog()
    history = History(game.new_state() if start is None else start, log)
    for record in records:
        log.append(record)
        history.take(record)
    evening = _Evening(game)
    state = history.start
    for step in history.steps():
        evening.take(state, step)
        state = after(state, step)
    sittings, seconds = _time([record.at for record in records])
    undone = _taken_back(records, {step.number for step in history.steps()})
    return Recap(
        game=game.title,
        commands=history.length,
        taken_back=len(undone),
        dice_taken_back=sum(len(step.dice) for step in undone),
        sittings=sittings,
        seconds=seconds,
        fights=evening.fights,
        rounds=evening.rounds,
        health=next((game.words.counters.get(name, name) for name in game.counters if name in game.words.health), ""),
        people=tuple(evening.people()),
        falls=tuple(evening.falls),
        moments=tuple(evening.turning_points()),
        dice=tuple(evening.dice()),
    )


def _taken_back(records: Iterable[Record], effective: set[int]) -> list[Step]:
    steps = {record.number: record for record in records if isinstance(record, Step)}
    undone = {number for record in records if isinstance(record, Undone) for number in record.steps}
    return [steps[number] for number in sorted(undone - effective)]


def _time(times: Sequence[int]) -> tuple[int, int]:
    """How often people sat down, and how long they played in all."""
    gaps = [max(0, later - earlier) for earlier, later in pairwise(times)]
    return 1 + sum(gap > BREAK for gap in gaps), sum(gap for gap in gaps if gap <= BREAK)


class _Person:
    """What is counted of somebody."""

    def __init__(self, name: str, player: str) -> None:
        self.name, self.player = name, player
        self.commands: Counter[str] = Counter()
        self.dealt = self.healed = self.taken = 0
        self.came = self.expected = self.variance = 0.0

    def deeds(self, who: str) -> Deeds:
        return Deeds(
            id=who,
            name=self.name,
            player=self.player,
            commands=dict(self.commands.most_common()),
            dealt=self.dealt,
            healed=self.healed,
            taken=self.taken,
            came=self.came,
            expected=self.expected,
            deviation=sqrt(self.variance),
        )


class _Evening:
    """Goes through the steps, one after the other."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._people: dict[str, _Person] = {}
        self._tallies: dict[tuple[str, int], Tally] = {}
        self._asked_by: dict[int, str] = {}
        """By question: whose deed it was that had to wait."""
        self._moments: list[Moment] = []
        self.falls: list[Fall] = []
        self.fights = self.rounds = 0

    def people(self) -> Iterator[Deeds]:
        listed = sorted(self._people, key=lambda who: not who)  # the GM comes last
        return (self._people[who].deeds(who) for who in listed)

    def turning_points(self) -> list[Moment]:
        """The throws that made most of a difference and were least likely to, in the order in which they fell."""

        def weight(moment: Moment) -> float:
            return abs(moment.came - moment.expected) * (1 - moment.chance)

        greatest = sorted(self._moments, key=weight, reverse=True)[:MOST_MOMENTS]
        return sorted(greatest, key=lambda moment: moment.step)

    def dice(self) -> Iterator[DiceOf]:
        for (player, sides), tally in sorted(self._tallies.items()):
            luck = tally.luck(player)
            yield DiceOf(
                player=player,
                sides=sides,
                dice=luck.dice,
                mean=luck.mean,
                expected=luck.expected,
                chance=luck.chance,
            )

    # ------------------------------------------------------------------ a step

    def take(self, before: AnyState, step: Step) -> None:
        command = meant(before, step)
        if only_asks(step):
            return
        person = self._person(before, command.by)
        person.commands[command.name] += 1
        for sides, face in step.dice:
            key = (person.player or step.seat, sides)
            self._tallies.setdefault(key, Tally()).add(sides, face)
        self._follow(before, step, command.by)
        if step.dice:
            self._weigh(before, step, command.by)

    def _person(self, state: AnyState, who: str) -> _Person:
        if who not in self._people:
            called = state.entities[who].called if who in state.entities else who
            self._people[who] = _Person(called if who else "The table", "" if who else GM)
        person = self._people[who]
        person.player = next((seat.id for seat in state.seats.values() if who in seat.entities), person.player)
        return person

    def _follow(self, state: AnyState, step: Step, actor: str) -> None:
        """Through the events: what happened to whom, and whose deed that was. What the GM sets is nobody's."""
        is_set = any(isinstance(event, events.Overridden) for event in step.events)
        answered = [event.question for event in step.events if isinstance(event, events.Answered)]
        deed_of = self._asked_by.get(answered[0], actor) if answered else actor
        fell: dict[str, Fall] = {}
        for event in step.events:
            match event:
                case events.Asked():
                    self._asked_by[event.question.id] = deed_of
                case events.EncounterStarted():
                    self.fights += 1
                    self.rounds += 1
                case events.EncounterChanged(field="round"):
                    self.rounds += 1
                case events.CounterChanged() if event.counter in self._game.words.health and not is_set:
                    self._health(state, event, actor if deed_of == event.entity else deed_of)
            if fall := self._fall(state, event, step.number, deed_of):
                fell.setdefault(fall.id, fall)
            state = events.apply(state, event)
        self.falls += fell.values()

    def _health(self, state: AnyState, event: events.CounterChanged, by: str) -> None:
        if event.value is None or event.before is None or event.entity not in state.entities:
            return
        lost = event.before - event.value
        if lost > 0:
            self._person(state, event.entity).taken += lost
        if by != event.entity:
            self._person(state, by).dealt += max(0, lost)
        if lost < 0:
            self._person(state, by).healed -= lost

    def _fall(self, state: AnyState, event: events.AnyEvent, step: int, by: str) -> Fall | None:
        words = self._game.words
        match event:
            case events.ConditionAdded() if event.condition.id in words.fallen:
                how = event.condition.id
            case events.CounterChanged() if self._runs_out(event):
                how = ""
            case _:
                return None
        entity = state.entities.get(event.entity)
        if entity is None or (how and entity.has(how)):
            return None
        told = words.conditions.get(how, f"is {how.replace('_', ' ')}") if how else "falls"
        number = state.encounter.round if state.encounter else None
        name = state.entities[by].called if by in state.entities and by != entity.id else ""
        return Fall(step=step, id=entity.id, name=entity.called, how=told, by=name, round=number)

    def _runs_out(self, event: events.CounterChanged) -> bool:
        """Somebody's health is gone, in a game that has no condition for it."""
        words = self._game.words
        if event.counter not in words.health or self._game.conditions.intersection(words.fallen):
            return False
        return (event.before or 0) > 0 and (event.value or 0) <= 0

    # ------------------------------------------------------------------ luck

    def _weigh(self, before: AnyState, step: Step, actor: str) -> None:
        """Set what came against what was to be expected."""
        command = meant(before, step)
        expected = self._outlook(before, before, actor, plan=[command])
        came = self._outlook(before, after(before, step), actor, done=[command])
        if expected is None or came is None:
            return
        mean, found = float(expected.mean()), float(came.mean())
        person = self._person(before, actor)
        person.came += found
        person.expected += mean
        person.variance += float(expected.deviation()) ** 2
        if found != mean:
            much = found > mean
            chance = expected.p(lambda value: value >= found if much else value <= found)
            text = tell(self._game, before, step)
            moment = Moment(
                step=step.number, text=text[0] if text else "", came=found, expected=mean, chance=float(chance)
            )
            self._moments.append(moment)

    def _outlook(
        self,
        since: AnyState,
        state: AnyState,
        actor: str,
        *,
        plan: Sequence[Command] = (),
        done: Sequence[Command] = (),
    ) -> "Distribution[int] | None":
        """What others' health will have changed by since a state, when nothing is pending any more."""
        health = self._game.words.health

        def difference(_: AnyState, end: AnyState, __: tuple[object, ...]) -> int:
            return sum(
                abs(entity.counter(name) - since.entities[who].counter(name))
                for who, entity in end.entities.items()
                if who != actor and who in since.entities and entity is not since.entities[who]
                for name in health
            )

        try:
            return preview(
                self._game,
                state,
                GM,
                plan,
                done=done,
                summary=difference,
                effort=EFFORT,
            ).outcomes
        except (RuleError, DiceError):  # as the rules are by now it can't be done: nothing can be said of its luck
            return None
