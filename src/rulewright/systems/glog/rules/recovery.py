"""Rest, lunch, and magic that heals."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError
from rulewright.systems.glog.book import Damage, HitPoints, Level, MaximumHitPoints, book


def refuse_more_than_maximum(hp: int, max_hp: int) -> None:
    """Nobody rests with more hit points than they can have."""
    if hp > max_hp:
        raise BadArguments(f"hp: at most max_hp, which is {max_hp}; found {hp}")


def partly_rested(dice: Dice, hp: int, max_hp: int, level: int) -> int:
    """GL-REST-02 and 03: a d6 and the level; nobody rolls who needs nothing."""
    return min(max_hp, hp + dice.d(6, "healing") + level) if hp < max_hp else hp


class Night(msgspec.Struct, frozen=True, gc=False):
    """Hit points in the morning."""

    hp: int
    slept_well: bool


@book.rule("GL-REST-01", "GL-REST-02")
def night_rest(
    dice: Dice,
    *,
    hp: HitPoints,
    max_hp: MaximumHitPoints,
    level: Level,
    blanket: bool,
    campfire: bool,
    interrupted: bool = False,
) -> Night:
    """With blanket and campfire and undisturbed, all hit points; otherwise a d6 and the level."""
    refuse_more_than_maximum(hp, max_hp)
    if blanket and campfire and not interrupted:
        return Night(max_hp, True)
    return Night(partly_rested(dice, hp, max_hp, level), False)


class Lunch(msgspec.Struct, frozen=True, gc=False):
    """Hit points after lunch."""

    hp: int


@book.rule("GL-REST-03")
def lunch(dice: Dice, *, hp: HitPoints, max_hp: MaximumHitPoints, level: Level, food: bool, water: bool) -> Lunch:
    """An hour with food and water: a d6 and the level."""
    refuse_more_than_maximum(hp, max_hp)
    if not (food and water):
        missing = " and ".join(what for what, there in (("food", food), ("water", water)) if not there)
        raise RuleError("not_enough_resource", f"a lunch needs food and water; missing: {missing}")
    return Lunch(partly_rested(dice, hp, max_hp, level))


class Healed(msgspec.Struct, frozen=True, gc=False):
    """Hit points and the injury after magical healing."""

    hp: int
    injury_days: int | None


@book.rule("GL-INJ-03", "GL-REST-04")
def magic_healing(
    dice: Dice,
    *,
    hp: HitPoints,
    max_hp: MaximumHitPoints,
    amount: Damage,
    injury_days: Annotated[int, Meta(ge=1, le=1000)] | None = None,
) -> Healed:
    """Magic heals hit points and takes as many days from an injury, though never the last one."""
    refuse_more_than_maximum(hp, max_hp)
    days = None if injury_days is None else max(1, injury_days - amount)
    return Healed(min(max_hp, hp + amount), days)
