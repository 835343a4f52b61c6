"""What content of this game can be: its sections, the names that entries may use, and what types can't say of them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.content.effects import CreatureId, ItemId, Note
from rulewright.content.sections import Content, Finding, Section
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.catalogue import AbilityId, TagId
from rulewright.systems.ardor.effects import ANY, Passive
from rulewright.systems.ardor.entities import SheetForm
from rulewright.systems.ardor.sheet import CreatureSheet

# ---------------------------------------------------------------- names that entries use

MapId: TypeAlias = Annotated[str, Meta(extra={"refers": "maps"})]
WeaponId: TypeAlias = Annotated[str, Meta(extra={"refers": "weapons"})]


# ---------------------------------------------------------------- entries, beyond what rules and table read of them


class ActionFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What the book says of a standard action besides."""

    name: str
    number: int = 0
    orders: tuple[Literal["move_first", "attack_first"], ...] = ()
    flee_gap: int = 0
    cost: Mapping[str, int] | str = ""
    heal: Any = None
    ardor_on_face: Any = None
    heal_on_natural_20: Any = None
    surge_die: Any = None
    gm_modifier: tuple[int, int] | None = None


class CallingFacts(msgspec.Struct, frozen=True):
    """What belongs to a calling."""

    abilities: tuple[AbilityId, ...]
    weapons: tuple[WeaponId, ...]


class ConditionFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A condition by its name."""

    id: str
    name: str


class CreatureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A stat block with what its parts are called."""

    id: str
    name: str
    passives: tuple[Passive, ...] = ()
    powers: tuple[catalogue.Power, ...] = msgspec.field(name="abilities", default=())
    intents: Annotated[tuple[catalogue.CreatureIntent, ...], Meta(min_length=1)]
    full: str = "0"
    glancing: str = "0"


class EncounterFacts(msgspec.Struct, frozen=True):
    """A scene that is ready to play."""

    map: MapId
    creatures: Mapping[CreatureId, Annotated[int, Meta(ge=1, le=99)]]
    characters: Annotated[int, Meta(ge=1, le=20)]
    points: int
    rating: Literal["easy", "normal", "hard", "deadly"]


class Hero(msgspec.Struct, frozen=True, kw_only=True):
    """A character who is ready to play."""

    id: str
    name: str
    abilities: tuple[AbilityId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()
    items: tuple[ItemId, ...] = ()
    comforts: tuple[TagId, ...] = ()
    max_health: int
    max_ardor: int
    max_surges: int


class GoalFacts(msgspec.Struct, frozen=True):
    """What a goal is worked at with."""

    attribute: str


class EventText(msgspec.Struct, frozen=True):
    """When a rest is due."""

    event: str


class TierFacts(msgspec.Struct, frozen=True):
    """What abilities of a tier cost."""

    xp: int


class TraitText(msgspec.Struct, frozen=True):
    """A trait as it is told."""

    id: str


class VariationFacts(msgspec.Struct, frozen=True):
    """Which abilities a variation fits, in words; the rules know it by its id."""

    name: str
    fits: str = ""


class WeaponFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon with its traits."""

    id: str
    name: str
    traits: tuple[Annotated[str, Meta(extra={"refers": "traits"})], ...]


# ---------------------------------------------------------------- what types can't say


def check_power(power: catalogue.Power) -> Iterator[Finding]:
    if power.use == "passive" and not power.passive:
        yield ("passive",), "passive is missing: what is so as long as it is known"


def check_creature(creature: CreatureFacts) -> Iterator[Finding]:
    own = {power.id for power in creature.powers}
    for number, power in enumerate(creature.powers):
        for path, text in check_power(power):
            yield ("abilities", number, *path), text
    faces = [face for intent in creature.intents for face in intent.faces]
    if sorted(faces) != list(range(1, 7)):
        yield ("intents",), "together they have each face of a d6 once"
    for number, intent in enumerate(creature.intents):
        if intent.ability is not None and intent.ability not in own:
            yield ("intents", number, "ability"), f"it has no ability {intent.ability!r}"
        if intent.action == "ability" and intent.ability is None:
            yield ("intents", number, "ability"), "ability is missing: which one it means to use"


def check_feature(feature: tables.Feature) -> Iterator[Finding]:
    for number, effect in enumerate(feature.effects):
        if isinstance(effect, Note) and not effect.text:
            yield ("effects", number, "text"), "text is missing: what the GM is told"


# ---------------------------------------------------------------- all of it

content = Content(
    system="ardor",
    package="rulewright.systems.ardor.content",
    sections={
        "abilities": Section(catalogue.Power, (tables.Ability,), check=check_power),
        "variations": Section(tables.Variation, (VariationFacts,), closed=True),
        "discoveries": Section(tables.DiscoveryRow, key="kind", closed=True),
        "callings": Section(catalogue.CallingEntry, (tables.Calling, CallingFacts), closed=True),
        "characters": Section(Hero, (SheetForm,)),
        "items": Section(catalogue.Goods),
        "weapons": Section(WeaponFacts, (tables.Weapon, catalogue.WeaponEntry)),
        "traits": Section(TraitText, (tables.Trait,)),
        "conditions": Section(ConditionFacts, (catalogue.ConditionEntry, tables.Condition)),
        "creatures": Section(
            CreatureFacts,
            (CreatureSheet, tables.Creature, catalogue.Named),
            check=check_creature,
        ),
        "creature_tiers": Section(tables.CreatureTier, closed=True),
        "encounters": Section(catalogue.ReadyEncounter, (EncounterFacts,)),
        "maps": Section(catalogue.Place),
        "fumbles": Section(catalogue.FumbleEntry, (catalogue.Named,)),
        "actions": Section(tables.Action, (ActionFacts,), closed=True),
        "starter_actions": Section(tables.Action, (ActionFacts,), closed=True),
        "ladder": Section(tables.Step, closed=True),
        "awards": Section(tables.Award),
        "tiers": Section(tables.TierRow, (TierFacts,), closed=True),
        "goals": Section(catalogue.GoalEntry, (GoalFacts,)),
        "features": Section(tables.Feature, (catalogue.GoalEntry,), check=check_feature),
        "segments": Section(tables.Segments, key="grade", closed=True),
        "rule_of_thumb": Section(tables.RecoveryEvent, (EventText,), closed=True),
        "place_tags": Section(catalogue.Named, (tables.PlaceTag,)),
    },
    together={"removable": ("conditions",)},
    words={"removable": (ANY,)},
    prose=frozenset({"source", "note", "text", "about", "short", "lines", "schema", "numbers"}),
    data=frozenset(
        {
            *("action_attributes", "attributes", "creation", "maximum_in_play", "derived", "encounter_formula"),
            *("clock_sizes", "clocks_of_threat", "defaults", "procedure", "variation_die", "prompts", "healing_kit"),
            *("rests", "waking_in_a_break", "trauma_recovery", "downtime_picks", "situations", "cost"),
        }
    ),
)
