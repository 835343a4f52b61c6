"""The breaks themselves: what is changed, what is left alone, and that a broken rule is broken for all who call it."""

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from tests.mutation.breaks import breaks_of
from tests.mutation.run import Workpiece, main

TOY = '''
"""A toy."""

from functools import cache

from rulewright.rules import RuleBook, RuleError

book = RuleBook("toy", "A toy")


@book.rule("TOY-01")
def strike(dice, *, skill: int = 3, shield: bool = False):
    """At or under the skill."""
    if skill > 9:
        raise RuleError("too_good", "nobody is as good as that")
    return dice.d(10, "to hit") <= skill - cover(shield)


@cache
def cover(shield):
    return 2 if shield else 0


class Foe:
    @property
    def fierce(self):
        return True
'''


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[ModuleType]:
    path = tmp_path / "toy_of_breaks.py"
    path.write_text(TOY, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("toy_of_breaks", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def broken(source: str) -> list[str]:
    lines = "".join(f"    {line}\n" for line in source.splitlines())
    return [str(change) for change in breaks_of(ast.parse(f"def rule(dice):\n{lines}"))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("return a < b", ["a < b  →  a <= b"]),
        ("return a + b * c", ["a + b * c  →  a - b * c", "b * c  →  b // c"]),
        ("return 1 <= a < b", ["1 <= a < b  →  1 < a < b", "1 <= a < b  →  1 <= a <= b", "1  →  2"]),
        ("return -a", ["-a  →  a"]),
        ("return a and not b", ["a and (not b)  →  a or not b", "not b  →  b"]),
        ("return True", ["True  →  False"]),
        ("return 'worn'", ["'worn'  →  'worn?'"]),
        ("return min(a, b)", ["min(a, b)  →  max(a, b)"]),
        ("return f(a, odd=b)", ["f(…) without odd=b"]),
        ("left -= a", ["left -= a  →  left += a"]),
        ("refuse(a)", ["refuse(a)  →  pass"]),
        ("return a if b else c", ["a if b else c  →  a if not b else c"]),
        ("if a:\n    return b", ["if a:  →  if not a:"]),
        ("if a == b:\n    return b", ["a == b  →  a != b"]),
    ],
)
def test_what_a_break_is(source: str, expected: list[str]) -> None:
    assert broken(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "'''What the rule is about.'''",
        "raise BadArguments('not so')",
        "return f'{a} of 3'",
        "return cast('Foe', a)",
        "return dice.d(a, 'to hit')",
        "return dice.keep(a, b, why='to hit')",
        "return dice.note('score', a)",
        "return pick('template', a, b)",
        "return damage_text(a).roll(dice, 'damage')",
        "left: Literal['a', 'b'] = a",
    ],
)
def test_texts_for_people_are_left_alone(source: str) -> None:
    assert broken(source) == []


def test_every_function_of_a_module_is_broken_and_its_signature_is_not(toy: ModuleType) -> None:
    changes = [(change.function, str(change)) for change in Workpiece(toy).breaks]
    assert {name for name, _ in changes} == {"strike", "cover", "Foe.fierce"}
    assert ("strike", "'too_good'  →  'too_good?'") in changes
    assert not [text for _, text in changes if "nobody" in text or text.startswith(("3", "False"))]


@pytest.mark.parametrize(
    ("text", "chance"), [("skill > 9  →  skill >= 9", "3/10"), ("2  →  3", "3/10"), ("0  →  1", "1/5")]
)
def test_a_broken_function_is_broken_for_all_who_call_it(toy: ModuleType, text: str, chance: str) -> None:
    assert str(toy.strike.odds().p(True)) == "3/10"
    toy.cover.cache_clear()
    workpiece = Workpiece(toy)
    workpiece.apply(next(change for change in workpiece.breaks if str(change) == text))
    assert str(toy.strike.odds().p(True)) == chance


def test_a_property_can_be_broken(toy: ModuleType) -> None:
    workpiece = Workpiece(toy)
    workpiece.apply(next(change for change in workpiece.breaks if change.function == "Foe.fierce"))
    assert toy.Foe().fierce is False


def test_functions_write_down_that_they_were_reached(toy: ModuleType) -> None:
    reached: set[str] = set()
    workpiece = Workpiece(toy)
    workpiece.watch(reached)
    assert toy.strike.odds().p(True) == toy.strike.odds(skill=3).p(True)
    assert reached == {workpiece.key("strike"), workpiece.key("cover")}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [(["chess"], "no game 'chess'; there are: ardor, glog"), (["glog", "castling"], "no module of rules castling")],
)
def test_unknown_games_and_modules_are_refused(arguments: list[str], problem: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert problem in result.output
