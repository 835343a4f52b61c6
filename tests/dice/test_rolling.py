"""Readings that throw dice: the same rule, the same dice, the same result; and what is kept of it."""

from collections.abc import Callable
from typing import Any

import pytest

from rulewright.dice import (
    Again,
    Dice,
    DiceError,
    Draw,
    Exact,
    Fast,
    Live,
    Note,
    RolledAgain,
    Scripted,
    TooComplex,
    TooFewDice,
)
from rulewright.dice.chance import seeded_face
from rulewright.rules import rule
from tests.dice import toys


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    ("asked", "arguments"),
    [(toys.all_draws, {}), (toys.uneven, {}), (toys.nested, {"depth": 3}), (toys.two_contests, {})],
)
def test_live_and_fast_and_scripted_agree(seed: int, asked: Any, arguments: dict[str, Any]) -> None:
    live = Live(seeded_face(seed))
    result = asked(live, **arguments)
    assert asked(Fast.seeded(seed), **arguments) == result
    script = Scripted([face for _, face in live.used])
    assert asked(script, **arguments) == result
    script.finish()
    assert script.used == live.used


def test_the_tree_of_what_happened() -> None:
    @rule
    def strike(dice: Dice, skill: int) -> str:
        roll = dice.d(20, "to hit")
        dice.note("target", skill)
        return "hit" if roll <= skill and toys.one_die(dice, sides=4) else "miss"

    dice = Scripted([3, 2])
    strike(dice, skill=5)
    call = dice.trace
    assert (call.rule, call.arguments, call.result) == (strike, {"skill": 5}, "hit")
    draw, note, inner = call.entries
    assert draw == Draw("d", 20, "to hit", [3], 3)
    assert note == Note("target", 5)
    assert (inner.rule.name, inner.result, inner.entries) == ("one_die", 2, [Draw("d", 4, "the die", [2], 2)])


def test_every_draw_is_kept_with_its_faces() -> None:
    dice = Scripted([2, 1, 2, 3, 1, 2, 1, 1, 3, 2, 3])
    result = toys.all_draws(dice)
    assert result == (2, 3, (1, 3), 3, 2, False)
    drawn = [(entry.kind, entry.faces) for entry in dice.trace.entries]
    assert drawn == [
        ("d", [2]),
        ("total", [1, 2]),
        ("pool", [3, 1]),
        ("keep", [2, 1, 1]),
        ("keep", [3, 2]),
        ("chance", [3]),
    ]


def test_what_was_rolled_again_stays_visible() -> None:
    dice = Scripted([2, 2, 1, 1, 3, 1])
    assert toys.contest_without_ties(dice, mine=3, theirs=2) == "mine"
    kinds = [type(entry) for entry in dice.trace.entries]
    assert kinds == [Draw, Draw, RolledAgain, Draw, Draw, RolledAgain, Draw, Draw]


def test_a_failing_rule_leaves_the_tree_in_order() -> None:
    @rule
    def fails(dice: Dice) -> int:
        dice.d(6)
        raise LookupError

    dice = Scripted([1, 4])
    with pytest.raises(LookupError):
        fails(dice)
    toys.one_die(dice, sides=4)
    assert [entry.rule.name for entry in dice.entries] == ["one_die"]


@pytest.mark.parametrize("readings", [Fast.seeded(1), Live(seeded_face(1))])
def test_endless_rules_are_stopped(readings: Fast) -> None:
    @rule
    def hopeless(dice: Dice) -> int:
        raise Again

    @rule
    def turn(dice: Dice, state: int) -> int:
        return state

    @rule
    def spin(dice: Dice) -> int:
        return dice.repeat(turn, 0, until=lambda state: state == 1)

    with pytest.raises(TooComplex, match="does it ever end"):
        hopeless(readings)
    with pytest.raises(TooComplex, match="not done"):
        spin(readings)


@pytest.mark.parametrize("face", [0, 7, -1, True, False, 3.0, "3", None, [3]])
def test_faces_that_no_die_has(face: object) -> None:
    with pytest.raises(DiceError, match=r"die 1 is a d6: expected a whole number from 1 to 6"):
        toys.one_die(Scripted([face]), sides=6)


def test_too_few_faces_say_which_die_is_missing() -> None:
    with pytest.raises(TooFewDice, match="a face for d8 is missing") as missing:
        toys.one_die(Scripted([]), sides=8)
    assert missing.value.sides == 8


def test_too_many_faces() -> None:
    dice = Scripted([1, 2, 3])
    toys.one_die(dice, sides=6)
    with pytest.raises(DiceError, match="2 of 3 faces were not used"):
        dice.finish()


@pytest.mark.parametrize(("numerator", "expected"), [(0, False), (-1, False), (6, True), (9, True)])
def test_what_is_certain_takes_no_die(numerator: int, expected: bool) -> None:
    dice = Scripted([])
    assert dice.chance(numerator, 6) is expected


@pytest.mark.parametrize(
    ("keep", "expected"),
    [({"highest": 1}, 5), ({"highest": 9}, 9), ({"lowest": 2}, 4), ({"lowest": 9}, 9), ({}, 0)],
)
def test_keeping_more_dice_than_there_are_keeps_all(keep: dict[str, int], expected: int) -> None:
    assert Scripted([5, 1, 3]).keep(3, 6, **keep) == expected  # type: ignore[arg-type]


READINGS: list[Callable[[], Any]] = [Live, Fast, lambda: Fast.seeded(7), lambda: Scripted([1, 2, 3]), Exact]


@pytest.mark.parametrize("reading", READINGS, ids=["live", "fast", "seeded", "scripted", "exact"])
@pytest.mark.parametrize(
    ("draw", "asked", "found"),
    [
        ("total", {"count": -1}, "found -1"),
        ("pool", {"count": -1}, "found -1"),
        ("keep", {"count": -1, "highest": 1}, "found -1"),
        ("count", {"count": -1, "wanted": bool}, "found -1"),
        ("total", {"count": 10**9}, "found 1000000000"),
        ("pool", {"count": 10**9}, "found 1000000000"),
        ("keep", {"count": 3, "highest": 1, "lowest": 1}, "highest=1 and lowest=1"),
        ("keep", {"count": 3, "highest": -1}, "highest=-1"),
    ],
)
def test_what_can_not_be_thrown_is_refused_by_all_readings(
    reading: Callable[[], Any], draw: str, asked: dict[str, Any], found: str
) -> None:
    with pytest.raises(DiceError, match=found):
        getattr(reading(), draw)(sides=6, **asked)


@pytest.mark.parametrize("reading", READINGS, ids=["live", "fast", "seeded", "scripted", "exact"])
@pytest.mark.parametrize("sides", [0, -1])
def test_a_die_has_a_side(reading: Callable[[], Any], sides: int) -> None:
    with pytest.raises(DiceError):
        reading().d(sides)
