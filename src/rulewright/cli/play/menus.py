"""Menus made from the commands themselves: arguments asked for one by one, with the odds of each choice."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from rulewright.cli.play.terminal import Option
from rulewright.cli.support import named_values
from rulewright.rules import RuleError
from rulewright.rules.arguments import REQUIRED
from rulewright.table.choices import Choice, as_argument, asked_for, choices, is_list
from rulewright.table.commands import Kind, Who
from rulewright.table.game import Game
from rulewright.table.outlook import percent
from rulewright.table.prospects import Prospect
from rulewright.table.state import AnyState, Command
from rulewright.table.transcript import clause

if TYPE_CHECKING:
    from rulewright.cli.play.session import Session

MOST_SHOWN = 40


class Back(Exception):
    """Whoever was asked has thought better of it."""


def worded(name: str) -> str:
    """The name of a command as people read it."""
    return name.replace("_", " ")


def prospect_line(game: Game, state: AnyState, prospect: Prospect) -> str:
    """What somebody could do, who is hurt by it, and how likely somebody falls."""
    points = [("deals", prospect.dealt), ("takes", prospect.taken)]
    chances = [("fells somebody", prospect.fells), ("falls", prospect.falls)]
    numbers = [
        *(f"{word} {float(mean):.1f}" for word, mean in points if mean),
        *(f"{word} {percent(p)}" for word, p in chances if p),
    ]
    words = clause(game, state, prospect.command)
    return f"  {words}: {'' if prospect.exact else 'about '}{' · '.join(numbers)}"


def entity_line(game: Game, state: AnyState, name: str) -> str:
    """Who somebody is and how they stand, in a line."""
    entity = state.entities[name]
    values = {}
    for path in game.projection.entity:
        if f"{{{path}}}" in game.words.status:
            values[path] = game.projection.get(state, f"{name}.{path}")
    status = f" — {game.words.status.format(**values)}" if game.words.status else ""
    conditions = game.projection.get(state, f"{name}.conditions") if "conditions" in game.projection.entity else []
    names = list(conditions) if isinstance(conditions, (list, dict)) else []
    borne = f" ({', '.join(worded(str(condition)) for condition in names)})" if names else ""
    side = f" [{entity.side}]" if entity.side else ""
    return f"{entity.called}{side}{status}{borne}"


# ---------------------------------------------------------------- arguments


def build(
    session: "Session", name: str, by: str, given: Mapping[str, Any] | None = None, more: Sequence[str] = ()
) -> Command:
    """A command with everything that it asks for, and more if wanted, but for what is given."""
    kind = session.game.commands.find(name)
    command = Command(name=name, by=by, args=dict(given or {}))
    asked = [argument for argument in dict.fromkeys((*asked_for(kind), *more)) if argument not in command.args]
    for place, argument in enumerate(asked):
        value = ask_for(session, kind, command, argument, last=place == len(asked) - 1)
        if value is not None:
            command = replace(command, args={**command.args, argument: as_argument(kind, argument, value)})
    return command


def ask_for(session: "Session", kind: Kind, command: Command, argument: str, *, last: bool) -> Any:
    """One argument: picked from what is possible, or typed."""
    found = choices(session.game, session.state, "you", command, argument)
    if not found:
        return type_in(session, kind, argument)
    possible = [choice for choice in found if choice.possible][:MOST_SHOWN]
    if not possible:
        raise RuleError(found[0].code, found[0].reason)
    if len(possible) == 1:
        return possible[0].value
    possible.sort(key=lambda choice: is_friend(session.state, command.by, choice.value))
    session.be_quick()
    options = [option(session, kind, command, argument, choice, last=last) for choice in possible]
    picked = session.terminal.pick(f"{worded(kind.name).capitalize()}: {worded(argument)}?", options)
    if isinstance(picked, str):
        session.word(picked)
        raise Back
    return possible[picked].value


def is_friend(state: AnyState, by: str, value: Any) -> bool:
    """Whether a choice is somebody of the same side; those come last."""
    if by not in state.entities or not isinstance(value, str) or value not in state.entities:
        return False
    return state.entities[value].side == state.entities[by].side


def option(session: "Session", kind: Kind, command: Command, argument: str, choice: Choice, *, last: bool) -> Option:
    """A choice, with what would come of it if nothing more is asked."""
    words = choice.name
    if choice.name in session.state.entities:
        words = session.state.entities[choice.name].called
    odds = ""
    if last:
        value = as_argument(kind, argument, choice.value)
        odds = session.odds(replace(command, args={**command.args, argument: value}))
    return Option(worded(words), odds)


def type_in(session: "Session", kind: Kind, argument: str) -> Any:
    """A value that nobody can list, or several with commas between; none, where it may be left out."""
    known = kind.arguments.all[argument]
    several, must = is_list(known.kind), known.default is REQUIRED
    hints = [*(["with commas between"] if several else []), *([] if must else ["or nothing"])]
    asked = ", ".join([f"{worded(kind.name).capitalize()}: {worded(argument)}", *hints])
    typed = session.terminal.ask(f"{asked}?")
    if not typed:
        if must:
            raise Back
        return None
    try:
        return json.loads(typed)
    except json.JSONDecodeError:
        return [part.strip() for part in typed.split(",")] if several else typed


def offered(game: Game, state: AnyState, typed: str) -> Command:
    """A command that was typed in full: `NAME [WHO] ARGUMENT=VALUE …`. Without a name whoever has the turn acts."""
    name, *words = typed.split()
    kind = game.commands.find(name)
    by = ""
    if kind.who is Who.ACTOR:
        turn = state.encounter.turn if state.encounter else None
        by = words.pop(0) if words and "=" not in words[0] else turn or ""
    try:
        return Command(name=name, by=by, args=named_values(tuple(words)))
    except click.ClickException as error:
        raise RuleError("bad_args", error.message) from None
