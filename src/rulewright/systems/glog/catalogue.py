"""What content says for play, as typed values. The tables that named rules read are in `tables.py`."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Literal

import msgspec

from rulewright.content import load_table
from rulewright.systems.glog.book import Quality
from rulewright.systems.glog.effects import AnyEffect

_table = partial(load_table, "rulewright.systems.glog.content")

Effects = tuple[AnyEffect, ...]


class ConditionEntry(msgspec.Struct, frozen=True):
    """A condition and what it does to whoever has it."""

    id: str
    name: str
    ends: str
    blocks: tuple[str, ...] = ()
    effects: Effects = ()
    note: str = ""


class InjuryEntry(msgspec.Struct, frozen=True):
    """What a lasting wound does."""

    id: str
    name: str
    effects: Effects


class TemplateEntry(msgspec.Struct, frozen=True):
    """One of the four steps of a class."""

    id: str
    name: str
    effects: Effects
    text: str


class KitItem(msgspec.Struct, frozen=True):
    """Something that a new character owns."""

    item: str
    count: int = 1
    quality: Quality = "standard"


class KitChoice(msgspec.Struct, frozen=True):
    """The class's other kit."""

    instead_of: tuple[str, ...]
    take: tuple[str, ...]


class ClassEntry(msgspec.Struct, frozen=True):
    """A class, its kit and its templates."""

    id: str
    name: str
    about: str
    kit: tuple[KitItem, ...]
    kit_coins: Mapping[str, int]
    templates: tuple[TemplateEntry, ...]
    kit_choice: KitChoice | None = None
    caster: bool = False
    schools: tuple[str, ...] = ()


class QuestReward(msgspec.Struct, frozen=True):
    """What somebody above level 4 may quest for."""

    id: str
    effect: AnyEffect


class GoodsEntry(msgspec.Struct, frozen=True):
    """Something that can be owned."""

    id: str
    name: str
    kind: str = "gear"
    weapon_class: str = ""
    is_bag: bool = False
    effect: AnyEffect | None = None
    price_copper: int = 0


class RandomThingEntry(msgspec.Struct, frozen=True):
    """An entry of the list of a hundred odd things, and what else it brings."""

    number: int
    id: str
    name: str
    grants: KitItem | None = None


class SpellEntry(msgspec.Struct, frozen=True):
    """A spell."""

    id: str
    name: str
    school: str
    number: int
    range: int | str
    target: str
    save: Literal["none", "negates", "halves"]
    harmful: bool
    values: Mapping[str, str]
    effects: Effects
    text: str


class Cantrip(msgspec.Struct, frozen=True):
    """A minor spell."""

    id: str
    name: str
    text: str


class MishapEntry(msgspec.Struct, frozen=True):
    """What doubles bring."""

    entry: int
    id: str
    effects: Effects
    text: str


class DoomEntry(msgspec.Struct, frozen=True):
    """What triples bring."""

    doom: int
    id: str
    effects: Effects
    text: str


class SchoolEntry(msgspec.Struct, frozen=True):
    """A school of magic."""

    id: str
    name: str
    cantrips: tuple[Cantrip, ...]
    mishaps: tuple[MishapEntry, ...]
    dooms: tuple[DoomEntry, ...]
    quest: str
    spells: tuple[str, ...]


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


def class_of(template: str) -> ClassEntry:
    """The class that a template is a step of."""
    return classes()[template.rpartition("_")[0]]


@cache
def quest_rewards() -> dict[str, QuestReward]:
    return _table("classes.yaml", "quest_rewards", QuestReward)


@cache
def goods() -> dict[str, GoodsEntry]:
    """Everything that can be owned: the list of goods, and the odd things that are not on it."""
    odd = {row.id: GoodsEntry(id=row.id, name=row.name) for row in random_things().values()}
    return odd | _table("equipment.yaml", "items", GoodsEntry)


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
def schools() -> dict[str, SchoolEntry]:
    return _table("schools.yaml", "schools", SchoolEntry)


@cache
def breakdowns() -> dict[str, Named]:
    return _table("trauma.yaml", "breakdowns", Named)


@cache
def convictions() -> dict[str, Named]:
    return _table("trauma.yaml", "convictions", Named)
