"""What is made from the code in a game's manual is what the code says now."""

import pytest

from rulewright.rules import RuleError
from rulewright.table.manual import made_anew, manual, under
from tests.golden.manuals import written


@pytest.mark.parametrize("system", written())
def test_the_tables_are_those_of_the_code(system: str) -> None:
    """Where this fails, `python3 dev.py golden` makes them anew."""
    assert made_anew(system) == manual(system)


@pytest.mark.parametrize("system", written())
def test_nothing_in_it_is_empty(system: str) -> None:
    for part in ("Commands", "House rules", "Rules", "What was unclear"):
        assert len(under(manual(system), part).splitlines()) > 5


def test_a_part_goes_as_far_as_the_next_heading_of_its_kind() -> None:
    page = "# Game\n\n## One\n\ntext\n\n### Below\n\nmore\n\n## Two\n\nend\n"
    assert under(page, "one") == "## One\n\ntext\n\n### Below\n\nmore\n"
    assert under(page, "Below") == "### Below\n\nmore\n"
    assert under(page, "TWO") == "## Two\n\nend\n"
    with pytest.raises(RuleError, match="no heading 'Three'; there are: Game, One, Below, Two"):
        under(page, "Three")
