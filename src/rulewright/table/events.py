"""What happens at a table: few kinds of events, the same for every game, and the one fold that they go through.

`apply` is pure and total and never throws dice: what chance decided stands in the event.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rulewright.table.entities import AnyEntity, Condition, Position
from rulewright.table.state import AnyState, Question, Seat

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=msgspec.Struct)


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """Something that happened."""


class EntityAdded(Event, frozen=True, tag="entity added"):
    """Somebody is there, or is somebody else from now on."""

    entity: Any


class EntityRemoved(Event, frozen=True, tag="entity removed"):
    entity: str


class EntityChanged(Event, frozen=True, tag="entity changed"):
    """Its name, side, hidden or veiled."""

    entity: str
    field: str
    value: Any


class CounterChanged(Event, frozen=True, tag="counter changed"):
    entity: str
    counter: str
    value: int | None
    before: int | None = None


class ConditionAdded(Event, frozen=True, tag="condition added"):
    """A condition is there, in the place of one of the same name."""

    entity: str
    condition: Condition


class ConditionRemoved(Event, frozen=True, tag="condition removed"):
    entity: str
    condition: str


class ItemChanged(Event, frozen=True, tag="item changed"):
    """An item as it is now; none any more where there is no value."""

    entity: str
    item: str
    value: Any = None


class Moved(Event, frozen=True, tag="moved"):
    entity: str
    to: Position
    before: Position = None


class SheetChanged(Event, frozen=True, tag="sheet changed"):
    entity: str
    field: str
    value: Any


class EncounterStarted(Event, frozen=True, tag="encounter started"):
    encounter: Any


class EncounterChanged(Event, frozen=True, tag="encounter changed"):
    field: str
    value: Any


class EncounterEnded(Event, frozen=True, tag="encounter ended"):
    pass


class WorldChanged(Event, frozen=True, tag="world changed"):
    """Time has passed, a house rule is another, the party has come elsewhere."""

    field: str
    value: Any


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice fell: each as sides and face; and what the command came to."""

    actor: str
    dice: tuple[tuple[int, int], ...] = ()
    result: Any = None


class Said(Event, frozen=True, tag="said"):
    """Words. `to` are the seats that hear them; nobody named is everybody."""

    text: str
    actor: str = ""
    to: tuple[str, ...] = ()


class Prompted(Event, frozen=True, tag="prompted"):
    """Something that only the GM can judge has come up."""

    text: str


class Asked(Event, frozen=True, tag="asked"):
    question: Question


class Answered(Event, frozen=True, tag="answered"):
    question: int


class Overridden(Event, frozen=True, tag="overridden"):
    """The GM set something, whatever the rules say; the change itself stands beside this."""

    path: str
    before: Any
    after: Any
    reason: str = ""


class SeatChanged(Event, frozen=True, tag="seat changed"):
    seat: Seat


class SeatLeft(Event, frozen=True, tag="seat left"):
    seat: str


AnyEvent: TypeAlias = (
    EntityAdded
    | EntityRemoved
    | EntityChanged
    | CounterChanged
    | ConditionAdded
    | ConditionRemoved
    | ItemChanged
    | Moved
    | SheetChanged
    | EncounterStarted
    | EncounterChanged
    | EncounterEnded
    | WorldChanged
    | Rolled
    | Said
    | Prompted
    | Asked
    | Answered
    | Overridden
    | SeatChanged
    | SeatLeft
)


def apply(state: AnyState, event: AnyEvent) -> AnyState:
    """The state after an event. What an event speaks of and is not there is passed over: folding never fails."""
    return _FOLDS[type(event)](state, event)


def _put(struct: S, field: str, value: Any) -> S:
    """The struct with a field replaced; one that has no such field stays as it is."""
    return replace(struct, **{field: value}) if field in struct.__struct_fields__ else struct


def _without(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    return {name: value for name, value in mapping.items() if name != key}


def _with_entity(state: AnyState, name: str, change: Callable[[AnyEntity], AnyEntity]) -> AnyState:
    entity = state.entities.get(name)
    if entity is None:
        return state
    return replace(state, entities={**state.entities, name: change(entity)})


def _entity_added(state: AnyState, event: EntityAdded) -> AnyState:
    return replace(state, entities={**state.entities, event.entity.id: event.entity})


def _entity_removed(state: AnyState, event: EntityRemoved) -> AnyState:
    return replace(state, entities=_without(state.entities, event.entity))


def _entity_changed(state: AnyState, event: EntityChanged) -> AnyState:
    return _with_entity(state, event.entity, lambda entity: _put(entity, event.field, event.value))


def _counter_changed(state: AnyState, event: CounterChanged) -> AnyState:
    return _with_entity(
        state,
        event.entity,
        lambda entity: replace(entity, counters={**entity.counters, event.counter: event.value}),
    )


def _condition_added(state: AnyState, event: ConditionAdded) -> AnyState:
    return _with_entity(
        state,
        event.entity,
        lambda entity: replace(entity, conditions={**entity.conditions, event.condition.id: event.condition}),
    )


def _condition_removed(state: AnyState, event: ConditionRemoved) -> AnyState:
    return _with_entity(
        state,
        event.entity,
        lambda entity: replace(entity, conditions=_without(entity.conditions, event.condition)),
    )


def _item_changed(state: AnyState, event: ItemChanged) -> AnyState:
    def change(entity: AnyEntity) -> AnyEntity:
        if event.value is None:
            return replace(entity, items=_without(entity.items, event.item))
        return replace(entity, items={**entity.items, event.item: event.value})

    return _with_entity(state, event.entity, change)


def _moved(state: AnyState, event: Moved) -> AnyState:
    return _with_entity(state, event.entity, lambda entity: replace(entity, position=event.to))


def _sheet_changed(state: AnyState, event: SheetChanged) -> AnyState:
    return _with_entity(
        state,
        event.entity,
        lambda entity: replace(entity, sheet=_put(entity.sheet, event.field, event.value)),
    )


def _encounter_started(state: AnyState, event: EncounterStarted) -> AnyState:
    return replace(state, encounter=event.encounter)


def _encounter_changed(state: AnyState, event: EncounterChanged) -> AnyState:
    if state.encounter is None:
        return state
    return replace(state, encounter=_put(state.encounter, event.field, event.value))


def _encounter_ended(state: AnyState, _event: EncounterEnded) -> AnyState:
    return replace(state, encounter=None)


def _world_changed(state: AnyState, event: WorldChanged) -> AnyState:
    return replace(state, world=_put(state.world, event.field, event.value))


def _rolled(state: AnyState, event: Rolled) -> AnyState:
    last = state.last if event.result is None else event.result
    rolls = {**state.rolls, event.actor: state.rolls.get(event.actor, 0) + 1} if event.dice else state.rolls
    return replace(state, last=last, rolls=rolls)


def _nothing(state: AnyState, _event: Said | Prompted | Overridden) -> AnyState:
    return state


def _asked(state: AnyState, event: Asked) -> AnyState:
    questions = {**state.questions, event.question.id: event.question}
    return replace(state, questions=questions, asked=max(state.asked, event.question.id + 1))


def _answered(state: AnyState, event: Answered) -> AnyState:
    return replace(state, questions=_without(state.questions, event.question))


def _seat_changed(state: AnyState, event: SeatChanged) -> AnyState:
    return replace(state, seats={**state.seats, event.seat.id: event.seat})


def _seat_left(state: AnyState, event: SeatLeft) -> AnyState:
    return replace(state, seats=_without(state.seats, event.seat))


_FOLDS: dict[type[Event], Callable[[AnyState, Any], AnyState]] = {
    EntityAdded: _entity_added,
    EntityRemoved: _entity_removed,
    EntityChanged: _entity_changed,
    CounterChanged: _counter_changed,
    ConditionAdded: _condition_added,
    ConditionRemoved: _condition_removed,
    ItemChanged: _item_changed,
    Moved: _moved,
    SheetChanged: _sheet_changed,
    EncounterStarted: _encounter_started,
    EncounterChanged: _encounter_changed,
    EncounterEnded: _encounter_ended,
    WorldChanged: _world_changed,
    Rolled: _rolled,
    Said: _nothing,
    Prompted: _nothing,
    Asked: _asked,
    Answered: _answered,
    Overridden: _nothing,
    SeatChanged: _seat_changed,
    SeatLeft: _seat_left,
}
