"""What a command holds in its hands: every way in which something happens, and when nothing does."""

from typing import Any

import pytest

from rulewright.dice import Fast
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.entities import Condition, Item
from rulewright.table.play import AnyPlay, Play, plain
from rulewright.table.state import AnyState, Command, Encounter
from tests.table.scenes import ANN, BOB, state_of
from tests.table.toys import toy


def play_of(state: AnyState, now: int = 0) -> AnyPlay:
    return Play(toy, state, Fast(), now)


@pytest.fixture
def play() -> AnyPlay:
    return play_of(state_of(ANN, BOB))


def hp(play: AnyPlay, name: str = "bob") -> Any:
    return play.entity(name).counters["hp"]


# ---------------------------------------------------------------- counters


@pytest.mark.parametrize(
    ("by", "moved", "left"), [(-3, -3, 4), (-7, -7, 0), (-9, -7, 0), (2, 2, 9), (30, 3, 10), (0, 0, 7)]
)
def test_a_counter_moves_within_its_range(play: AnyPlay, by: int, moved: int, left: int) -> None:
    assert play.change("bob", "hp", by) == moved
    assert hp(play) == left
    assert play.events == ([events.CounterChanged("bob", "hp", left, 7)] if moved else [])


@pytest.mark.parametrize(("was", "by", "left"), [(99, 3, 99), (99, -5, 94), (-9, -2, -9), (-9, 4, -5)])
def test_what_the_gm_set_beyond_the_range_may_stay_there(play: AnyPlay, was: int, by: int, left: int) -> None:
    play.put("bob", "hp", was)
    play.change("bob", "hp", by)
    assert hp(play) == left


def test_a_counter_that_is_stopped_stays_so_until_it_moves(play: AnyPlay) -> None:
    play.put("bob", "hp", None)
    assert play.change("bob", "hp", 0) == 0
    assert hp(play) is None
    assert play.change("bob", "hp", 2) == 2
    assert hp(play) == 2


def test_what_stays_the_same_is_no_event(play: AnyPlay) -> None:
    play.put("bob", "hp", 7)
    play.move("bob", 0)
    play.sheet("bob", guard=2)
    play.change_world(clock=play.world.clock)
    play.relieve("ann", "warding")
    assert play.events == []


# ---------------------------------------------------------------- conditions

ENDLESS = Condition(id="dazed")


@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        (Condition(id="dazed", rounds=2), Condition(id="dazed", rounds=3), "second"),
        (Condition(id="dazed", rounds=3), Condition(id="dazed", rounds=2), "first"),
        (Condition(id="dazed", until=90), Condition(id="dazed", until=91), "second"),
        (Condition(id="dazed", until=91), Condition(id="dazed", until=90), "first"),
        (Condition(id="dazed", rounds=3), ENDLESS, "second"),
        (ENDLESS, Condition(id="dazed", rounds=3), "first"),
        (ENDLESS, Condition(id="dazed", until=3), "first"),
        (Condition(id="dazed", rounds=3), Condition(id="dazed", until=90), "first"),
        (Condition(id="dazed", rounds=2, until=80), Condition(id="dazed", rounds=2, until=90), "second"),
        (Condition(id="dazed", rounds=2, source="ann"), Condition(id="dazed", rounds=2, source="bob"), "second"),
        (ENDLESS, Condition(id="dazed", data=3), "second"),
    ],
    ids=str,
)
def test_a_condition_is_there_once_and_the_longer_time_counts(
    play: AnyPlay, first: Condition, second: Condition, stays: str
) -> None:
    play.afflict("ann", first)
    play.afflict("ann", second)
    assert play.entity("ann").conditions == {"dazed": first if stays == "first" else second}


def test_the_same_condition_again_is_no_event(play: AnyPlay) -> None:
    play.afflict("ann", ENDLESS)
    play.afflict("ann", ENDLESS)
    assert len(play.events) == 1


def test_conditions_are_taken_away_where_they_are(play: AnyPlay) -> None:
    play.relieve("bob", "dazed", "warding")
    assert play.events == [events.ConditionRemoved("bob", "warding")]
    assert not play.entity("bob").has("warding", "dazed")


# ---------------------------------------------------------------- the rest


def test_items_places_and_sheets(play: AnyPlay) -> None:
    play.give("ann", Item(id="rope", item="rope"))
    play.move("ann", 4)
    play.sheet("ann", guard=1, health=12)
    ann = play.entity("ann")
    assert (list(ann.items), ann.position, ann.sheet.guard, ann.sheet.health) == (["rope"], 4, 1, 12)
    assert play.events[1:] == [
        events.Moved("ann", 4, 0),
        events.SheetChanged("ann", "guard", 1),
        events.SheetChanged("ann", "health", 12),
    ]
    play.take("ann", "rope")
    assert not play.entity("ann").items


def test_an_encounter_from_its_start_to_its_end(play: AnyPlay) -> None:
    assert play.encounter is None
    with pytest.raises(RuleError, match="there is no fight"):
        play.fight()
    play.start_encounter(Encounter(order=("ann", "bob")))
    play.change_encounter(turn="ann", order=("ann", "bob"))
    assert play.events[1:] == [events.EncounterChanged("turn", "ann")]
    assert play.fight().turn == "ann"
    play.end_encounter()
    assert play.encounter is None


def test_names(play: AnyPlay) -> None:
    play.happens(events.EntityChanged("ann", "name", "Ann the Bold"))
    assert (play.called("ann"), play.called("nobody")) == ("Ann the Bold", "nobody")
    with pytest.raises(RuleError, match=r"nobody is called 'an' \(did you mean ann\?\)"):
        play.entity("an")


def test_a_question_knows_when_it_is_due_and_what_it_needs() -> None:
    play = play_of(state_of(ANN), now=1000)
    play.ask("ann", "Well?", ("endure",), data={"blows": (1, 2)}, default=Command(name="endure", by="ann"), seconds=30)
    play.ask("ann", "And?", ("endure",), blocks=False)
    first, second = play.state.questions.values()
    assert (first.id, first.due, first.data) == (0, 1030, {"blows": [1, 2]})
    assert (second.id, second.due, second.blocks) == (1, None, False)
    assert play.state.blocked_by == first
    play.answered(first)
    assert play.state.blocked_by is None


def test_the_last_event_says_what_came_of_it(play: AnyPlay) -> None:
    play.finish("ann")
    assert play.events == []
    assert play.result({"faces": (1, 2)}) == {"faces": (1, 2)}
    play.finish("ann")
    assert play.events == [events.Rolled("ann", (), {"faces": [1, 2]})]
    assert play.outcome == {"faces": (1, 2)}


def test_plain_data_is_what_comes_back_from_a_file() -> None:
    assert plain({"a": (1, ENDLESS), 2: None}) == {"a": [1, {"id": "dazed"}], "2": None}
    assert plain(None) is None
