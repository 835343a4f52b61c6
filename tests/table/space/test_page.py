"""The examples of the page about space are executed."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "space.md"


def test_examples_print_what_is_shown() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 20
    assert not failed
