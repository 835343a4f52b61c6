"""What is sent to a seat: its view of the table, and its share of what happens. What it may not know is not in them."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rulewright.table import events
from rulewright.table.entities import AnyEntity
from rulewright.table.game import Game
from rulewright.table.log import Step
from rulewright.table.play import plain
from rulewright.table.projection import Audience, Field, silent
from rulewright.table.seats import known_state, open_result, seat_of, without_source
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
            {"id": question.id, "to": question.to, "text": question.text, "answers": list(question.answers)}
            for question in known.questions.values()
        ],
        "seats": {other.id: {"role": other.role, "entities": list(other.entities)} for other in known.seats.values()},
    }


def _entity(game: Game, known: AnyState, name: str, seat: Seat) -> View:
    entity, dice = known.entities[name], silent()
    shown: View = {
        path: field.read(dice, known, entity)
        for path, field in game.projection.entity.items()
        if may_know(field, seat, name, veiled=entity.veiled)
    }
    return {"own": name in seat.entities, "veiled": entity.veiled, **plain(shown)}


def _root(game: Game, known: AnyState, root: str, seat: Seat) -> View | None:
    if root == "encounter" and known.encounter is None:
        return None
    fields, dice = game.projection.table[root], silent()
    shown: View = plain({path: f.read(dice, known, None) for path, f in fields.items() if may_know(f, seat)})
    return shown


def may_know(field: Field, seat: Seat, name: str = "", *, veiled: bool = False) -> bool:
    """Whether a seat may know this value of an entity that it sees, or of the table."""
    if seat.role == "gm":
        return True
    match field.audience:
        case Audience.ONLOOKERS:
            return True
        case Audience.EVERYBODY:
            return not veiled or name in seat.entities
        case Audience.OWNER:
            return name in seat.entities
    return False


# ---------------------------------------------------------------- what happens


def told(game: Game, before: AnyState, after: AnyState, step: Step, name: str) -> list[events.AnyEvent]:
    """A seat's share of a step, given the states around it. Who has just sat down is told as if he had been there."""
    seat = seat_of(after, name)
    if seat.role == "gm":
        return list(step.events)
    kind = game.commands.kinds.get(step.command.name)
    listener = _Listener(game, seat, before, after, step)
    in_secret = kind is not None and kind.secret and step.command.by not in seat.entities
    heard = [] if in_secret else map(listener.hears, step.events)
    shares = [share for share in heard if share is not None]
    shares += listener.sees_of_the_fight(shares)
    return [*shares, *listener.sees_of_counters(shares)]


class _Listener:
    """Follows a step event by event, as far as a seat sees it."""

    def __init__(self, game: Game, seat: Seat, before: AnyState, after: AnyState, step: Step) -> None:
        self._game, self._seat, self._step = game, seat, step
        self._state = before
        """As it is by now, with all that is hidden."""
        self._after = known_state(game, after, seat.id)
        self._before = known_state(game, before, seat.id) if seat.id in before.seats else self._after
        known = self._before.entities.keys() | self._after.entities.keys()
        self._unseen = (before.entities.keys() | after.entities.keys()) - known

    def hears(self, event: events.AnyEvent) -> events.AnyEvent | None:
        """All of an event, as much of it as the seat may know, or nothing."""
        before, self._state = self._state, events.apply(self._state, event)
        match event:
            case events.Prompted() | events.Overridden():
                return None
            case events.Said() | events.Rolled() | events.Asked() | events.Answered():
                return self._hears_words(event)
            case events.SeatChanged():
                return replace(event, seat=self._after.seats.get(event.seat.id, event.seat))
            case events.SeatLeft():
                return event
            case (
                events.EncounterStarted() | events.EncounterChanged() | events.EncounterEnded() | events.WorldChanged()
            ):
                return self._hears_of_table(event)
        return self._hears_of_entity(event, before)

    def _hears_words(self, event: events.AnyEvent) -> events.AnyEvent | None:
        match event:
            case events.Said():
                heard = not event.to or self._seat.id in (*event.to, self._step.seat)
                return event if heard else None
            case events.Rolled():
                return None if event.actor in self._unseen else self._rolled(event)
            case events.Asked():
                question = self._after.questions.get(event.question.id)
                return replace(event, question=question) if question else None
            case events.Answered():
                return event if event.question in self._before.questions else None
        return event

    def _rolled(self, event: events.Rolled) -> events.Rolled:
        known = (*self._before.entities.values(), *self._after.entities.values())
        veiled = any(entity.veiled and entity.id not in self._seat.entities for entity in known)
        result = open_result(self._game, event.result) if veiled or self._concerns_unseen() else event.result
        return replace(event, result=self._without_unseen(result))

    def _without_unseen(self, result: Any) -> Any:
        """A result without the parts that name somebody whom the seat does not see."""
        if not self._unseen or not isinstance(result, dict):
            return result
        return {part: value for part, value in result.items() if not self._unseen & set(_texts(value))}

    def _concerns_unseen(self) -> bool:
        """Whether the step was about somebody whom the seat does not see."""
        args = msgspec.to_builtins(self._step.command.args)
        named = {getattr(event, "entity", None) for event in self._step.events if not _adds(event)}
        return bool(self._unseen & (named | set(_texts(args))))

    def _hears_of_table(self, event: events.AnyEvent) -> events.AnyEvent | None:
        """A part of the encounter or the world is told as it is known in the end, if it is then another."""
        match event:
            case events.EncounterStarted():
                return replace(event, encounter=self._after.encounter) if self._after.encounter else None
            case events.EncounterEnded():
                return event if self._before.encounter else None
            case events.EncounterChanged():
                return self._changed_part(event, self._before.encounter, self._after.encounter, ("encounter",))
            case events.WorldChanged():
                roots = self._game.projection.table.keys() - {"encounter"}
                return self._changed_part(event, self._before.world, self._after.world, roots)
        return None

    def _changed_part(
        self, event: events.EncounterChanged | events.WorldChanged, before: Any, after: Any, roots: Iterable[str]
    ) -> events.AnyEvent | None:
        if before is None or after is None:
            return None
        value = getattr(after, event.field)
        fields = (self._game.projection.table.get(root, {}).get(event.field) for root in roots)
        if value == getattr(before, event.field) or not any(f and may_know(f, self._seat) for f in fields):
            return None
        return replace(event, value=value)

    def sees_of_the_fight(self, shares: Iterable[events.AnyEvent]) -> Iterator[events.AnyEvent]:
        """What became otherwise in the encounter because somebody in it came into sight, or went out of it."""
        before, after = self._before.encounter, self._after.encounter
        if before is None or after is None:
            return
        told = {share.field for share in shares if isinstance(share, events.EncounterChanged)}
        for field in sorted(set(before.__struct_fields__) - told):
            event = events.EncounterChanged(field, None)
            if share := self._changed_part(event, before, after, ("encounter",)):
                yield share

    def sees_of_counters(self, shares: Iterable[events.AnyEvent]) -> Iterator[events.AnyEvent]:
        """Counters that are another than they were, though nothing of it could be told when they changed."""
        seen = self._before
        for share in shares:
            seen = events.apply(seen, share)
        for name, known in self._after.entities.items():
            before = seen.entities[name].counters if name in seen.entities else known.counters
            for counter, value in known.counters.items():
                field = self._game.projection.entity.get(counter)
                told = field and may_know(field, self._seat, name, veiled=known.veiled)
                if told and before.get(counter) != value:
                    yield events.CounterChanged(name, counter, value, before.get(counter))

    # ------------------------------------------------------------------ entities

    def _hears_of_entity(self, event: Any, before: AnyState) -> events.AnyEvent | None:
        name = event.entity.id if _adds(event) else event.entity
        was, now = before.entities.get(name), self._state.entities.get(name)
        if not self._sees(now):
            return events.EntityRemoved(name) if self._sees(was) else None
        assert now is not None
        if was is None or not self._sees(was) or was.veiled != now.veiled or _adds(event):
            known = self._after.entities.get(name)
            return events.EntityAdded(known) if known else None
        field = self._game.projection.entity.get(_path_of(event))
        if field is None or not may_know(field, self._seat, name, veiled=now.veiled):
            return None
        if isinstance(event, events.CounterChanged):
            return self._counter_as_known(event)
        return self._as_known(event, self._after.entities.get(name))

    def _counter_as_known(self, event: events.CounterChanged) -> events.CounterChanged | None:
        """A counter that the game keeps secret for a while is told as it is known in the end, if it is then another."""
        before, after = (state.entities.get(event.entity) for state in (self._before, self._after))
        if before is None or after is None or after.counters.get(event.counter) == event.value:
            return event
        value = after.counters.get(event.counter)
        if value == before.counters.get(event.counter):
            return None
        return replace(event, value=value, before=before.counters.get(event.counter))

    def _sees(self, entity: AnyEntity | None) -> bool:
        return entity is not None and (not entity.hidden or entity.id in self._seat.entities)

    def _as_known(self, event: Any, known: AnyEntity | None) -> events.AnyEvent:
        """What an event changed, as the seat knows it in the end: a sheet or an item may keep a secret."""
        match event:
            case events.ConditionAdded():
                return replace(event, condition=without_source(event.condition, self._unseen))
            case events.SheetChanged() if known:
                return replace(event, value=getattr(known.sheet, event.field, None))
            case events.EntityChanged() if known:
                return replace(event, value=getattr(known, event.field))
            case events.ItemChanged() if known:
                return replace(event, value=known.items.get(event.item))
        changed: events.AnyEvent = event
        return changed


def _adds(event: events.AnyEvent) -> bool:
    return isinstance(event, events.EntityAdded)


def _texts(value: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


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
