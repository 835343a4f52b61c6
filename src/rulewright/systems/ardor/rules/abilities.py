"""Special abilities: what they are, how they vary, how they attack, and the conditions that they bring."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError, different, pick
from rulewright.systems.ardor.book import Count, Id, Ids, Outcome, Score, Stances, book
from rulewright.systems.ardor.effects import EveryRound, Give, Happening, Hurt, Mend, Shift, meets_self, total
from rulewright.systems.ardor.rules.advancement import price_of_variation
from rulewright.systems.ardor.rules.attack import FLEE_GAP, MISS_GAP, FleeGap, MissGap, hit
from rulewright.systems.ardor.tables import (
    Ability,
    AbilityKind,
    AbilityTarget,
    Move,
    Tier,
    Variation,
    abilities,
    dice_text,
    roll,
    written,
)
from rulewright.systems.ardor.tables import conditions as known_conditions
from rulewright.systems.ardor.tables import variations as known_variations


class AbilityRow(msgspec.Struct, frozen=True):
    """The numbers of a special ability."""

    tier: Tier
    xp: int
    use: Literal["action", "passive"]
    ardor: int
    modifier: int
    attack_kind: AbilityKind
    range: int
    target: AbilityTarget


@book.rule("AR-ABIL-01", "AR-ABIL-06")
def ability(dice: Dice, *, ability: Id) -> AbilityRow:
    """What an ability costs, how far it reaches, and whom it is for."""
    row = pick("ability", ability, abilities())
    return AbilityRow(row.tier, row.xp, row.use, row.ardor, row.modifier, row.attack_kind, row.range, row.target)


# ---------------------------------------------------------------------- variations


def damage_of_a_full_hit(ability: Ability) -> str | None:
    """The first dice of damage that a full hit does, if it does any."""
    return next((str(effect.amount) for effect in ability.full if isinstance(effect, Hurt)), None)


def conditions_of(ability: Ability) -> list[Give]:
    """Every condition that an ability can give."""
    everything = (*ability.full, *ability.glancing, *ability.miss, *ability.always)
    return [effect for effect in everything if isinstance(effect, Give)]


def one_more_die(text: str) -> str | None:
    """The same dice and a d6 more, where that can be written."""
    thrown = dice_text(text)
    if thrown.sides != VARIED_DIE:
        return None
    return written(msgspec.structs.replace(thrown, count=thrown.count + 1))


def hits_harder(ability: Ability) -> bool:
    """Whether one more die can be written into a full hit."""
    damage = damage_of_a_full_hit(ability)
    return damage is not None and one_more_die(damage) is not None


VARIED_DIE = 6

FITS: Mapping[str, Callable[[Ability], bool]] = MappingProxyType(
    {
        "farther": lambda ability: ability.use == "action" and ability.target != "self",
        "surer": lambda ability: ability.use == "action",
        "fiercer": hits_harder,
        "lighter": lambda ability: ability.ardor >= 1,
        "lasting": lambda ability: bool(conditions_of(ability)),
        "swift": lambda ability: ability.use == "action" and ability.move is None,
    }
)
"""Which abilities each variation fits."""


def varied(ability: Ability, variation: Variation) -> Ability:
    """An ability with one variation in force."""
    change = variation.change
    fiercer = any(twist.field == "full_damage" for twist in change)
    steps, rounds = total(change, "move_before"), total(change, "rounds")
    return msgspec.structs.replace(
        ability,
        ardor=ability.ardor + total(change, "ardor"),
        modifier=ability.modifier + total(change, "modifier"),
        range=ability.range + total(change, "range"),
        move=Move(steps, "before") if steps else ability.move,
        full=lasting(harder(ability.full) if fiercer else ability.full, rounds),
        glancing=lasting(ability.glancing, rounds),
        miss=lasting(ability.miss, rounds),
        always=lasting(ability.always, rounds),
    )


def harder(effects: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """The same effects, the first damage with one more die."""
    place, first = next((place, effect) for place, effect in enumerate(effects) if isinstance(effect, Hurt))
    more = msgspec.structs.replace(first, amount=one_more_die(str(first.amount)))
    return (*effects[:place], more, *effects[place + 1 :])


def lasting(effects: tuple[Happening, ...], rounds: int) -> tuple[Happening, ...]:
    """The same effects, their conditions longer by some rounds."""
    return tuple(
        msgspec.structs.replace(effect, rounds=effect.rounds + rounds) if isinstance(effect, Give) else effect
        for effect in effects
    )


class Varied(msgspec.Struct, frozen=True):
    """The price of a variation, and the numbers of the ability when it is in force."""

    xp: int
    ardor: int
    modifier: int
    range: int
    full_damage: str | None
    rounds: int
    move: int


@book.rule("AR-ABIL-05")
def variation(dice: Dice, *, ability: Id, variation: Id) -> Varied:
    """What changes when a known ability is learned in a new way; not every way fits every ability."""
    base = pick("ability", ability, abilities())
    change = pick("variation", variation, known_variations())
    if not FITS[variation](base):
        raise RuleError("not_allowed", f"{variation} does not fit {ability}")
    after = varied(base, change)
    return Varied(
        price_of_variation(base),
        after.ardor,
        after.modifier,
        after.range,
        damage_of_a_full_hit(after),
        max((effect.rounds for effect in conditions_of(after)), default=0),
        after.move.zones if after.move else 0,
    )


# ---------------------------------------------------------------------- attacks


class AbilityAttack(msgspec.Struct, frozen=True):
    """What an ability does to one target, and what it gives its user."""

    outcome: Outcome
    damage: int
    healing: int
    conditions: tuple[str, ...]
    push: int


@book.rule("AR-HIT-07", "AR-HIT-08", "AR-ABIL-02", "AR-ACT-12")
def ability_attack(
    dice: Dice,
    *,
    ability: Id,
    attack_score: Score,
    defense_score: Score,
    stances: Stances = (),
    attacker_inspired: bool = False,
    defender_inspired: bool = False,
    flee_gap: FleeGap = FLEE_GAP,
    miss_gap: MissGap = MISS_GAP,
    exposed: bool = False,
    variations: Ids = (),
    ward: Count = 0,
) -> AbilityAttack:
    """The effects of the outcome take the place of basic damage; what an ability always does comes after them."""
    used = in_force(ability, variations)
    outcome = hit(
        dice,
        attack_score=attack_score,
        defense_score=defense_score,
        stances=stances,
        attacker_inspired=attacker_inspired,
        defender_inspired=defender_inspired,
        flee_gap=flee_gap,
        miss_gap=miss_gap,
        exposed=exposed,
    ).outcome
    effects = effects_of(used, outcome, automatic_miss=defender_inspired and not attacker_inspired)
    damage = healing = push = 0
    given = set()
    for effect in effects:
        match effect:
            case Mend(to="self"):
                healing += roll(dice, str(effect.amount), "healing")
            case Hurt(to="target"):
                damage += roll(dice, str(effect.amount), "damage")
            case Give(to="target"):
                given.add(effect.condition)
            case Shift(to="target"):
                push += PUSHES.get(effect.direction, 0) * effect.distance
    return AbilityAttack(outcome, max(0, damage - ward), healing, tuple(sorted(given)), push)


PUSHES = {"away": 1, "toward": -1}


def in_force(name: str, variations: tuple[str, ...]) -> Ability:
    """An ability that attacks, as its user has learned to use it."""
    used = pick("ability", name, abilities())
    if used.attack_kind == "none":
        raise BadArguments(f"ability: {name} is no attack")
    different("variations", variations)
    changes = [pick("variations", variation, known_variations()) for variation in variations]
    for change in changes:
        if not FITS[change.id](used):
            raise BadArguments(f"variations: {change.id} does not fit {name}")
    for change in changes:
        used = varied(used, change)
    return used


def effects_of(ability: Ability, outcome: Outcome, *, automatic_miss: bool) -> tuple[Happening, ...]:
    """What happens with an outcome; against the Inspired nothing but what the user does to itself."""
    if automatic_miss:
        return tuple(effect for effect in ability.always if meets_self(effect))
    return (*{"full": ability.full, "glancing": ability.glancing, "miss": ability.miss}[outcome], *ability.always)


# ---------------------------------------------------------------------- conditions


class ConditionModifiers(msgspec.Struct, frozen=True, gc=False):
    """What conditions do together: to the score, to the defence, to hits taken, and every round."""

    score: int
    defense: int
    ward: int
    damage: int


@book.rule("AR-COND-01")
def condition_modifiers(dice: Dice, *, conditions: Ids, attacks: bool = False) -> ConditionModifiers:
    """The numbers of different conditions add up; fear counts for those who attack."""
    rows = [pick("conditions", name, known_conditions()) for name in conditions]
    different("conditions", conditions)
    effects = [effect for row in rows for effect in row.effects]
    return ConditionModifiers(
        total(effects, "score", *(["attacking"] if attacks else [])),
        total(effects, "defense"),
        total(effects, "ward"),
        sum(toll.amount for effect in effects if isinstance(effect, EveryRound) for toll in effect.effects),
    )
