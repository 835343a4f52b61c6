"""The one map between paths and values: `brynn.health`, `encounter.scores.orc`, `table.picks` (6, 6.2)."""

from collections.abc import Callable
from typing import Any

import msgspec

from rulewright.dice import Dice
from rulewright.rules import RuleError, pick
from rulewright.systems.ardor import layout, tables
from rulewright.systems.ardor.catalogue import Place
from rulewright.systems.ardor.entities import ON_SHEET, SheetForm, check_words, things
from rulewright.systems.ardor.scores import POOLS, carried, in_hand, maximum, weapons_of
from rulewright.systems.ardor.sheet import (
    DOWN,
    FALLEN,
    INCAPACITATED,
    ArdorPlay,
    ArdorState,
    Being,
    CharacterSheet,
    CreatureSheet,
    Danger,
    Declaration,
    GoalClock,
    Phase,
    Ruling,
    Struck,
)
from rulewright.systems.ardor.spaces import known_zone, zone_of
from rulewright.table import events
from rulewright.table.entities import Condition
from rulewright.table.play import plain
from rulewright.table.projection import (
    Audience,
    Field,
    Projection,
    Read,
    counter_field,
    derived,
    encounter_field,
    entity_field,
    typed,
    world_field,
)

# ---------------------------------------------------------------- sheets


def read_sheet(_: Dice, __: ArdorState, being: Being) -> dict[str, Any]:
    """The sheet as the book writes it."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        plain: dict[str, Any] = {**msgspec.to_builtins(sheet), "name": being.name}
        return {name: value for name, value in plain.items() if name not in ("sheet", "maxima")}
    held = [item.item for item in weapons_of(being)]
    return {
        "name": being.name,
        **{name: getattr(sheet, name) for name in sorted(ON_SHEET)},
        "weapons": held,
        "items": [item.item for item in being.items.values() if item.item not in tables.weapons()],
        "xp": being.counter("xp"),
        "healing_kits": being.counter("healing_kits"),
    }


def on_sheet(name: str) -> Read:
    """A part of the sheet by itself: so it is told when it changes."""

    def read(_: Dice, __: ArdorState, being: Being) -> Any:
        return getattr(being.sheet, name, None)

    return read


SHEET_FIELDS = (*sorted(ON_SHEET), "maxima")
BLOCK_FIELDS = ("tier", "base", "full", "glancing", "attack_kind", "range", "ward", "passives", "powers", "text")


def write_sheet(play: ArdorPlay, name: str, value: Any) -> None:
    """The whole sheet anew; what is carried with it."""
    being = play.entity(name)
    if isinstance(being.sheet, CreatureSheet):
        play.sheet(name, **written_block(being.sheet, value))
        return
    written = typed(value, SheetForm, "sheet")
    check_words(written)
    fields = {field: v for field, v in msgspec.structs.asdict(written).items() if field in ON_SHEET}
    play.sheet(name, **fields)
    if written.name != being.name:
        play.happens(events.EntityChanged(name, "name", written.name))
    wanted = things((*written.weapons, *written.items))
    for gone in being.items.keys() - wanted.keys():
        play.take(name, gone)
    for item in wanted.values():
        if being.items.get(item.id) != item:
            play.give(name, item)
    for counter in ("xp", "healing_kits"):
        play.put(name, counter, getattr(written, counter))


def written_block(sheet: CreatureSheet, value: Any) -> dict[str, Any]:
    """The fields of a stat block that are written anew."""
    raw = typed(value, dict[str, Any], "sheet")
    raw.pop("name", None)
    found = typed({**raw, "maxima": sheet.maxima}, CreatureSheet, "sheet")
    return {field: getattr(found, field) for field in CreatureSheet.__struct_fields__}


# ---------------------------------------------------------------- live values


def maximum_field(pool: str) -> Field:
    """Follows from the sheet, until the GM sets it."""
    name = POOLS[pool]

    def read(dice: Dice, _: ArdorState, being: Being) -> int:
        return maximum(being, pool, dice)

    def write(play: ArdorPlay, entity: str, value: Any) -> None:
        maxima = dict(play.entity(entity).sheet.maxima)
        maxima.pop(name, None)
        if value is not None:
            maxima[name] = typed(value, int, name)
        play.sheet(entity, maxima=maxima)

    return Field(read, write)


def flag(condition: str) -> Field:
    """A state that is yes or no."""

    def read(_: Dice, __: ArdorState, being: Being) -> bool:
        return condition in being.conditions

    def write(play: ArdorPlay, entity: str, value: Any) -> None:
        if typed(value, bool, condition):
            play.afflict(entity, Condition(id=condition))
        else:
            play.relieve(entity, condition)

    return Field(read, write, Audience.ONLOOKERS)


def of_characters(name: str, kind: Any, default: Any, audience: Audience = Audience.EVERYBODY) -> Field:
    """Something of a character's sheet that is a value of its own."""

    def read(_: Dice, __: ArdorState, being: Being) -> Any:
        return getattr(being.sheet, name, default)

    def write(play: ArdorPlay, entity: str, value: Any) -> None:
        if not isinstance(play.entity(entity).sheet, CharacterSheet):
            raise RuleError("bad_args", f"{name}: {play.called(entity)} is no character")
        play.sheet(entity, **{name: typed(value, kind, name)})

    return Field(read, write, audience)


def counted(name: str) -> Field:
    """A counter that stands at 0 where it was never touched."""
    field = counter_field(name)

    def read(_: Dice, __: ArdorState, being: Being) -> int:
        return being.counter(name)

    return Field(read, field.write)


def read_conditions(_: Dice, __: ArdorState, being: Being) -> dict[str, int | None]:
    """AR-CHAR-01: the rounds that each has left."""
    known = tables.conditions()
    return {name: condition.rounds for name, condition in being.conditions.items() if name in known}


def write_conditions(play: ArdorPlay, name: str, value: Any) -> None:
    wanted = typed(value, dict[str, int | None], "conditions")
    for condition, rounds in wanted.items():
        pick("conditions", condition, tables.conditions())
        if rounds is not None and not 1 <= rounds <= 9999:
            raise RuleError("bad_args", f"conditions: rounds are counted from 1; found {rounds}")
    now = read_conditions(play.dice, play.state, play.entity(name))
    play.relieve(name, *(condition for condition in now if condition not in wanted))
    for condition, rounds in wanted.items():
        if condition not in now or now[condition] != rounds:
            play.happens(events.ConditionAdded(name, Condition(id=condition, rounds=rounds)))


def write_zone(play: ArdorPlay, name: str, value: Any) -> None:
    play.move(name, known_zone(play.state, "zone", typed(value, str, "zone")).id)


def write_hands(play: ArdorPlay, name: str, value: Any) -> None:
    wanted = typed(value, tuple[str, ...] | None, "hands")
    for item in wanted or ():
        if carried(play.entity(name), item) is None:
            raise RuleError("bad_args", f"hands: {play.called(name)} has no {item!r}")
    if isinstance(play.entity(name).sheet, CharacterSheet):
        play.sheet(name, hands=wanted)


# ---------------------------------------------------------------- the encounter and the table


def table_place(read: Callable[[Place], Any], name: str) -> Field:
    """A part of the map."""

    def read_part(_: Dice, state: ArdorState, __: None) -> Any:
        return read(state.world.place)

    def write(play: ArdorPlay, _: str, value: Any) -> None:
        whole = msgspec.to_builtins(play.world.place)
        play.change_world(place=typed({**whole, name: value}, Place, name))

    return Field(read_part, write)


def declared_field() -> Field:
    field = encounter_field("declared", dict[str, Declaration])

    def write(play: ArdorPlay, _: str, value: Any) -> None:
        read = typed(value, dict[str, Declaration], "declared")
        play.change_encounter(declared={name: plain(what) for name, what in read.items()})

    return Field(field.read, write)


projection = Projection(
    entity={
        "name": entity_field("name", str, Audience.ONLOOKERS),
        "kind": derived(lambda _, __, being: being.kind, Audience.ONLOOKERS),
        "side": entity_field("side", str, Audience.ONLOOKERS),
        "hidden": entity_field("hidden", bool, Audience.GM),
        "veiled": entity_field("veiled", bool, Audience.ONLOOKERS),
        "zone": Field(lambda _, state, being: zone_of(state, being), write_zone, Audience.ONLOOKERS),
        "position": Field(lambda _, state, being: zone_of(state, being), write_zone, Audience.ONLOOKERS),
        "health": counter_field("health"),
        "ardor": counted("ardor"),
        "surges": counted("surges"),
        **{name: maximum_field(pool) for pool, name in POOLS.items()},
        "trauma": counted("trauma"),
        "timer": counter_field("timer"),
        "xp": counted("xp"),
        "healing_kits": counted("healing_kits"),
        INCAPACITATED: flag(INCAPACITATED),
        FALLEN: flag(FALLEN),
        DOWN: flag(DOWN),
        "conditions": Field(read_conditions, write_conditions, Audience.ONLOOKERS),
        "discovery_open": of_characters("discovery_open", bool, False),
        "fresh": of_characters("fresh", tuple[str, ...], ()),
        "fate": of_characters("fate", str | None, None),
        "hands": Field(lambda _, __, being: [item.id for item in in_hand(being)], write_hands),
        "items": derived(lambda _, __, being: {item.id: item for item in being.items.values()}),
        "sheet": Field(read_sheet, write_sheet),
        **layout.fields,
        **{name: derived(on_sheet(name)) for name in (*SHEET_FIELDS, *BLOCK_FIELDS)},
    },
    table={
        "encounter": {
            "round": encounter_field("round", int),
            "participants": encounter_field("participants", tuple[str, ...]),
            "phase": encounter_field("phase", Phase),
            "challenge": encounter_field("challenge", int),
            "scores": encounter_field("scores", dict[str, int]),
            "inspired": encounter_field("inspired", tuple[str, ...]),
            "may_act": encounter_field("may_act", tuple[str, ...]),
            "declared": declared_field(),
            "fumble": encounter_field("fumble", Danger | None),
            "rulings": encounter_field("rulings", tuple[Ruling, ...], Audience.GM),
            "outcomes": encounter_field("outcomes", tuple[Struck, ...]),
            "fumbled": encounter_field("fumbled", tuple[str, ...]),
            "stopped": encounter_field("stopped", dict[str, str]),
            "claims": encounter_field("claims", dict[str, str | None]),
            "over": encounter_field("over", bool),
            "winner": encounter_field("winner", str | None),
            "hazards": derived(lambda _, state, __: state.encounter and state.encounter.hazards),
        },
        "scene": {
            "clock": derived(lambda _, state, __: state.world.clock),
            "day": derived(lambda _, state, __: state.world.day),
            "challenge": table_place(lambda place: place.challenge, "challenge"),
            "zones": table_place(lambda place: place.zones, "zones"),
            "connections": table_place(lambda place: place.connections, "connections"),
            "map": derived(lambda _, state, __: state.world.place.id),
            "place": derived(lambda _, state, __: state.world.place),
        },
        "table": {
            "last": derived(lambda _, state, __: state.world.last),
            "house_rules": derived(lambda _, state, __: state.world.house_rules),
            "clocks": world_field("clocks", dict[str, GoalClock]),
            "features": world_field("features", tuple[str, ...]),
            "stronghold": world_field("stronghold", str),
            "stronghold_tags": world_field("stronghold_tags", tuple[str, ...]),
            "at_stronghold": world_field("at_stronghold", bool),
            "resting": world_field("resting", str | None),
            "picks": world_field("picks", dict[str, int]),
            "wealth": world_field("wealth", str),
        },
    },
)
