"""Hit points, wounds, dying."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.glog.book import (
    STANDARD,
    Damage,
    HitPoints,
    HouseRules,
    Level,
    Modifier,
    PositiveDamage,
    Stat,
    book,
)
from rulewright.systems.glog.rules.advancement import level_row
from rulewright.systems.glog.rules.checks import succeeds
from rulewright.systems.glog.tables import bands, damage_text, injury_ids, jolts, locations

PoolBonus = Annotated[int, Meta(ge=-20, le=50)]


class MaximumHitPoints(msgspec.Struct, frozen=True, gc=False):
    """The most hit points somebody can have."""

    max_hp: int


def pool_maximum(dice: Dice, level: int, stat: int, bonus: int, house_rules: HouseRules) -> int:
    """GL-HP-01 and GL-DOUBT-02: hit points by Strength, Resolve by Charisma, both by the same sum."""
    base = stat + dice.note("of the level", level_row(level).hit_points_offset)
    if house_rules.hp_cap:
        base = min(base, house_rules.hp_cap)
    return max(1, max(1, base) + bonus)


@book.rule("GL-HP-01")
def max_hit_points(
    dice: Dice, *, level: Level, strength: Stat, bonus: PoolBonus = 0, house_rules: HouseRules = STANDARD
) -> MaximumHitPoints:
    """Strength and what the level gives, capped; then the bonuses of templates; at least 1."""
    return MaximumHitPoints(pool_maximum(dice, level, strength, bonus, house_rules))


class Hurt(msgspec.Struct, frozen=True, gc=False):
    """Hit points after a blow, and what went beyond them."""

    hp: int
    excess: int
    dismemberment: bool


@book.rule("GL-HP-02", "GL-HP-03")
def take_damage(dice: Dice, *, hp: HitPoints, damage: Damage) -> Hurt:
    """Hit points stop at 0; damage in excess of them calls for the Death and Dismemberment table."""
    excess = max(0, damage - hp)
    return Hurt(max(0, hp - damage), excess, excess > 0)


class Wound(msgspec.Struct, frozen=True):
    """What the Death and Dismemberment table says."""

    result: str
    location: str | None
    effect: str | None
    days: int


DEAD = Wound("dead", None, None, 0)


@book.rule("GL-HP-05", "GL-HP-06")
def dismemberment(
    dice: Dice,
    *,
    excess: PositiveDamage,
    injuries: Annotated[int, Meta(ge=0, le=50)] = 0,
    modifier: Modifier = 0,
) -> Wound:
    """A d12, the excess, and 2 for each injury that is there: how bad it is; a d6: where; then for how many days."""
    severity = dice.note("severity", dice.d(12, "severity") + excess + 2 * injuries + modifier)
    band = next(band for band in bands() if band.most is None or severity <= band.most)
    if band.id == "dead":
        return DEAD
    location = locations()[dice.d(6, "location")]
    if isinstance(band.days, int):
        return Wound(band.id, location.id, jolts()[location.part], band.days)
    days = damage_text(band.days).roll(dice, "days")
    return Wound(band.id, location.id, injury_ids()[band.id, location.part], days)


class Stabilised(msgspec.Struct, frozen=True, gc=False):
    """Whether the dying stops."""

    stable: bool
    target: int


@book.rule("GL-HP-08")
def stabilise(
    dice: Dice,
    *,
    talent: Stat,
    rounds_dying: Annotated[int, Meta(ge=0, le=10)] = 0,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> Stabilised:
    """Roll a d20 at or under Talent, less 2 for each round that was lost."""
    target = talent - 2 * rounds_dying + modifier
    return Stabilised(succeeds(dice.d(20, "stabilise"), target, house_rules), target)


class InjuryAfter(msgspec.Struct, frozen=True, gc=False):
    """An injury after some days."""

    days_left: int
    healed: bool


@book.rule("GL-INJ-01")
def injury_after(
    dice: Dice,
    *,
    days_left: Annotated[int, Meta(ge=1, le=1000)],
    days: Annotated[int, Meta(ge=0, le=1000)],
) -> InjuryAfter:
    """Every sunrise takes a day; with none left it is healed."""
    left = max(0, days_left - days)
    return InjuryAfter(left, left == 0)
