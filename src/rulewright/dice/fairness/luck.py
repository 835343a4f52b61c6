"""How far dice are from what fair dice would show, as numbers that a player can judge."""

import math
from itertools import pairwise

import msgspec

MAX_BINS = 20
MAX_KINDS = 50
DICE_PER_BIN = 5  # below this, the chi-square test says nothing worth hearing


class Luck(msgspec.Struct, frozen=True):
    """The dice of one thrower. `chance` is how often fair dice would look at least this uneven."""

    who: str
    dice: int
    mean: float
    expected: float
    deviations: float
    chance: float | None


class Tally:
    """Counts one thrower's dice in memory that doesn't grow with them."""

    def __init__(self) -> None:
        self.dice = 0
        self.total = 0
        self.twice_expected = 0
        self.twelve_variance = 0
        self.kinds: dict[int, list[int]] = {}

    def add(self, sides: int, face: int) -> None:
        self.dice += 1
        self.total += face
        self.twice_expected += sides + 1
        self.twelve_variance += sides * sides - 1
        if sides not in self.kinds:
            if sides == 1 or len(self.kinds) == MAX_KINDS:
                return
            self.kinds[sides] = [0] * min(sides, MAX_BINS)
        bins = self.kinds[sides]
        bins[(face - 1) * len(bins) // sides] += 1

    def luck(self, who: str) -> Luck:
        expected = self.twice_expected / 2
        spread = math.sqrt(self.twelve_variance / 12)
        deviations = (self.total - expected) / spread if spread else 0.0
        return Luck(who, self.dice, self.total / self.dice, expected / self.dice, deviations, self._chance())

    def _chance(self) -> float | None:
        statistic, freedom = 0.0, 0
        for sides, bins in self.kinds.items():
            if sum(bins) >= DICE_PER_BIN * len(bins):
                statistic += chi_square(sides, bins)
                freedom += len(bins) - 1
        return chance_of_more(statistic, freedom) if freedom else None


def chi_square(sides: int, bins: list[int]) -> float:
    """How uneven the counts are. Bins of a die whose sides don't divide evenly hold different numbers of faces."""
    dice = sum(bins)
    edges = [-(-number * sides // len(bins)) for number in range(len(bins) + 1)]
    statistic = 0.0
    for count, (low, high) in zip(bins, pairwise(edges), strict=True):
        expected = dice * (high - low) / sides
        statistic += (count - expected) ** 2 / expected
    return statistic


def chance_of_more(statistic: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution: a finite sum, which for odd freedom begins with erfc."""
    half = statistic / 2
    if half == 0:
        return 1.0
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else 0.0
    for step in range(freedom // 2):
        power = step + freedom % 2 / 2
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, tail)
