"""The named rules that the specification lists are all there, and say which of its paragraphs they are."""

import inspect
import re
from pathlib import Path
from typing import get_type_hints

import pytest

from rulewright.rules.library import book
from rulewright.systems.quickref.rules.attack import Blow, attack
from tests.systems.kinds import Maybe
from tests.systems.quickref.arguments import ARGUMENTS
from tests.systems.quickref.oracle import RULES
from tests.systems.quickref.reading.fight import OF_THE_ATTACKER

INDEX = {
    "add_strain": "QR-STRAIN-01",
    "aided_skill_check": "QR-SKILL-05",
    "apply_damage": "QR-INJ-01",
    "armor_class": "QR-EQUIP-04",
    "attack": "QR-COMBAT-01",
    "attack_modifiers": "QR-COMBAT-03",
    "attack_roll": "QR-COMBAT-02",
    "attack_sequence": "QR-COMBAT-12",
    "attribute_boost_cost": "QR-ADV-06",
    "attribute_modifier": "QR-CHAR-02",
    "background_roll": "QR-CHAR-04",
    "bundled_encumbrance": "QR-EQUIP-06",
    "circumstances": "QR-SKILL-04",
    "class_line": "QR-CHAR-06",
    "coins": "QR-EQUIP-01",
    "creature_check": "QR-SKILL-08",
    "creature_hit_points": "QR-GM-01",
    "creature_save_target": "QR-SAVE-03",
    "damage_roll": "QR-COMBAT-05",
    "difficulty_band": "QR-SKILL-02",
    "dispel": "QR-MAGIC-08",
    "effort": "QR-MAGIC-09",
    "encumbrance": "QR-EQUIP-05",
    "execution_attack": "QR-COMBAT-15",
    "falling_damage": "QR-HAZ-01",
    "fight_forecast": "QR-GM-02",
    "first_aid": "QR-REST-03",
    "frail_recovery": "QR-INJ-06",
    "hit_points": "QR-CHAR-07",
    "individual_initiative": "QR-ROUND-03",
    "instinct": "QR-MORALE-06",
    "languages": "QR-CHAR-08",
    "learning_days": "QR-MAGIC-03",
    "level_for_experience": "QR-ADV-01",
    "level_up_gains": "QR-ADV-03",
    "magical_healing": "QR-INJ-07",
    "morale": "QR-MORALE-01",
    "morale_behavior": "QR-MORALE-04",
    "morale_triggers": "QR-MORALE-03",
    "night_rest": "QR-REST-01",
    "opposed_check": "QR-SKILL-06",
    "reaction": "QR-REACT-01",
    "roll_attribute": "QR-CHAR-01",
    "save": "QR-SAVE-01",
    "save_target": "QR-SAVE-02",
    "shock_damage": "QR-COMBAT-07",
    "side_initiative": "QR-ROUND-02",
    "skill_check": "QR-SKILL-01",
    "skill_cost": "QR-ADV-05",
    "skill_pick": "QR-CHAR-05",
    "spell_capacity": "QR-MAGIC-02",
    "spell_damage": "QR-MAGIC-06",
    "stabilize": "QR-INJ-04",
    "stabilize_difficulty": "QR-INJ-04",
    "stabilize_sequence": "QR-INJ-05",
    "starting_silver": "QR-EQUIP-02",
    "swarm_bonus": "QR-COMBAT-14",
}
SPEC_IDS = set(Path(__file__).with_name("spec_ids.txt").read_text(encoding="utf-8").split())

every_rule = pytest.mark.parametrize("name", sorted(INDEX))


def test_the_book_has_exactly_the_rules_of_the_index() -> None:
    assert set(book("quickref").entries) == {f"quickref.{name}" for name in INDEX}


def test_the_second_reading_has_them_all_too() -> None:
    assert set(RULES) == set(INDEX) == set(ARGUMENTS)


@every_rule
def test_a_rule_says_what_it_is(name: str) -> None:
    rule = book("quickref").find(f"quickref.{name}")
    assert INDEX[name] in rule.ids
    assert set(rule.ids) <= SPEC_IDS
    assert len(set(rule.ids)) == len(rule.ids)
    assert (rule.__doc__ or "").strip().endswith(".")


@every_rule
def test_the_schema_has_the_arguments_of_the_signature(name: str) -> None:
    schema = book("quickref").find(f"quickref.{name}").arguments.schema()
    described = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    required = {field for field, kind in ARGUMENTS[name].items() if not isinstance(kind, Maybe)}
    assert set(described["properties"]) == set(ARGUMENTS[name])
    assert set(described.get("required", [])) == required


@every_rule
def test_the_defaults_are_those_of_the_specification(name: str) -> None:
    wanted = {known.name: known.default for known in inspect.signature(RULES[name]).parameters.values()}
    if name == "attack":
        wanted |= OF_THE_ATTACKER
    if name == "aided_skill_check":
        wanted |= {known.name: known.default for known in inspect.signature(RULES["skill_check"]).parameters.values()}
    for known in book("quickref").find(f"quickref.{name}").arguments.own:
        if known.outside != "modifiers":  # no modifiers are all of them 0
            assert known.default == wanted.get(known.inside, inspect.Parameter.empty), known.outside


def test_a_blow_of_a_sequence_is_what_an_attack_takes_of_its_attacker() -> None:
    of_the_target = {"armor_class", "shield_ready", "immune_to_shock"}
    taken = {known.inside: known for known in attack.arguments.own if known.inside not in of_the_target}
    kinds = get_type_hints(Blow, include_extras=True)
    assert [(name, kinds[name]) for name in Blow.__struct_fields__] == [(n, taken[n].kind) for n in taken]
    blow = Blow(attack_bonus=0, damage="1d4")
    for name, known in taken.items():
        if known.default is not inspect.Parameter.empty:
            assert getattr(blow, name) == known.default


def test_ids_are_ids() -> None:
    assert all(re.fullmatch(r"QR-[A-Z]+-[0-9][0-9]", spec_id) for spec_id in SPEC_IDS)
    assert set(INDEX.values()) <= SPEC_IDS
