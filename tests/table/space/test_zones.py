"""Zones: exits, one-way ones, sight, cover, capacity, and what a game keeps of them; with a bridge to fight for."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.table.space import (
    HIDDEN,
    Body,
    Exit,
    Mover,
    NoPath,
    Space,
    SpaceError,
    UnknownPlace,
    Zone,
    Zones,
)
from tests.table.space.naive import NAMES, all_places, best_ways, maps, spaces_with_places

zone_names = st.sampled_from(NAMES)

BRIDGE = Zones(
    zones=tuple(Zone(id=zone) for zone in ("near_bank", "span", "far_bank", "river", "ford")),
    exits=(
        Exit(start="near_bank", end="span"),
        Exit(start="span", end="far_bank"),
        Exit(start="span", end="river", one_way=True),
        Exit(start="near_bank", end="ford", cost=2),
        Exit(start="ford", end="far_bank", cost=2),
        Exit(start="river", end="ford", data={"challenge": 11}),
        Exit(start="near_bank", end="far_bank", passable=False),
    ),
)


def looks(space: Zones, start: str, veil: frozenset[str] = frozenset()) -> dict[str, int]:
    """How many exits the look to each zone goes through, by trying more and more of them."""
    seen, border = {start: 0}, {start}
    for far in range(1, len(space.zones)):
        border = {
            there
            for way in space.exits
            for here, there in ((way.start, way.end), (way.end, way.start))
            if way.sight and here in border and (here not in veil or here == start)
            if there not in seen and (here == way.start or not way.one_way)
        }
        seen |= dict.fromkeys(border, far)
    return seen


# ---------------------------------------------------------------------- laws


@given(maps(), zone_names, zone_names)
def test_distance_is_what_the_cheapest_way_costs(space: Zones, start: str, end: str) -> None:
    best = best_ways(space, end, Mover(bulk=0)).get(start)
    assert space.distance(start, end) == (None if best is None else best[0])


@given(maps(), zone_names, zone_names, zone_names)
def test_distance_is_a_metric_but_for_the_way_back(space: Zones, a: str, b: str, c: str) -> None:
    assert (space.distance(a, b) == 0) == (a == b)
    first, second, whole = space.distance(a, b), space.distance(b, c), space.distance(a, c)
    if first is not None and second is not None:
        assert whole is not None
        assert whole <= first + second


@given(maps(one_way=False), zone_names, zone_names)
def test_without_one_way_exits_everything_works_both_ways(space: Zones, a: str, b: str) -> None:
    assert space.sight_distance(a, b) == space.sight_distance(b, a)
    assert (space.distance(a, b) is None) == (space.distance(b, a) is None)


@given(maps(), zone_names, zone_names, st.frozensets(zone_names, max_size=2))
def test_sight_goes_through_exits_that_let_it(space: Zones, viewer: str, target: str, veil: frozenset[str]) -> None:
    assert space.sight_distance(viewer, target, veil=veil) == looks(space, viewer, veil).get(target)


@given(spaces_with_places(2))
def test_all_is_hidden_out_of_sight_and_only_there(space_and_places: tuple[Any, list[Any]]) -> None:
    space, (viewer, target) = space_and_places
    assert (space.cover(viewer, target) == HIDDEN) == (not space.in_sight(viewer, target))


@given(maps(), zone_names, zone_names)
def test_between_holds_the_ends_and_the_middle_of_a_look(space: Zones, start: str, end: str) -> None:
    whole = looks(space, start).get(end)
    for middle in NAMES:
        near, far = looks(space, start).get(middle), looks(space, middle).get(end)
        expected = whole is not None and near is not None and far is not None and near + far == whole
        assert space.between(start, middle, end) == expected
    assert space.between(start, start, end) == space.between(start, end, end) == space.in_sight(start, end)


@given(maps(), zone_names)
def test_exits_lead_out_and_noise_goes_every_way(space: Zones, zone: str) -> None:
    out = space.exits_of(zone)
    assert list(out) == [way for way in space.exits if way.start == zone or (way.end == zone and not way.one_way)]
    touching = {end for way in space.exits for end in (way.start, way.end) if zone in (way.start, way.end)}
    loops = any(way.start == way.end == zone for way in space.exits)
    assert set(space.joined(zone)) == (touching if loops else touching - {zone})
    assert list(space.joined(zone)) == sorted(space.joined(zone), key=all_places(space).index)


@given(maps(), zone_names, zone_names)
def test_a_step_takes_the_first_exit_that_can_be_passed(space: Zones, start: str, end: str) -> None:
    ways = [way for way in space.exits if way.passable and way.leads(start) == end]
    assert space.exit(start, end) == (ways[0] if ways else None)
    if ways:
        assert space.path_cost(start, [end], Mover(bulk=0)) == ways[0].cost


# ---------------------------------------------------------------------- a bridge


@pytest.mark.parametrize(
    ("start", "end", "by_foot", "by_sight"),
    [
        ("near_bank", "far_bank", 2, 1),  # seen across the water, walked over the span
        ("river", "span", 4, 3),  # one falls in, and gets out by the ford
        ("span", "river", 1, 1),
        ("near_bank", "ford", 2, 1),
        ("ford", "ford", 0, 0),
    ],
)
def test_distances_at_the_bridge(start: str, end: str, by_foot: int, by_sight: int) -> None:
    assert BRIDGE.distance(start, end) == by_foot
    assert BRIDGE.sight_distance(start, end) == by_sight


def test_who_stands_between_at_the_bridge() -> None:
    assert not BRIDGE.between("near_bank", "span", "far_bank")  # the look goes past the span
    assert BRIDGE.between("near_bank", "far_bank", "far_bank")
    assert BRIDGE.between("river", "ford", "near_bank")


def test_who_is_near_at_the_bridge() -> None:
    assert BRIDGE.is_near("span", "span", 0)
    assert not BRIDGE.is_near("span", "far_bank", 0)
    assert BRIDGE.is_near("span", "far_bank", 1)
    assert BRIDGE.is_near("span", "river", 1)
    assert not BRIDGE.is_near("river", "span", 1)  # near in its direction only
    assert not BRIDGE.is_near("near_bank", "ford", 1)  # rough ground counts two


def test_moves_at_the_bridge() -> None:
    assert BRIDGE.path_cost("near_bank", ["span", "far_bank"]) == 2
    assert BRIDGE.path_cost("near_bank", ["ford"]) == 2
    assert BRIDGE.reach("near_bank", 1) == {"near_bank": 0, "span": 1}
    with pytest.raises(NoPath) as refused:
        BRIDGE.path_cost("near_bank", ["far_bank"])
    assert refused.value.code == "no_path"
    with pytest.raises(NoPath):
        BRIDGE.path_cost("river", ["span"])
    way = BRIDGE.exit("river", "ford")
    assert way is not None
    assert way.data == {"challenge": 11}


def test_who_flies_finds_other_exits() -> None:
    flown = BRIDGE.with_exits(lambda way: msgspec.structs.replace(way, passable=True, cost=1) if way.sight else way)
    assert flown.distance("near_bank", "far_bank") == 1
    assert flown.distance("near_bank", "ford") == 1
    assert BRIDGE.distance("near_bank", "far_bank") == 2
    assert BRIDGE.with_exits(lambda _: None).reach("span", 9) == {"span": 0}


def test_a_push_leads_to_the_farthest_neighbour() -> None:
    """What a game does with it: the neighbour that is farthest from the pusher, the first listed of equals."""

    def pushed(pusher: str, at: str) -> Any:
        far = BRIDGE.distance(pusher, at) or 0
        onward = {zone: BRIDGE.distance(pusher, zone) or 0 for zone in BRIDGE.neighbours(at)}
        best = max(onward, key=lambda zone: onward[zone])
        return best if onward[best] > far else at

    assert pushed("near_bank", "span") == "far_bank"
    assert pushed("span", "span") == "near_bank"
    assert pushed("near_bank", "far_bank") == "far_bank"


# ---------------------------------------------------------------------- rooms with a crowd, cover and hazards

KEEP = Zones(
    zones=(
        Zone(id="yard"),
        Zone(id="stairs", capacity=2, tags=("narrow",)),
        Zone(id="loft", cover=4, data={"hazards": [{"id": "loose_boards", "trigger": "enter"}]}),
        Zone(id="cell"),
    ),
    exits=(
        Exit(start="yard", end="stairs", id="gate"),
        Exit(start="stairs", end="loft"),
        Exit(start="loft", end="yard", one_way=True, tags=("jump",)),
        Exit(start="yard", end="cell", passable=False, id="bars"),
    ),
)


def test_a_full_zone_lets_nobody_in_or_through() -> None:
    guards = KEEP.taken([Body("stairs"), Body("stairs")])
    assert guards == {"stairs": 2}
    assert KEEP.reach("yard", 9, Mover(taken=guards)) == {"yard": 0}
    assert KEEP.reach("yard", 9, Mover(taken={"stairs": 1})) == {"yard": 0, "stairs": 1, "loft": 2}
    assert KEEP.reach("yard", 9, Mover(taken={"stairs": 1}, bulk=2)) == {"yard": 0}
    assert not KEEP.fits(Body("stairs"), guards)
    assert KEEP.fits(Body("stairs", bulk=0), guards)
    assert KEEP.fits(Body("yard", bulk=99), {"yard": 99})
    assert KEEP.distance("yard", "loft") == 2  # whoever stands there, it is as far


def test_cover_is_against_those_elsewhere() -> None:
    assert KEEP.cover("stairs", "loft") == 4
    assert KEEP.cover("loft", "loft") == 0
    assert KEEP.cover("loft", "stairs") == 0


def test_what_can_be_shot_through_but_not_passed() -> None:
    assert KEEP.in_sight("yard", "cell", within=1)
    assert "cell" not in KEEP.neighbours("yard")
    assert [way.id for way in KEEP.exits_of("yard")] == ["gate", "bars"]


def test_noise_goes_against_a_one_way_exit() -> None:
    assert KEEP.joined("yard") == ("stairs", "loft", "cell")
    assert tuple(KEEP.neighbours("yard")) == ("stairs",)


def test_a_hazard_is_met_by_who_enters() -> None:
    entered = KEEP.path("yard", "loft").places
    hazards = [hazard["id"] for zone in entered for hazard in (KEEP.zone(zone).data or {}).get("hazards", [])]
    assert hazards == ["loose_boards"]


# ---------------------------------------------------------------------- refusals and storage


def test_an_unknown_zone_is_refused_with_a_hint() -> None:
    asks: list[Callable[[], object]] = [
        lambda: BRIDGE.distance("moon", "span"),
        lambda: BRIDGE.distance("span", "moon"),
        lambda: BRIDGE.sight_distance("moon", "span"),
        lambda: BRIDGE.path("span", "moon"),
        lambda: BRIDGE.path_cost("span", ["moon"]),
        lambda: BRIDGE.reach("moon", 1),
        lambda: BRIDGE.exit("span", "moon"),
        lambda: BRIDGE.capacity_of("moon"),
    ]
    for ask in asks:
        with pytest.raises(UnknownPlace, match="there is no zone 'moon'") as refused:
            ask()
        assert refused.value.code == "bad_args"
    with pytest.raises(UnknownPlace, match=r"'spam' \(did you mean span\?\)"):
        BRIDGE.zone("spam")
    assert not BRIDGE.fits(Body("moon"))


@pytest.mark.parametrize(
    ("zones", "ways", "says"),
    [
        (("a", "a"), (), "'a' is listed twice"),
        (("hall", "yard"), (("hall", "yrad"),), r"there is no zone 'yrad' \(did you mean yard\?\)"),
        (("hall", "yard"), (("moon", "yard"),), "there is no zone 'moon'"),
    ],
)
def test_a_map_that_makes_no_sense_is_refused(
    zones: tuple[str, ...], ways: tuple[tuple[str, str], ...], says: str
) -> None:
    with pytest.raises(SpaceError, match=says) as refused:
        Zones(
            zones=tuple(Zone(id=zone) for zone in zones), exits=tuple(Exit(start=start, end=end) for start, end in ways)
        )
    assert refused.value.code == "bad_args"


def test_a_map_too_large_is_refused() -> None:
    with pytest.raises(SpaceError, match="at most 1000 zones"):
        Zones(zones=tuple(Zone(id=str(number)) for number in range(1001)))


@given(spaces_with_places(1))
def test_a_space_is_kept_as_data_and_comes_back_the_same(space_and_places: tuple[Any, list[Any]]) -> None:
    space, (place,) = space_and_places
    again = msgspec.json.decode(msgspec.json.encode(space), type=Space)
    assert again == space
    assert hash(again) == hash(space)
    assert again.reach(place, 5) == space.reach(place, 5)


def test_maps_that_differ_only_in_data_are_two() -> None:
    bare = Zones(zones=(Zone(id="a", data={"hazards": []}),))
    deadly = Zones(zones=(Zone(id="a", data={"hazards": ["fire"]}),))
    assert bare != deadly
    assert (bare.zone("a").data, deadly.zone("a").data) == ({"hazards": []}, {"hazards": ["fire"]})
    assert msgspec.convert(msgspec.to_builtins(KEEP), Zones) == KEEP


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"kind":"zones","zones":[]}', "length >= 1"),
        ('{"kind":"zones","zones":[{"id":"a","cover":8}]}', "cover"),
        ('{"kind":"zones","zones":[{"id":"a"}],"exits":[{"from":"a","to":"b"}]}', "there is no zone 'b'"),
        ('{"kind":"zones","zones":[{"id":"a","colour":"red"}]}', "unknown field `colour`"),
        ('{"kind":"grid","capacity":0}', "capacity"),
        ('{"kind":"line","lowest":3,"highest":1}', "the lowest point comes first"),
        ('{"kind":"hexes"}', "hexes"),
    ],
)
def test_data_that_is_no_space_is_refused(text: str, says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=says):
        msgspec.json.decode(text, type=Space)
