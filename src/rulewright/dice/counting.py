"""How many ways the dice can fall: exact integer weights of sums, keeps, pools and counts.

Weights say how many of all equally likely throws give a value. What is too large to be computed is refused before the
work begins.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from rulewright.dice.errors import TooComplex

Weights: TypeAlias = Mapping[int, int]

MOST_BITS = 2**28
"""The size that all weights of one distribution may have together, in bits."""

MOST_FACES = 10_000_000
"""How many faces all multisets of a pool may have together; each of them is kept in memory."""

MOST_STEPS = 4_000_000
"""How many additions one distribution may cost, counted for numbers of usual length."""


def die(sides: int) -> dict[int, int]:
    """The faces of one fair die."""
    return dict.fromkeys(range(1, sides + 1), 1)


@lru_cache(maxsize=64)
def sum_of_dice(count: int, sides: int) -> Weights:
    """The sum of `count` fair dice; 100d6 takes a tenth of a millisecond.

    The generating function ((1 - x^n) / (1 - x))^k has a linear differential equation, which gives each coefficient
    from three earlier ones. The second half mirrors the first.
    """
    span = count * (sides - 1)
    _afford(span + 1, count * sides.bit_length(), f"the sum of {count}d{sides}")
    ways = [1]
    for s in range(1, span // 2 + 1):
        value = (s - 1 + count) * ways[s - 1]
        if s >= sides:
            value += (s - sides - count * sides) * ways[s - sides]
        if s > sides:
            value += (count * (sides - 1) - (s - sides - 1)) * ways[s - sides - 1]
        ways.append(value // s)
    ways += reversed(ways[: span + 1 - len(ways)])
    return dict(zip(range(count, count + span + 1), ways, strict=True))


def power(weights: Weights, times: int) -> Weights:
    """The sum of `times` independent draws from the same weights."""
    if times == 0:
        return {0: 1}
    if times == 1:
        return weights
    least, span = min(weights), max(weights) - min(weights)
    bits = (sum(weights.values()) ** times).bit_length()
    _afford(span * times + 1, bits, f"the sum of {times} draws")
    if span * times * bits < 2**18:
        width = bits // 8 + 1
        return _unpack(_pack(weights, least, width) ** times, least * times, width)
    _afford_steps(span * times * len(weights), bits, f"the sum of {times} draws")
    return _power_by_recurrence(weights, times)


def _power_by_recurrence(weights: Weights, times: int) -> Weights:
    """Each weight from the earlier ones (Euler's recurrence for powers of a series): long numbers stay apart."""
    least = min(weights)
    first = weights[least]
    others = [(value - least, ways) for value, ways in weights.items() if value != least]
    ways_of = [first**times]
    for s in range(1, (max(weights) - least) * times + 1):
        value = sum((i * (times + 1) - s) * ways * ways_of[s - i] for i, ways in others if i <= s)
        ways_of.append(value // (s * first))
    return {least * times + s: ways for s, ways in enumerate(ways_of) if ways}


def convolve(first: Weights, second: Weights) -> Weights:
    """The sum of one draw from each."""
    span = max(first) - min(first) + max(second) - min(second)
    bits = (sum(first.values()) * sum(second.values())).bit_length()
    if span + 1 > len(first) * len(second):  # far-flung values: packing would be mostly air
        _afford(len(first) * len(second), bits, "a sum")
        apart: dict[int, int] = {}
        for a, a_ways in first.items():
            for b, b_ways in second.items():
                apart[a + b] = apart.get(a + b, 0) + a_ways * b_ways
        return apart
    _afford(span + 1, bits, "a sum")
    width = bits // 8 + 1
    product = _pack(first, min(first), width) * _pack(second, min(second), width)
    return _unpack(product, min(first) + min(second), width)


def _pack(weights: Weights, least: int, width: int) -> int:
    """All weights as the digits of one long number, so that one multiplication convolves them all."""
    digits = bytearray((max(weights) - least + 1) * width)
    for value, ways in weights.items():
        start = (value - least) * width
        digits[start : start + width] = ways.to_bytes(width, "little")
    return int.from_bytes(digits, "little")


def _unpack(number: int, least: int, width: int) -> dict[int, int]:
    digits = number.to_bytes((number.bit_length() + 7) // 8 + width, "little")
    weights = {}
    for place in range(len(digits) // width):
        ways = int.from_bytes(digits[place * width : (place + 1) * width], "little")
        if ways:
            weights[least + place] = ways
    return weights


def keep_of(weights: Weights, count: int, start: int, stop: int) -> dict[int, int]:
    """The sum of places `start` to `stop` (not included) of `count` sorted draws, smallest first.

    Draws are placed value by value from the end where the kept ones lie; as soon as those are filled the rest no longer
    matters and is counted in one step. Grows with faces and the square of `count`, not with the number of throws.
    """
    if start >= stop:
        return {0: sum(weights.values()) ** count}
    if start >= count - stop:
        values, first, last = sorted(weights, reverse=True), count - stop, count - start
    else:
        values, first, last = sorted(weights), start, stop
    span, bits = max(weights) - min(weights) + 1, (sum(weights.values()) ** count).bit_length()
    _afford_steps(len(values) * last * (stop - start) * span, bits, f"keeping {stop - start} of {count} dice")
    done: dict[int, int] = {}
    placed: dict[int, dict[int, int]] = {0: {0: 1}}  # how many are placed -> sum of the kept -> ways
    at_hand = sum(weights.values())
    for value in values:
        ways_of_value = weights[value]
        left_over = at_hand - ways_of_value
        further: dict[int, dict[int, int]] = {}
        for before, sums in placed.items():
            open_places = count - before
            filling = at_hand**open_places  # less those ways that leave a kept place open
            for more in range(last - before):
                factor = comb(open_places, more) * ways_of_value**more
                filling -= factor * left_over ** (open_places - more)
                kept = max(0, before + more - max(before, first))
                _add(further.setdefault(before + more, {}), sums, kept * value, factor)
            _add(done, sums, (last - max(before, first)) * value, filling)
        placed, at_hand = further, left_over
    return done


def _add(target: dict[int, int], sums: Weights, shift: int, factor: int) -> None:
    if factor:
        for total, ways in sums.items():
            target[total + shift] = target.get(total + shift, 0) + ways * factor


def multiset_count(kinds: int, count: int) -> int:
    """How many multisets of `count` values there are."""
    return comb(kinds + count - 1, count) if kinds else int(count == 0)


def multisets(weights: Weights, count: int) -> list[tuple[tuple[int, ...], int]]:
    """All multisets of `count` draws, each sorted, with its weight."""
    if multiset_count(len(weights), count) * max(1, count) > MOST_FACES:
        raise TooComplex(
            f"a pool of {count} dice with {len(weights)} faces has too many combinations: "
            "ask for their sum, the highest, the lowest or a count instead, or throw fewer dice"
        )
    values = sorted(weights)
    ways = [[weights[values[-1]] ** left] for left in range(count + 1)]  # if all that are left show the last value
    for place in reversed(range(len(values) - 1)):
        ways = [
            [share * rest for more, share in _shares(left, weights[values[place]]) for rest in ways[left - more]]
            for left in (range(count + 1) if place else [count])
        ]
    return list(zip(combinations_with_replacement(values, count), ways[-1], strict=True))


def _shares(left: int, ways: int) -> list[tuple[int, int]]:
    """How many of those that are left may show a value, most first, and in how many ways."""
    return [(more, comb(left, more) * ways**more) for more in range(left, -1, -1)]


def count_of(sides: int, count: int, wanted: Callable[[int], bool]) -> dict[int, int]:
    """How many of `count` dice show a wanted face."""
    yes = sum(1 for face in range(1, sides + 1) if wanted(face))
    no = sides - yes
    _afford(count + 1, count * sides.bit_length(), f"counting among {count} dice")
    weights = {hits: comb(count, hits) * yes**hits * no ** (count - hits) for hits in range(count + 1)}
    return {hits: ways for hits, ways in weights.items() if ways}


def _afford(outcomes: int, bits: int, what: str) -> None:
    if outcomes * max(bits, 1) > MOST_BITS:
        raise TooComplex(f"the exact distribution of {what} is too large: use fewer dice or sides, or simulate it")


def _afford_steps(steps: int, bits: int, what: str) -> None:
    if steps * (1 + bits // 2000) > MOST_STEPS:
        raise TooComplex(f"the exact distribution of {what} takes too long: use fewer dice or sides, or simulate it")
