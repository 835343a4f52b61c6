"""Armour, Defense, and the blows that creatures deal."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.dice.text import DiceText
from rulewright.rules import BadArguments, RuleError
from rulewright.systems.glog.book import (
    STANDARD,
    HouseRules,
    Modifier,
    PositiveDamage,
    Quality,
    Score,
    SituationModifier,
    Stat,
    book,
)
from rulewright.systems.glog.rules.attack import Damage, attack_roll, blow, break_check
from rulewright.systems.glog.rules.checks import PIVOT, judge, stat_bonus
from rulewright.systems.glog.tables import Armor, armors, damage_text

ArmorId = Literal["none", "gambeson", "rawhide", "lamellar", "chainmail", "splintmail", "plate"]
ArmorState = Literal["unchanged", "broken", "destroyed"]
Material = Literal["ordinary", "bronze"]
ArmorBreaks = Annotated[int, Meta(ge=0, le=6)]

UNARMORED = 10


class ArmorDetails(msgspec.Struct, frozen=True, gc=False):
    """A suit as it is now; its burden stays what was printed."""

    defense: int
    weight: Literal["none", "light", "medium", "heavy"]
    slots: int
    encumbrance: int
    breaks_left: int
    destroyed: bool


@book.rule("GL-DEF-03", "GL-DEF-04", "GL-BREAK-04", "GL-INV-03")
def armor_details(
    dice: Dice, *, armor: ArmorId, material: Material = "ordinary", breaks: ArmorBreaks = 0
) -> ArmorDetails:
    """What a suit is worth: a bronze heavy one is a point worse, and every break costs a point until none is left."""
    if armor == "none":
        if breaks:
            raise BadArguments("breaks: someone without armour has none")
        return ArmorDetails(UNARMORED, "none", 0, 0, 0, False)
    suit = armors()[armor]
    bonus = suit.bonus - (suit.bronze_penalty if material == "bronze" else 0)
    if breaks > bonus:
        raise BadArguments(f"breaks: {material} {armor} takes {bonus} at most, found {breaks}")
    refuse_bronze(suit, material)
    return ArmorDetails(
        UNARMORED + bonus - breaks, suit.weight, suit.slots, suit.encumbrance, bonus - breaks, breaks == bonus
    )


def refuse_bronze(suit: Armor, material: str) -> None:
    """GL-DEF-04: there is no bronze chainmail."""
    if material == "bronze" and suit.bronze == "forbidden":
        raise RuleError("not_allowed", f"{suit.id} can't be made of bronze")


class Defense(msgspec.Struct, frozen=True, gc=False):
    """The score that attacks are rolled against."""

    defense: int


@book.rule("GL-DEF-01", "GL-DEF-05")
def defense_score(
    dice: Dice,
    *,
    dexterity: Stat,
    armor: ArmorId = "none",
    material: Material = "ordinary",
    breaks: ArmorBreaks = 0,
    shield: bool = False,
    modifier: Modifier = 0,
) -> Defense:
    """What the armour is worth, the whole Dexterity bonus, and one for a shield in hand."""
    suit = armor_details(dice, armor=armor, material=material, breaks=breaks)
    base = dice.note("armour", suit.defense) + dice.note("Dexterity bonus", stat_bonus(dexterity))
    return Defense(base + shield + modifier)


class Defended(msgspec.Struct, frozen=True, gc=False):
    """A Defense roll; on the breakage face the worn suit is at risk."""

    avoided: bool
    critical: bool
    target: int
    breakage_risk: bool


@book.rule("GL-DEF-02", "GL-CORE-04", "GL-BREAK-01")
def defend(
    dice: Dice,
    *,
    defense: Score,
    attack: Score,
    modifier: SituationModifier = 0,
    house_rules: HouseRules = STANDARD,
) -> Defended:
    """Roll a d20 at or under Defense, shifted by how far the opponent's Attack is from 10, to avoid the blow."""
    target = defense - (attack - PIVOT) + modifier
    avoided, critical, breakage_risk = judge(dice.d(20, "Defense"), target, house_rules)
    return Defended(avoided, critical, target, breakage_risk)


class CreatureAttack(msgspec.Struct, frozen=True, gc=False):
    """A creature's blow at a character, and what became of the suit."""

    avoided: bool
    critical: bool
    damage: int
    armor: ArmorState


@book.rule("GL-DEF-02", "GL-DAMAGE-05", "GL-BREAK-01", "GL-BREAK-04")
def creature_attack(
    dice: Dice,
    *,
    defense: Score,
    attack: Score,
    damage: str,
    armor: ArmorId = "none",
    material: Material = "ordinary",
    quality: Quality = "standard",
    breaks: ArmorBreaks = 0,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> CreatureAttack:
    """The player rolls Defense; the suit may break; a blow that is not avoided does its damage."""
    text = read_damage(damage)
    suit = armor_details(dice, armor=armor, material=material, breaks=breaks)
    roll = defend(dice, defense=defense, attack=attack, modifier=modifier, house_rules=house_rules)
    failed_badly = roll.critical and not roll.avoided
    at_risk = roll.breakage_risk or (house_rules.fumble_breaks and failed_badly)
    broke = at_risk and suit.breaks_left > 0 and break_check(dice, quality=quality).breaks
    points = 0
    if not roll.avoided:
        critical = failed_badly and house_rules.enemy_criticals
        points = blow(dice, text, plus=0, critical=critical, extra_d6=0, house_rules=house_rules)
    state: ArmorState = "unchanged" if not broke else "destroyed" if suit.breaks_left == 1 else "broken"
    return CreatureAttack(roll.avoided, roll.critical, points, state)


def read_damage(damage: str) -> DiceText:
    """Damage as an argument."""
    try:
        return damage_text(damage)
    except ValueError as error:
        raise BadArguments(f"damage: {error}") from None


@book.rule("GL-DEF-06")
def sunder(dice: Dice, *, damage: PositiveDamage) -> Damage:
    """Give up the shield to take a d12 less."""
    return Damage(max(0, damage - dice.d(12, "sunder")))


@book.step
def parry_blow(dice: Dice, *, damage: int, die: str) -> Damage:
    """GL-DEF-07: turn a part of the blow aside."""
    return Damage(max(0, damage - damage_text(die).roll(dice, "parry")))


class CreatureBlow(msgspec.Struct, frozen=True, gc=False):
    """A creature's blow at another creature."""

    hit: bool
    critical: bool
    damage: int


@book.step
def creature_on_creature(
    dice: Dice, *, attack: int, defense: int, damage: str, modifier: int, house_rules: HouseRules
) -> CreatureBlow:
    """GL-ROUND-08 and GL-DAMAGE-05: the attacker rolls, and its critical success doubles."""
    text = read_damage(damage)
    roll = attack_roll(dice, attack=attack, defense=defense, modifier=modifier, house_rules=house_rules)
    points = 0
    if roll.hit:
        points = blow(dice, text, plus=0, critical=roll.critical, extra_d6=0, house_rules=house_rules)
    return CreatureBlow(roll.hit, roll.critical, points)
