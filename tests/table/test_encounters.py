"""The ways in which an order of turns is walked: lists, sides, free choice, phases, everybody at once."""

from typing import Any

import pytest

from rulewright.dice import Fast
from rulewright.rules import RuleError
from rulewright.table import encounters
from rulewright.table.play import Play
from rulewright.table.seats import known_state
from rulewright.table.state import Encounter
from rulewright.table.views import told, view
from tests.table.scenes import ANN, BOB, ORC, command, fight_of, state_of
from tests.table.toys import ToyPlay, toy

WOLF: dict[str, Any] = {"id": "wolf", "side": "foes"}
PARTY, FOES = ("ann", "bob"), ("orc", "wolf")
ALL = (*PARTY, *FOES)


@pytest.fixture
def play() -> ToyPlay:
    """Four of them, and no order yet."""
    play: ToyPlay = Play(toy, state_of(ANN, BOB, ORC, WOLF), Fast())
    play.start_encounter(Encounter(participants=ALL))
    return play


def fight(play: ToyPlay) -> Encounter:
    return play.fight()


# ---------------------------------------------------------------- a list, and one around the monsters


def walk(order: tuple[str, ...], able: set[str]) -> list[str]:
    """Who has a turn in a round."""
    turns: list[str] = []
    turn = encounters.next_in_order(order, None, able.__contains__)
    while turn:
        turns.append(turn)
        turn = encounters.next_in_order(order, turn, able.__contains__)
    return turns


@pytest.mark.parametrize(
    ("able", "turns"),
    [
        (set(ALL), ["ann", "orc", "wolf", "bob"]),
        ({"ann", "wolf", "bob"}, ["ann", "wolf", "bob"]),
        ({"orc"}, ["orc"]),
        (set(), []),
    ],
)
def test_a_list_is_walked_from_its_start_to_its_end(able: set[str], turns: list[str]) -> None:
    """The quick before the monsters, the slow behind them."""
    assert walk(("ann", "orc", "wolf", "bob"), able) == turns


def test_whose_turn_is_nowhere_in_the_list_begins_it() -> None:
    assert encounters.next_in_order(ALL, "somebody who left", lambda _: True) == "ann"


# ---------------------------------------------------------------- sides, and a free choice


def test_each_of_a_side_has_one_turn_in_the_order_that_they_choose(play: ToyPlay) -> None:
    assert encounters.still_to_act(fight(play), PARTY) == ("ann", "bob")
    encounters.take_turn(play, "bob")
    assert fight(play).turn == "bob"
    assert encounters.still_to_act(fight(play), PARTY) == ("ann",)
    encounters.take_turn(play, "ann")
    assert encounters.still_to_act(fight(play), PARTY) == ()
    assert encounters.still_to_act(fight(play), FOES) == ("orc", "wolf")


def test_nobody_has_two_turns_in_a_round(play: ToyPlay) -> None:
    encounters.take_turn(play, "bob")
    with pytest.raises(RuleError, match="Bob has acted in this round") as refused:
        encounters.take_turn(play, "bob")
    assert refused.value.code == "not_your_turn"
    play.change_encounter(round=2, acted=())
    encounters.take_turn(play, "bob")


def test_everybody_chooses_freely(play: ToyPlay) -> None:
    for name in ("wolf", "ann", "orc", "bob"):
        assert name in encounters.still_to_act(fight(play), ALL)
        encounters.take_turn(play, name)
    assert encounters.still_to_act(fight(play), ALL) == ()


# ---------------------------------------------------------------- phases


def test_phases_follow_each_other_until_the_round_is_over() -> None:
    phases = ("missiles", "melee", "magic")
    assert [encounters.next_phase(phases, phase) for phase in phases] == ["melee", "magic", None]


# ---------------------------------------------------------------- everybody at once


def test_who_has_decided_is_known_and_what_is_not(play: ToyPlay) -> None:
    encounters.declare(play, "ann", {"target": "orc"})
    assert encounters.undecided(fight(play), ALL) == ("bob", "orc", "wolf")
    assert encounters.sealed(fight(play), ("ann",)).declared == {"ann": {"target": "orc"}}
    assert encounters.sealed(fight(play), ("bob",)).declared == {"ann": {"sealed": True}}


def test_who_decides_again_has_decided_otherwise(play: ToyPlay) -> None:
    encounters.declare(play, "ann", {"target": "orc"})
    encounters.declare(play, "ann", {"target": "wolf"})
    assert fight(play).declared == {"ann": {"target": "wolf"}}


def test_a_game_may_show_a_part_of_what_was_decided(play: ToyPlay) -> None:
    encounters.declare(play, "ann", {"target": "orc", "card": 3})
    assert encounters.sealed(fight(play), (), {"ann": {"card": 3}}).declared == {"ann": {"card": 3}}


def test_what_is_sealed_counts_as_undecided_for_whoever_looks(play: ToyPlay) -> None:
    """A preview for somebody lets the others decide as it assumes, whatever they wrote down."""
    encounters.declare(play, "ann", {"target": "orc"})
    encounters.declare(play, "bob", {"target": "orc"})
    assert encounters.undecided(encounters.sealed(fight(play), ("ann",)), PARTY) == ("bob",)


def test_a_round_at_a_table_secret_until_all_have_decided() -> None:
    table = fight_of(ANN, BOB, seats={"mia": ("ann",), "tom": ("bob",)})
    table.do(command("lunge", "ann", target="bob"), seat="mia")
    assert view(toy, table.state, "tom")["encounter"]["declared"] == {"ann": {"sealed": True}}
    assert view(toy, table.state, "mia")["encounter"]["declared"] == {"ann": {"target": "bob"}}
    before = table.state
    step = table.do(command("lunge", "bob", target="ann"), seat="tom", dice=[6, 2, 6, 3])
    assert len(step.dice) == 4
    assert table.state.encounter
    assert (table.state.encounter.declared, table.state.encounter.phase) == ({}, "revealed")
    assert table.state.entities["bob"].counter("hp") == 5
    assert table.state.entities["ann"].counter("hp") == 7
    for seat in ("mia", "tom"):
        assert any(getattr(event, "dice", None) for event in told(toy, before, table.state, step, seat))


def test_the_hidden_decide_unseen() -> None:
    table = fight_of(ANN, {**ORC, "hidden": True}, seats={"mia": ("ann",)})
    table.do(command("lunge", "orc", target="ann"))
    known = known_state(toy, table.state, "mia")
    assert known.encounter
    assert known.encounter.declared == {}
    assert known.encounter.participants == ("ann",)


# ---------------------------------------------------------------- who comes late, who leaves


def test_a_late_one_comes_in_and_has_a_turn(play: ToyPlay) -> None:
    play.change_encounter(participants=PARTY, acted=PARTY)
    encounters.join(play, "wolf")
    assert fight(play).participants == ("ann", "bob", "wolf")
    assert encounters.still_to_act(fight(play), fight(play).participants) == ("wolf",)


@pytest.mark.parametrize(("name", "code"), [("ann", "not_allowed"), ("nobody", "unknown_target")])
def test_who_can_not_come(play: ToyPlay, name: str, code: str) -> None:
    events = len(play.events)
    with pytest.raises(RuleError) as refused:
        encounters.join(play, name)
    assert refused.value.code == code
    assert len(play.events) == events


def test_who_leaves_is_nowhere_in_the_fight(play: ToyPlay) -> None:
    play.change_encounter(order=ALL, turn="orc", acted=("ann", "orc"))
    encounters.declare(play, "orc", {"target": "ann"})
    assert encounters.leave(play, "orc")
    encounters.drop_from_order(play, "orc")
    now = fight(play)
    assert "orc" not in (*now.participants, *now.order, *now.acted, *now.declared)
    assert now.order == ("ann", "bob", "wolf")
    assert now.turn == "orc", "the game passes it on"


def test_who_leaves_before_his_turn_takes_no_turn_away(play: ToyPlay) -> None:
    play.change_encounter(order=ALL, turn="ann")
    assert not encounters.leave(play, "wolf")
    with pytest.raises(RuleError, match="Wolf is not in the fight"):
        encounters.leave(play, "wolf")


def test_the_last_undecided_one_leaves_and_nobody_waits_for_him(play: ToyPlay) -> None:
    for name in ("ann", "bob", "orc"):
        encounters.declare(play, name, {"target": "wolf"})
    encounters.leave(play, "wolf")
    assert encounters.undecided(fight(play), fight(play).participants) == ()


def test_who_is_gone_for_good_is_forgotten(play: ToyPlay) -> None:
    play.change_encounter(order=ALL, turn="orc", acted=("orc",))
    encounters.forget(play, "orc")
    now = fight(play)
    assert "orc" not in (*now.participants, *now.order, *now.acted)
    assert now.turn is None


def test_coming_and_leaving_can_be_taken_back() -> None:
    table = fight_of(ANN, BOB, ORC)
    before = table.state
    table.do(command("sweep", "ann", targets=["bob"]), dice=[3])
    table.do(command("set", path="bob.hp", value=1))
    table.do(command("sweep", "ann", targets=["bob"]), dice=[3])
    assert table.state.encounter
    assert table.state.encounter.participants == ("ann", "orc")
    for _ in range(3):
        table.undo()
    assert table.state == before
