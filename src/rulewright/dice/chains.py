"""Loops that may go on for ever, solved exactly: a chain of states that is left in the end.

States are walked in the order in which they can follow each other. Only states that can come back to each other need
a system of equations (both miss, and the duel stands as before), and those groups are small.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeVar

from rulewright.dice.errors import TooComplex

State = TypeVar("State", bound=Hashable)

MOST_IN_A_CIRCLE = 200
"""How many states may lead back to each other; their equations cost the cube of it."""


class _Chain:
    """States by number: where each leads, with integer weights; a state without a row is an end."""

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.rows: list[tuple[tuple[int, ...], tuple[int, ...], int] | None] = []


def absorb(
    start: State,
    outcomes_of: Callable[[State], Any],
    done: Callable[[State], bool],
    afford: Callable[[int], None],
) -> dict[State, Fraction]:
    """The chance of every state in which the loop ends."""
    chain = _walk(start, outcomes_of, done, afford)
    arriving: list[dict[int, int]] = [
        {} for _ in chain.states
    ]  # numerators by denominator, added up as late as possible
    arriving[0] = {1: 1}
    ends: dict[State, Fraction] = {}
    for circle in _circles(chain):
        row = chain.rows[circle[0]]
        if row is None:
            numerator, denominator = _sum(arriving[circle[0]])
            ends[chain.states[circle[0]]] = Fraction(numerator, denominator)
            continue
        shares, denominator = _shares(chain, circle, [_sum(arriving[place]) for place in circle])
        for place, share in zip(circle, shares, strict=True):
            targets, weights, _ = chain.rows[place]  # type: ignore[misc]
            for target, weight in zip(targets, weights, strict=True):
                there = arriving[target]
                there[denominator] = there.get(denominator, 0) + share * weight
    return ends


def _walk(
    start: State, outcomes_of: Callable[[State], Any], done: Callable[[State], bool], afford: Callable[[int], None]
) -> _Chain:
    chain, numbers = _Chain(), {start: 0}
    chain.states.append(start)
    for place, state in enumerate(chain.states):
        if done(state):
            chain.rows.append(None)
            continue
        outcomes = outcomes_of(state)
        for following in outcomes.values:
            if following not in numbers:
                numbers[following] = len(chain.states)
                chain.states.append(following)
        chain.rows.append((tuple(map(numbers.__getitem__, outcomes.values)), outcomes.weights, outcomes.total))
        if place % 1024 == 0:
            afford(len(chain.states))
    return chain


def _circles(chain: _Chain) -> Iterator[list[int]]:
    """Groups of states that lead back to each other, each before those that it leads to: Tarjan, without recursion."""
    index, low, on_stack = [-1] * len(chain.states), [0] * len(chain.states), [False] * len(chain.states)
    stack: list[int] = []
    found: list[list[int]] = []
    counter = 0
    work = [(0, iter(chain.rows[0][0] if chain.rows[0] else ()))]
    index[0] = low[0] = counter
    stack.append(0)
    on_stack[0] = True
    while work:
        place, following = work[-1]
        for target in following:
            if index[target] < 0:
                counter += 1
                index[target] = low[target] = counter
                stack.append(target)
                on_stack[target] = True
                row = chain.rows[target]
                work.append((target, iter(row[0] if row else ())))
                break
            if on_stack[target]:
                low[place] = min(low[place], index[target])
        else:
            work.pop()
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[place])
            if low[place] == index[place]:
                circle = []
                while True:
                    member = stack.pop()
                    on_stack[member] = False
                    circle.append(member)
                    if member == place:
                        break
                found.append(circle)
    return reversed(found)


def _sum(parts: dict[int, int]) -> tuple[int, int]:
    """Numerators over different denominators, as one fraction."""
    if len(parts) == 1:
        ((denominator, numerator),) = parts.items()
    else:
        denominator = lcm(*parts)
        numerator = sum(n * (denominator // d) for d, n in parts.items())
    common = gcd(numerator, denominator)
    return numerator // common, denominator // common


def _shares(chain: _Chain, circle: list[int], arriving: list[tuple[int, int]]) -> tuple[list[int], int]:
    """How much leaves each state of a circle for each unit of weight, all over one denominator.

    With x as the mean visits of a state over its total weight: total * x - what comes back = what arrives.
    The matrix is whole, so the equations are solved without fractions.
    """
    if len(circle) > MOST_IN_A_CIRCLE:
        raise TooComplex(
            f"{len(circle)} states of the loop lead back to each other, more than {MOST_IN_A_CIRCLE}: "
            "make the state smaller, or say how many times the loop may turn"
        )
    places = {state: place for place, state in enumerate(circle)}
    matrix = [[0] * len(circle) for _ in circle]
    for column, state in enumerate(circle):
        targets, weights, total = chain.rows[state]  # type: ignore[misc]
        matrix[column][column] = total
        for target, weight in zip(targets, weights, strict=True):
            if target in places:
                matrix[places[target]][column] -= weight
    denominator = lcm(*(below for _, below in arriving))
    solution, determinant = _solve(matrix, [above * (denominator // below) for above, below in arriving])
    return solution, denominator * determinant


def _solve(matrix: list[list[int]], right: list[int]) -> tuple[list[int], int]:
    """Whole-number elimination (Bareiss): the solution over one common denominator."""
    size, before = len(right), 1
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(size):
        best = next((row for row in range(place, size) if rows[row][place]), None)
        if best is None:
            raise TooComplex("the loop may never end: some states lead only back to themselves")
        rows[place], rows[best] = rows[best], rows[place]
        chosen = rows[place]
        pivot = chosen[place]
        for number, row in enumerate(rows):
            if number != place:
                factor = row[place]
                rows[number] = [(pivot * a - factor * b) // before for a, b in zip(row, chosen, strict=True)]
        before = pivot
    return [row[size] for row in rows], before
