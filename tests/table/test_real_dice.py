"""Dice thrown by hand: the table asks for one after the other, and anything may happen in between."""

from typing import Any

import pytest

from rulewright.dice import DiceError
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.log import Step
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.table.scenes import ANN, BOB, ORC, command, fight_of, hp, kinds

STRIKE = command("strike", "ann", target="orc")


@pytest.fixture
def table() -> Table:
    """Mia throws her own dice for Ann, Tom lets the table throw for the orc."""
    table = fight_of(ANN, ORC, BOB, seats={"tom": ("orc",), "eve": ("bob",)})
    table.do(command("seat", id="mia", entities=["ann"], real_dice=True))
    return table


def enter(table: Table, *faces: Any, question: Any = None, by: str = "ann", seat: str = "mia", **more: Any) -> Step:
    number = max(table.state.questions, default=0) if question is None else question
    args = {"question": number, "faces": list(faces), **more}
    return table.do(Command(name="enter_dice", by=by, args=args), seat=seat)


def refused(table: Table, code: str, *faces: Any, **more: Any) -> str:
    before, records = table.state, len(table.log)
    with pytest.raises(RuleError) as error:
        enter(table, *faces, **more)
    assert (error.value.code, table.state, len(table.log)) == (code, before, records)
    return str(error.value)


def test_one_die_after_the_other_is_asked_for(table: Table) -> None:
    step = table.do(STRIKE, seat="mia")
    (question,) = table.state.questions.values()
    assert (question.to, question.text, question.answers) == ("ann", "strike: throw a d6.", ("enter_dice",))
    assert not step.dice
    enter(table, 6)
    (question,) = table.state.questions.values()
    assert question.text == "strike: throw a d4."
    done = enter(table, 3)
    assert kinds(done) == ["Answered", "CounterChanged", "Rolled"]
    assert (done.by_hand, done.dice, done.command) == (True, ((6, 6), (4, 3)), STRIKE)
    assert hp(table, "orc") == 5
    assert not table.state.questions


def test_several_dice_at_once(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    assert enter(table, 6, 3).dice == ((6, 6), (4, 3))


def test_a_miss_needs_no_second_die(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    assert enter(table, 1).dice == ((6, 1),)
    assert hp(table, "orc") == 8


@pytest.mark.parametrize("faces", [(7,), (0,), (6, 5), (6, 3, 3)], ids=str)
def test_dice_that_can_not_have_fallen_are_refused(table: Table, faces: tuple[int, ...]) -> None:
    table.do(STRIKE, seat="mia")
    before = table.state
    with pytest.raises(DiceError):
        enter(table, *faces)
    assert table.state is before
    enter(table, 6, 3)


def test_what_is_no_die_is_a_bad_argument(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    assert "faces" in refused(table, "bad_args", "six")
    assert "question" in refused(table, "bad_args", 6, question="none")
    assert "bonus" in refused(table, "bad_args", 6, bonus=3)


def test_a_question_that_nobody_asked(table: Table) -> None:
    assert "no dice are asked for under number 7" in refused(table, "nothing_pending", 6, question=7)


def test_a_decision_is_not_answered_with_dice(table: Table) -> None:
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    refused(table, "nothing_pending", 6, question=0)


def test_only_whoever_was_asked_or_the_gm_enters_dice(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    refused(table, "not_allowed", 6, seat="tom")
    refused(table, "nothing_pending", 6, by="orc", seat="tom")
    assert enter(table, 6, 2, by="", seat="gm").dice == ((6, 6), (4, 2))


def test_other_commands_come_in_between(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    table.do(command("walk", "orc", to=5), seat="tom")
    table.do(command("set", path="orc.guard", value=5))
    assert enter(table, 5).events[-1] == events.Rolled("ann", ((6, 5),), {"hit": False, "damage": 0})


def test_what_is_refused_by_now_leaves_the_question(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    table.do(command("next_turn"))
    assert "not Ann's turn" in refused(table, "not_your_turn", 6)
    table.do(command("drop_question", question=0))
    assert not table.state.questions


def test_it_is_asked_for_whom_one_speaks_and_not_for_the_table(table: Table) -> None:
    table.do(command("seat", id="mia", entities=["bob"], real_dice=True))
    table.do(command("next_turn"), seat="mia")
    assert not table.state.questions
    table.do(command("seat", id="gm", role="gm", real_dice=True))
    table.do(command("strike", "orc", target="ann"))
    assert table.state.questions
    enter(table, 1, by="", seat="gm")


def test_undo_takes_back_what_was_entered_and_then_the_question(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    enter(table, 6, 3)
    table.undo()
    assert (hp(table, "orc"), list(table.state.questions)) == (8, [0])
    enter(table, 6, 4)
    assert hp(table, "orc") == 4
    table.undo()
    table.undo(seat="mia")
    assert not table.state.questions


def test_dice_that_are_entered_twice_count_once(table: Table) -> None:
    table.do(Command(name="strike", by="ann", args={"target": "orc"}, id="a"), seat="mia")
    entered = Command(name="enter_dice", by="ann", args={"question": 0, "faces": [6]}, id="b")
    first = table.do(entered, seat="mia")
    assert table.do(entered, seat="mia") is first
    last = Command(name="enter_dice", by="ann", args={"question": 1, "faces": [3]}, id="c")
    done = table.do(last, seat="mia")
    assert table.do(last, seat="mia") is done
    assert hp(table, "orc") == 5


def test_a_table_that_is_opened_again_still_waits(table: Table) -> None:
    table.do(STRIKE, seat="mia")
    enter(table, 6)
    again = Table(table.game, table.log)
    assert again.state == table.state
    assert enter(again, 3, question=1).dice == ((6, 6), (4, 3))


def test_the_gm_throws_by_hand_for_everybody() -> None:
    table = fight_of(ANN, ORC)
    table.do(command("seat", id="gm", role="gm", real_dice=True))
    table.do(command("sweep", "ann", targets=["orc"]))
    assert table.state.questions[0].text == "sweep: throw a d3."
