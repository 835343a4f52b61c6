"""Whatever the GM does, nothing of what he hides reaches a seat: not in views, not in what is told, not in answers."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table.choices import actions, choices, ways
from rulewright.table.commands import Who, refusal
from rulewright.table.previews import preview
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command
from rulewright.table.views import told, view
from tests.table import laws
from tests.table.players import Players
from tests.table.scenes import ANN, BOB
from tests.table.toys import toy

NAME, PLACE, NOTE, NUMBER, GUARDED = "xyzzy", 77, "plugh", 9173, 6421
SPY = {
    "id": NAME,
    "name": f"the {NAME}",
    "hidden": True,
    "hp": NUMBER,
    "sheet": {"health": 1000, "notes": [NOTE]},
    "position": PLACE,
}
GUARD = {"id": "guard", "veiled": True, "hp": GUARDED, "sheet": {"guard": 1, "health": 999, "notes": [NOTE]}}
HIDDEN = (NAME, NOTE, str(NUMBER), str(GUARDED))

GM_ONLY = [
    Command(name="set", args={"path": f"{NAME}.hp", "value": NUMBER - 1}),
    Command(name="set", args={"path": f"{NAME}.hp", "value": NUMBER}),
    Command(name="set", args={"path": f"{NAME}.position", "value": PLACE + 1}),
    Command(name="set", args={"path": "guard.hp", "value": GUARDED}),
    Command(name="walk", by=NAME, args={"to": PLACE}),
    Command(name="take_up", by=NAME, args={"item": NOTE}),
    Command(name="bless", by=NAME, args={"target": "ann"}),
    Command(name="bless", by=NAME, args={"target": NAME}),
    Command(name="strike", by=NAME, args={"target": "ann"}),
    Command(name="strike", by=NAME, args={"target": NAME}),
    Command(name="strike", by="ann", args={"target": NAME}),
    Command(name="strike", by="guard", args={"target": "bob"}),
    Command(name="sweep", by=NAME, args={"targets": [NAME, "ann"]}),
    Command(name="lunge", by=NAME, args={"target": "bob"}),
    Command(name="scheme", by=NAME, args={"text": NOTE}),
    Command(name="scheme", by="guard", args={"text": NOTE}),
    Command(name="puzzle", by=NAME),
    Command(name="endure", by=NAME),
    Command(name="add_condition", args={"target": NAME, "condition": "dazed", "source": "fate"}),
    Command(name="add_condition", args={"target": "ann", "condition": "dazed", "source": NAME}),
    Command(name="remove_entity", args={"entity": NAME}),
    Command(name="add_entity", args={"entity": SPY}),
    Command(name="hide", args={"entity": NAME}),
    Command(name="set", args={"path": f"{NAME}.hidden", "value": True}),
    Command(name="veil", args={"entity": NAME}),
    Command(name="seat", args={"id": "eve", "entities": [NAME]}),
    Command(name="say", args={"text": NOTE, "to": ["eve"]}),
    Command(name="set", args={"path": "encounter.turn", "value": NAME}),
    Command(name="set", args={"path": "ann.hp", "value": 9, "reason": NOTE}),
]


def a_game_with_secrets(seed: int, turns: int) -> Iterator[tuple[Players, AnyState]]:
    """A spy whom only the GM and Eve know of, a guard whose numbers only the GM knows; all do what they like."""
    players = Players(toy, [{"entities": [ANN, BOB, GUARD, SPY]}], seed, real_dice=False)
    random, table = Random(seed), players.table
    for seat, own in (("mia", ["ann"]), ("tom", ["bob"]), ("eve", [NAME])):
        table.do(Command(name="seat", args={"id": seat, "entities": own}))
    for _ in range(turns):
        before = table.state
        if random.random() < 0.6:
            given, seat = random.choice(GM_ONLY), "gm"
        else:
            seat = random.choice(["gm", "mia", "tom"])
            given = players.some_command(seat)
        is_here = NAME in table.state.entities or given.name in ("add_entity", "seat")
        if not keeps_the_secret(given, seat) or not (is_here or NAME not in str(given)):
            continue
        try:
            table.do(given, seat=seat)
        except RuleError as error:
            if seat != "gm":
                nothing_hidden_in(str(error), given)
        yield players, before


def keeps_the_secret(given: Command, seat: str) -> bool:
    """Whether the GM does not himself show what is hidden, or name it in words to all."""
    words = json.dumps(msgspec.to_builtins(given))
    shows = given.name in ("hide", "veil") and not all(given.args.get(key, True) for key in ("hidden", "veiled"))
    set_open = given.name == "set" and given not in GM_ONLY
    brings = given.name in ("set_up", "add_entity", "seat", "leave_seat") and given not in GM_ONLY
    loud = given.name in ("say", "house_rule") and given not in GM_ONLY
    plans = given.name == "lunge" and given.by in ("ann", "bob") and NAME in words  # a player is told his own plan
    named_by_player = seat != "gm" and any(secret in words for secret in HIDDEN)
    return not (shows or set_open or brings or loud or plans or named_by_player)


def nothing_hidden_in(data: Any, what: object) -> None:
    text = data if isinstance(data, str) else msgspec.json.encode(data).decode()
    for secret in HIDDEN:
        assert secret not in text, f"{secret} in {text} after {what}"


@pytest.mark.parametrize("seed", range(12))
def test_no_view_and_no_told_event_holds_what_is_hidden(seed: int) -> None:
    frames = 0
    for players, before in a_game_with_secrets(seed, 250):
        table = players.table
        last = table.history.last()
        for seat in ("mia", "tom", "watcher"):
            nothing_hidden_in(view(toy, table.state, seat), last and last.step)
            if last and table.state is not before:
                told_events = told(toy, before, table.state, last.step, seat)
                nothing_hidden_in(told_events, last.step)
                frames += len(told_events)
    assert frames > 100


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_leads_to_what_is_seen(seed: int) -> None:
    """Whoever folds what he is told into what he knew has the view that he would be sent."""
    for players, before in a_game_with_secrets(seed, 150):
        table = players.table
        last = table.history.last()
        assert last
        if table.state is before or last.step.command.name == "house_rule":
            continue
        for seat in ("mia", "tom", "watcher"):
            knew = known_state(toy, before, seat)
            knows = laws.fold(knew, told(toy, before, table.state, last.step, seat))
            expected = view(toy, table.state, seat)
            found = view(toy, replace(knows, last=None), seat)
            assert without_numbers(found) == without_numbers(expected), last.step


def without_numbers(seen: dict[str, Any]) -> dict[str, Any]:
    """Questions are told with what was asked before; their order in the view is the same."""
    return {**seen, "entities": dict(sorted(seen["entities"].items()))}


# ---------------------------------------------------------------- equal views, equal answers


def other_secrets(state: AnyState, random: Random) -> AnyState:
    """The same table with other secrets: another spy, another guard behind the veil, other notes and plans."""
    entities = dict(state.entities)
    for name, entity in state.entities.items():
        sheet = replace(entity.sheet, notes=(f"note {random.random()}",))
        if name in (NAME, "guard"):
            sheet = replace(sheet, guard=random.randint(0, 6), health=random.randint(1, 1000))
            entity = replace(entity, counters={"hp": random.randint(0, 500)}, items={})
        if name == NAME:
            entity = replace(entity, position=random.randint(0, 99), name=random.choice("abc"), conditions={})
        if name != "ann":
            entities[name] = replace(entity, sheet=sheet)
    if NAME in entities and random.random() < 0.5:
        entities["another_spy"] = replace(entities[NAME], id="another_spy")
    encounter = state.encounter
    if encounter:
        declared = {
            name: what if name == "ann" else {"target": random.choice(["ann", "bob"])}
            for name, what in encounter.declared.items()
        }
        encounter = replace(encounter, declared=declared)
    return replace(state, entities=entities, encounter=encounter, last={"hit": random.random()}, rolls={})


def answers(state: AnyState, seat: str) -> Iterator[Any]:
    """All that a seat can learn by asking: what it could do, why not, and what would come of it."""
    yield actions(toy, state, seat)
    known, table = known_state(toy, state, seat), laws.table_at(toy, state)
    for kind in toy.commands:
        by = "ann" if kind.who is Who.ACTOR else ""
        for args in [*islice(ways(toy, known, kind, by), 4), {"target": NAME}, {}]:
            given = Command(name=kind.name, by=by, args=args)
            error = refusal(toy, known, given)
            yield given, error and (error.code, str(error))
            yield laws.refusal_at(table, given, seat)
            try:
                found = preview(toy, state, seat, [given])
            except RuleError as refused:
                yield refused.code, str(refused)
            else:
                yield list(found.outcomes.items()), found.assumptions, found.exact
    yield choices(toy, state, seat, Command(name="strike", by="ann"), "target")


@pytest.mark.parametrize("seed", range(6))
def test_equal_views_give_equal_answers(seed: int) -> None:
    random, compared = Random(seed), 0
    for number, (players, _) in enumerate(a_game_with_secrets(seed, 200)):
        if number % 10:
            continue
        state = players.table.state
        other = other_secrets(state, random)
        assert msgspec.json.encode(view(toy, state, "mia")) == msgspec.json.encode(view(toy, other, "mia"))
        assert list(answers(state, "mia")) == list(answers(other, "mia"))
        compared += 1
    assert compared > 8
