"""The page about the notation says what the program does: generated parts are current, and all examples work."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from rulewright.dice.chance import seeded_face
from rulewright.dice.notation import GRAMMAR, OPERATORS, NotationError, odds, operator_table, parse, roll
from rulewright.dice.notation.grammar import (
    DEEPEST_NESTING,
    FUNCTIONS,
    MOST_CHARACTERS,
    MOST_CHAT_CHARACTERS,
    MOST_DICE,
    MOST_DIGITS,
    MOST_INLINE_ROLLS,
    MOST_PARTS,
    MOST_SIDES,
    Operator,
)
from tests.dice.notation.scripted import falling

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
SHEET = {"dex": 3, "abilities.dex.mod": 1, "level": 2, "size": 8, "attack": 5, "armor": 14}


def generated(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert found
    return found[1].strip("\n")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading row."""
    below = PAGE.split(f"| {heading} |\n", 1)[1].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in takewhile(lambda line: line, below)]


def bare(cell: str) -> str:
    return cell.strip("`")


def test_the_generated_parts_are_current() -> None:
    assert generated("operators") == operator_table().strip("\n")
    assert generated("grammar") == f"```ebnf\n{GRAMMAR}```"


def test_every_example_is_read_rolled_and_counted() -> None:
    block = re.search(r"```dice\n(.*?)```", PAGE, re.DOTALL)
    assert block
    examples = [*block[1].splitlines(), *[operator.example for operator in OPERATORS]]
    assert len(examples) > 30
    for text in examples:
        assert roll(text, seeded_face(text), SHEET).explain()
        assert odds(text, SHEET).distribution.total > 0


def test_rolls_are_shown_as_the_page_says() -> None:
    table = rows("text | dice | shown")
    assert len(table) > 8
    for text, dice, shown in table:
        assert roll(bare(text), falling([int(face) for face in dice.split(",")])).explain() == bare(shown)


def test_other_ways_to_write_it_are_printed_as_the_page_says() -> None:
    table = rows("typed | printed")
    assert len(table) > 8
    for typed, printed in table:
        assert parse(bare(typed)).canonical == bare(printed)


def test_refusals_answer_as_the_page_says() -> None:
    for typed, answer in rows("typed | answer"):
        with pytest.raises(NotationError) as caught:
            parse(bare(typed))
        assert caught.value.message == answer


def test_the_page_names_the_limits() -> None:
    limits = [DEEPEST_NESTING, MOST_CHARACTERS, MOST_CHAT_CHARACTERS, MOST_DICE, MOST_DIGITS]
    for limit in [*limits, MOST_INLINE_ROLLS, MOST_PARTS, MOST_SIDES]:
        assert re.search(rf"\b{limit:,}\b", PAGE)


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code
    exec(code[1], {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[1] == "15869/1296"
    assert printed[-2:] == ["4d6r<2", "   ^"]


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.symbol)
def test_aliases_mean_the_same_as_their_symbol(operator: Operator) -> None:
    symbol, aliases = operator.symbol, operator.aliases
    operand = "" if symbol.startswith("!") else "2"
    beside = "c6" if symbol == "cf" else ""
    for alias in aliases:
        assert parse(f"4d6{alias}{operand}{beside}") == parse(f"4d6{symbol}{operand}{beside}")


def test_operators_are_printed_in_the_order_of_the_table() -> None:
    every_kind = ["ro1", "!", "mi2", "ma5", "kh3", "c>=3", "cf1"]
    printed = parse("4d6" + "".join(reversed(every_kind))).canonical
    assert printed == "4d6" + "".join(every_kind)
    symbols = [operator.symbol for operator in OPERATORS]
    places = [symbols.index(kind.rstrip("0123456789<>=")) for kind in every_kind]
    assert places == sorted(places)
    assert parse("4d6dl1dh1").canonical == "4d6dh1dl1"


def test_the_grammar_names_every_function() -> None:
    for function in FUNCTIONS:
        assert f'"{function}"' in GRAMMAR
