"""Commands that every game has: what the GM may do whatever the rules say, seats, and words."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table import encounters, events
from rulewright.table.commands import CommandBook
from rulewright.table.entities import Condition, EntityId, Name
from rulewright.table.play import AnyPlay
from rulewright.table.projection import typed
from rulewright.table.state import GM, Seat

Path = Annotated[str, Meta(min_length=1, max_length=300)]
Words = Annotated[str, Meta(min_length=1, max_length=4000)]
MOST_ENTITIES = 2000

common = CommandBook()
"""A game's own book begins with these."""


@common.gm(interrupts=True)
def set_(play: AnyPlay, *, path: Path = "", entity: str = "", field: str = "", value: Any, reason: str = "") -> None:
    """Set any value of the table, whatever the rules say; the log shows it as an override."""
    if entity and entity not in play.game.projection.table:
        play.entity(entity)
    path = path or f"{entity or 'encounter'}.{field}"
    before = play.game.projection.get(play.state, path)
    play.game.projection.set(play, path, value)
    for event in play.events:
        play.game.codec.check(event)
    play.happens(events.Overridden(path, before, play.game.projection.get(play.state, path), reason))


@common.gm()
def set_up(play: AnyPlay, *, setup: dict[str, Any]) -> None:
    """Put a whole scene on the table: house rules, entities, and what else the game keeps."""
    if "house_rules" in setup:
        given = typed(setup["house_rules"], dict[str, Any], "house_rules")
        rules = play.game.new_state(given).world.house_rules
        play.change_world(house_rules=rules)
    read = {"house_rules", "entities", *(["encounter"] if play.game.set_fight else [])}
    play.game.set_scene(play, {key: value for key, value in setup.items() if key not in read})
    for described in typed(setup.get("entities", []), list[dict[str, Any]], "entities"):
        bring_in(play, described)
    if play.game.set_fight and "encounter" in setup:
        play.game.set_fight(play, typed(setup["encounter"], dict[str, Any], "encounter"))


@common.gm()
def add_entity(play: AnyPlay, *, entity: dict[str, Any]) -> None:
    """Bring somebody in."""
    bring_in(play, entity)


def bring_in(play: AnyPlay, described: dict[str, Any]) -> None:
    """Add an entity from its plain description."""
    entity = play.game.read_entity(play, described)
    if entity.id in play.state.entities or entity.id in play.game.projection.table:
        raise RuleError("bad_args", f"id: {entity.id!r} is in use")
    if "." in entity.id:
        raise RuleError("bad_args", f"id: {entity.id!r} has a dot, which is kept for paths such as {entity.kind}.hp")
    if len(play.state.entities) >= MOST_ENTITIES:
        raise RuleError("bad_args", f"a table has at most {MOST_ENTITIES} entities")
    play.happens(events.EntityAdded(entity))


@common.gm()
def remove_entity(play: AnyPlay, *, entity: EntityId) -> None:
    """Take somebody off the table for good."""
    play.entity(entity)
    if play.encounter and entity in play.encounter.participants:
        raise RuleError("not_allowed", f"{play.called(entity)} is in a fight: let it leave first")
    for asked in [asked for asked in play.state.questions.values() if asked.to == entity]:
        play.answered(asked)
    if play.encounter:
        encounters.forget(play, entity)
    if play.entity(entity).hidden:
        _leave_no_name_behind(play, entity)
    play.happens(events.EntityRemoved(entity))


def _leave_no_name_behind(play: AnyPlay, hidden: str) -> None:
    """Once it is gone, nobody could tell any more that this name is not to be shown."""
    for other in list(play.state.entities.values()):
        for condition in other.conditions.values():
            if condition.source == hidden:
                play.happens(events.ConditionAdded(other.id, replace(condition, source="")))


@common.gm()
def hide(play: AnyPlay, *, entity: EntityId, hidden: bool = True) -> None:
    """Let nobody else know that it is there, or let it be seen."""
    _put(play, entity, "hidden", hidden)


@common.gm()
def veil(play: AnyPlay, *, entity: EntityId, veiled: bool = True) -> None:
    """Keep its numbers from the players, or show them."""
    _put(play, entity, "veiled", veiled)


def _put(play: AnyPlay, entity: str, field: str, value: bool) -> None:
    if getattr(play.entity(entity), field) != value:
        play.happens(events.EntityChanged(entity, field, value))


@common.gm()
def add_condition(
    play: AnyPlay,
    *,
    target: EntityId,
    condition: Name,
    rounds: Annotated[int, Meta(ge=1, le=10_000)] | None = None,
    source: str = "",
) -> None:
    """Lay a condition on somebody."""
    play.entity(target)
    play.game.check_condition(condition)
    play.afflict(target, Condition(id=condition, rounds=rounds, source=source))


@common.gm()
def remove_condition(play: AnyPlay, *, target: EntityId, condition: Name) -> None:
    """Take a condition away."""
    if condition not in play.entity(target).conditions:
        raise RuleError("not_allowed", f"{play.called(target)} is not {condition.replace('_', ' ')}")
    play.relieve(target, condition)


@common.gm()
def house_rule(play: AnyPlay, *, name: Name, value: Any) -> None:
    """Change a house rule; from now on it is named in every roll that it changes."""
    now = msgspec.to_builtins(play.world.house_rules) or {}
    rules = play.game.new_state({**now, name: value}).world.house_rules
    play.change_world(house_rules=rules)


@common.gm(interrupts=True)
def seat(
    play: AnyPlay,
    *,
    id: Name,
    role: Literal["gm", "player", "spectator"] = "player",
    entities: Annotated[tuple[str, ...], Meta(max_length=100)] = (),
    real_dice: bool = False,
) -> None:
    """Give somebody a place at the table, or change it."""
    if id == GM and role != "gm":
        raise RuleError("not_allowed", "the first seat is the GM's")
    play.happens(events.SeatChanged(Seat(id=id, role=role, entities=entities, real_dice=real_dice)))


@common.gm(interrupts=True)
def leave_seat(play: AnyPlay, *, id: Name) -> None:
    """Somebody leaves the table; the entities stay."""
    if id == GM or id not in play.state.seats:
        raise RuleError("bad_args", f"id: there is no seat {id!r} that could be left")
    play.happens(events.SeatLeft(id))


@common.anyone(interrupts=True)
def say(
    play: AnyPlay, *, text: Words, as_: str = "", to: Annotated[tuple[str, ...], Meta(max_length=100)] = ()
) -> None:
    """Say something, to everybody or to some seats."""
    unknown = [name for name in to if name not in play.state.seats]
    if unknown:
        raise RuleError("bad_args", f"to: there is no seat {unknown[0]!r}")
    play.happens(events.Said(text, as_, to))


@common.gm(interrupts=True)
def drop_question(play: AnyPlay, *, question: int) -> None:
    """Let a question be dropped that nobody will answer."""
    asked = play.state.questions.get(question)
    if asked is None:
        raise RuleError("nothing_pending", f"no question has the number {question}")
    play.answered(asked)
