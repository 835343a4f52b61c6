"""Every game's specification is covered, and every test that its register names is there."""

import ast
import json
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from rulewright.rules import library
from rulewright.table.coverage import REGISTER, coverage_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

GAMES = [game for game in library.systems() if files(library.package(game)).joinpath(REGISTER).is_file()]
"""Those with a register; that every game has one is asked in `test_every_game.py`."""

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_nothing_of_the_specification_is_missing(game: str) -> None:
    assert coverage_of(game).gaps == ()


@every_game
def test_the_register_has_every_paragraph_of_the_specification(game: str) -> None:
    listed = (ROOT / "tests" / "systems" / game / "spec_ids.txt").read_text(encoding="utf-8").split()
    assert sorted(known.id for known in coverage_of(game).paragraphs) == sorted(listed)


@every_game
def test_every_test_that_the_register_names_is_there(game: str) -> None:
    named = [(known.id, test) for known in coverage_of(game).paragraphs for test in known.tests]
    assert [(paragraph, test) for paragraph, test in named if not is_there(game, test)] == []


def is_there(game: str, test: str) -> bool:
    file, _, function = test.partition("::")
    return function in functions(file) if function else test in cases(game)


@cache
def functions(file: str) -> set[str]:
    """The tests of a file, and of its classes."""
    path = ROOT / file
    if not path.is_file() or not path.name.startswith("test_"):
        return set()
    tree = ast.walk(ast.parse(path.read_bytes()))
    return {node.name for node in tree if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@cache
def cases(game: str) -> set[str]:
    """The vectors and scenarios of a game."""
    lines = (HERE / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    found = {json.loads(line)["id"] for line in lines if line.strip()}
    for path in HERE.glob(f"{game}_*scenarios.yaml"):
        found |= {scenario["id"] for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))}
    return found


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not is_there(GAMES[0], "tests/conformance/test_coverage.py::test_that_nobody_wrote")
    assert not is_there(GAMES[0], "tests/nowhere/test_coverage.py::test_a_test_that_is_not_there_is_noticed")
    assert not is_there(GAMES[0], "NO-VECTOR-000")
    assert is_there(GAMES[0], "tests/conformance/test_coverage.py::test_a_test_that_is_not_there_is_noticed")
