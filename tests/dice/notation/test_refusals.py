"""What can't be read or rolled is refused: the place, the reason, and what would be right."""

import pickle
import tracemalloc
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice.errors import DiceError
from rulewright.dice.notation import NotationError, odds, parse, roll
from rulewright.dice.notation.grammar import MOST_CHARACTERS, MOST_DICE, MOST_PARTS
from tests.dice.notation.scripted import falling


def refused(text: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        # forms that mean different things in different programs
        ("4d6r<2", 4, "write ro<2 or rr<2"),
        ("4d6 r 1", 5, "write ro1 or rr1"),
        ("10d6>=5", 5, "Count dice with 10d6c>=5, or compare the total with 10d6 vs 5"),
        ("(1d6,1d8)>3", 10, "(1d6,1d8)c>3, or compare the total with (1d6,1d8) vs 3"),
        ("4d6d1", 4, "dl1 (lowest) or dh1 (highest)"),
        ("4d6e6", 4, "written !6"),
        ("10d6f1", 5, "written cf"),
        ("4d6ra6", 4, "written !o6"),
        ("4d6pl1", 4, "written dl1"),
        ("6d10c>=8df1", 9, "written cf"),
        # forms that do not exist
        ("2**3", 2, "multiply with *"),
        ("2^3", 2, "multiply with *"),
        ("1d6 % 2", 5, "no remainder"),
        ("round(1.5)", 1, "floor(x + 0.5)"),
        ("5 >= 3", 3, "vs"),
        ("3d6 4d6", 5, "an operator is missing before 4d6"),
        ("2(3)", 2, "an operator is missing before ("),
        ("2@dex", 2, "an operator is missing before @dex"),
        ("1d6 fire", 5, "[fire]"),
        ("1d6$", 4, "unexpected $"),
        ("1d6[fire]kh1", 10, "before the label"),
        ("1d6+", 5, "should follow"),
        ("1d6+*2", 5, "found *"),
        ("+5", 1, "found +"),
        ("d", 1, "number of sides"),
        ("3d", 2, "number of sides"),
        ("@", 1, "letters, digits"),
        ("@9", 1, "letters, digits"),
        ("[fire]", 1, "behind what it names"),
        ("1d6[]", 5, "says something"),
        ("1d6[a#b]", 4, "no brackets"),
        # brackets
        ("(1d6", 5, "bracket of column 1 is not closed"),
        ("2 + (1d6, (3", 13, "bracket of column 11 is not closed"),
        ("1d6)", 4, "no bracket is open"),
        ("(1d6}", 5, "( is closed by ), found }"),
        ("{1d6)", 5, "{ is closed by }, found )"),
        ("()", 2, "found )"),
        ("(1d6,)", 6, "found )"),
        ("1d6, 2", 4, "comma"),
        ("(1d6 vs 3)", 6, "at the end"),
        ("(1d6 5)", 6, "operator is missing"),
        ("floor(1, 2)", 1, "floor takes one part, found 2"),
        ("(1d6)kh1", 1, "4d6kh3"),
        # operators
        ("4d6c", 4, "c needs a condition, as in 6d10c>=8"),
        ("4d6ro", 4, "ro needs a condition"),
        ("1d20mi", 5, "mi needs a number"),
        ("4d6kh>3", 4, "kh takes a number without >"),
        ("4d6kh1kh2", 7, "kh stands here twice"),
        ("4d6! x", 6, "! stands here twice"),
        ("4d6ro1rr2", 4, "ro and rr"),
        ("4d6!!p5", 6, "unexpected p"),
        ("4d6!o5!p6", 4, "!o and !p"),
        ("5d6kh3kl1", 4, "dh2dl2"),
        ("5d6kh3dl1", 4, "dh2dl2"),
        ("5d6mc5", 4, "m and c"),
        ("5d6cf1", 4, "needs c"),
        ("5d6m0", 4, "at least one die"),
        ("1d6mi5ma2", 4, "at least 5 (mi) and at most 2 (ma)"),
        ("(1d6,1d8)!", 10, "works on dice, not on groups"),
        ("(1d6,1d8)m", 10, "works on dice, not on groups"),
        ("1d6c>=1234567890", 4, "9 digits"),
        # amounts
        ("(1d4)d6", 1, "can't hold dice"),
        ("1d(1d4)", 1, "can't hold dice"),
        ("(1,2)d6", 1, "one value, not a list"),
        ("1d(0.5)", 1, "must be whole, found 0.5"),
        ("1d0", 1, "1 to 10,000, found 0"),
        ("1d10001", 1, "1 to 10,000, found 10001"),
        ("1001d6", 1, "0 to 1,000, found 1001"),
        ("600d6+600d6", 7, "more than 1,000 dice"),
        ("1234567890", 1, "9 digits"),
        ("1.234567891", 1, "9 digits"),
        ("1234567890d6", 1, "9 digits"),
        # targets
        ("1d20 vs 1d20", 9, "can't hold dice"),
        ("1d20 vs 15 by 1d4", 15, "can't hold dice"),
        ("1d20 vs 15 by 0", 15, "above zero"),
        ("1d20 vs 15 vs 16", 12, "stands once"),
        ("1d20 by 5", 6, "stands once"),
        ("1d20 vs", 8, "should follow"),
        # dice that never come to rest
        ("1d1!", 1, "every face would explode"),
        ("d6!>0", 1, "every face would explode"),
        ("3d6!!<=6", 1, "every face would explode"),
        ("1d6rr<6!", 1, "every face would explode"),
        ("1d6rr<4rr>=4", 1, "every face would be rerolled"),
        ("4dF!>-2", 1, "every face would explode"),
        ("1d1rr1", 1, "every face would be rerolled"),
        # hostile text
        ("", 1, "nothing to roll"),
        ("   ", 4, "nothing to roll"),
        ("# only a comment", 1, "nothing to roll"),
        ("٣d6", 1, "U+0663"),
        ("1d６", 2, "number of sides"),
        ("ſ", 1, "U+017F"),
        ("🎲", 1, "U+1F3B2"),
        ("1\x00d6", 2, "U+0000"),
        ("1d6 # \u202eevil", 7, "U+202E"),
        ("1d6\ud800", 4, "U+D800"),
        ("999999999d999999999", 1, "0 to 1,000"),
        ("9**9**9", 2, "multiply"),
        ("(" * 41 + "1" + ")" * 41, 41, "40 deep"),
        ("-" * 100 + "1", 41, "40 deep"),
    ],
)
def test_refusals_say_where_and_what_would_be_right(text: str, column: int, said: str) -> None:
    error = refused(text)
    assert said in error.message
    assert error.column == column
    assert str(error) == f"{error.message} (column {column})"
    assert isinstance(error, DiceError)


@pytest.mark.parametrize(
    "text", ["1d1!o", "1d6!o>0", "1d6!7", "1d6ro>0", "1d6ro<6!", "1d2!", "4dF!", "1d6rr<6", "0d6!"]
)
def test_dice_that_come_to_rest_are_read(text: str) -> None:
    assert parse(text).canonical


@pytest.mark.parametrize(
    "text",
    ["(" * 10_000, "1+" * 20_000 + "1", "x" * 1_000_000, "1d6" * 500_000, "9" * 1_000_000, " " * 401, "1#" + "a" * 400],
)  # fmt: skip
def test_long_text_is_refused_before_it_is_read(text: str) -> None:
    tracemalloc.start()
    error = refused(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.column == MOST_CHARACTERS + 1
    assert f"{len(text):,}" in error.message
    assert len(error.text) <= MOST_CHARACTERS + 2
    assert peak < 100_000


@pytest.mark.parametrize(
    "text",
    ["1+" * 200, "(" * 199 + ")" * 199, "(," * 99, "d6" + "!" * 398, "d(" * 200, "1d6" + "ro1" * 132 + "r", "[" * 400],
)  # fmt: skip
def test_text_that_is_just_not_too_long_costs_little_memory(text: str) -> None:
    refused(text)  # what patterns need is not counted: it is made once
    tracemalloc.start()
    refused(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 400_000


def test_the_parts_of_a_text_are_limited() -> None:
    most = MOST_PARTS // 2
    assert parse("+".join(["1"] * most)).roll().total == most
    assert "at most 200 parts" in refused("+".join(["1"] * (most + 1))).message


@given(st.text(max_size=60) | st.text("0123456789d+-*/()[]{}!<>=@#khlrocmvsbyxp ,.%F", max_size=60))
def test_any_text_is_read_or_refused_within_its_columns(text: str) -> None:
    try:
        expression = parse(text)
    except NotationError as error:
        refusal = error
    else:
        assert parse(expression.canonical) == expression
        return
    assert 1 <= refusal.column <= len(text) + 1
    assert len(refusal.pointer().split("\n")) == 2


def test_only_text_is_read() -> None:
    assert "found int" in refused(5).message


def test_the_pointer_shows_the_place() -> None:
    assert refused("4d6r<2").pointer() == "4d6r<2\n   ^"
    shown, caret = refused("1 + " * 60 + "2 $").pointer().splitlines()
    assert len(shown) <= 72
    assert shown[len(caret) - 1] == "$"
    assert refused("1\x00").pointer() == "1�\n ^"
    assert refused("").pointer() == "\n^"


def test_errors_survive_the_way_between_processes() -> None:
    error = refused("4d6d1")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.text, again.column) == (str(error), error.text, error.column)


# ---------------------------------------------------------------------- what shows only when it is rolled


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("1d6 + @dx", 7, "no @dx; did you mean @dex"),
        ("@zzzzzz", 1, "it has 7 values"),
        ("1 + @word", 5, "found str"),
        ("@yes", 1, "found bool"),
        ("@decimal", 1, "found float"),
        ("@huge", 1, "longer"),
        ("5 / (@dex - 3)", 5, "division by zero"),
        ("5 // (@dex - 3)", 6, "division by zero"),
        ("1 + (@dex - 4)d6", 5, "0 to 1,000, found -1"),
        ("(@dex * 1000)d6", 1, "0 to 1,000, found 3000"),
        ("(@dex / 2)d6", 1, "must be whole, found 3/2"),
        ("1d(@dex - 3)", 1, "1 to 10,000, found 0"),
        ("1d(@dex - 2)!", 1, "every face would explode"),
        ("1d20 vs @nothing", 9, "no @nothing"),
        ("1d20 vs 5 by @dex - 3", 9, "above zero, found 0"),
    ],
)
def test_what_the_sheet_makes_wrong_is_refused_at_the_roll_and_in_the_odds(text: str, column: int, said: str) -> None:
    sheet: dict[str, Any] = {
        "dex": 3, "strength": 1, "word": "3", "yes": True, "decimal": 1.5, "huge": 10**9, "tiny": Fraction(1, 10**9),
    }  # fmt: skip
    for attempt in (lambda: roll(text, falling([1] * 5), sheet), lambda: odds(text, sheet)):
        with pytest.raises(NotationError) as caught:
            attempt()
        assert said in caught.value.message
        assert caught.value.column == column


def test_division_by_dice_that_may_be_zero() -> None:
    assert roll("6 / (1d3 - 1)", falling([3])).total == 3
    with pytest.raises(NotationError, match="division by zero"):
        roll("6 / (1d3 - 1)", falling([1]))
    with pytest.raises(NotationError, match="division by zero"):
        odds("6 / (1d3 - 1)")


@pytest.mark.parametrize("text", ["1d10000rr<10000", "500d2!", "1d6!>1", "(@n)d6 + (@n)d6"])
def test_the_dice_of_one_roll_are_counted_while_they_fall(text: str) -> None:
    thrown = 0

    def second_face(sides: int) -> int:
        nonlocal thrown
        thrown += 1
        return 2

    with pytest.raises(NotationError, match="more than 1,000 dice"):
        roll(text, second_face, {"n": 501})
    assert thrown <= MOST_DICE
