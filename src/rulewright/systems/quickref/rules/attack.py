"""Attacks: the roll to hit, damage, and Shock, which a near miss does to the lightly armored."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.dice.text import DiceText
from rulewright.rules import BadArguments, different, pick
from rulewright.systems.quickref.book import (
    ArmorClass,
    AttributeModifier,
    DiceString,
    HitMinimum,
    MinimumDamage,
    SkillLevel,
    UntrainedPenalty,
    book,
)
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.rules.saves import natural, reaches
from rulewright.systems.quickref.tables import dice_text, situations

AttackBonus = Annotated[int, Meta(ge=-5, le=30)]
Situation = Annotated[int, Meta(ge=-20, le=20)]
DamageBonus = Annotated[int, Meta(ge=-20, le=40)]
CappedBonus = Annotated[int, Meta(ge=0, le=3)]
Shock = Annotated[int, Meta(ge=0, le=20)]
ShockArmorClass = Literal["any"] | Annotated[int, Meta(ge=0, le=40)]

COVERS = {"half_cover", "nearly_full_cover"}


def read_dice(what: str, text: str) -> DiceText:
    """Dice as an argument."""
    try:
        return dice_text(text)
    except ValueError as error:
        raise BadArguments(f"{what}: {error}") from None


class Situated(msgspec.Struct, frozen=True, gc=False):
    """What a situation adds to an attack, and whether it leaves it possible."""

    modifier: int
    allowed: bool


@book.rule("QR-COMBAT-03")
def attack_modifiers(dice: Dice, *, flags: Annotated[tuple[str, ...], Meta(max_length=13)]) -> Situated:
    """Prone and covered targets, long shots and haste add up; some shots can't be taken at all."""
    different("flags", flags)
    modifiers = [pick("flags", flag, situations()).modifier for flag in flags]
    if COVERS.issubset(flags):
        raise BadArguments("flags: a target is covered by half or almost fully, not both")
    return Situated(sum(modifier or 0 for modifier in modifiers), None not in modifiers)


class AttackRoll(msgspec.Struct, frozen=True, gc=False):
    """Whether an attack hits, and whether the face alone decided it."""

    hit: bool
    automatic: bool


class Throw(NamedTuple):
    """What the die of an attack shows, and what it comes to."""

    face: int
    total: int


def throw_to_hit(
    dice: Dice, attack_bonus: int, skill_level: int, attribute_modifier: int, modifier: int, untrained_penalty: int
) -> Throw:
    """The die, before anybody looks at what it has to reach."""
    face = dice.d(20, "to hit")
    skill = untrained_penalty if skill_level == UNTRAINED else skill_level
    return Throw(face, dice.note("total", face + attack_bonus + skill + attribute_modifier + modifier))


@book.rule("QR-COMBAT-02", "QR-COMBAT-04")
def attack_roll(
    dice: Dice,
    *,
    attack_bonus: AttackBonus,
    skill_level: SkillLevel = 0,
    attribute_modifier: AttributeModifier = 0,
    modifier: Situation = 0,
    armor_class: ArmorClass,
    untrained_penalty: UntrainedPenalty = -2,
) -> AttackRoll:
    """Roll a d20 with attack bonus, skill and attribute; equal to or above the armor class hits."""
    thrown = throw_to_hit(dice, attack_bonus, skill_level, attribute_modifier, modifier, untrained_penalty)
    return AttackRoll(reaches(*thrown, dice.note("armor class", armor_class)), natural(thrown.face))


class Damage(msgspec.Struct, frozen=True, gc=False):
    """Points of damage."""

    damage: int


def punch_bonus(punch_level: int) -> int:
    """QR-COMBAT-06: who never learned to punch loses nothing."""
    return max(0, punch_level)


@book.rule("QR-COMBAT-05", "QR-COMBAT-06")
def damage_roll(
    dice: Dice,
    *,
    damage: DiceString,
    attribute_modifier: AttributeModifier = 0,
    damage_bonus: DamageBonus = 0,
    damage_only_bonus: DamageBonus = 0,
    capped_bonus: CappedBonus = 0,
    punch_level: SkillLevel = UNTRAINED,
    minimum_damage: MinimumDamage = 0,
) -> Damage:
    """The dice of the weapon, the attribute and every bonus; the help of a crowd never exceeds the best roll."""
    text = read_dice("damage", damage)
    thrown = min(text.thrown(dice, "damage") + capped_bonus, text.highest - text.plus)
    total = thrown + text.plus + attribute_modifier + damage_bonus + damage_only_bonus + punch_bonus(punch_level)
    return Damage(max(minimum_damage, dice.note("total", total)))


class ShockDone(msgspec.Struct, frozen=True, gc=False):
    """The damage of a miss, or what prevented it."""

    damage: int
    blocked_by: Literal["not_melee", "armor_class", "immune", "too_weak", "shield"] | None


@book.rule("QR-COMBAT-07", "QR-COMBAT-08", "QR-COMBAT-09", "QR-COMBAT-10")
def shock_damage(
    dice: Dice,
    *,
    shock: Shock,
    shock_armor_class: ShockArmorClass,
    armor_class: ArmorClass,
    melee: bool = True,
    attribute_modifier: AttributeModifier = 0,
    damage_bonus: DamageBonus = 0,
    shock_only_bonus: DamageBonus = 0,
    punch_level: SkillLevel = UNTRAINED,
    shock_against: ArmorClass | None = None,
    shield_ready: bool = False,
    immune_to_shock: bool = False,
) -> ShockDone:
    """A miss in melee hurts whose armor class is no better than that of the Shock; a shield stops the first."""
    met = armor_class if shock_against is None else shock_against
    points = shock + attribute_modifier + damage_bonus + shock_only_bonus + punch_bonus(punch_level)
    dice.note("Shock", points)
    if not melee:
        return ShockDone(0, "not_melee")
    if shock_armor_class != "any" and dice.note("armor class", met) > shock_armor_class:
        return ShockDone(0, "armor_class")
    if immune_to_shock:
        return ShockDone(0, "immune")
    if points <= 0:
        return ShockDone(0, "too_weak")
    return ShockDone(0, "shield") if shield_ready else ShockDone(points, None)


class Blow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack as far as the attacker goes."""

    attack_bonus: AttackBonus
    skill_level: SkillLevel = 0
    attribute_modifier: AttributeModifier = 0
    modifier: Situation = 0
    damage: DiceString
    damage_bonus: DamageBonus = 0
    damage_only_bonus: DamageBonus = 0
    shock_only_bonus: DamageBonus = 0
    capped_bonus: CappedBonus = 0
    uses_punch: bool = False
    melee: bool = True
    shock: Shock | None = None
    shock_armor_class: ShockArmorClass | None = None
    shock_against: ArmorClass | None = None
    miss_damage: DiceString | None = None
    untrained_penalty: UntrainedPenalty = -2
    hit_minimum: HitMinimum = "if_shock_applies"
    minimum_damage: MinimumDamage = 0

    @property
    def punch_level(self) -> int:
        """The Punch that adds to damage and Shock; a weapon of another skill counts as untrained."""
        return self.skill_level if self.uses_punch else UNTRAINED

    def refuse_what_is_half_said(self, where: str = "") -> None:
        """Dice that are none, and half a Shock rating."""
        read_dice(f"{where}damage", self.damage)
        if self.miss_damage is not None:
            read_dice(f"{where}miss_damage", self.miss_damage)
        if (self.shock is None) != (self.shock_armor_class is None):
            raise BadArguments(f"{where}shock and {where}shock_armor_class go together: give both or neither")


class Target(msgspec.Struct, frozen=True, gc=False):
    """An attack as far as the one who is attacked goes."""

    armor_class: int
    shield_ready: bool
    immune_to_shock: bool


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack and what it does; the shield is used when it stopped Shock."""

    outcome: Literal["hit", "shock", "miss"]
    damage: int
    shield_used: bool


NO_SHOCK = ShockDone(0, None)


def shock_of(dice: Dice, blow: Blow, target: Target, *, hindered: bool = True) -> ShockDone:
    """The Shock of a blow against a target; unhindered by armor class, immunity and shield if that is asked."""
    if blow.shock is None or blow.shock_armor_class is None:
        return NO_SHOCK
    return shock_damage(
        dice,
        shock=blow.shock,
        shock_armor_class=blow.shock_armor_class if hindered else "any",
        armor_class=target.armor_class,
        melee=blow.melee,
        attribute_modifier=blow.attribute_modifier,
        damage_bonus=blow.damage_bonus,
        shock_only_bonus=blow.shock_only_bonus,
        punch_level=blow.punch_level,
        shock_against=blow.shock_against,
        shield_ready=hindered and target.shield_ready,
        immune_to_shock=hindered and target.immune_to_shock,
    )


def hit_by(dice: Dice, blow: Blow, target: Target) -> Attack:
    """QR-COMBAT-11: a hit does its damage, and no less than the Shock that a miss would have done."""
    rolled = damage_roll(
        dice,
        damage=blow.damage,
        attribute_modifier=blow.attribute_modifier,
        damage_bonus=blow.damage_bonus,
        damage_only_bonus=blow.damage_only_bonus,
        capped_bonus=blow.capped_bonus,
        punch_level=blow.punch_level,
        minimum_damage=blow.minimum_damage,
    ).damage
    if blow.hit_minimum == "never":
        return Attack("hit", rolled, False)
    shock = shock_of(dice, blow, target, hindered=blow.hit_minimum != "always").damage
    return Attack("hit", max(rolled, shock), False)


def missed_by(dice: Dice, blow: Blow, target: Target) -> Attack:
    """Shock, and besides it the dice that some do even with a miss, which nothing stops."""
    shock = shock_of(dice, blow, target)
    grazed = 0 if blow.miss_damage is None else max(0, dice_text(blow.miss_damage).roll(dice, "miss damage"))
    return Attack("shock" if shock.damage else "miss", shock.damage + grazed, shock.blocked_by == "shield")


def strike(dice: Dice, blow: Blow, target: Target) -> Attack:
    """One blow at one target."""
    roll = attack_roll(
        dice,
        attack_bonus=blow.attack_bonus,
        skill_level=blow.skill_level,
        attribute_modifier=blow.attribute_modifier,
        modifier=blow.modifier,
        armor_class=target.armor_class,
        untrained_penalty=blow.untrained_penalty,
    )
    return hit_by(dice, blow, target) if roll.hit else missed_by(dice, blow, target)


@book.rule("QR-COMBAT-01", "QR-COMBAT-04", "QR-COMBAT-06", "QR-COMBAT-07", "QR-COMBAT-11", "QR-FOCUS-04")
def attack(
    dice: Dice,
    *,
    attack_bonus: AttackBonus,
    skill_level: SkillLevel = 0,
    attribute_modifier: AttributeModifier = 0,
    modifier: Situation = 0,
    damage: DiceString,
    damage_bonus: DamageBonus = 0,
    damage_only_bonus: DamageBonus = 0,
    shock_only_bonus: DamageBonus = 0,
    capped_bonus: CappedBonus = 0,
    uses_punch: bool = False,
    melee: bool = True,
    shock: Shock | None = None,
    shock_armor_class: ShockArmorClass | None = None,
    shock_against: ArmorClass | None = None,
    miss_damage: DiceString | None = None,
    untrained_penalty: UntrainedPenalty = -2,
    hit_minimum: HitMinimum = "if_shock_applies",
    minimum_damage: MinimumDamage = 0,
    armor_class: ArmorClass,
    shield_ready: bool = False,
    immune_to_shock: bool = False,
) -> Attack:
    """Roll to hit; a hit does damage, a miss perhaps Shock."""
    blow = Blow(
        attack_bonus=attack_bonus,
        skill_level=skill_level,
        attribute_modifier=attribute_modifier,
        modifier=modifier,
        damage=damage,
        damage_bonus=damage_bonus,
        damage_only_bonus=damage_only_bonus,
        shock_only_bonus=shock_only_bonus,
        capped_bonus=capped_bonus,
        uses_punch=uses_punch,
        melee=melee,
        shock=shock,
        shock_armor_class=shock_armor_class,
        shock_against=shock_against,
        miss_damage=miss_damage,
        untrained_penalty=untrained_penalty,
        hit_minimum=hit_minimum,
        minimum_damage=minimum_damage,
    )
    blow.refuse_what_is_half_said()
    return strike(dice, blow, Target(armor_class, shield_ready, immune_to_shock))
