"""Fights that run by themselves, as far as nobody has to decide: the creatures of a GM, mirror fights, simulations."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from rulewright.table.commands import refusal
from rulewright.table.state import AnyState, Command

if TYPE_CHECKING:
    from rulewright.table.game import Game
    from rulewright.table.table import Table

LONGEST_FIGHT = 20_000
"""Steps after which a fight that nobody wins is left."""


class Fights(NamedTuple):
    """What a game tells of its fights, so that the engine can carry one on without knowing its rules."""

    awaits: Callable[[AnyState], tuple[str, ...]]
    """Who may decide on something now: whoever has the turn, or all who have not declared yet."""
    tactics: Callable[["Game", AnyState, str], Command | None]
    """What somebody does whom nobody plays, a waiting question answered first; nothing when there is nothing left."""
    moves_on: Callable[[AnyState], Command | None]
    """The GM's command that goes on when nobody wants to do more: the next turn, the next phase."""
    over: Callable[[AnyState], bool]
    """Whether only one side can still fight."""


def next_command(game: "Game", state: AnyState, people: Collection[str]) -> Command | None:
    """What happens next by itself; nothing when one of these people has to decide, or the fight is over."""
    fights = game.fights
    if fights is None or (state.encounter is None and not state.blocked_by):
        return None
    question = state.blocked_by
    if question:
        return None if question.to in people else fights.tactics(game, state, question.to) or question.default
    if fights.over(state):
        return None
    waiting = fights.awaits(state)
    for name in waiting:
        command = None if name in people else fights.tactics(game, state, name)
        if command:
            return command
    return None if any(name in people for name in waiting) else fights.moves_on(state)


def carry_on(table: "Table", people: Collection[str] = (), most: int = LONGEST_FIGHT) -> int:
    """Let everything happen that happens by itself; tells how many commands that were."""
    for done in range(most):
        command = next_command(table.game, table.state, people)
        if command is None:
            return done
        table.do(command)
    return most


def first_possible(game: "Game", state: AnyState, wanted: Collection[Command]) -> Command | None:
    """The first of these commands, best first, that would not be refused."""
    return next((command for command in wanted if refusal(game, state, command) is None), None)
