"""How many ways the dice can fall: exact integer weights of sums, keeps, pools and counts.

Weights say how many of all equally likely throws give a value. What is too large to be computed is refused before the
work begins.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import comb
from typing import TypeAlias

from rulewright.dice.errors import TooComplex

Weights: TypeAlias = Mapping[int, int]

MOST_BITS = 2**28
"""The size that all weights of one distribution may have together, in bits."""

MOST_MULTISETS = 1_000_000


def die(sides: int) -> dict[int, int]:
    """The faces of one fair die."""
    return dict.fromkeys(range(1, sides + 1), 1)


@lru_cache(maxsize=512)
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
    if times == 1 or not weights:
        return weights
    least, span = min(weights), max(weights) - min(weights)
    bits = (sum(weights.values()) ** times).bit_length()
    _afford(span * times + 1, bits, f"the sum of {times} draws")
    packed = _pack(weights, least, width := bits // 8 + 1)
    return _unpack(packed**times, least * times, width)


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
    _afford(len(values) * last * last * max(1, last - first), 64, f"keeping {stop - start} of {count} dice")
    done: dict[int, int] = {}
    placed: dict[int, dict[int, int]] = {0: {0: 1}}  # how many are placed -> sum of the kept -> ways
    left_over = sum(weights.values())
    for value in values:
        ways_of_value = weights[value]
        left_over -= ways_of_value
        further: dict[int, dict[int, int]] = {}
        for before, sums in placed.items():
            for more in range(count - before + 1):
                after = before + more
                factor = comb(count - before, more) * ways_of_value**more
                kept = max(0, min(after, last) - max(before, first))
                if after >= last:
                    factor *= left_over ** (count - after)
                    target = done
                else:
                    target = further.setdefault(after, {})
                if factor:
                    for total, ways in sums.items():
                        key = total + kept * value
                        target[key] = target.get(key, 0) + ways * factor
        placed = further
    return done


def multiset_count(kinds: int, count: int) -> int:
    """How many multisets of `count` values there are."""
    return comb(kinds + count - 1, count) if kinds else int(count == 0)


def multisets(weights: Weights, count: int) -> list[tuple[tuple[int, ...], int]]:
    """All multisets of `count` draws, each sorted, with its weight."""
    if multiset_count(len(weights), count) > MOST_MULTISETS:
        raise TooComplex(
            f"a pool of {count} dice with {len(weights)} faces has more than {MOST_MULTISETS:,} combinations: "
            "ask for their sum, the highest, the lowest or a count instead, or throw fewer dice"
        )
    *values, last = sorted(weights)
    partial: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for value in values:
        ways = weights[value]
        rows = [[comb(left, more) * ways**more for more in range(left + 1)] for left in range(count + 1)]
        run = [(value,) * more for more in range(count + 1)]
        partial = [
            (chosen + run[more], weight * factor)
            for chosen, weight in partial
            for more, factor in enumerate(rows[count - len(chosen)])
        ]
    ways = weights[last]
    return [
        (chosen + (last,) * (count - len(chosen)), weight * ways ** (count - len(chosen))) for chosen, weight in partial
    ]


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
