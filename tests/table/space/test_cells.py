"""Distances and areas of cells: each equals its definition tried on every cell around."""

from collections import Counter
from decimal import Decimal, localcontext
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.table.space import (
    Angle,
    Body,
    Cell,
    Facing,
    Grid,
    SpaceError,
    box_cells,
    burst_cells,
    cell_distance,
    cone_cells,
    corner_box_cells,
    direction,
    footprint,
    gaps,
    moved,
    sphere_cells,
)
from tests.table.space.naive import body_cells, cells

sizes = st.integers(1, 3)
angles = st.sampled_from([30, 45, 60, 90, 120, 180])
AHEAD: dict[Facing, Cell] = {
    "east": (1, 0, 0),
    "west": (-1, 0, 0),
    "north": (0, 1, 0),
    "south": (0, -1, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
RIGHT: dict[Facing, Cell] = {
    "east": (0, -1, 0),
    "south": (-1, 0, 0),
    "west": (0, 1, 0),
    "north": (1, 0, 0),
    "up": (1, 0, 0),
    "down": (1, 0, 0),
}


def around(middle: Cell, far: int) -> list[Cell]:
    """Every cell of a cube, sorted."""
    x, y, z = middle
    steps = range(-far, far + 1)
    return [(x + a, y + b, z + c) for a, b, c in product(steps, steps, steps)]


def steps_between(a: Cell, b: Cell) -> int:
    """The distance of two cells."""
    return max(abs(p - q) for p, q in zip(a, b, strict=True))


def dot(a: Cell, b: Cell) -> int:
    return sum(p * q for p, q in zip(a, b, strict=True))


def minus(a: Cell, b: Cell) -> Cell:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def is_centred(off: int, edge: int) -> bool:
    """Whether a row of so many cells reaches so far to the right; an even row reaches one cell farther there."""
    return abs(2 * off - (edge % 2 == 0)) < edge


# ---------------------------------------------------------------------- distance


@given(cells, cells, sizes, sizes)
def test_the_distance_of_bodies_is_that_of_their_nearest_cells(a: Cell, b: Cell, size_a: int, size_b: int) -> None:
    pairs = product(body_cells(a, size_a), body_cells(b, size_b))
    assert cell_distance(a, b, size_a, size_b) == min(steps_between(p, q) for p, q in pairs)


@given(cells, cells, sizes, sizes)
def test_gaps_are_measured_axis_by_axis(a: Cell, b: Cell, size_a: int, size_b: int) -> None:
    pairs = list(product(body_cells(a, size_a), body_cells(b, size_b)))
    assert gaps(a, b, size_a, size_b) == tuple(min(abs(p[axis] - q[axis]) for p, q in pairs) for axis in range(3))


@given(cells, cells, cells)
def test_distance_is_a_metric(a: Cell, b: Cell, c: Cell) -> None:
    assert cell_distance(a, b) == cell_distance(b, a)
    assert (cell_distance(a, b) == 0) == (a == b)
    assert cell_distance(a, c) <= cell_distance(a, b) + cell_distance(b, c)


def test_a_diagonal_step_counts_as_one() -> None:
    assert cell_distance((0, 0, 0), (3, -4, 1)) == 4
    assert cell_distance((0, 0, 0), (2, 1, 0), 2) == 1  # a large body reaches farther
    assert cell_distance((0, 0, 0), (1, 1, 1)) == 1
    assert gaps((0, 0, 0), (3, -4, 1)) == gaps((3, -4, 1), (0, 0, 0)) == (3, 4, 1)


# ---------------------------------------------------------------------- going on


@given(cells, cells)
def test_a_push_leads_straight_away(pusher: Cell, pushed: Cell) -> None:
    step = direction(pusher, pushed)
    before, after = cell_distance(pusher, pushed), cell_distance(pusher, moved(pushed, step, 2))
    assert set(step) <= {-1, 0, 1}
    assert after == before + (2 if pusher != pushed else 0)


def test_direction_is_a_sign_on_each_axis() -> None:
    assert direction((0, 0, 0), (3, -1, 0)) == (1, -1, 0)
    assert moved((5, 5, 5), (1, -1, 0), 2) == (7, 3, 5)


# ---------------------------------------------------------------------- boxes, bursts, spheres


@given(cells, sizes)
def test_a_body_takes_up_a_cube(corner: Cell, size: int) -> None:
    assert sorted(footprint(corner, size)) == sorted(body_cells(corner, size))


@given(cells, st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_a_box_at_a_corner(corner: Cell, width: int, depth: int, height: int) -> None:
    x, y, z = corner
    naive = [
        cell
        for cell in around(corner, 4)
        if x <= cell[0] < x + width and y <= cell[1] < y + depth and z <= cell[2] < z + height
    ]
    assert list(corner_box_cells(corner, width, depth, height)) == naive


@given(cells, st.sampled_from(sorted(AHEAD)), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_a_box_before_the_origin(origin: Cell, facing: Facing, width: int, depth: int, height: int) -> None:
    def is_in(cell: Cell) -> bool:
        away = minus(cell, origin)
        tall = is_centred(away[1], height) if facing in ("up", "down") else 0 <= away[2] < height
        return tall and 1 <= dot(away, AHEAD[facing]) <= depth and is_centred(dot(away, RIGHT[facing]), width)

    assert list(box_cells(origin, facing, width, depth, height)) == list(filter(is_in, around(origin, 5)))


@given(cells, st.integers(0, 3), sizes)
def test_a_burst_is_every_cell_within_a_distance(origin: Cell, radius: int, size: int) -> None:
    naive = [cell for cell in around(origin, 8) if cell_distance(origin, cell, size) <= radius]
    assert list(burst_cells(origin, radius, size)) == naive


def test_a_burst_without_a_radius_is_its_origin() -> None:
    assert burst_cells((1, 2, 3), 0) == ((1, 2, 3),)


@given(cells, st.integers(0, 5))
def test_a_sphere_is_every_centre_within_a_radius(origin: Cell, radius: int) -> None:
    naive = [cell for cell in around(origin, 6) if dot(minus(cell, origin), minus(cell, origin)) <= radius * radius]
    assert list(sphere_cells(origin, radius)) == naive


def test_spheres_have_as_many_cells_as_there_are_such_points() -> None:
    assert [len(sphere_cells((0, 0, 0), radius)) for radius in range(6)] == [1, 7, 33, 123, 257, 515]


# ---------------------------------------------------------------------- cones


def is_in_cone(point: Cell, axis: Cell, angle: int) -> bool:
    """Whether a point lies in a cone from 0, by decimals so fine that only a point on the surface can look like it."""
    along = dot(point, axis)
    if along < 0 or (along == 0 and angle < 180):
        return False
    with localcontext(prec=60):
        whole = {60: Decimal(3), 90: Decimal(2), 120: Decimal(1), 180: Decimal(0)}
        roots = {30: Decimal(3).sqrt(), 45: Decimal(2).sqrt()}
        squared_cosine = (whole[angle] if angle in whole else 2 + roots[angle]) / 4
        return along * along - squared_cosine * dot(point, point) * dot(axis, axis) > Decimal("-1e-30")


@given(cells, cells.filter(any), st.integers(1, 4), angles)
def test_a_cone_is_every_cell_with_its_centre_or_a_corner_in_it(
    origin: Cell, axis: Cell, length: int, angle: Angle
) -> None:
    def is_hit(cell: Cell) -> bool:
        x, y, z = (2 * part for part in minus(cell, origin))
        signs = (-1, 1)
        corners = [(x + a, y + b, z + c) for a, b, c in product(signs, signs, signs)]
        return cell != origin and any(is_in_cone(point, axis, angle) for point in [(x, y, z), *corners])

    assert list(cone_cells(origin, axis, length, angle)) == list(filter(is_hit, around(origin, length)))


@given(cells, st.sampled_from(sorted(AHEAD)), st.integers(1, 6))
def test_a_narrow_cone_widens_as_it_goes(origin: Cell, facing: Facing, length: int) -> None:
    cone = cone_cells(origin, AHEAD[facing], length)
    ahead = Counter(dot(minus(cell, origin), AHEAD[facing]) for cell in cone)
    assert [ahead[far] for far in range(1, length + 1)] == [1, 1, 9, 9, 9, 21][:length]


@given(cells.filter(any), st.integers(2, 4), angles)
def test_a_cone_depends_on_where_its_axis_points_and_not_on_how_far(axis: Cell, times: int, angle: Angle) -> None:
    x, y, z = axis
    assert cone_cells((0, 0, 0), axis, 3, angle) == cone_cells((0, 0, 0), (x * times, y * times, z * times), 3, angle)


@given(cells.filter(any), st.integers(1, 4))
def test_a_wider_cone_holds_the_narrower(axis: Cell, length: int) -> None:
    wider: tuple[Angle, ...] = (30, 45, 60, 90, 120, 180)
    cones = [set(cone_cells((0, 0, 0), axis, length, angle)) for angle in wider]
    assert all(narrow <= wide for narrow, wide in pairwise(cones))


# ---------------------------------------------------------------------- who is hit, and refusals


def test_who_covers_several_cells_of_an_area_is_struck_once() -> None:
    yard = Grid()
    bodies = {"giant": Body((3, 0, 0), size=3), "imp": Body((2, 1, 0)), "far": Body((9, 9, 9))}
    assert yard.struck(bodies, cone_cells((0, 0, 0), (1, 0, 0), 6)) == ("giant",)
    assert yard.struck(bodies, burst_cells((0, 0, 0), 3)) == ("giant", "imp")


def test_a_grid_keeps_what_it_has_of_an_area() -> None:
    assert Grid.of_size(2, 2).inside(burst_cells((0, 0, 0), 1)) == ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0))


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: cone_cells((0, 0, 0), (0, 0, 0), 3), "direction: expected"),
        (lambda: cone_cells((0, 0, 0), (1, 0, 0), 0), "length: expected 1 or more, found 0"),
        (lambda: cone_cells((0, 0, 0), (1, 0, 0), 3, 31), "expected one of 30, 45, 60, 90, 120, 180, found 31"),  # type: ignore[arg-type]
        (lambda: box_cells((0, 0, 0), "left", 1, 1, 1), "expected one of east, west"),  # type: ignore[arg-type]
        (lambda: box_cells((0, 0, 0), "east", 0, 1, 1), "an edge has 1 cell or more, found 0"),
        (lambda: burst_cells((0, 0, 0), -1), "radius: expected 0 or more, found -1"),
    ],
)
def test_areas_that_make_no_sense_are_refused(ask: object, says: str) -> None:
    with pytest.raises(SpaceError, match=says) as refused:
        ask()  # type: ignore[operator]
    assert refused.value.code == "bad_args"


def test_areas_too_large_to_list_are_refused() -> None:
    assert len(burst_cells((0, 0, 0), 28)) == 57**3
    with pytest.raises(SpaceError, match="an area of 205379 cells: at most 200000"):
        burst_cells((0, 0, 0), 29)
    with pytest.raises(SpaceError, match="at most") as burst:
        burst_cells((0, 0, 0), 10_000)
    with pytest.raises(SpaceError, match="at most") as cone:
        cone_cells((0, 0, 0), (1, 0, 0), 10_000)
    assert burst.value.code == cone.value.code == "too_complex"
