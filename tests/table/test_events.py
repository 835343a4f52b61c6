"""Events and their fold: what each does, that it never fails, never throws dice and changes nothing that was there."""

import random
import time
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import Fast
from rulewright.table import events
from rulewright.table.entities import AnyEntity, Condition, Entity, Item
from rulewright.table.events import apply
from rulewright.table.history import after
from rulewright.table.state import AnyState, Encounter, Question, Seat
from tests.table import laws
from tests.table.players import Players
from tests.table.scenes import ANN, BOB, ORC, SCENES, command, fight_of, state_of
from tests.table.toys import HouseRules, Sheet, ToyWorld, blow, toy

DOG: AnyEntity = Entity(id="dog", kind="scuffler", sheet=Sheet(), counters={"hp": 3})
DAZED = Condition(id="dazed", rounds=2)
ROPE = Item(id="rope", item="rope", count=2)
QUESTION = Question(id=4, to="ann", text="Well?", answers=("endure",))

CASES: list[tuple[events.AnyEvent, Any, Any]] = [
    (events.EntityAdded(DOG), lambda state: state.entities.get("dog"), DOG),
    (events.EntityRemoved("ann"), lambda state: list(state.entities), ["bob"]),
    (events.EntityChanged("ann", "hidden", True), lambda state: state.entities["ann"].hidden, True),
    (events.CounterChanged("ann", "hp", 4, 10), lambda state: state.entities["ann"].counters, {"hp": 4}),
    (events.CounterChanged("ann", "hp", None), lambda state: state.entities["ann"].counter("hp"), 0),
    (events.ConditionAdded("ann", DAZED), lambda state: state.entities["ann"].conditions, {"dazed": DAZED}),
    (events.ConditionRemoved("bob", "warding"), lambda state: state.entities["bob"].conditions, {}),
    (events.ItemChanged("ann", "rope", ROPE), lambda state: state.entities["ann"].items, {"rope": ROPE}),
    (events.Moved("ann", 7, 0), lambda state: state.entities["ann"].position, 7),
    (events.SheetChanged("ann", "guard", 0), lambda state: state.entities["ann"].sheet.guard, 0),
    (events.EncounterStarted(Encounter(round=9)), lambda state: state.encounter, Encounter(round=9)),
    (events.EncounterChanged("turn", "bob"), lambda state: state.encounter.turn, "bob"),
    (events.EncounterEnded(), lambda state: state.encounter, None),
    (events.WorldChanged("clock", 99), lambda state: state.world, ToyWorld(clock=99)),
    (events.WorldChanged("house_rules", HouseRules(harder=True)), lambda state: state.world.house_rules.harder, True),
    (events.Rolled("ann", ((6, 1),), "miss"), lambda state: (state.last, state.rolls), ("miss", {"ann": 1})),
    (events.Rolled("ann", (), "seen"), lambda state: (state.last, state.rolls), ("seen", {})),
    (events.Rolled("ann", ((6, 1),)), lambda state: (state.last, state.rolls), (None, {"ann": 1})),
    (events.Asked(QUESTION), lambda state: (state.questions, state.asked), ({4: QUESTION}, 5)),
    (events.Asked(QUESTION), lambda state: state.blocked_by, QUESTION),
    (events.SeatChanged(Seat(id="mia", role="player")), lambda state: list(state.seats), ["gm", "mia"]),
]  # fmt: skip


@pytest.fixture
def fight() -> AnyState:
    return fight_of(ANN, BOB).state


@pytest.mark.parametrize(
    ("event", "look", "expected"), CASES, ids=[f"{place} {type(case[0]).__name__}" for place, case in enumerate(CASES)]
)
def test_what_an_event_does(event: events.AnyEvent, look: Any, expected: Any, fight: AnyState) -> None:
    assert look(fight) != expected
    assert look(apply(fight, event)) == expected


def test_what_is_gone_again(fight: AnyState) -> None:
    for come, go in (
        (events.ItemChanged("ann", "rope", ROPE), events.ItemChanged("ann", "rope")),
        (events.Asked(QUESTION), events.Answered(4)),
        (events.SeatChanged(Seat(id="mia", role="player")), events.SeatLeft("mia")),
        (events.EntityAdded(DOG), events.EntityRemoved("dog")),
    ):
        left = apply(apply(fight, come), go)
        assert (left.entities, left.questions, left.seats) == (fight.entities, fight.questions, fight.seats)


@pytest.mark.parametrize(
    "event",
    [events.Said("Hello"), events.Prompted("Is it dark?"), events.Overridden("ann.hp", 1, 2)],
    ids=lambda event: type(event).__name__,
)
def test_words_change_nothing(event: events.AnyEvent, fight: AnyState) -> None:
    assert apply(fight, event) is fight


def test_a_question_number_never_comes_twice(fight: AnyState) -> None:
    asked = laws.fold(fight, [events.Asked(QUESTION), events.Answered(4)])
    assert (asked.questions, asked.asked) == ({}, 5)


def test_every_kind_of_event_has_a_fold() -> None:
    assert set(events._FOLDS) == set(events.AnyEvent.__args__)


NAMES = st.sampled_from(["ann", "nobody", "rope", "dazed", "hp", ""])
FIELDS = st.sampled_from(["hidden", "name", "guard", "turn", "round", "clock", "nonsense"])
EVENTS: st.SearchStrategy[events.AnyEvent] = st.one_of(
    st.builds(events.EntityAdded, st.just(DOG)),
    st.builds(events.EntityRemoved, NAMES),
    st.builds(events.EntityChanged, NAMES, FIELDS, NAMES),
    st.builds(events.CounterChanged, NAMES, NAMES, st.none() | st.integers()),
    st.builds(events.ConditionAdded, NAMES, st.just(DAZED)),
    st.builds(events.ConditionRemoved, NAMES, NAMES),
    st.builds(events.ItemChanged, NAMES, NAMES, st.none() | st.just(ROPE)),
    st.builds(events.Moved, NAMES, st.none() | st.integers()),
    st.builds(events.SheetChanged, NAMES, FIELDS, st.integers()),
    st.builds(events.EncounterStarted, st.just(Encounter())),
    st.builds(events.EncounterChanged, FIELDS, st.integers()),
    st.just(events.EncounterEnded()),
    st.builds(events.WorldChanged, FIELDS, st.integers()),
    st.builds(events.Rolled, NAMES, st.just(((6, 3),)), NAMES),
    st.builds(events.Asked, st.just(QUESTION)),
    st.builds(events.Answered, st.integers(0, 5)),
    st.builds(events.SeatLeft, NAMES),
)


@given(happened=st.lists(EVENTS, max_size=12))
def test_folding_never_fails_and_leaves_what_was_as_it_was(happened: list[events.AnyEvent]) -> None:
    states = [state_of(ANN, ORC)]
    seen = [toy.codec.encode_state(states[0])]
    for event in happened:
        states.append(apply(states[-1], event))
        seen.append(toy.codec.encode_state(states[-1]))
    assert [toy.codec.encode_state(state) for state in states] == seen


def test_what_an_event_speaks_of_and_is_not_there_is_passed_over() -> None:
    state = state_of(ANN)
    for event in (
        events.CounterChanged("nobody", "hp", 3),
        events.EntityRemoved("nobody"),
        events.SheetChanged("ann", "wings", 2),
        events.EncounterChanged("turn", "ann"),
        events.Answered(7),
    ):
        assert apply(state, event) == state


# ---------------------------------------------------------------- no dice in the fold


def fold_all(players: Players) -> AnyState:
    table = players.table
    return reduce(after, table.history.steps(), table.history.start)


@pytest.mark.parametrize("seed", range(5))
def test_the_fold_throws_no_dice(seed: int) -> None:
    players = Players(toy, SCENES, seed)
    for _ in players.play(200):
        pass
    with laws.no_chance():
        assert fold_all(players) == players.table.state


def by_a_rule() -> None:
    blow(Fast(), guard=2)


def by_chance() -> float:
    return random.random()


def by_the_clock() -> float:
    return time.time()


def by_a_seed() -> int:
    return random.Random(3).getrandbits(4)


@pytest.mark.parametrize("throw", [by_chance, by_a_seed, by_a_rule, by_the_clock], ids=lambda throw: throw.__name__)
def test_the_guard_bites(throw: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A fold that throws dice or looks at the clock, however it gets at them, is found by the test above."""

    def cheating(state: AnyState, _event: events.CounterChanged) -> AnyState:
        throw()
        return state

    table = fight_of(ANN, ORC)
    table.do(command("set", path="orc.hp", value=3))
    monkeypatch.setitem(events._FOLDS, events.CounterChanged, cheating)  # type: ignore[misc]
    with pytest.raises(AssertionError, match="chance or time was asked"):
        laws.state_is_the_fold(table)
