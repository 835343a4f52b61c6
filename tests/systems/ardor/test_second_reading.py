"""Rules of Action Score against a second reading of the specification, and forecasts against rounds that are fought."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from tests.systems.ardor.reading import RULES, run
from tests.systems.ardor.requests import requests
from tests.systems.support import Faces, ask, brute_force, expected, odds_of, outcome


@pytest.mark.parametrize("rule", sorted(RULES))
@settings(max_examples=200)
@given(data=st.data())
def test_says_the_same(rule: str, data: DataObject) -> None:
    arguments = data.draw(requests(rule))
    dice = Faces(Random(data.draw(st.integers(0, 2**32))))
    wanted = expected(run, rule, arguments, dice)
    assert outcome(ask(f"ardor.{rule}", arguments, dice=dice.faces)) == wanted


@pytest.mark.parametrize("stances", [[], ["defend"], ["flee"], ["flee", "defend"]])
@pytest.mark.parametrize("inspired", list(product([False, True], repeat=2)))
def test_every_gap(stances: list[str], inspired: tuple[bool, bool]) -> None:
    for gap, exposed, disarmed in product(range(-1, 13), [False, True], [False, True]):
        for limits in ({}, {"flee_gap": 1}, {"flee_gap": 12, "miss_gap": 5}):
            arguments = {
                "attack_score": 10,
                "defense_score": 10 + gap,
                "stances": stances,
                "attacker_inspired": inspired[0],
                "defender_inspired": inspired[1],
                "exposed": exposed,
                "disarmed": disarmed,
                **limits,
            }
            assert ask("ardor.hit", arguments)["result"] == run("hit", arguments, Faces(Random(0))), arguments


SMALL: dict[str, Any] = {"full": "d4+1", "glancing": "d2"}


def character(name: str, action: str = "attack", **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": "character", "attribute": 1, "health": 5, "action": action, **SMALL, **more}


def creature(name: str, action: str = "attack", **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": "creature", "base": 10, "health": 4, "action": action, **SMALL, **more}


ROUNDS: dict[str, list[dict[str, Any]]] = {
    "a duel": [character("ann", target="orc"), creature("orc", target="ann")],
    "two against one": [
        character("ann", target="orc", max_health=7),
        creature("wolf", target="ann", second={"action": "attack", "target": "ann"}),
        creature("orc", target="ann", ward=1),
    ],
    "somebody is defended": [
        character("ann", "defend_other", target="elf"),
        creature("elf", "recover", max_health=9),
        creature("orc", "move_to_attack", target="elf", second={"action": "defend"}),
    ],
    "somebody flees": [character("ann", "flee", trauma=2), creature("orc", target="ann", base=14)],
}
every_round = pytest.mark.parametrize("name", ROUNDS)
every_order = pytest.mark.parametrize("order", ["all_count", "higher_score_first"])


@every_round
@every_order
def test_odds_of_a_round_are_those_of_every_face(name: str, order: str) -> None:
    arguments = {"combatants": ROUNDS[name], "order": order}
    assert odds_of("ardor.round", arguments) == brute_force(run, "round", arguments)


@every_round
@every_order
def test_a_forecast_is_the_sum_of_all_rounds(name: str, order: str) -> None:
    arguments = {"combatants": ROUNDS[name], "order": order}
    forecast = ask("ardor.round_forecast", arguments)["result"]
    down: dict[str, Fraction] = {one["id"]: Fraction() for one in ROUNDS[name]}
    any_down = Fraction()
    for result, chance in brute_force(run, "round", arguments).items():
        fallen = [entry for entry, (_, is_down) in fields(fields(result)["down"]).items() if is_down]
        any_down += chance if fallen else 0
        for entry in fallen:
            down[entry] += chance
    assert forecast["down_chance"] == {entry: str(chance) for entry, chance in down.items()}
    assert forecast["any_down"] == str(any_down)


def fields(found: Any) -> Mapping[str, Any]:
    """The fields of an object in the form in which results are counted."""
    kind, entries = found
    assert kind == "object"
    return dict(entries)


@every_order
def test_a_duel_is_one_round_after_another(order: str) -> None:
    first = {**character("ann"), "health": 4}
    second = {**creature("orc"), "health": 5}
    forecast = ask("ardor.duel_forecast", {"first": first, "second": second, "rounds": 3, "order": order})["result"]
    standing: dict[tuple[int, int], Fraction] = {(4, 5): Fraction(1)}
    for stands in forecast["rounds"]:
        after: dict[tuple[int, int], Fraction] = {}
        for (ann, orc), chance in standing.items():
            if not (ann and orc):
                after[ann, orc] = after.get((ann, orc), Fraction()) + chance
                continue
            pair = [
                {**first, "health": ann, "max_health": 4, "target": "orc"},
                {**second, "health": orc, "max_health": 5, "target": "ann"},
            ]
            for result, share in brute_force(run, "round", {"combatants": pair, "order": order}).items():
                left = {name: value for name, (_, value) in fields(fields(result)["health"]).items()}
                key = (left["ann"], left["orc"])
                after[key] = after.get(key, Fraction()) + chance * share
        standing = after
        ends = {
            "first_wins": [chance for (ann, orc), chance in standing.items() if ann and not orc],
            "second_wins": [chance for (ann, orc), chance in standing.items() if orc and not ann],
            "both_down": [chance for (ann, orc), chance in standing.items() if not ann and not orc],
            "undecided": [chance for (ann, orc), chance in standing.items() if ann and orc],
        }
        assert {name: stands[name] for name in ends} == {
            name: str(sum(part, Fraction())) for name, part in ends.items()
        }


@pytest.mark.parametrize("spend", ["never", "always"])
@pytest.mark.parametrize("timer", [None, 1, 3])
def test_getting_up_is_one_try_after_another(timer: int | None, spend: str) -> None:
    """Every round a Recover roll, and where it fails the timer goes on."""
    arguments = {"trauma": 1, "timer": timer, "challenge": 12, "rounds": 4, "surges": 1, "spend": spend}
    forecast = ask("ardor.downed_forecast", arguments)["result"]
    begins = {(1, start, 1): Fraction(1, 4) for start in range(1, 5)} if timer is None else {(1, timer, 1): Fraction(1)}
    down: dict[tuple[int, int, int], Fraction] = begins
    up: dict[int, Fraction] = {}
    for after_round in forecast["rounds"]:
        still: dict[tuple[int, int, int], Fraction] = {}
        for (trauma, left, surges), chance in down.items():
            spends = spend == "always" and surges > 0
            for face in range(1, 21):
                for surge in range(1, 7) if spends else [0]:
                    share = chance / (20 * (6 if spends else 1))
                    if face == 20 or face - trauma + surge >= 12:
                        up[trauma] = up.get(trauma, Fraction()) + share
                        continue
                    rest = surges - spends
                    nexts = [(trauma, left - 1, rest)] if left > 1 else [(trauma + 1, d4, rest) for d4 in range(1, 5)]
                    for key in nexts:
                        still[key] = still.get(key, Fraction()) + share / len(nexts)
        down = still
        mean = sum(t * p for t, p in up.items()) + sum(t * p for (t, _, _), p in down.items())
        assert (after_round["up"], after_round["mean_trauma"]) == (str(sum(up.values())), str(mean))
