"""Breaks, rests, and Trauma that heals."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError, pick
from rulewright.systems.ardor.book import (
    Amount,
    ChallengeScore,
    Count,
    Grade,
    Modifier,
    PositiveAmount,
    TraumaRecovery,
    book,
)
from rulewright.systems.ardor.rules.challenges import graded_challenge
from rulewright.systems.ardor.rules.health import refuse_more_than_maximum
from rulewright.systems.ardor.tables import place_tags, recovery_events

RestKind = Literal["break", "standard", "extended"]
Tags = Annotated[tuple[str, ...], Meta(max_length=99)]

COMFORT_CHALLENGE = 11
"""What mending Trauma is rolled against where nothing makes it easier."""


class Rested(msgspec.Struct, frozen=True, gc=False):
    """A character after a rest; nobody is Incapacitated any longer."""

    health: int
    ardor: int
    surges: int
    healing_kits: int
    incapacitated: bool


@book.rule("AR-REST-01", "AR-REST-02", "AR-REST-03", "AR-REST-04", "AR-REST-05")
def rest(
    dice: Dice,
    *,
    kind: RestKind,
    health: Amount,
    max_health: PositiveAmount,
    ardor: Count,
    max_ardor: Count,
    surges: Count,
    max_surges: Count,
    incapacitated: bool = False,
    healing_kits: Count = 0,
    use_kit: bool = False,
    standard_rest_restores_health: bool = True,
) -> Rested:
    """A Break restores Ardor, and Health by a kit; a night restores surges and Health; whoever was down wakes."""
    refuse_more_than_maximum("health", health, max_health)
    refuse_more_than_maximum("ardor", ardor, max_ardor)
    refuse_more_than_maximum("surges", surges, max_surges)
    if incapacitated != (health == 0):
        raise BadArguments(f"incapacitated: it means a Health of 0 and nothing else; found {health}")
    if use_kit and not healing_kits:
        raise RuleError("not_enough_resource", "there is no Healing Kit left to use")
    restored = kind == "extended" or (kind == "standard" and standard_rest_restores_health)
    if not restored and use_kit and health < max_health:
        restored = True
        healing_kits -= 1
    if restored:
        health = max_health
    elif incapacitated:
        health = min(max_health, dice.d(6, "waking"))
    return Rested(health, max_ardor, surges if kind == "break" else max_surges, healing_kits, False)


class Allowed(msgspec.Struct, frozen=True):
    """Whether it may be an Extended Rest, and why."""

    allowed: bool
    reason: Literal["gm", "pressing", "not_comfortable", "ok"]


@book.rule("AR-REST-06")
def extended_rest_allowed(
    dice: Dice, *, comforts: Tags, place: Tags, pressing: bool = False, override: bool = False
) -> Allowed:
    """Not while the adventure presses, and only where the character is at ease; the GM may say otherwise."""
    for what, tags in (("comforts", comforts), ("place", place)):
        for tag in tags:
            pick(what, tag, place_tags())
    if override:
        return Allowed(True, "gm")
    if pressing:
        return Allowed(False, "pressing")
    if comforts and not set(comforts) & set(place):
        return Allowed(False, "not_comfortable")
    return Allowed(True, "ok")


class Mended(msgspec.Struct, frozen=True):
    """Trauma that was recovered and what is left of it; how well it went, if it was rolled for."""

    recovered: int
    trauma: int
    grade: Grade | None


MENDED_BY = {"full": 2, "glancing": 1, "miss": 0}
"""The Trauma that each grade takes away; the Inspired lose all of it."""


@book.rule("AR-REST-07", "AR-HEALTH-10")
def mend_trauma(
    dice: Dice,
    *,
    trauma: Count,
    heart: Modifier = 0,
    bonus: Modifier = 0,
    challenge: ChallengeScore = COMFORT_CHALLENGE,
    mode: TraumaRecovery = "roll",
) -> Mended:
    """Heart, hindered by the Trauma itself, against the comfort of the place; or as the table has agreed."""
    grade: Grade | None = None
    recovered = {"roll": 0, "all": trauma, "one": 1, "none": 0}[mode]
    if mode == "roll" and trauma:
        grade = graded_challenge(dice, bonus=heart + bonus, challenge=challenge, trauma=trauma).grade
        recovered = trauma if grade == "inspired" else MENDED_BY[grade]
    recovered = min(recovered, trauma)
    return Mended(recovered, trauma - recovered, grade)


class Recovery(msgspec.Struct, frozen=True):
    """The rest that belongs to an event, what it restores, and what else it makes possible."""

    rest: str
    always: tuple[str, ...]
    optional: tuple[str, ...]


@book.rule("AR-REST-08")
def recovery_event(dice: Dice, *, event: str) -> Recovery:
    """The rule of thumb: which rest comes after an encounter, with a new day, between adventures."""
    row = pick("event", event, recovery_events())
    return Recovery(row.rest, row.always, row.optional)
