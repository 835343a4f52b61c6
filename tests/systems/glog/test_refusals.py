"""Which refusal comes first when several are due: arguments, the rule's own in the order of its text, then dice."""

from typing import Any

import pytest

from tests.systems.glog.arguments import SWITCHES
from tests.systems.support import ask, outcome

THROWN = {"weapon_class": "heavy", "thrown": True}
BLOW = {"attack": 11, "defense": 10, "strength": 10}
SUIT = {"armor": "chainmail", "material": "bronze"}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("attack_modifier", {**THROWN, "breaks": 2, "distance": 2000}, "not_allowed"),
    ("attack_modifier", {"weapon_class": "medium", "breaks": 2, "distance": 6}, "broken_item"),
    ("attack_modifier", {"weapon_class": "medium", "breaks": 1, "distance": 6}, "out_of_range"),
    ("attack_modifier", {"weapon_class": "unarmed", "distance": 6}, "out_of_range"),
    ("attack_modifier", {"weapon_class": "bow", "thrown": True}, "not_allowed"),
    ("attack_modifier", {"weapon_class": "light", "distance": 6}, "out_of_range"),
    ("weapon_attack", {**BLOW, **THROWN, "hands": 1, "breaks": 2, "distance": 6}, "not_allowed"),
    ("weapon_attack", {**BLOW, "weapon_class": "heavy", "hands": 1, "breaks": 2, "distance": 6}, "broken_item"),
    ("weapon_attack", {**BLOW, "weapon_class": "heavy", "hands": 1, "distance": 6}, "out_of_range"),
    ("weapon_attack", {**BLOW, "weapon_class": "heavy", "hands": 1}, "not_allowed"),
    ("weapon_damage", {"weapon_class": "heavy", "strength": 10, "hands": 1}, "not_allowed"),
    ("armor_details", {**SUIT, "breaks": 5}, "bad_args"),
    ("armor_details", {**SUIT, "breaks": 4}, "not_allowed"),
    ("armor_details", {"armor": "none", "breaks": 1}, "bad_args"),
    ("armor_details", {"armor": "plate", "material": "bronze", "breaks": 6}, "bad_args"),
    ("defense_score", {"dexterity": 10, **SUIT}, "not_allowed"),
    ("defense_score", {"dexterity": 10, "breaks": 1}, "bad_args"),
    ("creature_attack", {"attack": 10, "defense": 10, "damage": "d6", **SUIT}, "bad_args"),
    ("creature_attack", {"attack": 10, "defense": 10, "damage": "1d6", **SUIT}, "not_allowed"),
    ("creature_attack", {"attack": 10, "defense": 10, "damage": "1d6", "breaks": 1}, "bad_args"),
    ("lunch", {"hp": 9, "max_hp": 8, "level": 1, "food": False, "water": False}, "bad_args"),
    ("lunch", {"hp": 8, "max_hp": 8, "level": 1, "food": False, "water": True}, "not_enough_resource"),
    ("lunch", {"hp": 1, "max_hp": 8, "level": 1, "food": True, "water": False}, "not_enough_resource"),
    ("night_rest", {"hp": 9, "max_hp": 8, "level": 1, "blanket": True, "campfire": True}, "bad_args"),
    ("magic_healing", {"hp": 9, "max_hp": 8, "amount": 0}, "bad_args"),
    ("invest_magic_die", {"kind": "wand", "banked": 5, "available": 0}, "bad_args"),
    ("invest_magic_die", {"kind": "wand", "banked": 4, "available": 0}, "wand_full"),
    ("invest_magic_die", {"kind": "staff", "banked": 6, "available": 0}, "wand_full"),
    ("invest_magic_die", {"kind": "wand", "banked": 3, "available": 0}, "not_enough_resource"),
    ("cast", {"magic_dice": 0, "source": "wand", "burn_scroll": True}, "not_allowed"),
    ("cast", {"magic_dice": 0, "source": "wand"}, "bad_args"),
    ("take_template", {"owned": ["thief_b", "thief_b"], "template": "thief_b"}, "bad_args"),
    ("take_template", {"owned": ["thief_b"], "template": "thief_b"}, "template_not_allowed"),
    ("take_template", {"owned": ["thief_b"], "template": "thief_d"}, "template_not_allowed"),
    ("take_template", {"owned": ["thief_b", "thief_c"], "template": "nobody_d"}, "bad_args"),
    ("pay", {"coins": {"zp": 1}, "price_copper": 5}, "bad_args"),
    ("pay", {"coins": {}, "price_copper": 1}, "not_enough_resource"),
    ("turn_order", {"members": [{"id": "orc", "initiative": 9}], "monsters": ["orc"]}, "bad_args"),
    ("carried_slots", {"items": [{"item": "plate", "count": 167}]}, "bad_args"),
    ("carried_slots", {"items": [{"item": "sword", "count": 1000}, {"item": "sling"}]}, "bad_args"),
]
every_refusal = pytest.mark.parametrize(("rule", "arguments", "code"), REFUSED)


@every_refusal
@pytest.mark.parametrize("faces", [[], [1], [0], ["x", None], [20, 6, 6, 6, 6, 6]])
def test_before_any_die_is_read(rule: str, arguments: dict[str, Any], code: str, faces: list[Any]) -> None:
    assert outcome(ask(f"glog.{rule}", arguments, dice=faces)) == code


@every_refusal
def test_the_same_without_dice_and_for_odds(rule: str, arguments: dict[str, Any], code: str) -> None:
    assert outcome(ask(f"glog.{rule}", arguments)) == code
    assert outcome(ask(f"glog.{rule}", arguments, odds=True)) == code
    assert outcome(ask(f"glog.{rule}", arguments, seed=7)) == code


@every_refusal
def test_bad_arguments_come_before(rule: str, arguments: dict[str, Any], code: str) -> None:
    faults: list[dict[str, Any]] = [
        {"nonsense": 1},
        {"house_rules": {"nonsense": 1}},
        {"house_rules": {"minimum_damage": 2}},
    ]
    for fault in faults:
        assert outcome(ask(f"glog.{rule}", {**arguments, **fault}, dice=["x"])) == "bad_args"


@every_refusal
def test_no_house_rule_changes_a_refusal(rule: str, arguments: dict[str, Any], code: str) -> None:
    for switch, values in SWITCHES.items():
        for value in values if isinstance(values, list) else [values.lowest, values.highest]:
            assert outcome(ask(f"glog.{rule}", {**arguments, "house_rules": {switch: value}})) == code


def test_sizes_up_to_the_bound_are_fine() -> None:
    members = [{"id": f"m{place}", "stealth": 1000 - place} for place in range(100)]
    assert ask("glog.party_stealth", {"members": members})["result"] == {"stealth": 901, "member": "m99"}
    movers = [{"id": f"m{place}", "movement": abs(place - 50)} for place in range(100)]
    assert ask("glog.party_movement", {"members": movers})["result"] == {"movement": 0, "member": "m50"}
    assert ask("glog.carried_slots", {"items": [{"item": "plate", "count": 0}] * 200})["result"] == {"slots": 0}
    assert ask("glog.carried_slots", {"items": [{"item": "sword", "count": 5}] * 200})["result"] == {"slots": 1000}
    stats = {f"s{place}": 10 for place in range(20)}
    assert len(ask("glog.stat_bonuses", {"stats": stats})["result"]["bonuses"]) == 20
    roomy = {"expression": "1" + "+1" * 99 + " ", "dice": 1, "sum": 1}
    assert ask("glog.spell_value", roomy)["result"] == {"value": 100}
    monsters = [f"o{place}" for place in range(100)]
    fighters = [{"id": f"m{place}", "initiative": 1000} for place in range(100)]
    ordered = ask("glog.turn_order", {"members": fighters, "monsters": monsters}, dice=[3] * 100)["result"]["order"]
    assert ordered == [f"m{place}" for place in range(100)] + monsters
