"""What the content of the game must say, as far as the specification names it."""

import pytest

from rulewright.systems.ardor import catalogue
from rulewright.systems.ardor.book import book

TIERS = {
    "minion": ((6, 9), (4, 8), (0, 0)),
    "standard": ((9, 12), (10, 22), (0, 1)),
    "elite": ((12, 15), (24, 40), (0, 2)),
    "boss": ((14, 18), (42, 70), (2, 4)),
}
"""From the least to the most: base score, Health, Ardor."""


def test_the_game_has_a_name() -> None:
    assert book.title == "Action Score"


@pytest.mark.parametrize("name", list(catalogue.creatures()))
def test_creatures_are_as_strong_as_their_tier(name: str) -> None:
    entry = catalogue.creatures()[name]
    for value, (least, most) in zip(("base", "health", "ardor"), TIERS[entry["tier"]], strict=True):
        assert least <= entry[value] <= most


@pytest.mark.parametrize("name", list(catalogue.callings()))
def test_every_calling_has_six_abilities_of_its_own(name: str) -> None:
    tiers = [power.tier for power in catalogue.abilities().values() if power.calling == name]
    assert len(tiers) == 6
    assert tiers.count("blaze") == 1
    assert set(tiers) == {"spark", "flame", "blaze"}
