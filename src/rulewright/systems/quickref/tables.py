"""The tables that rules look into, as typed values. The files say more; these are the columns that rules read."""

from functools import cache, lru_cache, partial
from typing import Literal

import msgspec

from rulewright.content import load_table
from rulewright.dice.text import DiceText

_table = partial(load_table, "quickref", "rulewright.systems.quickref.content")

SIZES = (2, 3, 4, 6, 8, 10, 12, 20)
MOST_DICE = 20
MOST_PLUS = 99


@lru_cache(maxsize=1024)
def dice_text(text: str) -> DiceText:
    """Dice as arguments and content write them, such as 2d6+1; a plain number is none."""
    try:
        read = DiceText.read(text, sizes=SIZES, most_dice=MOST_DICE, most_plus=MOST_PLUS)
    except ValueError:
        read = None
    if not read or not read.count:
        sizes = ", ".join(map(str, SIZES))
        raise ValueError(
            f"expected dice such as 2d6+1: up to {MOST_DICE}, with {sizes} faces, and up to {MOST_PLUS} more or less; "
            f"found {text!r}"
        )
    return read


class ModifierBand(msgspec.Struct, frozen=True, rename={"most": "to"}):
    """Scores up to a bound, and what they add."""

    most: int
    modifier: int


class Difficulty(msgspec.Struct, frozen=True, rename={"most": "to"}):
    """Difficulties up to a bound, and what they are called."""

    id: str
    most: int


class SaveKind(msgspec.Struct, frozen=True):
    """A kind of saving throw, and the attributes of which the better counts."""

    id: str
    attributes: tuple[str, ...]


class Background(msgspec.Struct, frozen=True):
    """What a life before adventuring may have taught."""

    id: str
    free_skill: str
    growth: tuple[str, ...]
    learning: tuple[str, ...]


class SpellLearning(msgspec.Struct, frozen=True):
    """The spells that a class knows and gains, and the table by which it casts them."""

    known: int
    each_level: int
    casting: Literal["full", "partial"]


class Progress(msgspec.Struct, frozen=True):
    """What every hit die adds, and the attack bonus at each level."""

    hit_die_adjustment: int
    attack_bonus: tuple[int, ...]


class CharacterClass(msgspec.Struct, frozen=True):
    """A class, or a partial class of an adventurer."""

    id: str
    abilities: tuple[str, ...]
    first_level_foci: tuple[str, ...]
    progress: Progress | None = None
    partials: int = 0
    spells: SpellLearning | None = None
    arts: dict[int, int] = {}
    bonus_skill: str = ""


class Ability(msgspec.Struct, frozen=True):
    """What a class can do, as far as a new level goes."""

    id: str
    skill_points: int = 0


class Pairing(msgspec.Struct, frozen=True):
    """How an adventurer with this partial class fares."""

    contains: str
    progress: Progress


class Casting(msgspec.Struct, frozen=True):
    """What spells somebody of a level can handle in a day."""

    level: int
    maximum_spell_level: int
    casts: int
    prepared: int


class LevelRow(msgspec.Struct, frozen=True):
    """The experience that a level asks for, and what it gives to everybody."""

    level: int
    fast: int
    slow: int
    skill_points: int
    focus_picks: int


class Price(msgspec.Struct, frozen=True):
    """What a step of learning costs in skill points, and the level that it asks for."""

    points: int
    minimum_character_level: int


class Armor(msgspec.Struct, frozen=True):
    """A suit or a shield."""

    id: str
    armor_class: int


class Situation(msgspec.Struct, frozen=True):
    """What a situation adds to an attack; null where it makes the attack impossible."""

    id: str
    modifier: int | None


class Reaction(msgspec.Struct, frozen=True, rename={"most": "to"}):
    """How strangers meet the party, for totals up to a bound."""

    id: str
    most: int | None = None


@cache
def attribute_modifiers() -> tuple[ModifierBand, ...]:
    return tuple(_table("attributes_and_skills.yaml", "attribute_modifiers", ModifierBand, key="to").values())


@cache
def difficulties() -> tuple[Difficulty, ...]:
    return tuple(_table("attributes_and_skills.yaml", "difficulties", Difficulty).values())


@cache
def saves() -> dict[str, SaveKind]:
    return _table("attributes_and_skills.yaml", "saves", SaveKind)


@cache
def backgrounds() -> dict[str, Background]:
    return _table("backgrounds.yaml", "backgrounds", Background)


@cache
def classes() -> dict[str, CharacterClass]:
    """Classes and partial classes."""
    return _table("classes.yaml", "classes", CharacterClass) | _table("classes.yaml", "partial_classes", CharacterClass)


@cache
def abilities() -> dict[str, Ability]:
    return _table("classes.yaml", "abilities", Ability)


@cache
def pairings() -> tuple[Pairing, ...]:
    return tuple(_table("classes.yaml", "pairings", Pairing, key="contains").values())


@cache
def casting() -> dict[str, dict[int, Casting]]:
    """Both tables, each by level."""
    return {
        name: {row.level: row for row in _table("classes.yaml", f"{name}_casting", Casting, key="level").values()}
        for name in ("full", "partial")
    }


@cache
def levels() -> dict[int, LevelRow]:
    return {row.level: row for row in _table("classes.yaml", "levels", LevelRow, key="level").values()}


@cache
def skill_costs() -> dict[int, Price]:
    """By the new level."""
    return {int(level): price for level, price in _table("classes.yaml", "skill_costs", Price, key="new_level").items()}


@cache
def attribute_boosts() -> dict[int, Price]:
    """By the number of the boost."""
    return {
        int(boost): price for boost, price in _table("classes.yaml", "attribute_boosts", Price, key="boost").items()
    }


@cache
def armors() -> dict[str, Armor]:
    return _table("weapons_and_armor.yaml", "armor", Armor)


@cache
def shields() -> dict[str, Armor]:
    return _table("weapons_and_armor.yaml", "shields", Armor)


@cache
def situations() -> dict[str, Situation]:
    return _table("tables.yaml", "attack_modifiers", Situation)


@cache
def reactions() -> tuple[Reaction, ...]:
    return tuple(_table("tables.yaml", "reactions", Reaction).values())
