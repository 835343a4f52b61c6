"""What if: a table played once more without some of its steps."""

import pytest

from rulewright.rules import RuleError
from rulewright.table.branches import branch
from rulewright.table.table import Table
from tests.table.scenes import ANN, ORC, command, fight_of, hp, table_of

STRIKE = command("strike", "ann", target="orc")
NEXT = command("next_turn")


def two_blows() -> tuple[Table, int, int]:
    """Ann strikes twice, and the orc's turn lies between; with the numbers of her blows."""
    table = fight_of(ANN, ORC)
    first = table.do(STRIKE, dice=[6, 4])
    table.do(NEXT)
    table.do(NEXT)
    second = table.do(STRIKE, dice=[5, 3])
    return table, first.number, second.number


def test_with_nothing_left_out_it_is_the_same_table() -> None:
    table, _, _ = two_blows()
    found = branch(table)
    assert (found.table.state, found.refused) == (table.state, ())
    assert found.table is not table


def test_the_table_itself_is_not_touched() -> None:
    table, first, _ = two_blows()
    state, records = table.state, len(table.log)
    what_if = branch(table, leave_out=[first]).table
    what_if.do(NEXT)
    assert (table.state, len(table.log)) == (state, records)


def test_down_to_a_step() -> None:
    table, first, _ = two_blows()
    assert (hp(table, "orc"), hp(branch(table, back_to=first).table, "orc")) == (1, 4)


def test_what_comes_after_is_done_again_with_the_same_dice() -> None:
    table, first, _ = two_blows()
    found = branch(table, leave_out=[first])
    assert (hp(found.table, "orc"), found.refused) == (5, ())


def test_what_can_not_happen_any_more_is_named_with_the_reason() -> None:
    table = fight_of(ANN, ORC)
    turn = table.do(NEXT)
    blow = table.do(command("strike", "orc", target="ann"), dice=[6, 2])
    found = branch(table, leave_out=[turn.number])
    assert [(refused.step.number, refused.error.code) for refused in found.refused] == [(blow.number, "not_your_turn")]
    assert hp(found.table, "ann") == hp(fight_of(ANN, ORC), "ann")


def test_what_was_taken_back_is_in_no_branch() -> None:
    table, _, second = two_blows()
    table.undo()
    assert hp(branch(table).table, "orc") == 4
    with pytest.raises(RuleError, match=f"step {second} is not in effect"):
        branch(table, leave_out=[second])


@pytest.mark.parametrize("back_to", [0, 99])
def test_a_step_that_never_was(back_to: int) -> None:
    with pytest.raises(RuleError, match=f"step {back_to} is not in effect"):
        branch(table_of(ANN), back_to=back_to)
