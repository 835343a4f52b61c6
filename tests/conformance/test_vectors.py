"""The vectors of every game: each line of each file beside this one is asked, and must be answered as it expects."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.systems.support import ask, canonical, distribution, outcome

VECTORS = [
    pytest.param(json.loads(line), id=json.loads(line)["id"])
    for path in sorted(Path(__file__).parent.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line.strip()
]
OF_ODDS = ("odds", "odds_contains", "mean")


def test_there_are_vectors() -> None:
    assert VECTORS


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    how = {key: vector[key] for key in ("dice", "odds") if key in vector}
    answered = ask(vector["rule"], vector["args"], **how)
    wanted = vector["expect"]
    assert answered["ok"] == wanted["ok"], answered
    if not wanted["ok"]:
        assert outcome(answered) == wanted["error"]["code"]
    elif any(key in wanted for key in OF_ODDS):
        check_odds(wanted, answered["odds"])
    else:
        for key in ("result", "used"):
            assert canonical(answered[key]) == canonical(wanted.get(key, answered[key]))


def check_odds(wanted: Mapping[str, Any], entries: list[dict[str, Any]]) -> None:
    odds = distribution(entries)
    assert sum(odds.values()) == 1
    if "odds" in wanted:
        assert odds == distribution(wanted["odds"])
    for entry in wanted.get("odds_contains", []):
        assert odds.get(canonical(entry["result"]), 0) == Fraction(entry["p"])
    for path, mean in wanted.get("mean", {}).items():
        assert sum(Fraction(entry["p"]) * number_at(entry["result"], path) for entry in entries) == Fraction(mean)


def number_at(result: Any, path: str) -> Fraction:
    """The number in a result at a path such as `wounds.0`; a fraction is written as text."""
    steps = [path] if path in result else path.split(".")
    for step in steps:
        result = result[int(step)] if isinstance(result, list) else result[step]
    return Fraction(result)
