"""How a transcript words what happened, with the words of a game handed in as data."""

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.table.table import Table
from rulewright.table.transcript import Words, tell, transcript
from tests.table.scenes import ANN, ORC, command
from tests.table.toys import toy

WORDS = Words(
    commands={
        "strike": "{by} strikes {target}",
        "walk": "{by} walks[ {to|step|steps}]",
        "take_up": "{by} takes something[, more than one{?count}]",
    },
    results={"hit": {True: ": it lands", False: ", in vain"}},
    counters={"hp": "health"},
    conditions={"warding": "is on guard"},
    relieved={"warding": "drops the guard"},
    names=lambda: {"ring": "golden ring"},
    distance=" steps",
    status="{hp} health",
    quiet=frozenset({"notes"}),
)


def told(*commands: tuple[Any, ...], words: Words = WORDS) -> list[str]:
    """What the last of these commands is told as, at a table with Ann and the orc."""
    table = Table(replace(toy, words=words), now=lambda: 0)
    table.do(command("set_up", setup={"entities": [ANN, ORC]}))
    lines: list[str] = []
    for asked, *dice in commands:
        before = table.state
        lines = tell(table.game, before, table.do(asked, dice=dice))
    return lines


def test_a_newcomer_is_told_of_once() -> None:
    line = told((command("add_entity", entity={"id": "tom", "hp": 4, "conditions": ["warding"]}),))
    assert line == ["Tom comes in: 4 health."]


def test_of_a_veiled_newcomer_no_numbers_are_told() -> None:
    line = told((command("add_entity", entity={"id": "tom", "hp": 4, "veiled": True}),))
    assert line == ["Tom comes in."]


def test_changes_of_one_entity_are_one_line() -> None:
    strike = command("strike", "ann", target="orc")
    assert told((command("start"),), (strike, 6, 3)) == [
        "Ann strikes Orc: it lands. [d6 6, d4 3]",
        "  Orc: health 8 → 5.",
    ]
    assert told((command("start"),), (strike, 1)) == ["Ann strikes Orc, in vain. [d6 1]"]


@pytest.mark.parametrize(
    ("steps", "line"), [(1, "Ann walks 1 step."), (3, "Ann walks 3 steps."), (0, "Ann walks 0 steps.")]
)
def test_counted_words(steps: int, line: str) -> None:
    assert told((command("walk", "ann", to=steps),))[0] == line


def test_a_place_has_its_unit() -> None:
    assert told((command("walk", "ann", to=3),), (command("walk", "ann", to=4),))[1] == "  Ann goes from 3 to 4 steps."


def test_things_have_their_names_and_numbers() -> None:
    take = command("take_up", "ann", item="ring", count=3)
    assert told((take,)) == ["Ann takes something, more than one.", "  Ann now has 3 × golden ring."]
    assert told((take,), (command("drop", "ann", item="ring"),))[1] == "  Ann: golden ring is gone."


def test_conditions_that_come_and_go() -> None:
    add = command("add_condition", target="ann", condition="warding", rounds=2)
    assert told((add,)) == ["The GM lays a condition on Ann.", "  Ann is on guard for 2 rounds."]
    remove = command("remove_condition", target="ann", condition="warding")
    assert told((add,), (remove,))[1] == "  Ann drops the guard."


def test_an_override_says_it_all() -> None:
    line = told((command("set", path="ann.hp", value=3, reason="a slip"),))
    assert line == ["The GM sets ann.hp from 10 to 3 (a slip)."]


def test_what_was_taken_back_is_told() -> None:
    table = Table(replace(toy, words=WORDS), now=lambda: 0)
    table.do(command("set_up", setup={"entities": [ANN, ORC]}))
    table.do(command("walk", "ann", to=1))
    table.undo()
    assert list(transcript(table.game, list(table.log.read())))[-1] == "(Taken back: Ann walks 1 step.)"
