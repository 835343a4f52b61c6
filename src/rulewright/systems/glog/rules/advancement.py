"""Levels and the experience that they ask for."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.glog.book import STANDARD, HouseRules, Level, Stat, book
from rulewright.systems.glog.rules.money import COPPER_PER_SILVER, Coins
from rulewright.systems.glog.tables import LevelRow, levels

LAST_PRINTED, LAST = 10, 20
EXPERIENCE_BEYOND = 5000


def level_row(level: int) -> LevelRow:
    """GL-ADV-08: the row of a level; beyond ten only hit points and the experience asked for go on rising."""
    if level <= LAST_PRINTED:
        return levels()[level]
    top, more = levels()[LAST_PRINTED], level - LAST_PRINTED
    return msgspec.structs.replace(
        top,
        level=level,
        experience=top.experience + EXPERIENCE_BEYOND * more,
        hit_points_offset=top.hit_points_offset + more,
    )


class LevelReached(msgspec.Struct, frozen=True, gc=False):
    """The level that experience has bought, and what the next one costs in all."""

    level: int
    next_at: int | None


@book.rule("GL-ADV-01", "GL-ADV-10")
def level_for_experience(
    dice: Dice, *, experience: Annotated[int, Meta(ge=0, le=1_000_000_000)], house_rules: HouseRules = STANDARD
) -> LevelReached:
    """The highest level whose experience is reached."""
    last = LAST if house_rules.levels_beyond_ten == "every_5000" else LAST_PRINTED
    level = max(level for level in range(1, last + 1) if level_row(level).experience <= experience)
    return LevelReached(level, None if level == last else level_row(level + 1).experience)


class LevelDetails(msgspec.Struct, frozen=True, gc=False):
    """What a level gives."""

    attack: int
    save_base: int
    hit_points_offset: int
    templates: int
    hit_dice: int


@book.rule("GL-ADV-06", "GL-ADV-08", "GL-ATTACK-10")
def level_details(dice: Dice, *, level: Level) -> LevelDetails:
    """Attack, the base of Save, hit points, templates and hit dice of a level."""
    row = level_row(level)
    return LevelDetails(row.attack, row.save_base, row.hit_points_offset, row.templates, row.hit_dice)


@book.step
def attack_score(dice: Dice, *, level: Level, modifier: int = 0) -> int:
    """GL-ATTACK-10: what the level gives, and what is added to it."""
    return level_details(dice, level=level).attack + modifier


class Experience(msgspec.Struct, frozen=True, gc=False):
    """Points of experience for each."""

    experience: int


@book.rule("GL-ADV-02", "GL-ADV-03")
def treasure_experience(
    dice: Dice,
    *,
    coins: Coins,
    adventurous: bool = True,
    safe: bool = True,
    shares: Annotated[int, Meta(ge=1, le=100)] = 1,
) -> Experience:
    """A point for each silver piece's worth that was won by adventure and brought to safety, shared evenly."""
    counts = adventurous and safe
    return Experience(coins.copper // (COPPER_PER_SILVER * shares) if counts else 0)


@book.rule("GL-ADV-04")
def spending_experience(dice: Dice, *, coins: Coins, adventuring: bool = False) -> Experience:
    """A point for each silver piece spent on anything but adventuring gear."""
    return Experience(0 if adventuring else coins.copper // COPPER_PER_SILVER)


class StatAdvanced(msgspec.Struct, frozen=True, gc=False):
    """A stat after the attempt to raise it."""

    stat: int


@book.rule("GL-ADV-09")
def stat_advance(dice: Dice, *, stat: Stat) -> StatAdvanced:
    """3d6 above a stat raise it by one."""
    return StatAdvanced(stat + (dice.total(3, 6, "above the stat") > stat))
