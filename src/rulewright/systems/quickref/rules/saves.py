"""Saving throws: a d20 at or above a target."""

from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.systems.quickref.book import AttributeModifier, HitDice, Level, SaveModifier, SaveTarget, book
from rulewright.systems.quickref.tables import saves

LOWEST_TARGET = 2


def natural(face: int) -> bool:
    """QR-SAVE-04 and QR-COMBAT-04: a 1 fails and a 20 succeeds, whatever the numbers."""
    return face in (1, 20)


def reaches(face: int, total: int, target: int) -> bool:
    """Whether a d20 that shows this face, and comes to this total, reaches a target."""
    return face == 20 if natural(face) else total >= target


class Save(msgspec.Struct, frozen=True, gc=False):
    """A saving throw, and whether the face alone decided it."""

    success: bool
    automatic: bool


@book.rule("QR-SAVE-01", "QR-SAVE-04")
def save(dice: Dice, *, target: SaveTarget, modifier: SaveModifier = 0) -> Save:
    """Roll a d20; equal to or above the target succeeds."""
    face = dice.d(20, "save")
    return Save(reaches(face, dice.note("total", face + modifier), dice.note("target", target)), natural(face))


class Modifiers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The modifiers of all attributes, by their ids."""

    str: AttributeModifier = 0
    dex: AttributeModifier = 0
    con: AttributeModifier = 0
    int: AttributeModifier = 0
    wis: AttributeModifier = 0
    cha: AttributeModifier = 0


UNMODIFIED = Modifiers()


class Target(msgspec.Struct, frozen=True, gc=False):
    """The number that a save must reach."""

    target: int


@book.rule("QR-SAVE-02", "QR-SAVE-05")
def save_target(
    dice: Dice,
    *,
    kind: Literal["physical", "evasion", "mental", "luck"],
    level: Level,
    modifiers: Modifiers = UNMODIFIED,
) -> Target:
    """16 less the level and the better of two modifiers, penalties too, but never below 2."""
    fitting = [getattr(modifiers, attribute) for attribute in saves()[kind].attributes]
    return Target(max(LOWEST_TARGET, 16 - level - max(fitting, default=0)))


@book.rule("QR-SAVE-03")
def creature_save_target(dice: Dice, *, hit_dice: HitDice, rounding: Literal["down", "up"] = "down") -> Target:
    """15 less half the hit dice, against everything, but never below 2."""
    half = hit_dice // 2 if rounding == "down" else -(-hit_dice // 2)
    return Target(max(LOWEST_TARGET, 15 - half))
