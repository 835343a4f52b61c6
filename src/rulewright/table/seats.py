"""Who may do what, and who knows what: decided here, for every game, and nowhere else."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulewright.rules import RuleError, near
from rulewright.table import events
from rulewright.table.commands import Kind, Who
from rulewright.table.log import Step
from rulewright.table.state import AnyState, Command, Question, Seat

if TYPE_CHECKING:
    from rulewright.table.entities import AnyEntity
    from rulewright.table.game import Game

OF_EVERYBODY = ("say", "enter_dice")
"""What spectators may do too, or whose own check says who may."""


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
    if seat.role == "gm" or command.name == "say":
        return
    if seat.role == "spectator":
        raise RuleError("not_allowed", "spectators watch")
    if command.name == "enter_dice":
        _speaks_for(seat, command.by)
        return
    kind: Kind = game.commands.find(command.name)
    if kind.who is Who.GM:
        raise RuleError("not_allowed", f"{command.name} is the GM's to say")
    if kind.who is Who.ACTOR:
        _speaks_for(seat, command.by)


def _speaks_for(seat: Seat, entity: str) -> None:
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
    """Whether a step showed what was not known before: dice, or something that was hidden."""
    return bool(step.dice) or any(
        isinstance(event, events.EntityChanged) and event.field in ("hidden", "veiled") for event in step.events
    )


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
    entities: Mapping[str, Any] = {
        entity.id: _as_seen(game, entity, own) for entity in state.entities.values() if _is_seen(entity, own)
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
        encounter=state.encounter and _without_unseen(state.encounter, state.entities.keys() - entities.keys()),
        last=open_result(game, state, state.last),
        rolls={},
    )
    return game.seal(told, own)


def _unread(question: Question, entities: Mapping[str, Any]) -> Question:
    """A question to somebody else: that play waits, and for whom if he can be seen."""
    seen = question.to in entities
    called = entities[question.to].called if seen else "somebody"
    to = question.to if seen else ""
    text = f"{called} has something to decide."
    return Question(id=question.id, to=to, text=text, answers=question.answers, blocks=question.blocks)


def open_result(game: "Game", state: AnyState, result: Any) -> Any:
    """What everybody may know of a result: as long as anything is hidden or veiled, only what the game calls open."""
    if not any(entity.hidden or entity.veiled for entity in state.entities.values()):
        return result
    return {name: value for name, value in result.items() if name in game.open_results} if result else result


def _is_seen(entity: "AnyEntity", own: frozenset[str]) -> bool:
    return not entity.hidden or entity.id in own


def _as_seen(game: "Game", entity: "AnyEntity", own: frozenset[str]) -> "AnyEntity":
    return game.guess(entity) if entity.veiled and entity.id not in own else entity


def _without_unseen(encounter: Any, unseen: Any) -> Any:
    """The encounter without whoever is hidden."""
    if not unseen:
        return encounter
    return replace(
        encounter,
        participants=tuple(name for name in encounter.participants if name not in unseen),
        order=tuple(name for name in encounter.order if name not in unseen),
        acted=tuple(name for name in encounter.acted if name not in unseen),
        declared={name: what for name, what in encounter.declared.items() if name not in unseen},
        turn=None if encounter.turn in unseen else encounter.turn,
    )
