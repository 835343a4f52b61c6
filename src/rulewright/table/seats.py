"""Who may do what, and who knows what: decided here, for every game, and nowhere else."""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from rulewright.rules import RuleError, near
from rulewright.table import events
from rulewright.table.commands import Kind, Who
from rulewright.table.log import Step
from rulewright.table.state import ENTER_DICE, AnyState, Command, Question, Seat

if TYPE_CHECKING:
    from rulewright.table.entities import AnyEntity, Condition
    from rulewright.table.game import Game


def seat_of(state: AnyState, name: str) -> Seat:
    """The seat of this name."""
    try:
        return state.seats[name]
    except KeyError:
        raise RuleError("not_allowed", f"there is no seat {name!r}{near(name, state.seats)}") from None


# ---------------------------------------------------------------- rights


def may_do(game: "Game", state: AnyState, name: str, command: Command) -> None:
    """Refuse a command that is not this seat's to give."""
    seat = seat_of(state, name)
    if seat.role == "gm":
        return
    if command.name == "say":
        _speaks_for(seat, *filter(None, (command.by, command.args.get("as"))))
        return
    if seat.role == "spectator":
        raise RuleError("not_allowed", "spectators watch")
    if command.name != ENTER_DICE:
        kind: Kind = game.commands.find(command.name)
        if kind.who is Who.GM:
            raise RuleError("not_allowed", f"{command.name} is the GM's to say")
        for argument in kind.reserved & command.args.keys():
            raise RuleError("not_allowed", f"{argument} of {command.name} is the GM's to say")
        if kind.who is Who.ANYONE and not command.by:
            return
    _speaks_for(seat, command.by)


def throws_by_hand(state: AnyState, name: str, command: Command) -> bool:
    """Whether this person types in the dice of this command: a player for those whom he speaks for, the GM for all."""
    seat = seat_of(state, name)
    return seat.real_dice and (seat.role == "gm" or command.by in seat.entities)


def _speaks_for(seat: Seat, *entities: str) -> None:
    for entity in entities:
        if entity not in seat.entities:
            spoken = ", ".join(seat.entities) or "nobody"
            raise RuleError("not_allowed", f"{seat.id} speaks for {spoken}, not for {entity!r}")


def may_undo(state: AnyState, name: str, last: Step, steps: int) -> None:
    """The GM may take back anything; a player only his own last step, if it showed nothing new to anybody."""
    seat = seat_of(state, name)
    if seat.role == "gm":
        return
    if seat.role != "player" or steps != 1 or last.seat != name:
        raise RuleError("not_allowed", "a player takes back his own last step; ask the GM for more")
    if reveals(last):
        raise RuleError("not_allowed", "that step has shown something that can't be unseen: ask the GM")


def may_direct(state: AnyState, name: str) -> None:
    """Only the GM."""
    if seat_of(state, name).role != "gm":
        raise RuleError("not_allowed", "only the GM may do that")


def reveals(step: Step) -> bool:
    """Whether a step showed what was not known before: dice, something hidden, or what all had decided in secret."""
    return bool(step.dice) or any(map(_reveals, step.events))


def _reveals(event: events.AnyEvent) -> bool:
    match event:
        case events.EntityChanged(field="hidden" | "veiled"):
            return True
        case events.EncounterChanged(field="declared"):
            return not event.value
        case events.EncounterChanged(field="phase"):
            return True
    return False


# ---------------------------------------------------------------- knowledge


def known_state(game: "Game", state: AnyState, name: str) -> AnyState:
    """The state as this seat knows it: what is hidden is not there, what is veiled is what one would guess.

    Views, previews, lists of what is possible and refusals for a seat are made from this and nothing else. So two
    tables that look the same to a seat answer it the same.
    """
    seat = seat_of(state, name)
    if seat.role == "gm":
        return state
    own = frozenset(seat.entities)
    unseen = frozenset(entity.id for entity in state.entities.values() if entity.hidden and entity.id not in own)
    entities: Mapping[str, Any] = {
        entity.id: _as_seen(game, entity, own, unseen) for entity in state.entities.values() if entity.id not in unseen
    }
    questions = {
        number: question if question.to in own else _unread(question, entities)
        for number, question in state.questions.items()
        if question.to in entities or question.blocks
    }
    told = replace(
        state,
        entities=entities,
        questions=questions,
        asked=max(questions, default=-1) + 1,
        world=without_names(state.world, unseen) if unseen else state.world,
        encounter=without_names(state.encounter, unseen) if unseen else state.encounter,
        seats={seat.id: _seat_with(seat, entities) for seat in state.seats.values()},
        last=None,  # what came of dice is told as it happens, to those who may know it
        rolls={},
    )
    return game.seal(told, own)


def _unread(question: Question, entities: Mapping[str, Any]) -> Question:
    """A question to somebody else: that play waits, and for whom if he can be seen."""
    seen = question.to in entities
    called = entities[question.to].called if seen else "somebody"
    to = question.to if seen else ""
    text = f"{called} has something to decide."
    return Question(
        id=question.id,
        to=to,
        text=text,
        answers=question.answers,
        blocks=question.blocks,
        refusal=question.refusal,
    )


def open_result(game: "Game", result: Any) -> Any:
    """What everybody may know of a result whatever is veiled."""
    return {name: value for name, value in result.items() if name in game.open_results} if result else result


def _as_seen(game: "Game", entity: "AnyEntity", own: frozenset[str], unseen: Collection[str]) -> "AnyEntity":
    if entity.veiled and entity.id not in own:
        entity = game.guess(entity)
    if not any(condition.source in unseen for condition in entity.conditions.values()):
        return entity
    conditions = {name: without_source(condition, unseen) for name, condition in entity.conditions.items()}
    return replace(entity, conditions=conditions)


def without_source(condition: "Condition", unseen: Collection[str]) -> "Condition":
    """The condition, not saying that it comes from somebody unseen."""
    return replace(condition, source="") if condition.source in unseen else condition


def _seat_with(seat: Seat, seen: Collection[str]) -> Seat:
    """The seat, with those of its entities that are seen at the table."""
    return replace(seat, entities=tuple(name for name in seat.entities if name in seen))


def without_names(value: Any, unseen: Collection[str]) -> Any:
    """What the game keeps of the table as a whole, without whoever is hidden, wherever in it they are named.

    Plain data that names somebody in one of its values, such as a declaration, goes as a whole: what is left of it
    would be none that the game can read.
    """
    match value:
        case str():
            return None if value in unseen else value
        case Mapping():
            shown = {key: part for key, part in value.items() if key not in unseen and not _names(part, unseen)}
            return {key: without_names(part, unseen) for key, part in shown.items()}
        case tuple() | list():
            return type(value)(without_names(part, unseen) for part in value if not _names(part, unseen))
        case msgspec.Struct():
            parts = {name: (part, without_names(part, unseen)) for name, part in _parts(value)}
            changed = {name: after for name, (before, after) in parts.items() if after != before}
            return replace(value, **changed) if changed else value
    return value


def _names(part: Any, unseen: Collection[str]) -> bool:
    """Whether it is the name of somebody unseen, or plain data with such a name in one of its values."""
    if isinstance(part, Mapping):
        return any(_names(inner, unseen) for inner in part.values())
    return isinstance(part, str) and part in unseen


def _parts(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for name in struct.__struct_fields__:
        yield name, getattr(struct, name)
