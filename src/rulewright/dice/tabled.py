"""The tabled reading, for simulation: rules inside rules are drawn from their exact outcomes instead of being run."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from rulewright.dice.distribution import Distribution
from rulewright.dice.errors import TooComplex
from rulewright.dice.exact import Budget, Exact
from rulewright.dice.protocol import Callee
from rulewright.dice.rolling import Fast

_Table = tuple[list[Any], list[float], list[int], int]

TABLE_BUDGET = Budget(runs=20_000, outcomes=20_000)
"""A table that costs more than this is slower than running the rule."""


class Tabled(Fast):
    """Throws dice like Fast, but a rule whose outcomes are few is one draw from a table, whatever happens inside it."""

    def __init__(self, seed: int | str | None = None, exact: Exact | None = None) -> None:
        chance = Random(seed)
        self._random: Callable[[], float] = chance.random
        self._exact = exact or Exact(TABLE_BUDGET)
        self._tables: dict[Any, _Table | None] = {}
        super().__init__(lambda sides: int(self._random() * sides) + 1)

    def call(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        key = (rule, *arguments.items())
        try:
            table = self._tables[key]
        except KeyError:
            table = self._tables[key] = self._table(rule, arguments)
        if table is None:
            return super().call(rule, arguments)
        values, shares, others, size = table
        point = self._random() * size
        place = int(point)
        return values[place] if point - place < shares[place] else values[others[place]]

    def _table(self, rule: Callee, arguments: Mapping[str, Any]) -> _Table | None:
        try:
            return alias_table(self._exact.distribution(rule, **arguments))
        except TooComplex:
            return None


def alias_table(distribution: Distribution[Any]) -> _Table:
    """Walker's table: each of n equally likely places holds one value up to a share and another beyond it.

    Shares are worked out as fractions and only then rounded, so that rounding does not add up.
    """
    values = list(distribution.weights)
    size = len(values)
    shares = [Fraction(weight * size, distribution.total) for weight in distribution.weights.values()]
    others = list(range(size))
    short = [place for place in range(size) if shares[place] < 1]
    rich = [place for place in range(size) if shares[place] > 1]
    while short and rich:
        poor, giver = short.pop(), rich[-1]
        others[poor] = giver
        shares[giver] -= 1 - shares[poor]
        if shares[giver] <= 1:
            rich.pop()
            if shares[giver] < 1:
                short.append(giver)
    return values, [float(share) for share in shares], others, size
