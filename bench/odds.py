"""Exact odds of ten tasks against icepool: cold, each side as a good user of it would write it, equal to the fraction.

What is only arithmetic on dice is asked of us as dice text; what has a branch, a sub-rule or a state is a rule.
"""

import multiprocessing
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import icepool
import msgspec
from icepool import d
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase
from icepool.math import comb_row_cache
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_least, close, fail, functools_caches, race, show, show_machine
from rulewright.dice import Again, Comparison, Dice, Distribution, Exact
from rulewright.dice.notation import odds
from rulewright.rules import rule
from rulewright.systems.glog.rules.attack import weapon_attack

AS_FAST = 0.85
"""Ratios below one by no more than the noise of such short times."""

PATIENCE = 150
"""Seconds that icepool gets for the duel in which weapons break."""

# ---------------------------------------------------------------------- dice alone


def text(written: str, depth: int | None = None) -> Distribution[Any]:
    """The odds of dice text."""
    return odds(written, depth=depth).distribution


def margin_by_icepool() -> Any:
    """5d6 against 4d6."""
    return 5 @ d(6) - 4 @ d(6)


def six_scores() -> Distribution[Any]:
    """The best three of four dice, six times."""
    return text("4d6kh3").repeat(6)


def advantage() -> Comparison:
    """The better of two d20 against one."""
    return text("2d20kh1").compare(text("1d20"))


def exploding_successes_by_icepool() -> Any:
    """Each of twenty d10 counts on 7 and above; a ten adds a die, five times at most."""
    return 20 @ icepool.Die([0] * 6 + [1] * 3 + [1 + icepool.Again], again_depth=5)


# ---------------------------------------------------------------------- sets among dice


@rule
def largest_set(dice: Dice, *, count: int) -> tuple[int, int]:
    """How many dice of a pool show the same face, at most; and their sum."""
    faces = dice.pool(count, 6)
    return max(map(faces.count, set(faces))), sum(faces)


class LargestSet(icepool.MultisetEvaluator):  # type: ignore[misc] # icepool is Any to mypy
    """The same, face by face."""

    def next_state(self, state: Any, order: Any, face: int, count: int) -> tuple[int, int]:
        largest, total = state or (0, 0)
        return max(largest, count), total + face * count


largest_set_by_icepool = LargestSet()


def all_sizes(distribution_of: Callable[[int], Any]) -> list[Any]:
    """One to eight dice, one distribution for each."""
    return [distribution_of(count) for count in range(1, 9)]


def sets_of(count: int) -> Distribution[Any]:
    """Our answer for so many dice."""
    return Exact().distribution(largest_set, count=count)


def sets_by_icepool_of(count: int) -> Any:
    """Icepool's answer for so many dice."""
    return largest_set_by_icepool(d(6).pool(count))


# ---------------------------------------------------------------------- rules with branches


@rule
def margin(dice: Dice) -> int:
    """5d6 against 4d6."""
    return dice.total(5, 6) - dice.total(4, 6)


@rule
def percentile_damage(dice: Dice) -> int:
    """A share of twice the margin, rounded up; nothing for who did not win."""
    won_by = margin(dice)
    return 0 if won_by <= 0 else -(-won_by * 2 * dice.d(100) // 100)


def percentile_damage_by_icepool() -> Any:
    """The same as a mapping of the margin."""

    def damage(won_by: int) -> Any:
        return 0 if won_by <= 0 else d(100).map(lambda percent: -(-won_by * 2 * percent // 100))

    return margin_by_icepool().map(damage)


def sword_attack() -> Distribution[Any]:
    """An attack with a medium weapon by the rules of the game."""
    return weapon_attack.odds(attack=12, defense=13, strength=12, weapon_class="medium")


def sword_attack_by_icepool() -> Any:
    """The same attack with its numbers worked out by hand; house rules and other weapons are left out."""
    needed, bonus = 9, 1

    def outcome(face: int) -> Any:
        if face == 1:
            return (2 @ d(6) + 2 * bonus).map(lambda damage: (True, True, damage, "unchanged"))
        if face == 20:
            return False, True, 0, "unchanged"
        if face == 19:
            return icepool.Die([(False, False, 0, "unchanged"), (False, False, 0, "broken")])
        if face <= needed:
            return (d(6) + bonus).map(lambda damage: (True, False, damage, "unchanged"))
        return False, False, 0, "unchanged"

    return d(20).map(outcome)


@rule
def opposed(dice: Dice) -> bool:
    """Both have advantage and their bonus; a tie is rolled again for ever."""
    mine, theirs = dice.keep(2, 20, highest=1) + 5, dice.keep(2, 20, highest=1) + 3
    if mine == theirs:
        raise Again
    return mine > theirs


def opposed_as_text() -> Distribution[bool]:
    """The same as a margin that is not zero."""
    return text("2d20kh1 + 5 - (2d20kh1 + 3)").given(lambda won_by: won_by != 0).map(lambda won_by: won_by > 0)


def opposed_by_icepool() -> Any:
    """The same as a margin whose zero is rerolled."""
    return ((d(20).highest(2) + 5) - (d(20).highest(2) + 3)).reroll([0], depth="inf") > 0


# ---------------------------------------------------------------------- a duel to zero


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """What a duellist needs to hit the other one, and the die and bonus of the weapon."""

    needed: int
    sides: int
    bonus: int


FIRST = Fighter(12 - (13 - 10), 8, 1)
SECOND = Fighter(11 - (14 - 10), 6, 2)


class Duel(msgspec.Struct, frozen=True, gc=False):
    """Hit points of both, and whether the second one strikes next."""

    first: int
    second: int
    second_strikes: bool


@rule
def strike(dice: Dice, *, fighter: Fighter) -> int:
    """Damage on a d20 at or under what is needed; 1 hits with doubled dice, 20 misses."""
    face = dice.d(20)
    if face == 20 or face > max(fighter.needed, 1):
        return 0
    return dice.total(2 if face == 1 else 1, fighter.sides) + fighter.bonus


@rule
def exchange(dice: Dice, *, state: Duel) -> Duel:
    """One blow of whoever strikes next."""
    if state.second_strikes:
        return Duel(max(0, state.first - strike(dice, fighter=SECOND)), state.second, False)
    return Duel(state.first, max(0, state.second - strike(dice, fighter=FIRST)), True)


@rule
def duel(dice: Dice, *, first: int, second: int) -> bool:
    """Whether the first one, who strikes first, is left standing."""
    end = dice.repeat(exchange, Duel(first, second, False), until=lambda state: not (state.first and state.second))
    return end.first > 0


def strike_by_icepool(fighter: Fighter) -> Any:
    """The same blow as a mapping of a d20."""

    def damage(face: int) -> Any:
        if face == 20 or face > max(fighter.needed, 1):
            return 0
        return (2 if face == 1 else 1) @ d(fighter.sides) + fighter.bonus

    return d(20).map(damage)


def duel_by_icepool() -> Any:
    """The same duel as an absorbing chain."""
    by_first, by_second = strike_by_icepool(FIRST), strike_by_icepool(SECOND)

    def exchange(first: int, second: int, second_strikes: bool) -> Any:
        if not first or not second:
            return first, second, second_strikes
        if second_strikes:
            return by_second.map(lambda damage: (max(0, first - damage), second, False))
        return by_first.map(lambda damage: (first, max(0, second - damage), True))

    end = icepool.map(exchange, icepool.Die([(12, 14, False)]), star=True, repeat="inf")
    return end.map(lambda state: state[0] > 0, star=False)


# ---------------------------------------------------------------------- a duel in which weapons break

SNAPPED = 2


def worn(fighter: Fighter, breaks: int) -> Fighter:
    """The first break costs a point; the second leaves bare hands."""
    return Fighter(fighter.needed - 1, 4, 0) if breaks == SNAPPED else replace(fighter, needed=fighter.needed - breaks)


class Armed(NamedTuple):
    """Hit points and breaks of both, and whether the second one strikes next."""

    first: int
    second: int
    first_breaks: int
    second_breaks: int
    second_strikes: bool


class Blow(NamedTuple):
    """Damage dealt, and the breaks of the weapon after it."""

    damage: int
    breaks: int


@rule
def risky_strike(dice: Dice, *, fighter: Fighter, breaks: int) -> Blow:
    """As before, but on 19 the weapon breaks half the time."""
    now = worn(fighter, breaks)
    face = dice.d(20)
    if face == 19 and breaks < SNAPPED and dice.chance(1, 2):
        breaks += 1
    if face == 20 or face > max(now.needed, 1):
        return Blow(0, breaks)
    return Blow(dice.total(2 if face == 1 else 1, now.sides) + now.bonus, breaks)


@rule
def risky_exchange(dice: Dice, *, state: Armed) -> Armed:
    """One blow of whoever strikes next."""
    if state.second_strikes:
        damage, breaks = risky_strike(dice, fighter=SECOND, breaks=state.second_breaks)
        return state._replace(first=max(0, state.first - damage), second_breaks=breaks, second_strikes=False)
    damage, breaks = risky_strike(dice, fighter=FIRST, breaks=state.first_breaks)
    return state._replace(second=max(0, state.second - damage), first_breaks=breaks, second_strikes=True)


@rule
def risky_duel(dice: Dice, *, first: int, second: int) -> bool:
    """Whether the first one is left standing."""
    start = Armed(first, second, 0, 0, False)
    return dice.repeat(risky_exchange, start, until=lambda state: not (state.first and state.second)).first > 0


def risky_strike_by_icepool(fighter: Fighter, breaks: int) -> Any:
    """The same blow as a mapping of a d20; at or under what is needed there is never a 19 here."""
    now = worn(fighter, breaks)

    def blow(face: int) -> Any:
        if face == 19 and breaks < SNAPPED:
            return icepool.Die([(0, breaks), (0, breaks + 1)])
        if face == 20 or face > max(now.needed, 1):
            return 0, breaks
        return ((2 if face == 1 else 1) @ d(now.sides) + now.bonus).map(lambda damage: (damage, breaks))

    return d(20).map(blow)


def risky_duel_by_icepool() -> Any:
    """The same duel as an absorbing chain."""
    by_first = [risky_strike_by_icepool(FIRST, breaks) for breaks in range(SNAPPED + 1)]
    by_second = [risky_strike_by_icepool(SECOND, breaks) for breaks in range(SNAPPED + 1)]

    def exchange(first: int, second: int, mine: int, theirs: int, second_strikes: bool) -> Any:
        if not first or not second:
            return first, second, mine, theirs, second_strikes
        if second_strikes:
            return by_second[theirs].map(
                lambda damage, breaks: (max(0, first - damage), second, mine, breaks, False), star=True
            )
        return by_first[mine].map(
            lambda damage, breaks: (first, max(0, second - damage), breaks, theirs, True), star=True
        )

    end = icepool.map(exchange, icepool.Die([(12, 14, 0, 0, False)]), star=True, repeat="inf")
    return end.map(lambda state: state[0] > 0, star=False)


def send_risky_duel(there: Connection) -> None:
    """What the impatient parent starts."""
    start = perf_counter()
    result = chances(risky_duel_by_icepool())
    there.send((perf_counter() - start, result))


def risky_duel_within_patience() -> tuple[float, dict[Any, Fraction]] | None:
    """Icepool's seconds and result, in a process of its own that can be ended; None if it takes too long."""
    processes = multiprocessing.get_context("spawn")
    here, there = processes.Pipe(duplex=False)
    child = processes.Process(target=send_risky_duel, args=(there,))
    child.start()
    there.close()
    answer = here.recv() if here.poll(PATIENCE) else None
    child.terminate()
    child.join()
    return answer


# ---------------------------------------------------------------------- the comparison


class Task(NamedTuple):
    """One question to both. A second form of a question may not be slower either, but has no part in the median."""

    name: str
    ours: Callable[[], Any]
    icepool: Callable[[], Any]
    second_form: bool = False


TASKS = (
    Task("5d6 against 4d6, margin", partial(text, "5d6 - 4d6"), margin_by_icepool),
    Task("5d6 against 4d6, margin, as a rule", lambda: Exact().distribution(margin), margin_by_icepool, True),
    Task("best three of 4d6, six times", six_scores, lambda: 6 @ d(6).highest(4, 3)),
    Task("d20 with advantage against d20", advantage, lambda: d(20).highest(2).cmp(d(20))),
    Task("largest set and sum of 1 to 8 d6", partial(all_sizes, sets_of), partial(all_sizes, sets_by_icepool_of)),
    Task("largest set and sum of 8d6", partial(sets_of, 8), partial(sets_by_icepool_of, 8), True),
    Task("percentile damage", lambda: Exact().distribution(percentile_damage), percentile_damage_by_icepool),
    Task("100d6", partial(text, "100d6"), lambda: 100 @ d(6)),
    Task("20d10 counting 7+, tens add, five deep", partial(text, "20d10!c>=7", 5), exploding_successes_by_icepool),
    Task("attack with breakage", sword_attack, sword_attack_by_icepool),
    Task("opposed checks, ties rerolled", opposed_as_text, opposed_by_icepool),
    Task("opposed checks, ties rerolled, as a rule", opposed.odds, opposed_by_icepool, True),
    Task("duel to zero", partial(duel.odds, first=12, second=14), duel_by_icepool),
)


def chances(found: Any) -> dict[Any, Fraction]:
    """Outcomes of either side, as plain values with their chances."""
    match found:
        case list():
            return {(number, outcome): p for number, one in enumerate(found) for outcome, p in chances(one).items()}
        case Comparison(lower, equal, higher):
            return {-1: lower, 0: equal, 1: higher}
        case Distribution():
            return {plain(outcome): p for outcome, p in found.items()}
    return {outcome: Fraction(weight, found.denominator()) for outcome, weight in found.items() if weight}


def plain(outcome: Any) -> Any:
    """Structs as tuples."""
    return msgspec.structs.astuple(outcome) if isinstance(outcome, msgspec.Struct) else outcome


def checksum(result: Mapping[Any, Fraction]) -> dict[str, Any]:
    """The number of outcomes, and the mean where they are numbers."""
    numbers = all(isinstance(outcome, (int, Fraction)) for outcome in result)
    return {"outcomes": len(result)} | ({"mean": float(sum(o * p for o, p in result.items()))} if numbers else {})


_CACHES = functools_caches("rulewright.dice") + functools_caches("icepool")
_EVALUATORS = [value for value in vars(icepool.evaluator).values() if isinstance(value, MultisetEvaluatorBase)]


def empty_caches() -> None:
    """All that either side remembers of earlier answers."""
    for clear in _CACHES:
        clear()
    icepool.Pool.clear_cache()
    comb_row_cache.clear()
    for evaluator in (*_EVALUATORS, largest_set_by_icepool):
        vars(evaluator).pop("_cache", None)


def compare(task: Task) -> float:
    """How many times as long icepool takes."""
    empty_caches()
    result = chances(task.ours())
    if result != chances(task.icepool()):
        fail(f"the two sides differ: {task.name}")
    ours, theirs = race(task.ours, task.icepool, before=empty_caches)
    show(task=task.name, ours_ms=ours * 1e3, icepool_ms=theirs * 1e3, ratio=theirs / ours, **checksum(result))
    return theirs / ours


def compare_risky_duel() -> None:
    """Ours as always; icepool once, and only as long as we have patience."""
    asked = partial(risky_duel.odds, first=12, second=14)
    (ours,) = race(asked, before=empty_caches)
    result, theirs = chances(asked()), risky_duel_within_patience()
    if theirs is None:
        answer: dict[str, Any] = {"icepool": f"no answer within {PATIENCE} seconds"}
    elif theirs[1] != result:
        fail("the two sides differ: duel in which weapons break")
    else:
        answer = {"icepool_ms": theirs[0] * 1e3, "ratio": theirs[0] / ours}
    show(task="duel in which weapons break", ours_ms=ours * 1e3, **answer, **checksum(result))


def main() -> None:
    show_machine()
    ratios = {task: compare(task) for task in TASKS}
    compare_risky_duel()
    targets = {
        "smallest ratio": at_least(AS_FAST, min(ratios.values())),
        "median ratio": at_least(3, median(ratio for task, ratio in ratios.items() if not task.second_form)),
        "duel to zero": at_least(100, ratios[TASKS[-1]]),
    }
    close("odds", targets)


if __name__ == "__main__":
    main()
