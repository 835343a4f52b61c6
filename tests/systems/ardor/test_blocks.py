"""Stat blocks that are written down at the table: in the words of the game's document, and in those of all games."""

from collections.abc import Mapping
from typing import Any

import pytest

from rulewright.rules import RuleError
from rulewright.systems.ardor import blocks
from rulewright.systems.ardor.scores import bonus, gap, immune, ward_of
from rulewright.systems.ardor.sheet import Deed
from rulewright.table.table import Table
from tests.systems.ardor.tables import BRYNN, ORC, do, table, value

Words = Mapping[str, Any]

ZONES = {"zones": ["a", "b", "c"], "connections": [{"from": "a", "to": "b"}, {"from": "b", "to": "c"}]}

SAID: dict[str, tuple[Words, Words]] = {
    "damage": ({"do": "damage", "dice": "2d6+1"}, {"type": "damage", "amount": "2d6+1"}),
    "heal": ({"do": "heal", "dice": "2", "to": "self"}, {"type": "heal", "amount": "2", "to": "self"}),
    "condition": (
        {"do": "condition", "id": "held", "rounds": 2},
        {"type": "condition", "condition": "held", "rounds": 2},
    ),
    "clear": ({"do": "clear", "id": "poisoned"}, {"type": "remove_condition", "condition": "poisoned"}),
    "clear any": ({"do": "clear", "any": True}, {"type": "remove_condition", "condition": "any"}),
    "push": ({"do": "push", "zones": 1}, {"type": "move", "direction": "away", "distance": 1}),
    "pull": ({"do": "pull", "zones": 1}, {"type": "move", "direction": "toward", "distance": 1}),
    "move_ally": ({"do": "move_ally", "zones": 1}, {"type": "move", "direction": "any", "distance": 1}),
    "swap": ({"do": "swap"}, {"type": "move", "direction": "swap", "distance": 0}),
    "ardor": ({"do": "ardor", "amount": -1}, {"type": "resource", "counter": "ardor", "amount": -1}),
    "timer": ({"do": "timer", "amount": 3}, {"type": "resource", "counter": "timer", "amount": 3}),
    "protect": (
        {"do": "protect"},
        {"type": "substitute", "use": "protector_score", "instead_of": "score", "rounds": 1},
    ),
    "hazard": (
        {"do": "hazard", "challenge": 12, "dice": "1d6", "rounds": 2},
        {
            "type": "terrain",
            "kind": "hazard",
            "rounds": 2,
            "on": "stay",
            "effects": [
                {
                    "type": "check",
                    "check": "challenge",
                    "against": 12,
                    "failure": [{"type": "damage", "amount": "1d6"}],
                }
            ],
        },
    ),
    "reveal": ({"do": "reveal"}, {"type": "sense", "sense": "intents"}),
}
"""Every word of what abilities do, and the form that all games have for it."""


def creature(trick: Words | None = None, **sheet: Any) -> dict[str, Any]:
    """A creature that is written down, perhaps with one trick."""
    own = {"abilities": [{"id": "trick", "name": "Trick", **trick}]} if trick is not None else {}
    return {"id": "imp", "kind": "creature", "side": "foes", "health": 20, "sheet": {"base": 10, **own, **sheet}}


def after_a_round(effect: Words) -> Table:
    """The table when an imp in zone b has used its trick on a poisoned friend in the same zone."""
    friend = {**ORC, "zone": "b", "health": 5, "max_health": 20, "ardor": 2, "max_ardor": 4}
    trick = {"use": "action", "range": 1, "target": "zone" if effect.get("do") == "hazard" else "ally"}
    if effect.get("type") == "terrain":
        trick["target"] = "zone"
    at = table(
        {**creature({**trick, "always": [effect]}), "zone": "b", "health": 3, "max_health": 20},
        {**friend, "conditions": {"poisoned": 5, "staggered": 5}},
        {**BRYNN, "zone": "b"},
        setup={"scene": ZONES},
    )
    do(at, "start_encounter", challenge=11)
    aimed: dict[str, Any] = {} if trick["target"] == "zone" else {"target": "orc", "to_zone": "c"}
    do(at, "use_ability", "imp", ability="trick", **aimed)
    do(at, "declare", "orc", action="wait")
    do(at, "score_creatures")
    do(at, "attack", "brynn", target="orc")
    do(at, "roll_score", "brynn", dice=[5])
    do(at, "rule", kind="outcome", attacker="brynn", target="orc", outcome="miss")
    do(at, "resolve", dice=None)
    return at


LEFT_ALONE = {"orc.health": 4, "orc.zone": "b", "orc.ardor": 2, "orc.conditions": {"poisoned": 4, "staggered": 4}}
"""The friend after a round in which nothing but the poison works."""

CHANGED: dict[str, Words] = {
    "heal": {"imp.health": 5},
    "condition": {"orc.conditions": {"poisoned": 4, "staggered": 4, "held": 2}},
    "clear": {"orc.conditions": {"staggered": 4}},
    "clear any": {"orc.conditions": {}},
    "push": {"orc.zone": "a"},
    "move_ally": {"orc.zone": "c"},
    "ardor": {"orc.ardor": 1},
}


def test_every_word_of_the_document_is_tried() -> None:
    assert {word.partition(" ")[0] for word in SAID} == set(blocks.HAPPENINGS)


@pytest.mark.parametrize("word", SAID)
def test_both_ways_to_say_it_are_the_same_ability(word: str) -> None:
    theirs, ours = SAID[word]
    known = [
        table(creature({"always": [effect]})).state.entities["imp"].sheet.powers[0].always for effect in (theirs, ours)
    ]
    assert known[0] == known[1]
    assert len(known[0]) == 1


@pytest.mark.parametrize("word", CHANGED)
@pytest.mark.parametrize("form", [0, 1], ids=["document", "ours"])
def test_what_is_said_happens_in_a_round(word: str, form: int) -> None:
    expected = {"imp.health": 3, **LEFT_ALONE, **CHANGED[word]}
    at = after_a_round(SAID[word][form])
    assert {path: value(at, path) for path in expected} == expected


@pytest.mark.parametrize("form", [0, 1], ids=["document", "ours"])
def test_a_hazard_and_what_is_revealed_are_there(form: int) -> None:
    laid = value(after_a_round(SAID["hazard"][form]), "encounter.hazards")
    assert [(each["zone"], each["hazard"]["challenge"], each["first"], each["last"]) for each in laid] == [
        ("b", 12, 2, 3)
    ]
    fight = after_a_round(SAID["reveal"][form]).state.encounter
    assert fight
    assert fight.revealed == {"orc": 2}


# ---------------------------------------------------------------- passives


def imp(*passives: Words) -> Any:
    return table(creature(passives=list(passives))).state.entities["imp"]


@pytest.mark.parametrize(
    ("passive", "field", "when", "found"),
    [
        ({"modify": "score", "actions": ["tend", "flee"], "amount": 2}, "score", "flee", 2),
        ({"modify": "score", "actions": ["tend", "flee"], "amount": 2}, "score", "attack", 0),
        ({"modify": "score", "actions": "all", "amount": 1}, "score", "wait", 1),
        ({"modify": "ward", "amount": 1}, "ward", "attack", 1),
        ({"modify": "ward", "actions": ["defend"], "amount": 3}, "ward", "defend", 3),
        *(({"modify": field, "amount": -2}, field, "", -2) for field in blocks.ADDED),
        ({"type": "modify", "field": "score", "amount": 2, "when": "flee"}, "score", "flee", 2),
    ],
)
def test_a_passive_adds_where_it_says(passive: Words, field: str, when: str, found: int) -> None:
    assert bonus(imp(passive), field, when) == found


def test_gaps_and_immunities_of_a_stat_block_count() -> None:
    being = imp(
        {"modify": "flee_gap", "amount": 2},
        {"modify": "miss_gap", "amount": 8},
        {"type": "bound", "field": "miss_gap", "most": 7},
        {"modify": "immune", "condition": "burning"},
    )
    assert (gap(being, "flee_gap", 3), gap(being, "miss_gap", 10)) == (2, 7)
    assert immune(being, "burning")
    assert not immune(being, "held")


def test_every_word_for_a_passive_is_tried() -> None:
    assert set(blocks.PASSIVES) == {"score", "ward", *blocks.ADDED, "flee_gap", "miss_gap", "immune"}


@pytest.mark.parametrize(
    ("actions", "ward"), [((), 1), (("attack",), 1), (("defend",), 4), (("defend", "defend_other"), 4)]
)
def test_a_ward_with_two_actions_counts_once(actions: tuple[Any, ...], ward: int) -> None:
    being = imp(
        {"modify": "ward", "actions": ["defend", "defend_other"], "amount": 3},
        {"modify": "ward", "actions": "all", "amount": 1},
    )
    assert ward_of(being, tuple(Deed(action=action) for action in actions)) == ward


def test_a_passive_of_an_ability_is_read_too() -> None:
    at = table(creature({"use": "passive", "passive": [{"modify": "max_health", "amount": 4}]}, health=10))
    assert value(at, "imp.max_health") == 24


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"do": "dance"}, "sheet: abilities[0].full[0].do: there is no 'dance'"),
        ({"do": "push"}, "sheet: abilities[0].full[0]: zones is missing, which push needs"),
        ({"do": "push", "zones": 1, "dice": "d6"}, "sheet: abilities[0].full[0]: push has no 'dice'"),
        ({"do": "push", "zones": 0}, "sheet: distance: found 0, where a swap has 0"),
        ({"do": "push", "zones": "far"}, "sheet: expected `int`, got `str`"),
        ({"do": "damage", "dice": "3d7"}, "sheet: expected `str` matching regex"),
        ({"do": "damage", "dice": "1d6", "to": "moon"}, "sheet: invalid enum value 'moon'"),
        ({"do": "clear"}, "sheet: clear: found neither or both"),
        ({"do": "clear", "id": "held", "any": True}, "sheet: clear: found neither or both"),
        ({"do": "condition", "id": "wet", "rounds": 1}, "sheet: abilities[0].full[0].condition: there is no 'wet'"),
        ({"do": "clear", "id": "wet"}, "sheet: abilities[0].full[0].condition: there is no 'wet'"),
        (
            {"type": "remove_condition", "condition": "helt"},
            "sheet: abilities[0].full[0].condition: there is no 'helt'",
        ),
        ({"type": "ward", "amount": 3}, "sheet: invalid value 'ward'"),
        ("push", "sheet: expected `object`, got `str`"),
    ],
)
def test_what_is_wrong_with_an_effect_is_said(line: Any, text: str) -> None:
    with pytest.raises(RuleError) as refused:
        table(creature({"full": [line]}))
    assert refused.value.code == "bad_args"
    assert str(refused.value).startswith(text)


@pytest.mark.parametrize(
    ("passives", "text"),
    [
        ([{"modify": "luck", "amount": 1}], "sheet: passives[0].modify: there is no 'luck'"),
        ([{"modify": "immune"}], "sheet: passives[0]: condition is missing, which immune needs"),
        ([{"modify": "immune", "condition": "wet"}], "sheet: passives[0].to[0]: there is no 'wet'"),
        ([{"modify": "score", "actions": 5, "amount": 1}], "sheet: score: actions: found 5"),
        ([{"modify": "score", "actions": ["dance"], "amount": 1}], "sheet: invalid enum value 'dance'"),
        ([{"modify": "range", "actions": ["flee"], "amount": 1}], "sheet: passives[0]: range has no 'actions'"),
        ("none", "sheet: expected `array`, got `str`"),
    ],
)
def test_what_is_wrong_with_a_passive_is_said(passives: Any, text: str) -> None:
    with pytest.raises(RuleError) as refused:
        table(creature(passives=passives))
    assert refused.value.code == "bad_args"
    assert str(refused.value).startswith(text)


def test_a_creature_that_the_gm_brings_later_is_read_like_that() -> None:
    at: Table = table(BRYNN)
    do(at, "add_entity", entity=creature({"always": [{"do": "ardor", "amount": 1}]}))
    assert at.state.entities["imp"].sheet.powers[0].always[0].counter == "ardor"
