"""Every ability of the book, used at a table: all that its entry says happens, and nothing else.

The entries are read from the book by themselves, and what must come of them is worked out here.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, get_args

import pytest
import yaml

from rulewright.systems.ardor import effects
from rulewright.table.table import Table
from tests.systems.ardor.tables import do, table, value

USER_SCORE = 20
FOE_SCORES = {"full": 20, "glancing": 25, "miss": 30}
"""What somebody must have whom a score of twenty hits like that."""

SCENE = {"zones": ["a", "b", "c"], "connections": [{"from": "a", "to": "b"}, {"from": "b", "to": "c"}]}
LOW, MOST = 5, 80
BAD = {"staggered": 5, "frightened": 5, "dazed": 5}
AFTER_A_ROUND = {name: rounds - 1 for name, rounds in BAD.items()}


def entries(file: str, section: str) -> list[dict[str, Any]]:
    text = files("rulewright.systems.ardor.content").joinpath(file).read_text(encoding="utf-8")
    found: list[dict[str, Any]] = yaml.safe_load(text)[section]
    return found


ABILITIES = [entry for entry in entries("abilities.yaml", "abilities") if entry["use"] == "action"]
OF_CREATURES = [
    {**ability, "id": f"{creature['id']}_{ability['id']}"}
    for creature in entries("creatures.yaml", "creatures")
    for ability in creature["abilities"]
]


def cases() -> Iterator[Any]:
    for of_creature, found in ((False, ABILITIES), (True, OF_CREATURES)):
        for ability in found:
            for outcome in FOE_SCORES if ability["attack_kind"] != "none" else ["always"]:
                yield pytest.param(ability, outcome, of_creature, id=f"{ability['id']}-{outcome}")


def lines_of(ability: Mapping[str, Any], outcome: str) -> list[dict[str, Any]]:
    """AR-HIT-07: those of the outcome, then those that happen with any."""
    return [*(ability.get(outcome, []) if outcome != "always" else []), *ability["always"]]


def moves(lines: list[dict[str, Any]], direction: str) -> bool:
    """Whether anybody is moved like that."""
    return any(line["type"] == "move" and line["direction"] == direction for line in lines)


def faces_of(dice: str | int) -> tuple[list[int], int]:
    """Some faces for `2d6+1`, and what they come to."""
    number, _, rest = str(dice).partition("d")
    if not rest:
        return [], int(number)
    _, plus, more = rest.partition("+")
    faces = [2 + place % 4 for place in range(int(number or 1))]
    return faces, sum(faces) + (int(more) if plus else 0)


def somebody(name: str, side: str, zone: str, *, creature: bool, **more: Any) -> dict[str, Any]:
    kind = "creature" if creature else "character"
    return {"id": name, "kind": kind, "side": side, "zone": zone, "health": LOW, "max_health": MOST, **more}


def before(ability: Mapping[str, Any]) -> bool:
    return bool(ability["move"]) and ability["move"]["when"] == "before"


def far_friend(ability: Mapping[str, Any]) -> bool:
    return moves(ability["always"], "swap")


def at_first(ability: Mapping[str, Any]) -> str:
    """Where the friend begins."""
    return "c" if far_friend(ability) else "b"


def scene(ability: dict[str, Any], of_creature: bool) -> Table:
    """The user with a friend who has troubles, and a foe, in the middle of three zones."""
    own = {"base": 10, "ardor": 9, "abilities": [ability]} if of_creature else {"abilities": [ability["id"]]}
    purse = {} if of_creature else {"ardor": 4, "max_ardor": 9}
    return table(
        somebody("user", "us", "a" if before(ability) else "b", creature=of_creature, sheet=own, **purse),
        somebody("friend", "us", at_first(ability), creature=False, conditions=BAD, ardor=1, max_ardor=5),
        {**somebody("foe", "them", "b", creature=not of_creature, ardor=3, max_ardor=3), "health": MOST},
        setup={"scene": SCENE},
    )


def use(at: Table, ability: Mapping[str, Any], outcome: str, of_creature: bool, dice: list[int]) -> None:
    """One round in which nobody else does anything."""
    target = {"ally": "friend", "any": "friend", "enemy": "foe", "two_enemies": "foe"}.get(ability["target"])
    args: dict[str, Any] = {"target": target} if target else {}
    if ability["move"]:
        args["path"] = ["b"] if before(ability) else ["c"]
    if moves(ability["always"], "any"):
        args["to_zone"] = "c"
    creatures = ["user"] if of_creature else ["foe"]
    do(at, "start_encounter", challenge=11)
    declare(at, creatures, ability, args)
    do(at, "score_creatures")
    others = [name for name in ("user", "friend", "foe") if name not in creatures]
    declare(at, others, ability, args)
    for name in others:
        do(at, "roll_score", name, dice=[10])
    do(at, "rule", kind="score", id="user", score=USER_SCORE)
    do(at, "rule", kind="score", id="foe", score=FOE_SCORES.get(outcome, USER_SCORE))
    do(at, "resolve", dice=dice)


def declare(at: Table, names: list[str], ability: Mapping[str, Any], args: Mapping[str, Any]) -> None:
    for name in names:
        if name == "user":
            do(at, "use_ability", name, ability=ability["id"], **args)
        else:
            do(at, "declare", name, action="wait")


class Expected:
    """What the lines of an entry come to."""

    def __init__(self, ability: Mapping[str, Any], outcome: str) -> None:
        self.dice: list[int] = []
        self.damage = 0
        friendly = ability["target"] in ("ally", "any", "zone_allies")
        self.met = ["user", "friend"] if ability["target"] == "zone_allies" else ["friend"] if friendly else ["foe"]
        if ability["target"] == "self":
            self.met = ["user"]
        self.healing = {"user": 0, "friend": 0, "foe": 0}
        self.ardor = {"user": 0, "friend": 0, "foe": 0}
        self.conditions: dict[str, dict[str, int]] = {"user": {}, "friend": dict(AFTER_A_ROUND), "foe": {}}
        found = lines_of(ability, outcome)
        for line in found:
            self.count(line)
        for line in found:
            for name in self.whom(line):
                if line["type"] == "remove_condition":
                    gone = list(AFTER_A_ROUND) if line["condition"] == "any" else [line["condition"]]
                    self.conditions[name] = {c: n for c, n in self.conditions[name].items() if c not in gone}
        for line in found:
            for name in self.whom(line):
                if line["type"] == "condition":
                    own, given = self.conditions[name], line["condition"]
                    own[given] = max(own.get(given, 0), line["rounds"])

    def whom(self, line: Mapping[str, Any]) -> list[str]:
        return ["user"] if line.get("to") == "self" else self.met

    def count(self, line: Mapping[str, Any]) -> None:
        if line["type"] not in ("damage", "heal", "resource"):
            return
        for name in self.whom(line):
            if line["type"] == "resource":
                self.ardor[name] += line["amount"] if line["counter"] == "ardor" else 0
                continue
            faces, total = faces_of(line["amount"])
            self.dice += faces
            if line["type"] == "damage":
                self.damage += total
            else:
                self.healing[name] += total


@pytest.mark.parametrize(("ability", "outcome", "of_creature"), list(cases()))
def test_all_that_an_ability_says_happens(ability: dict[str, Any], outcome: str, of_creature: bool) -> None:
    expected = Expected(ability, outcome)
    at = scene(ability, of_creature)
    ardor = {name: value(at, f"{name}.ardor") for name in ("user", "friend", "foe")}
    use(at, ability, outcome, of_creature, expected.dice)
    struck = value(at, "encounter.outcomes")
    if outcome == "always":
        assert struck == []
    else:
        blows = [(blow["target"], blow["outcome"], blow["damage"]) for blow in struck]
        assert blows == [("foe", outcome, expected.damage)]
    assert value(at, "foe.health") == MOST - expected.damage
    for name in ("user", "friend"):
        assert value(at, f"{name}.health") == LOW + expected.healing[name]
    for name in ("user", "friend", "foe"):
        assert value(at, f"{name}.conditions") == expected.conditions[name]
        paid = ability["ardor"] if name == "user" else 0
        assert value(at, f"{name}.ardor") == ardor[name] - paid + expected.ardor[name]
    assert {name: value(at, f"{name}.zone") for name in ("user", "friend", "foe")} == places(ability, outcome)
    dangers = value(at, "encounter.hazards")
    laid = [(each["hazard"]["challenge"], each["hazard"]["dice"], each["first"], each["last"]) for each in dangers]
    wanted = [line for line in lines_of(ability, outcome) if line["type"] == "terrain"]
    checks = [(line["effects"][0], line["rounds"]) for line in wanted]
    assert laid == [(brave["against"], brave["failure"][0]["amount"], 2, 1 + rounds) for brave, rounds in checks]


def places(ability: Mapping[str, Any], outcome: str) -> dict[str, str]:
    """Where everybody ends: a push out of the middle goes to the first of two zones that are as far."""
    doing = lines_of(ability, outcome)
    user = "c" if ability["move"] and not before(ability) else "b"
    friend = "c" if far_friend(ability) or moves(doing, "any") else "b"
    if moves(doing, "swap"):
        user, friend = friend, user
    return {"user": user, "friend": friend, "foe": "a" if moves(doing, "away") else "b"}


def test_every_ability_of_the_book_was_tried() -> None:
    assert len(entries("abilities.yaml", "abilities")) == 56
    assert len(ABILITIES) == 45
    assert len(OF_CREATURES) == 21


def test_every_effect_that_the_game_has_is_tried() -> None:
    lists = [ability[part] for ability in (*ABILITIES, *OF_CREATURES) for part in (*FOE_SCORES, "always")]
    tried = {line["type"] for lines in lists for line in lines}
    known = {effect.__struct_config__.tag for effect in get_args(effects.Happening)}
    assert tried == known
