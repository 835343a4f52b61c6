"""The one map between paths and values: `brynn.hp`, `chief.status`, `encounter.pending.hit` (QR-STATE-01, 02)."""

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.dice import Dice
from rulewright.rules import BadArguments, pick
from rulewright.systems.quickref import catalogue, layout
from rulewright.systems.quickref.entities import COUNTS, FLAGS, NOT_RUNNING
from rulewright.systems.quickref.harm import become, mark
from rulewright.systems.quickref.pending import change_what_waits, settle, waiting
from rulewright.systems.quickref.scores import (
    DOWN,
    MORALE,
    armor_class,
    bears_shield,
    effort_left,
    effort_maximum,
    is_minor,
    morale_state,
    move_feet,
    save_target,
    shield_ready,
    status,
)
from rulewright.systems.quickref.sheet import (
    ATTRIBUTES,
    Being,
    Body,
    CharacterSheet,
    Committed,
    CreatureSheet,
    Fight,
    Pool,
    QuickrefPlay,
    QuickrefState,
)
from rulewright.systems.quickref.tables import saves
from rulewright.table.entities import Condition
from rulewright.table.projection import (
    Audience,
    Field,
    Projection,
    counter_field,
    derived,
    encounter_field,
    entity_field,
    fields_of,
    sheet_field,
    typed,
    world_field,
)

SHOWN_OF_ATTACK = ("kind", "attacker", "target", "face", "total", "hit")
SHOWN_OF_SPELL = ("kind", "caster", "spell", "targets", "damage", "saved")

# ---------------------------------------------------------------- how somebody stands


def read_conditions(_: Dice, __: QuickrefState, being: Being) -> list[str]:
    return [name for name in being.conditions if name in catalogue.conditions()]


def write_conditions(play: QuickrefPlay, name: str, value: Any) -> None:
    wanted = typed(value, list[str], "conditions")
    for condition in wanted:
        pick("conditions", condition, catalogue.conditions())
    now = read_conditions(play.dice, play.state, play.entity(name))
    play.relieve(name, *(condition for condition in now if condition not in wanted))
    mark(play, name, *wanted)


def flag_field(name: str) -> Field:
    """Something that is so or is not."""

    def write(play: QuickrefPlay, entity: str, value: Any) -> None:
        if typed(value, bool, name):
            play.afflict(entity, Condition(id=name))
        else:
            play.relieve(entity, name)

    return Field(lambda _, __, being: being.has(name), write)


def write_status(play: QuickrefPlay, name: str, value: Any) -> None:
    if value not in ("up", *DOWN):
        raise BadArguments(f"status: expected one of up, {', '.join(DOWN)}; found {value!r}")
    become(play, name, value)
    if value == "mortally_wounded":
        play.put(name, "rounds_down", 0)


def write_morale_state(play: QuickrefPlay, name: str, value: Any) -> None:
    if value not in ("steady", *MORALE):
        raise BadArguments(f"morale_state: expected one of steady, {', '.join(MORALE)}; found {value!r}")
    play.relieve(name, *MORALE)
    if value != "steady":
        mark(play, name, value)


def write_shield_ready(play: QuickrefPlay, name: str, value: Any) -> None:
    play.relieve(name, "shield_used", "shield_lent")
    if not typed(value, bool, "shield_ready") and bears_shield(play.entity(name)):
        mark(play, name, "shield_used")


def write_position(play: QuickrefPlay, name: str, value: Any) -> None:
    play.move(name, typed(value, int | None, "position"))


def write_effort_left(play: QuickrefPlay, name: str, value: Any) -> None:
    left = typed(value, dict[Pool, int], "effort_left")
    most = effort_maximum(play.entity(name))
    kept = [point for point in play.entity(name).sheet.committed if point.pool not in left]
    for pool, points in left.items():
        kept += [Committed(pool, "day")] * max(0, most.get(pool, 0) - points)
    play.sheet(name, committed=tuple(kept))


# ---------------------------------------------------------------- scores


def score_field(name: str, read: Callable[[QuickrefState, Being, Dice], int]) -> Field:
    """Follows from the sheet, until the GM sets it."""

    def write(play: QuickrefPlay, entity: str, value: Any) -> None:
        overrides = {key: kept for key, kept in play.entity(entity).sheet.overrides.items() if key != name}
        if value is not None:
            overrides[name] = typed(value, int, name)
        play.sheet(entity, overrides=overrides)

    return Field(lambda dice, state, being: read(state, being, dice), write)


def read_saves(dice: Dice, state: QuickrefState, being: Being) -> dict[str, int]:
    return {kind: save_target(state, being, kind, dice) for kind in saves()}  # type: ignore[arg-type]


def write_saves(play: QuickrefPlay, name: str, value: Any) -> None:
    overrides = {key: kept for key, kept in play.entity(name).sheet.overrides.items() if not key.startswith("save.")}
    for kind, target in typed(value, dict[str, int], "save").items():
        pick("save", kind, saves())
        overrides[f"save.{kind}"] = target
    play.sheet(name, overrides=overrides)


def read_attributes(_: Dice, __: QuickrefState, being: Being) -> dict[str, int] | None:
    """All six, also those that are as usual."""
    sheet = being.sheet
    return {name: getattr(sheet.attributes, name) for name in ATTRIBUTES} if isinstance(sheet, CharacterSheet) else None


def read_minor(_: Dice, state: QuickrefState, being: Being) -> bool:
    return is_minor(being, state.world.house_rules)


def counted(name: str) -> Field:
    """A counter that stands at 0 where it was never touched."""
    field = counter_field(name)

    def read(_: Dice, __: QuickrefState, being: Being) -> int:
        return being.counter(name)

    return Field(read, field.write)


# ---------------------------------------------------------------- the fight


def read_pending(_: Dice, state: QuickrefState, __: None) -> dict[str, Any] | None:
    pending = waiting(state)
    if pending is None:
        return None
    shown = SHOWN_OF_ATTACK if pending["kind"] == "attack" else SHOWN_OF_SPELL
    return {name: pending[name] for name in shown}


def write_pending(play: QuickrefPlay, _: str, value: Any) -> None:
    """Nothing waits any more, or what waits is changed."""
    if waiting(play.state) is None:
        raise BadArguments("pending: nothing waits")
    if value is None:
        settle(play)
        return
    known = read_pending(play.dice, play.state, None) or {}
    changes = {
        name: typed(new, type(known[name]) if known[name] is not None else int | None, name)
        for name, new in typed(value, dict[str, Any], "pending").items()
        if name in known and new != known[name]
    }
    for name in ("attacker", "target", "caster"):
        if name in changes:
            play.entity(changes[name])
    change_what_waits(play, **changes)


def read_members(_: Dice, state: QuickrefState, __: None) -> dict[str, int]:
    """By side: how many stood when the fight began, or came later."""
    members: dict[str, int] = {}
    for name in state.encounter.participants if state.encounter else ():
        if name in state.entities:
            side = state.entities[name].side
            members[side] = members.get(side, 0) + 1
    return members


def write_morale_due(play: QuickrefPlay, _: str, value: Any) -> None:
    play.change_encounter(morale_due=dict.fromkeys(typed(value, list[str], "morale_due"), 0))


def read_last_save(_: Dice, __: QuickrefState, being: Being) -> dict[str, Any] | None:
    """QR-STATE-07: whether it was made; how it was rolled is kept for those who may roll it again."""
    last = being.sheet.last_save
    return None if last is None else {"success": last["success"]}


def read_last(_: Dice, state: QuickrefState, __: None) -> Any:
    """QR-STATE-02: of an attack what came of it, and the damage."""
    last = state.last
    return {name: last[name] for name in OF_AN_ATTACK} if last and last.keys() >= set(OF_AN_ATTACK) else last


FIGHT_TYPES = dict(fields_of(Fight))
SHEET_TYPES: Mapping[str, Any] = {
    name: kind for struct in (Body, CharacterSheet, CreatureSheet) for name, kind in fields_of(struct)
}
OF_ITS_OWN = {
    "last_check",
    "last_save",
    "class_",
    "effort",
    "attributes",
    "overrides",
    "committed",
    "armor_class",
    "save",
    "minor",
    "move",
}
MISSING = {"skills": -1, "foci": 0, "uses": 0}
OF_AN_ATTACK = ("outcome", "damage")


projection = Projection(
    entity={
        "name": entity_field("name", str, Audience.ONLOOKERS),
        "kind": derived(lambda _, __, being: being.kind, Audience.ONLOOKERS),
        "side": entity_field("side", str, Audience.ONLOOKERS),
        "hidden": entity_field("hidden", bool, Audience.GM),
        "veiled": entity_field("veiled", bool, Audience.ONLOOKERS),
        "position": Field(lambda _, __, being: being.position, write_position, Audience.ONLOOKERS),
        "hp": counter_field("hp"),
        "status": Field(lambda _, __, being: status(being), write_status, Audience.ONLOOKERS),
        "morale_state": Field(lambda _, __, being: morale_state(being), write_morale_state, Audience.ONLOOKERS),
        "conditions": Field(read_conditions, write_conditions, Audience.ONLOOKERS, unordered=True),
        **{name: flag_field(name) for name in FLAGS},
        "shield_ready": Field(lambda _, __, being: shield_ready(being), write_shield_ready),
        **{name: counter_field(name) if name in NOT_RUNNING else counted(name) for name in COUNTS},
        "effort_left": Field(lambda _, __, being: effort_left(being), write_effort_left, missing=0),
        "armor_class": score_field("armor_class", armor_class),
        "move": score_field("move", move_feet),
        "save": Field(read_saves, write_saves),
        "minor": Field(read_minor, sheet_field("minor", bool | None).write, Audience.GM),
        **layout.fields,
        "class": sheet_field("class_", SHEET_TYPES["class_"]),
        "attributes": Field(read_attributes, sheet_field("attributes", SHEET_TYPES["attributes"]).write),
        **{
            name: sheet_field(name, kind, missing=MISSING.get(name))
            for name, kind in SHEET_TYPES.items()
            if name not in OF_ITS_OWN
        },
        "last_check": sheet_field("last_check", SHEET_TYPES["last_check"], Audience.OWNER),
        "last_save": Field(read_last_save, sheet_field("last_save", SHEET_TYPES["last_save"]).write, Audience.OWNER),
    },
    table={
        "encounter": {
            "round": encounter_field("round", int),
            "turn": encounter_field("turn", str | None),
            "order": encounter_field("order", tuple[str, ...]),
            "mode": encounter_field("mode", FIGHT_TYPES["mode"]),
            "participants": encounter_field("participants", tuple[str, ...]),
            "surprised": encounter_field("surprised", tuple[str, ...]),
            "free_attacks": encounter_field("free_attacks", tuple[str, ...]),
            "reasons_used": encounter_field("reasons_used", FIGHT_TYPES["reasons_used"], Audience.GM),
            "morale_due": Field(
                lambda _, state, __: list(state.encounter.morale_due) if state.encounter else [], write_morale_due
            ),
            "members": Field(read_members, missing=0),
            "pending": Field(read_pending, write_pending),
        },
        "scene": {
            "kind": world_field("kind", str),
            "clock": world_field("clock", int),
            "dropped": world_field("dropped", tuple[str, ...]),
        },
        "table": {
            "last": derived(read_last),
            "house_rules": derived(lambda _, state, __: state.world.house_rules),
            "dropped": world_field("dropped", tuple[str, ...]),
        },
    },
)
