"""Every way of counting agrees with walking through all throws."""

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import TooComplex
from rulewright.dice.counting import (
    _power_by_recurrence,
    convolve,
    count_of,
    die,
    keep_of,
    multiset_count,
    multisets,
    power,
    sum_of_dice,
)

awkward = st.dictionaries(st.integers(-9, 9), st.integers(1, 4), min_size=1, max_size=4)


def throws(weights: dict[int, int], count: int) -> list[tuple[int, ...]]:
    faces = [value for value, ways in weights.items() for _ in range(ways)]
    return list(product(faces, repeat=count))


@pytest.mark.parametrize("sides", [1, 2, 3, 5, 6, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_sums_of_fair_dice(count: int, sides: int) -> None:
    assert sum_of_dice(count, sides) == Counter(map(sum, throws(die(sides), count)))


@pytest.mark.parametrize(("count", "sides"), [(7, 20), (40, 12), (100, 6), (3, 1000), (250, 2)])
def test_large_sums_agree_with_repeated_convolution(count: int, sides: int) -> None:
    assert sum_of_dice(count, sides) == power(die(sides), count)


@given(awkward, st.integers(0, 4))
def test_sums_of_awkward_dice(weights: dict[int, int], count: int) -> None:
    assert power(weights, count) == Counter(map(sum, throws(weights, count)))


@given(awkward, st.integers(1, 5))
def test_both_ways_of_adding_up_agree(weights: dict[int, int], count: int) -> None:
    assert _power_by_recurrence(weights, count) == power(weights, count)


def test_many_draws_take_the_way_of_the_recurrence() -> None:
    assert power(die(6), 300) == sum_of_dice(300, 6)


@given(awkward, awkward)
def test_two_different_dice(first: dict[int, int], second: dict[int, int]) -> None:
    expected = Counter(a + b for (a,) in throws(first, 1) for (b,) in throws(second, 1))
    assert convolve(first, second) == expected


def test_far_flung_values() -> None:
    assert convolve({0: 1, 10**12: 2}, {1: 3}) == {1: 3, 10**12 + 1: 6}


@given(awkward, st.integers(0, 4), st.data())
def test_keeps(weights: dict[int, int], count: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, count))
    stop = data.draw(st.integers(start, count))
    expected = Counter(sum(sorted(throw)[start:stop]) for throw in throws(weights, count))
    assert keep_of(weights, count, start, stop) == expected


@given(awkward, st.integers(0, 4))
def test_multisets(weights: dict[int, int], count: int) -> None:
    found = multisets(weights, count)
    assert dict(found) == Counter(tuple(sorted(throw)) for throw in throws(weights, count))
    assert len(found) == multiset_count(len(weights), count)


@given(st.integers(1, 6), st.integers(0, 4), st.sets(st.integers(1, 6)))
def test_counts(sides: int, count: int, wanted: set[int]) -> None:
    expected = Counter(sum(face in wanted for face in throw) for throw in throws(die(sides), count))
    assert count_of(sides, count, wanted.__contains__) == expected


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sum_of_dice(1000, 10_000),
        lambda: power(die(10_000), 1000),
        lambda: keep_of(die(10_000), 1000, 500, 1000),
        lambda: multisets(die(20), 20),
        lambda: convolve(dict.fromkeys(range(0, 10**8, 10**4), 10**40), dict.fromkeys(range(0, 10**9, 10**5), 10**40)),
    ],
    ids=["sum", "power", "keep", "pool", "two"],
)
def test_what_is_too_large_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(TooComplex, match=r"fewer|too large"):
        ask()
