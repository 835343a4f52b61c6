"""The rules on two facing pages."""

import msgspec
import pytest

from rulewright.systems.quickref.book import STANDARD, HouseRules
from rulewright.systems.quickref.reference import MARK, reference, sections
from tests.systems.quickref.test_house_rules import values_of

MOST_LINES, LONGEST_LINE = 120, 100
SWITCHES = HouseRules.__struct_fields__
ALL_SWITCHED = msgspec.convert({switch: values_of(switch)[-1] for switch in SWITCHES}, HouseRules)


@pytest.mark.parametrize("house_rules", [STANDARD, ALL_SWITCHED])
def test_it_fits_on_two_pages(house_rules: HouseRules) -> None:
    lines = list(reference(house_rules))
    assert 50 < len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= LONGEST_LINE


def test_every_switch_marks_a_line() -> None:
    named = {switch for section in sections() for line in section.lines for switch in line.switches}
    assert named == set(SWITCHES)


def test_what_a_switch_changes_is_marked_and_nothing_else() -> None:
    assert not [line for line in reference() if line.startswith(MARK)]
    marked = [line for line in reference(HouseRules(rounds_to_live=3)) if line.startswith(MARK)]
    assert marked == [
        "* Everybody else is mortally wounded, and dead after six full rounds.",
        "* House rules of this table: rounds_to_live is 3.",
    ]
