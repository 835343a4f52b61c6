"""The house rules: what they are, and that each which changes a rule names the argument that it sets."""

from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from rulewright.rules.library import book
from rulewright.systems.quickref.book import STANDARD, HouseRules
from tests.systems.quickref.arguments import simple_request
from tests.systems.quickref.reading.tables import HOUSE_RULES, content
from tests.systems.support import ask

KINDS = get_type_hints(HouseRules, include_extras=True)


def values_of(switch: str) -> list[Any]:
    """The values that a switch may have, first its default."""

    def of(kind: Any) -> list[Any]:
        if kind is bool:
            return [True, False]
        if kind is type(None):
            return [None]
        if get_origin(kind) is Literal:
            return list(get_args(kind))
        return [value for part in get_args(kind) for value in of(part)]

    standard = getattr(STANDARD, switch)
    return [standard, *(value for value in of(get_args(KINDS[switch])[0]) if value != standard)]


def meta_of(switch: str) -> msgspec.Meta:
    found = [part for part in get_args(KINDS[switch]) if isinstance(part, msgspec.Meta)]
    assert len(found) == 1
    return found[0]


def sets(switch: str) -> tuple[str, ...]:
    return (meta_of(switch).extra or {})["sets"]  # type: ignore[no-any-return]


SETTING = [(switch, path) for switch in HOUSE_RULES for path in sets(switch)]


def test_they_are_those_of_the_specification_with_their_defaults() -> None:
    assert {switch: values_of(switch) for switch in HouseRules.__struct_fields__} == HOUSE_RULES


def test_the_content_lists_the_same() -> None:
    assert {row["id"]: row["values"] for row in content("house_rules")["house_rules"]} == HOUSE_RULES


@pytest.mark.parametrize("switch", sorted(HOUSE_RULES))
def test_each_says_what_it_decides(switch: str) -> None:
    assert meta_of(switch).description


@pytest.mark.parametrize(("switch", "path"), SETTING, ids=[f"{switch} {path}" for switch, path in SETTING])
def test_the_argument_that_a_switch_sets_takes_all_its_values(switch: str, path: str) -> None:
    rule, *inside = path.split(".")
    for value in HOUSE_RULES[switch]:
        request = simple_request(rule)
        place: Any = request
        for step in inside[:-1]:
            place = place[step][0]
        place[inside[-1]] = value
        assert ask(f"quickref.{rule}", request)["ok"], value


@pytest.mark.parametrize(("switch", "path"), SETTING, ids=[f"{switch} {path}" for switch, path in SETTING])
def test_the_default_of_a_switch_is_the_default_of_the_argument(switch: str, path: str) -> None:
    rule, *inside = path.split(".")
    parameter = book("quickref").find(f"quickref.{rule}").arguments.all[inside[0]]
    if len(inside) == 1:
        assert parameter.default == HOUSE_RULES[switch][0]
    else:
        (blow,) = (kind for kind in get_args(get_args(parameter.kind)[0]) if kind is not Ellipsis)
        assert msgspec.convert({"attack_bonus": 0, "damage": "1d4"}, blow) == msgspec.convert(
            {"attack_bonus": 0, "damage": "1d4", inside[1]: HOUSE_RULES[switch][0]}, blow
        )


# What a rule says to the same request and dice with one value of the switch's argument after another.
CHANGES: list[tuple[str, dict[str, Any], list[int], str, list[tuple[Any, Any]]]] = [
    ("creature_save_target", {"hit_dice": 5}, [], "rounding", [("down", 13), ("up", 12)]),
    (
        "attack_roll",
        {"attack_bonus": 0, "skill_level": -1, "armor_class": 13},
        [14],
        "untrained_penalty",
        [(-2, False), (-1, True), (0, True)],
    ),
    ("damage_roll", {"damage": "1d4", "attribute_modifier": -2}, [2], "minimum_damage", [(0, 0), (1, 1)]),
    (
        "apply_damage",
        {"hit_points": 0, "damage": 3, "status": "stable"},
        [],
        "damage_while_dying",
        [("dies", "dead"), ("no_effect", "stable")],
    ),
    (
        "frail_recovery",
        {"bed_rest_days": 7, "cared_for": False},
        [],
        "variant",
        [("simple", "recovered")],
    ),
    (
        "frail_recovery",
        {"bed_rest_days": 7, "cared_for": False, "save_target": 12},
        [12],
        "variant",
        [("with_care", "recovers_in_a_month")],
    ),
    ("hit_points", {"class": "mage", "level": 2}, [4], "first_die", [("maximum", 8)]),
    ("hit_points", {"class": "mage", "level": 2}, [6, 4], "first_die", [("roll", 8)]),
    ("creature_hit_points", {"hit_dice": 3}, [], "method", [("average", 13)]),
    ("creature_hit_points", {"hit_dice": 3}, [1, 2, 8], "method", [("roll", 11)]),
    ("level_for_experience", {"experience": 14}, [], "track", [("fast", 4), ("slow", 2)]),
]
ANSWERS = {
    "apply_damage": "status",
    "attack_roll": "hit",
    "creature_hit_points": "hit_points",
    "creature_save_target": "target",
    "damage_roll": "damage",
    "frail_recovery": "fate",
    "hit_points": "maximum",
    "level_for_experience": "level",
}


@pytest.mark.parametrize(("rule", "request_", "faces", "argument", "says"), CHANGES)
def test_what_a_switch_changes(
    rule: str, request_: dict[str, Any], faces: list[int], argument: str, says: list[tuple[Any, Any]]
) -> None:
    for value, wanted in says:
        answered = ask(f"quickref.{rule}", {**request_, argument: value}, dice=faces)
        assert answered["result"][ANSWERS[rule]] == wanted, value


GREAT_AXE = {"attack_bonus": 2, "damage": "1d10", "shock": 4, "shock_armor_class": 13}


@pytest.mark.parametrize(
    ("target", "if_shock_applies", "always"),
    [
        ({"armor_class": 13}, 4, 4),
        ({"armor_class": 14}, 1, 4),
        ({"armor_class": 13, "shield_ready": True}, 1, 4),
        ({"armor_class": 13, "immune_to_shock": True}, 1, 4),
        ({"armor_class": 13, "melee": False}, 1, 1),
        ({"armor_class": 14, "shock_against": 12}, 4, 4),
    ],
)
def test_when_a_hit_does_at_least_the_shock(target: dict[str, Any], if_shock_applies: int, always: int) -> None:
    wanted = {"if_shock_applies": if_shock_applies, "always": always, "never": 1}
    for way, damage in wanted.items():
        answered = ask("quickref.attack", {**GREAT_AXE, **target, "hit_minimum": way}, dice=[20, 1])
        assert answered["result"] == {"outcome": "hit", "damage": damage, "shield_used": False}


@pytest.mark.parametrize(("rounds", "chance"), [(3, "455/1296"), (6, "175175/559872"), (10, "175175/559872")])
def test_rounds_to_live(rounds: int, chance: str) -> None:
    answered = ask("quickref.stabilize_sequence", {"modifier": 0, "rounds_to_live": rounds}, odds=True)
    lost = [entry["p"] for entry in answered["odds"] if not entry["result"]["stabilized"]]
    assert lost == [chance]
