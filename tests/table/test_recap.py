"""What an evening came to: whose deeds, whose luck, who fell, and nothing that was taken back."""

from collections.abc import Iterator
from math import sqrt

import pytest
from msgspec.structs import replace

from rulewright.table.history import History
from rulewright.table.log import MemoryLog, Record, Step
from rulewright.table.recap import BREAK, Deeds, Recap, recap
from rulewright.table.recap_text import lines
from rulewright.table.table import Table
from rulewright.table.transcript import transcript
from tests.table.players import Players
from tests.table.scenes import ANN, BOB, ORC, SCENES, command, fight_of, table_of
from tests.table.toys import toy

STRIKE = command("strike", "ann", target="orc")
EXPECTED = 5 / 6 * 2.5
"""A d6 above the guard of 1 hits, for a d4."""


def recap_of(table: Table) -> Recap:
    return recap(toy, list(table.log.read()))


def deeds(table: Table, who: str) -> Deeds:
    return next(found for found in recap_of(table).people if found.id == who)


def test_who_did_what() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",)})
    table.do(STRIKE, dice=[6, 3])
    table.do(STRIKE, dice=[1])
    found = recap_of(table)
    assert [(person.id, person.name, person.player) for person in found.people] == [
        ("ann", "Ann", "mia"),
        ("orc", "Orc", ""),
        ("", "The table", "gm"),
    ]
    assert found.people[0].commands == {"strike": 2}
    assert found.people[2].commands == {"set_up": 1, "seat": 1, "start": 1}
    assert (found.commands, found.fights, found.rounds) == (5, 1, 1)


def test_who_hurt_whom() -> None:
    table = fight_of(ANN, ORC)
    table.do(STRIKE, dice=[6, 3])
    table.do(STRIKE, dice=[6, 1])
    assert (deeds(table, "ann").dealt, deeds(table, "ann").taken) == (4, 0)
    assert (deeds(table, "orc").dealt, deeds(table, "orc").taken) == (0, 4)


def test_a_blow_that_waited_for_an_answer_is_the_deed_of_whoever_struck() -> None:
    table = fight_of(ANN, BOB)
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    table.do(command("ward", "bob"), dice=[3])
    assert deeds(table, "ann").dealt == 1
    assert (deeds(table, "bob").dealt, deeds(table, "bob").taken) == (0, 1)


def test_what_the_gm_sets_is_nobodys_deed() -> None:
    table = fight_of(ANN, ORC)
    table.do(command("set", path="orc.hp", value=1))
    table.do(command("set", path="orc.hp", value=8))
    assert all((person.dealt, person.healed, person.taken) == (0, 0, 0) for person in recap_of(table).people)


def test_luck_is_what_came_against_what_was_to_be_expected() -> None:
    table = fight_of(ANN, ORC)
    table.do(STRIKE, dice=[6, 4])
    ann = deeds(table, "ann")
    assert [ann.came, ann.expected] == pytest.approx([4, EXPECTED])
    assert ann.deviation == pytest.approx(sqrt(5 / 6 * 7.5 - EXPECTED**2))
    table.do(STRIKE, dice=[1])
    ann = deeds(table, "ann")
    assert [ann.came, ann.expected] == pytest.approx([4, 2 * EXPECTED])


def test_what_somebody_decides_is_nobodys_luck() -> None:
    """The blow is as lucky whether it is then warded off or not, and warding has a luck of its own."""
    table = fight_of(ANN, BOB)
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    lucky = deeds(table, "ann")
    assert [lucky.came, lucky.expected] == pytest.approx([4, 4 / 6 * 2.5])
    table.do(command("ward", "bob"), dice=[4])
    assert (deeds(table, "ann").came, deeds(table, "ann").expected) == (lucky.came, lucky.expected)


def test_a_throw_for_a_plan_is_followed_to_its_end() -> None:
    """Who decides last throws for all; who decided before has thrown nothing and has no luck."""
    table = fight_of(ANN, ORC)
    table.do(command("lunge", "orc", target="ann"))
    table.do(command("lunge", "ann", target="orc"), dice=[6, 3, 6, 4])
    assert deeds(table, "orc").deviation == 0
    assert [deeds(table, "ann").came, deeds(table, "ann").expected] == pytest.approx([4, EXPECTED])


def test_throws_that_made_the_difference() -> None:
    table = fight_of(ANN, {**ORC, "hp": 30})
    for dice in ([2, 2], [6, 4], [1], [3, 2]):
        table.do(STRIKE, dice=dice)
    for _ in range(4):
        table.do(STRIKE, dice=[4, 2])
    found = {moment.step: moment for moment in recap_of(table).moments}
    assert {4, 5} < found.keys()
    assert len(found) == 5
    best, worst = found[4], found[5]
    assert best.text == "Ann: strike (target Orc). [d6 6, d4 4]"
    assert [best.came, best.chance] == pytest.approx([4, 5 / 24])
    assert [worst.came, worst.chance] == pytest.approx([0, 1 / 6])


def test_who_fell() -> None:
    table = fight_of(ANN, {**ORC, "hp": 2})
    table.do(STRIKE, dice=[6, 3])
    (fall,) = recap_of(table).falls
    assert (fall.name, fall.how, fall.by, fall.round, fall.step) == ("Orc", "falls", "Ann", 1, 3)


def test_dice_of_each_player_and_of_each_kind() -> None:
    table = fight_of(ANN, {**ORC, "hp": 500}, seats={"mia": ("ann",)})
    for face in [6] * 30:
        table.do(STRIKE, seat="mia", dice=[face, 2])
    four, six = recap_of(table).dice
    assert (four.player, four.sides, four.dice, four.mean, four.expected) == ("mia", 4, 30, 2.0, 2.5)
    assert (six.sides, six.mean) == (6, 6.0)
    assert six.chance is not None
    assert six.chance < 1e-9


def test_few_dice_say_nothing() -> None:
    table = fight_of(ANN, ORC)
    table.do(STRIKE, dice=[6, 3])
    assert {dice.chance for dice in recap_of(table).dice} == {None}
    assert {dice.player for dice in recap_of(table).dice} == {"gm"}


def test_dice_by_hand_count_for_the_command_that_they_are_for() -> None:
    table = table_of(ANN, ORC, seats={"mia": ("ann",)})
    table.do(command("seat", id="mia", entities=["ann"], real_dice=True))
    table.do(command("start"))
    table.do(STRIKE, seat="mia")
    table.do(command("enter_dice", "ann", question=0, faces=[6, 3]), seat="mia")
    ann = deeds(table, "ann")
    assert ann.commands == {"strike": 1}
    assert [ann.dealt, ann.came, ann.expected] == pytest.approx([3, 3, EXPECTED])
    assert list(transcript(toy, list(table.log.read())))[-2:] == [
        "Ann: strike (target Orc). [d6 6, d4 3]",
        "  Orc: hp 8 → 5.",
    ]


def test_what_was_taken_back_is_told_and_not_counted() -> None:
    table = fight_of(ANN, ORC)
    table.do(STRIKE, dice=[6, 4])
    table.undo()
    table.do(STRIKE, dice=[1])
    found = recap_of(table)
    assert (found.commands, found.taken_back, found.dice_taken_back) == (3, 1, 2)
    assert deeds(table, "ann").came == 0
    assert sum(dice.dice for dice in found.dice) == 1


def test_time_at_the_table_is_without_the_weeks_between() -> None:
    times = [0]
    table = table_of(ANN, now=lambda: times[-1])
    for seconds in (60, 60, BREAK + 1, 60):
        times.append(times[-1] + seconds)
        table.do(command("wait", minutes=1))
    assert (recap_of(table).sittings, recap_of(table).seconds) == (2, 180)


@pytest.mark.parametrize("seed", range(4))
def test_only_what_is_in_effect_counts(seed: int) -> None:
    """The same steps without those that were taken back come to the same."""
    players = Players(toy, SCENES, seed)
    for _ in players.play(150):
        pass
    found = recap_of(players.table)
    log = MemoryLog()
    copy = History(toy.new_state(), log)
    for step in renumbered(players.table):
        log.append(step)
        copy.take(step)
    again = recap(toy, list(log.read()))
    assert [person.commands for person in again.people] == [person.commands for person in found.people]
    assert [(p.dealt, p.healed, p.taken) for p in again.people] == [(p.dealt, p.healed, p.taken) for p in found.people]
    assert again.dice == found.dice
    assert [fall.name for fall in again.falls] == [fall.name for fall in found.falls]


def renumbered(table: Table) -> Iterator[Record]:
    for number, step in enumerate(table.history.steps(), 1):
        assert isinstance(step, Step)
        yield replace(step, number=number)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("columns", [60, 80])
def test_the_text_fits_into_the_terminal(seed: int, columns: int) -> None:
    players = Players(toy, SCENES, seed)
    for _ in players.play(100):
        pass
    text = list(lines(recap_of(players.table), "thursday", columns))
    assert max(map(len, text)) <= max(columns, 72)


def test_the_text() -> None:
    table = fight_of(ANN, {**ORC, "hp": 5}, seats={"mia": ("ann",)})
    table.do(STRIKE, dice=[6, 4])
    table.do(STRIKE, dice=[6, 1])
    table.do(STRIKE, dice=[2, 1])
    table.undo()
    assert "\n".join(lines(recap_of(table), "Thursday")) == TEXT


TEXT = """\
Thursday: Toy. 5 commands. 1 fight, 1 round. 1 command with 2 dice taken back,
and not counted here.

Who did what
  Ann (mia): strike 2
  The table: set up 1, seat 1, start 1

Hp
                      dealt  healed  taken    by dice  expected   luck
  Ann                     5       0      0        5.0       2.9   +1.5
  Orc                     0       0      5
  luck: in standard deviations; two out of three evenings are within 1

Who fell
  Orc falls, round 1, by Ann

Throws that made the difference
  Ann: strike (target Orc). [d6 6, d4 4]
    4 hp, 2.1 expected; as much or more: 21 %
  Ann: strike (target Orc). [d6 6, d4 1]
    1 hp, 0.83 expected; as much or more: 83 %

Dice
                        die  thrown    mean    fair   as uneven, if fair
  mia                    d4       2    2.50     2.5   too few to say
  mia                    d6       2    6.00     3.5   too few to say"""
