"""The tables of the specification, written down a second time, and the lists that only the content has."""

from pathlib import Path
from typing import Any

import yaml

from tests.systems.support import ROOT

CONTENT = ROOT / "src/rulewright/systems/glog/content"


def _read(name: str) -> Any:
    return yaml.safe_load(Path(CONTENT / f"{name}.yaml").read_text(encoding="utf-8"))


HOUSE_RULES: dict[str, Any] = {
    "critical_face": "low",
    "critical_damage": "double_roll",
    "enemy_criticals": True,
    "fumble_breaks": False,
    "minimum_damage": 1,
    "range_rounding": "started",
    "arrow_recovery": "half",
    "no_bag_capacity": "strength",
    "initiative_stat": "willpower",
    "hp_cap": 20,
    "magic_sets": "highest_only",
    "spell_recast": "sunrise",
    "spells_return_to": "prison",
    "wand_reuse": "immediate",
    "lunches_per_day": 0,
    "levels_beyond_ten": "capped",
    "stat_advance": False,
    "trauma": False,
    "doubt": False,
    "round_seconds": 10,
}

# class: (sides of the die, adds the Strength bonus, hands)
WEAPONS = {
    "light": (6, False, 1),
    "medium": (6, True, 1),
    "heavy": (10, True, 2),
    "sling": (6, True, 1),
    "bow": (8, True, 2),
    "crossbow": (12, False, 2),
    "unarmed": (4, False, 1),
}
INCREMENTS = {"light": 10, "sling": 20, "bow": 30, "crossbow": 40}
RANGED = ("sling", "bow", "crossbow")

# suit: (printed Defense, weight)
ARMOR = {
    "none": (10, "none"),
    "gambeson": (11, "light"),
    "rawhide": (12, "light"),
    "lamellar": (13, "light"),
    "chainmail": (14, "medium"),
    "splintmail": (15, "heavy"),
    "plate": (16, "heavy"),
}

# level: (Attack, save_base, offset of hit points, templates, hit dice)
LEVELS = {
    1: (11, 6, -4, 1, 1),
    2: (12, 7, -2, 2, 2),
    3: (12, 8, 0, 3, 3),
    4: (13, 9, 2, 4, 4),
    5: (13, 10, 4, 4, 4),
    6: (14, 11, 6, 4, 4),
    7: (14, 12, 7, 4, 4),
    8: (15, 13, 8, 4, 4),
    9: (15, 14, 9, 4, 4),
    10: (15, 15, 10, 4, 4),
}
EXPERIENCE = {1: 0, 2: 2000, 3: 4000, 4: 7000, 5: 10000, 6: 14000, 7: 18000, 8: 22000, 9: 26000, 10: 30000}

LOCATIONS = ["right_arm", "left_arm", "right_leg", "left_leg", "torso", "head"]
PARTS = {
    "right_arm": "arm",
    "left_arm": "arm",
    "right_leg": "leg",
    "left_leg": "leg",
    "torso": "torso",
    "head": "head",
}
WOUNDS = {
    "grazed": {"arm": "disarmed", "leg": "prone", "torso": "winded", "head": "dazed"},
    "hurt": {"arm": "sprained_wrist", "leg": "sprained_ankle", "torso": "bruised_ribs", "head": "rung_bell"},
    "maimed": {"arm": "broken_arm", "leg": "broken_leg", "torso": "cracked_ribs", "head": "concussion"},
    "mortal": {"arm": "mangled_arm", "leg": "mangled_leg", "torso": "opened_belly", "head": "split_skull"},
}
DAYS_DICE = {"grazed": 0, "hurt": 1, "maimed": 2, "mortal": 4}
BREAKDOWNS = ["weeping", "frozen", "flight", "laughter", "violence", "denial"]

MISHAPS = {
    "elderstone": ["nosebleed_numbers", "inkblind", "loose_dice", "backwash", "borrowed_voice", "wrong_address"],
    "bonewright": ["brittle", "grave_chill", "loose_dice", "backwash", "restless_dead", "thin_skin"],
    "stormreader": ["static", "deafening_clap", "loose_dice", "backwash", "lodestone_hands", "private_weather"],
    "hearth": ["cold_hands", "soot_eyes", "loose_dice", "backwash", "contrition", "smoke_witness"],
}
DOOMS = {
    "elderstone": ["the_erratum", "the_long_lecture", "the_final_edition"],
    "bonewright": ["the_first_rattle", "the_hollow_year", "the_unbuttoning"],
    "stormreader": ["the_grounding", "the_hundred_days_of_rain", "the_return_stroke"],
    "hearth": ["the_banked_fire", "the_cold_house", "the_guest_who_stays"],
}

COINS = {"cp": 1, "sp": 10, "ep": 50, "gp": 100, "pp": 1000}
CLASSES = ["fighter", "barbarian", "thief", "ranger", "wizard", "cleric"]
TEMPLATES = [f"{name}_{letter}" for name in CLASSES for letter in "abcd"]

RANDOM_ITEMS: dict[int, str] = {entry["number"]: entry["id"] for entry in _read("random_items")["random_items"]}
GOODS: dict[str, tuple[int, int]] = {
    **{entry["id"]: (entry["slots"], 1) for entry in _read("random_items")["random_items"]},
    **{entry["id"]: (entry["slots"], entry["per_slot"]) for entry in _read("equipment")["items"]},
}
SPELLS: dict[str, dict[str, str]] = {entry["id"]: entry["values"] for entry in _read("spells")["spells"]}
