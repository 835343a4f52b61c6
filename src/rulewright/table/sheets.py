"""What stands on the sheet of a character, in which order, and where each value of it comes from."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dice import DiceError, Live
from rulewright.rules import RuleError, near
from rulewright.table.history import History, after
from rulewright.table.log import Step
from rulewright.table.state import AnyState

if TYPE_CHECKING:
    from rulewright.table.game import Game


class Part(NamedTuple):
    """A block of a sheet."""

    title: str
    paths: tuple[str, ...]
    """Paths of an entity, such as `armor_class`."""
    labels: Mapping[str, str] = {}
    """What a value is called, where the name of its path does not say it; nothing where the title does."""

    def label(self, path: str) -> str:
        """What stands before a value."""
        plain = path.replace("_", " ").replace(".", " ")
        return self.labels.get(path, plain[:1].upper() + plain[1:])


class Filled(NamedTuple):
    """A block of somebody's sheet, with its values."""

    part: Part
    values: dict[str, Any]


def filled(game: "Game", state: AnyState, name: str) -> list[Filled]:
    """Somebody's sheet, block by block."""
    if not game.sheet:
        raise RuleError("not_allowed", f"{game.title} does not say what stands on a sheet")
    _refuse_unknown(state, name)
    return [
        Filled(part, {path: game.projection.get(state, f"{name}.{path}") for path in part.paths}) for part in game.sheet
    ]


def _refuse_unknown(state: AnyState, name: str) -> None:
    if name not in state.entities:
        raise RuleError("unknown_target", f"nobody is called {name!r}{near(name, state.entities)}")


# ---------------------------------------------------------------- where a value comes from


class Origin(NamedTuple):
    """A value, and how the rules came to it: the trace of reading it, as that of a roll."""

    value: Any
    entries: tuple[Any, ...]
    """Calls of rules and notes, in order; nothing where the value is kept as it is."""


def origin(game: "Game", state: AnyState, name: str, path: str) -> Origin:
    """Read a value with dice that write down what the rules do."""
    _refuse_unknown(state, name)
    dice = Live(_never)
    value = game.projection.get(state, f"{name}.{path}", dice)
    return Origin(value, tuple(dice.entries))


def _never(_sides: int) -> int:
    raise DiceError("a value that is read throws no dice: let a command throw them")


class Change(NamedTuple):
    """The last step that changed a value, and the state that it began with."""

    step: Step
    before: AnyState


def last_change(game: "Game", history: History, name: str, path: str) -> Change | None:
    """What made a value that is kept what it is."""
    return max(_changes(game, history, name, path), key=lambda change: change.step.number, default=None)


def _changes(game: "Game", history: History, name: str, path: str) -> Iterator[Change]:
    state, value = history.start, _value(game, history.start, name, path)
    for step in history.steps():
        before, state = state, after(state, step)
        old, value = value, _value(game, state, name, path)
        if value != old:
            yield Change(step, before)


def _value(game: "Game", state: AnyState, name: str, path: str) -> Any:
    return game.projection.get(state, f"{name}.{path}") if name in state.entities else None
