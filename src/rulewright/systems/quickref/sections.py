"""What content of this game can be: its sections, the names that entries may use, and what types can't say of them."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.content.checking import Reference
from rulewright.content.effects import Lasting, Modify, Note, Trigger, When
from rulewright.content.reading import Path_
from rulewright.content.sections import Content, Finding, Section
from rulewright.systems.quickref import catalogue, tables
from rulewright.systems.quickref.effects import OnFailedSave
from rulewright.systems.quickref.sheet import ATTRIBUTES, CreatureSheet

PACKAGE = "rulewright.systems.quickref.content"

# ---------------------------------------------------------------- what effects may say

FIELDS = frozenset(
    {
        *("damage", "damage_and_shock", "damage_only", "shock", "shock_against", "to_hit", "ranged_in_melee"),
        *("armor_class", "innate_armor_class", "save", "hit_die", "move_feet", "reaction"),
        *("side_initiative", "initiative", "strength_for_encumbrance", "casting_encumbrance"),
        *("non_combat_skill", "first_aid", "attribute_modifier.chosen"),
        *(f"attribute_modifier.{attribute}" for attribute in ATTRIBUTES),
    }
)
"""The values that effects change."""

CIRCUMSTANCES = ("melee", "thrown", "ranged", "unarmed", "shield", "magic")
MOMENTS = ("miss", "kill")
GRANTS = (
    *("request", "favor", "binding_bargain", "magical_touch", "turn_failed_save", "reaction_result"),
    *("shock_all_in_reach", "auto_stabilize"),
)
NUMBERS = ("level", "half_level", "skill.stab", "skill.shoot")


# ---------------------------------------------------------------- names that entries use

AbilityId: TypeAlias = Annotated[str, Meta(extra={"refers": "abilities"})]
ArmorId: TypeAlias = Annotated[str, Meta(extra={"refers": "armor"})]
FocusId: TypeAlias = Annotated[str, Meta(extra={"refers": "foci"})]
SpellId: TypeAlias = Annotated[str, Meta(extra={"refers": "spells"})]
TraitId: TypeAlias = Annotated[str, Meta(extra={"refers": "traits"})]
WeaponId: TypeAlias = Annotated[str, Meta(extra={"refers": "weapons"})]


# ---------------------------------------------------------------- entries, beyond what rules and table read of them


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
    yield from check_dice(weapon.damage, ("damage",))
    if (weapon.shock is None) != (weapon.shock_armor_class is None):
        yield ("shock_armor_class",), "a weapon has Shock and the armor class that it works against, or neither"


def check_focus(focus: catalogue.Focus) -> Iterator[Finding]:
    if sorted(focus.levels) not in ([1], [1, 2]):
        yield ("levels",), "a focus has level 1, and perhaps level 2"
    for level, effects in focus.levels.items():
        for path, text in held(effects):
            yield ("levels", str(level), *path), text


def check_ability(ability: catalogue.Ability) -> Iterator[Finding]:
    for path, text in held(ability.effects):
        yield ("effects", *path), text


def held(effects: Sequence[Any]) -> Iterator[Finding]:
    """What somebody has works as long as they have it; what only a person can judge has its words."""
    for number, effect in enumerate(effects):
        if isinstance(effect, Modify):
            for field in Lasting.__struct_fields__:
                if getattr(effect, field):
                    yield (number, field), "it lasts as long as what it belongs to: leave it out"
        elif isinstance(effect, Note) and not effect.text:
            yield (number, "text"), "text is missing: what the GM is told"
        elif isinstance(effect, When | Trigger):
            for path, text in held(effect.effects):
                yield (number, "effects", *path), text


def check_spell(spell: catalogue.Spell) -> Iterator[Finding]:
    for number, rule in enumerate(spell.rules):
        if isinstance(rule, OnFailedSave) and rule.condition not in (*catalogue.conditions(), "prone"):
            yield ("rules", number, "condition"), f"there is no condition {rule.condition!r}"
    if spell.damage:
        yield from check_dice(spell.damage, ("damage",))
    for field in ("damage_per_level", "damage_per_two_levels"):
        if die := getattr(spell, field):
            yield from check_dice(f"1{die}", (field,))


def check_group(encounter: catalogue.EncounterEntry) -> Iterator[Finding]:
    for number, group in enumerate(encounter.groups):
        if not group.number.isdigit():
            yield from check_dice(group.number, ("groups", number, "number"))


# ---------------------------------------------------------------- all of it

content = Content(
    system="quickref",
    package=PACKAGE,
    sections={
        "foci": Section(catalogue.Focus, check=check_focus),
        "spells": Section(catalogue.Spell, check=check_spell),
        "arts": Section(catalogue.Art),
        "creatures": Section(
            CreatureFacts, (CreatureSheet, catalogue.Named), check=check_creature, refers=named_by_creature
        ),
        "encounters": Section(catalogue.EncounterEntry, check=check_group),
        "weapons": Section(catalogue.Weapon, (WeaponFacts,), check=check_weapon),
        "traits": Section(catalogue.Named, closed=True),
        "armor": Section(catalogue.Armor, (tables.Armor,)),
        "armor_weights": Section(catalogue.ArmorWeight, closed=True),
        "shields": Section(catalogue.ShieldEntry, (tables.Armor, Special), closed=True),
        "gear": Section(catalogue.Goods),
        "magical_items": Section(catalogue.Goods),
        "packages": Section(catalogue.Package, (PackageFacts,)),
        "backgrounds": Section(tables.Background, (BackgroundFacts,)),
        "skills": Section(catalogue.Skill, closed=True),
        "classes": Section(ClassFacts, (tables.CharacterClass,), closed=True),
        "partial_classes": Section(ClassFacts, (tables.CharacterClass,), closed=True),
        "abilities": Section(catalogue.Ability, (tables.Ability,), closed=True, check=check_ability),
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
        "reactions": Section(tables.Reaction, (catalogue.Told, Ranged), closed=True),
        "peaceful_turns": Section(catalogue.Told, (catalogue.Named,), closed=True),
        "morale_triggers": Section(catalogue.Told, (catalogue.Named,), closed=True),
        "conditions": Section(catalogue.ConditionEntry, closed=True),
        "characters": Section(catalogue.Pregen),
    },
    words={
        "fields": FIELDS,
        "moments": MOMENTS,
        "circumstances": CIRCUMSTANCES,
        "grants": GRANTS,
        "numbers": NUMBERS,
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
            *("services", "house_rules", "actions", "morale_outcomes"),
            *("difficulty_of_tasks", "sections"),
        }
    ),
    dice=tables.dice_text,
)
