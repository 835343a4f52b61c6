"""New characters: what a game tells so that the engine can make somebody of it, and let them grow."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec.structs import replace

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.table.commands import refusal
from rulewright.table.state import AnyState, Command

if TYPE_CHECKING:
    from rulewright.table.game import Game
    from rulewright.table.table import Table

T = TypeVar("T")

MOST_PROPOSALS = 300


class Creation(NamedTuple):
    """How somebody new comes about, and how somebody grows."""

    somebody: Callable[["Game", AnyState, str, Dice], Command]
    """The game's `create_character` for this name, with dice for everything that a player would choose."""
    grows: Callable[["Game", AnyState, str, Dice], Sequence[Command]]
    """What brings somebody a level up, or whatever the game has for one; nothing at the top."""
    afterwards: tuple[str, ...] = ()
    """Commands of the newcomer that belong to making one when the dice have been seen, such as a change of stats."""


def creation_of(game: "Game") -> Creation:
    """How this game makes somebody."""
    if game.creation is None:
        raise RuleError("not_allowed", f"{game.title} does not say how characters are made")
    return game.creation


def proposal(game: "Game", state: AnyState, name: str, dice: Dice, given: Mapping[str, Any]) -> Command:
    """Somebody at random to whom these choices belong. If they go together with nothing, the table will say why."""
    for _ in range(MOST_PROPOSALS):
        proposed = creation_of(game).somebody(game, state, name, dice)
        wanted = replace(proposed, args={**proposed.args, **given})
        if refusal(game, state, wanted) is None:
            break
    return wanted


def make(table: "Table", name: str, dice: Dice) -> None:
    """Somebody new at a table, with every choice left to these dice; the table's own dice fall as always."""
    table.do(creation_of(table.game).somebody(table.game, table.state, name, dice))


def grow(table: "Table", name: str, dice: Dice) -> bool:
    """Bring somebody a level up, or whatever the game has for one; tells whether there was one to reach."""
    commands = creation_of(table.game).grows(table.game, table.state, name, dice)
    for command in commands:
        table.do(command)
    return bool(commands)


def chosen(dice: Dice, options: Sequence[T], why: str) -> T:
    """One of these, by a die; what can't be chosen takes none."""
    return options[dice.d(len(options), why) - 1] if len(options) > 1 else options[0]
