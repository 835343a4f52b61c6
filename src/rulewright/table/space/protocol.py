"""What every space can be asked.

A space is plain frozen data and knows places only; who stands where is told by whoever asks.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta, Struct, StructMeta

from rulewright.table.space.errors import NoPath
from rulewright.table.space.search import FINE, Steps, explore, first_way, nearby

Cell = tuple[int, int, int]
"""A cube of a grid: east, north, up."""

Position = int | str | Cell
"""A point of a line, the id of a zone, or a cell of a grid."""

Size = Annotated[int, Meta(ge=1, le=20)]
Sizes = tuple[int, int]
"""How many cells along each edge the first and the second one take up."""

HIDDEN = 8
"""Cover is counted in eighths of the target. What is out of sight has all of them, what is seen has fewer."""

NOBODY: Mapping[Any, int] = MappingProxyType({})
Who = TypeVar("Who")


class Body(Struct, frozen=True, omit_defaults=True):
    """Somebody or something that takes up room."""

    at: Position
    size: Size = 1
    """Cells along each edge, from the lowest corner; only a grid looks at it."""
    bulk: Annotated[int, Meta(ge=0)] = 1
    """How much of the capacity of each place it takes."""


class Mover(NamedTuple):
    """How somebody moves, as far as places care."""

    size: int = 1
    bulk: int = 1
    walks: bool = False
    """Enters only cells where something bears it; otherwise it flies, or nobody asks."""
    taken: Mapping[Any, int] = NOBODY
    """The capacity that others have taken, by place."""
    may_enter: Callable[[Any], bool] | None = None
    """Closes places to this mover; asked for each place that its body would cover."""
    may_pass: Callable[[Any], bool] | None = None
    """Where it says no, the mover may come in but not go on."""


ANYBODY = Mover()


class Path(Struct, frozen=True):
    """A way: the places to enter, one after the other, and what they cost together."""

    places: tuple[Position, ...]
    cost: int


class _SpaceMeta(StructMeta, ABCMeta):
    pass


class AnySpace(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    cache_hash=True,
    tag_field="kind",
    metaclass=_SpaceMeta,
):
    """Where things can be, how far apart, who sees whom, and how one gets there.

    Costs are whole numbers from 1.
    Of equally cheap ways the shortest is taken, and of equally short ones the one whose places come first.
    """

    @abstractmethod
    def check(self, place: Position) -> None:
        """Refuse a place that the space does not have."""

    @abstractmethod
    def distance(self, start: Position, end: Position, sizes: Sizes = (1, 1)) -> int | None:
        """How far it is as the game counts it, or nothing where no way leads there."""

    @abstractmethod
    def sight_distance(
        self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()
    ) -> int | None:
        """How far it is for eyes and arrows, or nothing where they do not reach; a veil is what else hides."""

    @abstractmethod
    def cover(self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()) -> int:
        """How many eighths of the target are hidden from the viewer."""

    @abstractmethod
    def places(self, body: Body) -> tuple[Position, ...]:
        """All places that a body covers."""

    @abstractmethod
    def is_open(self, place: Position) -> bool:
        """Whether anybody at all can be there."""

    @abstractmethod
    def capacity_of(self, place: Position) -> int | None:
        """How much bulk has room there, or nothing for any number."""

    @abstractmethod
    def _steps(self, mover: Mover) -> Steps:
        """Where one step leads this mover, in the order of the places."""

    @abstractmethod
    def _rank(self, place: Any) -> Any:
        """What puts places into order."""

    def _at_least(self, end: Position) -> Callable[[Any], int]:
        """What a way to the end weighs at the very least."""
        return nearby

    def in_sight(
        self,
        viewer: Position,
        target: Position,
        sizes: Sizes = (1, 1),
        veil: Collection[Position] = (),
        within: int | None = None,
    ) -> bool:
        """Whether the viewer sees the target, and if asked, no farther off than this."""
        distance = self.sight_distance(viewer, target, sizes, veil)
        return distance is not None and (within is None or distance <= within)

    def is_near(self, start: Position, end: Position, within: int, sizes: Sizes = (1, 1)) -> bool:
        """Whether the end is no farther off than this, as the game counts distance."""
        distance = self.distance(start, end, sizes)
        return distance is not None and distance <= within

    def between(self, start: Position, middle: Position, end: Position) -> bool:
        """Whether the middle lies on a shortest line of sight from start to end; both ends do."""
        near, far = self.sight_distance(start, middle), self.sight_distance(middle, end)
        whole = self.sight_distance(start, end)
        return near is not None and far is not None and near + far == whole

    def neighbours(self, place: Position, mover: Mover = ANYBODY) -> dict[Position, int]:
        """Where one step leads, with its cost, in the order of the places."""
        self.check(place)
        return {to: weight // FINE for to, weight in self._steps(mover)(place)}

    def reach(self, start: Position, most: int, mover: Mover = ANYBODY) -> dict[Position, int]:
        """Every place that this much movement leads to, with its cost; the cheapest first, the start among them."""
        self.check(start)
        if most < 0:
            return {}
        weights = explore(start, self._ways(start, mover), most=(most + 1) * FINE - 1).weights
        costs = [(weight // FINE, self._rank(place), place) for place, weight in weights.items()]
        return {place: cost for cost, _, place in sorted(costs)}

    def path(self, start: Position, end: Position, mover: Mover = ANYBODY, most: int | None = None) -> Path:
        """The cheapest way from start to end; refused if there is none, or none at this cost."""
        self.check(start)
        self.check(end)
        if start != end and not self.can_enter(end, mover):
            raise NoPath(f"{end!r} has no room for this mover")
        heaviest = None if most is None else (most + 1) * FINE - 1
        ways, at_least = self._ways(start, mover), self._at_least(end)
        explored = explore(start, ways, goal=end, at_least=at_least, most=heaviest)
        if end not in explored.weights:
            raise NoPath(f"no way leads from {start!r} to {end!r}" + ("" if most is None else f" at a cost of {most}"))
        way = first_way(explored, start, end, self._rank)
        return Path(tuple(way), explored.weights[end] // FINE)

    def path_cost(self, start: Position, places: Iterable[Position], mover: Mover = ANYBODY) -> int:
        """What it costs to enter these places one after the other; refused where a step can't be taken."""
        self.check(start)
        ways, here, cost = self._ways(start, mover), start, 0
        for place in places:
            self.check(place)
            step = dict(ways(here)).get(place)
            if step is None:
                raise NoPath(f"no step leads from {here!r} to {place!r} for this mover")
            here, cost = place, cost + step // FINE
        return cost

    def fits(self, body: Body, taken: Mapping[Any, int] = NOBODY) -> bool:
        """Whether there is room for a body beside what others have taken; where the space ends there is none."""
        return self.is_open(body.at) and all(
            self.is_open(place) and self._has_room(place, body.bulk, taken) for place in self.places(body)
        )

    def can_enter(self, place: Position, mover: Mover) -> bool:
        """Whether this mover may be at a place, however it came there."""
        body = Body(place, mover.size, mover.bulk)
        return self.fits(body, mover.taken) and (
            mover.may_enter is None or all(map(mover.may_enter, self.places(body)))
        )

    def taken(self, bodies: Iterable[Body]) -> dict[Position, int]:
        """How much bulk stands at each place."""
        taken: dict[Position, int] = {}
        for body in bodies:
            for place in self.places(body):
                taken[place] = taken.get(place, 0) + body.bulk
        return taken

    def struck(self, bodies: Mapping[Who, Body], area: Collection[Position]) -> tuple[Who, ...]:
        """Everybody who covers at least one place of an area, each once, as listed."""
        hit = set(area)
        return tuple(who for who, body in bodies.items() if not hit.isdisjoint(self.places(body)))

    def _has_room(self, place: Position, bulk: int, taken: Mapping[Any, int]) -> bool:
        capacity = self.capacity_of(place)
        return capacity is None or taken.get(place, 0) + bulk <= capacity

    def _ways(self, start: Position, mover: Mover) -> Steps:
        """The steps of a mover that has to stay where it may not pass."""
        steps, may_pass = self._steps(mover), mover.may_pass
        if may_pass is None:
            return steps

        def ways(here: Any) -> Iterable[tuple[Any, int]]:
            if here == start or all(map(may_pass, self.places(Body(here, mover.size)))):
                return steps(here)
            return ()

        return ways
