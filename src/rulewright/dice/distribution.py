"""A distribution: every outcome with its exact chance, as a value to ask questions of."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from rulewright.dice.counting import Weights, convolve, power
from rulewright.dice.errors import DiceError, TooComplex

if TYPE_CHECKING:
    from rulewright.dice.charts import Chart

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

MOST_OUTCOMES = 1_000_000
MOST_COMBINATIONS = 2_000_000


class Distribution(Generic[T]):
    """Outcomes with integer weights. Nothing is rounded: every answer is a fraction unless it says otherwise."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        if any(weight < 0 for weight in weights.values()):
            raise DiceError("weights can't be negative")
        self.weights: Mapping[T, int] = {outcome: weight for outcome, weight in weights.items() if weight}
        self.total = sum(self.weights.values())
        if not self.total:
            raise DiceError("no outcome is left: a distribution needs at least one that can happen")

    @classmethod
    def from_fractions(cls, chances: Mapping[T, Fraction]) -> Distribution[T]:
        """From chances that sum to anything above zero; they are scaled to one."""
        scale = lcm(*(chance.denominator for chance in chances.values()))
        return cls({outcome: chance.numerator * (scale // chance.denominator) for outcome, chance in chances.items()})

    # ------------------------------------------------------------------ asking

    def p(self, event: Any = None, /, **fields: Any) -> Fraction:
        """The chance of an outcome, of a predicate, or of fields: `p(18)`, `p(lambda n: n > 9)`, `p(hit=True)`."""
        if event is None and not fields and None not in self.weights:
            raise TypeError("say what the chance is asked of: an outcome, a predicate, or fields")
        holds = _event(event, fields)
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.total)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Every outcome with its chance, in order."""
        for outcome in self.outcomes():
            yield outcome, Fraction(self.weights[outcome], self.total)

    def outcomes(self) -> list[T]:
        """Every outcome: in its natural order where it has one, otherwise the likeliest first."""
        try:
            return sorted(self.weights)  # type: ignore[type-var]
        except TypeError:
            return sorted(self.weights, key=lambda outcome: -self.weights[outcome])

    def mean(self, field: str = "") -> Fraction:
        """The average of a number, or of a field of the outcomes; true counts one."""
        return _mean(self._numbers(field), self.total)

    def variance(self, field: str = "") -> Fraction:
        """The mean squared distance from the mean."""
        numbers = self._numbers(field)
        squares = {number * number: 0 for number in numbers}
        for number, weight in numbers.items():
            squares[number * number] += weight
        return _mean(squares, self.total) - _mean(numbers, self.total) ** 2

    def deviation(self, field: str = "") -> float:
        """The standard deviation; a float, since roots rarely are fractions."""
        return sqrt(self.variance(field))

    def quantile(self, share: Fraction | float, field: str = "") -> int | Fraction:
        """The smallest value that at least this share of the outcomes does not exceed."""
        if not 0 <= share <= 1:
            raise DiceError(f"a quantile lies between 0 and 1, found {share}")
        reached, numbers = 0, self._numbers(field)
        for number in sorted(numbers):
            reached += numbers[number]
            if reached >= share * self.total:
                break
        return number

    def median(self, field: str = "") -> int | Fraction:
        """The value in the middle."""
        return self.quantile(Fraction(1, 2), field)

    def compare(self, other: Distribution[T]) -> Comparison:
        """This against another, thrown independently: chances to be lower, equal, higher."""
        below = above = 0
        mine, theirs = sorted(self._numbers("").items()), sorted(other._numbers("").items())
        place = passed = 0
        for number, weight in mine:
            while place < len(theirs) and theirs[place][0] < number:
                passed += theirs[place][1]
                place += 1
            same = theirs[place][1] if place < len(theirs) and theirs[place][0] == number else 0
            above += weight * passed
            below += weight * (other.total - passed - same)
        everything = self.total * other.total
        lower, higher = Fraction(below, everything), Fraction(above, everything)
        return Comparison(lower=lower, equal=1 - lower - higher, higher=higher)

    # ------------------------------------------------------------------ making others

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of a function of the outcome."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            key = function(outcome)
            weights[key] = weights.get(key, 0) + weight
        return Distribution(weights)

    def field(self, path: str) -> Distribution[Any]:
        """The distribution of one field of the outcomes; dots lead into it."""
        return self.map(lambda outcome: _read(outcome, path))

    def given(self, event: Any = None, /, **fields: Any) -> Distribution[T]:
        """Only the outcomes where this holds, as if nothing else could have happened."""
        holds = _event(event, fields)
        return Distribution({outcome: weight for outcome, weight in self.weights.items() if holds(outcome)})

    def with_other(self, other: Distribution[U], function: Callable[[T, U], V]) -> Distribution[V]:
        """A function of this and another, thrown independently."""
        if len(self.weights) * len(other.weights) > MOST_COMBINATIONS:
            raise TooComplex(
                f"{len(self.weights):,} times {len(other.weights):,} outcomes are too many to combine: "
                "map both to what matters first, or simulate"
            )
        weights: dict[V, int] = {}
        for mine, my_weight in self.weights.items():
            for theirs, their_weight in other.weights.items():
                key = function(mine, theirs)
                weights[key] = weights.get(key, 0) + my_weight * their_weight
        return Distribution(weights)

    def plus(self, other: Distribution[Any]) -> Distribution[Any]:
        """The sum of both, thrown independently."""
        if self._whole() and other._whole():
            return Distribution(convolve(cast(Weights, self.weights), cast(Weights, other.weights)))
        return self.with_other(other, lambda mine, theirs: mine + theirs)

    def repeat(self, times: int) -> Distribution[Any]:
        """The sum of this thrown so many times."""
        if times < 0:
            raise DiceError(f"expected a number of times, found {times}")
        if self._whole():
            return Distribution(power(cast(Weights, self.weights), times))
        result: Distribution[Any] = Distribution({0: 1})
        for _ in range(times):
            result = result.plus(self)
        return result

    def sample(self, size: int, seed: int | str | None = None) -> list[T]:
        """So many independent outcomes; the same again for the same seed."""
        outcomes = list(self.weights)
        return random.Random(seed).choices(outcomes, [self.weights[o] / self.total for o in outcomes], k=size)

    # ------------------------------------------------------------------ showing

    def chart(self, title: str = "", field: str = "") -> Chart:
        """Bars of the chances, to be shown as text, HTML or SVG."""
        from rulewright.dice.charts import Chart

        return Chart.of(self.field(field) if field else self, title)

    def to_dict(self) -> dict[str, Any]:
        """For JSON: outcomes with their chances as fractions."""
        import msgspec

        return {
            "outcomes": [
                {"result": msgspec.to_builtins(outcome, enc_hook=str), "p": str(p)} for outcome, p in self.items()
            ]
        }

    def __str__(self) -> str:
        return self.chart().text()

    def _repr_html_(self) -> str:
        return self.chart().html()

    def __repr__(self) -> str:
        return f"Distribution of {len(self.weights):,} outcomes"

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._reduced() == other._reduced()

    def __hash__(self) -> int:
        return hash(frozenset(self._reduced().items()))

    def _reduced(self) -> dict[T, int]:
        common = gcd(*self.weights.values())
        return {outcome: weight // common for outcome, weight in self.weights.items()}

    def _whole(self) -> bool:
        return all(type(outcome) is int for outcome in self.weights)

    def _numbers(self, field: str) -> Mapping[int | Fraction, int]:
        weights = (self.field(field) if field else self).weights
        for outcome in weights:
            if not isinstance(outcome, (int, Fraction)):
                asked = f"the field {field}" if field else "the outcome"
                raise DiceError(f"{asked} is no number but {outcome!r}: name a field that is one, or map it")
        return cast(Mapping["int | Fraction", int], weights)


class Comparison(NamedTuple):
    """Chances of one throw against another."""

    lower: Fraction
    equal: Fraction
    higher: Fraction


def _mean(numbers: Mapping[int | Fraction, int], total: int) -> Fraction:
    return Fraction(sum(number * weight for number, weight in numbers.items())) / total


def _event(event: Any, fields: Mapping[str, Any]) -> Callable[[Any], bool]:
    def holds(outcome: Any) -> bool:
        if callable(event):
            if not event(outcome):
                return False
        elif outcome != event and not (event is None and fields):
            return False
        return all(_read(outcome, name) == value for name, value in fields.items())

    return holds


def _read(outcome: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(outcome, Mapping):
            known: Any = outcome.keys()
            found = part in outcome
        else:
            known = getattr(outcome, "__struct_fields__", None) or getattr(outcome, "_fields", ())
            found = part in known
        if not found:
            names = ", ".join(map(str, known)) or "none"
            raise DiceError(f"there is no field {part!r}: the fields are {names}")
        outcome = outcome[part] if isinstance(outcome, Mapping) else getattr(outcome, part)
    return outcome
