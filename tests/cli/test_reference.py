"""The rules of a game in brief, from the command line."""

from rulewright.cli.support import REFUSED
from tests.cli.support import fine, refused


def test_the_rules_as_they_are_played() -> None:
    lines = fine("reference", "quickref").lines
    assert lines[0] == "QUICK REFERENCE"
    assert not [line for line in lines if line.startswith("* ")]


def test_house_rules_are_marked() -> None:
    lines = fine("reference", "quickref", "rounds_to_live=3").lines
    assert lines[-1] == "* House rules of this table: rounds_to_live is 3."


def test_what_there_is_not() -> None:
    assert "has no rules in brief" in refused("reference", "glog", code=REFUSED)
    assert "rounds_to_love" in refused("reference", "quickref", "rounds_to_love=3")
