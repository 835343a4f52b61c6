"""Exact odds of dice text.

What operators mean is asked of the functions that throw live dice; here only the ways to get there are counted.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import neg
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from rulewright.dice.chance import system_face
from rulewright.dice.counting import keep_of, multiset_count, multisets, power, sum_of_dice
from rulewright.dice.distribution import MOST_COMBINATIONS, MOST_OUTCOMES, Distribution
from rulewright.dice.errors import TooComplex
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.parser import parse
from rulewright.dice.notation.pools import Dice, Group
from rulewright.dice.notation.rolling import Expression, Sheet
from rulewright.dice.notation.throwing import UNCHANGED, Change, Count, Hand, Keep, Sets, Value, read, whole
from rulewright.dice.notation.tree import (
    Arithmetic,
    Check,
    Difference,
    Function,
    Labelled,
    Negative,
    Node,
    Sum,
    has_dice,
)

Values: TypeAlias = tuple[Value, ...]
Pool: TypeAlias = Mapping[Values, int]

NEGLIGIBLE = Fraction(1, 10**9)
"""Without a depth, one die may go on exploding beyond the computed depth with at most this chance."""

MOST_DEPTH = 100


class Verdict(NamedTuple):
    """How a roll does against its target."""

    success: bool
    degree: int


class Odds(Struct, frozen=True):
    """Every total with its exact chance.

    Explosions have no end: `depth` says how many added dice of one die were followed (None where nothing goes on for
    ever), and `remaining` is the chance that any die would have gone on; it is counted as if it had stopped there.
    """

    distribution: Distribution[Any]
    depth: int | None = None
    remaining: Fraction = Fraction(0)
    success: Distribution[Verdict] | None = None


def odds(text: str | Expression, sheet: Sheet | None = None, depth: int | None = None) -> Odds:
    """The exact odds of dice text, or `TooComplex` with advice where they would cost too much."""
    expression = parse(text) if isinstance(text, str) else text
    if depth is not None and not 0 <= depth <= MOST_DEPTH:
        raise NotationError(f"the depth of explosions is 0 to {MOST_DEPTH}, found {depth}", expression.text, 1)
    counting = _Counting(expression, sheet or {}, depth)
    tree = expression.tree
    distribution = counting.of(tree)
    verdicts = distribution.map(lambda total: counting.verdict(tree, total)) if isinstance(tree, Check) else None
    return Odds(distribution, counting.deepest, 1 - counting.finished, verdicts)


class _Counting:
    """Counts through one tree. Its parts share no dice, so that they are independent."""

    def __init__(self, expression: Expression, sheet: Sheet, depth: int | None) -> None:
        self.hand = Hand(expression.text, system_face, sheet, [])
        self.depth = depth
        self.deepest: int | None = None
        self.finished = Fraction(1)
        self.combinations = 0

    def afford(self, combinations: int) -> None:
        """Refuse before the work is done if all of it together would be too much."""
        self.combinations += combinations
        if self.combinations > MOST_COMBINATIONS:
            advice = "use fewer dice, a smaller depth or a simpler operator, or roll it many times instead"
            raise TooComplex(f"more than {MOST_COMBINATIONS:,} combinations to go through for exact odds: {advice}")

    def of(self, node: Node) -> Distribution[Any]:
        """The distribution of one node."""
        found = self.counted(node) if has_dice(node) else Distribution({whole(node.value(self.hand)): 1})
        if len(found) > MOST_OUTCOMES:
            advice = "use fewer dice or sides, or roll it many times instead"
            raise TooComplex(f"more than {MOST_OUTCOMES:,} different totals: {advice}")
        return found

    def counted(self, node: Node) -> Distribution[Any]:
        match node:
            case Dice():
                return self.dice(node)
            case Labelled(inner):
                return self.of(inner)
            case Negative(inner):
                return self.of(inner).map(neg)
            case Sum(left, right):
                return self.of(left).plus(self.of(right))
            case Difference(left, right):
                return self.of(left).plus(self.of(right).map(neg))
            case Arithmetic(left, right):
                return self.joint(self.of(left), self.of(right), lambda a, b: whole(node.of(a, b, self.hand)))
            case Function(_, parts):
                several = [self.of(part).map(lambda value: node.of((value,))) for part in parts]
                return reduce(lambda a, b: self.joint(a, b, lambda *values: node.of(values)), several)
            case Group(parts, keep, tally):
                pools: list[Pool] = [
                    {(value,): ways for value, ways in self.of(part).weights.items()} for part in parts
                ]
                return self.merged(pools, keep, tally)
        assert isinstance(node, Check)  # the only other node with dice in it
        return self.of(node.total)

    def joint(
        self, one: Distribution[Any], other: Distribution[Any], combine: Callable[[Value, Value], Value]
    ) -> Distribution[Any]:
        self.afford(len(one) * len(other))
        return one.with_other(other, combine)

    def verdict(self, check: Check, total: Value) -> Verdict:
        outcome = check.outcome(total, self.hand)
        return Verdict(outcome.success, outcome.degree)

    # ------------------------------------------------------------------ dice

    def dice(self, dice: Dice) -> Distribution[Any]:
        count, sides = dice.size(self.hand)
        keep, tally, change = dice.keep, dice.tally, dice.change or UNCHANGED
        if (change, keep, tally) == (UNCHANGED, None, None):
            return Distribution(sum_of_dice(count, sides)).map(lambda total: total + count * dice.offset)
        self.afford(sides)
        faces = standing_faces(change, range(1 + dice.offset, sides + dice.offset + 1))
        exploding = {face for face in faces if change.explodes(face, sides + dice.offset)}
        depth = self.depth_for(change, faces, exploding, count)
        if keep is None and not isinstance(tally, Sets):

            def add(total: Value, value: int) -> Value:
                return total + read((value,), None, tally)

            sums = self.one_die(change, faces, exploding, depth, 0, add)
            return Distribution(power(sums, count))
        pools = self.one_die(change, faces, exploding, depth, (), lambda pool, value: tuple(sorted((*pool, value))))
        if isinstance(tally, Sets):
            return self.of_multisets(list(pools.items()), count, keep, tally)
        if change.most_throws() == 1 and tally is None and keep is not None:
            values, places = {pool[0]: ways for pool, ways in pools.items()}, keep.places(count)
            return Distribution(keep_of(values, count, places.start, places.stop))
        return self.merged([pools] * count, keep, tally)

    def depth_for(self, change: Change, faces: Mapping[int, int], exploding: Collection[int], count: int) -> int:
        """How many added dice of one die to follow; what is left beyond them is noted."""
        most = change.most_throws()
        if most is not None or not exploding:
            return (most or 1) - 1
        again = Fraction(sum(faces[face] for face in exploding), sum(faces.values()))
        depth = self.depth
        if depth is None:
            enough = (depth for depth in range(MOST_DEPTH + 1) if again ** (depth + 1) <= NEGLIGIBLE)
            depth = next(enough, None)
        if depth is None:
            raise TooComplex(
                f"a die that explodes with chance {again} hardly ever stops within {MOST_DEPTH} added dice: "
                "give a depth (how many added dice to follow), and see what remains"
            )
        self.deepest = max(depth, self.deepest or 0)
        self.finished *= (1 - again ** (depth + 1)) ** count
        return depth

    def one_die(
        self,
        change: Change,
        faces: Mapping[int, int],
        exploding: Collection[int],
        depth: int,
        start: Any,
        add: Callable[[Any, int], Any],
    ) -> dict[Any, int]:
        """The ways of one die with the dice that it adds, its values taken together by `add`."""
        compounds = change.compounds()
        going_on: dict[Any, int] = {0 if compounds else start: 1}
        done: dict[Any, int] = {}
        for extra in range(depth + 1):
            self.afford(len(going_on) * len(faces))
            missing = sum(faces.values()) ** (depth - extra)
            further: dict[Any, int] = {}
            for so_far, ways in going_on.items():
                for face, more in faces.items():
                    after = so_far + face if compounds else add(so_far, change.counts_as(face, extra > 0))
                    if face in exploding and extra < depth:
                        further[after] = further.get(after, 0) + ways * more
                    else:
                        done[after] = done.get(after, 0) + ways * more * missing
            going_on = further
        if not compounds:
            return done
        bounded: dict[Any, int] = {}
        for total, ways in done.items():
            value = add(start, change.bounded(total))
            bounded[value] = bounded.get(value, 0) + ways
        return bounded

    def merged(self, pools: Sequence[Pool], keep: Keep | None, tally: Count | None) -> Distribution[Any]:
        """Pools taken together one after the other; only values that may still matter are remembered."""
        states: dict[tuple[Values, Value], int] = {((), 0): 1}
        digits = 0
        for pool in pools:
            digits += sum(pool.values()).bit_length()
            remembered = max(len(values) for values, _ in states)
            dearness = 1 + digits // 500 + remembered // 16  # long numbers and long hands make each step dearer
            self.afford(len(states) * len(pool) * dearness)
            after: dict[tuple[Values, Value], int] = {}
            for (values, settled), ways in states.items():
                for more, more_ways in pool.items():
                    left, certain = _settled((*values, *more), keep, tally)
                    state = left, settled + certain
                    after[state] = after.get(state, 0) + ways * more_ways
            states = after
        totals: dict[Value, int] = {}
        for (values, settled), ways in states.items():
            total = whole(settled + read(values, keep, tally))
            totals[total] = totals.get(total, 0) + ways
        return Distribution(totals)

    def of_multisets(
        self, pools: Sequence[tuple[Values, int]], count: int, keep: Keep | None, tally: Sets
    ) -> Distribution[Any]:
        """Every combination of whole pools: matching sets depend on all values at once."""
        self.afford(multiset_count(len(pools), count) * max(1, count))
        totals: dict[Value, int] = {}
        for chosen, ways in multisets({place: ways for place, (_, ways) in enumerate(pools)}, count):
            total = read([value for place in chosen for value in pools[place][0]], keep, tally)
            totals[total] = totals.get(total, 0) + ways
        return Distribution(totals)


def standing_faces(change: Change, faces: range) -> dict[int, int]:
    """How often each face stands after rerolls, of equally likely ways."""
    rerolled = [face for face in faces if change.rerolls(face)]
    if change.until:
        return {face: 1 for face in faces if face not in rerolled}
    again = len(rerolled)
    ways = {face: again + len(faces) for face in faces}
    for face in rerolled:
        ways[face] = again
    return ways


def _settled(values: Values, keep: Keep | None, tally: Count | None) -> tuple[Values, Value]:
    """The values that further dice may still keep or drop, and what the others come to for certain."""
    if keep is None:
        return (), read(values, None, tally)
    ordered = tuple(sorted(values))
    places = keep.places(len(ordered))
    if keep.drops():  # what lies between the dropped ends stays there, whatever comes
        return ordered[: places.start] + ordered[places.stop :], read(ordered[places], None, tally)
    return ordered[places], 0
