"""Space: distances between zones, moving through them, reach, and what waits in them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleError, different, pick
from rulewright.systems.ardor.book import (
    AttackKind,
    ChallengeScore,
    ConflictTies,
    Count,
    DiceString,
    Id,
    Ids,
    Kind,
    Score,
    book,
)
from rulewright.systems.ardor.rules.challenges import Claim, conflict, score_versus_challenge
from rulewright.systems.ardor.tables import roll
from rulewright.table.space.zones import Exit, Zone, Zones

MeasuredBy = Literal["move", "sight"]
Steps = Annotated[int, Meta(ge=1, le=4)]
Range = Annotated[int, Meta(ge=0, le=6)]

ROUGH_COST = 2


class Connection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A way between two zones, in both directions unless it is one-way."""

    from_: Id
    to: Id
    passable: bool = True
    sight: bool = True
    rough: bool = False
    one_way: bool = False
    challenge: ChallengeScore | None = None

    def leads(self, start: str, end: str) -> bool:
        """Whether it goes from one zone to the other."""
        return (self.from_, self.to) == (start, end) or (not self.one_way and (self.to, self.from_) == (start, end))

    @property
    def cost(self) -> int:
        """How much of a move it takes."""
        return ROUGH_COST if self.rough else 1


class ZoneMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The zones of a scene and the ways between them."""

    zones: Ids
    connections: Annotated[tuple[Connection, ...], Meta(max_length=99)]

    def refuse_unknown_zones(self, **named: Ids) -> None:
        """Everything that names a zone must name one of the map."""
        known = dict.fromkeys(self.zones)
        for connection in self.connections:
            pick("connections", connection.from_, known)
            pick("connections", connection.to, known)
        for what, zones in named.items():
            for zone in zones:
                pick(what, zone, known)

    def way(self, start: str, end: str, by: MeasuredBy) -> Connection | None:
        """The first listed connection that serves to go, or to look, from one zone to its neighbour."""
        for connection in self.connections:
            serves = connection.passable if by == "move" else connection.sight
            if serves and connection.leads(start, end):
                return connection
        return None

    def neighbours(self, zone: str, by: MeasuredBy) -> Iterator[tuple[str, int]]:
        """The zones beside this one, with what it costs to get there."""
        for other in self.zones:
            way = self.way(zone, other, by)
            if way:
                yield other, way.cost if by == "move" else 1

    def distance(self, start: str, end: str, by: MeasuredBy) -> int | None:
        """The cheapest way, if there is one."""
        if start not in self.zones or end not in self.zones:
            return None
        space = space_of(self)
        return space.distance(start, end) if by == "move" else space.sight_distance(start, end)


@lru_cache(maxsize=256)
def space_of(map: ZoneMap) -> Zones:
    """The map as the space of a table."""
    exits = tuple(
        Exit(
            start=way.from_,
            end=way.to,
            cost=way.cost,
            passable=way.passable,
            sight=way.sight,
            one_way=way.one_way,
        )
        for way in map.connections
    )
    return Zones(zones=tuple(Zone(id=zone) for zone in dict.fromkeys(map.zones)), exits=exits)


class ZoneDistance(msgspec.Struct, frozen=True, gc=False):
    """How far two zones are apart, if one can be reached from the other."""

    distance: int | None


@book.rule("AR-ZONE-01", "AR-ZONE-02")
def zone_distance(dice: Dice, *, map: ZoneMap, start: Id, end: Id, by: MeasuredBy) -> ZoneDistance:
    """Connections on the shortest path: to walk it a rough one counts double, to see along it each counts one."""
    map.refuse_unknown_zones(start=(start,), end=(end,))
    return ZoneDistance(map.distance(start, end, by))


class Blocker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """Somebody who stands in the way on one connection."""

    from_: Id
    to: Id
    id: Id
    score: Score
    kind: Kind


class Moved(msgspec.Struct, frozen=True):
    """Where a move ends, and what stopped it."""

    end: str
    stopped: Literal["challenge", "blocked"] | None


MOVER = ""
"""Stands for the mover among those who block it; nobody else can have this id."""


@book.rule("AR-ZONE-03", "AR-ZONE-06", "AR-ROUND-05", "AR-ACT-01")
def move_check(
    dice: Dice,
    *,
    map: ZoneMap,
    start: Id,
    path: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=4)],
    allowance: Steps,
    score: Score,
    kind: Kind,
    inspired: bool = False,
    blockers: Annotated[tuple[Blocker, ...], Meta(max_length=99)] = (),
    ties: ConflictTies = "characters",
) -> Moved:
    """Step by step until a connection is too hard for the score, or somebody with a better one blocks it."""
    ends = tuple(zone for blocker in blockers for zone in (blocker.from_, blocker.to))
    map.refuse_unknown_zones(start=(start,), path=path, blockers=ends)
    different("blockers", (blocker.id for blocker in blockers))
    here = start
    for zone, way in zip(path, planned(map, start, path, allowance), strict=True):
        if (
            way.challenge is not None
            and not score_versus_challenge(dice, score=score, challenge=way.challenge, inspired=inspired).success
        ):
            return Moved(here, "challenge")
        against = tuple(
            Claim(blocker.id, blocker.score, blocker.kind)
            for blocker in blockers
            if {blocker.from_, blocker.to} == {here, zone}
        )
        if against and conflict(dice, claims=(Claim(MOVER, score, kind), *against), ties=ties).winner != MOVER:
            return Moved(here, "blocked")
        here = zone
    return Moved(here, None)


def planned(map: ZoneMap, start: str, path: tuple[str, ...], allowance: int) -> list[Connection]:
    """The connections of a path; refused where there is none to pass, or where they cost too much together."""
    ways = []
    for here, zone in zip((start, *path), path, strict=False):
        way = map.way(here, zone, "move")
        if way is None:
            raise RuleError("no_path", f"nothing passable leads from {here} to {zone}")
        ways.append(way)
    cost = sum(way.cost for way in ways)
    if cost > allowance:
        raise RuleError("out_of_range", f"this path costs {cost} zones, and the move has {allowance}")
    return ways


class Between(msgspec.Struct, frozen=True, gc=False):
    """Whether somebody stands between two others."""

    between: bool


@book.rule("AR-ZONE-04")
def between(dice: Dice, *, map: ZoneMap, attacker: Id, protector: Id, target: Id) -> Between:
    """A zone is between two others if the line of sight is no longer by way of it; both ends count."""
    map.refuse_unknown_zones(attacker=(attacker,), protector=(protector,), target=(target,))
    to_protector = map.distance(attacker, protector, "sight")
    to_target = map.distance(protector, target, "sight")
    straight = map.distance(attacker, target, "sight")
    if to_protector is None or to_target is None or straight is None:
        return Between(False)
    return Between(to_protector + to_target == straight)


class Reach(msgspec.Struct, frozen=True):
    """Whether an attack reaches its target, and where."""

    reachable: bool
    struck_zone: str | None


@book.rule("AR-ZONE-05")
def reach(
    dice: Dice,
    *,
    map: ZoneMap,
    attacker: Id,
    target_start: Id,
    target_end: Id,
    attack_kind: AttackKind,
    range: Range,
) -> Reach:
    """A target is struck where it stands after moving, or else where it began, if either is near enough."""
    map.refuse_unknown_zones(attacker=(attacker,), target_start=(target_start,), target_end=(target_end,))
    for zone in (target_end, target_start):
        distance = map.distance(attacker, zone, "move" if attack_kind == "melee" else "sight")
        if distance is not None and distance <= range:
            return Reach(True, zone)
    return Reach(False, None)


class Hazard(msgspec.Struct, frozen=True, gc=False):
    """Whether a danger of the place was avoided, and what it did."""

    avoided: bool
    damage: int


@book.rule("AR-ZONE-07", "AR-ROUND-09")
def hazard(
    rolled: Dice,
    *,
    score: Score,
    challenge: ChallengeScore,
    dice: DiceString,
    inspired: bool = False,
    ward: Count = 0,
) -> Hazard:
    """A score that meets the challenge of a hazard avoids it; otherwise it does its damage, less any ward."""
    avoided = score_versus_challenge(rolled, score=score, challenge=challenge, inspired=inspired).success
    return Hazard(avoided, 0 if avoided else max(0, roll(rolled, dice, "hazard") - ward))
