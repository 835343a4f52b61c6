"""Cheapest ways through a space of any kind.

A weight is a cost with the length of the step behind it, so that one whole number compares both:
of equally cheap ways the shortest wins.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, NamedTuple

from rulewright.table.space.errors import too_complex

FINE = 1 << 24
"""One unit of cost in weights; no way is as long as this."""

MOST_EXPLORED = 100_000

Steps = Callable[[Any], Iterable[tuple[Any, int]]]
"""Where one step leads from a place, and what it weighs."""


class Explored(NamedTuple):
    """The least weight of each place that was met, and from where it is reached at that weight."""

    weights: dict[Any, int]
    before: dict[Any, list[Any]]


def nearby(_: Any) -> int:
    """What the rest of a way weighs at the very least, where nothing is known of it."""
    return 0


def explore(
    start: Any, steps: Steps, *, goal: Any = None, at_least: Callable[[Any], int] = nearby, most: int | None = None
) -> Explored:
    """Go out from the start, cheapest first, until every cheapest way to the goal is known.

    `at_least` never says more than the rest of the way weighs; `most` is the greatest weight of interest.
    """
    weights, before = {start: 0}, {start: list[Any]()}
    waiting, done = [(at_least(start), start)], set()
    while waiting:
        bound, here = heappop(waiting)
        if goal in weights and bound > weights[goal]:
            break
        if here in done:
            continue
        done.add(here)
        if len(done) > MOST_EXPLORED:
            raise too_complex(f"more than {MOST_EXPLORED} places to look at: give a limit to the cost")
        for place, weight in steps(here):
            total = weights[here] + weight
            known = weights.get(place)
            if known == total:
                before[place].append(here)
            elif (known is None or total < known) and (most is None or total <= most):
                weights[place], before[place] = total, [here]
                heappush(waiting, (total + at_least(place), place))
    return Explored(weights, before)


def first_way(explored: Explored, start: Any, end: Any, rank: Callable[[Any], Any]) -> list[Any]:
    """Of all ways of least weight the one that comes first, place by place; without the start."""
    after: dict[Any, list[Any]] = {}
    waiting, met = [end], {end}
    while waiting:
        here = waiting.pop()
        for place in explored.before[here]:
            after.setdefault(place, []).append(here)
            if place not in met:
                met.add(place)
                waiting.append(place)
    way = [start]
    while way[-1] != end:
        way.append(min(after[way[-1]], key=rank))
    return way[1:]
