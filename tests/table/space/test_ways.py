"""Ways through spaces of every kind: what is found equals what trying every step finds."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.table.space import AnySpace, Exit, Grid, Line, Mover, NoPath, SpaceError, Terrain, Zone, Zones
from tests.table.space.naive import (
    all_places,
    best_ways,
    grids,
    has_room,
    least_costs,
    maps,
    spaces_with_places,
    step_into,
)


@st.composite
def movers(draw: st.DrawFn, space: AnySpace) -> Mover:
    """Somebody to move among others, large or small, on foot or not."""
    places = st.sampled_from(all_places(space))
    closed = draw(st.frozensets(places, max_size=2))
    return Mover(
        size=draw(st.integers(1, 2)) if isinstance(space, Grid) else 1,
        bulk=draw(st.integers(0, 2)),
        walks=draw(st.booleans()) if isinstance(space, Grid) else False,
        taken=draw(st.dictionaries(places, st.integers(1, 2), max_size=3)),
        may_enter=draw(st.sampled_from([None, lambda place: place not in closed])),
    )


@st.composite
def journeys(draw: st.DrawFn) -> tuple[AnySpace, Any, Any, Mover]:
    """A space, where somebody is, where to go, and who it is."""
    space: AnySpace = draw(st.one_of(grids(), grids(capacity=2), maps()))
    places = st.sampled_from(all_places(space))
    return space, draw(places), draw(places), draw(movers(space))


@given(journeys())
def test_one_step_leads_to_the_neighbours_in_order(journey: tuple[AnySpace, Any, Any, Mover]) -> None:
    space, start, _, mover = journey
    naive = {
        place: step[0]
        for place in all_places(space)
        if place != start and (step := step_into(space, start, place, mover)) is not None
    }
    found = {place: cost for place, cost in space.neighbours(start, mover).items() if place != start}
    assert list(found.items()) == list(naive.items())


@given(journeys())
def test_a_path_is_the_best_of_all_ways(journey: tuple[AnySpace, Any, Any, Mover]) -> None:
    space, start, end, mover = journey
    best = best_ways(space, end, mover).get(start)
    if best is None:
        with pytest.raises(NoPath):
            space.path(start, end, mover)
    else:
        path = space.path(start, end, mover)
        places = all_places(space)
        assert (path.cost, tuple(map(places.index, path.places))) == (best[0], best[2])


@given(journeys())
def test_a_path_is_made_of_neighbours_and_costs_what_they_cost(journey: tuple[AnySpace, Any, Any, Mover]) -> None:
    space, start, end, mover = journey
    try:
        path = space.path(start, end, mover)
    except NoPath:
        assume(False)
    costs = [space.neighbours(here, mover)[there] for here, there in pairwise((start, *path.places))]
    assert sum(costs) == path.cost == space.path_cost(start, path.places, mover)
    assert (start, *path.places)[-1] == end


@given(journeys(), st.integers(0, 6))
def test_reach_is_every_place_with_a_cheap_enough_way(journey: tuple[AnySpace, Any, Any, Mover], most: int) -> None:
    space, start, _, mover = journey
    found = space.reach(start, most, mover)
    assert found == {place: cost for place, cost in least_costs(space, start, mover).items() if cost <= most}
    places = all_places(space)
    assert list(found) == sorted(found, key=lambda place: (found[place], places.index(place)))


@given(journeys(), st.integers(0, 6))
def test_a_path_with_a_limit_exists_where_reach_says_so(journey: tuple[AnySpace, Any, Any, Mover], most: int) -> None:
    space, start, end, mover = journey
    if end in space.reach(start, most, mover):
        assert space.path(start, end, mover, most=most) == space.path(start, end, mover)
    else:
        with pytest.raises(NoPath):
            space.path(start, end, mover, most=most)


@given(spaces_with_places(1), st.data())
def test_may_enter_closes_a_place(space_and_places: tuple[AnySpace, list[Any]], data: st.DataObject) -> None:
    space, (start,) = space_and_places
    closed = data.draw(st.sampled_from(all_places(space)))
    reached = space.reach(start, 20, Mover(may_enter=lambda place: place != closed))
    assert closed not in reached or closed == start


@given(spaces_with_places(1), st.data())
def test_where_one_may_not_pass_one_stops(space_and_places: tuple[AnySpace, list[Any]], data: st.DataObject) -> None:
    space, (start,) = space_and_places
    held = data.draw(st.frozensets(st.sampled_from(all_places(space)), max_size=3))
    guarded = Mover(may_pass=lambda place: place not in held)
    reached = space.reach(start, 20, guarded)
    # Entered are the places that can be had without crossing a held one, and their neighbours.
    free = space.reach(start, 20, Mover(may_enter=lambda place: place not in held))
    assert set(reached) == set(free) | {there for here in free for there in space.neighbours(here)}


@given(journeys())
def test_fits_is_having_room_everywhere(journey: tuple[AnySpace, Any, Any, Mover]) -> None:
    space, place, _, mover = journey
    body = [place]
    if isinstance(space, Grid):
        x, y, z = place
        edge = range(mover.size)
        body = [(x + a, y + b, z + c) for a in edge for b in edge for c in edge]
    on_foot = mover._replace(walks=False)
    assert space.can_enter(place, on_foot) == has_room(space, body, on_foot)


# ---------------------------------------------------------------------- examples

ROOMS = Zones(
    zones=(Zone(id="hall"), Zone(id="stairs"), Zone(id="cellar")),
    exits=(Exit(start="hall", end="stairs"), Exit(start="stairs", end="cellar", cost=2)),
)


def test_a_guard_at_the_stairs_lets_nobody_go_on() -> None:
    guarded = Mover(may_pass=lambda zone: zone != "stairs")
    assert ROOMS.reach("hall", 5) == {"hall": 0, "stairs": 1, "cellar": 3}
    assert ROOMS.reach("hall", 5, guarded) == {"hall": 0, "stairs": 1}
    assert ROOMS.reach("stairs", 5, guarded) == {"stairs": 0, "hall": 1, "cellar": 2}  # who starts there may leave
    with pytest.raises(NoPath, match="no step leads from 'stairs' to 'cellar'"):
        ROOMS.path_cost("hall", ["stairs", "cellar"], guarded)


def test_to_stay_is_a_path_of_nothing() -> None:
    assert ROOMS.path("hall", "hall").places == ()
    assert ROOMS.path("hall", "hall").cost == ROOMS.path_cost("hall", []) == 0


def test_less_than_no_movement_leads_nowhere() -> None:
    assert ROOMS.reach("hall", -1) == {}
    assert ROOMS.reach("hall", 0) == {"hall": 0}


def test_a_full_place_is_said_to_have_no_room() -> None:
    yard = Grid.of_size(3, 1)
    crowd = Mover(taken={(2, 0, 0): 1})
    with pytest.raises(NoPath, match="has no room"):
        yard.path((0, 0, 0), (2, 0, 0), crowd)
    assert yard.path((0, 0, 0), (2, 0, 0)).cost == 2


def test_of_equally_cheap_ways_the_straight_one_is_taken() -> None:
    yard = Grid.of_size(5, 3)
    assert yard.path((0, 1, 0), (4, 1, 0)).places == ((1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0))


def test_of_equally_short_ways_the_one_whose_places_come_first_is_taken() -> None:
    """One tunnel crosses above the other; the upper one is found first, the lower one comes first."""
    lower = ((0, 1, 0), (1, 2, 0), (2, 3, 0))
    upper = ((2, 1, 2), (1, 2, 2), (0, 3, 2))
    end = (1, 4, 1)
    rock = Grid.of_size(3, 5, 3)
    dug = Mover(may_enter=lambda cell: cell in (*lower, *upper, end))
    assert rock.path((1, 0, 1), end, dug).places == (*lower, end)


@pytest.mark.no_cover
def test_what_would_take_too_long_is_refused_with_advice() -> None:
    with pytest.raises(SpaceError, match="give a limit to the cost") as refused:
        Grid().reach((0, 0, 0), 1000)
    assert refused.value.code == "too_complex"
    assert len(Line().reach(0, 30)) == 61


def test_mud_everywhere_multiplies_every_way() -> None:
    mud = Grid.of_size(4, 4, terrain=(Terrain(low=(0, 0, 0), high=(3, 3, 0), cost=3),))
    plain = Grid.of_size(4, 4)
    assert mud.reach((0, 0, 0), 9) == {place: 3 * cost for place, cost in plain.reach((0, 0, 0), 3).items()}
