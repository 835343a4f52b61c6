"""What only a person can judge reaches the GM at the right moment."""

import pytest

from rulewright.table.events import Prompted
from rulewright.table.log import Step
from tests.systems.glog.tables import WIZARD, do, table

MAGUS = {
    "id": "wiz",
    "side": "party",
    "hp": 20,
    "sheet": {"level": 3, "templates": ["wizard_a", "wizard_b", "wizard_c"], "schools": ["elderstone"]},
    "brain": ["force_dart", "womans_work"],
}
ORC = {"id": "orc", "creature": "orc", "side": "foes"}


def prompts(step: Step) -> list[str]:
    return [event.text for event in step.events if isinstance(event, Prompted)]


def test_a_cantrip_tells_the_gm_what_it_does() -> None:
    at = table({"id": "wiz", "sheet": WIZARD})
    assert prompts(do(at, "cantrip", "wiz", cantrip="nudge"))[0].startswith("Wiz, Nudge: ")


def test_a_reward_that_has_to_be_chosen_asks_for_it() -> None:
    at = table({"id": "wiz", "sheet": WIZARD})
    assert "write it down" in prompts(do(at, "grant_ability", target="wiz", ability="new_spell"))[0]
    assert prompts(do(at, "grant_ability", target="wiz", ability="iron_lungs")) == []


def test_crossbow_law() -> None:
    at = table(MAGUS)
    assert prompts(do(at, "give_item", to="wiz", item="crossbow")) == [
        "Wiz has come by a crossbow: in most places that is a crime."
    ]
    assert prompts(do(at, "give_item", to="wiz", item="rope")) == []


def test_a_spell_without_effects_says_its_numbers() -> None:
    told = prompts(do(table(MAGUS), "cast", "wiz", [2, 3], spell="womans_work", magic_dice=2))
    assert len(told) == 1
    assert "hours of labor 10" in told[0]


@pytest.mark.parametrize(
    ("faces", "dice", "words"),
    [
        ([1, 1, 1, 3], 2, "Mishap, nosebleed numbers: "),
        ([1, 1, 3], 2, "Mishap, loose dice: "),
        ([1, 1, 6], 2, "Force Dart reaches somebody else of the same kind: say whom (damage 4)."),
        ([1, 1, 1], 3, "the erratum"),
    ],
)
def test_what_goes_wrong(faces: list[int], dice: int, words: str) -> None:
    step = do(table(MAGUS, ORC), "cast", "wiz", faces, spell="force_dart", magic_dice=dice, targets=["orc"])
    assert any(words in text for text in prompts(step))
