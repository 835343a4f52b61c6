"""The lines of a sheet."""

from tests.systems.glog.tables import WIZARD, do, table, value


def test_breaks_are_tally_marks() -> None:
    at = table(
        {"id": "ann", "inventory": [{"item": "chainmail", "breaks": 3}, {"item": "sword", "breaks": 1}]},
    )
    assert value(at, "ann.gear") == ["Chainmail |||", "Sword |"]


def test_where_things_are_and_what_is_special_about_them() -> None:
    things = [
        {"item": "sword", "quality": "masterwork"},
        {"item": "plate", "material": "bronze"},
        {"item": "crossbow", "loaded": False},
        {"item": "arrows", "count": 7},
        {"item": "wand", "banked": 2, "spells": ["force_dart", "a spell of the GM's"]},
        {"item": "torch", "dropped": True},
    ]
    at = table({"id": "ann", "inventory": things, "hands": ["sword"], "worn": "plate"})
    assert value(at, "ann.gear") == [
        "Sword (masterwork, in hand)",
        "Plate (bronze, worn)",
        "Crossbow (restricted, not loaded)",
        "Arrows × 7",
        "Wand (2 Magic Dice, Force Dart, a spell of the GM's)",
        "Torch (on the ground)",
    ]


def test_wounds_and_purse() -> None:
    injuries = [
        {"injury": "sprained_ankle", "location": "left_leg", "days": 1},
        {"injury": "rung_bell", "location": "head", "days": 9},
    ]
    at = table({"id": "ann", "injuries": injuries, "coins": {"gp": 3, "cp": 2}})
    assert value(at, "ann.wounds") == ["Sprained Ankle (left leg, 1 day)", "Rung Bell (head, 9 days)"]
    assert value(at, "ann.purse") == ["3 gp", "2 cp"]


def test_what_templates_give_and_which_cantrips_are_known() -> None:
    at = table(
        {"id": "wiz", "sheet": WIZARD},
        {"id": "tam", "sheet": {"templates": ["thief_a"]}},
        {"id": "rat", "kind": "creature"},
    )
    assert len(value(at, "wiz.cantrips")) == 3
    assert value(at, "tam.cantrips") == []
    assert [line.partition(":")[0] for line in value(at, "tam.features")] == ["Soft Feet"]
    assert value(at, "rat.features") == value(at, "rat.cantrips") == []


def test_every_part_of_the_sheet_can_be_read_for_everybody() -> None:
    at = table({"id": "wiz", "sheet": WIZARD}, {"id": "rat", "kind": "creature", "creature": "giant_rat"})
    do(at, "add_condition", target="wiz", condition="blinded")
    for part in at.game.sheet:
        for path in part.paths:
            value(at, f"wiz.{path}")
            value(at, f"rat.{path}")
