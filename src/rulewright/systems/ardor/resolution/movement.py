"""Moving: of one's own will before and after the attacks, and driven by others (AR-ROUND-05, 07, 08)."""

from rulewright.rules import RuleError
from rulewright.systems.ardor.declaring import allowance, declaration_of, moves_late
from rulewright.systems.ardor.resolution.notes import Action, Forced, Round
from rulewright.systems.ardor.rules.zones import Blocker, move_check
from rulewright.systems.ardor.scores import kept_from
from rulewright.systems.ardor.spaces import map_for


def move_early(round_: Round) -> None:
    """AR-ROUND-05: everybody's moves that come before attacks."""
    for action in moves(round_, late=False):
        walk(round_, action)


def move_late(round_: Round) -> None:
    """AR-ROUND-08: the moves that come after; whoever is out by then stays."""
    for action in moves(round_, late=True):
        if action.by not in round_.out:
            walk(round_, action)


def moves(round_: Round, *, late: bool) -> list[Action]:
    return [
        action
        for name in round_.in_action_order()
        for action in round_.actions(name)
        if action.deed.path and moves_late(action.deed, action.power) == late
    ]


def walk(round_: Round, action: Action) -> None:
    """AR-ZONE-03: step by step along the path; a way that leads nowhere from here is not gone."""
    name, deed = action.by, action.deed
    mover, start = round_.being(name), round_.zone(name)
    if hindered := kept_from(mover, "move"):
        round_.stopped[name] = hindered
        return
    ruled = ruled_block(round_, name, start, deed.path)
    path = deed.path[:ruled]
    stopped: str | None = None
    if path:
        try:
            moved = move_check(
                round_.play.dice,
                map=map_for(round_.play.state, mover),
                start=start,
                path=path,
                allowance=allowance(mover, deed, action.power),
                score=round_.scores[name],
                kind=mover.kind,  # type: ignore[arg-type]
                inspired=name in round_.inspired,
                blockers=tuple(blockers(round_, name)),
                ties=round_.play.world.house_rules.conflict_ties,
            )
        except RuleError as refused:
            round_.stopped[name] = refused.code
            return
        go(round_, name, [*path[: path.index(moved.end) + 1]] if moved.end in path else [])
        stopped = moved.stopped
    if stopped is None and ruled < len(deed.path):
        stopped = "blocked"
    if stopped:
        round_.stopped[name] = stopped


def ruled_block(round_: Round, mover: str, start: str, path: tuple[str, ...]) -> int:
    """How many steps of a path there are before a connection that the GM has let somebody hold."""
    held = [set(ends) for blocker, ends in all_blocks(round_, mover) if lets_win(round_, blocker, mover)]
    for step, ends in enumerate(zip((start, *path), path, strict=False)):
        if set(ends) in held:
            return step
    return len(path)


def all_blocks(round_: Round, mover: str) -> list[tuple[str, tuple[str, str]]]:
    """Those of other sides who block, and what."""
    found = []
    for name in round_.names:
        declared = declaration_of(round_.play.fight(), name) if name in round_.standing else None
        if declared and declared.block and round_.being(name).side != round_.being(mover).side:
            found.append((name, (declared.block.from_, declared.block.to)))
    return found


def blockers(round_: Round, mover: str) -> list[Blocker]:
    """Those whom the mover must beat."""
    return [
        Blocker(ends[0], ends[1], name, round_.scores[name], round_.being(name).kind)  # type: ignore[arg-type]
        for name, ends in all_blocks(round_, mover)
        if not lets_win(round_, mover, name)
    ]


def lets_win(round_: Round, winner: str, loser: str) -> bool:
    """AR-ROUND-13: whether the GM has decided between these two."""
    return any((ruling.winner, ruling.loser) == (winner, loser) for ruling in round_.rulings("conflict"))


def go(round_: Round, name: str, zones: list[str]) -> None:
    """Somebody enters zones one after the other."""
    if zones:
        round_.entered.setdefault(name, []).extend(zones)
        round_.play.move(name, zones[-1])


# ---------------------------------------------------------------- driven by others


def move_forced(round_: Round) -> None:
    """AR-ROUND-07: in the order in which it came up; no challenge and no block stops it."""
    for forced in round_.forced:
        if forced.swap:
            one, other = round_.zone(forced.by), round_.zone(forced.target)
            if one != other:
                go(round_, forced.by, [other])
                go(round_, forced.target, [one])
        elif forced.to_zone:
            lead(round_, forced)
        else:
            drive(round_, forced)


def lead(round_: Round, forced: Forced) -> None:
    """To a zone that was named, if it is near enough."""
    here = round_.zone(forced.target)
    space = map_for(round_.play.state, round_.being(forced.target))
    distance = space.distance(here, forced.to_zone, "move")
    if distance and distance <= forced.zones:
        go(round_, forced.target, [forced.to_zone])


def drive(round_: Round, forced: Forced) -> None:
    """Zone by zone to the neighbour that is farthest from whoever pushes, or nearest to whoever pulls."""
    space = map_for(round_.play.state, round_.being(forced.target))
    origin = round_.zone(forced.by)
    away = 1 if forced.zones > 0 else -1
    for _ in range(abs(forced.zones)):
        here = round_.zone(forced.target)
        now = space.distance(origin, here, "move")
        reached = [(space.distance(origin, zone, "move"), zone) for zone, _ in space.neighbours(here, "move")]
        known = [(distance, zone) for distance, zone in reached if distance is not None]
        if now is None or not known:
            return
        best = max(known, key=lambda pair: away * pair[0])
        if away * best[0] <= away * now:
            return
        go(round_, forced.target, [best[1]])
