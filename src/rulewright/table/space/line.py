"""Plain distances: everybody stands somewhere on one line."""

from collections.abc import Callable, Collection
from typing import Any

from rulewright.table.space.errors import UnknownPlace, refuse
from rulewright.table.space.protocol import AnySpace, Body, Mover, Position, Sizes
from rulewright.table.space.search import FINE, Steps

STEP = FINE + 1


class Line(AnySpace, frozen=True, kw_only=True, tag="line"):
    """Points on a line, such as feet; everybody sees everybody, and any number can stand at a point."""

    lowest: int = -1_000_000
    highest: int = 1_000_000

    def __post_init__(self) -> None:
        if self.lowest > self.highest:
            raise refuse(f"a line from {self.lowest} to {self.highest}: the lowest point comes first")

    def point(self, place: Position) -> int:
        """The place as a number; refused if it is none of this line."""
        if not isinstance(place, int) or not self.lowest <= place <= self.highest:
            raise UnknownPlace(f"expected a whole number from {self.lowest} to {self.highest}, found {place!r}")
        return place

    def check(self, place: Position) -> None:
        """Refuse what is no point of this line."""
        self.point(place)

    def distance(self, start: Position, end: Position, sizes: Sizes = (1, 1)) -> int:
        """The difference of the two points."""
        return abs(self.point(start) - self.point(end))

    def sight_distance(
        self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()
    ) -> int:
        """The same distance: nothing stands in the way on a line."""
        return self.distance(viewer, target)

    def cover(self, viewer: Position, target: Position, sizes: Sizes = (1, 1), veil: Collection[Position] = ()) -> int:
        """None: nothing stands in the way on a line."""
        self.distance(viewer, target)
        return 0

    def toward(self, start: Position, end: Position, units: int) -> int:
        """The point so many units nearer to the end, at most the end itself."""
        here, there = self.point(start), self.point(end)
        return max(there, here - units) if there < here else min(there, here + units)

    def places(self, body: Body) -> tuple[Position, ...]:
        """The one point where a body is."""
        return (body.at,)

    def is_open(self, place: Position) -> bool:
        """Whether the point is on the line."""
        return isinstance(place, int) and self.lowest <= place <= self.highest

    def capacity_of(self, place: Position) -> None:
        """Any number has room at a point."""

    def _steps(self, mover: Mover) -> Steps:
        def steps(here: int) -> list[tuple[int, int]]:
            return [(place, STEP) for place in (here - 1, here + 1) if self.can_enter(place, mover)]

        return steps

    def _rank(self, place: Any) -> Any:
        return place

    def _at_least(self, end: Position) -> Callable[[Any], int]:
        there = self.point(end)
        return lambda place: STEP * abs(there - place)
