"""New characters with every choice left to chance: what a game tells so that the engine can make somebody of it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.dice import Dice
from rulewright.table.state import AnyState, Command

if TYPE_CHECKING:
    from rulewright.table.game import Game


class Creation(NamedTuple):
    """How somebody new comes about, and how somebody grows."""

    somebody: Callable[["Game", AnyState, str, Dice], Command]
    """The game's `create_character` for this name, with dice for everything that a player would choose."""
    grows: Callable[["Game", AnyState, str, Dice], Sequence[Command]]
    """What brings somebody a level up, or whatever the game has for one; nothing at the top."""
