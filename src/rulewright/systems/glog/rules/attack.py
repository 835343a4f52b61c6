"""Attack, damage and what breaks."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rulewright.dice import Dice
from rulewright.dice.text import DiceText
from rulewright.rules import RuleError
from rulewright.systems.glog.book import (
    STANDARD,
    CriticalFaces,
    HouseRules,
    Modifier,
    Quality,
    Score,
    SituationModifier,
    Stat,
    book,
)
from rulewright.systems.glog.rules.checks import PIVOT, judge, stat_bonus
from rulewright.systems.glog.tables import WeaponClass, weapon_classes

WeaponClassId = Literal["light", "medium", "heavy", "sling", "bow", "crossbow", "unarmed"]
WeaponState = Literal["unchanged", "broken", "snapped"]
Hands = Annotated[int, Meta(ge=1, le=2)]
Breaks = Annotated[int, Meta(ge=0, le=2)]
Distance = Annotated[int, Meta(ge=0, le=2000)]
Bonus = Annotated[int, Meta(ge=-20, le=20)]
ExtraDice = Annotated[int, Meta(ge=0, le=10)]

MELEE_REACH = 5
SNAPPED = 2
"""The break that makes a weapon useless."""


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An Attack roll; on the breakage face the weapon is at risk, hit or miss."""

    hit: bool
    critical: bool
    target: int
    breakage_risk: bool


@book.rule("GL-ATTACK-01", "GL-CORE-04", "GL-BREAK-01")
def attack(
    dice: Dice,
    *,
    attack: Score,
    defense: Score,
    modifier: SituationModifier = 0,
    critical_faces: CriticalFaces = 1,
    house_rules: HouseRules = STANDARD,
) -> Attack:
    """Roll a d20 at or under Attack, shifted by how far the target's Defense is from 10."""
    target = attack - (defense - PIVOT) + modifier
    hit, critical, breakage_risk = judge(dice.d(20, "Attack"), target, house_rules, critical_faces)
    return Attack(hit, critical, target, breakage_risk)


attack_roll = attack
"""The rule under a second name, for rules whose own argument is called attack."""


class AttackModifier(msgspec.Struct, frozen=True, gc=False):
    """What the situation adds to an Attack."""

    modifier: int


@book.rule("GL-ATTACK-02", "GL-ATTACK-03", "GL-ATTACK-04", "GL-ATTACK-05", "GL-BREAK-03")
def attack_modifier(
    dice: Dice,
    *,
    weapon_class: WeaponClassId,
    distance: Distance = 0,
    thrown: bool = False,
    confined: bool = False,
    breaks: Breaks = 0,
    range_halved: bool = False,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> AttackModifier:
    """Range or a narrow place, the breaks of the weapon, and what the GM says."""
    weapon = weapon_classes()[weapon_class]
    if thrown and not weapon.thrown:
        raise RuleError("not_allowed", f"only light weapons are thrown, not {weapon_class} ones")
    if breaks == SNAPPED:
        raise RuleError("broken_item", "the weapon is snapped")
    if thrown or weapon.ranged:
        increment = weapon.thrown_increment_feet if thrown else weapon.increment_feet
        situation = -range_penalty(distance, increment, range_halved, house_rules)
    elif distance > MELEE_REACH:
        raise RuleError("out_of_range", f"a blow reaches {MELEE_REACH} feet, the target is {distance} feet away")
    else:
        situation = weapon.confined_penalty if confined else 0
    return AttackModifier(situation - breaks + modifier)


def range_penalty(distance: int, increment: int, halved: bool, house_rules: HouseRules) -> int:
    """GL-ATTACK-04: one for each increment beyond the first."""
    increments = distance // increment if house_rules.range_rounding == "full" else -(-distance // increment)
    penalty = max(0, increments - 1)
    return penalty // 2 if halved else penalty


class Damage(msgspec.Struct, frozen=True, gc=False):
    """Points of damage."""

    damage: int


def blow(
    dice: Dice,
    text: DiceText,
    *,
    plus: int,
    critical: bool,
    extra_d6: int,
    house_rules: HouseRules,
) -> int:
    """GL-DAMAGE-02 to 05: the damage of any blow. `plus` belongs to the weapon, extra dice are never doubled."""
    manner = house_rules.critical_damage if critical else "none"
    if manner == "maximum":
        damage = text.highest + plus
    else:
        twice = 2 if manner in ("double_roll", "double_dice") else 1
        damage = text.thrown(dice, "damage", times=twice) + (text.plus + plus) * (2 if manner == "double_roll" else 1)
        if manner == "double_total":
            damage *= 2
    if extra_d6:
        damage += dice.total(extra_d6, 6, "extra damage")
    return max(house_rules.minimum_damage, damage)


def hands_on(weapon: WeaponClass, hands: int | UnsetType) -> int:
    """The hands that hold a weapon: as said, or as usual for its class."""
    return weapon.usual_hands if hands is UNSET else hands


def refuse_one_hand(weapon: WeaponClass, hands: int) -> None:
    """A heavy weapon needs both."""
    if weapon.id == "heavy" and hands == 1:
        raise RuleError("not_allowed", "a heavy weapon needs two hands")


@book.rule("GL-DAMAGE-01", "GL-DAMAGE-02", "GL-DAMAGE-03", "GL-DAMAGE-04")
def weapon_damage(
    dice: Dice,
    *,
    weapon_class: WeaponClassId,
    strength: Stat,
    hands: Hands | UnsetType = UNSET,
    critical: bool = False,
    bonus: Bonus = 0,
    extra_d6: ExtraDice = 0,
    house_rules: HouseRules = STANDARD,
) -> Damage:
    """The weapon's die, the Strength bonus where its class adds it, and extra dice."""
    weapon = weapon_classes()[weapon_class]
    held_in = hands_on(weapon, hands)
    refuse_one_hand(weapon, held_in)
    text = weapon.dice_in_two_hands if held_in == 2 else weapon.dice
    plus = dice.note("bonus", bonus + (stat_bonus(strength) if weapon.adds_strength_bonus else 0))
    return Damage(blow(dice, text, plus=plus, critical=critical, extra_d6=extra_d6, house_rules=house_rules))


class Breaking(msgspec.Struct, frozen=True, gc=False):
    """Whether something breaks."""

    breaks: bool


BREAKS_ON = {"fragile": 6, "standard": 3, "masterwork": 1}
"""How many faces of a d6 break an item of this quality."""


@book.rule("GL-BREAK-02")
def break_check(dice: Dice, *, quality: Quality) -> Breaking:
    """Fragile things always break, standard ones half the time, a masterwork one time in six."""
    return Breaking(dice.chance(BREAKS_ON[quality], 6, "breakage"))


class WeaponCondition(msgspec.Struct, frozen=True, gc=False):
    """What its breaks make of a weapon."""

    attack_penalty: int
    usable: bool


@book.rule("GL-BREAK-03")
def weapon_condition(dice: Dice, *, breaks: Breaks) -> WeaponCondition:
    """The first break costs a point of Attack; the second snaps the weapon."""
    usable = breaks < SNAPPED
    return WeaponCondition(-breaks if usable else 0, usable)


class WeaponAttack(msgspec.Struct, frozen=True, gc=False):
    """A whole attack with a weapon."""

    hit: bool
    critical: bool
    damage: int
    weapon: WeaponState


@book.rule("GL-ATTACK-09", "GL-BREAK-01", "GL-BREAK-03")
def weapon_attack(
    dice: Dice,
    *,
    attack: Score,
    defense: Score,
    strength: Stat,
    weapon_class: WeaponClassId,
    hands: Hands | UnsetType = UNSET,
    quality: Quality = "standard",
    breaks: Breaks = 0,
    distance: Distance = 0,
    thrown: bool = False,
    confined: bool = False,
    range_halved: bool = False,
    modifier: Modifier = 0,
    bonus: Bonus = 0,
    extra_d6: ExtraDice = 0,
    critical_faces: CriticalFaces = 1,
    house_rules: HouseRules = STANDARD,
) -> WeaponAttack:
    """Roll to hit, see whether the weapon breaks, roll the damage; a blow that snaps its weapon still counts."""
    weapon = weapon_classes()[weapon_class]
    situation = attack_modifier(
        dice,
        weapon_class=weapon_class,
        distance=distance,
        thrown=thrown,
        confined=confined,
        breaks=breaks,
        range_halved=range_halved,
        modifier=modifier,
        house_rules=house_rules,
    )
    held_in = hands_on(weapon, hands)
    refuse_one_hand(weapon, held_in)
    roll = attack_roll(
        dice,
        attack=attack,
        defense=defense,
        modifier=situation.modifier,
        critical_faces=critical_faces,
        house_rules=house_rules,
    )
    at_risk = roll.breakage_risk or (house_rules.fumble_breaks and roll.critical and not roll.hit)
    broke = at_risk and not weapon.never_breaks and break_check(dice, quality=quality).breaks
    damage = 0
    if roll.hit:
        damage = weapon_damage(
            dice,
            weapon_class=weapon_class,
            strength=strength,
            hands=held_in,
            critical=roll.critical,
            bonus=bonus,
            extra_d6=extra_d6,
            house_rules=house_rules,
        ).damage
    state: WeaponState = "unchanged" if not broke else "snapped" if breaks + 1 == SNAPPED else "broken"
    return WeaponAttack(roll.hit, roll.critical, damage, state)


class ArrowsBack(msgspec.Struct, frozen=True, gc=False):
    """What is left of the arrows that were shot."""

    usable: int
    lost: int


@book.rule("GL-ATTACK-07")
def recover_arrows(
    dice: Dice, *, spent: Annotated[int, Meta(ge=0, le=1000)], house_rules: HouseRules = STANDARD
) -> ArrowsBack:
    """Half of them can be used again; by a house rule each of them on 1 to 3 of a d6."""
    if house_rules.arrow_recovery == "each":
        usable = dice.count(spent, 6, lambda face: face <= 3, "arrow")
    else:
        usable = spent // 2
    return ArrowsBack(usable, spent - usable)
