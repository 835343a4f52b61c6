"""Entities and scenes from their plain descriptions, as scenarios and the GM's `add_entity` write them (6.2)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import BadArguments, RuleError, near, pick
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.blocks import read_block
from rulewright.systems.ardor.book import CallingId
from rulewright.systems.ardor.catalogue import Place
from rulewright.systems.ardor.gear import names_of
from rulewright.systems.ardor.scores import POOLS, maximum
from rulewright.systems.ardor.sheet import (
    DOWN,
    FALLEN,
    INCAPACITATED,
    ArdorPlay,
    ArdorState,
    Attributes,
    Being,
    CharacterSheet,
    CreatureSheet,
    Gear,
    GoalClock,
    Sheet,
)
from rulewright.systems.ardor.spaces import known_zone
from rulewright.table.entities import Condition, Entity, Name
from rulewright.table.projection import typed

Small = Annotated[int, Meta(ge=0, le=99)]
Names = Annotated[tuple[str, ...], Meta(max_length=99)]


class SheetForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The sheet of a character as it is written (AR-CHAR-01)."""

    name: Annotated[str, Meta(max_length=100)] = ""
    calling: CallingId | None = None
    attributes: Attributes = Attributes()
    abilities: Names = ()
    variations: Mapping[str, Names] = {}
    discovered: Names = ()
    comforts: Names = ()
    weapons: Names = ()
    items: Names = ()
    goal: Annotated[str, Meta(max_length=200)] = ""
    health_advances: Small = 0
    ardor_advances: Small = 0
    surge_advances: Small = 0
    xp: Small = 0
    healing_kits: Small = 0
    tags: Names = ()


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody is described: what stands on the sheet, and what is so at the moment."""

    id: Name
    kind: Literal["character", "creature"] | None = None
    creature: str = ""
    """A creature of the book, instead of a sheet."""
    ready: str = ""
    """A ready character of the book, instead of a sheet."""
    side: str = ""
    name: Annotated[str, Meta(max_length=100)] = ""
    sheet: dict[str, Any] = {}
    health: Annotated[int, Meta(ge=0, le=999)] | None = None
    max_health: Annotated[int, Meta(ge=1, le=999)] | None = None
    ardor: Small | None = None
    max_ardor: Small | None = None
    surges: Small | None = None
    max_surges: Small | None = None
    trauma: Small = 0
    timer: Annotated[int, Meta(ge=1, le=99)] | None = None
    xp: Small | None = None
    healing_kits: Small | None = None
    incapacitated: bool = False
    fallen: bool = False
    down: bool = False
    conditions: dict[str, Annotated[int, Meta(ge=1, le=99)] | None] | tuple[str, ...] = {}
    zone: str | None = None
    discovery_open: bool = False
    hidden: bool = False
    veiled: bool = False


def read_entity(play: ArdorPlay, described: Mapping[str, Any]) -> Being:
    """An entity from its description; what is not said is as on a fresh day."""
    form = typed(dict(described), Form, "entity")
    kind = form.kind or ("creature" if form.creature else "character")
    if kind == "creature":
        return creature(play, form)
    written = typed({**ready_sheet(form.ready), **form.sheet}, SheetForm, "sheet")
    return character(play.state, form, written)


def ready_sheet(name: str) -> dict[str, Any]:
    """What stands on the sheet of a ready character."""
    if not name:
        return {}
    known: dict[str, Any] = pick("ready", name, catalogue.pregens())
    return {field: value for field, value in known.items() if field in SheetForm.__struct_fields__}


def character(state: ArdorState, form: Form, written: SheetForm) -> Being:
    """A character from what stands on the sheet."""
    check_words(written)
    given = {name: value for name, value in msgspec.structs.asdict(written).items() if name in ON_SHEET}
    sheet = CharacterSheet(**given, discovery_open=form.discovery_open)
    bare: Being = Entity(
        id=form.id,
        kind="character",
        side=form.side,
        name=form.name or written.name,
        sheet=sheet,
        items=things((*written.weapons, *written.items)),
        conditions=read_conditions(form),
        position=place_of(state, form),
        hidden=form.hidden,
        veiled=form.veiled,
    )
    counters = {
        "trauma": form.trauma,
        "xp": written.xp if form.xp is None else form.xp,
        "healing_kits": written.healing_kits if form.healing_kits is None else form.healing_kits,
    }
    return with_pools(bare, form, counters)


ON_SHEET = frozenset(CharacterSheet.__struct_fields__) & frozenset(SheetForm.__struct_fields__)


def check_words(written: SheetForm) -> None:
    """Everything on the sheet is something of the book."""
    for ability in (*written.abilities, *written.variations):
        pick("abilities", ability, catalogue.abilities())
    for variation in (name for names in written.variations.values() for name in names):
        pick("variations", variation, tables.variations())
    for found in written.discovered:
        ability, _, variation = found.partition(":")
        pick("discovered", ability, catalogue.abilities())
        if variation:
            pick("discovered", variation, tables.variations())
    for weapon in written.weapons:
        pick("weapons", weapon, catalogue.weapons())
    for item in written.items:
        pick("items", item, catalogue.goods())
    for comfort in written.comforts:
        pick("comforts", comfort, tables.place_tags())


def things(kinds: tuple[str, ...]) -> dict[str, Gear]:
    """Things by names of their own, in the order in which they were written down."""
    found: dict[str, Gear] = {}
    for kind in kinds:
        name = next(name for name in names_of(kind) if name not in found)
        found[name] = Gear(id=name, item=kind)
    return found


def creature(play: ArdorPlay, form: Form) -> Being:
    """A creature from its stat block, or from one of the book with changes."""
    raw = read_block(form.sheet)
    kind = form.creature or raw.pop("creature", "")
    called = ""
    if kind:
        found: dict[str, Any] = pick("creature", kind, catalogue.creatures())
        block = dict(found)
        called = block.pop("name")
        block.pop("id")
        raw = {**block, **raw, "creature": kind}
    known = {field.encode_name for field in msgspec.structs.fields(CreatureSheet)} - {"maxima"}
    called = str(raw.pop("name", called))
    for name in raw:
        if name not in known:
            raise BadArguments(f"sheet: a creature has no {name!r}{near(name, known)}")
    sheet: CreatureSheet = typed({"base": 10, **raw}, CreatureSheet, "sheet")
    sheet = replace(sheet, health=max(sheet.health or 1, form.health or 1))
    bare: Being = Entity(
        id=form.id,
        kind="creature",
        side=form.side,
        name=form.name or (numbered(play, called) if called else ""),
        sheet=sheet,
        conditions=read_conditions(form),
        position=place_of(play.state, form),
        hidden=form.hidden,
        veiled=form.veiled,
    )
    return with_pools(bare, form, {"trauma": form.trauma} if form.trauma else {})


def numbered(play: ArdorPlay, name: str) -> str:
    """The name of a kind; the second one of it at a table is the second."""
    taken = {being.name for being in play.state.entities.values()}
    number = 2
    whole = name
    while whole in taken:
        whole, number = f"{name} {number}", number + 1
    return whole


def read_conditions(form: Form) -> dict[str, Condition]:
    given = form.conditions if isinstance(form.conditions, dict) else dict.fromkeys(form.conditions)
    for name in given:
        pick("conditions", name, tables.conditions())
    flags = {INCAPACITATED: form.incapacitated, FALLEN: form.fallen, DOWN: form.down}
    found = [Condition(id=name) for name, holds in flags.items() if holds]
    found += [Condition(id=name, rounds=rounds) for name, rounds in given.items()]
    return {condition.id: condition for condition in found}


def place_of(state: ArdorState, form: Form) -> str:
    return state.world.place.zones[0].id if form.zone is None else known_zone(state, "zone", form.zone).id


def with_pools(being: Being, form: Form, counters: Mapping[str, int]) -> Being:
    """Live values are full unless the description says otherwise; who has no calling has the maxima that are given."""
    sheet: Sheet = being.sheet
    said = {name: getattr(form, name) for name in POOLS.values() if getattr(form, name) is not None}
    bare = isinstance(sheet, CharacterSheet) and sheet.calling is None
    if bare:
        given = {name: getattr(form, pool) or 0 for pool, name in POOLS.items()}
        given["max_health"] = max(1, given["max_health"])
        said = {**given, **said}
    being = replace(being, sheet=replace(sheet, maxima=said))
    pools: dict[str, int | None] = {}
    for pool in POOLS:
        value = getattr(form, pool)
        pools[pool] = maximum(being, pool) if value is None else value
        if bare and pool == "health" and value is None:
            pools[pool] = maximum(being, pool)
    if not isinstance(sheet, CharacterSheet):
        del pools["surges"]
    if form.incapacitated or form.down:
        pools["health"] = 0
    timer = {"timer": form.timer} if form.timer is not None else {}
    return replace(being, counters={**pools, **counters, **timer})


# ---------------------------------------------------------------- scenes


class SceneForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene: a map of the book, or one that is written down."""

    map: str = ""
    challenge: int | None = None
    zones: tuple[Any, ...] = ()
    connections: tuple[Any, ...] = ()


def read_place(raw: Any) -> Place:
    """The map of a scene. A zone may be no more than its id."""
    form = typed(raw, SceneForm, "scene")
    if form.map:
        found = pick("map", form.map, catalogue.places())
        return found if form.challenge is None else replace(found, challenge=form.challenge)
    zones = [{"id": zone} if isinstance(zone, str) else zone for zone in form.zones]
    described: dict[str, Any] = {"challenge": form.challenge, "connections": form.connections}
    place: Place = typed({**described, **({"zones": zones} if zones else {})}, Place, "scene")
    return place


def set_scene(play: ArdorPlay, scene: Mapping[str, Any]) -> None:
    """The map, clocks of goals, and what is finished of a stronghold."""
    for section, value in scene.items():
        match section:
            case "scene":
                play.change_world(place=read_place(value))
            case "clocks":
                play.change_world(clocks=typed(value, dict[str, GoalClock], "clocks"))
            case "features":
                names = typed(value, tuple[str, ...], "features")
                for name in names:
                    pick("features", name, catalogue.features())
                play.change_world(features=names)
            case "wealth":
                play.change_world(wealth=typed(value, str, "wealth"))
            case _:
                raise RuleError(
                    "bad_args",
                    f"setup: expected house_rules, entities, scene, clocks, features or wealth; found {section!r}",
                )
