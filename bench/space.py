"""Ways and sight on a grid of 100 x 100 cells with walls, hills and height, and 300 tokens on it.

Ways are compared with those that scipy finds, sight with the look back.
"""

import random
import sys
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_most, close, fail, functools_caches, race, show, show_machine
from rulewright.table.space import HIDDEN, Body, Cell, Grid, Mover, Position, Terrain

SEED = 7
WIDE, HIGH, TOKENS = 100, 10, 300

LIMIT_MS = 50.0
"""What a person who drags a token does not notice."""

_caches = functools_caches("rulewright.table.space")


def battlefield() -> Grid:
    """Nine walls with two gates each, a hill of steps between any two, mud at its foot, and a few banks of fog."""
    terrain = []
    for x in range(9, WIDE - 1, 10):
        gates = sorted((x * 7 % 90, x * 13 % 90))
        for south, north in ((0, gates[0]), (gates[0] + 2, gates[1]), (gates[1] + 2, WIDE)):
            if south < north:
                terrain.append(Terrain(low=(x, south, 0), high=(x, north - 1, 4), solid=True, opaque=True))
        low, foot = x - 7, x * 3 % 80
        terrain.append(Terrain(low=(low, foot, 0), high=(low + 4, foot + 4, 0), solid=True, opaque=True))
        terrain.append(Terrain(low=(low + 1, foot + 1, 1), high=(low + 3, foot + 3, 1), solid=True, opaque=True))
        terrain.append(Terrain(low=(low, foot + 5, 0), high=(low + 4, foot + 15, 0), cost=2))
        terrain.append(Terrain(low=(low, 90, 0), high=(low + 2, 92, 1), opaque=True))
    return Grid.of_size(WIDE, WIDE, HIGH, terrain=tuple(terrain))


FIELD = battlefield()
FLYING, ON_FOOT = Mover(), Mover(walks=True)


def tokens() -> list[Cell]:
    """Where everybody stands."""
    free = [cell for cell in product(range(WIDE), range(WIDE), (0,)) if FIELD.fits(Body(cell))]
    return random.Random(SEED).sample(free, TOKENS)


STANDING = tokens()
HERO, REST = STANDING[0], STANDING[1:]
CORNERS = (0, 0, 0), (WIDE - 1, WIDE - 1, 0)


def costs_by_scipy(start: Cell, mover: Mover) -> dict[Cell, int]:
    """What it costs to get everywhere, as scipy says of the same steps."""
    cells = list(product(range(WIDE), range(WIDE), range(HIGH)))
    number: dict[Position, int] = {cell: at for at, cell in enumerate(cells)}
    steps = [
        (number[cell], number[to], cost)
        for cell in cells
        if FIELD.can_enter(cell, mover)
        for to, cost in FIELD.neighbours(cell, mover).items()
    ]
    here, there, costs = zip(*steps, strict=True)
    graph = coo_array((costs, (here, there)), shape=(len(cells), len(cells))).tocsr()
    found = dijkstra(graph, indices=number[start])
    return {cell: int(cost) for cell, cost in zip(cells, found, strict=True) if cost != float("inf")}


def check_ways() -> None:
    """The same costs as scipy finds, and the path costs as much as reach says."""
    costs = FIELD.reach(CORNERS[0], 10_000, ON_FOOT)
    if costs != costs_by_scipy(CORNERS[0], ON_FOOT):
        fail("reach and scipy find different costs")
    if FIELD.path(*CORNERS, ON_FOOT).cost != costs[CORNERS[1]]:
        fail("a path should cost what reach says")


def pairs_in_sight() -> int:
    """Pairs of tokens of which one sees the other."""
    return sum(FIELD.in_sight(a, b) for a, b in combinations(STANDING, 2))


def check_sight() -> None:
    """The look back sees as much."""
    if pairs_in_sight() != sum(FIELD.in_sight(b, a) for a, b in combinations(STANDING, 2)):
        fail("who sees should be seen")


def seen_in_part() -> int:
    """Tokens that have some cover from the hero."""
    return sum(0 < FIELD.cover(HERO, token) < HIDDEN for token in REST)


def after_a_change() -> int:
    """The first question after a door was opened: the ground is worked out anew."""
    for forget in _caches:
        forget()
    return len(FIELD.reach(HERO, 12, ON_FOOT))


WORK: dict[str, tuple[Callable[[], Any], bool]] = {
    "reach 12, on foot": (lambda: len(FIELD.reach(HERO, 12, ON_FOOT)), True),
    "reach 12, flying": (lambda: len(FIELD.reach(HERO, 12, FLYING)), False),
    "reach 12 after a change of the ground": (after_a_change, False),
    "reach everything, on foot": (lambda: len(FIELD.reach(HERO, 10_000, ON_FOOT)), False),
    "path from corner to corner, on foot": (lambda: FIELD.path(*CORNERS, ON_FOOT).cost, False),
    "path from corner to corner, flying": (lambda: FIELD.path(*CORNERS, FLYING).cost, False),
    "path to the nearest of 300, on foot": (lambda: FIELD.path(HERO, _nearest(), ON_FOOT).cost, True),
    "whom one of 300 sees": (lambda: sum(FIELD.in_sight(HERO, token) for token in REST), True),
    "cover of 299 from one": (seen_in_part, False),
    "who of 300 sees whom": (pairs_in_sight, False),
}
"""What is asked, and whether a person waits for it while a token is dragged."""


def _nearest() -> Cell:
    return min(REST, key=lambda token: FIELD.distance(HERO, token))


def measure(name: str, work: Callable[[], Any]) -> float:
    """Milliseconds of one question."""
    answer = work()
    (seconds,) = race(work)
    show(question=name, answer=answer, ms=seconds * 1e3)
    return seconds * 1e3


def main() -> None:
    show_machine()
    check_ways()
    check_sight()
    times = {name: measure(name, work) for name, (work, _) in WORK.items()}
    close("space", {f"{name}, ms": at_most(LIMIT_MS, times[name]) for name, (_, waited) in WORK.items() if waited})


if __name__ == "__main__":
    main()
