"""Breaks, nights, and days of rest with what is done in them (AR-REST, AR-GOAL)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.content.effects import Note
from rulewright.rules import RuleError, near, pick
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import ChallengeScore
from rulewright.systems.ardor.commands.core import Names, all_there, commands, in_downtime, peace, sheet_of
from rulewright.systems.ardor.harm import wakes
from rulewright.systems.ardor.rules import downtime, rests
from rulewright.systems.ardor.rules.downtime import ClockSize
from rulewright.systems.ardor.scores import conscious, maximum
from rulewright.systems.ardor.sheet import FALLEN, ArdorPlay, AttributeId, CharacterSheet, GoalClock
from rulewright.table import clock as time

PICKS = 3
XP_FOR_A_GOAL = 2
LASTS = {"break": 10 * 60, "standard": 8 * 60 * 60, "extended": 5 * 24 * 60 * 60}
"""In seconds of the clock."""

Tags = Annotated[tuple[str, ...], Meta(max_length=20)]
GoalId = Annotated[str, Meta(min_length=1, max_length=100, extra={"choose": "goal"})]


@commands.anyone("AR-REST-01", "AR-REST-02", "AR-REST-03", "AR-REST-04", "AR-REST-06", "AR-REST-09", needs=(peace,))
def rest(
    play: ArdorPlay,
    *,
    kind: Literal["break", "standard", "extended"],
    members: Names | None = None,
    kits: Mapping[str, str] = {},
    place: Tags = (),
    pressing: bool = False,
    stronghold: bool = False,
    comfort_challenge: ChallengeScore | None = None,
    override: bool = False,
) -> None:
    """Catch your breath, sleep a night, or take several days in comfort."""
    names = resting(play, members)
    for tag in place:
        pick("place", tag, tables.place_tags())
    if play.world.house_rules.healing_kit_serves == "party" and len(kits) > 1:
        raise RuleError("bad_args", "kits: at this table one kit serves everybody; name one pair")
    check_kits(play, kind, names, kits)
    home = downtime.stronghold(play.dice, features=play.world.features) if stronghold else None
    tags = (*place, *(home.comfort if home else ()), *(play.world.stronghold_tags if stronghold else ()))
    kinds = {name: rest_of(play, name, kind, tags, pressing, override) for name in names}
    party_kit = use_party_kit(play, [name for name in names if not restores_health(play, kinds[name])], kits)
    for name in names:
        recover(play, name, kinds[name], kits.get(name, ""), all_health=party_kit)
        if kinds[name] == "extended":
            mend(play, name, home, comfort_challenge)
    time.pass_seconds(play, LASTS[kind])
    at_ease = [name for name in names if kinds[name] == "extended"]
    open_downtime(play, at_ease, kind, at_home=stronghold)
    if stronghold and at_ease:
        remind_of_home(play)


def remind_of_home(play: ArdorPlay) -> None:
    """AR-GOAL-04: what parts of a stronghold do that is the GM's to tell."""
    for name in play.world.features:
        for effect in tables.features()[name].effects:
            if isinstance(effect, Note):
                play.prompt(f"{catalogue.features()[name].name}: {effect.text}")


def resting(play: ArdorPlay, members: tuple[str, ...] | None) -> list[str]:
    """Those who are named, or all characters who are not out of play; in listing order."""
    if members is None:
        beings = play.state.entities.values()
        return [b.id for b in beings if isinstance(b.sheet, CharacterSheet) and not b.has(FALLEN)]
    all_there(play, members)
    for name in members:
        sheet_of(play, name)
        if play.entity(name).has(FALLEN):
            raise RuleError("not_allowed", f"{play.called(name)} is out of play")
    return [name for name in play.state.entities if name in members]


def rest_of(
    play: ArdorPlay, name: str, kind: str, tags: tuple[str, ...], pressing: bool, override: bool
) -> Literal["break", "standard", "extended"]:
    """AR-REST-06: who is not at ease has a night instead of days."""
    if kind != "extended":
        return "break" if kind == "break" else "standard"
    allowed = rests.extended_rest_allowed(
        play.dice, comforts=sheet_of(play, name).comforts, place=tags, pressing=pressing, override=override
    )
    if allowed.reason == "pressing":
        raise RuleError("pressing_concerns", "an Extended Rest has to wait while the adventure presses")
    return "extended" if allowed.allowed else "standard"


def restores_health(play: ArdorPlay, kind: str) -> bool:
    return kind == "extended" or (kind == "standard" and play.world.house_rules.standard_rest_restores_health)


def check_kits(play: ArdorPlay, kind: str, names: list[str], kits: Mapping[str, str]) -> None:
    """AR-REST-02: everybody who is to give one has one left."""
    left: dict[str, int] = {}
    for receiver, giver in kits.items():
        play.entity(receiver)
        left.setdefault(giver, play.entity(giver).counter("healing_kits"))
        if not left[giver]:
            raise RuleError("not_enough_resource", f"{play.called(giver)} has no Healing Kit left")
        hurt = play.entity(receiver).counter("health") < maximum(play.entity(receiver), "health")
        if receiver in names and hurt and not restores_health(play, kind):
            left[giver] -= 1


def use_party_kit(play: ArdorPlay, names: list[str], kits: Mapping[str, str]) -> bool:
    """House rule `healing_kit_serves`: one kit for everybody; used up if anybody needed it."""
    if play.world.house_rules.healing_kit_serves != "party" or not kits:
        return False
    if any(play.entity(name).counter("health") < maximum(play.entity(name), "health") for name in names):
        play.change(next(iter(kits.values())), "healing_kits", -1)
    return True


def recover(
    play: ArdorPlay, name: str, kind: Literal["break", "standard", "extended"], giver: str, *, all_health: bool
) -> None:
    """AR-REST-05, for one of those who rest; a kit of the whole party is one that nobody has to give any more."""
    being = play.entity(name)
    most = {pool: maximum(being, pool) for pool in ("health", "ardor", "surges")}
    health = min(being.counter("health"), most["health"]) if conscious(being) else 0
    result = rests.rest(
        play.dice,
        kind=kind,
        health=health,
        max_health=most["health"],
        ardor=min(being.counter("ardor"), most["ardor"]),
        max_ardor=most["ardor"],
        surges=min(being.counter("surges"), most["surges"]),
        max_surges=most["surges"],
        incapacitated=health == 0,
        healing_kits=1 if all_health else play.entity(giver).counter("healing_kits") if giver else 0,
        use_kit=all_health or bool(giver),
        standard_rest_restores_health=play.world.house_rules.standard_rest_restores_health,
    )
    if giver and not all_health:
        play.put(giver, "healing_kits", result.healing_kits)
    if not health:
        wakes(play, name, result.health)
    play.put(name, "timer", None)
    for pool in ("health", "ardor", "surges"):
        play.put(name, pool, getattr(result, pool))
    play.relieve(name, *tables.conditions())
    play.sheet(name, fresh=())


def mend(play: ArdorPlay, name: str, home: downtime.Stronghold | None, challenge: int | None) -> None:
    """AR-REST-07: a chance to lose Trauma."""
    usual = home.comfort_challenge if home else rests.COMFORT_CHALLENGE
    result = rests.mend_trauma(
        play.dice,
        trauma=play.entity(name).counter("trauma"),
        heart=sheet_of(play, name).attributes.heart,
        bonus=home.mend_bonus if home else 0,
        challenge=max(1, challenge or usual),
        mode=play.world.house_rules.trauma_recovery,
    )
    play.put(name, "trauma", result.trauma)


def open_downtime(play: ArdorPlay, names: list[str], kind: str, *, at_home: bool) -> None:
    """AR-GOAL-01: three picks for everybody who is at ease."""
    extended = kind == "extended"
    play.change_world(
        resting="extended" if extended else None,
        at_stronghold=extended and at_home,
        picks=dict.fromkeys(names, PICKS) if extended else {},
    )


@commands.anyone("AR-REST-09")
def end_rest(play: ArdorPlay) -> None:
    """The days of rest are over."""
    if play.world.resting is None:
        raise RuleError("wrong_time", "nobody is resting")
    play.change_world(resting=None, at_stronghold=False, picks={})


# ---------------------------------------------------------------- what is done in downtime


def home_of(play: ArdorPlay) -> downtime.Stronghold:
    """What the stronghold gives, if the rest is taken there."""
    return downtime.stronghold(play.dice, features=play.world.features if play.world.at_stronghold else ())


def a_pick(play: ArdorPlay, by: str) -> None:
    """AR-REST-09: there is a pick left."""
    in_downtime(play, by)
    if not play.world.picks[by]:
        raise RuleError("not_enough_resource", f"{play.called(by)} has nothing more to do in this rest")


def spend_pick(play: ArdorPlay, by: str) -> None:
    play.change_world(picks={**play.world.picks, by: play.world.picks[by] - 1})


def goal_clock(play: ArdorPlay, name: str) -> GoalClock:
    """A clock that runs, or that of a goal or a feature of the book."""
    if name in play.world.clocks:
        return play.world.clocks[name]
    book = {**catalogue.goals(), **catalogue.features()}
    if name not in book or name in play.world.features:
        known = [*play.world.clocks, *book]
        raise RuleError("bad_args", f"clock: there is no {name!r} to work on{near(name, known)}")
    return GoalClock(size=book[name].clock, challenge=book[name].challenge)


@commands.actor("AR-GOAL-01", "AR-GOAL-02", "AR-GOAL-03", "AR-GOAL-04", needs=(a_pick,))
def work(play: ArdorPlay, by: str, *, clock: GoalId, attribute: AttributeId) -> None:
    """Work on a goal or on the stronghold."""
    now = goal_clock(play, clock)
    if now.filled >= now.size:
        raise RuleError("not_allowed", f"{clock} is finished")
    result = downtime.work(
        play.dice,
        attribute=getattr(sheet_of(play, by).attributes, attribute),
        challenge=now.challenge,
        bonus=home_of(play).work_bonus,
        trauma=play.entity(by).counter("trauma"),
    )
    play.result(result)
    spend_pick(play, by)
    after = replace(now, workers=tuple(dict.fromkeys((*now.workers, by))))
    fill(play, clock, after, result.ticks)


def fill(play: ArdorPlay, name: str, now: GoalClock, ticks: int) -> None:
    """Segments of a clock come or go; when it is full, what it was for is reached."""
    after = downtime.clock(play.dice, filled=now.filled, size=now.size, ticks=ticks)
    play.change_world(clocks={**play.world.clocks, name: replace(now, filled=after.filled)})
    if not after.complete or now.filled == now.size:
        return
    if name in catalogue.features():
        play.change_world(features=tuple(dict.fromkeys((*play.world.features, name))))
        return
    for worker in now.workers:
        if worker in play.state.entities:
            play.change(worker, "xp", XP_FOR_A_GOAL)
    goal = catalogue.goals().get(name)
    play.prompt(f"The goal {name.replace('_', ' ')} is reached. {goal.reward if goal else ''}".strip())


@commands.actor("AR-GOAL-01", "AR-GEAR-04", needs=(a_pick,))
def supply(play: ArdorPlay, by: str) -> None:
    """Make or find a Healing Kit."""
    spend_pick(play, by)
    play.change(by, "healing_kits", 1 + home_of(play).supply_bonus)


@commands.gm("AR-GOAL-02")
def set_clock(
    play: ArdorPlay,
    *,
    clock: GoalId,
    size: ClockSize | None = None,
    challenge: ChallengeScore | None = None,
    ticks: Annotated[int, Meta(ge=-12, le=12)] = 0,
) -> None:
    """Begin a clock, change it, or give and take segments."""
    book = {**catalogue.goals(), **catalogue.features()}
    running = clock in play.world.clocks or clock in book
    now = goal_clock(play, clock) if running else GoalClock()
    size = size or now.size
    now = replace(now, size=size, challenge=challenge or now.challenge, filled=min(now.filled, size))
    fill(play, clock, now, ticks)


@commands.gm("AR-GOAL-04")
def found_stronghold(
    play: ArdorPlay, *, name: Annotated[str, Meta(min_length=1, max_length=200)], tags: Tags = ()
) -> None:
    """The party has a place of its own."""
    for tag in tags:
        pick("tags", tag, tables.place_tags())
    play.change_world(stronghold=name, stronghold_tags=tags)
