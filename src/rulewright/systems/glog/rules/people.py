"""Creatures and people: their numbers, how they take to you, whether they hold."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.glog.book import HitDice, Modifier, Stat, book
from rulewright.systems.glog.rules.checks import stat_bonus


class CreatureProfile(msgspec.Struct, frozen=True, gc=False):
    """The usual numbers of a creature."""

    attack: int
    save: int
    average_hit_points: int


@book.rule("GL-NPC-01")
def creature_profile(dice: Dice, *, hit_dice: HitDice) -> CreatureProfile:
    """Attack, Save and average hit points by hit dice; 0 is less than one."""
    return CreatureProfile(10 + hit_dice, min(5 + hit_dice, 15), 9 * hit_dice // 2 if hit_dice else 2)


class CreatureHitPoints(msgspec.Struct, frozen=True, gc=False):
    """Hit points rolled for a creature."""

    hp: int


@book.rule("GL-NPC-02")
def creature_hit_points(dice: Dice, *, hit_dice: HitDice) -> CreatureHitPoints:
    """A d8 for each hit die, a d4 for less than one."""
    return CreatureHitPoints(dice.total(hit_dice, 8, "hit points") if hit_dice else dice.d(4, "hit points"))


class Reaction(msgspec.Struct, frozen=True, gc=False):
    """How somebody takes to a speaker."""

    reaction: Literal["attacks", "unfavourable", "favourable", "very_favourable"]


@book.rule("GL-NPC-03")
def reaction(dice: Dice, *, charisma: Stat, modifier: Modifier = 0) -> Reaction:
    """2d6 and the speaker's Charisma bonus."""
    total = dice.note("total", dice.total(2, 6, "reaction") + stat_bonus(charisma) + modifier)
    if total <= 2:
        return Reaction("attacks")
    return Reaction("unfavourable" if total <= 7 else "favourable" if total <= 11 else "very_favourable")


class Morale(msgspec.Struct, frozen=True, gc=False):
    """Whether they hold."""

    holds: bool


NEVER_MODIFIED = (2, 12)


@book.rule("GL-NPC-04")
def morale(dice: Dice, *, morale: Annotated[int, Meta(ge=2, le=12)], modifier: Modifier = 0) -> Morale:
    """2d6 at or under Morale holds; what can't fail or can't hold takes no dice."""
    score = dice.note("score", morale if morale in NEVER_MODIFIED else morale + modifier)
    if score >= 12 or score < 2:
        return Morale(score >= 12)
    return Morale(dice.total(2, 6, "Morale") <= score)


class HirelingLimit(msgspec.Struct, frozen=True, gc=False):
    """How many hirelings will follow."""

    limit: int


@book.rule("GL-NPC-05")
def hireling_limit(dice: Dice, *, charisma: Stat) -> HirelingLimit:
    """2 and the Charisma bonus, at least none."""
    return HirelingLimit(max(0, 2 + stat_bonus(charisma)))
