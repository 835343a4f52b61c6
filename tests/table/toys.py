"""A game that is just large enough to try everything that a table can do, in one file.

Two scufflers take turns; a blow can be warded off, or everybody lunges at once after deciding in secret.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleBook, RuleError
from rulewright.table import clock, encounters
from rulewright.table.codec import Types
from rulewright.table.commands import CommandBook
from rulewright.table.common import common
from rulewright.table.entities import AnyEntity, Condition, Entity, EntityId, Item, ItemId
from rulewright.table.game import Assumption, Counter, Game
from rulewright.table.play import Play
from rulewright.table.projection import (
    Audience,
    Field,
    Projection,
    counter_field,
    derived,
    encounter_field,
    entity_field,
    sheet_field,
    typed,
    world_field,
)
from rulewright.table.state import AnyState, Command, Encounter, World


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of the toy."""

    harder: bool = False


STANDARD = HouseRules()
book = RuleBook("toy", "Toy", house_rules=STANDARD)


class Blow(msgspec.Struct, frozen=True):
    """What a blow came to."""

    hit: bool
    damage: int


@book.rule("TOY-1")
def blow(dice: Dice, *, guard: int, house_rules: HouseRules = STANDARD) -> Blow:
    """A d6 above the guard hits for a d4."""
    hit = dice.d(6, "to hit") > guard
    return Blow(hit, dice.d(4, "damage") + house_rules.harder if hit else 0)


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scuffler."""

    guard: Annotated[int, Meta(ge=0, le=6)] = 2
    health: Annotated[int, Meta(ge=1, le=1000)] = 10
    notes: tuple[str, ...] = ()


class ToyWorld(World, frozen=True, kw_only=True, omit_defaults=True):
    """The toy keeps nothing of its own."""

    house_rules: HouseRules = STANDARD


ToyPlay = Play[Sheet, Item, Encounter, ToyWorld]
commands = CommandBook(common)


def your_turn(play: ToyPlay, by: str) -> None:
    """Who acts has the turn."""
    if play.fight().turn != by:
        raise RuleError("not_your_turn", f"it is not {play.called(by)}'s turn")


@commands.gm("TOY-2")
def start(play: ToyPlay) -> None:
    """Begin a scuffle with everybody."""
    names = tuple(play.state.entities)
    if play.encounter or not names:
        raise RuleError("not_allowed", "there is a fight already, or nobody to fight")
    play.start_encounter(Encounter(participants=names, order=names, turn=names[0]))


@commands.anyone("TOY-2")
def next_turn(play: ToyPlay) -> None:
    """The next one, or the next round."""
    fight = play.fight()
    following = encounters.next_in_order(fight.order, fight.turn, lambda name: play.entity(name).counter("hp") > 0)
    if following is None and fight.order:
        clock.tick(play, play.state.entities)
        play.change_encounter(round=fight.round + 1, turn=fight.order[0])
    elif following is not None:
        play.change_encounter(turn=following)


@commands.gm("TOY-2")
def stop(play: ToyPlay) -> None:
    """The scuffle is over."""
    play.fight()
    play.end_encounter()


@commands.actor("TOY-1", needs=(your_turn,))
def strike(play: ToyPlay, by: str, *, target: EntityId) -> None:
    """Strike somebody, who may ward the blow off."""
    struck = play.entity(target)
    result = play.result(blow(play.dice, guard=struck.sheet.guard, house_rules=play.world.house_rules))
    if result.damage and struck.has("warding"):
        play.ask(
            target,
            f"{struck.called} is about to take {result.damage}.",
            ("ward", "endure"),
            data={"damage": result.damage},
            default=Command(name="endure", by=target),
            seconds=60,
        )
    elif result.damage:
        play.change(target, "hp", -result.damage)


def waiting_blow(play: ToyPlay, by: str) -> int:
    """The damage that waits for somebody's answer, which is thereby given."""
    question = next((asked for asked in play.state.questions.values() if asked.to == by and asked.blocks), None)
    if question is None:
        raise RuleError("nothing_pending", f"{play.called(by)} has nothing to decide")
    play.answered(question)
    return int(question.data["damage"])


@commands.actor("TOY-3")
def ward(play: ToyPlay, by: str) -> None:
    """Throw a d4 off the blow."""
    left = waiting_blow(play, by) - play.dice.d(4, "ward")
    play.relieve(by, "warding")
    play.change(by, "hp", -max(0, left))


@commands.actor("TOY-3")
def endure(play: ToyPlay, by: str) -> None:
    """Take it."""
    play.change(by, "hp", -waiting_blow(play, by))


@commands.actor("TOY-4")
def lunge(play: ToyPlay, by: str, *, target: EntityId) -> None:
    """Decide in secret whom to lunge at; when all have decided, everybody lunges at once."""
    play.entity(target)
    encounters.declare(play, by, {"target": target})
    if encounters.undecided(play.fight(), play.fight().participants):
        return
    declared, hits = play.fight().declared, []
    play.change_encounter(declared={}, phase="revealed")
    for what in declared.values():
        if what["target"] not in play.state.entities:
            continue
        result = blow(play.dice, guard=play.entity(what["target"]).sheet.guard, house_rules=play.world.house_rules)
        play.change(what["target"], "hp", -result.damage)
        hits.append(result.damage)
    play.result({"damage": hits})


@commands.actor("TOY-5", secret=True)
def scheme(play: ToyPlay, by: str, *, text: Annotated[str, Meta(min_length=1, max_length=100)]) -> None:
    """Write something down that nobody else may read."""
    play.sheet(by, notes=(*play.entity(by).sheet.notes, text))


@commands.actor("TOY-6")
def bless(play: ToyPlay, by: str, *, target: EntityId, minutes: Annotated[int, Meta(ge=1, le=600)] = 10) -> None:
    """Let somebody ward for a while."""
    play.afflict(target, Condition(id="warding", source=by, until=play.world.clock + 60 * minutes))


@commands.actor("TOY-8", needs=(your_turn,))
def sweep(
    play: ToyPlay, by: str, *, targets: Annotated[tuple[EntityId, ...], Meta(min_length=1, max_length=3)]
) -> None:
    """Knock several of them about, each by a d3; who is knocked down so far leaves the fight."""
    for target in targets:
        play.entity(target)
    blows = []
    for target in targets:
        blows.append(-play.change(target, "hp", -play.dice.d(3, f"damage to {target}")))
        if play.entity(target).counter("hp") == 0 and target in play.fight().participants:
            encounters.leave(play, target)
            encounters.drop_from_order(play, target)
    play.result({"damage": blows})


@commands.actor("TOY-9")
def walk(play: ToyPlay, by: str, *, to: Annotated[int, Meta(ge=0, le=100)]) -> None:
    """Go somewhere else along the line."""
    play.move(by, to)


@commands.actor("TOY-9")
def take_up(play: ToyPlay, by: str, *, item: Annotated[str, Meta(min_length=1, max_length=20)], count: int = 1) -> None:
    """Have something from now on."""
    if not 1 <= count <= 9:
        raise RuleError("bad_args", f"count: expected 1 to 9, found {count}")
    play.give(by, Item(id=item, item=item, count=count))


@commands.actor("TOY-9")
def drop(play: ToyPlay, by: str, *, item: ItemId) -> None:
    """Have it no longer."""
    if item not in play.entity(by).items:
        raise RuleError("not_carried", f"{play.called(by)} has no {item}")
    play.take(by, item)


@commands.actor("TOY-9")
def puzzle(play: ToyPlay, by: str, *, loud: bool = False, way: Literal["think", "guess"] = "think") -> None:
    """Have an idea that only the GM can judge."""
    play.prompt(f"{play.called(by)} would {way}{' aloud' if loud else ''}.")


@commands.gm("TOY-7")
def wait(play: ToyPlay, *, minutes: Annotated[int, Meta(ge=-10_000, le=10_000)]) -> None:
    """Let time pass, or turn it back."""
    clock.pass_seconds(play, 60 * minutes)


def read_entity(play: Any, described: Mapping[str, Any]) -> AnyEntity:
    """An entity from its plain description."""
    form = typed(dict(described), Form, "entity")
    return Entity(
        id=form.id,
        kind="scuffler",
        side=form.side,
        name=form.name,
        position=form.position,
        sheet=form.sheet,
        counters={"hp": form.sheet.health if form.hp is None else form.hp},
        conditions={name: Condition(id=name) for name in form.conditions},
        hidden=form.hidden,
        veiled=form.veiled,
    )


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a scene describes somebody."""

    id: Annotated[str, Meta(min_length=1, max_length=100)]
    side: str = ""
    name: str = ""
    position: int = 0
    sheet: Sheet = Sheet()
    hp: int | None = None
    conditions: tuple[str, ...] = ()
    hidden: bool = False
    veiled: bool = False


def set_scene(play: Any, scene: Mapping[str, Any]) -> None:
    """The toy has no scene."""
    if scene:
        raise RuleError("bad_args", f"setup: unknown {', '.join(scene)}")


def read_conditions(_dice: Dice, _state: AnyState, entity: AnyEntity) -> list[str]:
    """Their names."""
    return list(entity.conditions)


def read_items(_dice: Dice, _state: AnyState, entity: AnyEntity) -> dict[str, int]:
    """How many of each."""
    return {name: item.count for name, item in entity.items.items()}


def guess(entity: AnyEntity) -> AnyEntity:
    """Somebody unknown is taken for an ordinary scuffler in full health."""
    return msgspec.structs.replace(entity, sheet=Sheet(), counters={"hp": 10}, items={})


def seal(state: AnyState, own: frozenset[str]) -> AnyState:
    """Nobody knows what others have declared or written down."""
    entities = {
        name: entity
        if name in own
        else msgspec.structs.replace(entity, sheet=msgspec.structs.replace(entity.sheet, notes=()))
        for name, entity in state.entities.items()
    }
    encounter = state.encounter and encounters.sealed(state.encounter, own)
    return msgspec.structs.replace(state, entities=entities, encounter=encounter)


def assume(state: AnyState, plan: Any) -> Assumption | None:
    """Who is asked endures, and who has not decided lunges at the first one."""
    question = state.blocked_by
    if question:
        return Assumption(Command(name="endure", by=question.to), f"{question.to} endures it")
    fight = state.encounter
    if fight is None or not any(command.name == "lunge" for command in plan) or fight.phase == "revealed":
        return None
    for name in encounters.undecided(fight, fight.participants):
        return Assumption(Command(name="lunge", by=name, args={"target": fight.order[0]}), f"{name} lunges")
    return None


toy = Game(
    name="toy",
    title="Toy",
    version="1",
    book=book,
    commands=commands,
    types=Types(sheet=Sheet, item=Item, encounter=Encounter, world=ToyWorld),
    counters={"hp": Counter(maximum=lambda _dice, _state, entity: int(entity.sheet.health))},
    projection=Projection(
        entity={
            "hp": counter_field("hp"),
            "guard": sheet_field("guard", int),
            "health": sheet_field("health", int),
            "notes": sheet_field("notes", tuple[str, ...], Audience.OWNER),
            "side": entity_field("side", str, Audience.ONLOOKERS),
            "name": entity_field("name", str, Audience.ONLOOKERS),
            "position": entity_field("position", int, Audience.ONLOOKERS),
            "hidden": entity_field("hidden", bool, Audience.GM),
            "items": Field(read_items, missing=0),
            "conditions": Field(read_conditions, audience=Audience.ONLOOKERS, unordered=True),
            "bloodied": derived(lambda _dice, _state, entity: entity.counter("hp") * 2 <= entity.sheet.health),
        },
        table={
            "encounter": {
                "round": encounter_field("round", int),
                "turn": encounter_field("turn", str | None),
                "order": encounter_field("order", tuple[str, ...]),
                "phase": encounter_field("phase", str),
                "declared": encounter_field("declared", dict[str, Any]),
                "participants": encounter_field("participants", tuple[str, ...]),
            },
            "scene": {"clock": world_field("clock", int)},
            "table": {"last": derived(lambda _dice, state, _: state.last)},
        },
    ),
    read_entity=read_entity,
    set_scene=set_scene,
    conditions=frozenset({"warding", "dazed"}),
    guess=guess,
    open_results=frozenset({"hit"}),
    seal=seal,
    assume=assume,
)
