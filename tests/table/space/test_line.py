"""Points on a line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.table.space import Body, Line, Mover, SpaceError, UnknownPlace

points = st.integers(-1_000, 1_000)
ROAD = Line()


@given(points, points, points)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert ROAD.distance(a, b) == ROAD.distance(b, a) == abs(a - b)
    assert (ROAD.distance(a, b) == 0) == (a == b)
    assert ROAD.distance(a, c) <= ROAD.distance(a, b) + ROAD.distance(b, c)


@given(points, points, points)
def test_between_is_between(a: int, b: int, c: int) -> None:
    assert ROAD.between(a, b, c) == (min(a, c) <= b <= max(a, c))


@given(points, points, st.integers(0, 2_500))
def test_toward_stops_at_the_end(start: int, end: int, units: int) -> None:
    point = ROAD.toward(start, end, units)
    assert ROAD.between(start, point, end)
    assert ROAD.distance(start, point) == min(units, ROAD.distance(start, end))


@given(points, st.integers(0, 40))
def test_reach_goes_both_ways(start: int, most: int) -> None:
    near = range(start - most, start + most + 1)
    assert ROAD.reach(start, most) == {point: abs(point - start) for point in near}


@given(points, points, st.integers(0, 3_000))
def test_everybody_is_seen_and_nobody_has_cover(a: int, b: int, within: int) -> None:
    assert ROAD.in_sight(a, b)
    assert ROAD.in_sight(a, b, within=within) == ROAD.is_near(a, b, within) == (abs(a - b) <= within)
    assert ROAD.cover(a, b) == 0


def test_feet_of_a_fight() -> None:
    """Thirty feet a round toward the foe, who stands sixty feet off; then five feet are near enough to strike."""
    here = ROAD.toward(0, 60, 30)
    assert here == 30
    assert not ROAD.is_near(here, 60, 5)
    assert ROAD.toward(here, 60, 30) == 60
    assert ROAD.toward(here, ROAD.lowest, 30) == 0  # straight off, the other way
    assert ROAD.path(0, 60, most=60).cost == 60


def test_any_number_stands_at_a_point() -> None:
    crowd = ROAD.taken([Body(5)] * 100)
    assert crowd == {5: 100}
    assert ROAD.fits(Body(5), crowd)
    assert ROAD.path(0, 10, Mover(taken=crowd)).places == tuple(range(1, 11))


def test_a_line_ends() -> None:
    lane = Line(lowest=0, highest=10)
    assert lane.reach(9, 3) == {9: 0, 8: 1, 10: 1, 7: 2, 6: 3}
    assert not lane.fits(Body(11))
    for place in (-1, 11, "cellar", (0, 0, 0)):
        refused_place: Any = place
        with pytest.raises(UnknownPlace, match="expected a whole number from 0 to 10, found"):
            lane.distance(5, refused_place)
    with pytest.raises(SpaceError, match="the lowest point comes first"):
        Line(lowest=1, highest=0)
