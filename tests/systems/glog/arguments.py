"""What each named rule takes, from the signatures of the specification: its valid values and its invalid ones."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.systems.glog.reading.tables import ARMOR, COINS, DOOMS, GOODS, SPELLS, TEMPLATES, WEAPONS
from tests.systems.kinds import (
    Flag,
    Id,
    Kind,
    ListOf,
    MapOf,
    Maybe,
    Null,
    Object,
    OneOf,
    Text,
    Whole,
    house_rules,
    objects,
    required_example,
)

SCORE = Whole(-1100, 1100)
MODIFIER = Whole(-20, 20)
SITUATION = Whole(-250, 50)
ENCUMBRANCE = Whole(0, 1010)
DAMAGE = Whole(0, 5000)
STAT = Whole(1, 30)
LEVEL = Whole(1, 20)
HIT_POINTS = Whole(0, 200)
MOST_HIT_POINTS = Whole(1, 200)
POOL_BONUS = Whole(-20, 50)
WEAPON_BREAKS = Whole(0, 2)
ARMOR_BREAKS = Whole(0, 6)
FLAG = Flag()
WEAPON_CLASS = OneOf(*WEAPONS)
QUALITY = OneOf("standard", "fragile", "masterwork")
ARMOR_ID = OneOf(*ARMOR)
MATERIAL = OneOf("ordinary", "bronze")
SCHOOL = OneOf(*DOOMS)
COIN = OneOf(*COINS)
PURSE = Object(**{coin: Maybe(Whole(0, 1000000)) for coin in COINS})

SWITCHES: dict[str, Any] = {
    "critical_face": ["low", "high"],
    "critical_damage": ["double_roll", "double_dice", "double_total", "maximum", "none"],
    "enemy_criticals": [True, False],
    "fumble_breaks": [False, True],
    "minimum_damage": [1, 0],
    "range_rounding": ["started", "full"],
    "arrow_recovery": ["half", "each"],
    "no_bag_capacity": ["strength", "two"],
    "initiative_stat": ["willpower", "charisma"],
    "hp_cap": Whole(0, 200),
    "magic_sets": ["highest_only", "each_set", "triples_also_mishap"],
    "spell_recast": ["sunrise", "while_dice_last"],
    "spells_return_to": ["prison", "origin"],
    "wand_reuse": ["immediate", "sunrise"],
    "lunches_per_day": Whole(0, 10),
    "levels_beyond_ten": ["capped", "every_5000"],
    "stat_advance": [False, True],
    "trauma": [False, True],
    "doubt": [False, True],
    "round_seconds": Whole(1, 60),
}
HOUSE_RULES = house_rules(SWITCHES)

TOUCHED_BY: dict[str, list[str]] = {
    "attack": ["critical_face"],
    "attack_modifier": ["range_rounding"],
    "cast": ["magic_sets"],
    "chase_round": ["critical_face"],
    "check": ["critical_face"],
    "contest": ["critical_face"],
    "creature_attack": ["critical_face", "critical_damage", "enemy_criticals", "fumble_breaks", "minimum_damage"],
    "defend": ["critical_face"],
    "encumbrance": ["no_bag_capacity"],
    "identify_magic": ["critical_face"],
    "initiative": ["critical_face"],
    "inventory_slots": ["no_bag_capacity"],
    "level_for_experience": ["levels_beyond_ten"],
    "max_hit_points": ["hp_cap"],
    "max_resolve": ["hp_cap"],
    "pool_attrition": ["magic_sets"],
    "recover_arrows": ["arrow_recovery"],
    "restore_magic_dice": ["critical_face"],
    "save": ["critical_face"],
    "stabilise": ["critical_face"],
    "trauma": ["critical_face"],
    "turn_order": ["critical_face"],
    "weapon_attack": ["critical_face", "critical_damage", "fumble_breaks", "minimum_damage", "range_rounding"],
    "weapon_damage": ["critical_damage", "minimum_damage"],
}
"""The switches that change something for a rule. All others are allowed too, and change nothing."""

_constant = st.one_of(st.integers(0, 20), st.sampled_from([0, 999]))
_thrown = st.builds(
    "{}d{}{}".format,
    st.one_of(st.integers(1, 4), st.sampled_from([1, 20])),
    st.sampled_from([4, 6, 8, 10, 12]),
    st.one_of(st.just(""), st.builds("{}{}".format, st.sampled_from("+-"), _constant)),
)
DICE_TEXT = Text(
    st.one_of(_thrown, _thrown, _thrown, _constant.map(str)),
    *("", " ", "d8", "0d6", "21d6", "1d", "1d5", "1d20", "1d3", "1d7", "1d0", "1d100", "1d6+", "1d6-", "1d6+1000"),
    *("1000", "-1", "+1", "1d6+-1", "1d6++1", "1d6*2", "1d6+1d6", "1d6 +1", "1d6+ 1", " 1d6", "1d6 ", "1d6\n", "1 d6"),
    *("1D6", "1w6", "-1d6", "1.0d6", "1d6.0", "1.5", "1e2", "0x1", "٣d6", "1d٦", "²", "one", "1d6+x", "(1d6)", "1,5"),
)


def _joined(parts: SearchStrategy[str]) -> SearchStrategy[str]:
    space = st.sampled_from(["", "", " ", "  "])
    operator = st.sampled_from("+-*/")
    return st.one_of(
        st.builds("{}{}{}{}{}".format, parts, space, operator, space, parts),
        st.builds("({}{}{})".format, space, parts, space),
        st.builds("{}{}({},{}{})".format, st.sampled_from(["min", "max"]), space, parts, space, parts),
        st.builds("-{}({})".format, space, parts),
        st.builds("-{}{}".format, space, st.sampled_from(["1", "7", "[dice]", "[sum]"])),
    )


_atom = st.one_of(st.sampled_from(["[dice]", "[sum]", "[level]"]), st.integers(0, 30).map(str))
EXPRESSION = Text(
    st.recursive(_atom, _joined, max_leaves=8).filter(lambda text: len(text) <= 200),
    *("", " ", "+", "1 +", "* 2", "+ 2", "1 2", "[dice] [sum]", "2[dice]", "(1", "1)", "()", "(", "[foo]", "[dice"),
    *("[DICE]", "dice", "sum", "min(1)", "min(1, 2, 3)", "min 1, 2", "min(, 1)", "min()", "MIN(1, 2)", "abs(1)"),
    *("1.5", "1,5", "2 ** 3", "2 // 3", "7 % 2", "1 / 0", "[sum] / ([dice] - [dice])", "0 / 0", "1 = 1", "[sum] > 2"),
    *("0x10", "1e3", "1_000", "٣", "__import__", "1; 2", "[level", "level]", "max(1, 2", "1 min 2", "1" + "+1" * 100),
    "(" * 200 + "1",
)

ARGUMENTS: dict[str, dict[str, Kind | Maybe]] = {
    "armor_details": {"armor": ARMOR_ID, "material": Maybe(MATERIAL), "breaks": Maybe(ARMOR_BREAKS)},
    "attack": {
        "attack": SCORE,
        "defense": SCORE,
        "modifier": Maybe(SITUATION),
        "critical_faces": Maybe(Whole(1, 5)),
    },
    "attack_modifier": {
        "weapon_class": WEAPON_CLASS,
        "distance": Maybe(Whole(0, 2000)),
        "thrown": Maybe(FLAG),
        "confined": Maybe(FLAG),
        "breaks": Maybe(WEAPON_BREAKS),
        "range_halved": Maybe(FLAG),
        "modifier": Maybe(MODIFIER),
    },
    "break_check": {"quality": QUALITY},
    "carried_slots": {"items": ListOf(Object(item=OneOf(*GOODS), count=Maybe(Whole(0, 10000))), 0, 200)},
    "cast": {
        "magic_dice": Whole(0, 8),
        "burn_scroll": Maybe(FLAG),
        "source": Maybe(OneOf("pool", "wand")),
        "return_up_to": Maybe(Whole(0, 5)),
    },
    "caster_profile": {"caster_templates": Whole(0, 4), "bonus_slots": Maybe(Whole(0, 10))},
    "chase_round": {
        "movement": SCORE,
        "opponent_movement": SCORE,
        "gap": Whole(1, 4),
        "fleeing": FLAG,
        "modifier": Maybe(MODIFIER),
    },
    "check": {"score": SCORE, "modifier": Maybe(MODIFIER), "encumbrance": Maybe(ENCUMBRANCE)},
    "contest": {
        "score": SCORE,
        "opponent_score": SCORE,
        "modifier": Maybe(MODIFIER),
        "encumbrance": Maybe(ENCUMBRANCE),
    },
    "convert_coins": {"amount": Whole(0, 1000000), "from": COIN, "to": COIN},
    "creature_attack": {
        "defense": SCORE,
        "attack": SCORE,
        "damage": DICE_TEXT,
        "armor": Maybe(ARMOR_ID),
        "material": Maybe(MATERIAL),
        "quality": Maybe(QUALITY),
        "breaks": Maybe(ARMOR_BREAKS),
        "modifier": Maybe(MODIFIER),
    },
    "creature_hit_points": {"hit_dice": Whole(0, 20)},
    "creature_profile": {"hit_dice": Whole(0, 20)},
    "defend": {"defense": SCORE, "attack": SCORE, "modifier": Maybe(SITUATION)},
    "defense_score": {
        "dexterity": STAT,
        "armor": Maybe(ARMOR_ID),
        "material": Maybe(MATERIAL),
        "breaks": Maybe(ARMOR_BREAKS),
        "shield": Maybe(FLAG),
        "modifier": Maybe(MODIFIER),
    },
    "dismemberment": {"excess": Whole(1, 5000), "injuries": Maybe(Whole(0, 50)), "modifier": Maybe(MODIFIER)},
    "doom": {
        "school": SCHOOL,
        "suffered": Maybe(Whole(0, 3)),
        "spellcaster": Maybe(FLAG),
        "freed": Maybe(FLAG),
    },
    "encumbrance": {
        "strength": STAT,
        "carried_slots": Whole(0, 1000),
        "bag": Maybe(FLAG),
        "armor": Maybe(ARMOR_ID),
    },
    "hireling_limit": {"charisma": STAT},
    "identify_magic": {"senses": OneOf("wizard", "fey", "none"), "talent": STAT, "modifier": Maybe(MODIFIER)},
    "initiative": {"initiative": SCORE, "modifier": Maybe(MODIFIER)},
    "injury_after": {"days_left": Whole(1, 1000), "days": Whole(0, 1000)},
    "inventory_slots": {"strength": STAT, "bag": Maybe(FLAG), "modifier": Maybe(MODIFIER)},
    "invest_magic_die": {"kind": OneOf("wand", "staff"), "banked": Whole(0, 6), "available": Whole(0, 8)},
    "level_details": {"level": LEVEL},
    "level_for_experience": {"experience": Whole(0, 1000000000)},
    "lunch": {"hp": HIT_POINTS, "max_hp": MOST_HIT_POINTS, "level": LEVEL, "food": FLAG, "water": FLAG},
    "magic_healing": {
        "hp": HIT_POINTS,
        "max_hp": MOST_HIT_POINTS,
        "amount": DAMAGE,
        "injury_days": Maybe(Null(Whole(1, 1000))),
    },
    "max_hit_points": {"level": LEVEL, "strength": STAT, "bonus": Maybe(POOL_BONUS)},
    "max_resolve": {"level": LEVEL, "charisma": STAT, "bonus": Maybe(POOL_BONUS)},
    "mishap": {"school": SCHOOL, "rolls": Maybe(Whole(1, 2))},
    "morale": {"morale": Whole(2, 12), "modifier": Maybe(MODIFIER)},
    "movement_score": {
        "dexterity": STAT,
        "encumbrance": Maybe(ENCUMBRANCE),
        "modifier": Maybe(MODIFIER),
        "halved": Maybe(FLAG),
    },
    "night_rest": {
        "hp": HIT_POINTS,
        "max_hp": MOST_HIT_POINTS,
        "level": LEVEL,
        "blanket": FLAG,
        "campfire": FLAG,
        "interrupted": Maybe(FLAG),
    },
    "party_movement": {"members": ListOf(Object(id=Id(), movement=SCORE), 1, 100, "id")},
    "party_stealth": {"members": ListOf(Object(id=Id(), stealth=SCORE), 1, 100, "id")},
    "pay": {"coins": PURSE, "price_copper": Whole(0, 2000000000)},
    "pool_attrition": {"pool": Whole(1, 8), "casts": Whole(1, 10), "invest": Maybe(Whole(0, 8))},
    "purse_value": {"coins": PURSE},
    "random_item": {},
    "reaction": {"charisma": STAT, "modifier": Maybe(MODIFIER)},
    "recover_arrows": {"spent": Whole(0, 1000)},
    "resolve_damage": {"resolve": HIT_POINTS, "damage": DAMAGE},
    "restore_magic_dice": {
        "missing": Whole(0, 8),
        "slept_well": FLAG,
        "save": SCORE,
        "modifier": Maybe(MODIFIER),
    },
    "roll_stat": {},
    "save": {"level": LEVEL, "charisma": STAT, "modifier": Maybe(MODIFIER)},
    "save_score": {"level": LEVEL, "charisma": STAT, "modifier": Maybe(MODIFIER)},
    "spell_effect": {"spell": OneOf(*SPELLS), "dice": Whole(1, 9), "sum": Whole(1, 54), "level": Maybe(LEVEL)},
    "spell_value": {"expression": EXPRESSION, "dice": Whole(1, 9), "sum": Whole(1, 54), "level": Maybe(LEVEL)},
    "spending_experience": {"coins": PURSE, "adventuring": Maybe(FLAG)},
    "stabilise": {"talent": STAT, "rounds_dying": Maybe(Whole(0, 10)), "modifier": Maybe(MODIFIER)},
    "stat_advance": {"stat": STAT},
    "stat_bonuses": {"stats": MapOf(STAT, 1, 20)},
    "stealth_score": {"dexterity": STAT, "encumbrance": Maybe(ENCUMBRANCE), "modifier": Maybe(MODIFIER)},
    "sunder": {"damage": Whole(1, 5000)},
    "take_damage": {"hp": HIT_POINTS, "damage": DAMAGE},
    "take_template": {"owned": ListOf(OneOf(*TEMPLATES), 0, 24, ""), "template": OneOf(*TEMPLATES)},
    "trauma": {"trauma": Whole(0, 100), "points": Whole(1, 20), "save": SCORE},
    "treasure_experience": {
        "coins": PURSE,
        "adventurous": Maybe(FLAG),
        "safe": Maybe(FLAG),
        "shares": Maybe(Whole(1, 100)),
    },
    "turn_order": {
        "members": ListOf(Object(id=Id(), initiative=SCORE), 0, 100, "id"),
        "monsters": ListOf(Id(), 0, 100, ""),
    },
    "weapon_attack": {
        "attack": SCORE,
        "defense": SCORE,
        "strength": STAT,
        "weapon_class": WEAPON_CLASS,
        "hands": Maybe(Whole(1, 2)),
        "quality": Maybe(QUALITY),
        "breaks": Maybe(WEAPON_BREAKS),
        "distance": Maybe(Whole(0, 2000)),
        "thrown": Maybe(FLAG),
        "confined": Maybe(FLAG),
        "range_halved": Maybe(FLAG),
        "modifier": Maybe(MODIFIER),
        "bonus": Maybe(MODIFIER),
        "extra_d6": Maybe(Whole(0, 10)),
        "critical_faces": Maybe(Whole(1, 5)),
    },
    "weapon_condition": {"breaks": WEAPON_BREAKS},
    "weapon_damage": {
        "weapon_class": WEAPON_CLASS,
        "strength": STAT,
        "hands": Maybe(Whole(1, 2)),
        "critical": Maybe(FLAG),
        "bonus": Maybe(MODIFIER),
        "extra_d6": Maybe(Whole(0, 10)),
    },
}


def fields_of(rule: str) -> dict[str, Kind | Maybe]:
    return {**ARGUMENTS[rule], "house_rules": Maybe(HOUSE_RULES)}


def house_rules_for(rule: str) -> SearchStrategy[dict[str, Any]]:
    """Switches that matter to the rule and, now and then, all that there are."""
    touching = Object(**{name: HOUSE_RULES.fields[name] for name in TOUCHED_BY.get(rule, [])})
    return st.one_of(touching.valid(), touching.valid(), touching.valid(), HOUSE_RULES.valid())


def requests(rule: str) -> SearchStrategy[dict[str, Any]]:
    """Arguments of the right types and ranges. Whether the rule then refuses is for its oracle to say."""
    return with_house_rules(rule, objects(ARGUMENTS[rule]))


def with_house_rules(rule: str, arguments: SearchStrategy[dict[str, Any]]) -> SearchStrategy[dict[str, Any]]:
    switched = st.builds(lambda given, house: {**given, "house_rules": house}, arguments, house_rules_for(rule))
    return st.one_of(arguments, switched, switched)


def simple_request(rule: str) -> dict[str, Any]:
    """Arguments that the rule takes, with nothing special."""
    special = _SIMPLE.get(rule, {})
    return {**special, **required_example({n: kind for n, kind in ARGUMENTS[rule].items() if n not in special})}


_SIMPLE: dict[str, dict[str, Any]] = {
    "creature_attack": {"damage": "1d6"},
    "pay": {"price_copper": 0},
    "spell_value": {"expression": "[sum] + [dice]"},
    "take_template": {"owned": ["thief_a"], "template": "fighter_a"},
    "turn_order": {"members": [{"id": "ann", "initiative": 10}], "monsters": ["orc"]},
}
