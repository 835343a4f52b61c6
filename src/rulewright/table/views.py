"""What is sent to a seat: its view of the table, and its share of what happens. What it may not know is not in them."""

from typing import Any

import msgspec
from msgspec.structs import replace

from rulewright.dice import Fast
from rulewright.table import events
from rulewright.table.game import Game
from rulewright.table.log import Step
from rulewright.table.projection import Audience, Field
from rulewright.table.seats import known_state, open_result, seat_of
from rulewright.table.state import AnyState, Seat

View = dict[str, Any]


def view(game: Game, state: AnyState, name: str) -> View:
    """The table as a seat sees it, as plain data: every value that the game has a name for and the seat may know."""
    seat = seat_of(state, name)
    known = known_state(game, state, name)
    return {
        "seat": name,
        "role": seat.role,
        "entities": {entity: _entity(game, known, entity, seat) for entity in known.entities},
        **{root: _root(game, known, root, seat) for root in game.projection.table},
        "questions": [
            {"id": question.id, "to": question.to, "text": question.text, "answers": question.answers}
            for question in known.questions.values()
        ],
        "seats": {other.id: {"role": other.role, "entities": other.entities} for other in known.seats.values()},
    }


def _entity(game: Game, known: AnyState, name: str, seat: Seat) -> View:
    entity, dice = known.entities[name], Fast()
    shown: View = {
        path: field.read(dice, known, entity)
        for path, field in game.projection.entity.items()
        if may_know(field, known, name, seat)
    }
    return {"own": name in seat.entities, "veiled": entity.veiled, **_plain(shown)}


def _root(game: Game, known: AnyState, root: str, seat: Seat) -> View | None:
    if root == "encounter" and known.encounter is None:
        return None
    fields, dice = game.projection.table[root], Fast()
    return _plain({path: f.read(dice, known, None) for path, f in fields.items() if may_know(f, known, "", seat)})


def _plain(data: View) -> View:
    plain: View = msgspec.to_builtins(data)
    return plain


def may_know(field: Field, known: AnyState, name: str, seat: Seat) -> bool:
    """Whether a seat may know this value of an entity, or of the table."""
    if seat.role == "gm":
        return True
    match field.audience:
        case Audience.ONLOOKERS:
            return True
        case Audience.EVERYBODY:
            return not name or name in seat.entities or not known.entities[name].veiled
        case Audience.OWNER:
            return name in seat.entities
    return False


# ---------------------------------------------------------------- what happens


def told(game: Game, state: AnyState, step: Step, name: str) -> list[events.AnyEvent]:
    """A seat's share of a step, given the state after it."""
    seat = seat_of(state, name)
    if seat.role == "gm":
        return list(step.events)
    kind = game.commands.kinds.get(step.command.name)
    if kind and kind.secret and step.command.by not in seat.entities:
        return []
    known = known_state(game, state, name)
    shares = (_share(game, state, known, event, seat) for event in step.events)
    return [event for event in shares if event is not None]


def _share(game: Game, state: AnyState, known: AnyState, event: events.AnyEvent, seat: Seat) -> events.AnyEvent | None:
    """What a seat hears of an event: all of it, as much as it may know, or nothing."""
    match event:
        case events.Prompted() | events.Overridden():
            return None
        case events.Said():
            return event if not event.to or seat.id in event.to else None
        case events.Rolled():
            if event.actor in state.entities and event.actor not in known.entities:
                return None
            return replace(event, result=open_result(game, state, event.result))
        case events.Asked():
            question = known.questions.get(event.question.id)
            return replace(event, question=question) if question else None
        case events.Answered() | events.SeatChanged() | events.SeatLeft() | events.EncounterEnded():
            return event
        case events.EncounterStarted():
            return replace(event, encounter=known.encounter) if known.encounter else None
        case events.EncounterChanged() | events.WorldChanged():
            return _share_of_table(game, known, event, seat)
    return _share_of_entity(game, known, event, seat)


def _share_of_table(
    game: Game, known: AnyState, event: events.EncounterChanged | events.WorldChanged, seat: Seat
) -> events.AnyEvent | None:
    part = known.encounter if isinstance(event, events.EncounterChanged) else known.world
    if part is None:
        return None
    for fields in game.projection.table.values():
        if event.field in fields and may_know(fields[event.field], known, "", seat):
            return replace(event, value=getattr(part, event.field))
    return None


def _share_of_entity(game: Game, known: AnyState, event: Any, seat: Seat) -> events.AnyEvent | None:
    if isinstance(event, events.EntityAdded):
        entity = known.entities.get(event.entity.id)
        return replace(event, entity=entity) if entity else None
    if event.entity not in known.entities:
        gone = isinstance(event, events.EntityRemoved) or (
            isinstance(event, events.EntityChanged) and event.field == "hidden" and event.value
        )
        return events.EntityRemoved(event.entity) if gone else None
    if isinstance(event, events.EntityChanged) and event.field == "hidden":
        return events.EntityAdded(known.entities[event.entity])
    field = game.projection.entity.get(_path_of(event))
    return event if field and may_know(field, known, event.entity, seat) else None


def _path_of(event: Any) -> str:
    """The name under which the projection has what an event changed."""
    match event:
        case events.CounterChanged():
            return event.counter
        case events.SheetChanged() | events.EntityChanged():
            return event.field
        case events.ConditionAdded() | events.ConditionRemoved():
            return "conditions"
        case events.ItemChanged():
            return "items"
    return "position"
