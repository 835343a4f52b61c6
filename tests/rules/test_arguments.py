"""Arguments from outside are taken to the letter, and what is wrong with them is said."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, rule

Score = Annotated[int, Meta(ge=-5, le=5)]


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    score: Score = 0
    mood: Literal["calm", "wild"] = "calm"


@rule
def gather(
    dice: Dice,
    *,
    score: Score,
    from_: Literal["north", "south"] = "north",
    members: Annotated[tuple[Member, ...], Meta(max_length=2)] = (),
    flags: dict[str, Score] = {},  # noqa: B006 - never changed
    sure: bool = False,
) -> int:
    return score


def test_only_what_was_given_is_passed_on() -> None:
    assert gather.arguments.read({"score": 3}) == {"score": 3}
    assert gather.arguments.read({"score": 3, "from": "south"}) == {"score": 3, "from_": "south"}
    assert gather.arguments.read({"score": -5, "members": [{"id": "a"}]})["members"] == (Member("a"),)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({}, "score is missing"),
        ({"score": 6}, "score: expected a whole number of at most 5, found 6"),
        ({"score": -6}, "score: expected a whole number of at least -5, found -6"),
        ({"score": True}, "score: expected a whole number, found true"),
        ({"score": 3.0}, "score: expected a whole number, found 3.0"),
        ({"score": "3"}, 'score: expected a whole number, found "3"'),
        ({"score": None}, "score: expected a whole number, found null"),
        ({"score": [1]}, r"score: expected a whole number, found \[1\]"),
        ({"score": 10**30}, "score: expected a whole number of at most 5, found 10{30}"),
        (
            {"score": 1, "scroe": 2},
            r"unknown argument 'scroe' \(did you mean score or sure\?\): the arguments are score, from",
        ),
        ({"score": 1, "from_": "south"}, "unknown argument 'from_'"),
        ({"score": 1, "from": "west"}, 'from: expected one of north, south, found "west"'),
        ({"score": 1, "sure": 1}, "sure: expected true or false, found 1"),
        ({"score": 1, "members": {}}, "members: expected a list, found {}"),
        ({"score": 1, "members": [{"id": "a"}] * 3}, "members: expected a list of length of at most 2"),
        ({"score": 1, "members": [{"id": "a", "score": 9}]}, r"members\[0\].score: expected .* at most 5, found 9"),
        ({"score": 1, "members": [{"id": "a", "mood": "odd"}]}, r"members\[0\].mood: .*found \"odd\""),
        ({"score": 1, "members": [{"id": "a"}, {}]}, r"members\[1\]: id is missing"),
        ({"score": 1, "members": [{"id": "a", "x": 1}]}, r"members\[0\]: unknown argument 'x'"),
        ({"score": 1, "flags": {"a": 9}}, "flags.*: expected a whole number of at most 5"),
        ([1], r"args: expected an object, found \[1\]"),
        ("score", 'args: expected an object, found "score"'),
        (None, "args: expected an object, found null"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(raw: Any, message: str) -> None:
    with pytest.raises(BadArguments, match=message):
        gather.arguments.read(raw)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(BadArguments) as refused:
        gather.arguments.read({"score": "x" * 10_000})
    assert len(str(refused.value)) < 200
