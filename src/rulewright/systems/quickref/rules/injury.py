"""Hit points at zero: dying, stabilising, Frail, magical healing, and the System Strain that it costs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments
from rulewright.systems.quickref.book import (
    AttributeModifier,
    Circumstances,
    DiceString,
    ExtraDice,
    HitPoints,
    PositiveHitPoints,
    SaveTarget,
    SkillLevel,
    Status,
    StrainCost,
    SystemStrain,
    book,
)
from rulewright.systems.quickref.rules.attack import read_dice
from rulewright.systems.quickref.rules.checks import judged, skill_check
from rulewright.systems.quickref.rules.saves import save

FullRounds = Annotated[int, Meta(ge=0, le=20)]

EASIEST = 8
"""QR-INJ-04: the difficulty before a full round has passed."""

NO_KIT = -2
WEEK = 7


class Hurt(msgspec.Struct, frozen=True):
    """Hit points and status after damage."""

    hit_points: int
    status: Literal["up", "mortally_wounded", "stable", "unconscious", "dead"]


def refuse_wrong_hit_points(hit_points: int, status: Status) -> None:
    """Who is up has hit points, who is dying or just stable has none."""
    if status == "up" and not hit_points:
        raise BadArguments("hit_points: at least 1 for someone who is up, found 0")
    if status in ("mortally_wounded", "stable") and hit_points:
        raise BadArguments(f"hit_points: 0 for someone {status.replace('_', ' ')}, found {hit_points}")


@book.rule("QR-INJ-01", "QR-INJ-02", "QR-INJ-03", "QR-INJ-08", "QR-INJ-09")
def apply_damage(
    dice: Dice,
    *,
    hit_points: HitPoints,
    damage: Annotated[int, Meta(ge=0, le=1000)],
    status: Status = "up",
    frail: bool = False,
    minor: bool = False,
    unsurvivable: bool = False,
    non_lethal: bool = False,
    damage_while_dying: Literal["dies", "no_effect"] = "dies",
) -> Hurt:
    """Hit points stop at 0; there the Frail and the minor die at once, and others are mortally wounded."""
    refuse_wrong_hit_points(hit_points, status)
    left = max(0, hit_points - damage)
    if not damage:
        return Hurt(hit_points, status)
    if status in ("mortally_wounded", "stable"):
        kills = unsurvivable or (damage_while_dying == "dies" and not non_lethal)
        return Hurt(0, "dead" if kills else status)
    if left:
        return Hurt(left, status)
    if unsurvivable:
        return Hurt(0, "dead")
    if non_lethal:
        return Hurt(0, "unconscious")
    return Hurt(0, "dead" if frail or minor else "mortally_wounded")


class Difficulty(msgspec.Struct, frozen=True, gc=False):
    """How hard it is to stop somebody's dying."""

    difficulty: int


@book.rule("QR-INJ-04")
def stabilize_difficulty(dice: Dice, *, full_rounds: FullRounds) -> Difficulty:
    """8, and 1 more for every full round since the fall."""
    return Difficulty(EASIEST + full_rounds)


class Stabilized(msgspec.Struct, frozen=True, gc=False):
    """An attempt to stop somebody's dying."""

    success: bool
    total: int
    margin: int
    difficulty: int


@book.rule("QR-INJ-04", "QR-SKILL-04")
def stabilize(
    dice: Dice,
    *,
    heal_level: SkillLevel,
    attribute_modifier: AttributeModifier = 0,
    full_rounds: FullRounds,
    has_kit: bool = True,
    circumstances: Circumstances = (),
    aided: bool = False,
    extra_dice: ExtraDice = 0,
) -> Stabilized:
    """A Heal check, harder with every round; working without a kit is a circumstance like others."""
    difficulty = stabilize_difficulty(dice, full_rounds=full_rounds).difficulty
    check = skill_check(
        dice,
        skill_level=heal_level,
        attribute_modifier=attribute_modifier,
        difficulty=difficulty,
        circumstances=circumstances if has_kit else (*circumstances, NO_KIT),
        aided=aided,
        extra_dice=extra_dice,
    )
    return Stabilized(check.success, check.total, check.margin, difficulty)


class StabilizedInTime(msgspec.Struct, frozen=True, gc=False):
    """Whether somebody was saved, and how many attempts were made."""

    stabilized: bool
    attempts: int


@book.step
def attempt_succeeds(dice: Dice, *, modifier: int, full_rounds: int) -> bool:
    """One round's attempt of an ally."""
    difficulty = stabilize_difficulty(dice, full_rounds=full_rounds).difficulty
    return judged(dice, dice.total(2, 6, "Heal") + modifier, difficulty).success


@book.rule("QR-INJ-05", "QR-INJ-03")
def stabilize_sequence(
    dice: Dice,
    *,
    modifier: Annotated[int, Meta(ge=-6, le=10)],
    same_round: bool = False,
    rounds_to_live: Literal[6, 3, 10] = 6,
) -> StabilizedInTime:
    """One ally tries in every round that is left, and first in the round of the fall if it still acts there."""
    rounds = [*([0] if same_round else []), *range(rounds_to_live)]
    for attempts, full_rounds in enumerate(rounds, start=1):
        if attempt_succeeds(dice, modifier=modifier, full_rounds=full_rounds):
            return StabilizedInTime(True, attempts)
    return StabilizedInTime(False, len(rounds))


class Fate(msgspec.Struct, frozen=True):
    """What bed rest made of somebody Frail."""

    fate: Literal["still_frail", "recovered", "recovers_in_a_month", "dies_within_a_week"]


@book.rule("QR-INJ-06")
def frail_recovery(
    dice: Dice,
    *,
    bed_rest_days: Annotated[int, Meta(ge=0, le=400)],
    variant: Literal["simple", "with_care"] = "simple",
    cared_for: bool = True,
    save_target: SaveTarget = 15,
) -> Fate:
    """A week in bed ends Frailty; by a house rule only with care, and without it a Physical save decides."""
    if bed_rest_days < WEEK:
        return Fate("still_frail")
    if variant == "simple" or cared_for:
        return Fate("recovered")
    return Fate("recovers_in_a_month" if save(dice, target=save_target).success else "dies_within_a_week")


class Strained(msgspec.Struct, frozen=True, gc=False):
    """System Strain, whether more of it was accepted, and whether the body gave in."""

    system_strain: int
    accepted: bool
    collapsed: bool


@book.rule("QR-STRAIN-01", "QR-STRAIN-02")
def add_strain(
    dice: Dice,
    *,
    system_strain: SystemStrain,
    maximum_strain: SystemStrain,
    amount: SystemStrain,
    forced: bool = False,
) -> Strained:
    """What would pass the maximum is refused whole; what can't be refused fells the victim at the maximum."""
    if not amount or system_strain + amount <= maximum_strain:
        return Strained(system_strain + amount, True, False)
    return Strained(maximum_strain, True, True) if forced else Strained(system_strain, False, False)


class Healed(msgspec.Struct, frozen=True):
    """Somebody after magical healing; nothing changes if the body refused it."""

    accepted: bool
    hit_points: int
    status: Status
    frail: bool
    system_strain: int


@book.rule("QR-INJ-07", "QR-INJ-06", "QR-STRAIN-01")
def magical_healing(
    dice: Dice,
    *,
    healing: DiceString,
    bonus: Annotated[int, Meta(ge=0, le=40)] = 0,
    hit_points: HitPoints,
    maximum: PositiveHitPoints,
    status: Status = "up",
    frail: bool = False,
    system_strain: SystemStrain = 0,
    maximum_strain: SystemStrain,
    strain_cost: StrainCost = 1,
) -> Healed:
    """Magic heals, puts the fallen back on their feet and ends Frailty, as long as the body bears it."""
    text = read_dice("healing", healing)
    if hit_points > maximum:
        raise BadArguments(f"hit_points: at most the maximum, which is {maximum}; found {hit_points}")
    strain = add_strain(dice, system_strain=system_strain, maximum_strain=maximum_strain, amount=strain_cost)
    if not strain.accepted:
        return Healed(False, hit_points, status, frail, system_strain)
    healed = max(1, text.roll(dice, "healing") + bonus)
    return Healed(True, min(maximum, hit_points + healed), "up", False, strain.system_strain)
