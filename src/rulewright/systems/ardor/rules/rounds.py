"""A whole round: everybody's score, every blow, and what is left of whom.

Attack and evasion are one number for each combatant, so all blows of a round hang together.
Zones, abilities and conditions are left out; the round at the table has them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET

from rulewright.dice import Dice
from rulewright.rules import FrozenMap
from rulewright.systems.ardor.book import ArduousModifier, Outcome, Simultaneity, book
from rulewright.systems.ardor.rules.attack import damage_of, outcome_of
from rulewright.systems.ardor.rules.combatants import (
    MOST_ACTIONS,
    Combatant,
    Combatants,
    refuse_combatants,
    rolled_scores,
)
from rulewright.systems.ardor.rules.health import HEALING, left_after
from rulewright.systems.ardor.rules.scores import CharacterScore
from rulewright.systems.ardor.tables import actions as standard_actions
from rulewright.systems.ardor.tables import dice_text, roll

STANCES: tuple[Literal["defend", "flee"], ...] = ("defend", "flee")

# ---------------------------------------------------------------------- what is declared, and what the scores decide


class Throw(NamedTuple):
    """Dice that are thrown in a round: on whom, and whether they hurt or heal."""

    target: int
    dice: str
    ward: int
    heals: bool


class Act(NamedTuple):
    """A throw with whose it is: whoever is down by then will not make it."""

    actor: int
    throw: Throw


class Attempt(NamedTuple):
    """An action that needs dice: on whom, and what each outcome brings. Recover is an attempt on oneself."""

    target: int
    full: Act
    glancing: Act
    heals: bool


class Plan(NamedTuple):
    """What one combatant means to do, ready to be compared with the scores of a round."""

    name: str
    creature: bool
    attempts: tuple[Attempt, ...]
    stances: tuple[Literal["defend", "flee"], ...]
    protectors: tuple[int, ...]


def plans_of(combatants: tuple[Combatant, ...]) -> tuple[Plan, ...]:
    """The declarations of everybody, with places for names."""
    places = {combatant.id: place for place, combatant in enumerate(combatants)}

    def attempts(place: int, combatant: Combatant) -> Iterator[Attempt]:
        for deed in combatant.deeds:
            if deed.action == "recover":
                surge = Act(place, Throw(place, HEALING, 0, True))
                yield Attempt(place, surge, surge, True)
            elif deed.target is not UNSET and standard_actions()[deed.action].attacks:
                target = places[deed.target]
                ward = combatants[target].ward
                full, glancing = (
                    Act(place, Throw(target, text, ward, False)) for text in (combatant.full, combatant.glancing)
                )
                yield Attempt(target, full, glancing, False)

    return tuple(
        Plan(
            combatant.id,
            combatant.kind == "creature",
            tuple(attempts(place, combatant)),
            tuple(stance for stance in STANCES if stance in {deed.action for deed in combatant.deeds}),
            tuple(
                protector
                for protector, other in enumerate(combatants)
                if any(deed.action == "defend_other" and deed.target == combatant.id for deed in other.deeds)
            ),
        )
        for place, combatant in enumerate(combatants)
    )


Wave: TypeAlias = tuple[Act, ...]
"""What happens at one moment, in the order in which its dice are thrown."""

Waves: TypeAlias = tuple[Wave, ...]
Scores: TypeAlias = tuple[CharacterScore, ...]
Noting: TypeAlias = Callable[[str, Outcome], Outcome]


def waves_of(
    plans: tuple[Plan, ...], scores: Scores, order: Simultaneity, note: Noting | None = None
) -> tuple[Wave, ...]:
    """AR-ROUND-04 and 14: what happens once the scores are known, together what happens at one moment."""
    ranks = sorted(range(len(plans)), key=lambda place: (-scores[place].score, plans[place].creature))
    waves: list[list[Act]] = []
    before = None
    for place in ranks:
        score = scores[place].score
        if not waves or (order == "higher_score_first" and score != before):
            waves.append([])
        waves[-1] += acts_of(plans, scores, place, note)
        before = score
    return tuple(tuple(wave) for wave in waves if wave)


def acts_of(plans: tuple[Plan, ...], scores: Scores, place: int, note: Noting | None) -> Iterator[Act]:
    """What one combatant does that needs dice; a miss needs none."""
    own = scores[place]
    for attempt in plans[place].attempts:
        if attempt.heals:
            yield attempt.full
            continue
        target, defender = plans[attempt.target], scores[attempt.target]
        defense = defender.score
        for protector in target.protectors:
            defense = max(defense, scores[protector].score)
        outcome = outcome_of(
            defense - own.score,
            target.stances,
            attacker_inspired=own.inspired,
            defender_inspired=defender.inspired,
        )
        if note:
            note(f"{plans[place].name} at {target.name}, {own.score} against {defense}", outcome)
        if outcome != "miss":
            yield attempt.full if outcome == "full" else attempt.glancing


# ---------------------------------------------------------------------- the round itself


class Declared(NamedTuple):
    """A round in which everybody has said what to do, and nobody has rolled."""

    combatants: tuple[Combatant, ...]
    plans: tuple[Plan, ...]
    order: Simultaneity
    mode: ArduousModifier


class Standing(NamedTuple):
    """A round half-way: Health, what is noted at this moment, what is thrown now and what later."""

    health: tuple[int, ...]
    noted: tuple[int, ...]
    now: tuple[Throw, ...]
    later: Waves


def able(wave: Iterable[Act], health: tuple[int, ...]) -> Wave:
    """AR-ROUND-14: whoever is down before a moment loses what it would have done in it."""
    return tuple(act for act in wave if health[act.actor])


def opening(health: tuple[int, ...], waves: Iterable[Wave]) -> Standing:
    """A moment before its first throw."""
    left = [acting for acting in (able(wave, health) for wave in waves) if acting]
    now, later = (left[0], tuple(left[1:])) if left else ((), ())
    return Standing(health, (0,) * len(health), tuple(act.throw for act in now), later)


RoundState: TypeAlias = Declared | Standing


def is_over(state: RoundState) -> bool:
    """Nothing is left to throw."""
    return isinstance(state, Standing) and not state.now


@book.step
def next_of_round(dice: Dice, *, state: RoundState, most: tuple[int, ...]) -> RoundState:
    """AR-HEALTH-02 and AR-ROUND-14: all scores, then throw by throw; what is noted at one moment counts at once."""
    if isinstance(state, Declared):
        scores = rolled_scores(dice, state.combatants, state.mode)
        waves = waves_of(state.plans, scores, state.order, dice.note)
        return opening(tuple(combatant.health for combatant in state.combatants), waves)
    throw, rest = state.now[0], state.now[1:]
    place = throw.target
    # What goes beyond the last Health and all healing to come is lost anyway; equal standings are walked once.
    healing = sum(dice_text(other.dice).highest for other in rest if other.heals and other.target == place)
    lowest = -state.health[place] - healing
    change = noted_with(dice, throw=throw, noted=state.noted[place], lowest=lowest)
    noted = (*state.noted[:place], change, *state.noted[place + 1 :])
    if rest:
        return Standing(state.health, noted, rest, state.later)
    return opening(tuple(map(left_after, state.health, most, noted)), state.later)


@book.step
def noted_with(dice: Dice, *, throw: Throw, noted: int, lowest: int) -> int:
    """What is noted for a combatant after one more throw."""
    return max(lowest, noted + change_by(dice, throw=throw))


@book.step
def change_by(dice: Dice, *, throw: Throw) -> int:
    """What one throw does to somebody's Health."""
    if throw.heals:
        return roll(dice, throw.dice, "healing")
    return -damage_of(dice, thrown=throw.dice, ward=throw.ward)


class Round(msgspec.Struct, frozen=True):
    """Health at the end of a round, and who is down."""

    health: Mapping[str, int]
    down: Mapping[str, bool]


@book.rule("AR-HIT-09", "AR-ROUND-04", "AR-ROUND-06", "AR-ROUND-10", "AR-ROUND-14", "AR-CORE-01")
def round(  # noqa: A001 - it is what the game calls it
    dice: Dice, *, combatants: Combatants, order: Simultaneity = "all_count", mode: ArduousModifier = "lower"
) -> Round:
    """Everybody rolls once and acts at the same moment; then damage and healing count, all at once."""
    refuse_combatants(combatants)
    start: RoundState = Declared(combatants, plans_of(combatants), order, mode)
    end = dice.repeat(
        next_of_round,
        start,
        times=1 + MOST_ACTIONS * len(combatants),
        until=is_over,
        most=tuple(combatant.most for combatant in combatants),
    )
    assert isinstance(end, Standing)
    left = {combatant.id: health for combatant, health in zip(combatants, end.health, strict=True)}
    return Round(FrozenMap(left), FrozenMap({name: health == 0 for name, health in left.items()}))
