"""Money, armor class, and what loads cost."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import pick
from rulewright.systems.quickref.book import AttributeModifier, book
from rulewright.systems.quickref.rules.characters import Score
from rulewright.systems.quickref.tables import armors, shields

CoinCount = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Load = Annotated[int, Meta(ge=0, le=200)]

COPPER_PER_SILVER = SILVER_PER_GOLD = 10
COINS_PER_POINT = 100
UNARMORED = 10
PER_BUNDLE = 3

READIED_STEP, STOWED_STEP = 2, 4
"""QR-EQUIP-05: how far over the limit one step of the load goes."""


class Purse(msgspec.Struct, frozen=True, gc=False):
    """What coins are worth, and what they weigh."""

    in_copper: int
    encumbrance: int


@book.rule("QR-EQUIP-01")
def coins(dice: Dice, *, copper: CoinCount = 0, silver: CoinCount = 0, gold: CoinCount = 0) -> Purse:
    """Ten of a kind make one of the next; a hundred coins of any kind weigh a point."""
    worth = copper + COPPER_PER_SILVER * (silver + SILVER_PER_GOLD * gold)
    return Purse(worth, (copper + silver + gold) // COINS_PER_POINT)


class Silver(msgspec.Struct, frozen=True, gc=False):
    """Pieces of silver."""

    silver: int


@book.rule("QR-EQUIP-02")
def starting_silver(dice: Dice) -> Silver:
    """3d6 times ten to spend, for a character without a package of equipment."""
    return Silver(dice.total(3, 6, "silver") * 10)


class ArmorClass(msgspec.Struct, frozen=True, gc=False):
    """The number that an attack must reach."""

    armor_class: int


@book.rule("QR-EQUIP-04")
def armor_class(
    dice: Dice,
    *,
    armor: str = "none",
    shield: Literal["none", "small_shield", "large_shield"] = "none",
    dexterity_modifier: AttributeModifier = 0,
    innate: Annotated[int, Meta(ge=0, le=30)] = 0,
    modifier: Annotated[int, Meta(ge=-10, le=10)] = 0,
) -> ArmorClass:
    """The best of armor and skin; a shield takes its place if it is better, and adds 1 if it is not."""
    base = max(UNARMORED, pick("armor", armor, armors()).armor_class, innate)
    if shield != "none":
        base = max(base + 1, shields()[shield].armor_class)
    return ArmorClass(dice.note("base", base) + dexterity_modifier + modifier)


class Burden(msgspec.Struct, frozen=True):
    """What can be carried, and how what is carried slows down."""

    readied_limit: int
    stowed_limit: int
    load: Literal["free", "pushed", "strained", "too_much"]
    move: int


@book.rule("QR-EQUIP-05")
def encumbrance(
    dice: Dice, *, strength: Score, readied: Load, stowed: Load, base_move: Annotated[int, Meta(ge=5, le=120)] = 30
) -> Burden:
    """Half the Strength at hand and all of it stowed goes freely; up to two steps more can be carried, ever slower."""
    readied_limit, stowed_limit = strength // 2, strength
    over = max(
        steps_over(readied, readied_limit, READIED_STEP),
        steps_over(stowed, stowed_limit, STOWED_STEP),
    )
    if over == 0:
        return Burden(readied_limit, stowed_limit, "free", base_move)
    if over == 1:
        return Burden(readied_limit, stowed_limit, "pushed", base_move * 2 // 3)
    if over == 2:
        return Burden(readied_limit, stowed_limit, "strained", base_move // 3)
    return Burden(readied_limit, stowed_limit, "too_much", 0)


def steps_over(load: int, limit: int, step: int) -> int:
    """How many steps a load is beyond its limit, a begun one counting whole."""
    return max(0, -((limit - load) // step))


class Encumbrance(msgspec.Struct, frozen=True, gc=False):
    """Points of a load."""

    encumbrance: int


@book.rule("QR-EQUIP-06")
def bundled_encumbrance(
    dice: Dice, *, count: Annotated[int, Meta(ge=1, le=300)], each: Annotated[int, Meta(ge=1, le=10)] = 1
) -> Encumbrance:
    """Three together weigh as much as one alone."""
    return Encumbrance(-(-count // PER_BUNDLE) * each)
