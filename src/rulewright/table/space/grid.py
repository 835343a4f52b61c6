"""A square grid with height: cubes of space, counted east, north and up."""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import product
from math import prod
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from rulewright.table.space.cells import MOST_CELLS, cell_distance, corner_box_cells, footprint, gaps, moved
from rulewright.table.space.errors import UnknownPlace, refuse, too_complex
from rulewright.table.space.protocol import HIDDEN, AnySpace, Body, Cell, Mover, Position, Sizes
from rulewright.table.space.search import FINE, Steps
from rulewright.table.space.sight import cells_met, centre

FARTHEST = 1_000
"""No coordinate lies beyond this."""

MOST_TERRAIN = MOST_CELLS
"""Cells that all terrain together may have."""

_BELOW: Cell = (0, 0, -1)

_STEPS = [step for step in product((-1, 0, 1), repeat=3) if any(step)]


class Terrain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What fills a box of cells: a wall is solid and opaque, a window solid, fog opaque, and mud costs more."""

    low: Cell
    high: Cell | None = None
    """The opposite corner, itself part of the box; the same cell if not given."""
    solid: bool = False
    opaque: bool = False
    cost: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """What a step into it costs; of several kinds of terrain the dearest counts."""

    @property
    def edges(self) -> Cell:
        """How many cells it has to the east, to the north and up; fewer than one if the corners are swapped."""
        (west, south, bottom), (east, north, top) = self.low, self.high or self.low
        return east - west + 1, north - south + 1, top - bottom + 1


class _Ground(NamedTuple):
    """The terrain of a grid cell by cell, worked out once."""

    solid: frozenset[Cell]
    opaque: frozenset[Cell]
    costs: dict[Cell, int]


class Grid(AnySpace, frozen=True, kw_only=True, tag="grid"):
    """Cells `(x, y, z)` from the lowest to the highest; places come in the order of these numbers."""

    lowest: Cell = (-FARTHEST, -FARTHEST, -FARTHEST)
    highest: Cell = (FARTHEST, FARTHEST, FARTHEST)
    ground: int = 0
    """The level on which one stands without anything below; so does one on the lowest level of all."""
    capacity: Annotated[int, Meta(ge=1)] | None = 1
    """How much bulk has room in a cell."""
    diagonals: bool = True
    """Whether a diagonal step is one step; otherwise one goes and measures along the axes only."""
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=MOST_TERRAIN)] = ()

    @classmethod
    def of_size(cls, x: int, y: int, z: int = 1, **rest: Any) -> "Grid":
        """A grid of so many cells, from 0 on."""
        return cls(lowest=(0, 0, 0), highest=(x - 1, y - 1, z - 1), **rest)

    def __post_init__(self) -> None:
        for low, high in zip(self.lowest, self.highest, strict=True):
            if not -FARTHEST <= low <= high <= FARTHEST:
                raise refuse(f"a grid lies from -{FARTHEST} to {FARTHEST}, found {self.lowest} to {self.highest}")
        cells = 0
        for terrain in self.terrain:
            corners = (terrain.low, terrain.high or terrain.low)
            if not all(map(self.is_inside, corners)) or min(terrain.edges) < 1:
                raise refuse(f"terrain from {corners[0]} to {corners[1]}: both lie inside the grid, the lowest first")
            cells += prod(terrain.edges)
        if cells > MOST_TERRAIN:
            raise too_complex(f"terrain of {cells} cells: a grid holds at most {MOST_TERRAIN}")

    def cell(self, place: Position) -> Cell:
        """The place as a cell; refused if it is none of this grid."""
        if not isinstance(place, tuple) or not self.is_inside(place):
            raise UnknownPlace(f"expected a cell from {self.lowest} to {self.highest}, found {place!r}")
        return place

    def is_inside(self, cell: Cell) -> bool:
        """Whether the cell is part of the grid."""
        (x, y, z), (west, south, bottom), (east, north, top) = cell, self.lowest, self.highest
        return west <= x <= east and south <= y <= north and bottom <= z <= top

    def inside(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Those cells of an area that the grid has."""
        return tuple(filter(self.is_inside, cells))

    def check(self, place: Position) -> None:
        """Refuse what is no cell here."""
        self.cell(place)

    def distance(self, start: Position, end: Position, sizes: Sizes = (1, 1)) -> int:
        """Steps between the nearest cells of two bodies, walls or not."""
        return self._measured(self.cell(start), self.cell(end), sizes)

    def sight_distance(
        self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()
    ) -> int | None:
        """The same distance, if a line between two cells' centres meets nothing opaque; the two cells hide nothing."""
        start, end, opaque = self.cell(viewer), self.cell(target), self._opaque(veil)
        pairs = product(_looks_from(start, sizes[0]), _looks_from(end, sizes[1]))
        seen = not opaque or any(_is_clear(a, centre(b), opaque, (b,)) for a, b in pairs)
        return self._measured(start, end, sizes) if seen else None

    def cover(self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()) -> int:
        """How many of the eight corners of the target are hidden, seen from that cell of the viewer that sees most."""
        if not self.in_sight(viewer, target, sizes, veil):
            return HIDDEN
        start, end, opaque = self.cell(viewer), self.cell(target), self._opaque(veil)
        if not opaque:
            return 0
        body = frozenset(footprint(end, sizes[1]))
        xs, ys, zs = ((2 * low - 1, 2 * (low + sizes[1]) - 1) for low in end)
        corners = list(product(xs, ys, zs))
        hidden = (
            sum(not _is_clear(eye, corner, opaque, body) for corner in corners) for eye in _looks_from(start, sizes[0])
        )
        return min(HIDDEN - 1, *hidden)

    def is_supported(self, place: Position, size: int = 1) -> bool:
        """Whether something bears a body there: the ground, or anything solid right below."""
        x, y, z = self.cell(place)
        if z in (self.ground, self.lowest[2]):
            return True
        solid = _ground(self).solid
        return bool(solid) and any(cell in solid for cell in corner_box_cells((x, y, z - 1), size, size, 1))

    def fall(self, place: Position, size: int = 1) -> int:
        """How many cells a body falls from there until something bears it."""
        cell, fallen = self.cell(place), 0
        while not self.is_supported(cell, size):
            cell, fallen = moved(cell, _BELOW), fallen + 1
        return fallen

    def places(self, body: Body) -> tuple[Position, ...]:
        """The cube of cells that a body takes up, from its lowest corner."""
        return footprint(self.cell(body.at), body.size)

    def is_open(self, place: Position) -> bool:
        """Whether the cell is part of the grid and not solid."""
        return isinstance(place, tuple) and self.is_inside(place) and place not in _ground(self).solid

    def capacity_of(self, place: Position) -> int | None:
        """The same for every cell."""
        return self.capacity

    def can_enter(self, place: Position, mover: Mover) -> bool:
        """Whether this mover may be at a cell; a walker needs something under its feet."""
        return super().can_enter(place, mover) and (not mover.walks or self.is_supported(place, mover.size))

    def _measured(self, start: Cell, end: Cell, sizes: Sizes) -> int:
        return cell_distance(start, end, *sizes) if self.diagonals else sum(gaps(start, end, *sizes))

    def _opaque(self, veil: Collection[Any]) -> Collection[Any]:
        opaque = _ground(self).opaque
        return opaque.union(veil) if veil else opaque

    def _steps(self, mover: Mover) -> Steps:
        flat = self.lowest[2] == self.highest[2]
        offsets = [
            (step, length)
            for step in _STEPS
            if (length := sum(map(abs, step))) == 1 or self.diagonals
            if not (flat and step[2])
        ]
        entered: dict[Cell, int] = {}

        def steps(here: Cell) -> list[tuple[Cell, int]]:
            x, y, z = here
            ways = []
            for (east, north, up), length in offsets:
                cell = (x + east, y + north, z + up)
                weight = entered.get(cell)
                if weight is None:
                    weight = entered[cell] = self._cost(cell, mover) * FINE
                if weight:
                    ways.append((cell, weight + length))
            return ways

        return steps

    def _cost(self, cell: Cell, mover: Mover) -> int:
        """What a step into a cell costs this mover, or 0 if it can't be taken."""
        if not self.can_enter(cell, mover):
            return 0
        costs = _ground(self).costs
        return max(costs.get(part, 1) for part in footprint(cell, mover.size)) if costs else 1

    def _rank(self, place: Any) -> Any:
        return place

    def _at_least(self, end: Position) -> Callable[[Any], int]:
        there = self.cell(end)

        def at_least(here: Cell) -> int:
            return self._measured(here, there, (1, 1)) * FINE + sum(gaps(here, there))

        return at_least


def _looks_from(corner: Cell, size: int) -> Iterable[Cell]:
    """The cells that see and are seen for a body: all of a small one, of a larger one first, middle and last."""
    (x, y, z), spots = corner, sorted({0, size // 2, size - 1})
    return product([x + spot for spot in spots], [y + spot for spot in spots], [z + spot for spot in spots])


def _is_clear(eye: Cell, point: Cell, opaque: Collection[Any], target: Collection[Cell]) -> bool:
    return not any(cell in opaque and cell not in target for cell in cells_met(eye, point))


@lru_cache(maxsize=16)
def _ground(grid: Grid) -> _Ground:
    solid, opaque, costs = set[Cell](), set[Cell](), dict[Cell, int]()
    for terrain in grid.terrain:
        cells = corner_box_cells(terrain.low, *terrain.edges)
        if terrain.solid:
            solid.update(cells)
        if terrain.opaque:
            opaque.update(cells)
        if terrain.cost > 1:
            costs.update((cell, max(terrain.cost, costs.get(cell, 1))) for cell in cells)
    return _Ground(frozenset(solid), frozenset(opaque), costs)
