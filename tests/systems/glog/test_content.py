"""What the content of the game must say, as far as the specification names it."""

import pytest

from rulewright.systems.glog import catalogue
from rulewright.systems.glog.rules.inventory import Carried, carried_slots
from rulewright.systems.glog.scores import SILENT
from tests.systems.glog.tables import table, value

COPPER_A_GOLD = 100


def test_prices_that_the_specification_names() -> None:
    prices = {name: catalogue.goods()[name].price_copper for name in ("spellbook", "scroll")}
    assert prices == {"spellbook": 10 * COPPER_A_GOLD, "scroll": COPPER_A_GOLD}


@pytest.mark.parametrize("name", sorted(catalogue.classes()))
def test_every_kit_has_a_bag(name: str) -> None:
    entry = catalogue.classes()[name]
    given_up = entry.kit_choice.instead_of if entry.kit_choice else ()
    assert any(catalogue.goods()[piece.item].is_bag for piece in entry.kit if piece.item not in given_up)


@pytest.mark.parametrize(("item", "slots"), [("shield", 1), ("sling", 1), ("bow", 2), ("crossbow", 2)])
def test_slots_of_shield_and_bows(item: str, slots: int) -> None:
    assert carried_slots(SILENT, items=(Carried(item, 1),)).slots == slots


def test_only_the_crossbow_is_restricted() -> None:
    assert [entry.id for entry in catalogue.goods().values() if entry.restricted] == ["crossbow"]


def test_what_raises_hit_points_raises_resolve() -> None:
    at = table(
        {"id": "ann", "sheet": {"str": 12, "cha": 12, "templates": ["fighter_a"]}},
        {"id": "bo", "sheet": {"str": 12, "cha": 12}},
    )
    for score in ("max_hp", "max_resolve"):
        assert value(at, f"ann.{score}") == value(at, f"bo.{score}") + 1
