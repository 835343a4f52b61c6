"""What would happen: a plan of commands run to its horizon over all dice, for a seat and from what the seat may know.

There is no second copy of a rule in here. A preview runs the very commands that would be done, with dice that take
every way; where there are too many ways it throws them some thousand times, and says so.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from rulewright.dice import Budget, Dice, Distribution, Exact, Face, Fast, TooComplex, seeded_face
from rulewright.rules import FrozenMap, RuleError
from rulewright.table.commands import perform
from rulewright.table.game import Game
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command

MOST_OUTCOMES = 20_000
LONGEST_PLAN = 200
"""How many commands are assumed until the horizon of a plan; what has not ended then is refused."""


class Changes(NamedTuple):
    """What a plan did: the results of its commands, and every value that came out otherwise than it was."""

    results: tuple[Any, ...]
    """What each command of the plan came to; the code of the refusal where it could not be carried out."""
    counters: FrozenMap[tuple[str, str], int | None]
    """By entity and counter: the value at the end, of those that changed."""
    gained: frozenset[tuple[str, str]]
    """Entity and condition, of conditions that are new."""
    lost: frozenset[tuple[str, str]]


class Effort(NamedTuple):
    """What a preview may cost, in what happens and not in seconds: the same question has the same answer everywhere."""

    happenings: int = 60_000
    """Commands carried out and events that come of them, of all the ways together: about a second's worth."""
    samples: int = 2_000
    """How often the dice are thrown where there are more ways than that."""


USUAL_EFFORT = Effort()


class Preview(NamedTuple):
    """What would come of a plan."""

    outcomes: Distribution[Any]
    assumptions: tuple[str, ...]
    exact: bool
    error: float
    """How far a chance may be off (a standard error, at most); 0 where the answer is exact."""

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """The chance that something holds of the outcome."""
        return self.outcomes.p(holds)


Summary = Callable[[AnyState, AnyState, tuple[Any, ...]], Hashable]
"""What somebody wants to know of a plan, from the states before and after and the results: the less, the faster."""


def changes(before: AnyState, after: AnyState, results: tuple[Any, ...]) -> Changes:
    """Everything that a plan changed on entities, and the results of its commands."""
    counters: dict[tuple[str, str], int | None] = {}
    gained: set[tuple[str, str]] = set()
    lost: set[tuple[str, str]] = set()
    for name, entity in after.entities.items():
        old = before.entities.get(name)
        if old is entity:
            continue
        was: Mapping[str, Any] = old.counters if old else {}
        counters.update({(name, key): value for key, value in entity.counters.items() if was.get(key) != value})
        had = old.conditions.keys() if old else set()
        gained.update((name, condition) for condition in entity.conditions.keys() - had)
        lost.update((name, condition) for condition in had - entity.conditions.keys())
    return Changes(results, FrozenMap(counters), frozenset(gained), frozenset(lost))


def preview(
    game: Game,
    state: AnyState,
    seat: str,
    plan: Sequence[Command],
    *,
    done: Sequence[Command] = (),
    summary: Summary = changes,
    effort: Effort = USUAL_EFFORT,
    face: Face | None = None,
) -> Preview:
    """What would come of a plan, exactly where that is worth the effort. What can't be begun is refused.

    `done` is what of the plan has happened already, where the horizon is that of the whole. Without a `face` the dice
    of samples follow from the question, so that it is answered alike whenever it is asked.
    """
    known = known_state(game, state, seat)
    run = _PlanRun(game, known, tuple(plan), (*done, *plan), summary, effort.happenings)
    try:
        outcomes = Exact(Budget(outcomes=MOST_OUTCOMES)).distribution(run)
    except TooComplex:
        run.happenings_left = None
        question = game.codec.encode_state(known) + msgspec.json.encode(run.plan)
        dice = Fast(face or seeded_face(crc32(question)))
        counted = Counter(run.function(dice) for _ in range(effort.samples))
        return Preview(Distribution(counted), run.assumptions, exact=False, error=0.5 / sqrt(effort.samples))
    return Preview(outcomes, run.assumptions, exact=True, error=0.0)


class _PlanRun:
    """A plan in the shape of a rule, for the readings of dice to run. Equal only to itself."""

    name = "preview"
    switches = ""
    standard = None

    def __init__(
        self,
        game: Game,
        start: AnyState,
        plan: tuple[Command, ...],
        whole: tuple[Command, ...],
        summary: Summary,
        happenings: int,
    ) -> None:
        self.plan = plan
        self.happenings_left: int | None = happenings
        """Nothing where they are not counted."""
        self._game = game
        self._start = start
        self._whole = whole
        self._summary = summary
        self._assumed: dict[str, None] = {}

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed, in any of the ways that the dice can fall."""
        return tuple(self._assumed)

    def function(self, dice: Dice) -> Hashable:
        state, results = self._start, []
        for place, command in enumerate(self.plan):
            try:
                state, result = self._perform(state, command, dice)
            except RuleError as refused:
                if place == 0:
                    raise
                result = refused.code
            results.append(result)
        for _ in range(LONGEST_PLAN):
            assumption = self._game.assume(state, self._whole)
            if assumption is None:
                return self._summary(self._start, state, tuple(results))
            self._assumed[assumption.text] = None
            state, _ = self._perform(state, assumption.command, dice)
        raise RuleError("too_complex", f"the plan has no end after {LONGEST_PLAN} commands that are assumed")

    def _perform(self, state: AnyState, command: Command, dice: Dice) -> tuple[AnyState, Any]:
        play = perform(self._game, state, command, dice)
        if self.happenings_left is not None:
            self.happenings_left -= 1 + len(play.events)
            if self.happenings_left < 0:
                raise TooComplex("the plan can go in too many ways for every one to be tried")
        return play.state, frozen(play.outcome)


def frozen(value: Any) -> Any:
    """Plain data as something that can be counted."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return FrozenMap({name: frozen(part) for name, part in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    return value


def marginal(outcomes: Distribution[Any], pick: Callable[[Any], Iterable[Hashable]]) -> dict[Hashable, Fraction]:
    """The chance of each thing that `pick` finds in an outcome, such as every condition gained."""
    found: dict[Hashable, Fraction] = {}
    for outcome, p in outcomes.items():
        for thing in set(pick(outcome)):
            found[thing] = found.get(thing, Fraction(0)) + p
    return found
