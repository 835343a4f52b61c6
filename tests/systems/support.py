"""What the tests of every game share: asking Rulewright, running an oracle, and comparing what both say.

An oracle is a plain function `run(rule, arguments, die)` that reads the specification a second time.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from rulewright.dice.exact import Exact
from rulewright.rules.batch import BUDGET, answer

ROOT = Path(__file__).parents[2]

Die = Callable[[int], int]
Result = dict[str, Any]
Oracle = Callable[[str, Mapping[str, Any], Die], Result]
Distribution = dict[Any, Fraction]


class Refused(Exception):
    """An oracle's refusal: the code of the error that the specification names."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# ---------------------------------------------------------------- asking


def ask(rule: str, arguments: Any, exact: Exact | None = None, **more: Any) -> dict[str, Any]:
    """The answer of the batch interface to one request; `more` are other keys of its line, such as `dice`."""
    line = json.dumps({"rule": rule, "args": arguments, **more}).encode()
    answered: dict[str, Any] = json.loads(answer(line, exact or Exact(BUDGET)))
    return answered


def odds_of(rule: str, arguments: Any) -> Distribution:
    """The exact odds that Rulewright gives; they must be there, and add up to one."""
    answered = ask(rule, arguments, odds=True)
    assert answered["ok"], answered
    found = distribution(answered["odds"])
    assert sum(found.values()) == 1
    return found


def mean_of(odds: Distribution, field: str) -> Fraction:
    """The mean of a field of the results."""
    return sum((chance * dict(result[1])[field][1] for result, chance in odds.items()), Fraction())


# ---------------------------------------------------------------- comparing


def canonical(value: Any) -> Any:
    """A form that can be counted, in which 1, 1.0 and true differ and the order of keys does not matter."""
    if isinstance(value, dict):
        return ("object", tuple(sorted((name, canonical(entry)) for name, entry in value.items())))
    if isinstance(value, list):
        return ("list", tuple(map(canonical, value)))
    return (type(value).__name__, value)


def distribution(entries: Iterable[Mapping[str, Any]]) -> Distribution:
    """The odds of a batch answer, with equal results added up."""
    chances: Distribution = defaultdict(Fraction)
    for entry in entries:
        chances[canonical(entry["result"])] += Fraction(entry["p"])
    return {result: chance for result, chance in chances.items() if chance}


def outcome(answered: Mapping[str, Any]) -> Any:
    """What an answer says, without its words: result and dice, or the code of the error."""
    if not answered["ok"]:
        return answered["error"]["code"]
    return canonical({"result": answered["result"], "used": answered["used"]})


# ---------------------------------------------------------------- running an oracle


class Faces:
    """A die that falls by chance, with a liking for the faces on which rules turn, and remembers how it fell."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.used: list[list[Any]] = []

    def __call__(self, sides: int) -> int:
        turning = [1, 2, sides // 2, sides // 2 + 1, sides - 1, sides]
        before: list[int] = [self.used[-1][1]] if self.used and self.used[-1][0] == f"d{sides}" else []
        liked = self._chance.random() < 0.5
        face = self._chance.choice(turning + before) if liked else self._chance.randint(1, sides)
        self.used.append([f"d{sides}", face])
        return face

    @property
    def faces(self) -> list[int]:
        return [face for _, face in self.used]


def expected(oracle: Oracle, rule: str, arguments: Mapping[str, Any], dice: Faces) -> Any:
    """What the oracle says to a request, in the form of `outcome`."""
    try:
        return canonical({"result": oracle(rule, arguments, dice), "used": dice.used})
    except Refused as refusal:
        return refusal.code


def brute_force(oracle: Oracle, rule: str, arguments: Mapping[str, Any]) -> Distribution:
    """Exact odds by running the oracle once for every way in which its dice can fall."""
    path: list[list[int]] = []
    ways: dict[int, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    while True:
        place = 0

        def die(sides: int) -> int:
            nonlocal place
            if place == len(path):
                path.append([1, sides])
            face, expected_sides = path[place]
            assert sides == expected_sides
            place += 1
            return face

        result = oracle(rule, arguments, die)
        ways[prod(sides for _, sides in path)][json.dumps(result)] += 1
        while path and path[-1][0] == path[-1][1]:
            path.pop()
        if not path:
            break
        path[-1][0] += 1
    chances: Distribution = defaultdict(Fraction)
    for total, counts in ways.items():
        for text, count in counts.items():
            chances[canonical(json.loads(text))] += Fraction(count, total)
    return dict(chances)
