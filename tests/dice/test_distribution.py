"""What can be asked of a distribution, checked against doing it the long way."""

from collections import Counter
from fractions import Fraction
from statistics import mean, pvariance
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import DiceError, Distribution, TooComplex

weights = st.dictionaries(st.integers(-20, 20), st.integers(0, 9), min_size=1, max_size=8).filter(
    lambda found: any(found.values())
)


class Blow(NamedTuple):
    hit: bool
    damage: int


BLOWS = Distribution({Blow(False, 0): 5, Blow(True, 3): 3, Blow(True, 8): 2})
D6 = Distribution(dict.fromkeys(range(1, 7), 1))


def spread(found: dict[int, int]) -> list[Fraction]:
    return [Fraction(value) for value, weight in found.items() for _ in range(weight)]


@given(weights)
def test_numbers_of_a_distribution(found: dict[int, int]) -> None:
    distribution, numbers = Distribution(found), sorted(spread(found))
    assert sum(p for _, p in distribution.items()) == 1
    assert distribution.mean() == mean(numbers)
    assert distribution.variance() == pvariance(numbers)
    assert distribution.deviation() ** 2 == pytest.approx(float(pvariance(numbers)))
    assert distribution.quantile(0) == numbers[0]
    assert distribution.quantile(1) == numbers[-1]
    assert distribution.median() == numbers[(len(numbers) - 1) // 2]


@given(weights, weights)
def test_two_distributions(first: dict[int, int], second: dict[int, int]) -> None:
    pairs = [(a, b) for a in spread(first) for b in spread(second)]
    mine, theirs = Distribution(first), Distribution(second)
    compared = mine.compare(theirs)
    assert compared.lower == Fraction(sum(a < b for a, b in pairs), len(pairs))
    assert compared.equal == Fraction(sum(a == b for a, b in pairs), len(pairs))
    assert compared.higher == Fraction(sum(a > b for a, b in pairs), len(pairs))
    assert mine.plus(theirs) == Distribution(Counter(int(a + b) for a, b in pairs))
    highest = Counter(max(int(a), int(b)) for a, b in pairs)
    assert mine.with_other(theirs, lambda a, b: max(a, b)) == Distribution(highest)


@given(weights, st.integers(0, 3))
def test_repeating_is_adding_again(found: dict[int, int], times: int) -> None:
    distribution = Distribution(found)
    expected = Distribution({0: 1})
    for _ in range(times):
        expected = expected.plus(distribution)
    assert distribution.repeat(times) == expected


@given(weights)
def test_map_and_given(found: dict[int, int]) -> None:
    distribution = Distribution(found)
    assert distribution.map(abs).p(lambda n: n > 5) == distribution.p(lambda n: abs(n) > 5)
    if distribution.p(lambda n: n > 0):
        above = distribution.given(lambda n: n > 0)
        assert above.p(lambda n: n > 5) == distribution.p(lambda n: n > 5) / distribution.p(lambda n: n > 0)


def test_chances_of_fields_outcomes_and_predicates() -> None:
    assert BLOWS.p(hit=True) == Fraction(1, 2)
    assert BLOWS.p(hit=True, damage=8) == Fraction(1, 5)
    assert BLOWS.p(lambda blow: blow.damage >= 3) == Fraction(1, 2)
    assert BLOWS.p(lambda blow: blow.damage > 3, hit=True) == Fraction(1, 5)
    assert BLOWS.p(Blow(False, 0)) == Fraction(1, 2)
    assert BLOWS.p(Blow(True, 99)) == 0
    assert BLOWS.mean("damage") == Fraction(5, 2)
    assert BLOWS.mean("hit") == Fraction(1, 2)
    assert BLOWS.field("damage").p(0) == Fraction(1, 2)
    assert BLOWS.given(hit=True).mean("damage") == 5
    assert Distribution({None: 1, 3: 1}).p(None) == Fraction(1, 2)


def test_fields_inside_maps_and_structures() -> None:
    class Party(NamedTuple):
        leader: Blow

    assert Distribution({Party(Blow(True, 4)): 1}).mean("leader.damage") == 4


def test_fractions_are_numbers() -> None:
    halves = Distribution[Fraction | int]({Fraction(1, 2): 1, 1: 1})
    assert halves.mean() == Fraction(3, 4)
    assert halves.plus(halves).p(1) == Fraction(1, 4)
    assert halves.repeat(2) == halves.plus(halves)
    assert Distribution.from_fractions({1: Fraction(1, 3), 2: Fraction(1, 6)}) == Distribution({1: 2, 2: 1})


def test_equality_is_of_chances_and_not_of_weights() -> None:
    assert Distribution({1: 2, 2: 4}) == Distribution({1: 1, 2: 2})
    assert hash(Distribution({1: 2, 2: 4})) == hash(Distribution({1: 1, 2: 2}))
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 2: 2})
    assert Distribution({1: 1}) != 1


def test_order_is_natural_or_else_by_chance() -> None:
    assert Distribution({3: 1, 1: 1, 2: 5}).outcomes() == [1, 2, 3]
    assert Distribution({None: 1, "a": 3, 2: 2}).outcomes() == ["a", 2, None]


def test_samples_are_the_same_for_a_seed() -> None:
    assert D6.sample(20, seed=1) == D6.sample(20, seed=1) != D6.sample(20, seed=2)
    assert set(D6.sample(500, seed=3)) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Distribution({}), "no outcome"),
        (lambda: Distribution({1: 0}), "no outcome"),
        (lambda: Distribution({1: -1, 2: 3}), "negative"),
        (lambda: D6.given(lambda n: n > 6), "no outcome"),
        (lambda: BLOWS.mean(), "no number"),
        (lambda: BLOWS.mean("harm"), "the fields are hit, damage"),
        (lambda: D6.quantile(2), "between 0 and 1"),
        (lambda: D6.repeat(-1), "number of times"),
    ],
    ids=["empty", "no weight", "negative", "impossible", "structure", "unknown field", "quantile", "repeat"],
)
def test_senseless_questions(ask: Any, message: str) -> None:
    with pytest.raises(DiceError, match=message):
        ask()


def test_a_question_without_a_question() -> None:
    with pytest.raises(TypeError, match="outcome, a predicate, or fields"):
        D6.p()


def test_too_many_combinations_are_refused_before_the_work() -> None:
    wide = Distribution(dict.fromkeys(range(3000), 1))
    with pytest.raises(TooComplex, match="map both"):
        wide.with_other(wide, lambda a, b: a * b)


def test_json_keeps_fractions_exact() -> None:
    assert Distribution({Blow(True, 1): 1, Blow(False, 0): 2}).to_dict() == {
        "outcomes": [{"result": (False, 0), "p": "2/3"}, {"result": (True, 1), "p": "1/3"}]
    }
