"""Small spaces at random, and what they say when read again naively: every place, every step, every cell tried."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from rulewright.table.space import AnySpace, Cell, Exit, Grid, Line, Mover, Position, Terrain, Zone, Zones

WIDE, DEEP, HIGH = 4, 4, 2

coordinates = st.integers(-6, 6)
cells = st.tuples(coordinates, coordinates, coordinates)
inner_cells = st.tuples(st.integers(0, WIDE - 1), st.integers(0, DEEP - 1), st.integers(0, HIGH - 1))


@st.composite
def terrains(draw: st.DrawFn) -> Terrain:
    """A box of a few cells in a small grid."""
    (a, b, c), (d, e, f) = draw(inner_cells), draw(inner_cells)
    return Terrain(
        low=(min(a, d), min(b, e), min(c, f)),
        high=(max(a, d), max(b, e), max(c, f)),
        solid=draw(st.booleans()),
        opaque=draw(st.booleans()),
        cost=draw(st.integers(1, 3)),
    )


def grids(capacity: int | None = None) -> st.SearchStrategy[Grid]:
    """Grids that can be walked through in a moment."""
    return st.builds(
        lambda terrain, diagonals: Grid.of_size(
            WIDE, DEEP, HIGH, terrain=tuple(terrain), diagonals=diagonals, capacity=capacity
        ),
        st.lists(terrains(), max_size=4),
        st.booleans(),
    )


NAMES = "abcdef"


def exits(one_way: bool) -> st.SearchStrategy[Exit]:
    """Exits between zones that are called by a letter."""
    return st.builds(
        Exit,
        start=st.sampled_from(NAMES),
        end=st.sampled_from(NAMES),
        cost=st.integers(1, 3),
        passable=st.booleans(),
        sight=st.booleans(),
        one_way=st.booleans() if one_way else st.just(False),
    )


def maps(one_way: bool = True) -> st.SearchStrategy[Zones]:
    """Maps of six zones, listed in any order."""
    return st.builds(
        lambda names, ways: Zones(zones=tuple(Zone(id=name, capacity=2) for name in names), exits=tuple(ways)),
        st.permutations(NAMES),
        st.lists(exits(one_way), max_size=12),
    )


lines = st.builds(Line, lowest=st.just(-4), highest=st.integers(0, 8))


# ---------------------------------------------------------------------- every place


def all_places(space: AnySpace) -> list[Position]:
    """Every place, in the order of the space."""
    match space:
        case Line():
            return list(range(space.lowest, space.highest + 1))
        case Zones():
            return [zone.id for zone in space.zones]
        case Grid():
            xs, ys, zs = (range(a, b + 1) for a, b in zip(space.lowest, space.highest, strict=True))
            return list(product(xs, ys, zs))
    raise AssertionError(space)


@st.composite
def spaces_with_places(draw: st.DrawFn, places: int = 2) -> tuple[AnySpace, list[Any]]:
    """A space of any kind, and some of its places."""
    space = draw(st.one_of(grids(), maps(), lines))
    return space, [draw(st.sampled_from(all_places(space))) for _ in range(places)]


# ---------------------------------------------------------------------- every step


def in_box(cell: Cell, terrain: Terrain) -> bool:
    """Whether a cell lies in a box of terrain."""
    high = terrain.high or terrain.low
    return all(a <= b <= c for a, b, c in zip(terrain.low, cell, high, strict=True))


def body_cells(corner: Cell, size: int) -> list[Cell]:
    """The cells of a body."""
    x, y, z = corner
    return [(x + a, y + b, z + c) for a in range(size) for b in range(size) for c in range(size)]


def step_into(space: AnySpace, here: Any, there: Any, mover: Mover) -> tuple[int, int] | None:
    """The cost and the length of one step, or nothing if it can't be taken."""
    match space:
        case Line():
            return (1, 1) if abs(here - there) == 1 and has_room(space, [there], mover) else None
        case Zones():
            for way in space.exits:
                forth = (way.start, way.end) == (here, there)
                back = (way.end, way.start) == (here, there) and not way.one_way
                if way.passable and (forth or back):
                    return (way.cost, 1) if has_room(space, [there], mover) else None
            return None
        case Grid():
            return _step_on_grid(space, here, there, mover)
    raise AssertionError(space)


def _step_on_grid(space: Grid, here: Cell, there: Cell, mover: Mover) -> tuple[int, int] | None:
    length = sum(abs(a - b) for a, b in zip(here, there, strict=True))
    widest = max(abs(a - b) for a, b in zip(here, there, strict=True))
    body = body_cells(there, mover.size)
    if widest != 1 or (length > 1 and not space.diagonals) or not has_room(space, body, mover):
        return None
    if mover.walks and there[2] != 0:
        below = [(x, y, z - 1) for x, y, z in body if z == there[2]]
        if not any(terrain.solid and in_box(cell, terrain) for cell in below for terrain in space.terrain):
            return None
    costs = [terrain.cost for terrain in space.terrain for cell in body if in_box(cell, terrain)]
    return max([1, *costs]), length


def has_room(space: AnySpace, places: list[Any], mover: Mover) -> bool:
    """Whether a mover's body has room in all these places."""
    known = set(all_places(space))
    for place in places:
        if place not in known or (mover.may_enter and not mover.may_enter(place)):
            return False
        if isinstance(space, Grid) and any(terrain.solid and in_box(place, terrain) for terrain in space.terrain):
            return False
        capacity = 2 if isinstance(space, Zones) else space.capacity if isinstance(space, Grid) else None
        if capacity is not None and mover.taken.get(place, 0) + mover.bulk > capacity:
            return False
    return True


Way = tuple[int, int, tuple[Any, ...]]
"""Cost, length, and the ranks of the places to enter: the lesser is the better way."""


def best_ways(space: AnySpace, end: Any, mover: Mover) -> Mapping[Any, Way]:
    """From each place the best way to the end, by going over all steps until nothing gets better."""
    places = all_places(space)
    rank = {place: number for number, place in enumerate(places)}
    steps = [
        (here, there, step)
        for here in places
        for there in places
        if here != there and (step := step_into(space, here, there, mover)) is not None
    ]
    best: dict[Any, Way] = {end: (0, 0, ())}
    better = True
    while better:
        better = False
        for here, there, (cost, length) in steps:
            if there in best and here != end:
                rest = best[there]
                way = cost + rest[0], length + rest[1], (rank[there], *rest[2])
                if here not in best or way < best[here]:
                    best[here], better = way, True
    return best


def least_costs(space: AnySpace, start: Any, mover: Mover) -> dict[Any, int]:
    """What it costs to get to each place, by going over all steps until nothing gets cheaper."""
    places = all_places(space)
    steps = [(here, there, step_into(space, here, there, mover)) for here in places for there in places]
    costs = {start: 0}
    cheaper = True
    while cheaper:
        cheaper = False
        for here, there, step in steps:
            if step and here in costs and costs[here] + step[0] < costs.get(there, 1_000):
                costs[there], cheaper = costs[here] + step[0], True
    return costs


# ---------------------------------------------------------------------- every cell


def line_meets(cell: Cell, point: Cell, other: Cell) -> bool:
    """Whether a line from the centre of a cell to a point, in half cells, passes through the inside of another cell."""
    enters, leaves = Fraction(0), Fraction(1)
    for start, end, middle in zip(cell, point, other, strict=True):
        start, low, high = 2 * start, 2 * middle - 1, 2 * middle + 1
        if start == end:
            if not low < start < high:
                return False
        else:
            times = sorted((Fraction(low - start, end - start), Fraction(high - start, end - start)))
            enters, leaves = max(enters, times[0]), min(leaves, times[1])
    return enters < leaves


def cells_around(cell: Cell, point: Cell) -> Iterator[Cell]:
    """All cells of the box between a cell and a point in half cells, and one more on each side."""
    xs, ys, zs = (range(min(a, b // 2) - 1, max(a, b // 2) + 3) for a, b in zip(cell, point, strict=True))
    return product(xs, ys, zs)


def is_clear(grid: Grid, cell: Cell, point: Cell, spared: list[Cell]) -> bool:
    """Whether nothing opaque stands in the way of a line."""
    return not any(
        terrain.opaque and in_box(other, terrain) and line_meets(cell, point, other)
        for other in cells_around(cell, point)
        if other != cell and other not in spared
        for terrain in grid.terrain
    )
