"""Scenarios: plays with fixed dice that say what must come of them, run at a real table."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rulewright.dice import DiceError
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.game import Game
from rulewright.table.projection import Projection
from rulewright.table.state import Command
from rulewright.table.table import Table


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command with its dice, and either what is so afterwards or the code of the refusal."""

    do: str
    by: str = ""
    args: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    expect: dict[str, Any] = {}
    told: tuple[str, ...] | None = None
    """What the GM is told to judge."""
    error: str = ""
    why: str = ""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene and what is played in it."""

    id: Annotated[str, Meta(min_length=1)]
    title: str = ""
    system: str = ""
    """The game; a file may name it for all of its scenarios."""
    covers: tuple[str, ...] = ()
    setup: dict[str, Any] = {}
    steps: Annotated[tuple[Act, ...], Meta(max_length=10_000)]


def play(game: Game, scenario: Scenario, watch: Callable[[Table], None] = lambda _table: None) -> str | None:
    """Play it. Gives the first difference in words, or nothing if all came as expected."""
    table = Table(game, now=lambda: 0)
    try:
        table.do(Command(name="set_up", args={"setup": scenario.setup}))
    except RuleError as error:
        return f"setup: {error} ({error.code})"
    for place, act in enumerate(scenario.steps, 1):
        problem = difference(table, act)
        if problem:
            return f"step {place} ({act.do}{f' by {act.by}' if act.by else ''}): {problem}"
        watch(table)
    return None


def difference(table: Table, act: Act) -> str | None:
    """Do one step. Gives the first difference in words, or nothing if it came as expected."""
    try:
        step = table.do(Command(name=act.do, by=act.by, args=act.args), dice=act.dice)
    except (RuleError, DiceError) as error:
        if error.code == act.error:
            return None
        wanted = f"expected the error {act.error}, but" if act.error else "refused:"
        return f"{wanted} {error} ({error.code})"
    if act.error:
        return f"expected the error {act.error}, but it was done"
    told = [event.text for event in step.events if isinstance(event, events.Prompted)]
    if act.told is not None and told != list(act.told):
        return f"told: expected {_shown(act.told)}, found {_shown(told)}"
    return next(filter(None, (_unlike(table, path, wanted) for path, wanted in act.expect.items())), None)


def _unlike(table: Table, path: str, wanted: Any) -> str | None:
    projection: Projection = table.game.projection
    try:
        found = projection.get(table.state, path)
    except RuleError as error:
        return str(error)
    unordered = projection.is_unordered(path)
    if _comparable(found, unordered) == _comparable(wanted, unordered):
        return None
    return f"{path}: expected {_shown(wanted)}, found {_shown(found)}"


def _comparable(value: Any, unordered: bool = False) -> Any:
    """A form in which 1, 1.0 and true differ, a tuple is a list, and order counts where it means something."""
    if isinstance(value, Mapping):
        return {name: _comparable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [_comparable(part) for part in value]
        return sorted(parts, key=repr) if unordered else parts
    return (type(value), value)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
