"""A grid with height: bounds, terrain, sight, cover, support and room."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.table.space import HIDDEN, Body, Cell, Grid, Mover, SpaceError, Terrain, UnknownPlace, direction, moved
from rulewright.table.space.sight import cells_met, centre
from tests.table.space.naive import body_cells, cells, cells_around, grids, inner_cells, is_clear, line_meets

sizes = st.integers(1, 2)
veils = st.frozensets(inner_cells, max_size=3)

WALL = Terrain(low=(2, 0, 0), high=(2, 3, 0), solid=True, opaque=True)
WALLED = Grid.of_size(5, 5, terrain=(WALL,))
"""A wall with a gap at its northern end."""


def with_veil(grid: Grid, veil: frozenset[Cell]) -> Grid:
    """The same grid with terrain that hides these cells."""
    mist = tuple(Terrain(low=cell, opaque=True) for cell in veil)
    return Grid(lowest=grid.lowest, highest=grid.highest, terrain=(*grid.terrain, *mist))


# ---------------------------------------------------------------------- lines


@given(cells, cells)
def test_a_line_meets_the_cells_that_it_passes_through(start: Cell, end: Cell) -> None:
    met = list(cells_met(start, centre(end)))
    naive = {cell for cell in cells_around(start, centre(end)) if line_meets(start, centre(end), cell)}
    assert len(met) == len(set(met))
    assert {start, *met} == naive


@given(cells, cells, st.tuples(*[st.sampled_from([-1, 1])] * 3))
def test_a_line_to_a_corner_meets_the_cells_that_it_passes_through(start: Cell, end: Cell, signs: Cell) -> None:
    corner = 2 * end[0] + signs[0], 2 * end[1] + signs[1], 2 * end[2] + signs[2]
    naive = {cell for cell in cells_around(start, corner) if line_meets(start, corner, cell)}
    assert {start, *cells_met(start, corner)} == naive


@given(cells, cells)
def test_the_line_back_meets_the_same_cells(start: Cell, end: Cell) -> None:
    there, back = list(cells_met(start, centre(end))), list(cells_met(end, centre(start)))
    assert [start, *there] == [end, *back][::-1]


# ---------------------------------------------------------------------- sight and cover


@given(grids(), inner_cells, inner_cells, sizes, sizes, veils)
def test_sight_is_a_clear_line_between_two_cells(
    grid: Grid, a: Cell, b: Cell, size_a: int, size_b: int, veil: frozenset[Cell]
) -> None:
    veiled = with_veil(grid, veil)
    seen = any(
        is_clear(veiled, eye, centre(cell), [cell]) for eye in body_cells(a, size_a) for cell in body_cells(b, size_b)
    )
    assert grid.in_sight(a, b, (size_a, size_b), veil) == seen
    if seen:
        assert grid.sight_distance(a, b, (size_a, size_b), veil) == grid.distance(a, b, (size_a, size_b))


@given(grids(), inner_cells, inner_cells, sizes, sizes, veils)
def test_who_sees_is_seen(grid: Grid, a: Cell, b: Cell, size_a: int, size_b: int, veil: frozenset[Cell]) -> None:
    assert grid.in_sight(a, b, (size_a, size_b), veil) == grid.in_sight(b, a, (size_b, size_a), veil)


@given(grids(), inner_cells, inner_cells, veils)
def test_cover_counts_the_corners_that_are_hidden(grid: Grid, a: Cell, b: Cell, veil: frozenset[Cell]) -> None:
    veiled = with_veil(grid, veil)
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    hidden = sum(not is_clear(veiled, a, (2 * b[0] + x, 2 * b[1] + y, 2 * b[2] + z), [b]) for x, y, z in corners)
    expected = min(HIDDEN - 1, hidden) if grid.in_sight(a, b, veil=veil) else HIDDEN
    assert grid.cover(a, b, veil=veil) == expected


@given(grids(), inner_cells, inner_cells, sizes, sizes, veils)
def test_all_is_hidden_out_of_sight_and_only_there(
    grid: Grid, a: Cell, b: Cell, size_a: int, size_b: int, veil: frozenset[Cell]
) -> None:
    of = (size_a, size_b)
    assert (grid.cover(a, b, of, veil) == HIDDEN) == (not grid.in_sight(a, b, of, veil))


@given(grids(), inner_cells, inner_cells, inner_cells)
def test_more_fog_never_shows_more(grid: Grid, a: Cell, b: Cell, fog: Cell) -> None:
    foggy = with_veil(grid, frozenset({fog}))
    assert grid.in_sight(a, b) or not foggy.in_sight(a, b)
    assert grid.cover(a, b) <= foggy.cover(a, b)


def test_a_wall_hides_and_its_end_gives_cover() -> None:
    assert WALLED.cover((0, 4, 0), (4, 4, 0)) == 0
    assert WALLED.cover((1, 4, 0), (4, 3, 0)) == 4
    assert WALLED.cover((1, 0, 0), (3, 0, 0)) == HIDDEN
    assert not WALLED.in_sight((1, 0, 0), (3, 0, 0))
    assert WALLED.sight_distance((1, 0, 0), (3, 0, 0)) is None
    assert WALLED.distance((1, 0, 0), (3, 0, 0)) == 2  # measured through the wall


def test_sight_can_have_an_end() -> None:
    yard = Grid.of_size(10, 1)
    assert yard.in_sight((0, 0, 0), (5, 0, 0), within=5)
    assert not yard.in_sight((0, 0, 0), (5, 0, 0), within=4)


def test_a_look_passes_between_two_corners() -> None:
    posts = Grid.of_size(2, 2, terrain=(Terrain(low=(1, 0, 0), opaque=True), Terrain(low=(0, 1, 0), opaque=True)))
    assert posts.in_sight((0, 0, 0), (1, 1, 0))


def test_who_stands_in_fog_sees_and_is_seen() -> None:
    fog = (Terrain(low=(0, 0, 0), opaque=True), Terrain(low=(2, 0, 0), opaque=True))
    assert Grid.of_size(4, 1, terrain=fog).in_sight((0, 0, 0), (2, 0, 0))
    assert not Grid.of_size(4, 1, terrain=fog).in_sight((0, 0, 0), (3, 0, 0))


def test_a_giant_is_seen_over_a_wall() -> None:
    tall = Grid.of_size(5, 5, 5, terrain=(WALL,))
    assert not tall.in_sight((0, 0, 0), (3, 0, 0))
    assert tall.in_sight((0, 0, 0), (3, 0, 0), (1, 3))
    assert 0 < tall.cover((0, 0, 0), (3, 0, 0), (1, 2)) < HIDDEN


def test_a_body_as_large_as_any_is_seen_by_its_middle() -> None:
    """Between two boards that leave a slit before the middle of a giant."""
    boards = (
        Terrain(low=(10, 0, 0), high=(10, 9, 20), opaque=True),
        Terrain(low=(10, 11, 0), high=(10, 20, 20), opaque=True),
    )
    slit = Grid.of_size(40, 21, 21, terrain=boards)
    assert slit.in_sight((0, 10, 10), (11, 0, 0), (1, 20))
    assert slit.in_sight((11, 0, 0), (0, 10, 10), (20, 1))


# ---------------------------------------------------------------------- distance


@given(grids(), inner_cells, inner_cells, sizes, sizes)
def test_without_diagonals_distance_goes_along_the_axes(grid: Grid, a: Cell, b: Cell, size_a: int, size_b: int) -> None:
    pairs = [
        [abs(p - q) for p, q in zip(cell, other, strict=True)]
        for cell in body_cells(a, size_a)
        for other in body_cells(b, size_b)
    ]
    measure: Any = max if grid.diagonals else sum
    assert grid.distance(a, b, (size_a, size_b)) == min(map(measure, pairs))


@given(st.booleans(), inner_cells, inner_cells)
def test_on_open_ground_distance_is_what_the_way_costs(diagonals: bool, a: Cell, b: Cell) -> None:
    yard = Grid.of_size(4, 4, 2, diagonals=diagonals)
    assert yard.path(a, b).cost == yard.distance(a, b)
    assert yard.is_near(a, b, yard.distance(a, b))
    assert not yard.is_near(a, b, yard.distance(a, b) - 1)


# ---------------------------------------------------------------------- terrain


def test_the_way_round_a_wall() -> None:
    path = WALLED.path((1, 0, 0), (3, 0, 0))
    assert path.cost == 8
    assert (2, 4, 0) in path.places


def test_the_dearest_terrain_counts() -> None:
    bog = Terrain(low=(1, 0, 0), cost=2)
    thorns = Terrain(low=(1, 0, 0), cost=5)
    lane = Grid.of_size(3, 1, terrain=(bog, thorns, Terrain(low=(1, 0, 0), cost=3)))
    assert lane.path_cost((0, 0, 0), [(1, 0, 0), (2, 0, 0)]) == 6


def test_a_window_stops_bodies_and_fog_stops_eyes() -> None:
    window = Grid.of_size(3, 1, terrain=(Terrain(low=(1, 0, 0), solid=True),))
    fog = Grid.of_size(3, 1, terrain=(Terrain(low=(1, 0, 0), opaque=True),))
    assert window.in_sight((0, 0, 0), (2, 0, 0))
    assert (2, 0, 0) not in window.reach((0, 0, 0), 9)
    assert not fog.in_sight((0, 0, 0), (2, 0, 0))
    assert (2, 0, 0) in fog.reach((0, 0, 0), 9)


def test_a_large_body_needs_a_wide_gap() -> None:
    assert (3, 0, 0) in WALLED.reach((0, 0, 0), 20)
    assert (3, 0, 0) not in WALLED.reach((0, 0, 0), 20, Mover(size=2))
    high = Grid.of_size(5, 6, 2, terrain=(WALL,))
    assert (3, 0, 0) in high.reach((0, 0, 0), 20, Mover(size=2))


# ---------------------------------------------------------------------- height


def test_who_walks_needs_something_below() -> None:
    stairs = (Terrain(low=(1, 0, 0), solid=True), Terrain(low=(2, 0, 0), high=(2, 0, 1), solid=True))
    tower = Grid.of_size(5, 1, 4, terrain=stairs)
    on_foot = Mover(walks=True)
    assert tower.path((0, 0, 0), (2, 0, 2), on_foot).places == ((1, 0, 1), (2, 0, 2))
    assert (3, 0, 2) in tower.reach((0, 0, 0), 9)
    assert (3, 0, 2) not in tower.reach((0, 0, 0), 9, on_foot)
    assert (3, 0, 0) not in tower.reach((0, 0, 0), 9, on_foot)  # the steps on that side are too high


def test_one_falls_until_something_bears_one() -> None:
    ledge = Grid.of_size(6, 6, 10, terrain=(Terrain(low=(0, 0, 3), high=(1, 1, 3), solid=True),))
    assert ledge.fall((0, 0, 9)) == 5
    assert ledge.fall((1, 1, 9), size=2) == 5  # one corner is enough
    assert ledge.fall((2, 2, 9)) == 9
    assert ledge.fall((0, 0, 4)) == ledge.fall((5, 5, 0)) == 0


def test_below_the_ground_one_falls_to_the_lowest_level() -> None:
    pit = Grid(lowest=(0, 0, -3), highest=(4, 4, 4))
    assert pit.is_supported((0, 0, 0))
    assert not pit.is_supported((0, 0, -1))
    assert pit.fall((0, 0, -1)) == 2


@given(grids(), inner_cells, sizes)
def test_where_one_stands_one_does_not_fall(grid: Grid, cell: Cell, size: int) -> None:
    fallen = grid.fall(cell, size)
    assert (fallen == 0) == grid.is_supported(cell, size)
    assert grid.is_supported(moved(cell, (0, 0, -1), fallen), size)


# ---------------------------------------------------------------------- room


def test_a_cell_holds_one_large_body_or_many_small_ones() -> None:
    yard = Grid.of_size(4, 4, capacity=64)
    here = (1, 1, 0)
    small = [Body(here, bulk=8)] * 7
    assert yard.fits(Body(here, bulk=8), yard.taken(small))
    assert yard.fits(Body(here, bulk=1), yard.taken([*small, *[Body(here, bulk=1)] * 7]))
    assert not yard.fits(Body(here, bulk=1), yard.taken([*small, *[Body(here, bulk=1)] * 8]))
    assert not yard.fits(Body(here, bulk=64), yard.taken([Body(here, bulk=1)]))
    assert yard.fits(Body(here, bulk=0), yard.taken([Body(here, bulk=64)]))


def test_a_large_body_takes_room_in_every_cell() -> None:
    yard = Grid.of_size(4, 4, 4)
    assert yard.taken([Body((0, 0, 0), size=2)]) == dict.fromkeys(body_cells((0, 0, 0), 2), 1)
    assert not yard.fits(Body((1, 1, 1)), yard.taken([Body((0, 0, 0), size=2)]))
    assert yard.fits(Body((2, 1, 1)), yard.taken([Body((0, 0, 0), size=2)]))


def test_outside_the_grid_there_is_no_room() -> None:
    yard = Grid.of_size(4, 4)
    assert not yard.fits(Body((4, 0, 0)))
    assert not yard.fits(Body((3, 3, 0), size=2))
    assert not yard.fits(Body("cellar"))


def test_a_push_stops_where_there_is_no_room() -> None:
    """What a game does with it: two cells straight away, as far as there is room."""
    taken = WALLED.taken([Body((3, 1, 0))])

    def pushed(pusher: Cell, at: Cell) -> Cell:
        for _ in range(2):
            on = moved(at, direction(pusher, at))
            if not WALLED.fits(Body(on), taken):
                break
            at = on
        return at

    assert pushed((0, 4, 0), (1, 4, 0)) == (3, 4, 0)
    assert pushed((0, 0, 0), (1, 0, 0)) == (1, 0, 0)  # the wall
    assert pushed((2, 4, 0), (3, 3, 0)) == (4, 2, 0)  # the edge of the grid
    assert pushed((3, 4, 0), (3, 3, 0)) == (3, 2, 0)  # somebody stands there


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize("place", [(4, 0, 0), (0, -1, 0), (0, 0, 1), "cellar", 3])
def test_what_is_no_cell_is_refused(place: Any) -> None:
    yard = Grid.of_size(4, 4)
    with pytest.raises(UnknownPlace, match=r"expected a cell from \(0, 0, 0\) to \(3, 3, 0\), found") as refused:
        yard.distance((0, 0, 0), place)
    assert refused.value.code == "bad_args"
    for ask in (yard.neighbours, yard.check, yard.is_supported):
        with pytest.raises(UnknownPlace):
            ask(place)
    assert not yard.is_open(place)


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ({"lowest": (0, 0, 0), "highest": (3, -1, 0)}, "found .0, 0, 0. to .3, -1, 0."),
        ({"highest": (1001, 0, 0)}, "a grid lies from -1000 to 1000"),
        ({"terrain": (Terrain(low=(0, 0, 1001)),)}, "inside the grid, the lowest first"),
        ({"terrain": (Terrain(low=(1, 0, 0), high=(0, 0, 0)),)}, "inside the grid, the lowest first"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(kept: dict[str, Any], says: str) -> None:
    with pytest.raises(SpaceError, match=says) as refused:
        Grid(**kept)
    assert refused.value.code == "bad_args"


def test_terrain_too_large_to_keep_is_refused() -> None:
    with pytest.raises(SpaceError, match="terrain of 1002001 cells") as refused:
        Grid(terrain=(Terrain(low=(0, 0, 0), high=(1000, 1000, 0)),))
    assert refused.value.code == "too_complex"
