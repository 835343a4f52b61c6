"""The manual of a game from the command line."""

from tests.cli.support import fine, refused


def test_the_whole_of_it() -> None:
    lines = fine("manual", "glog").lines
    assert lines[0] == "# Goblin Laws"
    assert "## House rules" in lines


def test_a_part_of_it() -> None:
    lines = fine("manual", "glog", "house rules").lines
    assert lines[0] == "## House rules"
    assert any(line.startswith("| `hp_cap` | `20` |") for line in lines)
    assert "## Rules" not in lines


def test_what_is_not_there() -> None:
    assert "there are: Goblin Laws, How to begin" in refused("manual", "glog", "weather")
    assert "there is no game 'chess'" in refused("manual", "chess")
