"""The exact reading: runs a rule once for every way its dice can fall, and weighs the results.

A rule called inside a rule is one branch over its distinct results, computed once for its arguments. A rule is re-run
from its start for each branch, and earlier draws are answered from the path that led there. So a rule needs no special
form. It only has to be a pure function of its arguments and dice, and that is checked: a re-run that asks for other
dice is an error.
"""

import time
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple, TypeVar

from rulewright.dice import counting
from rulewright.dice.chains import absorb
from rulewright.dice.distribution import Distribution
from rulewright.dice.errors import DiceError, Impure, TooComplex
from rulewright.dice.protocol import Again, Callee
from rulewright.dice.rolling import kept_places, refuse_impossible

T = TypeVar("T")
State = TypeVar("State")


MOST_SIDES = 1_000_000
MOST_DRAWS, MOST_ASKED = 2_000, 200_000
"""How many draws one run may ask for that can fall in different ways, and how many in all: more is a loop."""

MOST_KEPT = 100_000
"""How many outcomes of rules are kept from one question to the next."""


class Outcomes(NamedTuple):
    """Values with integer weights, ready to branch over."""

    values: tuple[Any, ...]
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, weights: Mapping[Any, int]) -> "Outcomes":
        return cls(tuple(weights), tuple(weights.values()), sum(weights.values()))


class Budget(NamedTuple):
    """How much work an exact answer may cost, and who hears of its progress."""

    runs: int = 2_000_000
    outcomes: int = 1_000_000
    seconds: float | None = None
    progress: Callable[[float], None] | None = None
    """Told the share of the work that is done, now and then; may raise to cancel."""


USUAL_BUDGET = Budget()


class _Branch:
    """One draw on the current path: what was asked, what may come, which of it is being followed."""

    __slots__ = ("arguments", "asked", "draws", "index", "last", "numerator", "scale", "value", "values", "weights")

    def __init__(self, asked: Any, arguments: Any, outcomes: Outcomes, before: "_Branch | None") -> None:
        self.asked = asked
        self.arguments = arguments
        self.values, self.weights, total = outcomes
        self.index = 0
        self.last = len(self.values) - 1
        self.value = self.values[0]
        # Weight of the path up to here; total weight of all draws up to and with this one; how many of them matter.
        self.numerator: int = before.numerator * before.weights[before.index] if before else 1
        self.scale: int = before.scale * total if before else total
        self.draws: int = (before.draws if before else 0) + (self.last > 0)


class Exact:
    """Exact distributions of rules. Keeps what it has computed, as far as memory should go: ask it many questions."""

    def __init__(self, budget: Budget = USUAL_BUDGET) -> None:
        self._budget = budget
        self._known: dict[Hashable, Outcomes] = {}
        self._kept = 0
        self._running: set[Hashable] = set()
        self._path: list[_Branch] = []
        self._depth = 0
        self._runs = 0
        self._next_look = 1024
        self._started = time.monotonic()

    def distribution(self, rule: Callee, **arguments: Any) -> Distribution[Any]:
        """All results of a rule with their chances."""
        self._runs, self._next_look, self._started = 0, 1024, time.monotonic()
        if self._kept > MOST_KEPT:
            self._known.clear()
            self._kept = 0
        outcomes = self._outcomes(rule, arguments)
        return Distribution(dict(zip(outcomes.values, outcomes.weights, strict=True)))

    # ------------------------------------------------------------------ draws

    def d(self, sides: int, why: str = "") -> int:
        return self._branch("d", sides, _die)  # type: ignore[no-any-return]

    def total(self, count: int, sides: int, why: str = "") -> int:
        return self._branch("total", (count, sides), _total)  # type: ignore[no-any-return]

    def pool(self, count: int, sides: int, why: str = "") -> tuple[int, ...]:
        return self._branch("pool", (count, sides), _pool)  # type: ignore[no-any-return]

    def keep(self, count: int, sides: int, *, highest: int = 0, lowest: int = 0, why: str = "") -> int:
        return self._branch("keep", (count, sides, highest, lowest), _keep)  # type: ignore[no-any-return]

    def count(self, count: int, sides: int, wanted: Callable[[int], bool], why: str = "") -> int:
        _refuse_impossible(count, sides)
        faces = tuple(map(wanted, range(1, sides + 1)))
        return self._branch("count", (count, faces), _count)  # type: ignore[no-any-return]

    def chance(self, numerator: int, denominator: int, why: str = "") -> bool:
        if numerator <= 0 or numerator >= denominator:
            return numerator > 0
        return self._branch("chance", (numerator, denominator), _chance)  # type: ignore[no-any-return]

    def repeat(
        self,
        step: Callable[..., State],
        state: State,
        *,
        times: int | None = None,
        until: Callable[[State], bool] | None = None,
        **unchanging: Any,
    ) -> State:
        def repeated(_: Any) -> Outcomes:
            def outcomes_of(state: State) -> Outcomes:
                return self._outcomes(step, {"state": state, **unchanging})  # type: ignore[arg-type]

            return (
                self._loop(state, outcomes_of, until)
                if times is None
                else self._steps(state, outcomes_of, until, times)
            )

        return self._branch(step, ("repeat", state, times, unchanging), repeated)  # type: ignore[no-any-return]

    def note(self, label: str, value: T) -> T:
        return value

    def call(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        depth = self._depth
        if depth < len(self._path):
            branch = self._path[depth]
            if branch.asked is rule and branch.arguments == arguments:
                self._depth = depth + 1
                return branch.value
        return self._branch(rule, arguments, lambda known: self._outcomes(rule, known))

    def _branch(self, asked: Any, arguments: Any, outcomes_of: Callable[[Any], Outcomes]) -> Any:
        """The value of this draw on the path that is being followed; a new draw extends the path."""
        depth, path = self._depth, self._path
        self._depth = depth + 1
        if depth < len(path):
            branch = path[depth]
            if branch.asked is not asked or branch.arguments != arguments:
                raise Impure(
                    f"the same rule asked for {_in_words(branch.asked, branch.arguments)} once and for "
                    f"{_in_words(asked, arguments)} the next time: "
                    "a rule may depend on nothing but its arguments and its dice"
                )
            return branch.value
        branch = _Branch(asked, arguments, outcomes_of(arguments), path[-1] if path else None)
        if branch.draws > MOST_DRAWS or depth >= MOST_ASKED:
            raise TooComplex(
                f"after {depth:,} draws a rule is still asking for more: a loop without end can't be tried to its end; "
                "raise Again to roll again, write the loop as a step and repeat it, or give it a bound"
            )
        path.append(branch)
        return branch.value

    # ------------------------------------------------------------------ rules

    def _outcomes(self, rule: Callee, arguments: Mapping[str, Any]) -> Outcomes:
        key = (rule, *arguments.items())
        try:
            known = self._known.get(key)
        except TypeError:  # an argument can't be hashed: compute without remembering
            return self._explore(rule, arguments)
        if known is None:
            if key in self._running:
                raise TooComplex(
                    f"{rule.name} calls itself with the same arguments and would never end: "
                    "raise Again to roll again, or write the loop as a step and repeat it"
                )
            self._running.add(key)
            try:
                known = self._known[key] = self._explore(rule, arguments)
                self._kept += len(known.values)
            finally:
                self._running.discard(key)
        return known

    def _explore(self, rule: Callee, arguments: Mapping[str, Any]) -> Outcomes:
        """Depth first through everything that can happen, one run for each end of the path."""
        outer, self._path = (self._path, self._depth), []
        path, function = self._path, rule.function
        by_scale: dict[int, dict[Any, int]] = {}
        own_runs = 0
        try:
            while True:
                self._depth = 0
                own_runs += 1
                self._runs += 1
                if self._runs >= self._next_look:
                    self._look_at_the_budget(rule, path, own_runs)
                try:
                    result = function(self, **arguments)
                except Again:
                    pass
                else:
                    scale = weight = 1
                    if path:
                        end = path[-1]
                        scale, weight = end.scale, end.numerator * end.weights[end.index]
                    weights = by_scale.get(scale)
                    if weights is None:
                        weights = by_scale[scale] = {}
                        _refuse_unhashable(rule, result)
                    weights[result] = weights.get(result, 0) + weight
                if self._depth < len(path):
                    raise Impure(f"{rule.name} asked for fewer dice the next time it was run with the same ones")
                while path:
                    branch = path[-1]
                    if branch.index < branch.last:
                        branch.index += 1
                        branch.value = branch.values[branch.index]
                        break
                    path.pop()
                else:
                    return self._merged(rule, by_scale)
        finally:
            self._path, self._depth = outer

    def _merged(self, rule: Callee, by_scale: Mapping[int, Mapping[Any, int]]) -> Outcomes:
        if not by_scale:
            raise DiceError(f"{rule.name} is rolled again whatever the dice show: it never ends")
        if len(by_scale) == 1:
            return Outcomes.of(*by_scale.values())
        common = lcm(*by_scale)
        merged: dict[Any, int] = {}
        for scale, weights in by_scale.items():
            factor = common // scale
            for result, weight in weights.items():
                merged[result] = merged.get(result, 0) + weight * factor
        if len(merged) > self._budget.outcomes:
            raise TooComplex(
                f"{rule.name} has more than {self._budget.outcomes:,} different results: ask for fewer fields"
            )
        return Outcomes.of(merged)

    # ------------------------------------------------------------------ loops

    def _steps(
        self,
        state: State,
        outcomes_of: Callable[[State], Outcomes],
        until: Callable[[State], bool] | None,
        times: int,
    ) -> Outcomes:
        """Step by step with equal states merged, so that the work grows with the states and not with the paths."""
        states: dict[State, int] = {state: 1}
        for _ in range(times):
            going = {state for state in states if not (until and until(state))}
            if not going:
                break
            after = {state: outcomes_of(state) for state in going}
            common = lcm(*(outcomes.total for outcomes in after.values()))
            merged: dict[State, int] = {
                state: weight * common for state, weight in states.items() if state not in going
            }
            for state, outcomes in after.items():
                factor = states[state] * (common // outcomes.total)
                for value, weight in zip(outcomes.values, outcomes.weights, strict=True):
                    merged[value] = merged.get(value, 0) + weight * factor
            states = merged
            self._runs += len(states)
            self._afford_states(len(states))
        return Outcomes.of(states)

    def _loop(
        self,
        state: State,
        outcomes_of: Callable[[State], Outcomes],
        until: Callable[[State], bool] | None,
    ) -> Outcomes:
        if until is None:
            raise DiceError("a loop needs to know how many times, or until when")
        ends = absorb(state, outcomes_of, until, self._afford_states)
        scale = lcm(*(chance.denominator for chance in ends.values()))
        return Outcomes.of({end: chance.numerator * (scale // chance.denominator) for end, chance in ends.items()})

    # ------------------------------------------------------------------ budget

    def _afford_states(self, states: int) -> None:
        if states > self._budget.outcomes:
            raise TooComplex(
                f"more than {self._budget.outcomes:,} different states: "
                "leave out of the state what does not matter (a counter of turns never comes back to an earlier state)"
            )

    def _look_at_the_budget(self, rule: Callee, path: list[_Branch], own_runs: int) -> None:
        """From the part of a rule's tree that is done, estimate the whole; give up early on what can't be finished.

        The first branches may be the widest, so an estimate counts for more the further it has come.
        """
        done, width = 0.0, 1.0
        for branch in path:
            width *= len(branch.values)
            done += branch.index / width
        budget, runs = self._budget, self._runs
        estimate = own_runs / done if done else width
        hopeless = own_runs >= 8192 and estimate > budget.runs * max(1.2, 400_000 / own_runs)
        late = budget.seconds is not None and time.monotonic() - self._started > budget.seconds
        if runs > budget.runs or hopeless or late:
            limit = f"{budget.seconds:g} seconds" if late else f"{budget.runs:,} runs"
            raise TooComplex(
                f"the exact odds of {rule.name} need about {estimate:.0e} runs and may take {limit}: "
                "let rules that matter less be rules of their own, whose equal results are merged, or simulate"
            )
        if budget.progress:
            budget.progress(done)
        self._next_look = runs + 4096 if runs >= 4096 else runs * 2


def _refuse_unhashable(rule: Callee, result: Any) -> None:
    """Looked at once for every first result; equal results could not be found otherwise."""
    try:
        hash(result)
    except TypeError as error:
        raise DiceError(
            f"{rule.name} gives a result that can't be told from others ({error}): "
            "give numbers, texts, tuples or frozen structs"
        ) from None


def _refuse_impossible(count: int, sides: int) -> None:
    refuse_impossible(count)
    if not 1 <= sides <= MOST_SIDES:
        raise DiceError(f"a die has from 1 to {MOST_SIDES:,} sides, found {sides}")


@lru_cache(maxsize=256)
def _die(sides: int) -> Outcomes:
    _refuse_impossible(1, sides)
    return Outcomes(tuple(range(1, sides + 1)), (1,) * sides, sides)


@lru_cache(maxsize=64)
def _total(dice: tuple[int, int]) -> Outcomes:
    _refuse_impossible(*dice)
    return Outcomes.of(counting.sum_of_dice(*dice))


@lru_cache(maxsize=16)
def _pool(dice: tuple[int, int]) -> Outcomes:
    count, sides = dice
    _refuse_impossible(count, sides)
    return Outcomes.of(dict(counting.multisets(counting.die(sides), count)))


@lru_cache(maxsize=64)
def _keep(dice: tuple[int, int, int, int]) -> Outcomes:
    count, sides, highest, lowest = dice
    _refuse_impossible(count, sides)
    return Outcomes.of(counting.keep_of(counting.die(sides), count, *kept_places(count, highest, lowest)))


@lru_cache(maxsize=64)
def _count(dice: tuple[int, tuple[bool, ...]]) -> Outcomes:
    count, wanted = dice
    return Outcomes.of(counting.count_of(len(wanted), count, lambda face: wanted[face - 1]))


@lru_cache(maxsize=256)
def _chance(fraction: tuple[int, int]) -> Outcomes:
    numerator, denominator = fraction
    return Outcomes((True, False), (numerator, denominator - numerator), denominator)


def _in_words(asked: Any, arguments: Any) -> str:
    return f"{getattr(asked, 'name', asked)} {arguments}"
