"""Arithmetic of cubes on a grid, in whole numbers: gaps, footprints, and the areas that spells and breath cover.

Every area is a sorted tuple of cells, in no particular grid; `Grid.inside` keeps those that exist.
"""

from collections.abc import Iterable
from itertools import product
from typing import Literal, NamedTuple, get_args

from rulewright.table.space.errors import SpaceError, refuse, too_complex
from rulewright.table.space.protocol import Cell

Facing = Literal["east", "west", "north", "south", "up", "down"]
Angle = Literal[30, 45, 60, 90, 120, 180]

MOST_CELLS = 200_000
"""Cells that one area, or the cube around it, may have."""


class _Axes(NamedTuple):
    """Where the depth of a box runs, where its width, and where its height."""

    ahead: Cell
    right: Cell
    up: Cell


_EAST, _WEST, _NORTH, _SOUTH, _UP, _DOWN = (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)

_FACINGS: dict[Facing, _Axes] = {
    "east": _Axes(_EAST, _SOUTH, _UP),
    "south": _Axes(_SOUTH, _WEST, _UP),
    "west": _Axes(_WEST, _NORTH, _UP),
    "north": _Axes(_NORTH, _EAST, _UP),
    "up": _Axes(_UP, _EAST, _NORTH),
    "down": _Axes(_DOWN, _EAST, _NORTH),
}


class _Opening(NamedTuple):
    """The squared cosine of half the angle of a cone is (whole + root of squared) / 4."""

    whole: int
    squared: int


_OPENINGS: dict[Angle, _Opening] = {
    30: _Opening(2, 3),
    45: _Opening(2, 2),
    60: _Opening(3, 0),
    90: _Opening(2, 0),
    120: _Opening(1, 0),
    180: _Opening(0, 0),
}


def gaps(start: Cell, end: Cell, start_size: int = 1, end_size: int = 1) -> Cell:
    """On each axis, how many steps the nearest cells of two bodies are apart."""
    x, y, z = (max(0, b - a - start_size + 1, a - b - end_size + 1) for a, b in zip(start, end, strict=True))
    return x, y, z


def cell_distance(start: Cell, end: Cell, start_size: int = 1, end_size: int = 1) -> int:
    """The distance where a diagonal step counts as one: the greatest of the three gaps."""
    return max(gaps(start, end, start_size, end_size))


def direction(start: Cell, end: Cell) -> Cell:
    """Straight on from start past end: one step, with the sign of the difference on each axis."""
    x, y, z = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    return x, y, z


def moved(cell: Cell, by: Cell, times: int = 1) -> Cell:
    """The cell so many steps on."""
    return cell[0] + by[0] * times, cell[1] + by[1] * times, cell[2] + by[2] * times


def footprint(corner: Cell, size: int) -> tuple[Cell, ...]:
    """The cube of cells that a body of this size takes up, from its lowest corner."""
    return (corner,) if size == 1 else corner_box_cells(corner, size, size, size)


def corner_box_cells(corner: Cell, width: int, depth: int, height: int) -> tuple[Cell, ...]:
    """A box from its lowest corner: width to the east, depth to the north, height up."""
    _measure((width, depth, height))
    x, y, z = corner
    return tuple(product(range(x, x + width), range(y, y + depth), range(z, z + height)))


def box_cells(origin: Cell, facing: Facing, width: int, depth: int, height: int) -> tuple[Cell, ...]:
    """A box before the origin: depth along the facing, width across it, height up from the level of the origin.

    The width is centred; if it is even, the extra cell is on the right.
    Facing up or down the width runs east and the height north, both centred.
    """
    if facing not in _FACINGS:
        raise _unknown("facing", facing, get_args(Facing))
    _measure((width, depth, height))
    axes = _FACINGS[facing]
    heights = range(height) if axes.up == _UP else _centred(height)
    spots = product(range(1, depth + 1), _centred(width), heights)
    return tuple(sorted(moved(moved(moved(origin, axes.ahead, a), axes.right, b), axes.up, c) for a, b, c in spots))


def burst_cells(origin: Cell, radius: int, size: int = 1) -> tuple[Cell, ...]:
    """Every cell within this distance of a body, its own among them, where a diagonal step counts as one."""
    if radius < 0:
        raise refuse(f"radius: expected 0 or more, found {radius}")
    edge = 2 * radius + size
    return corner_box_cells(moved(origin, (-radius, -radius, -radius)), edge, edge, edge)


def sphere_cells(origin: Cell, radius: int) -> tuple[Cell, ...]:
    """Every cell whose centre is within this radius of the centre of the origin, as the crow flies."""
    x, y, z = origin
    cube = burst_cells(origin, radius)
    return tuple(c for c in cube if (c[0] - x) ** 2 + (c[1] - y) ** 2 + (c[2] - z) ** 2 <= radius**2)


def cone_cells(origin: Cell, direction: Cell, length: int, angle: Angle = 30) -> tuple[Cell, ...]:
    """Every cell but the origin, up to this distance, of which the centre or a corner is in the cone.

    The tip is the centre of the origin.
    A point p is in the cone around u if (p·u)² ≥ cos²(half the angle) |p|²|u|², on the side of u.
    """
    if angle not in _OPENINGS:
        raise _unknown("angle", angle, get_args(Angle))
    if not any(direction):
        raise refuse("direction: expected at least one number that is not 0, found 0, 0, 0")
    if length < 1:
        raise refuse(f"length: expected 1 or more, found {length}")
    _measure((2 * length + 1,) * 3)
    centres = range(-2 * length, 2 * length + 1, 2)
    corners = range(-2 * length - 1, 2 * length + 2, 2)
    opening = _OPENINGS[angle]
    near = {(x // 2, y // 2, z // 2) for x, y, z in _in_cone(product(centres, centres, centres), direction, opening)}
    for x, y, z in _in_cone(product(corners, corners, corners), direction, opening):
        near.update(product((x // 2, x // 2 + 1), (y // 2, y // 2 + 1), (z // 2, z // 2 + 1)))
    near.discard((0, 0, 0))
    return tuple(sorted(moved(origin, cell) for cell in near if max(map(abs, cell)) <= length))


def _in_cone(points: Iterable[Cell], axis: Cell, opening: _Opening) -> Iterable[Cell]:
    """Those of the points, seen from the tip in half cells, that lie in the cone."""
    (ux, uy, uz), (whole, squared) = axis, opening
    axis_square = ux * ux + uy * uy + uz * uz
    for point in points:
        x, y, z = point
        along = x * ux + y * uy + z * uz
        if along > 0 or (along == 0 and not whole):
            square = (x * x + y * y + z * z) * axis_square
            left = 4 * along * along - whole * square
            if left >= 0 and left * left >= squared * square * square:
                yield point


def _centred(edge: int) -> range:
    return range(-((edge - 1) // 2), edge // 2 + 1)


def _measure(edges: tuple[int, ...]) -> None:
    cells = 1
    for edge in edges:
        if edge < 1:
            raise refuse(f"an edge has 1 cell or more, found {edge}")
        cells *= edge
    if cells > MOST_CELLS:
        raise too_complex(f"an area of {cells} cells: at most {MOST_CELLS} can be listed")


def _unknown(what: str, found: object, known: tuple[object, ...]) -> SpaceError:
    return refuse(f"{what}: expected one of {', '.join(map(str, known))}, found {found!r}")
