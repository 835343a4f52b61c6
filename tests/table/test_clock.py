"""Time at a table, forwards and back."""

import pytest

from rulewright.dice import Fast
from rulewright.rules import RuleError
from rulewright.table import clock
from rulewright.table.entities import Condition
from rulewright.table.play import Play
from rulewright.table.state import DAY
from rulewright.table.table import Table
from tests.table.scenes import ANN, BOB, command, fight_of, state_of, table_of
from tests.table.toys import ToyPlay, toy

START = 8 * 60 * 60


@pytest.fixture
def play() -> ToyPlay:
    return Play(toy, state_of(ANN, BOB), Fast())


def laid(play: ToyPlay, name: str) -> dict[str, int | None]:
    """The conditions of somebody, with the rounds that are left."""
    return {condition.id: condition.rounds for condition in play.entity(name).conditions.values()}


# ---------------------------------------------------------------- the clock


def test_what_lasts_until_a_time_ends_when_it_comes(play: ToyPlay) -> None:
    play.afflict("ann", Condition(id="dazed", until=START + 60))
    clock.pass_seconds(play, 59)
    assert play.entity("ann").has("dazed")
    clock.pass_seconds(play, 1)
    assert not play.entity("ann").has("dazed")
    assert play.world.clock == START + 60


def test_what_has_no_end_stays(play: ToyPlay) -> None:
    clock.pass_seconds(play, 1000 * DAY)
    assert play.entity("bob").has("warding")


def test_a_clock_that_is_set_back_lengthens_what_lasts(play: ToyPlay) -> None:
    play.afflict("ann", Condition(id="dazed", until=START + 60))
    clock.pass_seconds(play, -3600)
    clock.pass_seconds(play, 3600 + 59)
    assert play.entity("ann").has("dazed")
    clock.pass_seconds(play, 1)
    assert not play.entity("ann").has("dazed")


def test_what_was_over_comes_back_by_undo_and_not_by_the_clock() -> None:
    table = table_of(ANN, BOB)
    table.do(command("bless", "bob", target="ann", minutes=10))
    table.do(command("wait", minutes=10))
    assert not table.state.entities["ann"].has("warding")
    table.do(command("wait", minutes=-10))
    assert not table.state.entities["ann"].has("warding")
    table.undo()
    table.undo()
    assert table.state.entities["ann"].has("warding")
    assert table.state.world.clock == START


def test_the_gm_sets_the_clock_and_it_comes_back_by_undo() -> None:
    table = table_of(ANN)
    table.do(command("set", path="scene.clock", value=3 * DAY))
    assert (table.state.world.day, table.state.world.minutes) == (4, 0)
    table.undo()
    assert (table.state.world.day, table.state.world.minutes) == (1, 8 * 60)


@pytest.mark.parametrize("seconds", [-START - 1, clock.MOST_DAYS * DAY])
def test_there_is_a_first_and_a_last_day(play: ToyPlay, seconds: int) -> None:
    with pytest.raises(RuleError, match="the clock runs from day 1 to day 100,000"):
        clock.pass_seconds(play, seconds)
    assert not play.events


@pytest.mark.parametrize(
    ("before", "after", "times"),
    [
        (0, 21_599, 0),
        (0, 21_600, 1),
        (21_600, 21_601, 0),
        (21_600, DAY + 21_600, 1),
        (0, 10 * DAY, 10),
        (21_600, 0, -1),
    ],
)
def test_how_often_the_sun_has_risen(before: int, after: int, times: int) -> None:
    assert clock.times_of_day_passed(before, after, 21_600) == times


@pytest.mark.parametrize("now", [0, 21_599, 21_600, 21_601, DAY, 5 * DAY + 3])
def test_the_next_sunrise_is_the_first_that_comes(now: int) -> None:
    following = clock.next_time_of_day(now, 21_600)
    assert now < following <= now + DAY
    assert clock.times_of_day_passed(now, following, 21_600) == 1
    assert clock.times_of_day_passed(now, following - 1, 21_600) == 0


# ---------------------------------------------------------------- rounds


def test_rounds_run_down_and_end(play: ToyPlay) -> None:
    play.afflict("ann", Condition(id="dazed", rounds=3))
    play.afflict("ann", Condition(id="warding"))
    left = []
    for _ in range(3):
        clock.tick(play, ["ann"])
        left.append(laid(play, "ann"))
    assert left == [{"dazed": 2, "warding": None}, {"dazed": 1, "warding": None}, {"warding": None}]


@pytest.mark.parametrize(("rounds", "left"), [(1, {"dazed": 2}), (2, {"dazed": 1}), (3, {}), (100, {})])
def test_many_rounds_at_once(play: ToyPlay, rounds: int, left: dict[str, int]) -> None:
    play.afflict("ann", Condition(id="dazed", rounds=3))
    clock.tick(play, ["ann"], rounds)
    assert laid(play, "ann") == left


def test_rounds_go_by_for_those_who_are_named(play: ToyPlay) -> None:
    play.afflict("ann", Condition(id="dazed", rounds=1))
    play.afflict("bob", Condition(id="dazed", rounds=1))
    clock.tick(play, ["bob"])
    assert laid(play, "ann") == {"dazed": 1}
    assert laid(play, "bob") == {"warding": None}


def test_what_is_counted_in_rounds_ends_with_the_fight(play: ToyPlay) -> None:
    play.afflict("ann", Condition(id="dazed", rounds=9))
    play.afflict("bob", Condition(id="dazed", until=START + 60))
    clock.end_timed(play, play.state.entities)
    assert laid(play, "ann") == {}
    assert laid(play, "bob") == {"warding": None, "dazed": None}


def test_a_round_that_is_taken_back_gives_its_rounds_back() -> None:
    table = fight_of(ANN, BOB)
    table.do(command("add_condition", target="ann", condition="dazed", rounds=1))
    before = table.state
    over = next_round(table)
    assert not table.state.entities["ann"].has("dazed")
    for _ in range(over):
        table.undo()
    assert table.state == before
    for _ in range(over):
        table.redo()
    assert not table.state.entities["ann"].has("dazed")


def next_round(table: Table) -> int:
    """Let everybody have a turn; tells how many commands that took."""
    assert table.state.encounter
    first, done = table.state.encounter.round, 0
    while table.state.encounter and table.state.encounter.round == first:
        table.do(command("next_turn"))
        done += 1
    return done
