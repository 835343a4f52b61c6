"""What content says for play, as typed values. The tables that named rules read are in `tables.py`."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.content import load_table
from rulewright.content.effects import ItemId
from rulewright.systems.glog.book import Quality, SchoolId
from rulewright.systems.glog.effects import AnyEffect, Held, Learned, Magical, Wild

_table = partial(load_table, "glog", "rulewright.systems.glog.content")

Effects: TypeAlias = tuple[AnyEffect, ...]

CoinId: TypeAlias = Annotated[str, Meta(extra={"refers": "coins"})]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]
Copper: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=100)]

Blocked: TypeAlias = Literal["turn", "move", "attack", "cast"]
"""What a condition can keep somebody from."""

Kind: TypeAlias = Literal[
    "ammunition",
    "armor",
    "bag",
    "beast",
    "food",
    "gear",
    "light",
    "potion",
    "scroll",
    "shield",
    "spellbook",
    "staff",
    "valuable",
    "wand",
    "weapon",
]


class ConditionEntry(msgspec.Struct, frozen=True):
    """A condition and what it does to whoever has it."""

    id: str
    name: str
    ends: str
    blocks: tuple[Blocked, ...] = ()
    effects: tuple[Held, ...] = ()
    note: str = ""


class InjuryEntry(msgspec.Struct, frozen=True):
    """What a lasting wound does."""

    id: str
    name: str
    effects: tuple[Held, ...]


class TemplateEntry(msgspec.Struct, frozen=True):
    """One of the four steps of a class."""

    id: str
    name: str
    effects: tuple[Learned, ...]
    text: str


class KitItem(msgspec.Struct, frozen=True):
    """Something that a new character owns."""

    item: ItemId
    count: Count = 1
    quality: Quality = "standard"
    banked: Annotated[int, Meta(ge=0, le=6)] = 0
    """Magic Dice in it."""


class KitChoice(msgspec.Struct, frozen=True):
    """The class's other kit."""

    instead_of: tuple[ItemId, ...]
    take: tuple[ItemId, ...]


class ClassEntry(msgspec.Struct, frozen=True):
    """A class, its kit and its templates."""

    id: str
    name: str
    about: str
    kit: tuple[KitItem, ...]
    kit_coins: Mapping[CoinId, Annotated[int, Meta(ge=0, le=1_000_000)]]
    templates: Annotated[tuple[TemplateEntry, ...], Meta(min_length=1)]
    kit_choice: KitChoice | None = None
    caster: bool = False
    schools: tuple[SchoolId, ...] = ()


class QuestReward(msgspec.Struct, frozen=True):
    """What somebody above level 4 may quest for."""

    id: str
    effect: Learned


class GoodsEntry(msgspec.Struct, frozen=True):
    """Something that can be owned."""

    id: str
    name: str
    kind: Kind = "gear"
    weapon_class: Annotated[str, Meta(extra={"refers": "weapon_classes"})] = ""
    is_bag: bool = False
    effect: Magical | None = None
    price_copper: Copper = 0
    restricted: bool = False
    """Owning it is usually a crime (GL-INV-09)."""
    shares_slot_with: ItemId = ""
    """The thing whose slot has room for `shared_count` of it."""
    carries_slots: Annotated[int, Meta(ge=0, le=1000)] = 0
    """What a beast bears."""
    text: str = ""


class WeaponClassEntry(msgspec.Struct, frozen=True):
    """What the book says of a class of weapons beside the numbers that rules read."""

    id: str
    slots: Annotated[int, Meta(ge=0, le=10)] = 1
    ammunition: Literal["", "arrows", "stones"] = ""
    reload: Literal["", "action"] = ""
    restricted: bool = False
    stones_sharing_its_slot: Annotated[int, Meta(ge=0, le=100)] = 0


class ArmorEntry(msgspec.Struct, frozen=True):
    """The same of a suit of armour."""

    id: str
    name: str
    breaks_to_destroy: Annotated[int, Meta(ge=1, le=6)]


class VesselEntry(msgspec.Struct, frozen=True):
    """What spells are kept in."""

    id: str
    name: str
    spells: Annotated[int, Meta(ge=0, le=100)] = 0
    banked_magic_dice: Annotated[int, Meta(ge=0, le=100)] = 0
    value_gp: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    blank_value_gp: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    burn_bonus_magic_dice: Annotated[int, Meta(ge=0, le=8)] = 0
    flammable: bool = False
    waterproof: bool = False
    starts_in: str = ""
    protects_from: tuple[str, ...] = ()
    slots: Annotated[int, Meta(ge=0, le=10)] = 1
    custom: str = ""


class BandEntry(msgspec.Struct, frozen=True):
    """What a row of the Death and Dismemberment table brings, in words."""

    id: str
    effect: str


class ServiceEntry(msgspec.Struct, frozen=True):
    """Something that is done for money."""

    id: str
    name: str
    price_copper: Copper
    effect: Magical | None = None
    purpose: Literal["adventuring", "other"] = "adventuring"
    """Money for anything but adventuring brings experience."""


class RandomThingEntry(msgspec.Struct, frozen=True):
    """An entry of the list of a hundred odd things, and what else it brings."""

    number: Number
    id: str
    name: str
    grants: KitItem | None = None
    note: str = ""
    """What the GM is told when somebody gets it."""


class SpellEntry(msgspec.Struct, frozen=True):
    """A spell."""

    id: str
    name: str
    school: SchoolId
    number: Number
    """Its place on the list of its school; dice of apprentices find the first ten."""
    range: Annotated[int, Meta(ge=0, le=100_000)] | str
    target: str
    save: Literal["none", "negates", "halves"]
    harmful: bool
    values: Mapping[str, str]
    """Its numbers, each an expression of the dice rolled."""
    effects: tuple[Magical, ...]
    text: str


class Cantrip(msgspec.Struct, frozen=True):
    """A minor spell."""

    id: str
    name: str
    text: str


class MishapEntry(msgspec.Struct, frozen=True):
    """What doubles bring."""

    entry: Annotated[int, Meta(ge=1, le=6)]
    id: str
    effects: tuple[Wild, ...]
    text: str


class DoomEntry(msgspec.Struct, frozen=True):
    """What triples bring."""

    doom: Annotated[int, Meta(ge=1, le=3)]
    id: str
    effects: tuple[Magical, ...]
    text: str
    fatal: bool = False


class SchoolEntry(msgspec.Struct, frozen=True):
    """A school of magic."""

    id: str
    name: str
    cantrips: tuple[Cantrip, ...]
    mishaps: tuple[MishapEntry, ...]
    dooms: tuple[DoomEntry, ...]
    quest: str
    perk: str = ""
    drawback: str = ""


class Named(msgspec.Struct, frozen=True):
    """An entry of which only the name matters."""

    id: str
    name: str


@cache
def conditions() -> dict[str, ConditionEntry]:
    return _table("conditions.yaml", "conditions", ConditionEntry)


@cache
def injuries() -> dict[str, InjuryEntry]:
    return _table("injuries.yaml", "injuries", InjuryEntry)


@cache
def classes() -> dict[str, ClassEntry]:
    return _table("classes.yaml", "classes", ClassEntry)


@cache
def templates() -> dict[str, TemplateEntry]:
    return {template.id: template for entry in classes().values() for template in entry.templates}


@cache
def class_of(template: str) -> ClassEntry:
    """The class that a template is a step of."""
    return next(entry for entry in classes().values() if template in {step.id for step in entry.templates})


@cache
def quest_rewards() -> dict[str, QuestReward]:
    return _table("classes.yaml", "quest_rewards", QuestReward)


@cache
def goods() -> dict[str, GoodsEntry]:
    """Everything that can be owned: the list of goods, and the odd things that are not on it."""
    odd = {row.id: GoodsEntry(id=row.id, name=row.name) for row in random_things().values()}
    return odd | _table("equipment.yaml", "items", GoodsEntry)


@cache
def vessels() -> dict[str, VesselEntry]:
    """What holds spells."""
    entries = _table("magic_items.yaml", "vessels", VesselEntry)
    return {name: entry for name, entry in entries.items() if entry.spells}


@cache
def random_things() -> dict[int, RandomThingEntry]:
    rows = _table("random_items.yaml", "random_items", RandomThingEntry, key="number")
    return {row.number: row for row in rows.values()}


@cache
def starting_equipment() -> tuple[KitItem, ...]:
    return tuple(_table("starting_equipment.yaml", "starting_equipment", KitItem, key="item").values())


@cache
def spells() -> dict[str, SpellEntry]:
    return _table("spells.yaml", "spells", SpellEntry)


def name_of_spell(spell: str) -> str:
    """Its name; the GM may have written down one that is in no book."""
    return spells()[spell].name if spell in spells() else spell


@cache
def spells_of(school: str) -> tuple[SpellEntry, ...]:
    """The list of a school, by number."""
    return tuple(
        sorted((entry for entry in spells().values() if entry.school == school), key=lambda entry: entry.number)
    )


@cache
def schools() -> dict[str, SchoolEntry]:
    return _table("schools.yaml", "schools", SchoolEntry)


@cache
def breakdowns() -> dict[str, Named]:
    return _table("trauma.yaml", "breakdowns", Named)


@cache
def convictions() -> dict[str, Named]:
    return _table("trauma.yaml", "convictions", Named)
