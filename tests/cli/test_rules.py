"""`rulewright rule` and `rulewright rules`: a rule explains itself, and every rule says what it takes."""

import json
import textwrap
from typing import Any

import pytest

from rulewright.dice import Dice, Exact
from rulewright.rules import RuleBook
from rulewright.rules.library import book
from tests.cli.support import REFUSED, fine, refused

WEAPON = ("glog.weapon_attack", "attack=12", "defense=13", "strength=14", "weapon_class=medium")
GLOG = list(book("glog").entries)
KINDS = {"object", "array", "integer", "number", "string", "boolean", "null"}


def test_a_rule_explains_what_happened() -> None:
    assert fine("rule", *WEAPON, "--dice", "5,3").out == textwrap.dedent(
        """\
        glog.weapon_attack: hit, not critical, damage 4, weapon unchanged
          attack 12
          defense 13
          strength 14
          weapon_class medium
          glog.attack_modifier: modifier 0
            weapon_class medium
          glog.attack: hit, not critical, target 9, not breakage risk
            attack 12
            defense 13
            d20 (Attack): 5
          glog.weapon_damage: damage 4
            weapon_class medium
            strength 14
            hands 1
            bonus = 1
            d6 (damage): 3
        """
    )


def test_a_house_rule_that_took_part_is_named() -> None:
    answer = fine("rule", "glog.check", "score=9", "house_rules.critical_face=high", "--dice", "20")
    assert answer.lines[0] == "glog.check: success, critical, target 9"
    assert "  house rule: critical_face high" in answer.lines


def test_json_has_the_result_the_dice_and_the_tree() -> None:
    found = fine("rule", *WEAPON, "--dice", "5 3", "--json").json
    assert found["result"] == {"hit": True, "critical": False, "damage": 4, "weapon": "unchanged"}
    assert found["used"] == [["d20", 5], ["d6", 3]]
    trace = found["trace"]
    assert trace["arguments"]["attack"] == {"value": 12, "source": "given"}
    assert trace["arguments"]["quality"] == {"value": "standard", "source": "standard"}
    assert [step["rule"] for step in trace["steps"]] == ["glog.attack_modifier", "glog.attack", "glog.weapon_damage"]
    assert trace["steps"][1]["steps"] == [{"draw": "d", "why": "Attack", "sides": 20, "faces": [5], "value": 5}]


def test_arguments_may_be_json() -> None:
    ways = (["members=" + json.dumps([{"id": "Ada", "initiative": 12}]), 'monsters=["orc"]'],)
    for words in ways:
        answer = fine("rule", "glog.turn_order", *words, "--dice", "3", "--json")
        assert answer.json["result"] == {"order": ["Ada", "orc"]}


def test_a_seed_repeats_and_real_dice_differ() -> None:
    def rolled(*source: str) -> str:
        return fine("rule", "glog.creature_hit_points", "hit_dice=20", *source, "--json").out

    assert rolled("--seed", "7") == rolled("--seed", "7")
    assert len({rolled("--seed", str(seed)) for seed in range(8)}) == 8
    assert len({rolled() for _ in range(8)}) == 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Missing argument 'NAME'"),
        (("attack",), "a rule is named with its game, as in game.rule; found 'attack'"),
        (("glog.atack",), "did you mean glog.attack"),
        (("nogame.attack",), "there is no game 'nogame'"),
        (("glog.attack", "attack=12"), "defense is missing"),
        (("glog.attack", "attack=12", "defence=14"), "unknown argument 'defence' (did you mean defense?)"),
        (("glog.attack", "attack=12", "defense=1.0"), "defense: expected a whole number, found 1.0"),
        (("glog.attack", "attack=NaN", "defense=1"), 'attack: expected a whole number, found "NaN"'),
        (("glog.attack", "attack=9999", "defense=1"), "of at most 1100, found 9999"),
        (("glog.attack", "attack"), "expected NAME=VALUE, found 'attack'"),
        (("glog.attack", "=12"), "expected NAME=VALUE, found '=12'"),
        (("glog.attack", "attack=1", "attack=2"), "attack is given twice"),
        (("glog.attack", "attack=1", "attack.x=2"), "attack.x: attack is a value already and has no parts"),
        (("glog.attack", "attack=12", "attack\udcff=1"), "letters that are none: 'attack\\udcff=1'"),
        (("glog.attack", "attack=12", "defense=\udcff"), "letters that are none: 'defense=\\udcff'"),
        (("glog.check", "score=9", "house_rules.critical_face=left"), "house_rules.critical_face: expected one of"),
        (("glog.check", "score=9", "house_rules.colour=red"), "house_rules: unknown argument 'colour'"),
        (("glog.attack", "attack=12", "defense=14", "--dice", ""), "a face for d20 is missing"),
        (("glog.attack", "attack=12", "defense=14", "--dice", "21"), "die 1 is a d20"),
        (("glog.attack", "attack=12", "defense=14", "--dice", "3,4"), "1 of 2 faces were not used"),
        (("glog.attack", "attack=12", "defense=14", "--dice", "3", "--seed", "3"), "--seed and --dice exclude"),
    ],
    ids=lambda value: ascii(" ".join(value)) if isinstance(value, tuple) else "says",
)
def test_what_makes_no_sense(words: tuple[str, ...], said: str) -> None:
    assert said in refused("rule", *words)


def test_a_rule_that_refuses_says_why() -> None:
    assert refused("rule", *WEAPON, "distance=1000", code=REFUSED) == (
        "Error: a blow reaches 5 feet, the target is 1000 feet away\n"
    )


# ---------------------------------------------------------------- forecasts


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    """A game with a rule and a forecast made of it."""
    toys = RuleBook("toys", "Toys")

    @toys.rule()
    def throw(dice: Dice) -> int:
        """A d6."""
        return dice.d(6)

    @toys.reading()
    def hope(exact: Exact, *, least: int) -> str:
        """The chance to throw at least so much."""
        return str(exact.distribution(throw).p(lambda face: face >= least))

    monkeypatch.setattr("rulewright.rules.library.find", toys.find)
    return toys


def test_a_forecast_is_told_without_dice(toys: RuleBook) -> None:
    assert fine("rule", "toys.hope", "least=5").out == "toys.hope: 1/3\n"
    assert fine("rule", "toys.hope", "least=5", "--json").json == {"result": "1/3"}
    assert fine("odds", "toys.hope", "least=5", "--json").json["outcomes"] == [{"result": "1/3", "p": "1"}]


@pytest.mark.parametrize("source", [("--seed", "1"), ("--dice", "1"), ("--dice", "")], ids=" ".join)
def test_a_forecast_takes_no_dice(toys: RuleBook, source: tuple[str, str]) -> None:
    assert "toys.hope throws no dice" in refused("rule", "toys.hope", "least=5", *source)


# ---------------------------------------------------------------- listing


def test_the_games_are_listed() -> None:
    assert "glog           Goblin Laws" in fine("rules").lines
    assert fine("rules", "--json").json["glog"] == "Goblin Laws"


@pytest.mark.parametrize("columns", [80, 120])
def test_the_rules_of_a_game_fit_the_terminal(columns: int) -> None:
    lines = fine("rules", "glog", columns=columns).lines
    rules = lines[: lines.index("")]
    assert [line.split()[0] for line in rules] == GLOG
    assert all(len(line.split()) > 1 for line in rules)
    assert "house rules, given as house_rules.NAME=VALUE" in lines
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("columns", [1, 30])
def test_a_tiny_terminal_is_no_reason_to_fail(columns: int) -> None:
    for words in (("rules",), ("rules", "glog"), ("rules", "glog.attack")):
        assert max(map(len, fine(*words, columns=columns).lines)) <= 40


def test_a_rule_is_described() -> None:
    lines = fine("rules", "glog.attack").lines
    assert lines[0].startswith("glog.attack  GL-ATTACK-01")
    assert "  attack             whole number -1100..1100" in lines
    assert "  modifier           whole number -250..50, otherwise 0" in lines
    assert "  breakage_risk      true | false" in lines
    assert lines.index("arguments") < lines.index("result")


@pytest.mark.parametrize("name", GLOG)
def test_every_rule_can_be_described(name: str) -> None:
    lines = fine("rules", name).lines
    assert lines[0].split()[0] == name
    assert max(map(len, lines)) <= 80
    assert "arguments" in lines
    assert lines[-1] != "result"


def test_the_schemas_of_a_game_can_be_used_by_programs() -> None:
    schemas = fine("rules", "glog", "--json").json
    assert [schema["name"] for schema in schemas] == GLOG
    for schema in schemas:
        assert schema["description"], schema["name"]
        assert schema["ids"], schema["name"]
        for part in ("arguments", "result"):
            check_schema(schema[part], schema[part].get("$defs", {}))
    attack = fine("rules", "glog.attack", "--json").json
    assert attack in schemas
    properties = attack["arguments"]["$defs"]["Arguments"]["properties"]
    assert properties["attack"] == {"type": "integer", "minimum": -1100, "maximum": 1100}


def check_schema(schema: Any, known: dict[str, Any]) -> None:
    """Types are those of JSON Schema, references lead somewhere, what is required exists."""
    if "$ref" in schema:
        assert schema["$ref"].removeprefix("#/$defs/") in known
    kinds = schema.get("type", [])
    assert KINDS.issuperset([kinds] if isinstance(kinds, str) else kinds)
    assert set(schema.get("required", ())) <= schema.get("properties", {}).keys()
    inside = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    for part in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(part, dict):
            inside.append(part)
    for part in inside:
        check_schema(part, known)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gog", "there is no game 'gog' (did you mean glog?): "),
        ("glog.atack", "Goblin Laws has no rule 'glog.atack' (did you mean glog.attack"),
        ("glog.", "Goblin Laws has no rule 'glog.'"),
        ("", "there is no game ''"),
        ("\x1b[31mred", "there is no game '\\x1b[31mred'"),
    ],
    ids=["game", "rule", "no rule", "nothing", "colour"],
)
def test_what_is_not_there(name: str, said: str) -> None:
    assert said in refused("rules", name)
