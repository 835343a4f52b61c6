"""Records and states as bytes and back, with every value as what the game says that it is."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, NamedTuple, get_args

import msgspec

from rulewright.rules import RuleError
from rulewright.rules.explain import to_data
from rulewright.table import events
from rulewright.table.entities import Entity, Position
from rulewright.table.log import Record, Step
from rulewright.table.state import AnyState, State


class Types(NamedTuple):
    """What a game keeps: the structs of its sheets, items, encounters and world."""

    sheet: Any
    item: Any
    encounter: Any
    world: Any


class Codec:
    """Reads and writes one game's data. JSON, so that people and other programs can read it too."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._encoder = msgspec.json.Encoder()
        self._records: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
        self._events: msgspec.json.Decoder[events.AnyEvent] = msgspec.json.Decoder(events.AnyEvent)
        self._states: msgspec.json.Decoder[AnyState] = msgspec.json.Decoder(of_game(State, *types))

    @staticmethod
    @cache
    def of(types: Types) -> "Codec":
        return Codec(types)

    def encode(self, record: Record) -> bytes:
        if isinstance(record, Step) and record.trace:
            record = msgspec.structs.replace(record, trace=trace_as_data(record.trace))
        return self._encoder.encode(record)

    def decode(self, data: bytes) -> Record:
        record = self._records.decode(data)
        if isinstance(record, Step):
            return msgspec.structs.replace(record, events=tuple(map(self._typed, record.events)))
        return record

    def check(self, event: events.AnyEvent) -> None:
        """Refuse an event that could not be read again, because a value in it is none that the game allows."""
        try:
            self._typed(self._events.decode(self._encoder.encode(event)))
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
            raise RuleError("bad_args", f"value: {str(error)[0].lower()}{str(error)[1:]}") from None

    def encode_state(self, state: AnyState) -> bytes:
        return self._encoder.encode(state)

    def decode_state(self, data: bytes) -> AnyState:
        return self._states.decode(data)

    def _typed(self, event: events.AnyEvent) -> events.AnyEvent:
        """The event with its value as the game's own struct, not as plain data."""
        make_typed = self._by_kind.get(type(event))
        return make_typed(event) if make_typed else event

    @cached_property
    def _by_kind(self) -> dict[type[events.Event], Callable[[Any], Any]]:
        item = self._types.item
        entity = of_game(Entity, self._types.sheet, item)
        sheet = fields_by_name(self._types.sheet)
        encounter = fields_by_name(self._types.encounter)
        world = fields_by_name(self._types.world)
        whole = {"name": str, "side": str, "hidden": bool, "veiled": bool, "position": Position}

        def value_of(kinds: dict[str, Any]) -> Callable[[Any], Any]:
            return lambda event: _with(event, "value", kinds[event.field])

        return {
            events.EntityAdded: lambda event: _with(event, "entity", entity),
            events.EntityChanged: value_of(whole),
            events.ItemChanged: lambda event: event if event.value is None else _with(event, "value", item),
            events.SheetChanged: value_of(sheet),
            events.EncounterStarted: lambda event: _with(event, "encounter", self._types.encounter),
            events.EncounterChanged: value_of(encounter),
            events.WorldChanged: value_of(world),
        }


def of_game(generic: Any, *types: Any) -> Any:
    """A struct of the engine with a game's own types in it."""
    return generic[types]


def trace_as_data(trace: tuple[Any, ...]) -> tuple[Any, ...]:
    """A trace as it is kept: what ran just now holds the rules themselves, what was read from a log is data already."""
    return tuple(entry if isinstance(entry, dict) else to_data(entry) for entry in trace)


def _with(event: Any, field: str, kind: Any) -> Any:
    return msgspec.structs.replace(event, **{field: msgspec.convert(getattr(event, field), kind)})


def fields_by_name(kind: Any) -> dict[str, Any]:
    """The types of all fields of a struct, or of several; one name has one type in all of them."""
    found: dict[str, Any] = {}
    for struct in get_args(kind) or (kind,):
        for field in msgspec.structs.fields(struct):
            if found.setdefault(field.name, field.type) != field.type:
                raise TypeError(f"{struct.__name__}.{field.name} has another type than in the game's other structs")
    return found
