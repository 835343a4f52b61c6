"""Zones: places that one is in or not, joined by exits."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, structs

from rulewright.rules import near
from rulewright.table.space.errors import UnknownPlace, refuse
from rulewright.table.space.protocol import HIDDEN, AnySpace, Body, Mover, Position, Sizes
from rulewright.table.space.search import FINE, Steps, explore

MOST_ZONES = 1_000
MOST_EXITS = 10_000

Id = Annotated[str, Meta(min_length=1, max_length=100)]


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place that one is in or not, such as a taproom, a bridge or a street."""

    id: Id
    name: str = ""
    capacity: Annotated[int, Meta(ge=0)] | None = None
    """How much bulk has room here."""
    cover: Annotated[int, Meta(ge=0, lt=HIDDEN)] = 0
    """How many eighths of those here are hidden from those elsewhere."""
    tags: tuple[str, ...] = ()
    """What kind of place it is, in the words of the game."""
    data: Any = None
    """What else the game keeps with it, such as its hazards, as plain data."""

    def __hash__(self) -> int:
        return hash(self.id)


class Exit(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"start": "from", "end": "to"},
):
    """What joins two zones, in both directions unless it is one-way."""

    start: str
    end: str
    cost: Annotated[int, Meta(ge=1, le=1_000)] = 1
    passable: bool = True
    sight: bool = True
    one_way: bool = False
    id: str = ""
    """By this commands speak of it, such as a door that is opened."""
    tags: tuple[str, ...] = ()
    """What kind of way it is, in the words of the game."""
    data: Any = None
    """What else the game keeps with it, such as what it takes to climb it, as plain data."""

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def leads(self, start: str) -> str | None:
        """Where one comes out who enters the exit from this zone, or nothing if one can't."""
        if start == self.start:
            return self.end
        return self.start if start == self.end and not self.one_way else None


class _Map(NamedTuple):
    """What follows from a list of zones and exits, worked out once."""

    zones: dict[str, Zone]
    rank: dict[str, int]
    ways: dict[str, dict[str, Exit]]
    """By zone and neighbour, the exit that a step takes: the first listed that can be passed."""
    views: dict[str, tuple[str, ...]]
    """By zone, the neighbours that can be seen from it."""
    joined: dict[str, tuple[str, ...]]
    """By zone, the neighbours on the other side of any exit, whatever its direction."""


class Zones(AnySpace, frozen=True, kw_only=True, tag="zones"):
    """Zones with exits between them; places come in the order in which the zones are listed."""

    zones: Annotated[tuple[Zone, ...], Meta(min_length=1, max_length=MOST_ZONES)]
    exits: Annotated[tuple[Exit, ...], Meta(max_length=MOST_EXITS)] = ()

    def __post_init__(self) -> None:
        if len(self.zones) > MOST_ZONES or len(self.exits) > MOST_EXITS:
            found = f"{len(self.zones)} zones and {len(self.exits)} exits"
            raise refuse(f"a map has at most {MOST_ZONES} zones and {MOST_EXITS} exits, found {found}")
        known = set[str]()
        for zone in self.zones:
            if zone.id in known:
                raise refuse(f"zones: {zone.id!r} is listed twice")
            known.add(zone.id)
        for way in self.exits:
            for end in (way.start, way.end):
                if end not in known:
                    raise refuse(f"exits: {way.start!r} to {way.end!r}: there is no zone {end!r}{near(end, known)}")

    def zone(self, place: Position) -> Zone:
        """The zone of this id; refused if there is none."""
        return _map(self).zones[self._id(place)]

    def exit(self, start: Position, end: Position) -> Exit | None:
        """The exit that a step between two zones takes: the first listed that can be passed in this direction."""
        self.check(end)
        return _map(self).ways[self._id(start)].get(self._id(end))

    def exits_of(self, place: Position) -> tuple[Exit, ...]:
        """All exits at a zone that lead out of it, those that can't be passed among them."""
        zone = self._id(place)
        return tuple(way for way in self.exits if way.leads(zone) is not None)

    def joined(self, place: Position) -> tuple[str, ...]:
        """The zones on the other side of any exit, whatever its kind and direction: as far as noise is heard."""
        return _map(self).joined[self._id(place)]

    def with_exits(self, change: Callable[[Exit], Exit | None]) -> "Zones":
        """The same zones as one mover finds them: each exit changed, or taken away."""
        changed = map(change, self.exits)
        return structs.replace(self, exits=tuple(way for way in changed if way is not None))

    def check(self, place: Position) -> None:
        """Refuse what is no zone here."""
        self._id(place)

    def distance(self, start: Position, end: Position, sizes: Sizes = (1, 1)) -> int | None:
        """What the cheapest way costs, whoever stands in it; nothing if there is none."""
        self.check(start)
        self.check(end)
        ways = _map(self).ways
        weights = explore(start, lambda here: [(to, way.cost) for to, way in ways[here].items()], goal=end).weights
        return weights.get(end)

    def sight_distance(
        self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()
    ) -> int | None:
        """How many exits the look goes through; a veiled zone is seen, but nothing beyond it."""
        self.check(viewer)
        self.check(target)
        views = _map(self).views

        def looks(here: str) -> list[tuple[str, int]]:
            return [] if here in veil and here != viewer else [(to, 1) for to in views[here]]

        return explore(viewer, looks, goal=target).weights.get(target)

    def cover(self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()) -> int:
        """What the zone of the target gives against those elsewhere; all of it out of sight."""
        if not self.in_sight(viewer, target, veil=veil):
            return HIDDEN
        return 0 if viewer == target else self.zone(target).cover

    def places(self, body: Body) -> tuple[Position, ...]:
        """The one zone where a body is."""
        return (body.at,)

    def is_open(self, place: Position) -> bool:
        """Whether there is such a zone."""
        return place in _map(self).zones

    def capacity_of(self, place: Position) -> int | None:
        """The capacity of the zone."""
        return self.zone(place).capacity

    def _id(self, place: Position) -> str:
        known = _map(self).zones
        if not isinstance(place, str) or place not in known:
            raise UnknownPlace(f"there is no zone {place!r}{near(str(place), known)}")
        return place

    def _steps(self, mover: Mover) -> Steps:
        ways = _map(self).ways

        def steps(here: str) -> list[tuple[str, int]]:
            return [(to, way.cost * FINE + 1) for to, way in ways[here].items() if self.can_enter(to, mover)]

        return steps

    def _rank(self, place: Any) -> Any:
        return _map(self).rank[place]


@lru_cache(maxsize=64)
def _map(space: Zones) -> _Map:
    rank = {zone.id: number for number, zone in enumerate(space.zones)}
    ways: dict[str, dict[str, Exit]] = {zone: {} for zone in rank}
    views: dict[str, set[str]] = {zone: set() for zone in rank}
    joined: dict[str, set[str]] = {zone: set() for zone in rank}
    for way in space.exits:
        for start, end in ((way.start, way.end), (way.end, way.start)):
            joined[start].add(end)
            if way.leads(start) == end:
                if way.passable:
                    ways[start].setdefault(end, way)
                if way.sight:
                    views[start].add(end)
    ordered = {start: {end: exits[end] for end in sorted(exits, key=rank.__getitem__)} for start, exits in ways.items()}
    return _Map({zone.id: zone for zone in space.zones}, rank, ordered, _in_order(views, rank), _in_order(joined, rank))


def _in_order(zones: dict[str, set[str]], rank: dict[str, int]) -> dict[str, tuple[str, ...]]:
    return {zone: tuple(sorted(others, key=rank.__getitem__)) for zone, others in zones.items()}
