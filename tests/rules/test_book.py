"""What makes a function a rule."""

import inspect
from fractions import Fraction
from typing import Literal

import msgspec
import pytest

from rulewright.dice import Dice, Exact, Fast, Scripted
from rulewright.rules import RuleBook, UnknownRule, rule, schema_of


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exploding: bool = False
    pace: Literal["slow", "fast"] = "slow"


book = RuleBook("toy", "The Toy Game", house_rules=Switches())


class Swing(msgspec.Struct, frozen=True):
    hit: bool


@book.rule("TOY-01", "TOY-02")
def swing(dice: Dice, *, skill: int, bonus: int = 0, house_rules: Switches = Switches()) -> Swing:  # noqa: B008 - frozen
    """Roll a d6 at or under skill."""
    faces = 2 if house_rules.exploding else 1
    return Swing(any(dice.d(6, "swing") <= skill + bonus for _ in range(faces)))


@book.rule("TOY-03")
def wait(dice: Dice) -> int:
    """Do nothing."""
    return 0


@book.rule("TOY-04")
def flurry(dice: Dice, *, skill: int, house_rules: Switches = Switches()) -> int:  # noqa: B008 - frozen
    """Two swings."""
    return sum(swing(dice, skill=skill, house_rules=house_rules).hit for _ in range(2))


@book.reading("TOY-05")
def forecast(exact: Exact, *, skill: int) -> str:
    """The chance of a swing."""
    return str(exact.distribution(swing, skill=skill).p(hit=True))


def test_a_rule_is_a_function_that_knows_its_name() -> None:
    assert swing.name == "toy.swing"
    assert swing.ids == ("TOY-01", "TOY-02")
    assert type(swing).__name__ == "function"
    assert list(inspect.signature(swing).parameters) == ["dice", "skill", "bonus", "house_rules"]
    assert inspect.getdoc(swing) == "Roll a d6 at or under skill."


def test_the_book_finds_its_entries() -> None:
    assert list(book.entries) == ["toy.swing", "toy.wait", "toy.flurry", "toy.forecast"]
    assert book.find("toy.wait") is wait
    with pytest.raises(UnknownRule, match=r"no rule 'toy.swin' \(did you mean toy.swing"):
        book.find("toy.swin")


def test_a_rule_can_be_written_only_once() -> None:
    with pytest.raises(ValueError, match=r"toy.wait is written twice"):

        @book.rule()
        def wait(dice: Dice) -> int:
            return 1


def test_a_step_is_run_like_a_rule_but_has_no_name_outside() -> None:
    @book.step
    def tick(dice: Dice, state: int) -> int:
        return state + dice.d(2)

    assert tick(Scripted([2]), state=1) == 3
    assert "toy.tick" not in book.entries


def test_arguments_by_place_or_by_name() -> None:
    @rule
    def aim(dice: Dice, skill: int, distance: int = 1) -> int:
        return dice.d(6) + skill - distance

    assert aim(Scripted([3]), 5, 2) == aim(Scripted([3]), 5, distance=2) == aim(Scripted([3]), distance=2, skill=5) == 6
    assert aim.odds(5, distance=2).p(6) == aim.odds(skill=5, distance=2).p(6) == Fraction(1, 6)
    assert aim(Fast.seeded(1), 5) in range(5, 11)


def test_house_rules_that_took_part_are_named() -> None:
    dice = Scripted([6, 5, 1, 6])
    flurry(dice, skill=2, house_rules=Switches(exploding=True, pace="fast"))
    call = dice.trace
    assert call.switches == {}, "flurry itself looks at none"
    first, second = call.entries
    assert first.switches == second.switches == {"exploding": True}, "the pace changed nothing here"


def test_standard_house_rules_are_not_mentioned() -> None:
    dice = Scripted([1])
    swing(dice, skill=2, house_rules=Switches())
    assert dice.trace.switches == {}


def test_a_reading_asks_for_odds() -> None:
    assert forecast(Exact(), skill=2) == "1/3"
    assert forecast.name == "toy.forecast"


def test_schemas() -> None:
    schema = schema_of(swing)
    assert schema["name"] == "toy.swing"
    assert schema["ids"] == ["TOY-01", "TOY-02"]
    definitions = schema["arguments"]["$defs"]
    assert definitions["Arguments"]["required"] == ["skill"]
    assert definitions["Arguments"]["properties"]["bonus"] == {"type": "integer", "default": 0}
    assert definitions["Switches"]["properties"]["pace"]["enum"] == ["fast", "slow"]
    assert schema["result"]["$defs"]["Swing"]["properties"] == {"hit": {"type": "boolean"}}
    assert "house_rules" in schema_of(wait)["arguments"]["$defs"]["Arguments"]["properties"], "every rule takes them"
