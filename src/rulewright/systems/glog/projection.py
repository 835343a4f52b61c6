"""The one map between paths and values: `brynn.hp`, `orc.conditions`, `scene.minutes` (GL-STATE-01 to 05)."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from rulewright.dice import Dice
from rulewright.rules import RuleError, pick
from rulewright.systems.glog import catalogue, layout
from rulewright.systems.glog.entities import Form, Modifier, read_items
from rulewright.systems.glog.harm import NO_BLOW, ask_for_reaction, lay, lift, pending_blow, which_injury
from rulewright.systems.glog.rules.money import Coins
from rulewright.systems.glog.scores import SCORES, hit_dice, place, score_or_none
from rulewright.systems.glog.sheet import STATS, Being, Body, CharacterSheet, Gear, GlogPlay, GlogState, InjuryBorne
from rulewright.table import events
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
from rulewright.table.state import DAY

COINS = ("cp", "sp", "ep", "gp", "pp")
KEPT_AS_DATA = ("ward", "images")
"""Conditions that are shown as numbers of their own."""


# ---------------------------------------------------------------- conditions


def is_shown(condition: Condition) -> bool:
    return condition.id in catalogue.conditions()


def read_conditions(_: Dice, __: GlogState, being: Being) -> list[str]:
    return [condition.id for condition in being.conditions.values() if is_shown(condition)]


def write_conditions(play: GlogPlay, name: str, value: Any) -> None:
    wanted = typed(value, list[str], "conditions")
    for condition in wanted:
        pick("conditions", condition, catalogue.conditions())
    now = read_conditions(play.dice, play.state, play.entity(name))
    lift(play, name, *(condition for condition in now if condition not in wanted))
    for condition in wanted:
        if condition not in now:
            lay(play, name, Condition(id=condition))


def known_as(condition: Condition) -> str:
    """What a spell has left on somebody goes by the name of the spell."""
    return condition.source if is_modifier(condition) else condition.id


def is_modifier(condition: Condition) -> bool:
    return "field" in (condition.data or ())


def read_timers(_: Dice, __: GlogState, being: Being) -> dict[str, int]:
    return {known_as(lasts): lasts.rounds for lasts in being.conditions.values() if lasts.rounds is not None}


def write_timers(play: GlogPlay, name: str, value: Any) -> None:
    for condition, rounds in typed(value, dict[str, int | None], "timers").items():
        set_end(play, name, condition, rounds=rounds)


def read_until(_: Dice, __: GlogState, being: Being) -> dict[str, int]:
    return {known_as(lasts): lasts.until // 60 for lasts in being.conditions.values() if lasts.until is not None}


def write_until(play: GlogPlay, name: str, value: Any) -> None:
    for condition, minute in typed(value, dict[str, int | None], "until").items():
        set_end(play, name, condition, until=None if minute is None else minute * 60)


def set_end(play: GlogPlay, name: str, condition: str, **end: int | None) -> None:
    found = [now for now in play.entity(name).conditions.values() if known_as(now) == condition]
    if not found:
        raise RuleError("bad_args", f"{play.called(name)} is not {condition}")
    for now in found:
        if now != replace(now, **end):
            play.happens(events.ConditionAdded(name, replace(now, **end)))


def read_modifiers(_: Dice, __: GlogState, being: Being) -> list[dict[str, Any]]:
    return [
        {
            "source": c.source,
            **c.data,
            **({"rounds": c.rounds} if c.rounds else {}),
            **({"until": c.until // 60} if c.until else {}),
        }
        for c in being.conditions.values()
        if is_modifier(c)
    ]


def write_modifiers(play: GlogPlay, name: str, value: Any) -> None:
    wanted = [modifier.condition for modifier in typed(value, tuple[Modifier, ...], "modifiers")]
    now = [condition.id for condition in play.entity(name).conditions.values() if is_modifier(condition)]
    play.relieve(name, *now)
    for condition in wanted:
        play.afflict(name, condition)


def amount_of(condition: str) -> Field:
    """The strength of a ward, the number of images."""

    def read(_: Dice, __: GlogState, being: Being) -> int:
        now = being.conditions.get(condition)
        return now.data["amount"] if now else 0

    def write(play: GlogPlay, name: str, value: Any) -> None:
        amount = typed(value, int, condition)
        now = play.entity(name).conditions.get(condition, Condition(id=condition))
        play.relieve(name, condition)
        if amount > 0:
            play.afflict(name, replace(now, data={"amount": amount}))

    return Field(read, write)


# ---------------------------------------------------------------- things


def whole(item: Gear) -> dict[str, Any]:
    """Everything that is known of an item, also what is as usual."""
    return {name: getattr(item, name) for name, _ in fields_of(Gear)}


def write_items(play: GlogPlay, name: str, value: Any) -> None:
    entries = [
        {"id": item, **entry}
        for item, entry in typed(value, dict[str, dict[str, Any] | None], "items").items()
        if entry
    ]
    write_inventory(play, name, entries)


def write_inventory(play: GlogPlay, name: str, value: Any) -> None:
    wanted = read_items(Form(id=name, inventory=typed(value, tuple[dict[str, Any], ...], "inventory")))
    now = play.entity(name).items
    for gone in now.keys() - wanted.keys():
        play.take(name, gone)
    for item in wanted.values():
        if now.get(item.id) != item:
            play.give(name, item)


def read_coins(_: Dice, __: GlogState, being: Being) -> dict[str, int]:
    return {coin: being.counter(coin) for coin in COINS}


def write_coins(play: GlogPlay, name: str, value: Any) -> None:
    for coin, count in msgspec.to_builtins(typed(value, Coins, "coins")).items():
        play.put(name, coin, count)


# ---------------------------------------------------------------- wounds


def read_injury_days(_: Dice, __: GlogState, being: Being) -> dict[str, int]:
    """Days left by the injury's name, the first of that name; and by name and limb."""
    days: dict[str, int] = {}
    for borne in being.sheet.injuries:
        days.setdefault(borne.injury, borne.days)
        days.setdefault(f"{borne.injury}:{borne.location}", borne.days)
    return days


def write_injury_days(play: GlogPlay, name: str, value: Any) -> None:
    """Other days for injuries that are there; without days they are healed."""
    wanted = typed(value, dict[str, int | None], "injury")
    now = read_injury_days(play.dice, play.state, play.entity(name))
    kept = list(play.entity(name).sheet.injuries)
    for injury, days in wanted.items():
        if days == now.get(injury):
            continue
        borne = which_injury(play.entity(name), injury)
        place = next(number for number, other in enumerate(kept) if other == borne)
        kept[place : place + 1] = [replace(kept[place], days=days)] if days else []
    play.sheet(name, injuries=tuple(kept))


def write_injuries(play: GlogPlay, name: str, value: Any) -> None:
    injuries = typed(value, tuple[InjuryBorne, ...], "injuries")
    for borne in injuries:
        pick("injuries", borne.injury, catalogue.injuries())
    play.sheet(name, injuries=injuries)


# ---------------------------------------------------------------- scores


def score_field(name: str) -> Field:
    """Follows from the sheet, until the GM sets it."""

    def read(dice: Dice, state: GlogState, being: Being) -> int | None:
        return score_or_none(state, being, name, dice)

    def write(play: GlogPlay, entity: str, value: Any) -> None:
        overrides = dict(play.entity(entity).sheet.overrides)
        overrides.pop(name, None)
        if value is not None:
            overrides[name] = typed(value, int, name)
        play.sheet(entity, overrides=overrides)

    return Field(read, write)


# ---------------------------------------------------------------- scene and encounter


def pending_field(read: Callable[[Any], Any], write: Callable[[GlogPlay, str, Any], None]) -> Field:
    """Of the blow for which play stands still, if there is one and whoever looks may know of it."""

    def read_pending(_: Dice, state: GlogState, __: None) -> Any:
        question = pending_blow(state)
        return read(question) if question and question.data else None

    return Field(read_pending, write)


def write_pending_damage(play: GlogPlay, _: str, value: Any) -> None:
    question = pending_blow(play.state)
    if question is None:
        raise RuleError("bad_args", "no blow waits")
    play.answered(question)
    damage = typed(value, int | None, "pending_damage")
    if damage:
        ask_for_reaction(play, question.to, damage, NO_BLOW)


def write_pending_target(play: GlogPlay, _: str, value: Any) -> None:
    question = pending_blow(play.state)
    if question is None:
        raise RuleError("bad_args", "no blow waits")
    play.answered(question)
    if value is not None:
        play.entity(typed(value, str, "pending_target"))
        ask_for_reaction(play, value, question.data["damage"], NO_BLOW)


PENDING = {
    "pending_target": pending_field(lambda question: question.to, write_pending_target),
    "pending_damage": pending_field(lambda question: question.data["damage"], write_pending_damage),
}


def write_clock(day: bool) -> Callable[[GlogPlay, str, Any], None]:
    def write(play: GlogPlay, _: str, value: Any) -> None:
        number = typed(value, int, "day" if day else "minutes")
        if not (1 <= number <= 100_000 if day else 0 <= number < 24 * 60):
            raise RuleError("bad_args", "days are counted from 1, minutes from 0 to 1439")
        seconds = (number - 1) * DAY + play.world.clock % DAY if day else (play.world.day - 1) * DAY + number * 60
        play.change_world(clock=seconds)

    return write


def write_position(play: GlogPlay, name: str, value: Any) -> None:
    play.move(name, typed(value, int | None, "position"))


def read_last(_: Dice, state: GlogState, __: None) -> Any:
    """GL-STATE-04. Whose Save it was is kept for `reroll` alone."""
    last = state.last
    return {name: value for name, value in last.items() if name != "save_of"} if isinstance(last, dict) else last


LIVE = ("action_left", "move_left", "attacks_left", "spent_arrows", "experience", "trauma")


def zero_based(name: str) -> Field:
    """A counter that stands at 0 where it was never touched."""
    field = counter_field(name)

    def read(_: Dice, __: GlogState, being: Being) -> int:
        return being.counter(name)

    return Field(read, field.write)


SHEET_TYPES = {name: kind for struct in (Body, CharacterSheet) for name, kind in fields_of(struct)}

projection = Projection(
    entity={
        "name": entity_field("name", str, Audience.ONLOOKERS),
        "kind": derived(lambda _, __, being: being.kind, Audience.ONLOOKERS),
        "side": entity_field("side", str, Audience.ONLOOKERS),
        "hidden": entity_field("hidden", bool, Audience.GM),
        "veiled": entity_field("veiled", bool, Audience.ONLOOKERS),
        "position": Field(lambda _, __, being: place(being), write_position, Audience.ONLOOKERS),
        "hp": counter_field("hp"),
        "resolve": counter_field("resolve", Audience.GM),
        "magic_dice": zero_based("magic_dice"),
        "return_up_to": counter_field("return_up_to"),
        **{name: zero_based(name) for name in LIVE},
        "dying_rounds": counter_field("dying_rounds"),
        "dead_rounds": counter_field("dead_rounds"),
        "conditions": Field(read_conditions, write_conditions, Audience.ONLOOKERS, unordered=True),
        "timers": Field(read_timers, write_timers),
        "until": Field(read_until, write_until),
        "modifiers": Field(read_modifiers, write_modifiers),
        "ward": amount_of("ward"),
        "images": amount_of("images"),
        "injuries": Field(lambda _, __, being: being.sheet.injuries, write_injuries),
        "injury": Field(read_injury_days, write_injury_days, missing=0),
        "items": Field(lambda _, __, being: {item.id: whole(item) for item in being.items.values()}, write_items),
        "inventory": Field(lambda _, __, being: [whole(item) for item in being.items.values()], write_inventory),
        "coins": Field(read_coins, write_coins, missing=0),
        "level": sheet_field("level", SHEET_TYPES["level"]),
        "hit_dice": derived(lambda _, __, being: hit_dice(being)),
        **{key: sheet_field(stat, SHEET_TYPES[stat]) for key, stat in STATS.items()},
        **{
            name: sheet_field(name, SHEET_TYPES[name])
            for name in (
                *("type", "templates", "schools", "quarry", "abilities", "affliction", "swapped"),
                *("hands", "worn", "brain", "prison", "away", "freed", "used", "identified", "reroll_armed"),
            )
        },
        "convictions": sheet_field("convictions", tuple[str, ...], Audience.OWNER),
        "dooms": sheet_field("dooms", dict[str, int], missing=0),
        **{name: score_field(name) for name in SCORES},
        **layout.fields,
    },
    table={
        "encounter": {
            "round": encounter_field("round", int),
            "participants": encounter_field("participants", tuple[str, ...]),
            "order": encounter_field("order", tuple[str, ...]),
            "turn": encounter_field("turn", str | None),
            "confined": encounter_field("confined", bool),
            **PENDING,
        },
        "scene": {
            "clock": world_field("clock", int),
            "day": Field(lambda _, state, __: state.world.day, write_clock(day=True)),
            "minutes": Field(lambda _, state, __: state.world.minutes, write_clock(day=False)),
            "gap": world_field("gap", int | None),
            **PENDING,
        },
        "table": {
            "last": derived(read_last),
            "house_rules": derived(lambda _, state, __: state.world.house_rules),
        },
    },
)
