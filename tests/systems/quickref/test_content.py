"""The tables of the game: what rules read from them, and that nothing in them names what is not there."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.systems.quickref import tables
from tests.systems.quickref.reading.core import dice_of
from tests.systems.quickref.reading.tables import ARMOR, BACKGROUNDS, IMPOSSIBLE, PARTIALS, SHIELDS, SITUATIONS, content

SKILLS = {row["id"]: row for row in content("attributes_and_skills")["skills"]}
SHARED_GAINS = {"any_combat", "any_skill", "any_stat_1", "physical_2", "mental_2"}


def test_there_are_eighteen_backgrounds_of_six_and_eight_gains() -> None:
    assert len(BACKGROUNDS) == 18
    for row in BACKGROUNDS.values():
        assert (len(row["growth"]), len(row["learning"])) == (6, 8)
        assert {*row["growth"], *row["learning"], row["free_skill"]} <= SKILLS.keys() | SHARED_GAINS


def test_nobody_learns_what_can_only_be_a_growth() -> None:
    for row in BACKGROUNDS.values():
        assert not {"any_stat_1", "physical_2", "mental_2", "any_skill"} & {*row["learning"], row["free_skill"]}


def test_which_skills_are_for_combat_and_which_are_closed_to_the_untrained() -> None:
    assert len(SKILLS) == 21
    assert {name for name, row in SKILLS.items() if row["combat"]} == {"punch", "shoot", "stab"}
    assert {name for name, row in SKILLS.items() if not row["untrained"]} == {"know", "magic"}


def test_armor_and_situations_are_those_of_the_specification() -> None:
    assert {armor.id: armor.armor_class for armor in tables.armors().values()} == ARMOR
    assert {shield.id: shield.armor_class for shield in tables.shields().values()} == SHIELDS
    modifiers = {flag.id: flag.modifier for flag in tables.situations().values()}
    assert modifiers == {**SITUATIONS, **dict.fromkeys(IMPOSSIBLE)}


def test_every_score_and_every_difficulty_has_a_band() -> None:
    for rows, first, last in (
        (content("attributes_and_skills")["attribute_modifiers"], 3, 18),
        (content("attributes_and_skills")["difficulties"], 1, 30),
    ):
        assert [row["from"] for row in rows] == [first, *(row["to"] + 1 for row in rows[:-1])]
        assert rows[-1]["to"] == last


def test_an_adventurer_of_any_two_partial_classes_has_a_row() -> None:
    rows = {row.contains for row in tables.pairings()}
    assert all({one, other} & rows for one in PARTIALS for other in PARTIALS if one != other)


def test_there_are_as_many_entries_as_the_specification_says() -> None:
    counted = {
        ("arts", "arts"): 19,
        ("creatures", "creatures"): 47,
        ("encounters", "encounters"): 6,
        ("foci", "foci"): 32,
        ("pregens", "characters"): 4,
        ("spells", "spells"): 32,
        ("weapons_and_armor", "weapons"): 30,
        ("weapons_and_armor", "armor"): 13,  # twelve armors, and none
        ("weapons_and_armor", "shields"): 2,
    }
    for (file, section), number in counted.items():
        rows = content(file)[section]
        assert len({row["id"] for row in rows}) == len(rows) == number, (file, section)


def dice_in(value: Any) -> Iterator[str]:
    """Everything that stands where dice stand."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("damage", "healing", "dice", "amount") and isinstance(inner, str) and inner[0].isdigit():
                yield inner
            elif key == "by_punch_level":
                yield from inner
            else:
                yield from dice_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from dice_in(inner)


@pytest.mark.parametrize("file", ["arts", "creatures", "foci", "gear", "spells", "weapons_and_armor"])
def test_dice_are_written_as_rules_take_them(file: str) -> None:
    found = list(dice_in(content(file)))
    assert found
    for text in found:
        dice = tables.dice_text(text)
        assert (dice.count, dice.sides, dice.plus) == dice_of(text)
