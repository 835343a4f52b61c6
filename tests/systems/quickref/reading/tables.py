"""The tables of the specification, written down a second time, and the one that only the content has."""

from typing import Any

import yaml

from tests.systems.support import ROOT

CONTENT = ROOT / "src/rulewright/systems/quickref/content"


def content(name: str) -> Any:
    return yaml.safe_load((CONTENT / f"{name}.yaml").read_text(encoding="utf-8"))


HOUSE_RULES: dict[str, list[Any]] = {
    "creature_save_rounding": ["down", "up"],
    "untrained_attack_penalty": [-2, -1, 0],
    "hit_minimum": ["if_shock_applies", "always", "never"],
    "shock_bonuses": ["all", "explicit"],
    "punch_weapons": ["all", "unarmed_only"],
    "minimum_damage": [0, 1],
    "total_defense_lasts": ["round", "next_turn"],
    "total_defense_armor_bonus": [2, 0],
    "initiative": ["side", "individual"],
    "initiative_reroll": ["never", "each_round"],
    "main_for_move": [True, False],
    "on_turn_limit": [None, 1, 2, 3, 4, 5],
    "free_attacks": [True, False],
    "damage_while_dying": ["dies", "no_effect"],
    "rounds_to_live": [6, 3, 10],
    "stabilize_attempts": ["one_per_round", "any"],
    "frail_recovery": ["simple", "with_care"],
    "morale_roll": ["side", "each"],
    "system_strain": [True, False],
    "first_level_hit_points": ["roll", "maximum"],
    "creature_hit_points": ["roll", "average"],
    "experience_track": ["fast", "slow"],
    "encumbrance": [True, False],
    "track_ammunition": [False, True],
    "swarm_shock": ["normal", "ignores_defenses"],
    "minor_hit_dice": [2, 1, 0],
    "non_lethal_attacks": [True, False],
    "surprise_instants": [False, True],
}
"""Section 20; the first value is the default."""

CLASSES = ["warrior", "expert", "mage", "adventurer"]
PARTIALS = ["partial_warrior", "partial_expert", "partial_mage", "healer"]

WARRIOR = ("1 2 3 4 5 6 7 8 9 10", 2)
EXPERT = ("0 1 1 2 2 3 3 4 4 5", 0)
MAGE = ("0 0 0 0 1 1 1 1 1 2", -1)
PARTIAL_WARRIOR = ("1 2 2 3 4 5 5 6 6 7", 2)

FAST = [0, 3, 6, 12, 18, 27, 39, 54, 72, 93]
SLOW = [0, 6, 15, 24, 36, 51, 69, 87, 105, 139]

# level: (spell level, casts, prepared) of a mage, then of a partial mage
CASTING = {
    1: ((1, 1, 3), (1, 1, 2)),
    2: ((1, 1, 3), (1, 1, 3)),
    3: ((2, 2, 4), (1, 1, 3)),
    4: ((2, 2, 5), (1, 2, 4)),
    5: ((3, 3, 6), (2, 2, 5)),
    6: ((3, 3, 7), (2, 3, 6)),
    7: ((4, 4, 8), (2, 3, 7)),
    8: ((4, 4, 9), (2, 3, 7)),
    9: ((5, 5, 10), (3, 4, 8)),
    10: ((5, 6, 12), (3, 4, 9)),
}

ARMOR = {
    "none": 10,
    "war_shirt": 11,
    "buff_coat": 12,
    "linothorax": 13,
    "war_robe": 14,
    "pieced_armor": 14,
    "mail_shirt": 14,
    "cuirass_and_greaves": 15,
    "scaled_armor": 16,
    "mail_hauberk": 16,
    "plate_armor": 17,
    "great_armor": 19,
    "grand_plate": 16,
}
SHIELDS = {"small_shield": 13, "large_shield": 14}

SITUATIONS = {
    "target_prone_adjacent": 2,
    "target_prone_distant": -2,
    "attacker_prone": -4,
    "long_range": -2,
    "half_cover": -2,
    "nearly_full_cover": -4,
    "thrown_in_melee": -4,
    "unseen_place_known": -4,
    "charge": 2,
    "snap": -4,
    "two_weapons": -1,
}
IMPOSSIBLE = ["two_handed_ranged_in_melee", "unseen_place_unknown"]

BACKGROUNDS = {row["id"]: row for row in content("backgrounds")["backgrounds"]}
