"""Drawing from exact tables is the same as rolling."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from rulewright.dice import Dice, Distribution, Tabled
from rulewright.dice.tabled import alias_table
from rulewright.rules import rule
from tests.dice import toys


@given(st.dictionaries(st.integers(), st.integers(1, 50), min_size=1, max_size=12))
def test_a_table_holds_every_value_with_its_chance(weights: dict[int, int]) -> None:
    distribution = Distribution(weights)
    values, shares, others, size = alias_table(distribution)
    chances: Counter[int] = Counter()
    for place, share in enumerate(shares):
        chances[values[place]] += Fraction(share) / size  # type: ignore[assignment]
        chances[values[others[place]]] += (1 - Fraction(share)) / size  # type: ignore[assignment]
    for value, p in distribution.items():
        assert abs(float(chances[value] - p)) < 1e-12


@pytest.mark.parametrize(
    ("asked", "arguments"),
    [(toys.uneven, {}), (toys.two_contests, {}), (toys.gamble, {"coins": 2, "won_on": 3, "goal": 4})],
)
def test_samples_agree_with_the_odds(asked: Any, arguments: dict[str, Any]) -> None:
    dice, distribution = Tabled(11), asked.odds(**arguments)
    drawn = Counter(asked(dice, **arguments) for _ in range(100_000))
    assert set(drawn) <= set(distribution.weights)
    expected = [float(p * 100_000) for _, p in distribution.items()]
    assert chisquare([drawn[outcome] for outcome, _ in distribution.items()], expected).pvalue > 1e-6


def test_a_rule_that_is_too_wide_for_a_table_is_run() -> None:
    @rule
    def wide(dice: Dice) -> tuple[int, ...]:
        return tuple(dice.d(20) for _ in range(8))

    results = {wide(dice := Tabled(3)) for _ in range(2)} | {wide(dice)}
    assert all(len(result) == 8 and set(result) <= set(range(1, 21)) for result in results)
    assert len(results) == 2, "the same seed gives the same dice, and they go on"


def test_the_same_seed_draws_the_same() -> None:
    first, second = Tabled("seed"), Tabled("seed")
    assert [toys.uneven(first) for _ in range(50)] == [toys.uneven(second) for _ in range(50)]
