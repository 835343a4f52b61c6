"""An explanation names the rule, its arguments, the dice and what lay between."""

import json

import msgspec

from rulewright.dice import Scripted
from rulewright.rules.explain import explain, explain_all, rules_in, to_data
from rulewright.rules.library import find
from tests.dice import toys


def weapon_attack(*faces: int, **house_rules: object) -> Scripted:
    rule = find("glog.weapon_attack")
    dice = Scripted(faces)
    raw = {"attack": 12, "defense": 14, "strength": 15, "weapon_class": "medium", "house_rules": house_rules}
    rule(dice, **rule.arguments.read(raw))  # type: ignore[arg-type]
    return dice


def test_the_tree_in_words() -> None:
    assert (
        explain(weapon_attack(1, 3, 6).trace)
        == """\
glog.weapon_attack: hit, critical, damage 13, weapon unchanged
  attack 12
  defense 14
  strength 15
  weapon_class medium
  glog.attack_modifier: modifier 0
    weapon_class medium
  glog.attack: hit, critical, target 8, not breakage risk
    attack 12
    defense 14
    d20 (Attack): 1
  glog.weapon_damage: damage 13
    weapon_class medium
    strength 15
    hands 1
    critical yes
    bonus = 2
    2d6 (damage): 3, 6 = 9"""
    )


def test_house_rules_are_named_where_they_took_part() -> None:
    lines = explain(weapon_attack(1, critical_damage="maximum", hp_cap=0).trace).splitlines()
    assert "    house rule: critical_damage maximum" in lines
    assert not any("hp_cap" in line for line in lines)


def test_rolled_again_is_said() -> None:
    dice = Scripted([2, 2, 3, 1])
    toys.contest_without_ties(dice, mine=3, theirs=2)
    assert "  rolled again: what came before does not count" in explain(dice.trace).splitlines()


def test_the_tree_as_data() -> None:
    data = json.loads(msgspec.json.encode(to_data(weapon_attack(1, 3, 6, fumble_breaks=True).trace)))
    assert data["rule"] == "glog.weapon_attack"
    assert data["arguments"]["attack"] == {"value": 12, "source": "given"}
    assert data["arguments"]["distance"] == {"value": 0, "source": "standard"}
    assert "hands" not in data["arguments"], "what depends on the weapon has no standard"
    damage = data["steps"][2]
    assert damage["steps"][-1] == {"draw": "total", "why": "damage", "sides": 6, "faces": [3, 6], "value": 9}
    assert damage["steps"][0] == {"note": "bonus", "value": 2}
    assert data["result"]["damage"] == 13


def test_arguments_with_a_name_that_python_keeps() -> None:
    rule = find("glog.convert_coins")
    dice = Scripted([])
    rule(dice, **rule.arguments.read({"amount": 5, "from": "gp", "to": "sp"}))  # type: ignore[arg-type]
    assert "  from gp" in explain(dice.trace).splitlines()


def test_several_things_one_after_the_other() -> None:
    dice = weapon_attack(1, 3, 6)
    dice.note("luck", 2)
    lines = explain_all(dice.entries).splitlines()
    assert lines[0] == "glog.weapon_attack: hit, critical, damage 13, weapon unchanged"
    assert lines[-1] == "luck = 2"


def test_the_rules_that_took_part_are_named_once() -> None:
    dice = weapon_attack(1, 3, 6)
    found = [rule.name for rule in rules_in([*dice.entries, *dice.entries])]
    assert found == ["glog.weapon_attack", "glog.attack_modifier", "glog.attack", "glog.weapon_damage"]
