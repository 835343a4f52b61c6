"""Every named rule against a second reading of the specification: its results, its refusals, and its dice."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from tests.systems.kinds import faulty_objects
from tests.systems.quickref.arguments import ARGUMENTS, simple_request
from tests.systems.quickref.likely import all_requests
from tests.systems.quickref.oracle import run
from tests.systems.support import Faces, ask, expected, outcome

NO_FACE = [0, -1, True, 3.0, "3", None, [3]]

every_rule = pytest.mark.parametrize("rule", sorted(ARGUMENTS))


@every_rule
@settings(max_examples=60)
@given(data=st.data())
def test_says_the_same(rule: str, data: DataObject) -> None:
    arguments = data.draw(all_requests(rule))
    dice = Faces(Random(data.draw(st.integers(0, 2**32))))
    wanted = expected(run, rule, arguments, dice)
    assert outcome(ask(f"quickref.{rule}", arguments, dice=dice.faces)) == wanted


@every_rule
@settings(max_examples=10)
@given(data=st.data())
def test_wrong_dice_come_last(rule: str, data: DataObject) -> None:
    """Faces that do not fit are refused, but only where the rule itself has nothing to refuse."""
    arguments = data.draw(all_requests(rule))
    dice = Faces(Random(data.draw(st.integers(0, 2**32))))
    wanted = expected(run, rule, arguments, dice)
    code = wanted if isinstance(wanted, str) else "bad_dice"
    for faces in wrong_dice(data, dice):
        assert outcome(ask(f"quickref.{rule}", arguments, dice=faces)) == code, faces


def wrong_dice(data: DataObject, dice: Faces) -> list[list[Any]]:
    """One face too many, one too few, and one die at a time that shows what it cannot show."""
    right = dice.faces
    wrong: list[list[Any]] = [[*right, 1], [*right, None]]
    if right:
        place = data.draw(st.integers(0, len(right) - 1))
        sides = int(dice.used[place][0][1:])
        wrong.append(right[:-1])
        wrong += [[*right[:place], face, *right[place + 1 :]] for face in [sides + 1, *NO_FACE]]
    return wrong


@every_rule
def test_refuses_what_is_no_argument(rule: str) -> None:
    good = simple_request(rule)
    assert ask(f"quickref.{rule}", good)["ok"]
    faulty: list[Any] = [None, [], "", 1, True, {**good, "house_rules": {}}, *faulty_objects(ARGUMENTS[rule], good)]
    for arguments in faulty:
        assert outcome(ask(f"quickref.{rule}", arguments, dice=["no die"])) == "bad_args", arguments


@every_rule
def test_no_argument_at_all_is_enough_only_where_none_is_required(rule: str) -> None:
    assert ask(f"quickref.{rule}", {})["ok"] == (not simple_request(rule))
