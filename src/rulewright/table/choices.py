"""What can be done now, and why not: asked step by step, actions first, then the choices of the one that was picked.

The answers come from the commands themselves, run up to their first die.
"""

from collections.abc import Iterator
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from rulewright.dice import Fast
from rulewright.rules import RuleError
from rulewright.rules.arguments import REQUIRED
from rulewright.table.commands import Kind, Who, refusal, word_of
from rulewright.table.game import Game
from rulewright.table.play import AnyPlay, Play
from rulewright.table.seats import known_state, seat_of
from rulewright.table.state import AnyState, Command

MOST_TRIED = 2_000
"""How many ways to do one thing are looked at."""


class Choice(NamedTuple):
    """Something that could be done or chosen, and if not, why not."""

    name: str
    by: str
    code: str = ""
    reason: str = ""
    value: Any = None
    """What stands for an argument, where it is one that is chosen."""

    @property
    def possible(self) -> bool:
        return not self.code


def actions(game: Game, state: AnyState, seat: str) -> list[Choice]:
    """All commands that a seat might give, for itself and for those it speaks for."""
    known = known_state(game, state, seat)
    role = seat_of(state, seat).role
    if role == "spectator":
        return []
    own = (
        list(known.entities)
        if role == "gm"
        else [name for name in seat_of(state, seat).entities if name in known.entities]
    )
    found = []
    for kind in game.commands:
        if kind.who is Who.ACTOR:
            found += [_action(game, known, kind, by) for by in own]
        elif kind.who is Who.ANYONE or role == "gm":
            found.append(_action(game, known, kind, ""))
    return found


def actions_of(game: Game, state: AnyState, seat: str, by: str) -> list[Choice]:
    """What one entity might do, for a seat that speaks for it."""
    known = known_state(game, state, seat)
    return [_action(game, known, kind, by) for kind in game.commands if kind.who is Who.ACTOR]


def _action(game: Game, known: AnyState, kind: Kind, by: str) -> Choice:
    """Possible if there is any way to do it that needs no typing; otherwise with what first stands against it."""
    if (nothing := _nothing_to_choose(game, known, kind, by)) is not None:
        return _unmet(kind, by, _unmet_need(game, known, kind, by) or nothing)
    first: RuleError | None = None
    for tried, arguments in enumerate(ways(game, known, kind, by)):
        error = refusal(game, known, Command(name=kind.name, by=by, args=arguments))
        if error is None:
            return Choice(kind.name, by)
        first = first or error
        if error.code == "bad_args" or tried >= MOST_TRIED:
            break
    if first is None or first.code == "bad_args":
        first = _unmet_need(game, known, kind, by)
    return _unmet(kind, by, first) if first else Choice(kind.name, by)


def _unmet(kind: Kind, by: str, error: RuleError) -> Choice:
    return Choice(kind.name, by, error.code, str(error))


def _nothing_to_choose(game: Game, known: AnyState, kind: Kind, by: str) -> RuleError | None:
    """Refused where an argument is chosen from what somebody has, and there is nothing of the kind."""
    for argument in asked_for(kind):
        source = _chosen_from(kind.arguments.all[argument].kind)
        listed = source in ("entity", "item") or source in game.offers
        if listed and not any(True for _ in values(game, known, kind, by, argument)):
            return RuleError("not_allowed", f"there is no {source.replace('_', ' ')} to choose")
    return None


def _unmet_need(game: Game, known: AnyState, kind: Kind, by: str) -> RuleError | None:
    """What stands against a command that takes words or numbers, whatever they may be."""
    play: AnyPlay = Play(game, known, Fast())
    if waiting := kind.waits_for(play, by, {}):
        return waiting
    try:
        for need in kind.needs:
            need(play, by)
    except RuleError as error:
        return error
    return None


def ways(game: Game, known: AnyState, kind: Kind, by: str) -> Iterator[dict[str, Any]]:
    """Every choice of the arguments that are asked for, as far as they can be listed."""
    names = asked_for(kind)
    listed = [[as_argument(kind, name, value) for value in values(game, known, kind, by, name)] for name in names]
    if all(listed):
        yield from _combined(names, listed, {})


def asked_for(kind: Kind) -> list[str]:
    """The arguments that somebody is asked for: those that must be given, and those that say so of themselves."""
    own = kind.arguments.own
    return [part.outside for part in own if part.default is REQUIRED or word_of(part.kind, "ask")]


def _combined(names: list[str], listed: list[list[Any]], chosen: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if not names:
        yield chosen
        return
    for value in listed[0]:
        yield from _combined(names[1:], listed[1:], {**chosen, names[0]: value})


def choices(game: Game, state: AnyState, seat: str, command: Command, argument: str) -> list[Choice]:
    """What can stand for one argument of a command, with the reason where it can't.

    The others are as given; for those that are still to be asked for, it is enough that something would do.
    """
    known = known_state(game, state, seat)
    kind = game.commands.find(command.name)
    found = []
    for value in values(game, known, kind, command.by, argument):
        arguments = {**command.args, argument: as_argument(kind, argument, value)}
        tried = msgspec.structs.replace(command, args=arguments)
        error = _stands_against(game, known, kind, tried)
        name = "none" if value is None else str(value)
        found.append(Choice(name, command.by, error.code if error else "", str(error or ""), value))
    return found


def _stands_against(game: Game, known: AnyState, kind: Kind, command: Command) -> RuleError | None:
    """Why a command can't be done, whatever is chosen for what is still to be asked for."""
    error = refusal(game, known, command)
    left = [name for name in asked_for(kind) if name not in command.args]
    if error is None or not left:
        return error
    listed = [
        [as_argument(kind, name, value) for value in values(game, known, kind, command.by, name)] for name in left
    ]
    if not all(listed):
        return None if error.code == "bad_args" else error
    errors = []
    for arguments in islice(_combined(left, listed, dict(command.args)), MOST_TRIED):
        error = refusal(game, known, msgspec.structs.replace(command, args=arguments))
        if error is None:
            return None
        errors.append(error)
    return errors[0]


def values(game: Game, known: AnyState, kind: Kind, by: str, argument: str) -> Iterator[Any]:
    """The values of an argument that can be listed: entities, items, named alternatives, yes and no."""
    if argument not in kind.arguments.all:
        raise RuleError("bad_args", f"{kind.name} has no argument {argument!r}")
    annotation = kind.arguments.all[argument].kind
    chosen_from = _chosen_from(annotation)
    if chosen_from == "entity":
        yield from known.entities
    elif chosen_from == "item" and by in known.entities:
        yield from known.entities[by].items
    elif chosen_from in game.offers:
        yield from game.offers[chosen_from](known, known.entities.get(by))
    else:
        yield from _alternatives(annotation)


def as_argument(kind: Kind, argument: str, value: Any) -> Any:
    """A value that was chosen, as a command gives it: alone in a list, where the argument is a list of such values."""
    return [value] if is_list(kind.arguments.all[argument].kind) and not isinstance(value, list) else value


def is_list(annotation: Any) -> bool:
    """Whether an argument of this type takes several values."""
    origin = get_origin(annotation)
    if origin is Annotated or origin in (Union, UnionType):
        return any(is_list(part) for part in get_args(annotation))
    return origin in (tuple, list)


def _chosen_from(annotation: Any) -> str:
    """Where the values of an argument come from, if its type says so."""
    return str(word_of(annotation, "choose") or "")


def _alternatives(annotation: Any) -> Iterator[Any]:
    origin = get_origin(annotation)
    if annotation is bool:
        yield from (False, True)
    elif origin is Literal:
        yield from get_args(annotation)
    elif origin is Annotated:
        yield from _alternatives(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from (None,) if part is NoneType else _alternatives(part)
