"""Rules that only other rules and commands call, so that no request and no vector comes by them alone."""

import pytest

from rulewright.dice.rolling import Scripted
from rulewright.systems.glog.book import STANDARD, HouseRules
from rulewright.systems.glog.rules.advancement import level_row
from rulewright.systems.glog.rules.armor import CreatureBlow, creature_on_creature, parry_blow

HIGH = HouseRules(critical_face="high")


@pytest.mark.parametrize(
    ("faces", "modifier", "house_rules", "expected"),
    [
        ([11, 5], 0, STANDARD, CreatureBlow(True, False, 7)),
        ([12], 0, STANDARD, CreatureBlow(False, False, 0)),
        ([12, 5], 1, STANDARD, CreatureBlow(True, False, 7)),
        ([11], -1, STANDARD, CreatureBlow(False, False, 0)),
        ([20], 0, STANDARD, CreatureBlow(False, True, 0)),
        ([1], 0, HIGH, CreatureBlow(False, True, 0)),
    ],
)
def test_creatures_strike_each_other(
    faces: list[int], modifier: int, house_rules: HouseRules, expected: CreatureBlow
) -> None:
    dice = Scripted(faces)
    blow = creature_on_creature(dice, attack=11, defense=10, damage="1d6+2", modifier=modifier, house_rules=house_rules)
    dice.finish()
    assert blow == expected


@pytest.mark.parametrize(("face", "left"), [(1, 2), (3, 0), (6, 0)])
def test_a_parried_blow_is_never_less_than_nothing(face: int, left: int) -> None:
    assert parry_blow(Scripted([face]), damage=3, die="1d6").damage == left


@pytest.mark.parametrize("level", [1, 10, 11, 20])
def test_the_row_of_a_level_says_which_it_is(level: int) -> None:
    assert level_row(level).level == level
