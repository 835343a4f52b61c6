"""Exact odds: equal to brute force over all faces where that can be done, and always an answer where it cannot."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from scipy.stats import chisquare

from rulewright.dice import Fast, Tabled
from rulewright.dice.exact import Budget, Exact
from rulewright.rules import Rule
from rulewright.systems.glog.rules.attack import attack, weapon_attack
from tests.systems.glog.arguments import ARGUMENTS, SWITCHES, TOUCHED_BY, simple_request
from tests.systems.glog.oracle import run
from tests.systems.glog.reading.tables import WEAPONS
from tests.systems.support import ask, brute_force, mean_of, odds_of

STRONG = {"attack": 12, "defense": 11, "strength": 13}
MEMBERS = [{"id": f"m{place}", "initiative": score} for place, score in enumerate([10, 11, 12, 13, 10])]

ROLLING: dict[str, list[dict[str, Any]]] = {
    "attack": [
        {"attack": 12, "defense": 16},
        {"attack": 19, "defense": 10, "critical_faces": 3},
        {"attack": -9, "defense": 20, "critical_faces": 5},
        {"attack": 40, "defense": 5, "modifier": -20},
    ],
    "break_check": [{"quality": quality} for quality in ("fragile", "standard", "masterwork")],
    "cast": [
        *({"magic_dice": count, "return_up_to": count} for count in range(1, 5)),
        {"magic_dice": 5},
        {"magic_dice": 0, "burn_scroll": True},
        {"magic_dice": 3, "burn_scroll": True, "return_up_to": 0},
        {"magic_dice": 4, "source": "wand"},
    ],
    "chase_round": [
        {"movement": 12, "opponent_movement": 9, "gap": gap, "fleeing": fleeing}
        for gap in range(1, 5)
        for fleeing in (True, False)
    ],
    "check": [{"score": score} for score in (-3, 0, 1, 2, 10, 18, 19, 20, 40)],
    "contest": [{"score": 11, "opponent_score": 14, "encumbrance": 2}],
    "creature_attack": [
        {"defense": 14, "attack": 13, "damage": "1d8+1"},
        {"defense": 9, "attack": 12, "damage": "2d4-3", "armor": "gambeson"},
        {"defense": 30, "attack": 12, "damage": "3", "armor": "plate", "breaks": 4, "material": "bronze"},
        {"defense": 8, "attack": 12, "damage": "1d4", "armor": "rawhide", "quality": "fragile", "breaks": 1},
        {"defense": 8, "attack": 12, "damage": "1d4", "armor": "rawhide", "quality": "masterwork", "breaks": 2},
    ],
    "creature_hit_points": [{"hit_dice": count} for count in range(4)],
    "defend": [{"defense": 14, "attack": 13}, {"defense": 40, "attack": 1}],
    "dismemberment": [
        {"excess": 1, "modifier": -20},
        {"excess": 2},
        {"excess": 2, "injuries": 3},
        {"excess": 17},
    ],
    "identify_magic": [{"senses": senses, "talent": 12} for senses in ("wizard", "fey", "none")],
    "initiative": [{"initiative": score} for score in (0, 10, 20)],
    "invest_magic_die": [{"kind": "staff", "banked": 4, "available": 1}],
    "lunch": [{"hp": hp, "max_hp": 9, "level": 2, "food": True, "water": True} for hp in (0, 4, 8, 9)],
    "mishap": [{"school": "hearth"}, {"school": "stormreader", "rolls": 2}],
    "morale": [{"morale": score, "modifier": modifier} for score in range(2, 13) for modifier in (-3, 0, 3)],
    "night_rest": [
        {"hp": hp, "max_hp": 9, "level": 1, "blanket": blanket, "campfire": True}
        for hp in (0, 5, 9)
        for blanket in (True, False)
    ],
    "pool_attrition": [
        {"pool": 1, "casts": 6},
        {"pool": 3, "casts": 2},
        {"pool": 4, "casts": 2, "invest": 2},
        {"pool": 2, "casts": 4, "invest": 1},
        {"pool": 4, "casts": 1, "invest": 7},
    ],
    "random_item": [{}],
    "reaction": [{"charisma": stat, "modifier": modifier} for stat in (1, 10, 30) for modifier in (-20, 0, 2)],
    "recover_arrows": [{"spent": count} for count in range(6)],
    "restore_magic_dice": [
        {"missing": 2, "slept_well": False, "save": 7},
        {"missing": 3, "slept_well": False, "save": 40, "modifier": -20},
        {"missing": 3, "slept_well": True, "save": 7},
    ],
    "roll_stat": [{}],
    "save": [{"level": 12, "charisma": 18}, {"level": 1, "charisma": 1, "modifier": -8}],
    "stabilise": [{"talent": 11, "rounds_dying": 2}],
    "stat_advance": [{"stat": stat} for stat in (1, 3, 10, 17, 18, 30)],
    "sunder": [{"damage": 1}, {"damage": 7}, {"damage": 5000}],
    "trauma": [{"trauma": 3, "points": 2, "save": 8}, {"trauma": 0, "points": 1, "save": 0}],
    "turn_order": [
        {"members": [], "monsters": ["orc", "ooze"]},
        {"members": MEMBERS[:2], "monsters": []},
        {"members": [MEMBERS[0], MEMBERS[4], MEMBERS[2]], "monsters": ["orc", "ooze"]},
    ],
    "weapon_attack": [
        *({**STRONG, "weapon_class": weapon_class} for weapon_class in WEAPONS),
        {**STRONG, "weapon_class": "medium", "strength": 1, "hands": 2, "breaks": 1, "critical_faces": 2},
        {**STRONG, "weapon_class": "light", "thrown": True, "distance": 25, "quality": "fragile", "extra_d6": 1},
        {**STRONG, "weapon_class": "bow", "distance": 95, "range_halved": True, "quality": "masterwork"},
        {**STRONG, "weapon_class": "unarmed", "breaks": 1, "bonus": -20, "confined": True},
    ],
    "weapon_damage": [
        {"weapon_class": weapon_class, "strength": 4, "critical": critical, "extra_d6": extra, "bonus": bonus}
        for weapon_class in WEAPONS
        for critical in (True, False)
        for extra, bonus in ((0, 0), (1, -6))
    ],
}


def house_rules_of(rule: str) -> list[dict[str, Any]]:
    """Every combination of the switches that touch the rule."""
    switches = TOUCHED_BY.get(rule, [])
    values = [SWITCHES[switch] if isinstance(SWITCHES[switch], list) else [0, 20, 200] for switch in switches]
    return [dict(zip(switches, chosen, strict=True)) for chosen in product(*values)]


@pytest.mark.no_cover
@pytest.mark.parametrize("rule", sorted(ROLLING))
def test_odds_are_those_of_brute_force(rule: str) -> None:
    for request in ROLLING[rule]:
        for house_rules in house_rules_of(rule):
            arguments = {**request, "house_rules": house_rules}
            assert odds_of(f"glog.{rule}", arguments) == brute_force(run, rule, arguments), arguments


@pytest.mark.parametrize("rule", sorted(set(ARGUMENTS) - set(ROLLING)))
def test_without_dice_one_result_is_certain(rule: str) -> None:
    for house_rules in house_rules_of(rule):
        arguments = {**simple_request(rule), "house_rules": house_rules}
        certain = brute_force(run, rule, arguments)
        assert list(certain.values()) == [1]
        assert odds_of(f"glog.{rule}", arguments) == certain


# ---------------------------------------------------------------- the tables of the specification

ONE_CASTING = [
    (1, "7/2", "1/2", "0", "0"),
    (2, "7", "1", "1/6", "0"),
    (3, "21/2", "3/2", "5/12", "1/36"),
    (4, "14", "2", "5/8", "7/72"),
    (5, "35/2", "5/2", "25/36", "23/108"),
    (6, "21", "3", "50/81", "119/324"),
    (7, "49/2", "7/2", "595/1296", "701/1296"),
    (8, "28", "4", "2275/7776", "5501/7776"),
]


@pytest.mark.parametrize(("count", "total", "returned", "mishap", "doom"), ONE_CASTING)
def test_one_casting(count: int, total: str, returned: str, mishap: str, doom: str) -> None:
    own = odds_of("glog.cast", {"magic_dice": count})
    burnt = odds_of("glog.cast", {"magic_dice": count - 1, "burn_scroll": True})
    for odds in (own, burnt):
        assert mean_of(odds, "sum") == Fraction(total)
        assert mean_of(odds, "mishaps") == Fraction(mishap)
        assert mean_of(odds, "dooms") == Fraction(doom)
    assert mean_of(own, "returned") == Fraction(returned)


def test_three_castings_of_four_dice() -> None:
    odds = odds_of("glog.pool_attrition", {"pool": 4, "casts": 3})
    assert mean_of(odds, "remaining") == Fraction(1, 2)
    assert mean_of(odds, "mishaps") == Fraction(5455, 6144)
    assert mean_of(odds, "dooms") == Fraction(2063, 18432)


# ---------------------------------------------------------------- always an answer

# Heavy d10 without bonus and ten d6 beside it, hitting on 10 of 20 faces, one of them critical.
CRITICAL_BLOW = {"double_roll": "11", "double_dice": "11", "double_total": "11", "maximum": "10", "none": "11/2"}
# 20d12+999, avoided on 10 of 20 faces, critical on one.
CRITICAL_MAULING = {
    "double_roll": 2 * 1129,
    "double_dice": 260 + 999,
    "double_total": 2 * 1129,
    "maximum": 240 + 999,
    "none": 1129,
}


@pytest.mark.parametrize("way", sorted(CRITICAL_BLOW))
def test_the_greatest_blow(way: str) -> None:
    blow = {"attack": 10, "defense": 10, "strength": 10, "weapon_class": "heavy", "extra_d6": 10}
    odds = odds_of("glog.weapon_attack", {**blow, "house_rules": {"critical_damage": way}})
    assert mean_of(odds, "damage") == (9 * (Fraction(11, 2) + 35) + Fraction(CRITICAL_BLOW[way]) + 35) / 20


@pytest.mark.parametrize("way", sorted(CRITICAL_MAULING))
def test_the_greatest_mauling(way: str) -> None:
    blow = {"defense": 10, "attack": 10, "damage": "20d12+999", "armor": "plate"}
    odds = odds_of("glog.creature_attack", {**blow, "house_rules": {"critical_damage": way}})
    assert mean_of(odds, "damage") == Fraction(9 * 1129 + CRITICAL_MAULING[way], 20)


EXTREMES: list[tuple[str, dict[str, Any], str, str]] = [
    ("cast", {"magic_dice": 8, "burn_scroll": True}, "sum", "63/2"),
    ("creature_hit_points", {"hit_dice": 20}, "hp", "90"),
    ("mishap", {"school": "elderstone", "rolls": 2}, "entry", "161/36"),
    ("pool_attrition", {"pool": 8, "casts": 10}, "remaining", "1/128"),
    ("pool_attrition", {"pool": 8, "casts": 10, "invest": 8}, "remaining", "1/128"),
    ("recover_arrows", {"spent": 1000, "house_rules": {"arrow_recovery": "each"}}, "usable", "500"),
    ("restore_magic_dice", {"missing": 8, "slept_well": False, "save": 7}, "restored", "14/5"),
    ("sunder", {"damage": 5000}, "damage", "9987/2"),
    ("trauma", {"trauma": 100, "points": 20, "save": 10}, "permanent", "1/2"),
    ("weapon_damage", {"weapon_class": "crossbow", "strength": 30, "critical": True, "extra_d6": 10}, "damage", "48"),
]


@pytest.mark.parametrize(("rule", "arguments", "field", "mean"), EXTREMES)
def test_the_greatest_requests_have_odds(rule: str, arguments: dict[str, Any], field: str, mean: str) -> None:
    assert mean_of(odds_of(f"glog.{rule}", arguments), field) == Fraction(mean)


@pytest.mark.parametrize("magic_sets", SWITCHES["magic_sets"])
def test_a_full_pool_has_odds_however_it_is_cast(magic_sets: str) -> None:
    house_rules = {"magic_sets": magic_sets}
    nine = odds_of("glog.cast", {"magic_dice": 8, "burn_scroll": True, "house_rules": house_rules})
    assert mean_of(nine, "returned") == 4
    for invest in range(9):
        request = {"pool": 8, "casts": 10, "invest": invest, "house_rules": house_rules}
        assert mean_of(odds_of("glog.pool_attrition", request), "remaining") >= Fraction(1, 128)


def test_a_great_wound_is_death_and_a_small_one_has_odds() -> None:
    assert list(odds_of("glog.dismemberment", {"excess": 5000}).values()) == [1]
    assert mean_of(odds_of("glog.dismemberment", {"excess": 1}), "days") == Fraction(4 * 7 + 4 * 14, 2 * 12)


def test_the_order_of_four_members_has_odds() -> None:
    monsters = [f"orc{place}" for place in range(100)]
    answered = ask("glog.turn_order", {"members": MEMBERS[:4], "monsters": monsters}, odds=True)
    assert answered["ok"]
    late = [Fraction(e["p"]) for e in answered["odds"] if e["result"]["order"][0] == "orc0"]
    assert sum(late) == Fraction(10 * 9 * 8 * 7, 20**4)
    assert sum(Fraction(entry["p"]) for entry in answered["odds"]) == 1


def test_the_order_of_more_members_has_odds_or_says_that_it_is_too_much() -> None:
    request = {"members": MEMBERS, "monsters": ["orc"]}
    five = ask("glog.turn_order", request, exact=Exact(Budget(seconds=1)), odds=True)
    assert five["ok"] or five["error"]["code"] == "too_complex"


# ---------------------------------------------------------------- simulation

MANY = 1_000_000


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("dice", "rule", "arguments"),
    [
        (Fast.seeded(20), attack, {"attack": 12, "defense": 11, "critical_faces": 2}),
        (Tabled(20), weapon_attack, STRONG | {"weapon_class": "medium", "quality": "masterwork"}),
    ],
    ids=["fast", "tabled"],
)
def test_a_million_samples_agree_with_the_odds(dice: Fast, rule: Rule[..., Any], arguments: dict[str, Any]) -> None:
    fallen = Counter(rule(dice, **arguments) for _ in range(MANY))
    odds = dict(rule.odds(**arguments).items())
    assert fallen.keys() == odds.keys()
    expected = [float(p * MANY) for p in odds.values()]
    assert min(expected) > 100
    assert chisquare([fallen[result] for result in odds], expected).pvalue > 1e-4
