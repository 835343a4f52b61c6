"""The named rules that the specification lists are all there, and say which of its paragraphs they are."""

import re
from pathlib import Path

import msgspec
import pytest

from rulewright.rules.library import book
from tests.systems.glog.arguments import ARGUMENTS
from tests.systems.glog.oracle import RULES
from tests.systems.glog.reading.tables import HOUSE_RULES
from tests.systems.kinds import Maybe

INDEX = {
    "armor_details": "GL-DEF-03",
    "attack": "GL-ATTACK-01",
    "attack_modifier": "GL-ATTACK-02",
    "break_check": "GL-BREAK-02",
    "carried_slots": "GL-INV-05",
    "cast": "GL-MAGIC-04",
    "caster_profile": "GL-MAGIC-02",
    "chase_round": "GL-MOVE-03",
    "check": "GL-CORE-01",
    "contest": "GL-CORE-03",
    "convert_coins": "GL-COIN-01",
    "creature_attack": "GL-DEF-02",
    "creature_hit_points": "GL-NPC-02",
    "creature_profile": "GL-NPC-01",
    "defend": "GL-DEF-02",
    "defense_score": "GL-DEF-01",
    "dismemberment": "GL-HP-05",
    "doom": "GL-DOOM-04",
    "encumbrance": "GL-INV-07",
    "hireling_limit": "GL-NPC-05",
    "identify_magic": "GL-IDENT-03",
    "initiative": "GL-INIT-02",
    "injury_after": "GL-INJ-01",
    "inventory_slots": "GL-INV-01",
    "invest_magic_die": "GL-WAND-03",
    "level_details": "GL-ADV-08",
    "level_for_experience": "GL-ADV-01",
    "lunch": "GL-REST-03",
    "magic_healing": "GL-INJ-03",
    "max_hit_points": "GL-HP-01",
    "max_resolve": "GL-DOUBT-02",
    "mishap": "GL-MISHAP-01",
    "morale": "GL-NPC-04",
    "movement_score": "GL-MOVE-01",
    "night_rest": "GL-REST-02",
    "party_movement": "GL-MOVE-04",
    "party_stealth": "GL-STEALTH-04",
    "pay": "GL-COIN-03",
    "pool_attrition": "GL-MAGIC-14",
    "purse_value": "GL-COIN-02",
    "random_item": "GL-CHAR-08",
    "reaction": "GL-NPC-03",
    "recover_arrows": "GL-ATTACK-07",
    "resolve_damage": "GL-DOUBT-03",
    "restore_magic_dice": "GL-MAGIC-09",
    "roll_stat": "GL-CHAR-02",
    "save": "GL-SAVE-02",
    "save_score": "GL-SAVE-01",
    "spell_effect": "GL-MAGIC-10",
    "spell_value": "GL-MAGIC-10",
    "spending_experience": "GL-ADV-04",
    "stabilise": "GL-HP-08",
    "stat_advance": "GL-ADV-09",
    "stat_bonuses": "GL-CHAR-03",
    "stealth_score": "GL-STEALTH-01",
    "sunder": "GL-DEF-06",
    "take_damage": "GL-HP-02",
    "take_template": "GL-CHAR-06",
    "trauma": "GL-TRAUMA-02",
    "treasure_experience": "GL-ADV-02",
    "turn_order": "GL-INIT-03",
    "weapon_attack": "GL-ATTACK-09",
    "weapon_condition": "GL-BREAK-03",
    "weapon_damage": "GL-DAMAGE-01",
}
SPEC_IDS = set(Path(__file__).with_name("spec_ids.txt").read_text(encoding="utf-8").split())


def test_the_book_has_exactly_the_rules_of_the_index() -> None:
    assert set(book("glog").entries) == {f"glog.{name}" for name in INDEX}


def test_the_second_reading_has_them_all_too() -> None:
    assert set(RULES) == set(INDEX) == set(ARGUMENTS)


@pytest.mark.parametrize("name", sorted(INDEX))
def test_a_rule_says_what_it_is(name: str) -> None:
    rule = book("glog").find(f"glog.{name}")
    assert INDEX[name] in rule.ids
    assert set(rule.ids) <= SPEC_IDS
    assert len(set(rule.ids)) == len(rule.ids)
    assert (rule.__doc__ or "").strip().endswith(".")


@pytest.mark.parametrize("name", sorted(INDEX))
def test_the_schema_has_the_arguments_of_the_signature(name: str) -> None:
    schema = book("glog").find(f"glog.{name}").arguments.schema()
    described = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    required = {field for field, kind in ARGUMENTS[name].items() if not isinstance(kind, Maybe)}
    assert set(described["properties"]) == {*ARGUMENTS[name], "house_rules"}
    assert set(described.get("required", [])) == required


def test_the_house_rules_are_those_of_the_list_with_their_defaults() -> None:
    assert msgspec.to_builtins(book("glog").shared["house_rules"]) == HOUSE_RULES


def test_ids_are_ids() -> None:
    assert all(re.fullmatch(r"GL-[A-Z]+-[0-9][0-9]", spec_id) for spec_id in SPEC_IDS)
    assert set(INDEX.values()) <= SPEC_IDS
