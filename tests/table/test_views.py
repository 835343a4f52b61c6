"""Who sees what: views, and what is told of a step."""

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.table import events
from rulewright.table.history import after
from rulewright.table.log import Step
from rulewright.table.seats import known_state
from rulewright.table.state import Command
from rulewright.table.table import Table
from rulewright.table.views import told, view
from tests.table.scenes import ANN, BOB, CAT, ORC, command, fight_of, table_of
from tests.table.toys import toy

SEEN = ("ann", "bob", "orc")
"""Whom everybody sees in the fight of these tests."""


@pytest.fixture
def table() -> Table:
    """Mia speaks for Ann, Tom for Bob, Eve for the hidden cat; of the orc only the GM has the numbers."""
    table = fight_of(ANN, BOB, {**ORC, "veiled": True}, CAT, seats={"mia": ("ann",), "tom": ("bob",), "eve": ("cat",)})
    table.do(command("seat", id="watcher", role="spectator"))
    return table


def hears(table: Table, seat: str, *given: Command, **more: Any) -> list[events.AnyEvent]:
    """What a seat is told of some commands of the GM."""
    heard: list[events.AnyEvent] = []
    for each in given:
        before = table.state
        step = table.do(each, **more)
        heard += told(toy, before, table.state, step, seat)
    return heard


# ---------------------------------------------------------------- views


def test_the_gm_sees_everything(table: Table) -> None:
    seen = view(toy, table.state, "gm")
    assert list(seen["entities"]) == ["ann", "bob", "orc", "cat"]
    assert seen["entities"]["cat"]["notes"] == ["the door is open"]
    assert seen["entities"]["orc"]["health"] == 30
    assert (seen["role"], seen["seats"]["eve"]) == ("gm", {"role": "player", "entities": ["cat"]})


def test_what_is_hidden_is_not_there(table: Table) -> None:
    seen = view(toy, table.state, "mia")
    assert list(seen["entities"]) == ["ann", "bob", "orc"]
    assert seen["encounter"]["order"] == ["ann", "bob", "orc"]
    assert seen["seats"]["eve"] == {"role": "player", "entities": []}
    assert "cat" not in str(seen)
    assert "cat" in view(toy, table.state, "eve")["entities"]


def test_a_turn_of_somebody_hidden_is_nobodys(table: Table) -> None:
    table.do(command("set", path="encounter.turn", value="cat"))
    assert view(toy, table.state, "mia")["encounter"]["turn"] is None
    assert view(toy, table.state, "eve")["encounter"]["turn"] == "cat"


def test_what_is_veiled_has_no_numbers(table: Table) -> None:
    seen = view(toy, table.state, "mia")["entities"]["orc"]
    assert seen == {
        "own": False, "veiled": True, "side": "foes", "name": "", "position": 0, "conditions": [],
    }  # fmt: skip
    assert known_state(toy, table.state, "mia").entities["orc"].sheet.guard == 2


def test_what_is_ones_own_is_seen_though_it_be_veiled_and_hidden(table: Table) -> None:
    table.do(command("veil", entity="cat"))
    seen = view(toy, table.state, "eve")["entities"]["cat"]
    assert (seen["own"], seen["guard"], seen["notes"]) == (True, 5, ["the door is open"])
    assert "hidden" not in seen


def test_what_is_the_owners_is_nobody_elses(table: Table) -> None:
    table.do(command("scheme", "ann", text="wait for night"))
    assert view(toy, table.state, "mia")["entities"]["ann"]["notes"] == ["wait for night"]
    for seat in ("tom", "watcher"):
        assert "notes" not in view(toy, table.state, seat)["entities"]["ann"]


def test_secret_decisions_are_sealed(table: Table) -> None:
    table.do(command("lunge", "ann", target="orc"))
    table.do(command("lunge", "cat", target="orc"))
    assert view(toy, table.state, "mia")["encounter"]["declared"] == {"ann": {"target": "orc"}}
    assert view(toy, table.state, "tom")["encounter"]["declared"] == {"ann": {"sealed": True}}


def test_no_fight_is_nothing() -> None:
    table = table_of(ANN, seats={"mia": ("ann",)})
    assert view(toy, table.state, "mia")["encounter"] is None


def test_what_dice_came_to_is_told_and_not_shown(table: Table) -> None:
    table.do(command("strike", "ann", target="orc"), dice=[6, 4])
    assert view(toy, table.state, "gm")["table"]["last"] == {"hit": True, "damage": 4}
    assert view(toy, table.state, "mia")["table"]["last"] is None


def test_questions_to_others_say_only_that_one_waits() -> None:
    table = fight_of(ANN, BOB, ORC, seats={"mia": ("ann",), "tom": ("bob",)})
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    assert view(toy, table.state, "tom")["questions"] == [
        {"id": 0, "to": "bob", "text": "Bob is about to take 4.", "answers": ["ward", "endure"]}
    ]
    assert view(toy, table.state, "mia")["questions"][0]["text"] == "Bob has something to decide."
    assert known_state(toy, table.state, "mia").questions[0].data is None


def test_for_whom_one_waits_is_hidden_with_him(table: Table) -> None:
    table.do(command("set", path="encounter.turn", value="orc"))
    table.do(command("bless", "cat", target="cat"))
    table.do(command("strike", "orc", target="cat"), dice=[6, 4])
    (question,) = view(toy, table.state, "mia")["questions"]
    assert (question["to"], question["text"]) == ("", "somebody has something to decide.")
    assert view(toy, table.state, "eve")["questions"][0]["to"] == "cat"


def test_a_condition_does_not_say_that_it_comes_from_somebody_unseen(table: Table) -> None:
    heard = hears(table, "mia", command("bless", "cat", target="ann"))
    assert [event.condition.source for event in heard if isinstance(event, events.ConditionAdded)] == [""]
    assert known_state(toy, table.state, "mia").entities["ann"].conditions["warding"].source == ""
    assert known_state(toy, table.state, "eve").entities["ann"].conditions["warding"].source == "cat"


# ---------------------------------------------------------------- what is told


def test_the_gm_is_told_everything(table: Table) -> None:
    step = table.do(command("set", path="cat.hp", value=3))
    assert told(toy, table.state, table.state, step, "gm") == list(step.events)


def test_numbers_are_told_to_those_who_may_know_them(table: Table) -> None:
    change = events.CounterChanged("ann", "hp", 3, 10)
    assert hears(table, "tom", command("set", path="ann.hp", value=3)) == [change]
    assert hears(table, "tom", command("set", path="orc.hp", value=3)) == []
    assert hears(table, "tom", command("set", path="cat.hp", value=3)) == []
    assert hears(table, "eve", command("set", path="cat.hp", value=4)) == [events.CounterChanged("cat", "hp", 4, 3)]
    assert hears(table, "tom", command("set", path="ann.notes", value=["x"])) == []
    assert hears(table, "mia", command("set", path="ann.notes", value=["y"])) == [
        events.SheetChanged("ann", "notes", ("y",))
    ]


def test_somebody_steps_out_of_hiding(table: Table) -> None:
    added, *fight = hears(table, "mia", command("hide", entity="cat", hidden=False))
    assert isinstance(added, events.EntityAdded)
    assert (added.entity.id, added.entity.sheet.notes) == ("cat", ())
    assert fight == [events.EncounterChanged(field, (*SEEN, "cat")) for field in ("order", "participants")]
    removed, *fight = hears(table, "mia", command("hide", entity="cat"))
    assert removed == events.EntityRemoved("cat")
    assert fight == [events.EncounterChanged(field, SEEN) for field in ("order", "participants")]
    assert hears(table, "mia", command("remove_condition", target="bob", condition="warding"))


def test_who_was_never_seen_goes_without_a_word(table: Table) -> None:
    table.do(command("stop"))
    assert hears(table, "mia", command("remove_entity", entity="cat")) == []
    assert hears(table, "mia", command("remove_entity", entity="orc")) == [events.EntityRemoved("orc")]
    assert hears(table, "mia", command("add_entity", entity={"id": "owl", "hidden": True})) == []
    (added,) = hears(table, "mia", command("add_entity", entity={"id": "dog", "veiled": True, "hp": 2}))
    assert isinstance(added, events.EntityAdded)
    assert added.entity.counter("hp") == 10


def test_a_veil_that_falls_shows_the_numbers(table: Table) -> None:
    (added,) = hears(table, "mia", command("veil", entity="orc", veiled=False))
    assert isinstance(added, events.EntityAdded)
    assert (added.entity.sheet.health, added.entity.counter("hp")) == (30, 8)
    (added,) = hears(table, "mia", command("veil", entity="orc"))
    assert isinstance(added, events.EntityAdded)
    assert added.entity.sheet.health == 10


def test_what_somebody_did_before_he_was_seen_stays_unknown(table: Table) -> None:
    """Of one step: he goes, is hurt, and steps out."""
    before = table.state
    happened = (
        events.Moved("cat", 9, 0),
        events.CounterChanged("cat", "hp", 4, 10),
        events.EntityChanged("cat", "hidden", False),
        events.Moved("cat", 11, 9),
    )
    step = Step(number=99, command=command("walk", "cat"), events=happened)
    heard = told(toy, before, after(before, step), step, "mia")
    assert [type(event) for event in heard[:2]] == [events.EntityAdded, events.Moved]
    assert [getattr(event, "field", None) for event in heard[2:]] == ["order", "participants"]


def test_who_comes_and_goes_in_one_step(table: Table) -> None:
    before = table.state
    owl = replace(table.state.entities["cat"], id="owl", hidden=False)
    step = Step(
        number=99,
        command=command("walk", "cat"),
        events=(events.EntityAdded(owl), events.Moved("owl", 3, 0), events.EntityRemoved("owl")),
    )
    assert told(toy, before, after(before, step), step, "mia")[-1] == events.EntityRemoved("owl")


def test_results_are_open_only_as_far_as_the_game_says_while_something_is_veiled(table: Table) -> None:
    strike = command("strike", "ann", target="orc")
    dice = ((6, 6), (4, 3))
    assert hears(table, "mia", strike, dice=[6, 3]) == [events.Rolled("ann", dice, {"hit": True})]
    table.do(command("veil", entity="orc", veiled=False))
    assert hears(table, "mia", strike, dice=[6, 3])[-1] == events.Rolled("ann", dice, {"hit": True, "damage": 3})


def test_the_hidden_ones_do_not_show_in_results_of_others(table: Table) -> None:
    table.do(command("veil", entity="orc", veiled=False))
    assert hears(table, "mia", command("strike", "ann", target="bob"), dice=[1]) == [
        events.Rolled("ann", ((6, 1),), {"hit": False, "damage": 0})
    ]
    assert hears(table, "mia", command("sweep", "ann", targets=["cat"]), dice=[3]) == [
        events.Rolled("ann", ((3, 3),), {})
    ]


def test_dice_of_the_hidden_are_not_told(table: Table) -> None:
    table.do(command("set", path="encounter.turn", value="cat"))
    strike = command("strike", "cat", target="ann")
    assert hears(table, "mia", strike, dice=[6, 3]) == [events.CounterChanged("ann", "hp", 7, 10)]
    assert isinstance(hears(table, "eve", strike, dice=[6, 3])[-1], events.Rolled)


def test_a_secret_command_is_heard_by_whoever_acts(table: Table) -> None:
    scheme = command("scheme", "ann", text="wait for night")
    assert hears(table, "mia", scheme) == [events.SheetChanged("ann", "notes", ("wait for night",))]
    assert hears(table, "tom", scheme) == []


def test_prompts_and_overrides_are_for_the_gm(table: Table) -> None:
    assert hears(table, "mia", command("puzzle", "ann")) == []
    assert hears(table, "mia", command("set", path="ann.hp", value=4, reason="why not")) == [
        events.CounterChanged("ann", "hp", 4, 10)
    ]


def test_a_whisper_is_heard_by_both_ends(table: Table) -> None:
    whisper = command("say", text="Psst", to=["tom"])
    before = table.state
    step = table.do(whisper, seat="mia")
    heard = {seat: told(toy, before, table.state, step, seat) for seat in ("gm", "mia", "tom", "eve", "watcher")}
    assert {seat for seat, words in heard.items() if words} == {"gm", "mia", "tom"}
    assert hears(table, "watcher", command("say", text="Hello")) == [events.Said("Hello")]


def test_a_fight_is_told_as_it_is_known(table: Table) -> None:
    assert hears(table, "mia", command("stop")) == [events.EncounterEnded()]
    (started,) = hears(table, "mia", command("start"))
    assert isinstance(started, events.EncounterStarted)
    assert started.encounter.order == ("ann", "bob", "orc")
    turns = [hears(table, "mia", command("next_turn")) for _ in range(4)]
    assert turns[:3] == [[events.EncounterChanged("turn", name)] for name in ("bob", "orc", None)]
    assert turns[3] == [events.EncounterChanged("round", 2), events.EncounterChanged("turn", "ann")]


def test_what_only_the_hidden_do_in_a_fight_is_not_told(table: Table) -> None:
    assert hears(table, "mia", command("lunge", "cat", target="ann")) == []
    assert hears(table, "mia", command("lunge", "bob", target="ann")) == [
        events.EncounterChanged("declared", {"bob": {"sealed": True}})
    ]


def test_time_is_told_to_all_and_what_has_no_name_to_nobody(table: Table) -> None:
    (passed,) = hears(table, "watcher", command("wait", minutes=2))
    assert passed == events.WorldChanged("clock", 8 * 3600 + 120)
    assert hears(table, "mia", command("house_rule", name="harder", value=True)) == []


def test_questions_and_answers_are_told_to_those_who_wait() -> None:
    table = fight_of(ANN, BOB, seats={"mia": ("ann",), "tom": ("bob",)})
    asked, rolled = hears(table, "mia", command("strike", "ann", target="bob"), dice=[6, 4])
    assert isinstance(asked, events.Asked)
    assert asked.question.data is None
    assert isinstance(rolled, events.Rolled)
    assert hears(table, "mia", command("endure", "bob"))[0] == events.Answered(0)


def test_real_dice_of_the_hidden_are_asked_for_in_silence(table: Table) -> None:
    table.do(command("seat", id="eve", entities=["cat"], real_dice=True))
    table.do(command("set", path="encounter.turn", value="cat"))
    before = table.state
    step = table.do(command("strike", "cat", target="cat"), seat="eve")
    assert told(toy, before, table.state, step, "mia") == []
    assert len(told(toy, before, table.state, step, "eve")) == 1
    assert hears(table, "mia", command("enter_dice", "cat", question=0, faces=[1])) == []


def test_seats_come_and_go_and_name_nobody_unseen(table: Table) -> None:
    (changed,) = hears(table, "mia", command("seat", id="tom", entities=["bob", "cat"]))
    assert isinstance(changed, events.SeatChanged)
    assert changed.seat.entities == ("bob",)
    assert hears(table, "mia", command("leave_seat", id="tom")) == [events.SeatLeft("tom")]


def test_who_has_just_sat_down_is_told_so(table: Table) -> None:
    before = table.state
    step = table.do(command("seat", id="new", entities=["ann"]))
    assert len(told(toy, before, table.state, step, "new")) == 1


def test_items_are_told_as_they_are_known(table: Table) -> None:
    (given,) = hears(table, "tom", command("take_up", "ann", item="rope", count=3))
    assert isinstance(given, events.ItemChanged)
    assert given.value.count == 3
    assert hears(table, "tom", command("drop", "ann", item="rope")) == [events.ItemChanged("ann", "rope", None)]
    assert hears(table, "tom", command("take_up", "orc", item="rope")) == []


def test_a_name_is_told(table: Table) -> None:
    assert hears(table, "mia", command("set", path="orc.name", value="Grub")) == [
        events.EntityChanged("orc", "name", "Grub")
    ]
