"""What content of this game can be: its sections, the names that entries may use, and what types can't say of them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from rulewright.content.checking import Reference
from rulewright.content.loading import own_file
from rulewright.content.reading import Path_
from rulewright.content.sections import Content, Finding, Section
from rulewright.systems.quickref import catalogue, tables
from rulewright.systems.quickref.book import Status
from rulewright.systems.quickref.sheet import CreatureSheet

PACKAGE = "rulewright.systems.quickref.content"

# ---------------------------------------------------------------- the words of the book


@cache
def words_of_the_book(kind: str) -> frozenset[str]:
    """What the game's own effects name with this word: the rules know each of these, and nothing else."""
    files = ("foci.yaml", "classes.yaml", "spells.yaml", "arts.yaml", "gear.yaml")
    return frozenset(word for file in files for word in _words(own_file(PACKAGE, file), kind))


def _words(value: Any, kind: str) -> Iterator[str]:
    if isinstance(value, dict):
        found = value.get(kind) if "type" in value else None
        yield from [found] if isinstance(found, str) else found if isinstance(found, list) else ()
        for inside in value.values():
            yield from _words(inside, kind)
    elif isinstance(value, list):
        for inside in value:
            yield from _words(inside, kind)


class Words:
    """Looked up when a pack is read, so that nobody else waits for the files."""

    def __init__(self, *kinds: str) -> None:
        self._kinds = kinds

    def __iter__(self) -> Iterator[str]:
        for kind in self._kinds:
            yield from words_of_the_book(kind)


# ---------------------------------------------------------------- names that entries use

AbilityId: TypeAlias = Annotated[str, Meta(extra={"refers": "abilities"})]
ArmorId: TypeAlias = Annotated[str, Meta(extra={"refers": "armor"})]
CreatureId: TypeAlias = Annotated[str, Meta(extra={"refers": "creatures"})]
FocusId: TypeAlias = Annotated[str, Meta(extra={"refers": "foci"})]
SpellId: TypeAlias = Annotated[str, Meta(extra={"refers": "spells"})]
TraitId: TypeAlias = Annotated[str, Meta(extra={"refers": "traits"})]
WeaponId: TypeAlias = Annotated[str, Meta(extra={"refers": "weapons"})]


# ---------------------------------------------------------------- entries, beyond what rules and table read of them


class AbilityFacts(msgspec.Struct, frozen=True):
    """When an ability is used."""

    timing: Literal["", "main", "move", "on_turn", "instant"] = ""


class ArtFacts(msgspec.Struct, frozen=True):
    """When the Effort of an art is bound."""

    commit_timing: Literal["", "main", "move", "on_turn", "instant"] = ""


class BackgroundFacts(msgspec.Struct, frozen=True):
    """The skill that a background gives to everybody."""

    name: str
    free_skill: str


class ClassFacts(msgspec.Struct, frozen=True):
    """A class, with what it is called."""

    name: str
    abilities: tuple[AbilityId, ...]
    bonus_skill: Any = None


class CreatureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is met as."""

    id: str
    name: str
    damage: str = "1d4"
    weapon: str = ""
    shield: bool | str = False
    spells: tuple[SpellId, ...] = ()


class EncounterFacts(msgspec.Struct, frozen=True):
    """For whom a meeting is."""

    levels: Any


class GroupFacts(msgspec.Struct, frozen=True):
    """So many of a kind that there is."""

    creature: CreatureId
    number: str


class PackageFacts(msgspec.Struct, frozen=True):
    """What a new character may start with, of what there is."""

    armor: ArmorId
    weapons: tuple[WeaponId, ...]


class Ranged(msgspec.Struct, frozen=True, rename={"least": "from"}):
    """From where a row counts, and what it is called."""

    name: str = ""
    least: int | None = None


class SaveFacts(msgspec.Struct, frozen=True):
    """What a saving throw is made against."""

    name: str
    against: str = ""


class Special(msgspec.Struct, frozen=True):
    """What else there is to say."""

    special: str = ""


class WeaponFacts(msgspec.Struct, frozen=True):
    """A weapon, with traits that there are."""

    traits: tuple[TraitId, ...]


# ---------------------------------------------------------------- what types can't say


def check_dice(text: str, at: Path_) -> Iterator[Finding]:
    try:
        tables.dice_text(text)
    except ValueError as error:
        yield at, str(error)


def check_creature(creature: CreatureFacts) -> Iterator[Finding]:
    if creature.damage == "weapon":
        if not creature.weapon:
            yield ("weapon",), "weapon is missing, whose damage it does"
    else:
        yield from check_dice(creature.damage, ("damage",))


def named_by_creature(creature: CreatureFacts) -> Iterator[Reference]:
    if creature.weapon:
        yield Reference(("weapon",), "weapons", creature.weapon)


def check_weapon(weapon: catalogue.Weapon) -> Iterator[Finding]:
    if weapon.damage != "none" and not weapon.damage.startswith("punch"):
        yield from check_dice(weapon.damage, ("damage",))
    if (weapon.shock is None) != (weapon.shock_armor_class is None):
        yield ("shock_armor_class",), "a weapon has Shock and the armor class that it works against, or neither"


def check_focus(focus: catalogue.Focus) -> Iterator[Finding]:
    if sorted(focus.levels) not in ([1], [1, 2]):
        yield ("levels",), "a focus has level 1, and perhaps level 2"


def check_spell(spell: catalogue.Spell) -> Iterator[Finding]:
    for number, rule in enumerate(spell.rules):
        yield from _known(rule, ("rules", number))


def check_art(art: catalogue.Art) -> Iterator[Finding]:
    yield from _known(art.effect, ("effect",))


def check_goods(item: catalogue.Goods) -> Iterator[Finding]:
    if item.effect:
        yield from _known(item.effect, ("effect",))


def _known(effect: Mapping[str, Any], at: Path_) -> Iterator[Finding]:
    """What spells, arts and magical things do, the rules know by its type."""
    known = words_of_the_book("type")
    if effect.get("type") not in known:
        yield (*at, "type"), f"found {effect.get('type')!r}, where one of {', '.join(sorted(known))} belongs"


# ---------------------------------------------------------------- all of it

content = Content(
    system="quickref",
    package=PACKAGE,
    sections={
        "foci": Section(catalogue.Focus, check=check_focus),
        "spells": Section(catalogue.Spell, check=check_spell),
        "arts": Section(catalogue.Art, (ArtFacts,), check=check_art),
        "creatures": Section(
            CreatureFacts, (CreatureSheet, catalogue.Named), check=check_creature, refers=named_by_creature
        ),
        "encounters": Section(catalogue.EncounterEntry, (EncounterFacts,)),
        "weapons": Section(catalogue.Weapon, (WeaponFacts,), check=check_weapon),
        "traits": Section(catalogue.Named, closed=True),
        "armor": Section(catalogue.Armor, (tables.Armor,)),
        "armor_weights": Section(catalogue.ArmorWeight, (catalogue.Named,), closed=True),
        "shields": Section(catalogue.ShieldEntry, (tables.Armor, Special), closed=True),
        "gear": Section(catalogue.Goods),
        "magical_items": Section(catalogue.Goods, check=check_goods),
        "packages": Section(catalogue.Package, (PackageFacts,)),
        "backgrounds": Section(tables.Background, (BackgroundFacts,)),
        "skills": Section(catalogue.Skill, closed=True),
        "classes": Section(ClassFacts, (tables.CharacterClass,), closed=True),
        "partial_classes": Section(ClassFacts, (tables.CharacterClass,), closed=True),
        "abilities": Section(catalogue.Ability, (tables.Ability, AbilityFacts), closed=True),
        "pairings": Section(tables.Pairing, key="contains", closed=True),
        "levels": Section(tables.LevelRow, key="level", closed=True),
        "full_casting": Section(tables.Casting, key="level", closed=True),
        "partial_casting": Section(tables.Casting, key="level", closed=True),
        "skill_costs": Section(tables.Price, key="new_level", closed=True),
        "attribute_boosts": Section(tables.Price, key="boost", closed=True),
        "attribute_modifiers": Section(tables.ModifierBand, (Ranged,), key="to", closed=True),
        "difficulties": Section(tables.Difficulty, (Ranged,), closed=True),
        "saves": Section(tables.SaveKind, (SaveFacts,), closed=True),
        "attack_modifiers": Section(tables.Situation, (catalogue.Named,), closed=True),
        "reactions": Section(tables.Reaction, (Ranged,), closed=True),
        "conditions": Section(catalogue.ConditionEntry, closed=True),
        "characters": Section(catalogue.Pregen),
    },
    words={
        "conditions": get_args(Status),
        "fields": Words("field"),
        "moments": Words("on"),
        "circumstances": Words("when", "holds"),
        "grants": Words("what"),
        "numbers": Words("amount", "most", "least"),
    },
    together={
        "weapons": ("weapons", "magical_items"),
        "armor": ("armor", "magical_items"),
        "items": ("gear", "magical_items", "weapons", "armor", "shields"),
    },
    prose=frozenset({"source", "note", "text", "about", "use", "meaning", "save_note"}),
    data=frozenset(
        {
            *("attributes", "skill_levels", "experience_per_adventure", "beasts_and_transport"),
            *("services", "house_rules", "actions", "peaceful_turns", "morale_triggers", "morale_outcomes"),
            *("difficulty_of_tasks", "sections"),
        }
    ),
    dice=tables.dice_text,
)
