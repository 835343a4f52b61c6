"""The tables that rules look into, as typed values. The files say more; these are the columns that rules read."""

from functools import cache, cached_property, partial
from typing import Literal

import msgspec

from rulewright.content import load_table
from rulewright.dice.text import DiceText

_table = partial(load_table, "glog", "rulewright.systems.glog.content")


DAMAGE_DICE = (4, 6, 8, 10, 12)


def damage_text(text: str) -> DiceText:
    """GL-GEN-07: how damage is written."""
    return DiceText.read(text, sizes=DAMAGE_DICE, most_dice=20, most_plus=999)


class WeaponClass(msgspec.Struct, frozen=True, dict=True):
    """What all weapons of a class have in common."""

    id: str
    damage: str
    hands: tuple[int, ...]
    adds_strength_bonus: bool
    damage_two_hands: str = ""
    thrown: bool = False
    thrown_increment_feet: int = 0
    increment_feet: int = 0
    confined_penalty: int = 0
    never_breaks: bool = False

    @cached_property
    def dice(self) -> DiceText:
        """Its damage in one hand, or in both where it has no choice."""
        return damage_text(self.damage)

    @cached_property
    def dice_in_two_hands(self) -> DiceText:
        """Its damage in both hands."""
        return damage_text(self.damage_two_hands or self.damage)

    @property
    def ranged(self) -> bool:
        """Shot, not struck."""
        return self.increment_feet > 0

    @property
    def usual_hands(self) -> int:
        """Hands when nobody says: two where it can't be one."""
        return self.hands[0]


class Armor(msgspec.Struct, frozen=True):
    """A suit of armour as it is printed."""

    id: str
    weight: Literal["light", "medium", "heavy"]
    defense: int
    bonus: int
    slots: int
    encumbrance: int
    bronze: Literal["allowed", "forbidden"]
    bronze_penalty: int


class Coin(msgspec.Struct, frozen=True):
    """A kind of coin and what it is worth."""

    id: str
    copper: int


class LevelRow(msgspec.Struct, frozen=True):
    """What a level asks for and gives."""

    level: int
    experience: int
    attack: int
    save_base: int
    hit_points_offset: int
    templates: int
    hit_dice: int


class Band(msgspec.Struct, frozen=True, rename={"least": "from", "most": "to"}):
    """A row of the Death and Dismemberment table."""

    id: str
    least: int | None
    most: int | None
    days: int | str


class Location(msgspec.Struct, frozen=True):
    """Where a wound is."""

    face: int
    id: str
    part: str


class Jolt(msgspec.Struct, frozen=True):
    """What a grazing blow does to a part of the body."""

    part: str
    id: str


class Injury(msgspec.Struct, frozen=True):
    """A lasting wound: how bad, and where."""

    id: str
    band: str
    part: str


class Goods(msgspec.Struct, frozen=True):
    """An item as far as its burden goes."""

    id: str
    slots: int
    per_slot: int = 1
    shared_count: int = 0


class RandomItem(msgspec.Struct, frozen=True):
    """An entry of the list of a hundred odd things."""

    number: int
    id: str
    slots: int


class Mishap(msgspec.Struct, frozen=True):
    """An entry of a school's table of mishaps."""

    entry: int
    id: str


class Doom(msgspec.Struct, frozen=True):
    """One of the three dooms of a school."""

    doom: int
    id: str
    fatal: bool


class School(msgspec.Struct, frozen=True):
    """A school of magic as far as its dangers go."""

    id: str
    mishaps: tuple[Mishap, ...]
    dooms: tuple[Doom, ...]


class Spell(msgspec.Struct, frozen=True):
    """A spell's numbers, each an expression of its dice."""

    id: str
    values: dict[str, str]


class Template(msgspec.Struct, frozen=True):
    """One of the four steps of a class."""

    id: str


class CharacterClass(msgspec.Struct, frozen=True):
    """A class with its templates in order."""

    id: str
    templates: tuple[Template, ...]


class Breakdown(msgspec.Struct, frozen=True):
    """What a mind does when it breaks."""

    face: int
    id: str


@cache
def weapon_classes() -> dict[str, WeaponClass]:
    return _table("weapons.yaml", "weapon_classes", WeaponClass)


@cache
def armors() -> dict[str, Armor]:
    return _table("armor.yaml", "armor", Armor)


@cache
def coins() -> dict[str, Coin]:
    return _table("coins.yaml", "coins", Coin)


@cache
def levels() -> dict[int, LevelRow]:
    return {row.level: row for row in _table("levels.yaml", "levels", LevelRow, key="level").values()}


@cache
def bands() -> tuple[Band, ...]:
    return tuple(_table("injuries.yaml", "bands", Band).values())


@cache
def locations() -> dict[int, Location]:
    return {row.face: row for row in _table("injuries.yaml", "locations", Location).values()}


@cache
def jolts() -> dict[str, str]:
    """The jolt of each part of the body."""
    return {jolt.part: jolt.id for jolt in _table("injuries.yaml", "jolts", Jolt).values()}


@cache
def injury_ids() -> dict[tuple[str, str], str]:
    """The injury of each band and part of the body."""
    return {(injury.band, injury.part): injury.id for injury in _table("injuries.yaml", "injuries", Injury).values()}


@cache
def random_items() -> dict[int, RandomItem]:
    rows = _table("random_items.yaml", "random_items", RandomItem, key="number")
    return {row.number: row for row in rows.values()}


@cache
def goods() -> dict[str, Goods]:
    """Everything that can be carried: the list of goods, and the odd things that are not on it."""
    odd = {row.id: Goods(id=row.id, slots=row.slots) for row in random_items().values()}
    return odd | _table("equipment.yaml", "items", Goods)


@cache
def schools() -> dict[str, School]:
    return _table("schools.yaml", "schools", School)


@cache
def spells() -> dict[str, Spell]:
    return _table("spells.yaml", "spells", Spell)


@cache
def templates() -> dict[str, str | None]:
    """Every template with the one that must come before it."""
    before: dict[str, str | None] = {}
    for row in _table("classes.yaml", "classes", CharacterClass).values():
        previous = None
        for template in row.templates:
            before[template.id] = previous
            previous = template.id
    return before


@cache
def breakdowns() -> dict[int, str]:
    return {row.face: row.id for row in _table("trauma.yaml", "breakdowns", Breakdown).values()}
