"""The named rules and the house rules that the specification lists are all there."""

from typing import Any

import msgspec
import pytest

from rulewright.rules.library import book
from rulewright.systems.ardor.book import SETTINGS
from rulewright.table.game import find_game

INDEX = {
    "core": "character_score creature_score action_bonus action_modifier challenge score_versus_challenge"
    " group_challenge graded_challenge fumble fumble_roll conflict",
    "character": "attributes_check roll_calling derived",
    "space": "zone_distance move_check between reach hazard",
    "actions": "arduous_cost",
    "attack": "hit basic_attack attack_roll defended_score defense_roll ability_attack round round_forecast"
    " duel_forecast",
    "health": "settle incapacitate timer_tick recover_conscious recover_incapacitated downed_forecast",
    "inspired": "discovery",
    "rest": "rest extended_rest_allowed mend_trauma recovery_event",
    "abilities": "variation ability condition_modifiers",
    "advancement": "xp_award xp_cost can_learn",
    "gear": "weapon load",
    "goals": "work clock stronghold",
    "creatures": "creature_intent encounter_rating encounter_challenge challenge_label",
}

STANDARD: dict[str, tuple[Any, ...]] = {
    "simultaneity": ("all_count", "higher_score_first"),
    "arduous_modifier": ("lower", "first", "sum"),
    "inspired_arduous": ("refund", "extra_action"),
    "abilities_need_arduous": (False, True),
    "same_action_twice": (True, False),
    "conflict_ties": ("characters", "creatures", "nobody"),
    "challenge_natural_20": (True, False),
    "standard_rest_restores_health": (True, False),
    "healing_kit_serves": ("one", "party"),
    "aftermath": ("safe", "rounds"),
    "trauma_recovery": ("roll", "all", "one", "none"),
    "trauma_limit": (10, None, 1, 99),
    "first_round_counts": (False, True),
    "npc_at_zero": ("out", "like_character"),
    "hits_on_the_downed": ("nothing", "full_hit_adds_trauma"),
    "surge_with_tend": (True, False),
    "tend_natural_20": (True, False),
    "discovery_waives_prerequisites": (True, False),
    "near": ("same_zone", "adjacent"),
    "weapon_traits": (True, False),
    "surges_outside_rounds": (True, False),
    "show_creature_scores": (False, True),
}
"""The values that each switch can have, the one that is played first."""


def test_the_book_has_exactly_the_rules_of_the_index() -> None:
    wanted = {f"ardor.{name}" for names in INDEX.values() for name in names.split()}
    assert {entry.name for entry in book("ardor").entries.values()} == wanted
    assert len(wanted) == 55


def test_every_rule_names_a_paragraph() -> None:
    assert [entry.name for entry in book("ardor").entries.values() if not entry.ids] == []


def test_the_house_rules_are_those_of_the_list_with_their_defaults() -> None:
    played = msgspec.to_builtins(find_game("ardor").new_state().world.house_rules)
    assert played == {name: values[0] for name, values in STANDARD.items()}


@pytest.mark.parametrize("name", list(STANDARD))
def test_a_house_rule_has_these_values_and_no_others(name: str) -> None:
    game = find_game("ardor")
    for value in STANDARD[name]:
        assert getattr(game.new_state({name: value}).world.house_rules, name) == value
    for wrong in ("sometimes", 0, 100):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: wrong}, type(game.new_state().world.house_rules))


def test_rules_that_take_house_rules_as_arguments_are_in_the_book() -> None:
    known = {entry.name for entry in book("ardor").entries.values()}
    named = {f"ardor.{rule}" for setting in SETTINGS.values() for rule in setting.rules}
    assert named <= known
