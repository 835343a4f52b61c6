"""Exact odds: equal to brute force over all faces where that can be done, and always an answer where it cannot."""

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import chisquare

from rulewright.dice import Fast, Tabled
from rulewright.dice.exact import Budget, Exact
from rulewright.rules import Rule
from rulewright.systems.quickref.rules.assaults import attack_sequence
from rulewright.systems.quickref.rules.attack import Blow, attack
from tests.systems.quickref.arguments import ARGUMENTS, simple_request
from tests.systems.quickref.oracle import run
from tests.systems.support import ask, brute_force, canonical, mean_of, odds_of

DAGGER = {"attack_bonus": 2, "damage": "1d4", "shock": 1, "shock_armor_class": 15}
LONG_SWORD = {
    "attack_bonus": 1,
    "skill_level": 1,
    "attribute_modifier": 1,
    "damage": "1d8",
    "damage_bonus": 1,
    "shock": 2,
    "shock_armor_class": 13,
}
GREAT_HAMMER = {**LONG_SWORD, "damage": "1d10", "shock_armor_class": 18}
FISTS = {"attack_bonus": 0, "skill_level": 2, "damage": "1d2", "uses_punch": True, "miss_damage": "1d3-1"}
TRIO: list[dict[str, Any]] = [{"id": "ann", "is_pc": True}, {"id": "orc", "dexterity_modifier": 1}, {"id": "wolf"}]

ROLLING: dict[str, list[dict[str, Any]]] = {
    "aided_skill_check": [
        {"helpers": [{"skill_level": 0}], "skill_level": 1, "difficulty": 9},
        {"helpers": [{"skill_level": -1, "circumstances": [-1]}], "skill_level": -1, "difficulty": 13},
    ],
    "attack": [
        *({**DAGGER, "armor_class": number} for number in (1, 10, 15, 16, 23, 40)),
        *({**LONG_SWORD, "armor_class": 13, "hit_minimum": way} for way in ("if_shock_applies", "always", "never")),
        *({**LONG_SWORD, "armor_class": 12, shield: True} for shield in ("shield_ready", "immune_to_shock")),
        {**LONG_SWORD, "armor_class": 12, "shield_ready": True, "immune_to_shock": True, "hit_minimum": "always"},
        *({**FISTS, "armor_class": 12, "minimum_damage": least, "damage_bonus": -3} for least in (0, 1)),
        {**FISTS, "armor_class": 12, "shock": 0, "shock_armor_class": "any", "melee": False},
        {**GREAT_HAMMER, "armor_class": 20, "shock_against": 10, "capped_bonus": 3, "damage_only_bonus": 2},
    ],
    "attack_roll": [{"attack_bonus": 3, "skill_level": -1, "armor_class": number} for number in (1, 4, 14, 22, 40)],
    "attack_sequence": [
        {"attacks": [DAGGER, LONG_SWORD], "armor_class": 13, "has_shield": True},
        {"attacks": [DAGGER, DAGGER, FISTS], "armor_class": 14, "hit_points": 3},
        {"attacks": [FISTS, FISTS], "armor_class": 12, "hit_points": 2, "immune_to_shock": True},
        {"attacks": [{**DAGGER, "melee": False}, DAGGER], "armor_class": 14, "has_shield": True},
    ],
    "background_roll": [{"background": "scholar", "table": table} for table in ("growth", "learning")],
    "creature_check": [{"skill_bonus": 2, "aptitude": name, "difficulty": 9} for name in ("good", "ordinary", "poor")],
    "creature_hit_points": [{"hit_dice": number} for number in range(4)],
    "damage_roll": [
        {"damage": "2d6+1", "capped_bonus": number, "attribute_modifier": -3, "punch_level": 2} for number in range(4)
    ],
    "dispel": [
        {"dispeller_level": 3, "effect_level": 3},
        {"dispeller_level": 3, "effect_level": 3, "standing_effect": True},
        {"dispeller_level": 2, "effect_level": 3, "dispeller_modifier": 1},
        {"dispeller_level": 4, "effect_level": 3, "standing_effect": True, "effect_modifier": -5},
    ],
    "execution_attack": [
        {"mode": "melee", "skill_level": -1, "damage": "1d4-9", "save_target": 10},
        {"mode": "melee", "skill_level": 3, "damage": "1d4", "precise": True, "save_target": 2, "save_modifier": 10},
        {"mode": "ranged", "skill_level": 0, "damage": "1d4", "save_target": 10, "circumstances": [-2, -2]},
    ],
    "falling_damage": [
        *({"feet": number} for number in (0, 9, 10, 29, 30)),
        *({"feet": number, "controlled": True} for number in (9, 10, 19, 20, 29)),
        {"feet": 15, "controlled": True, "skill_level": 3, "spikes": True},
        {"feet": 25, "spikes": True},
    ],
    "first_aid": [
        {"heal_level": level, "hit_points": 3, "maximum": 7, "maximum_strain": 5, "doubled": doubled}
        for level in (-1, 2)
        for doubled in (True, False)
    ],
    "frail_recovery": [{"bed_rest_days": 7, "variant": "with_care", "cared_for": False}],
    "hit_points": [
        {"class": "mage", "level": 3, "constitution_modifier": -2},
        {"class": "warrior", "level": 2, "current_maximum": 9},
        {"class": "expert", "level": 3, "first_die": "maximum", "bonus_per_level": 1},
        {"class": "adventurer", "partials": ["healer", "partial_mage"], "level": 1, "first_die": "maximum"},
    ],
    "individual_initiative": [
        {"combatants": TRIO},
        {"combatants": [{**TRIO[0], "roll_twice": True}, {**TRIO[1], "always_first": True}, TRIO[2]]},
    ],
    "instinct": [{"instinct": number} for number in (0, 1, 6, 10)],
    "magical_healing": [
        {"healing": "2d4-6", "hit_points": 3, "maximum": 4, "maximum_strain": 5, "status": "unconscious"},
        {"healing": "2d4", "bonus": 2, "hit_points": 0, "maximum": 40, "maximum_strain": 0, "strain_cost": 0},
    ],
    "morale": [{"morale": score, "modifier": modifier} for score in (2, 7, 12) for modifier in (-6, 0, 6)],
    "opposed_check": [
        {"actor_modifier": 0, "opponent_modifier": 1, "actor_is_pc": actor, "opponent_is_pc": opponent}
        for actor in (True, False)
        for opponent in (True, False)
    ],
    "reaction": [{"charisma_modifier": number} for number in (-2, 0, 3)],
    "roll_attribute": [{}],
    "save": [{"target": target, "modifier": modifier} for target in (2, 14, 20) for modifier in (-10, 0, 10)],
    "side_initiative": [{"sides": TRIO[:2]}, {"sides": [{**TRIO[2], "bonus": 1}, TRIO[1], TRIO[0]]}],
    "skill_check": [{"skill_level": 0, "difficulty": 8, "extra_dice": number} for number in range(3)],
    "spell_damage": [
        {"dice": text, "save": save, "save_target": 14}
        for text in ("1d6-3", "2d4")
        for save in ("none", "half", "negates")
    ],
    "stabilize": [{"heal_level": 1, "full_rounds": 3, "has_kit": False, "extra_dice": 1, "aided": True}],
    "stabilize_sequence": [{"modifier": 5, "rounds_to_live": 3}, {"modifier": 9, "same_round": True}],
    "starting_silver": [{}],
}


@pytest.mark.no_cover
@pytest.mark.parametrize("rule", sorted(ROLLING))
def test_odds_are_those_of_brute_force(rule: str) -> None:
    for request in ROLLING[rule]:
        assert odds_of(f"quickref.{rule}", request) == brute_force(run, rule, request), request


@pytest.mark.parametrize("rule", sorted(set(ARGUMENTS) - set(ROLLING)))
def test_without_dice_one_result_is_certain(rule: str) -> None:
    request = simple_request(rule)
    certain = brute_force(run, rule, request)
    assert list(certain.values()) == [1]
    assert odds_of(f"quickref.{rule}", request) == certain


# ---------------------------------------------------------------- the tables of the specification

# modifier: ways out of 36 to reach 6, 7 and so on up to 14
CHECKS = {
    -3: "10 6 3 1 0 0 0 0 0",
    0: "26 21 15 10 6 3 1 0 0",
    2: "33 30 26 21 15 10 6 3 1",
    6: "36 36 36 35 33 30 26 21 15",
}


@pytest.mark.parametrize("modifier", sorted(CHECKS))
def test_skill_checks(modifier: int) -> None:
    for difficulty, ways in enumerate(CHECKS[modifier].split(), start=6):
        skill = max(0, min(modifier, 3))
        attribute = modifier - skill
        request = {"skill_level": skill, "attribute_modifier": attribute, "difficulty": difficulty}
        assert mean_of(odds_of("quickref.skill_check", request), "success") == Fraction(int(ways), 36)


@pytest.mark.parametrize(
    ("extra_dice", "percent"),
    [
        (0, "72.2 58.3 41.7 27.8 16.7 8.3 2.8"),
        (1, "89.4 80.6 68.1 52.3 35.6 19.9 7.4"),
        (2, "96.0 91.0 82.6 69.4 52.2 32.0 13.2"),
    ],
)
def test_more_dice_than_two(extra_dice: int, percent: str) -> None:
    for difficulty, chance in enumerate(percent.split(), start=6):
        request = {"skill_level": 0, "difficulty": difficulty, "extra_dice": extra_dice}
        assert f"{float(mean_of(odds_of('quickref.skill_check', request), 'success')) * 100:.1f}" == chance


# armor class: chance to hit, expected damage, expected damage while the shield is ready
WEAPONS: list[tuple[dict[str, Any], dict[int, str]]] = [
    (
        DAGGER,
        {10: "13/20 79/40 13/8", 13: "1/2 7/4 5/4", 15: "2/5 8/5 1", 16: "7/20 7/8 7/8", 20: "3/20 3/8 3/8"},
    ),
    (
        LONG_SWORD,
        {10: "7/10 467/80 91/20", 13: "11/20 871/160 143/40", 14: "1/2 13/4 13/4", 20: "1/5 13/10 13/10"},
    ),
    (
        GREAT_HAMMER,
        {10: "7/10 163/25 21/4", 14: "1/2 29/5 15/4", 18: "3/10 127/25 9/4", 19: "1/4 15/8 15/8"},
    ),
]


@pytest.mark.parametrize(("weapon", "table"), WEAPONS, ids=["dagger", "long sword", "great hammer"])
def test_attack_and_shock(weapon: dict[str, Any], table: dict[int, str]) -> None:
    for number, row in table.items():
        open_, shielded = (
            odds_of("quickref.attack", {**weapon, "armor_class": number, "shield_ready": ready})
            for ready in (False, True)
        )
        to_hit = sum(chance for result, chance in open_.items() if ("outcome", ("str", "hit")) in result[1])
        found = to_hit, mean_of(open_, "damage"), mean_of(shielded, "damage")
        assert found == tuple(map(Fraction, row.split()))


# modifier: chance to die in six attempts, in seven
DYING = {
    -3: "385/432 4235/5184",
    0: "175175/559872 1226225/6718464",
    3: "11375/1679616 11375/10077696",
    5: "175/6718464 175/241864704",
}


@pytest.mark.parametrize("modifier", sorted(DYING))
def test_dying_with_an_ally(modifier: int) -> None:
    for same_round, chance in zip((False, True), DYING[modifier].split(), strict=True):
        odds = odds_of("quickref.stabilize_sequence", {"modifier": modifier, "same_round": same_round})
        lost = canonical({"stabilized": False, "attempts": 7 if same_round else 6})
        assert odds[lost] == Fraction(chance)


def test_nobody_dies_beside_a_great_healer() -> None:
    assert mean_of(odds_of("quickref.stabilize_sequence", {"modifier": 6}), "stabilized") == 1


@pytest.mark.parametrize(
    ("modifier", "ways"), [(-2, "6 15 12 3 0"), (0, "1 9 16 9 1"), (1, "0 6 15 12 3"), (3, "0 1 9 16 10")]
)
def test_reactions(modifier: int, ways: str) -> None:
    odds = odds_of("quickref.reaction", {"charisma_modifier": modifier})
    moods = ["hostile", "unfriendly", "as_expected", "friendly", "helpful"]
    found = [odds.get(canonical({"reaction": mood}), Fraction()) for mood in moods]
    assert found == [Fraction(int(way), 36) for way in ways.split()]


@pytest.mark.parametrize(
    ("difference", "chance"),
    [(-3, "15/64"), (-2, "21/64"), (-1, "7/16"), (0, "9/16"), (1, "43/64"), (2, "49/64"), (3, "27/32")],
)
def test_who_acts_first(difference: int, chance: str) -> None:
    party = {"id": "party", "is_pc": True, "dexterity_modifier": max(difference, 0)}
    foes = {"id": "foes", "dexterity_modifier": max(-difference, 0)}
    for sides in ([party, foes], [foes, party]):
        odds = odds_of("quickref.side_initiative", {"sides": sides})
        assert odds[canonical({"order": ["party", "foes"]})] == Fraction(chance)


def test_equals_are_first_as_often_as_chance_and_their_place_on_the_list_say() -> None:
    """Of two creatures alike the first listed wins ties, and nothing else: whoever is listed second loses by them."""
    for names in (["orcs", "elves"], ["elves", "orcs"]):
        odds = odds_of("quickref.side_initiative", {"sides": [{"id": name} for name in names]})
        assert odds[canonical({"order": names})] == Fraction(36, 64)


# ---------------------------------------------------------------- always an answer

EXTREMES: list[tuple[str, dict[str, Any], str, str]] = [
    ("attack", {"attack_bonus": 0, "damage": "20d20+99", "armor_class": 11}, "damage", "309/2"),
    ("creature_hit_points", {"hit_dice": 40}, "hit_points", "180"),
    ("damage_roll", {"damage": "20d20", "damage_bonus": 40}, "damage", "250"),
    ("falling_damage", {"feet": 2000, "spikes": True}, "damage", "147/2"),
    ("falling_damage", {"feet": 2000, "spikes": True, "controlled": True}, "damage", "147/2"),
    ("first_aid", {"heal_level": 4, "hit_points": 1, "maximum": 500, "maximum_strain": 30}, "hit_points", "17/2"),
    ("hit_points", {"class": "warrior", "level": 10}, "maximum", "55"),
    (
        "magical_healing",
        {"healing": "20d20", "hit_points": 0, "maximum": 500, "maximum_strain": 1},
        "hit_points",
        "210",
    ),
    ("opposed_check", {"actor_modifier": -10, "opponent_modifier": 15}, "margin", "-25"),
    ("spell_damage", {"dice": "20d20", "save": "none"}, "damage", "210"),
    ("spell_damage", {"dice": "20d20", "save": "negates", "save_target": 11}, "damage", "105"),
]


@pytest.mark.parametrize(("rule", "arguments", "field", "mean"), EXTREMES)
def test_the_greatest_requests_have_odds(rule: str, arguments: dict[str, Any], field: str, mean: str) -> None:
    assert mean_of(odds_of(f"quickref.{rule}", arguments), field) == Fraction(mean)


def test_six_helpers_have_odds() -> None:
    """Each reaches 12 with an unmodified 12 alone, and the check gains what the first who does so adds."""
    request = {"helpers": [{"skill_level": 0}] * 6, "skill_level": 0, "difficulty": 12}
    odds = odds_of("quickref.aided_skill_check", request)
    assert mean_of(odds, "aided") == 1 - Fraction(35, 36) ** 6
    assert mean_of(odds, "total") == 7 + mean_of(odds, "aided")


def test_twenty_dice_on_a_hit_and_twenty_on_a_miss_have_odds() -> None:
    blow = {"attack_bonus": 0, "damage": "20d20", "miss_damage": "20d20-20", "armor_class": 11}
    assert mean_of(odds_of("quickref.attack", blow), "damage") == Fraction(210 + 190, 2)


def test_the_hit_dice_of_a_weakling_are_worth_at_least_one_each() -> None:
    """1d6-1-3: of six faces four are worth 1, one 1 as well (5 - 4), and one 2."""
    odds = odds_of("quickref.hit_points", {"class": "mage", "level": 10, "constitution_modifier": -3})
    assert mean_of(odds, "maximum") == 10 * Fraction(5 * 1 + 2, 6)
    assert odds[canonical({"maximum": 20})] == Fraction(1, 6**10)


def test_five_in_a_fight_have_odds_and_more_have_them_or_are_too_many() -> None:
    five = [{"id": f"c{place}", "dexterity_modifier": place % 2, "roll_twice": place == 3} for place in range(5)]
    assert sum(odds_of("quickref.individual_initiative", {"combatants": five}).values()) == 1
    sides = [{"id": f"s{place}"} for place in range(5)]
    assert sum(odds_of("quickref.side_initiative", {"sides": sides}).values()) == 1
    many = [{"id": f"c{place}"} for place in range(20)]
    answered = ask("quickref.individual_initiative", {"combatants": many}, Exact(Budget(seconds=1)), odds=True)
    assert answered["error"]["code"] == "too_complex"


TITAN = {"attack_bonus": 10, "damage": "2d10+5", "shock": 10, "shock_armor_class": "any"}


def one_by_one(attacks: list[dict[str, Any]], armor_class: int, shield: bool, hit_points: int) -> dict[Any, Fraction]:
    """Hits, shocks, damage and down, from the odds of single attacks."""
    states: dict[tuple[bool, int, int, int], Fraction] = {(shield, 0, 0, 0): Fraction(1)}
    for blow in attacks:
        further: dict[tuple[bool, int, int, int], Fraction] = defaultdict(Fraction)
        for (ready, hits, shocks, damage), before in states.items():
            if damage >= hit_points:
                further[ready, hits, shocks, damage] += before
                continue
            for result, chance in odds_of(
                "quickref.attack", {**blow, "armor_class": armor_class, "shield_ready": ready}
            ).items():
                done = {name: value for name, (_, value) in result[1]}
                hit, shocked = done["outcome"] == "hit", done["outcome"] == "shock"
                after = (ready and not done["shield_used"], hits + hit, shocks + shocked, damage + done["damage"])
                further[after] += before * chance
        states = further
    ends: dict[Any, Fraction] = defaultdict(Fraction)
    for (_, hits, shocks, damage), chance in states.items():
        end = {"hits": hits, "shocks": shocks, "damage": damage, "down": damage >= hit_points}
        ends[canonical(end)] += chance
    return ends


def test_attacks_in_a_row_are_attacks_one_by_one() -> None:
    attacks = [TITAN, DAGGER, {**TITAN, "melee": False}, GREAT_HAMMER]
    request = {"attacks": attacks, "armor_class": 17, "has_shield": True, "hit_points": 30}
    assert odds_of("quickref.attack_sequence", request) == one_by_one(attacks, 17, True, 30)


def test_eight_attacks_are_merged() -> None:
    odds = odds_of("quickref.attack_sequence", {"attacks": [TITAN] * 8, "armor_class": 21, "has_shield": True})
    assert mean_of(odds, "hits") == 4
    assert mean_of(odds, "shocks") == 4 - (1 - Fraction(1, 2) ** 8)  # the first miss is caught by the shield


def test_dice_of_forty_points_in_all_eight_attacks_have_odds() -> None:
    """The most that the specification promises for a sequence."""
    blow = {**TITAN, "damage": "2d20"}
    odds = odds_of("quickref.attack_sequence", {"attacks": [blow] * 8, "armor_class": 21})
    assert mean_of(odds, "hits") == mean_of(odds, "shocks") == 4
    assert max(dict(result[1])["damage"][1] for result in odds) == 320


# ---------------------------------------------------------------- simulation

MANY = 200_000


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("dice", "rule", "arguments"),
    [
        (Fast.seeded(20), attack, {**LONG_SWORD, "armor_class": 13}),
        (
            Tabled(20),
            attack_sequence,
            {"attacks": (Blow(**DAGGER), Blow(**DAGGER)), "armor_class": 14, "has_shield": True},  # type: ignore[arg-type]
        ),
    ],
    ids=["fast", "tabled"],
)
def test_many_samples_agree_with_the_odds(dice: Fast, rule: Rule[..., Any], arguments: dict[str, Any]) -> None:
    fallen = Counter(rule(dice, **arguments) for _ in range(MANY))
    odds = dict(rule.odds(**arguments).items())
    assert fallen.keys() == odds.keys()
    expected = [float(p * MANY) for p in odds.values()]
    assert min(expected) > 100
    assert chisquare([fallen[result] for result in odds], expected).pvalue > 1e-4
