"""Undo, redo, and dice that were seen."""

from collections.abc import Iterator

import pytest

from rulewright.rules import RuleError
from rulewright.table.history import KEPT_STATES
from rulewright.table.log import MemoryLog, NewDice, Record, Redone, Step, Undone
from rulewright.table.seats import reveals
from rulewright.table.sources import remembered
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.table.scenes import ANN, BOB, ORC, command, fight_of, hp, table_of
from tests.table.toys import toy

STRIKE = command("strike", "ann", target="orc")


def walk(table: Table, to: int, seat: str = "gm") -> Step:
    return table.do(command("walk", "ann", to=to), seat=seat)


def place(table: Table) -> object:
    return table.state.entities["ann"].position


# ---------------------------------------------------------------- undo and redo


def test_undo_brings_everything_back_twice_in_a_row() -> None:
    table = fight_of(ANN, ORC)
    start = table.state
    table.do(STRIKE, dice=[6, 4])
    table.do(command("next_turn"))
    table.undo()
    assert table.state.encounter is not None
    assert (hp(table, "orc"), table.state.encounter.turn) == (4, "ann")
    assert table.undo() == start == table.state


def test_the_log_only_grows() -> None:
    table = table_of(ANN)
    walk(table, 3)
    table.undo()
    table.redo()
    table.new_dice()
    assert [type(record) for record in table.log.read()] == [Step, Step, Undone, Redone, NewDice]
    assert [record.number for record in table.log.read()] == [1, 2, 3, 4, 5]
    assert [record.number for record in table.log.read(4)] == [4, 5]


def test_redo_goes_forward_until_a_new_command_comes() -> None:
    table = table_of(ANN)
    for to in (1, 2, 3):
        walk(table, to)
    table.undo(back_to=2)
    assert place(table) == 0
    assert [table.redo().entities["ann"].position for _ in range(3)] == [1, 2, 3]
    with pytest.raises(RuleError, match="nothing was taken back"):
        table.redo()
    table.undo()
    walk(table, 9)
    with pytest.raises(RuleError, match="nothing was taken back"):
        table.redo()


def test_undo_to_here_takes_the_step_and_all_after_it() -> None:
    table = table_of(ANN)
    second, third = walk(table, 1), walk(table, 2)
    walk(table, 3)
    table.undo(back_to=third.number)
    assert place(table) == 1
    assert [step.number for step in table.history.steps()] == [1, second.number]
    with pytest.raises(RuleError, match="step 3 is not in effect"):
        table.undo(back_to=third.number)


def test_there_is_an_end_to_undo() -> None:
    table = Table(toy)
    assert table.history.last() is None
    with pytest.raises(RuleError, match="nothing has happened yet"):
        table.undo()


@pytest.mark.parametrize("steps", [1, KEPT_STATES - 1, KEPT_STATES, KEPT_STATES + 1, 3 * KEPT_STATES])
def test_undo_reaches_back_beyond_the_states_that_are_kept(steps: int) -> None:
    table = table_of(ANN)
    for to in range(3 * KEPT_STATES):
        walk(table, to % 100)
    table.undo(back_to=3 * KEPT_STATES - steps + 2)
    assert place(table) == ((3 * KEPT_STATES - steps - 1) % 100 if steps < 3 * KEPT_STATES else 0)
    assert table.history.length == 3 * KEPT_STATES - steps + 1
    one_by_one = Table(toy, MemoryLog())
    for record in table.log.read():
        if isinstance(record, Step):
            one_by_one.take_over(record)
    for _ in range(steps):
        one_by_one.undo()
    assert one_by_one.state == table.state


def test_a_long_undo_reads_the_log_once() -> None:
    class CountingLog(MemoryLog):
        readings = 0

        def read(self, first: int = 1) -> Iterator[Record]:
            self.readings += first == 1
            return super().read(first)

    log = CountingLog()
    table = table_of(ANN, log=log)
    for to in range(500):
        walk(table, to % 100)
    log.readings = 0
    table.undo(back_to=2)
    assert log.readings <= 2
    assert len(table.history._recent) <= KEPT_STATES


# ---------------------------------------------------------------- who may


def test_a_player_takes_back_his_own_last_step() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",), "tom": ("orc",)})
    walk(table, 3, "mia")
    with pytest.raises(RuleError, match="a player takes back his own last step"):
        table.undo(seat="tom")
    table.undo(seat="mia")
    assert place(table) == 0
    with pytest.raises(RuleError, match="a player takes back his own last step"):
        table.undo(seat="mia")


def test_a_player_takes_back_one_step_and_no_more() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",)})
    first = walk(table, 3, "mia")
    walk(table, 4, "mia")
    with pytest.raises(RuleError, match="ask the GM for more"):
        table.undo(seat="mia", back_to=first.number)
    table.undo(back_to=first.number)
    assert place(table) == 0


@pytest.mark.parametrize("seat", ["watcher", "stranger"])
def test_nobody_else_takes_anything_back(seat: str) -> None:
    table = fight_of(ANN, ORC)
    table.do(command("seat", id="watcher", role="spectator"))
    for ask in (table.undo, table.redo, table.new_dice):
        with pytest.raises(RuleError) as error:
            ask(seat=seat)
        assert error.value.code == "not_allowed"


def test_dice_that_were_seen_are_only_the_gms_to_take_back() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",)})
    table.do(STRIKE, seat="mia")
    with pytest.raises(RuleError, match="has shown something that can't be unseen"):
        table.undo(seat="mia")
    table.undo()


def test_what_all_had_decided_in_secret_can_not_be_unseen() -> None:
    table = fight_of({**ANN, "hp": 1}, {**BOB, "hp": 1}, seats={"mia": ("ann",), "tom": ("bob",)})
    table.do(command("lunge", "ann", target="bob"), seat="mia")
    table.undo(seat="mia")
    table.do(command("lunge", "ann", target="bob"), seat="mia")
    table.do(command("remove_condition", target="bob", condition="warding"))
    table.do(command("lunge", "bob", target="ann"), seat="tom", dice=[1, 1])
    with pytest.raises(RuleError, match="can't be unseen"):
        table.undo(seat="tom")


@pytest.mark.parametrize("setting", ["hide", "veil"])
def test_what_was_shown_of_an_entity_can_not_be_unseen(setting: str) -> None:
    table = table_of(ANN, seats={"mia": ("ann",)})
    table.do(command("seat", id="other", role="gm"))
    step = table.do(command(setting, entity="ann"), seat="other")
    assert reveals(step)
    assert not reveals(walk(table, 3))
    table.undo(seat="other")


def test_only_the_gm_brings_back() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",)})
    walk(table, 3, "mia")
    table.undo(seat="mia")
    with pytest.raises(RuleError, match="only the GM may do that"):
        table.redo(seat="mia")


# ---------------------------------------------------------------- the same dice


def faces(step: Step) -> list[int]:
    return [face for _, face in step.dice]


@pytest.mark.parametrize("seed", range(8))
def test_the_same_command_shows_the_same_dice_however_often_it_is_taken_back(seed: int) -> None:
    table = fight_of(ANN, ORC, seed=seed)
    first = table.do(STRIKE)
    for _ in range(5):
        table.undo()
        walk(table, 3)
        table.do(command("say", text="again!"))
        table.undo()
        assert table.do(STRIKE).dice == first.dice


def test_another_command_in_between_buys_no_new_dice_when_it_is_taken_back() -> None:
    table = fight_of(ANN, ORC, BOB)
    first = table.do(STRIKE)
    table.undo()
    other = table.do(command("strike", "ann", target="bob"))
    table.undo()
    assert table.do(STRIKE).dice == first.dice
    table.undo()
    assert table.do(command("strike", "ann", target="bob")).dice == other.dice


def test_new_dice_when_the_gm_says_so() -> None:
    seen = set()
    for seed in range(20):
        table = fight_of(ANN, ORC, seed=seed)
        first = table.do(STRIKE)
        table.undo()
        table.new_dice()
        seen.add(table.do(STRIKE).dice == first.dice)
    assert seen == {True, False}


def test_the_next_roll_of_the_same_actor_is_another() -> None:
    tables = [fight_of(ANN, ORC, seed=seed) for seed in range(20)]
    assert any(table.do(STRIKE).dice != table.do(STRIKE).dice for table in tables)


def test_further_dice_are_thrown_when_more_are_asked_for() -> None:
    table = fight_of(ANN, ORC)
    miss = table.do(STRIKE, dice=[1])
    table.undo()
    table.do(command("set", path="orc.guard", value=0))
    again = table.do(STRIKE)
    assert faces(again)[:1] == faces(miss)
    assert len(again.dice) == 2
    table.undo()
    table.do(command("set", path="orc.guard", value=1))
    assert faces(table.do(STRIKE)) == [1]
    table.undo()
    table.do(command("set", path="orc.guard", value=0))
    assert table.do(STRIKE).dice == again.dice


def test_other_dice_than_those_that_were_seen_are_new() -> None:
    face = remembered([(6, 4), (4, 2), (6, 6)], lambda _sides: 1)
    assert [face(6), face(8), face(4), face(6)] == [4, 1, 1, 1]


def test_a_table_that_is_opened_again_remembers_the_dice() -> None:
    table = fight_of(ANN, ORC)
    first = table.do(STRIKE)
    table.undo()
    snapshot = table.history.snapshot(toy.codec.encode_state(table.state))
    for again in (Table(toy, table.log), Table(toy, table.log, snapshot=snapshot)):
        assert again.history.seen(STRIKE) == first.dice
        assert again.history.seen(Command(name="strike", by="ann", args={"target": "ann"})) == ()
    table.new_dice()
    assert Table(toy, table.log).history.seen(STRIKE) == ()


def test_a_snapshot_from_the_future_is_left_aside() -> None:
    table = table_of(ANN)
    walk(table, 3)
    snapshot = table.history.snapshot(toy.codec.encode_state(table.state))
    short = MemoryLog()
    short.append(next(table.log.read()))
    assert place(Table(toy, short, snapshot=snapshot)) == 0


def test_who_comes_back_from_a_snapshot_can_undo_and_redo() -> None:
    table = table_of(ANN)
    for to in (1, 2, 3):
        walk(table, to)
    table.undo()
    snapshot = table.history.snapshot(toy.codec.encode_state(table.state))
    again = Table(toy, table.log, snapshot=snapshot)
    assert again.redo() is again.state
    assert place(again) == 3
    again.undo(back_to=2)
    assert place(again) == 0
