"""Skill checks: two dice, the skill and the attribute against a difficulty; what helps, and who opposes."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.quickref.book import (
    AttributeModifier,
    CheckBonus,
    Circumstances,
    Difficulty,
    ExtraDice,
    SkillLevel,
    book,
)
from rulewright.systems.quickref.tables import difficulties

UNTRAINED = -1
AID = 1
MOST_FROM_CIRCUMSTANCES = 2


class SummedCircumstances(msgspec.Struct, frozen=True, gc=False):
    """The situation as it is, and as far as it counts."""

    raw: int
    applied: int


@book.rule("QR-SKILL-04")
def circumstances(dice: Dice, *, circumstances: Circumstances) -> SummedCircumstances:
    """Bonuses and penalties of the situation and of tools are summed first, and then count for 2 at most."""
    return SummedCircumstances(sum(circumstances), applied(circumstances))


def applied(circumstances: Circumstances) -> int:
    """What circumstances add to a check."""
    return max(-MOST_FROM_CIRCUMSTANCES, min(MOST_FROM_CIRCUMSTANCES, sum(circumstances)))


class Band(msgspec.Struct, frozen=True, gc=False):
    """What a difficulty is called."""

    band: str


@book.rule("QR-SKILL-02")
def difficulty_band(dice: Dice, *, difficulty: Difficulty) -> Band:
    """How hard a difficulty is: easy from 6, ordinary from 8, up to what is nearly impossible."""
    return Band(next(band.id for band in difficulties() if difficulty <= band.most))


class Check(msgspec.Struct, frozen=True, gc=False):
    """A check, and by how much it reached its difficulty or fell short of it."""

    success: bool
    total: int
    margin: int


def judged(dice: Dice, total: int, difficulty: int) -> Check:
    """Equal succeeds; double ones and double sixes mean nothing special."""
    return Check(total >= difficulty, dice.note("total", total), total - dice.note("difficulty", difficulty))


def refuse_the_untrained(skill_level: int, untrained_allowed: bool) -> None:
    """QR-SKILL-03: some skills are closed to those who never learned them."""
    if skill_level == UNTRAINED and not untrained_allowed:
        raise RuleError("not_allowed", "this skill can't be tried untrained")


@book.rule("QR-SKILL-01", "QR-SKILL-03", "QR-SKILL-04", "QR-SKILL-05", "QR-SKILL-07")
def skill_check(
    dice: Dice,
    *,
    skill_level: SkillLevel,
    attribute_modifier: AttributeModifier = 0,
    difficulty: Difficulty,
    circumstances: Circumstances = (),
    bonus: CheckBonus = 0,
    extra_dice: ExtraDice = 0,
    untrained_allowed: bool = True,
    aided: bool = False,
) -> Check:
    """Roll 2d6, or the best two of more, with skill and attribute; equal to the difficulty succeeds."""
    refuse_the_untrained(skill_level, untrained_allowed)
    rolled = dice.keep(2 + extra_dice, 6, highest=2, why="check")
    added = skill_level + attribute_modifier + applied(circumstances) + bonus + (AID if aided else 0)
    return judged(dice, rolled + added, difficulty)


class Helper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ally who helps with a check of their own."""

    skill_level: SkillLevel
    attribute_modifier: AttributeModifier = 0
    circumstances: Circumstances = ()
    extra_dice: ExtraDice = 0
    untrained_allowed: bool = True


class AidedCheck(msgspec.Struct, frozen=True, gc=False):
    """A check, and whether anybody's help counted in it."""

    success: bool
    total: int
    margin: int
    aided: bool


@book.step
def help_succeeds(dice: Dice, *, helper: Helper, difficulty: int) -> bool:
    """One helper's check against the same difficulty."""
    return skill_check(dice, **msgspec.structs.asdict(helper), difficulty=difficulty).success


@book.rule("QR-SKILL-05")
def aided_skill_check(
    dice: Dice,
    *,
    helpers: Annotated[tuple[Helper, ...], Meta(min_length=1, max_length=6)],
    skill_level: SkillLevel,
    attribute_modifier: AttributeModifier = 0,
    difficulty: Difficulty,
    circumstances: Circumstances = (),
    bonus: CheckBonus = 0,
    extra_dice: ExtraDice = 0,
    untrained_allowed: bool = True,
) -> AidedCheck:
    """Helpers roll one after another until one succeeds, which adds 1 to the check; failing does no harm."""
    for helper in helpers:
        refuse_the_untrained(helper.skill_level, helper.untrained_allowed)
    refuse_the_untrained(skill_level, untrained_allowed)
    aided = any(help_succeeds(dice, helper=helper, difficulty=difficulty) for helper in helpers)
    check = skill_check(
        dice,
        skill_level=skill_level,
        attribute_modifier=attribute_modifier,
        difficulty=difficulty,
        circumstances=circumstances,
        bonus=bonus,
        extra_dice=extra_dice,
        aided=aided,
    )
    return AidedCheck(check.success, check.total, check.margin, aided)


OpposedModifier = Annotated[int, Meta(ge=-10, le=15)]


class Opposed(msgspec.Struct, frozen=True, gc=False):
    """Who won, and by how much the actor was ahead."""

    winner: Literal["actor", "opponent"]
    margin: int


@book.rule("QR-SKILL-06")
def opposed_check(
    dice: Dice,
    *,
    actor_modifier: OpposedModifier,
    opponent_modifier: OpposedModifier,
    actor_is_pc: bool = True,
    opponent_is_pc: bool = False,
) -> Opposed:
    """Both roll 2d6 and the higher total wins; a tie goes to the one character, otherwise to the opponent."""
    actor = dice.note("actor", dice.total(2, 6, "actor") + actor_modifier)
    opponent = dice.note("opponent", dice.total(2, 6, "opponent") + opponent_modifier)
    wins_ties = actor_is_pc and not opponent_is_pc
    wins = actor > opponent or (actor == opponent and wins_ties)
    return Opposed("actor" if wins else "opponent", actor - opponent)


@book.rule("QR-SKILL-08", "QR-SKILL-04")
def creature_check(
    dice: Dice,
    *,
    skill_bonus: Annotated[int, Meta(ge=0, le=10)],
    aptitude: Literal["good", "ordinary", "poor"] = "good",
    difficulty: Difficulty,
    circumstances: Circumstances = (),
) -> Check:
    """A creature adds its skill bonus to what it ought to be good at, and has 1 less where it is especially bad."""
    fitness = {"good": skill_bonus, "ordinary": 0, "poor": -1}[aptitude]
    return judged(dice, dice.total(2, 6, "check") + fitness + applied(circumstances), difficulty)
