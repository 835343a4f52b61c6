"""The transcript of a whole session of each game is what was read and found good."""

import pytest

from rulewright.rules import library
from tests.golden.sessions import systems, told, written


def test_every_session_is_one_of_a_game() -> None:
    assert "glog" in systems()
    assert set(systems()) <= set(library.playable())


@pytest.mark.parametrize("system", systems())
def test_the_session_is_told_as_it_was(system: str) -> None:
    """Where this fails, read the difference; if it is better now, `python3 dev.py golden` keeps it."""
    assert told(system) == written(system).read_text(encoding="utf-8")
