"""Trauma and Doubt, both optional."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.glog.book import STANDARD, Damage, HitPoints, HouseRules, Level, Score, Stat, book
from rulewright.systems.glog.rules.checks import check
from rulewright.systems.glog.rules.wounds import PoolBonus, pool_maximum
from rulewright.systems.glog.tables import breakdowns


class Trauma(msgspec.Struct, frozen=True):
    """Trauma Points after a shock, and what broke."""

    trauma: int
    breakdown: str | None
    permanent: bool


@book.rule("GL-TRAUMA-02")
def trauma(
    dice: Dice,
    *,
    trauma: Annotated[int, Meta(ge=0, le=100)],
    points: Annotated[int, Meta(ge=1, le=20)],
    save: Score,
    house_rules: HouseRules = STANDARD,
) -> Trauma:
    """A d20 at or under the new total is a breakdown, permanent after a failed Save; half of the total is left."""
    total = dice.note("total", trauma + points)
    if dice.d(20, "Trauma") > total:
        return Trauma(total, None, False)
    breakdown = breakdowns()[dice.d(6, "breakdown")]
    saved = check(dice, score=save, house_rules=house_rules).success
    return Trauma(total // 2, breakdown, not saved)


class MaximumResolve(msgspec.Struct, frozen=True, gc=False):
    """The most Resolve somebody can have."""

    max_resolve: int


@book.rule("GL-DOUBT-02")
def max_resolve(
    dice: Dice, *, level: Level, charisma: Stat, bonus: PoolBonus = 0, house_rules: HouseRules = STANDARD
) -> MaximumResolve:
    """As hit points, with Charisma for Strength."""
    return MaximumResolve(pool_maximum(dice, level, charisma, bonus, house_rules))


class ResolveLost(msgspec.Struct, frozen=True, gc=False):
    """Resolve after an attack on it."""

    resolve: int
    crisis: bool


@book.rule("GL-DOUBT-03")
def resolve_damage(dice: Dice, *, resolve: HitPoints, damage: Damage) -> ResolveLost:
    """Resolve stops at 0, and there the crisis begins."""
    left = max(0, resolve - damage)
    return ResolveLost(left, left == 0)
