"""Spells and Effort: what casters can handle, what spells do to their targets, and unbinding."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.quickref.book import (
    AttributeModifier,
    ClassId,
    DiceString,
    Level,
    Partials,
    SaveModifier,
    SaveTarget,
    SkillLevel,
    book,
)
from rulewright.systems.quickref.rules import saves
from rulewright.systems.quickref.rules.attack import read_dice
from rulewright.systems.quickref.rules.careers import FIRST, Career
from rulewright.systems.quickref.tables import casting

CasterLevel = Annotated[int, Meta(ge=1, le=20)]
MagicModifier = Annotated[int, Meta(ge=-5, le=10)]

WEEK = 7
HIGHER_LEVEL = 2
"""QR-MAGIC-08: what the stronger of two magics adds to its roll."""


class SpellCapacity(msgspec.Struct, frozen=True, gc=False):
    """What a caster can handle in a day, and the spells that the class alone has taught so far."""

    maximum_spell_level: int
    casts: int
    prepared: int
    known: int


@book.rule("QR-MAGIC-02")
def spell_capacity(dice: Dice, *, class_: ClassId, partials: Partials = (), level: Level) -> SpellCapacity:
    """The highest spells, castings a day, spells prepared and spells known of a mage or partial mage."""
    learning = Career(class_, partials).spells
    if not learning:
        raise RuleError("not_allowed", f"{' and '.join((class_, *partials))}: only mages and partial mages cast spells")
    row = casting()[learning.casting][level]
    known = learning.known + learning.each_level * (level - FIRST)
    return SpellCapacity(row.maximum_spell_level, row.casts, row.prepared, known)


class Days(msgspec.Struct, frozen=True, gc=False):
    """Days of study."""

    days: int


@book.rule("QR-MAGIC-03")
def learning_days(dice: Dice, *, spell_level: Annotated[int, Meta(ge=1, le=5)], magic_level: SkillLevel) -> Days:
    """A week for each level of the spell, less one for each level of Magic, but a day at least."""
    weeks = spell_level - max(0, magic_level)
    return Days(max(1, WEEK * weeks))


class SpellDamage(msgspec.Struct, frozen=True, gc=False):
    """What a spell does to a target, and whether its save succeeded."""

    damage: int
    saved: bool


@book.step
def spell_dice(dice: Dice, *, text: str) -> int:
    """The damage of a spell before anybody saves."""
    return max(0, read_dice("dice", text).roll(dice, "spell damage"))


@book.rule("QR-MAGIC-06")
def spell_damage(
    rolled: Dice,
    *,
    dice: DiceString,
    save: Literal["none", "half", "negates"],
    save_target: SaveTarget = 15,
    save_modifier: SaveModifier = 0,
) -> SpellDamage:
    """Where a save halves, damage is rolled first; where it negates, the save is, and only a failure is hurt."""
    read_dice("dice", dice)
    if save == "negates":
        saved = saves.save(rolled, target=save_target, modifier=save_modifier).success
        return SpellDamage(0 if saved else spell_dice(rolled, text=dice), saved)
    damage = spell_dice(rolled, text=dice)
    saved = save == "half" and saves.save(rolled, target=save_target, modifier=save_modifier).success
    return SpellDamage(halved(damage) if saved else damage, saved)


def halved(damage: int) -> int:
    """What is left of damage for whoever resists in part."""
    return damage // 2


class Dispelled(msgspec.Struct, frozen=True, gc=False):
    """Whether magic gave way, and whether it took a contest."""

    negated: bool
    contested: bool


@book.rule("QR-MAGIC-08")
def dispel(
    dice: Dice,
    *,
    dispeller_level: CasterLevel,
    effect_level: CasterLevel,
    dispeller_modifier: MagicModifier = 0,
    effect_modifier: MagicModifier = 0,
    standing_effect: bool = False,
) -> Dispelled:
    """What is no stronger ends at once; otherwise, and for standing effects, both roll, and ties unbind."""
    if dispeller_level >= effect_level and not standing_effect:
        return Dispelled(True, False)
    dispeller = dispeller_modifier + (HIGHER_LEVEL if dispeller_level > effect_level else 0)
    effect = effect_modifier + (HIGHER_LEVEL if effect_level > dispeller_level else 0)
    dispeller = dice.note("dispeller's total", dice.total(2, 6, "dispeller") + dispeller)
    effect = dice.note("effect's total", dice.total(2, 6, "effect") + effect)
    return Dispelled(dispeller >= effect, True)


class Effort(msgspec.Struct, frozen=True, gc=False):
    """Points of Effort."""

    maximum: int


@book.rule("QR-MAGIC-09")
def effort(
    dice: Dice,
    *,
    tradition: Literal["mage", "partial_mage", "healer"],
    skill_level: Annotated[int, Meta(ge=0, le=4)],
    intelligence_modifier: AttributeModifier = 0,
    charisma_modifier: AttributeModifier = 0,
) -> Effort:
    """The skill of the tradition and the better of Intelligence and Charisma, 1 more for a mage; at least 1."""
    talent = max(intelligence_modifier, charisma_modifier)
    return Effort(max(1, skill_level + talent + (1 if tradition == "mage" else 0)))
