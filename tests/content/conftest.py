"""The toy game, installed for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.content import loading, shelving
from rulewright.content.sections import Content
from rulewright.rules import UnknownRule, library
from tests.content.toys import OWN, toy_content, write_pack


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Content]:
    """A game of its own, with its content in a package."""
    package = f"toy_{tmp_path.name.replace('-', '_')}"
    write_pack(tmp_path, package, {"__init__.py": "", **OWN})
    monkeypatch.syspath_prepend(tmp_path)
    content = toy_content(package)

    def find(system: str) -> Content:
        if system != "toy":
            raise UnknownRule(f"there is no game {system!r}")
        return content

    monkeypatch.setattr(library, "content", find)
    yield content
    loading.own_file.cache_clear()
    shelving.shelf_in_play.cache_clear()
