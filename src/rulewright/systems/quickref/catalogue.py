"""What content says for play, as typed values. The tables that named rules read are in `tables.py`."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Literal

import msgspec

from rulewright.content import load_table
from rulewright.content.effects import CreatureId
from rulewright.dice import Fast
from rulewright.systems.quickref.effects import ArtEffect, FocusEffect, SpellRule, ThingEffect
from rulewright.systems.quickref.rules.saves import creature_save_target
from rulewright.systems.quickref.sheet import CreatureSheet, Shield

_table = partial(load_table, "quickref", "rulewright.systems.quickref.content")

Effects = tuple[FocusEffect, ...]
Cost = Literal["main", "move", "on_turn", "instant"]


class Weapon(msgspec.Struct, frozen=True):
    """Something to fight with."""

    id: str
    name: str
    kind: Literal["melee", "ranged"]
    skill: str
    attributes: tuple[str, ...]
    damage: str
    shock: int | None
    shock_armor_class: int | None
    range: tuple[int, int] | None
    hands: int
    traits: tuple[str, ...]
    cost: int
    encumbrance: int
    bonus: int = 0
    """Of a magical one: to hit, damage and Shock."""


class Armor(msgspec.Struct, frozen=True):
    """A suit that is worn."""

    id: str
    name: str
    armor_class: int
    weight: Literal["none", "light", "medium", "heavy"]
    encumbrance: int
    cost: int
    bonus: int = 0
    special: str = ""


class ArmorWeight(msgspec.Struct, frozen=True):
    """How heavy armor is, and the checks that it hinders."""

    id: str
    name: str
    penalty_on: tuple[str, ...]


class ShieldEntry(msgspec.Struct, frozen=True):
    """A shield."""

    id: str
    name: str
    armor_class: int
    encumbrance: int
    cost: int


class Goods(msgspec.Struct, frozen=True):
    """Something that is carried and is no weapon."""

    id: str
    name: str
    cost: int = 0
    encumbrance: int = 0
    flags: tuple[str, ...] = ()
    base: str = ""
    """What a magical weapon or suit is otherwise."""
    bonus: int = 0
    uses: int = 0
    action: Cost = "main"
    effect: ThingEffect | None = None


class Package(msgspec.Struct, frozen=True):
    """What a new character may start with."""

    id: str
    name: str
    armor: str
    shield: Shield
    weapons: tuple[str, ...]
    readied: tuple[str, ...]
    stowed: tuple[str, ...]
    copper: int


class Skill(msgspec.Struct, frozen=True):
    """A skill."""

    id: str
    name: str
    combat: bool
    untrained: bool
    """Whether somebody may try who never learned it."""


class Focus(msgspec.Struct, frozen=True):
    """A talent."""

    id: str
    name: str
    kind: Literal["combat", "non_combat", "either"]
    levels: Mapping[int, Effects]
    requires: Mapping[str, Any] = {}
    repeatable: bool = False


class Ability(msgspec.Struct, frozen=True):
    """What a class can do."""

    id: str
    name: str
    text: str
    effects: Effects = ()
    uses: int = 0
    per: str = ""


class SpellSave(msgspec.Struct, frozen=True):
    """How targets resist a spell."""

    kind: Literal["physical", "evasion", "mental", "luck"]
    effect: Literal["none", "half", "negates"]
    penalty: str = ""
    only: str = ""
    backfire: str = ""


class Spell(msgspec.Struct, frozen=True):
    """A spell. Where figures depend on the caster's level, they say so."""

    id: str
    name: str
    level: int
    action: Cost
    duration: Any
    text: str
    range_feet: int | Mapping[str, int] = 0
    area: Mapping[str, Any] | None = None
    targets: int | Mapping[str, int] | None = None
    save: SpellSave | None = None
    damage: str = ""
    damage_per_level: str = ""
    damage_per_two_levels: str = ""
    damage_plus_level: bool = False
    strain: int = 0
    willing: bool = False
    not_self: bool = False
    rules: tuple[SpellRule, ...] = ()


class Art(msgspec.Struct, frozen=True):
    """A small magic."""

    id: str
    name: str
    tradition: Literal["mage", "healer"]
    commit: Literal["none", "scene", "day", "while_active"]
    timing: Literal["main", "move", "on_turn", "instant", "passive"]
    effect: ArtEffect
    text: str
    commit_scene_from_level: int | None = None
    free_at_first_level: bool = False
    minimum_level: int = 1


class ConditionEntry(msgspec.Struct, frozen=True):
    """A condition, and what the engine does about it."""

    id: str
    name: str
    effects: tuple[str, ...]


class Pregen(msgspec.Struct, frozen=True):
    """A character who is ready to play."""

    id: str
    name: str
    sheet: Mapping[str, Any]
    max_hp: int
    copper: int


class Group(msgspec.Struct, frozen=True):
    """So many of a kind."""

    creature: CreatureId
    number: str


class EncounterEntry(msgspec.Struct, frozen=True):
    """Somebody to meet."""

    id: str
    name: str
    levels: tuple[int, int]
    """The levels of characters that it suits."""
    groups: tuple[Group, ...]
    place: str
    wants: str
    morale_note: str


class Told(msgspec.Struct, frozen=True):
    """What the GM is told about a mood, a turn of events, a reason."""

    id: str
    text: str


class Named(msgspec.Struct, frozen=True):
    """An entry of which only the name matters."""

    id: str
    name: str


@cache
def magical_items() -> dict[str, Goods]:
    return _table("gear.yaml", "magical_items", Goods)


@cache
def weapons() -> dict[str, Weapon]:
    """Every weapon; a magical one is as its base, and better by its bonus."""
    plain = _table("weapons_and_armor.yaml", "weapons", Weapon)
    return plain | _magical(plain)


@cache
def armor() -> dict[str, Armor]:
    plain = _table("weapons_and_armor.yaml", "armor", Armor)
    return plain | _magical(plain)


def _magical(plain: dict[str, Any]) -> dict[str, Any]:
    return {
        item.id: msgspec.structs.replace(plain[item.base], id=item.id, name=item.name, bonus=item.bonus, cost=item.cost)
        for item in magical_items().values()
        if item.base in plain
    }


@cache
def armor_weights() -> dict[str, ArmorWeight]:
    none = ArmorWeight("none", "None", ())
    return {none.id: none, **_table("weapons_and_armor.yaml", "armor_weights", ArmorWeight)}


@cache
def shields() -> dict[str, ShieldEntry]:
    return _table("weapons_and_armor.yaml", "shields", ShieldEntry)


@cache
def gear() -> dict[str, Goods]:
    """What is no weapon and no armor."""
    usable = {item.id: item for item in magical_items().values() if not item.base}
    return _table("gear.yaml", "gear", Goods) | usable


@cache
def things() -> dict[str, Weapon | Armor | ShieldEntry | Goods]:
    """Everything that can be carried."""
    return {**gear(), **weapons(), **armor(), **shields()}


@cache
def packages() -> dict[str, Package]:
    return _table("gear.yaml", "packages", Package)


@cache
def skills() -> dict[str, Skill]:
    return _table("attributes_and_skills.yaml", "skills", Skill)


@cache
def foci() -> dict[str, Focus]:
    return _table("foci.yaml", "foci", Focus)


@cache
def abilities() -> dict[str, Ability]:
    return _table("classes.yaml", "abilities", Ability)


@cache
def spells() -> dict[str, Spell]:
    return _table("spells.yaml", "spells", Spell)


@cache
def arts() -> dict[str, Art]:
    return _table("arts.yaml", "arts", Art)


@cache
def conditions() -> dict[str, ConditionEntry]:
    return _table("tables.yaml", "conditions", ConditionEntry)


@cache
def creatures() -> dict[str, CreatureSheet]:
    """Everything that can be met. A save is kept where it is not what the hit dice say."""
    sheets = _table("creatures.yaml", "creatures", CreatureSheet)
    return {kind: _of_book(kind, sheet) for kind, sheet in sheets.items()}


def _of_book(kind: str, sheet: CreatureSheet) -> CreatureSheet:
    usual = creature_save_target(Fast(), hit_dice=sheet.hit_dice).target
    return msgspec.structs.replace(sheet, creature=kind, save=None if sheet.save == usual else sheet.save)


@cache
def creature_names() -> dict[str, str]:
    return {kind.id: kind.name for kind in _table("creatures.yaml", "creatures", Named).values()}


@cache
def moods() -> dict[str, Told]:
    return _table("tables.yaml", "reactions", Told)


@cache
def peaceful_turns() -> dict[str, Told]:
    """What a hostile group may want instead of a fight."""
    return _table("tables.yaml", "peaceful_turns", Told)


@cache
def reasons_for_morale() -> dict[str, Told]:
    return _table("tables.yaml", "morale_triggers", Told)


@cache
def encounters() -> dict[str, EncounterEntry]:
    return _table("encounters.yaml", "encounters", EncounterEntry)


@cache
def pregens() -> dict[str, Pregen]:
    return _table("pregens.yaml", "characters", Pregen)
