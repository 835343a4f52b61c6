"""Newcomers: the engine's part in making them."""

import pytest
from msgspec.structs import replace

from rulewright.dice import Dice, Fast, Scripted
from rulewright.rules import RuleError
from rulewright.table.creation import Creation, chosen, creation_of, grow, make, proposal
from rulewright.table.game import Game
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from tests.table.scenes import ANN, table_of
from tests.table.toys import toy

SIDES = ("party", "foes", "nobody's")
TOP = 13


def somebody(_game: Game, _state: AnyState, name: str, dice: Dice) -> Command:
    side = chosen(dice, SIDES, "side")
    return Command(name="add_entity", args={"entity": {"id": name, "side": side}})


def grows(_game: Game, state: AnyState, name: str, _dice: Dice) -> list[Command]:
    health = state.entities[name].sheet.health
    return [] if health >= TOP else [Command(name="set", args={"path": f"{name}.health", "value": health + 1})]


MADE = replace(toy, creation=Creation(somebody, grows))


def test_who_is_made_is_as_the_dice_say() -> None:
    table = Table(MADE)
    make(table, "ann", Scripted([2]))
    assert table.state.entities["ann"].side == "foes"


def test_somebody_grows_to_the_top() -> None:
    table = Table(MADE)
    make(table, "ann", Scripted([1]))
    assert [grow(table, "ann", Scripted([])) for _ in range(4)] == [True, True, True, False]
    assert table.state.entities["ann"].sheet.health == TOP


def test_a_game_that_makes_nobody_says_so() -> None:
    with pytest.raises(RuleError, match="Toy does not say how characters are made"):
        creation_of(toy)


def test_a_proposal_has_the_choices_that_are_given() -> None:
    state = table_of().state
    wanted = {"entity": {"id": "bob", "side": "here"}}
    assert proposal(MADE, state, "ann", Fast.seeded(1), wanted).args == wanted


def test_a_proposal_that_nothing_fits_is_made_all_the_same() -> None:
    state = table_of(ANN).state
    found = proposal(MADE, state, "ann", Fast.seeded(1), {})
    assert found.args["entity"]["id"] == "ann"


def test_where_there_is_one_choice_no_die_is_needed() -> None:
    assert chosen(Scripted([]), ["only"], "what") == "only"
    assert chosen(Scripted([3]), ["a", "b", "c"], "what") == "c"
