"""What content of this game can be: its sections, the names that entries may use, and what types can't say of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.content.checking import Reference
from rulewright.content.reading import Path_
from rulewright.content.sections import Content, Finding, Section
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.effects import Line, PassiveLine
from rulewright.systems.ardor.entities import SheetForm
from rulewright.systems.ardor.sheet import CreatureSheet

# ---------------------------------------------------------------- names that entries use

AbilityId: TypeAlias = Annotated[str, Meta(extra={"refers": "abilities"})]
CreatureId: TypeAlias = Annotated[str, Meta(extra={"refers": "creatures"})]
ItemId: TypeAlias = Annotated[str, Meta(extra={"refers": "items"})]
MapId: TypeAlias = Annotated[str, Meta(extra={"refers": "maps"})]
TagId: TypeAlias = Annotated[str, Meta(extra={"refers": "place_tags"})]
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
    """A condition with what the rules know it by."""

    id: str
    name: str
    miss_by_gap_becomes: Literal["glancing"] | None = None
    basic_full_becomes: Literal["glancing"] | None = None
    no_movement: bool = False
    no_second_action: bool = False
    cannot_be_targeted: bool = False
    ends_on_attack: bool = False


class CreatureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A stat block with what its parts are called."""

    id: str
    name: str
    passives: tuple[PassiveLine, ...] = ()
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


class FeatureFacts(msgspec.Struct, frozen=True):
    """What a part of a stronghold is for; what its text says is the GM's."""

    effect: dict[str, Any]


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


def check_dice(text: str, at: Path_) -> Iterator[Finding]:
    try:
        tables.dice_text(text)
    except ValueError as error:
        yield at, str(error)


def check_lines(lines: Sequence[Line], at: Path_) -> Iterator[Finding]:
    """AR-ABIL-05: every line says what its kind needs."""
    for number, line in enumerate(lines):
        yield from check_dice(line.dice, (*at, number, "dice"))
        for name in NEEDED.get(line.do, ()):
            if not getattr(line, name) and not (line.do == "clear" and line.any):
                yield (*at, number), f"{name} is missing, which {line.do} needs"


NEEDED: Mapping[str, tuple[str, ...]] = {
    "condition": ("id",),
    "clear": ("id",),
    "push": ("zones",),
    "pull": ("zones",),
    "move_ally": ("zones",),
    "ardor": ("amount",),
    "timer": ("amount",),
    "hazard": ("challenge", "rounds"),
}


def conditions_of(lines: Sequence[Line], at: Path_) -> Iterator[Reference]:
    for number, line in enumerate(lines):
        if line.do in ("condition", "clear") and line.id:
            yield Reference((*at, number, "id"), "conditions", line.id)


def immunities(lines: Sequence[PassiveLine], at: Path_) -> Iterator[Reference]:
    for number, line in enumerate(lines):
        if line.condition:
            yield Reference((*at, number, "condition"), "conditions", line.condition)


PARTS = ("full", "glancing", "miss", "always")


def check_power(power: catalogue.Power) -> Iterator[Finding]:
    for part in PARTS:
        yield from check_lines(getattr(power, part), (part,))
    if power.use == "passive" and not power.passive:
        yield ("passive",), "passive is missing: what is so as long as it is known"


def named_by_power(power: catalogue.Power) -> Iterator[Reference]:
    for part in PARTS:
        yield from conditions_of(getattr(power, part), (part,))
    yield from immunities(power.passive, ("passive",))
    for number, ability in enumerate(power.requires):
        yield Reference(("requires", number), "abilities", ability)
    if power.calling not in ("", tables.COMMON):
        yield Reference(("calling",), "callings", power.calling)


def check_goods(item: catalogue.Goods) -> Iterator[Finding]:
    for part in ("effects", "full", "glancing"):
        yield from check_lines(getattr(item, part), (part,))


def named_by_goods(item: catalogue.Goods) -> Iterator[Reference]:
    for part in ("effects", "full", "glancing"):
        yield from conditions_of(getattr(item, part), (part,))
    yield from immunities(item.passive, ("passive",))


def check_creature(creature: CreatureFacts) -> Iterator[Finding]:
    yield from check_dice(creature.full, ("full",))
    yield from check_dice(creature.glancing, ("glancing",))
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


def named_by_creature(creature: CreatureFacts) -> Iterator[Reference]:
    yield from immunities(creature.passives, ("passives",))
    for number, power in enumerate(creature.powers):
        for path, to, name in named_by_power(power):
            yield Reference(("abilities", number, *path), to, name)
    for number, intent in enumerate(creature.intents):
        if intent.ability is None:
            yield Reference(("intents", number, "action"), "actions", intent.action)


FLAGS: Mapping[str, str] = {
    "miss_by_gap_becomes": "exposed",
    "basic_full_becomes": "disarmed",
    "no_movement": "held",
    "no_second_action": "dazed",
    "cannot_be_targeted": "hidden",
    "ends_on_attack": "hidden",
}
"""What the rules know a condition for, by its id."""


def check_condition(entry: ConditionFacts) -> Iterator[Finding]:
    for flag, known in FLAGS.items():
        if getattr(entry, flag) and entry.id != known:
            yield (flag,), f"the rules know {known} for this and no other condition; leave it out"


def check_map(place: catalogue.Place) -> Iterator[Finding]:
    for number, zone in enumerate(place.zones):
        for which, hazard in enumerate(zone.hazards):
            yield from check_dice(hazard.dice, ("zones", number, "hazards", which, "dice"))


def named_by_map(place: catalogue.Place) -> Iterator[Reference]:
    if place.fumble:
        yield Reference(("fumble",), "fumbles", place.fumble)
    for number, zone in enumerate(place.zones):
        for which, tag in enumerate(zone.tags):
            yield Reference(("zones", number, "tags", which), "place_tags", tag)
        for which, hazard in enumerate(zone.hazards):
            if hazard.condition:
                yield Reference(("zones", number, "hazards", which, "condition"), "conditions", hazard.condition)


def named_by_fumble(entry: catalogue.FumbleEntry) -> Iterable[Reference]:
    if entry.actions == "all":
        return ()
    return [Reference(("actions", number), "actions", action) for number, action in enumerate(entry.actions)]


# ---------------------------------------------------------------- all of it

content = Content(
    system="ardor",
    package="rulewright.systems.ardor.content",
    sections={
        "abilities": Section(catalogue.Power, (tables.Ability,), check=check_power, refers=named_by_power),
        "variations": Section(tables.Variation, (VariationFacts,), closed=True),
        "discoveries": Section(tables.DiscoveryRow, key="kind", closed=True),
        "callings": Section(catalogue.CallingEntry, (tables.Calling, CallingFacts), closed=True),
        "characters": Section(Hero, (SheetForm,)),
        "items": Section(catalogue.Goods, check=check_goods, refers=named_by_goods),
        "weapons": Section(WeaponFacts, (tables.Weapon, catalogue.WeaponEntry)),
        "traits": Section(TraitText, (tables.Trait,)),
        "conditions": Section(ConditionFacts, (catalogue.ConditionEntry, tables.Condition), check=check_condition),
        "creatures": Section(
            CreatureFacts,
            (CreatureSheet, tables.Creature, catalogue.Named),
            check=check_creature,
            refers=named_by_creature,
        ),
        "creature_tiers": Section(tables.CreatureTier, closed=True),
        "encounters": Section(catalogue.ReadyEncounter, (EncounterFacts,)),
        "maps": Section(catalogue.Place, check=check_map, refers=named_by_map),
        "fumbles": Section(catalogue.FumbleEntry, (catalogue.Named,), refers=named_by_fumble),
        "actions": Section(tables.Action, (ActionFacts,), closed=True),
        "starter_actions": Section(tables.Action, (ActionFacts,), closed=True),
        "ladder": Section(tables.Step, closed=True),
        "awards": Section(tables.Award),
        "tiers": Section(tables.TierRow, (TierFacts,), closed=True),
        "goals": Section(catalogue.GoalEntry, (GoalFacts,)),
        "features": Section(catalogue.GoalEntry, (tables.Feature, FeatureFacts)),
        "segments": Section(tables.Segments, key="grade", closed=True),
        "rule_of_thumb": Section(tables.RecoveryEvent, (EventText,), closed=True),
        "place_tags": Section(catalogue.Named, (tables.PlaceTag,)),
    },
    together={"actions": ("actions", "starter_actions")},
    prose=frozenset({"source", "note", "text", "about", "short", "lines", "schema", "numbers"}),
    data=frozenset(
        {
            *("action_attributes", "attributes", "creation", "maximum_in_play", "derived", "encounter_formula"),
            *("clock_sizes", "clocks_of_threat", "defaults", "procedure", "variation_die", "prompts", "healing_kit"),
            *("rests", "waking_in_a_break", "trauma_recovery", "downtime_picks", "situations", "cost"),
        }
    ),
    dice=tables.dice_text,
)
