"""Which refusal comes first when several are due: arguments, the rule's own in the order of its text, then dice."""

from typing import Any

import pytest

from tests.systems.support import ask, outcome

AX = {"attack_bonus": 1, "damage": "1d8"}
HEALING = {"healing": "1d6", "hit_points": 9, "maximum": 8, "maximum_strain": 0}
CLOSED = {"skill_level": -1, "untrained_allowed": False}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("skill_check", {**CLOSED, "difficulty": 6}, "not_allowed"),
    ("aided_skill_check", {"helpers": [{"skill_level": 4}], **CLOSED, "difficulty": 6}, "not_allowed"),
    ("aided_skill_check", {"helpers": [CLOSED], "skill_level": 4, "difficulty": 6}, "not_allowed"),
    (
        "aided_skill_check",
        {"helpers": [{"skill_level": 4}, {"skill_level": 0}, CLOSED], "skill_level": 4, "difficulty": 6},
        "not_allowed",
    ),
    ("background_roll", {"background": "pirate", "table": "growth"}, "bad_args"),
    ("class_line", {"class": "warrior", "partials": ["healer"], "level": 1}, "bad_args"),
    ("class_line", {"class": "adventurer", "partials": ["healer", "healer"], "level": 1}, "bad_args"),
    ("class_line", {"class": "adventurer", "level": 1}, "bad_args"),
    ("class_line", {"class": "healer", "level": 1}, "bad_args"),
    ("hit_points", {"class": "adventurer", "partials": ["healer"], "level": 1}, "bad_args"),
    ("level_up_gains", {"class": "expert", "partials": ["partial_expert", "healer"], "level": 2}, "bad_args"),
    ("level_up_gains", {"class": "expert", "level": 1}, "bad_args"),
    ("spell_capacity", {"class": "warrior", "partials": ["partial_mage", "healer"], "level": 1}, "bad_args"),
    ("spell_capacity", {"class": "expert", "level": 1}, "not_allowed"),
    ("spell_capacity", {"class": "adventurer", "partials": ["healer", "partial_warrior"], "level": 1}, "not_allowed"),
    ("armor_class", {"armor": "small_shield"}, "bad_args"),
    ("armor_class", {"shield": "plate_armor"}, "bad_args"),
    ("side_initiative", {"sides": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}, "bad_args"),
    ("individual_initiative", {"combatants": [{"id": "a"}, {"id": "a", "always_first": True}]}, "bad_args"),
    ("attack_modifiers", {"flags": ["nearly_full_cover", "snap", "half_cover"]}, "bad_args"),
    ("attack_modifiers", {"flags": ["snap", "snap"]}, "bad_args"),
    ("attack", {**AX, "armor_class": 10, "shock": 2}, "bad_args"),
    ("attack", {**AX, "armor_class": 10, "shock_armor_class": "any"}, "bad_args"),
    ("attack", {**AX, "armor_class": 10, "shock": None, "shock_armor_class": 13}, "bad_args"),
    ("attack", {**AX, "armor_class": 10, "damage": "8"}, "bad_args"),
    ("attack", {**AX, "armor_class": 10, "miss_damage": "d6"}, "bad_args"),
    ("attack_sequence", {"attacks": [AX, AX, {**AX, "shock": 0}], "armor_class": 1, "hit_points": 1}, "bad_args"),
    ("attack_sequence", {"attacks": [AX, {**AX, "damage": "1d7"}], "armor_class": 1, "hit_points": 1}, "bad_args"),
    ("attack_sequence", {"attacks": [{**AX, "shield_ready": True}], "armor_class": 1}, "bad_args"),
    ("attack_sequence", {"attacks": [{**AX, "armor_class": 1}], "armor_class": 1}, "bad_args"),
    (
        "execution_attack",
        {"mode": "ranged", "skill_level": 1, "damage": "21d6", "save_target": 9},
        "bad_args",
    ),
    ("apply_damage", {"hit_points": 0, "damage": 0}, "bad_args"),
    ("apply_damage", {"hit_points": 1, "damage": 0, "status": "stable"}, "bad_args"),
    ("apply_damage", {"hit_points": 1, "damage": 1, "status": "mortally_wounded"}, "bad_args"),
    ("apply_damage", {"hit_points": 0, "damage": 1, "status": "dead"}, "bad_args"),
    ("magical_healing", HEALING, "bad_args"),
    ("magical_healing", {**HEALING, "maximum": 9, "healing": "1d6+1d6"}, "bad_args"),
    ("morale", {"morale": 7, "is_pc": True}, "not_allowed"),
    ("morale_triggers", {"members": 3, "down_before": 2, "down_now": 1}, "bad_args"),
    ("morale_triggers", {"members": 3, "down_before": 2, "down_now": 4}, "bad_args"),
    ("spell_damage", {"dice": "8", "save": "negates"}, "bad_args"),
]
every_refusal = pytest.mark.parametrize(("rule", "arguments", "code"), REFUSED)


@every_refusal
@pytest.mark.parametrize("faces", [[], [1], [0], ["x", None], [20, 6, 6, 6, 6, 6]])
def test_before_any_die_is_read(rule: str, arguments: dict[str, Any], code: str, faces: list[Any]) -> None:
    assert outcome(ask(f"quickref.{rule}", arguments, dice=faces)) == code


@every_refusal
def test_the_same_without_dice_and_for_odds(rule: str, arguments: dict[str, Any], code: str) -> None:
    assert outcome(ask(f"quickref.{rule}", arguments)) == code
    assert outcome(ask(f"quickref.{rule}", arguments, odds=True)) == code
    assert outcome(ask(f"quickref.{rule}", arguments, seed=7)) == code


@every_refusal
def test_bad_arguments_come_before(rule: str, arguments: dict[str, Any], code: str) -> None:
    faults: list[dict[str, Any]] = [{"nonsense": 1}, {"house_rules": {}}, {"": None}]
    for fault in faults:
        assert outcome(ask(f"quickref.{rule}", {**arguments, **fault}, dice=["x"])) == "bad_args"


def test_what_is_wrong_is_named() -> None:
    """Where it is, what was found, and what would be right."""
    known = {"attacks": [AX, {**AX, "miss_damage": "1w6"}], "armor_class": 12}
    message = ask("quickref.attack_sequence", known)["error"]["message"]
    assert message.startswith("attacks[1].miss_damage: expected dice such as 2d6+1")
    assert message.endswith("found '1w6'")
    message = ask("quickref.attack", {**AX, "armor_class": 9, "shock_armor_class": "all"})["error"]["message"]
    assert message == 'shock_armor_class: expected one of any, a whole number, null, found "all"'
    message = ask("quickref.class_line", {"class": "mage", "partials": ["healer"], "level": 1})["error"]["message"]
    assert message == "partials: mage has no partial classes, found 1"
    message = ask("quickref.armor_class", {"armor": "linothoraxes"})["error"]["message"]
    assert message == "armor: there is no 'linothoraxes' (did you mean linothorax?)"


def test_sizes_up_to_the_bound_are_fine() -> None:
    circumstances = [10] * 10
    assert ask("quickref.circumstances", {"circumstances": circumstances})["result"] == {"raw": 100, "applied": 2}
    sides = [{"id": f"s{place}"} for place in range(6)]
    assert ask("quickref.side_initiative", {"sides": sides}, dice=[1, 2, 3, 4, 5, 6])["result"] == {
        "order": ["s5", "s4", "s3", "s2", "s1", "s0"]
    }
    combatants = [{"id": f"c{place}", "roll_twice": True} for place in range(20)]
    ordered = ask("quickref.individual_initiative", {"combatants": combatants}, dice=[1, 3] * 20)["result"]["order"]
    assert ordered == [f"c{place}" for place in range(20)]
    helpers = [{"skill_level": 0, "extra_dice": 2, "circumstances": [-10] * 10}] * 6
    aided = {"helpers": helpers, "skill_level": 4, "difficulty": 30, "extra_dice": 2}
    assert ask("quickref.aided_skill_check", aided, dice=[6] * 28)["result"] == {
        "success": False,
        "total": 16,
        "margin": -14,
        "aided": False,
    }
    eight = {"attacks": [{**AX, "damage": "20d20+99"}] * 8, "armor_class": 1}
    assert ask("quickref.attack_sequence", eight, dice=[2, *[20] * 20] * 8)["result"] == {
        "hits": 8,
        "shocks": 0,
        "damage": 8 * 499,
        "down": False,
    }
