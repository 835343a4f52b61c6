"""Forecasts: of a round, of a duel, of getting up again. They ask rules for their odds and add those up."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.dice import Distribution, Exact, TooComplex
from rulewright.rules import FrozenMap
from rulewright.systems.ardor.book import (
    ArduousModifier,
    ChallengeScore,
    Count,
    Simultaneity,
    Timer,
    TimerBonus,
    book,
)
from rulewright.systems.ardor.rules.combatants import Combatant, Combatants, Duelist, refuse_combatants, score_of
from rulewright.systems.ardor.rules.courses import normal_form
from rulewright.systems.ardor.rules.health import Downed, left_after, new_timer, one_round_down
from rulewright.systems.ardor.rules.rounds import Throw, Wave, Waves, able, change_by, plans_of, waves_of

MOST_CHARACTERS = 4
MOST_STANDINGS_IN_A_DUEL = 5_000

ALWAYS_WALKED = 50_000
"""AR-GEN-09: as many combinations of Health of at most three characters are foreseen whatever it costs."""

MOST_WALKED = 3_000_000
"""What a forecast may cost that has more than those."""

Health: TypeAlias = tuple[int, ...]
Standings: TypeAlias = dict[Health, int]
"""The Health of everybody, with its weight."""


# ---------------------------------------------------------------------- walking a round


def courses_of(
    exact: Exact, combatants: tuple[Combatant, ...], order: Simultaneity, mode: ArduousModifier, health: Health
) -> dict[Waves, Fraction]:
    """Every course that a round can take, with its chance: all faces of all d20s, those that come to the same once."""
    scores = [
        exact.distribution(
            score_of, fighter=combatant, actions=tuple(deed.action for deed in combatant.deeds), mode=mode
        )
        for combatant in combatants
    ]
    plans = plans_of(combatants)
    found: dict[Waves, int] = {}
    for rolled in product(*(distribution.weights.items() for distribution in scores)):
        waves = waves_of(plans, tuple(score for score, _ in rolled), order)
        found[waves] = found.get(waves, 0) + prod(weight for _, weight in rolled)
    total = prod(distribution.total for distribution in scores)
    courses: dict[Waves, Fraction] = {}
    for waves, weight in found.items():
        course = normal_form(waves, health)
        courses[course] = courses.get(course, Fraction()) + Fraction(weight, total)
    return courses


class Walk:
    """Everything that can become of some combatants in the courses of a round.

    Health beyond all that can still come makes no difference, and whoever is not attacked any more is only up or
    down: such standings are walked together, unless all Health is asked for at the end.
    """

    def __init__(self, exact: Exact, most: Health, *, all_health: bool, most_walked: int | None = None) -> None:
        self._exact = exact
        self._most = most
        self._all_health = all_health
        self._most_walked, self._walked = most_walked, 0
        self._changes: dict[tuple[Throw, ...], Distribution[int]] = {}
        self._left: dict[tuple[tuple[Throw, ...], int, int, int], list[tuple[int, int]]] = {}
        self.damage = [Fraction()] * len(most)
        """What has arrived at everybody, times the chance that it did."""

    def along(self, waves: Waves, standings: Standings, chance: Fraction) -> Standings:
        """What standings become in a course that has this chance; their weights grow with the ways of its dice."""
        for number, wave in enumerate(waves):
            enough = self._enough(waves[number + 1 :])
            everything, parts = sum(standings.values()), by_who_acts(wave, standings)
            standings = {}
            for acting, part in parts.items():
                self._count_damage(acting, chance * Fraction(sum(part.values()), everything))
                missing = prod(self.ways(act.throw) for act in wave) // prod(self.ways(act.throw) for act in acting)
                moved = {health: weight * missing for health, weight in part.items()}
                for target, throws in by_target(acting):
                    moved = self._struck(moved, target, throws, enough[target])
                    self._afford(len(moved))
                for health, weight in moved.items():
                    standings[health] = standings.get(health, 0) + weight
        return standings

    def ways(self, throw: Throw) -> int:
        """In how many ways the dice of a throw can fall."""
        return self.change((throw,)).total

    def change(self, throws: tuple[Throw, ...]) -> Distribution[int]:
        """What some throws do to somebody's Health together."""
        if throws not in self._changes:
            last = self._exact.distribution(change_by, throw=throws[-1])
            self._changes[throws] = self.change(throws[:-1]).plus(last) if len(throws) > 1 else last
        return self._changes[throws]

    def _afford(self, standings: int) -> None:
        self._walked += standings
        if self._most_walked is not None and self._walked > self._most_walked:
            raise TooComplex(
                f"this forecast walks through more than {self._most_walked:,} standings: ask it of fewer combatants, "
                "or in the order all_count, in which nobody waits for anybody"
            )

    def _count_damage(self, acting: Wave, chance: Fraction) -> None:
        for _, throw in acting:
            if not throw.heals:
                self.damage[throw.target] -= chance * self.change((throw,)).mean()

    def _struck(self, standings: Standings, target: int, throws: tuple[Throw, ...], enough: int) -> Standings:
        moved: Standings = {}
        for health, weight in standings.items():
            before, after = health[:target], health[target + 1 :]
            for left, ways in self._left_of(health[target], target, throws, enough):
                key = (*before, left, *after)
                moved[key] = moved.get(key, 0) + weight * ways
        return moved

    def _left_of(self, health: int, target: int, throws: tuple[Throw, ...], enough: int) -> list[tuple[int, int]]:
        key = (throws, health, target, enough)
        if key not in self._left:
            most = self._most[target]
            left = self.change(throws).map(lambda change: min(enough, left_after(health, most, change)))
            self._left[key] = list(left.weights.items())
        return self._left[key]

    def _enough(self, later: Waves) -> list[int]:
        """The Health with which everybody certainly stays up."""
        if self._all_health:
            return list(self._most)
        enough = [1] * len(self._most)
        for wave in later:
            for _, throw in wave:
                enough[throw.target] += max(0, -min(self.change((throw,)).weights))
        return enough


def by_who_acts(wave: Wave, standings: Standings) -> dict[Wave, Standings]:
    """The standings, apart by what of a wave still happens in them."""
    parts: dict[Wave, Standings] = {}
    for health, weight in standings.items():
        parts.setdefault(able(wave, health), {})[health] = weight
    return parts


def by_target(wave: Wave) -> Iterator[tuple[int, tuple[Throw, ...]]]:
    """What is thrown for each combatant."""
    for target in sorted({act.throw.target for act in wave}):
        yield target, tuple(sorted(act.throw for act in wave if act.throw.target == target))


# ---------------------------------------------------------------------- a round


class RoundForecast(msgspec.Struct, frozen=True):
    """What a round will probably bring to everybody; each number is an exact fraction."""

    expected_damage: Mapping[str, str]
    down_chance: Mapping[str, str]
    any_down: str


def refuse_crowd(combatants: Iterable[Combatant]) -> None:
    """Every character multiplies the faces to be looked at by twenty."""
    characters = sum(combatant.kind == "character" for combatant in combatants)
    if characters > MOST_CHARACTERS:
        raise TooComplex(
            f"a forecast looks at {MOST_CHARACTERS} characters at most, here are {characters}: leave some out, or "
            "roll the round many times"
        )


def most_walked(combatants: tuple[Combatant, ...], order: Simultaneity) -> int | None:
    """How much a forecast may cost; what the game promises an answer for may cost anything."""
    characters = sum(combatant.kind == "character" for combatant in combatants)
    few = characters <= 3 and prod(combatant.most + 1 for combatant in combatants) <= ALWAYS_WALKED
    return None if few or order == "all_count" else MOST_WALKED


@book.reading("AR-HIT-10")
def round_forecast(
    exact: Exact, *, combatants: Combatants, order: Simultaneity = "all_count", mode: ArduousModifier = "lower"
) -> RoundForecast:
    """Expected damage and the chance to go down, for everybody in a round, and the chance that anybody does."""
    refuse_combatants(combatants)
    refuse_crowd(combatants)
    health = tuple(combatant.health for combatant in combatants)
    most = tuple(combatant.most for combatant in combatants)
    walk = Walk(exact, most, all_health=False, most_walked=most_walked(combatants, order))
    down, any_down = [Fraction()] * len(health), Fraction()
    for waves, chance in courses_of(exact, combatants, order, mode, health).items():
        standings = walk.along(waves, {health: 1}, chance)
        share = chance / sum(standings.values())
        any_down += share * sum(weight for left, weight in standings.items() if not all(left))
        for place in range(len(health)):
            down[place] += share * sum(weight for left, weight in standings.items() if not left[place])
    names = [combatant.id for combatant in combatants]
    return RoundForecast(
        FrozenMap(zip(names, map(str, walk.damage), strict=True)),
        FrozenMap(zip(names, map(str, down), strict=True)),
        str(any_down),
    )


# ---------------------------------------------------------------------- a duel


class DuelRound(msgspec.Struct, frozen=True):
    """How a duel stands after a round; each number is the chance that it stands so by then."""

    round: int
    first_wins: str
    second_wins: str
    both_down: str
    undecided: str


class DuelForecast(msgspec.Struct, frozen=True):
    """A duel round by round."""

    rounds: tuple[DuelRound, ...]


@book.reading("AR-HIT-11", "AR-GM-03")
def duel_forecast(
    exact: Exact,
    *,
    first: Duelist,
    second: Duelist,
    rounds: Annotated[int, Meta(ge=1, le=10)],
    order: Simultaneity = "all_count",
    mode: ArduousModifier = "lower",
) -> DuelForecast:
    """Two who do the same every round with fresh dice, until one of them is down, or both."""
    pair = (first.against(second.id), second.against(first.id))
    refuse_combatants(pair)
    health = (first.health, second.health)
    if prod(value + 1 for value in health) > MOST_STANDINGS_IN_A_DUEL:
        raise TooComplex(
            f"the Health of both, each and one more, comes to {prod(value + 1 for value in health):,} multiplied; a "
            f"duel is foreseen up to {MOST_STANDINGS_IN_A_DUEL:,}: give both less, or fight it many times"
        )
    walk = Walk(exact, (first.most, second.most), all_health=True)
    # Health falls from round to round, so who may be taken out must not hang on how much there is at the start.
    courses = courses_of(exact, pair, order, mode, (1, 1))
    standings: Standings = {health: 1}
    undecided = Fraction(1)
    ended = dict.fromkeys(((True, False), (False, True), (False, False)), Fraction())
    found = []
    for number in range(1, rounds + 1):
        standings = one_round_of_a_duel(walk, courses, standings)
        share = undecided / sum(standings.values()) if standings else Fraction()
        for left in [left for left in standings if not all(left)]:
            ended[bool(left[0]), bool(left[1])] += share * standings.pop(left)
        undecided = share * sum(standings.values())
        first_wins, second_wins, both_down = map(str, ended.values())
        found.append(DuelRound(number, first_wins, second_wins, both_down, str(undecided)))
    return DuelForecast(tuple(found))


def one_round_of_a_duel(walk: Walk, courses: Mapping[Waves, Fraction], standings: Standings) -> Standings:
    """All courses of a round, from all standings at once, over one common weight."""
    merged: Standings = {}
    ways = {waves: prod(walk.ways(act.throw) for wave in waves for act in wave) for waves in courses}
    common = lcm(*(chance.denominator * ways[waves] for waves, chance in courses.items()))
    for waves, chance in courses.items():
        factor = common * chance.numerator // (chance.denominator * ways[waves])
        for health, weight in walk.along(waves, standings, chance).items():
            merged[health] = merged.get(health, 0) + weight * factor
    shared = gcd(*merged.values())
    return {health: weight // shared for health, weight in merged.items()}


# ---------------------------------------------------------------------- getting up


class DownedRound(msgspec.Struct, frozen=True):
    """After a round: the chance to be up, and the mean of Trauma; whoever is up keeps what it had."""

    round: int
    up: str
    mean_trauma: str


class DownedForecast(msgspec.Struct, frozen=True):
    """Getting up, round by round."""

    rounds: tuple[DownedRound, ...]


@book.reading("AR-HEALTH-13")
def downed_forecast(
    exact: Exact,
    *,
    trauma: Annotated[int, Meta(ge=0, le=30)],
    timer: Timer | None,
    challenge: ChallengeScore,
    rounds: Annotated[int, Meta(ge=1, le=12)],
    surges: Count = 0,
    spend: Literal["never", "always"] = "never",
    timer_bonus: TimerBonus = 0,
) -> DownedForecast:
    """Alone and without help: how soon somebody wakes, and what it costs; an unknown timer has just been rolled."""
    chances: dict[Downed, Fraction] = {}
    if timer is None:
        for unseen, chance in exact.distribution(new_timer, timer_bonus=timer_bonus).items():
            chances[Downed(False, trauma, unseen, surges)] = chance
    else:
        chances[Downed(False, trauma, timer, surges)] = Fraction(1)
    found = []
    for number in range(1, rounds + 1):
        following: dict[Downed, Fraction] = {}
        for state, chance in chances.items():
            after = exact.distribution(
                one_round_down,
                state=state,
                challenge=challenge,
                spend_surges=spend == "always",
                timer_bonus=timer_bonus,
            )
            for end, share in after.items():
                following[end] = following.get(end, Fraction()) + chance * share
        chances = following
        up = sum(chance for state, chance in chances.items() if state.up)
        mean = sum(chance * state.trauma for state, chance in chances.items())
        found.append(DownedRound(number, str(up), str(mean)))
    return DownedForecast(tuple(found))
