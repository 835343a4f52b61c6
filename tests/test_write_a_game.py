"""The game on the page "Write a game" is put together from the page and played as it says."""

import doctest
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.support import fine, install

PAGE = Path(__file__).parents[1] / "docs" / "write-a-game.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The file that the page makes."""
    page = PAGE.read_text(encoding="utf-8")
    path = tmp_path / "brawl.py"
    path.write_text("\n\n".join(BLOCK.findall(page)), encoding="utf-8")
    spec = spec_from_file_location("brawl", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "brawl", module)
    spec.loader.exec_module(module)
    return module


def test_it_does_what_the_page_says(module: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(page, vars(module), PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_terminal_plays_it(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, module.game)
    people = ["add_entity entity.id=ann entity.side=left", "add_entity entity.id=bo entity.side=right entity.wind=1"]
    blows = ["1"] * 60
    said = fine("play", "brawl", "--seed", "1", read="\n".join([*people, "start_encounter", *blows, "q", ""])).out
    assert "Ann hits out at Bo" in said
    assert "Bo has to sit down." in said or "Ann has to sit down." in said
    assert "Only one side can still fight." in said
