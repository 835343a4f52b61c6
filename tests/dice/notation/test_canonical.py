"""One form for every meaning: what is printed is read back as the same."""

from fractions import Fraction

import pytest
from hypothesis import assume, given

from rulewright.dice.notation import NOTATION_VERSION, NotationError, parse
from rulewright.dice.notation.tree import Node, Number, Sum, canonical
from tests.dice.notation.trees import rolls


@given(rolls)
def test_reading_the_canonical_text_gives_the_same_tree(tree: Node) -> None:
    text = canonical(tree)
    assume(len(text) <= 400)
    again = parse(text)
    assert again.tree == tree
    assert hash(again.tree) == hash(tree)
    assert again.canonical == text


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("d20+5", "1d20 + 5"),
        ("  2 D 6 + 1D4 ", "2d6 + 1d4"),
        ("d%", "1d100"),
        ("4df", "4dF"),
        ("dF", "1dF"),
        ("007", "7"),
        ("1.50", "1.5"),
        ("2.0", "2"),
        (".5", "0.5"),
        ("0.000000001", "0.000000001"),
        ("@{ Dex }+@Abilities.Dex.MOD", "@dex + @abilities.dex.mod"),
        ("4d6k3", "4d6kh3"),
        ("2d20k", "2d20kh1"),
        ("2d20 kl", "2d20kl1"),
        ("4d6dl", "4d6dl1"),
        ("4d6dl1dh1", "4d6dh1dl1"),
        ("4d6dh0", "4d6dl0"),
        ("1d6x", "1d6!"),
        ("1d6x5", "1d6!5"),
        ("1d6xo", "1d6!o"),
        ("1d6!=5", "1d6!5"),
        ("1d6 ! >= 5", "1d6!>=5"),
        ("1d6!!", "1d6!!"),
        ("1d6!p", "1d6!p"),
        ("1d6!-1", "1d6! - 1"),
        ("2d6min2max5", "2d6mi2ma5"),
        ("4dFmi-1c=-1", "4dFmi-1c=-1"),
        ("4d6cs>=5", "4d6c>=5"),
        ("5d6mt", "5d6m"),
        ("5d6m2", "5d6m"),
        ("5d6 m 3", "5d6m3"),
        ("2d6ro3ro1ro3", "2d6ro1ro3"),
        ("6d10cf1kh4mi2!>=9rr=1c>=8", "6d10rr1!>=9mi2kh4c>=8cf1"),
        ("{1d6, 1d8}kh", "(1d6, 1d8)kh1"),
        ("((1d6))", "1d6"),
        ("(1 + 2) + 3", "1 + 2 + 3"),
        ("1 + (2 + 3)", "1 + (2 + 3)"),
        ("1-(2-3)*4", "1 - (2 - 3) * 4"),
        ("--1", "--1"),
        ("-(1*2)", "-(1 * 2)"),
        ("2*-3", "2 * -3"),
        ("7//2/(1/3)", "7 // 2 / (1 / 3)"),
        ("(3)d(6)", "3d6"),
        ("(@level)d6", "(@level)d6"),
        ("(2*@level)dF", "(2 * @level)dF"),
        ("(@a)d(@b)kh1", "(@a)d(@b)kh1"),
        ("1d{@size}!", "1d(@size)!"),
        ("d(@size)", "1d(@size)"),
        ("(@n)d%", "(@n)d100"),
        ("2d6 [ Cold   Iron ]", "2d6[Cold Iron]"),
        ("(2d6[a])[b]", "(2d6[a])[b]"),
        ("(-5)[cold]", "(-5)[cold]"),
        ("-5[cold]", "-5[cold]"),
        ("MAX (1d6,2)", "max(1d6, 2)"),
        ("1d20 VS 15 by 5", "1d20 vs 15"),
        ("1d20vs15by10", "1d20 vs 15 by 10"),
        ("1d20 # an  attack # twice\n", "1d20 # an attack # twice"),
        ("1d20\u00a0+\t5\n", "1d20 + 5"),
        ("1d20 #", "1d20"),
    ],
)
def test_what_people_type_is_printed_in_one_form(typed: str, printed: str) -> None:
    expression = parse(typed)
    assert expression.canonical == printed
    assert str(expression) == printed
    assert expression.text == typed
    assert parse(printed) == expression
    assert hash(parse(printed)) == hash(expression)


def test_expressions_know_what_they_need_and_what_they_are() -> None:
    expression = parse("(@level)d6 + @dex + @level vs @armor # Strike")
    assert expression.names == ("level", "dex", "armor")
    assert expression.comment == "Strike"
    assert expression.version == NOTATION_VERSION == 1
    assert expression.label == ""
    assert parse("(1d6 + 2)[fire]").label == "fire"


def test_different_meanings_are_different() -> None:
    assert parse("1d6 + 2") != parse("2 + 1d6")
    assert parse("1d6") != parse("1d6 # comment")
    assert parse("1d6") != "1d6"
    assert Sum(Number(1), Number(2), at=3) == Sum(Number(1, at=7), Number(2))
    assert Number(1) != Number(2)
    assert Number(1) != 1


def test_numbers_are_exact() -> None:
    assert parse("0.1").roll().total == Fraction(1, 10)
    assert parse("0.1 + 0.2").roll().total == Fraction(3, 10)


def test_expressions_are_read_once() -> None:
    parse.cache_clear()
    first = parse("3d6 + 77")
    assert parse("3d6 + 77") is first
    parse.cache_clear()
    assert parse("3d6 + 77") is not first
    for number in range(1000):
        parse(f"1d6 + {number}")
    assert parse.cache_info().currsize <= 512


def test_refused_text_is_not_remembered() -> None:
    parse.cache_clear()
    for _ in range(3):
        with pytest.raises(NotationError):
            parse("1d6 +")
    assert parse.cache_info().currsize == 0
