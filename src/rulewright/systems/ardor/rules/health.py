"""Health, going down, and getting up again."""

from typing import NamedTuple

import msgspec

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError
from rulewright.systems.ardor.book import (
    Amount,
    ChallengeScore,
    Count,
    Modifier,
    PositiveAmount,
    Score,
    Timer,
    TimerBonus,
    TraumaLimit,
    book,
)
from rulewright.systems.ardor.rules.challenges import score_versus_challenge
from rulewright.systems.ardor.rules.scores import character_score
from rulewright.systems.ardor.tables import roll


def refuse_more_than_maximum(what: str, value: int, maximum: int) -> None:
    """Nobody has more of anything than can be had."""
    if value > maximum:
        raise BadArguments(f"{what}: at most max_{what}, which is {maximum}; found {value}")


HEALING = "1d6"
"""What a Healing Surge gives back in a fight."""


class Settled(msgspec.Struct, frozen=True, gc=False):
    """Health at the end of a round."""

    health: int
    down: bool


@book.rule("AR-HEALTH-01", "AR-HEALTH-02", "AR-ROUND-10")
def settle(
    dice: Dice, *, health: PositiveAmount, max_health: PositiveAmount, damage: Amount, healing: Amount
) -> Settled:
    """All damage and healing of the round at once; who has no Health left is down."""
    refuse_more_than_maximum("health", health, max_health)
    left = left_after(health, max_health, healing - damage)
    return Settled(left, left == 0)


def left_after(health: int, max_health: int, change: int) -> int:
    """Health is never below nothing and never above its maximum."""
    return max(0, min(max_health, health + change))


class Incapacitated(msgspec.Struct, frozen=True, gc=False):
    """A character who has gone down: its Trauma, and the rounds until there is more."""

    trauma: int
    timer: int | None
    fallen: bool


@book.rule("AR-HEALTH-03", "AR-HEALTH-09")
def incapacitate(
    dice: Dice, *, trauma: Count, trauma_limit: TraumaLimit | None = 10, timer_bonus: TimerBonus = 0
) -> Incapacitated:
    """One more Trauma and a d4 of rounds until the next; at the limit the character falls for good."""
    trauma += 1
    if trauma_limit is not None and trauma >= trauma_limit:
        return Incapacitated(trauma, None, True)
    return Incapacitated(trauma, new_timer(dice, timer_bonus=timer_bonus), False)


@book.step
def new_timer(dice: Dice, *, timer_bonus: int) -> int:
    """The rounds until the next Trauma."""
    return dice.d(4, "timer") + timer_bonus


class Tick(msgspec.Struct, frozen=True, gc=False):
    """The timer of an Incapacitated character after a round."""

    timer: int | None
    trauma: int
    expired: bool
    fallen: bool


@book.rule("AR-HEALTH-05", "AR-HEALTH-09")
def timer_tick(
    dice: Dice,
    *,
    timer: Timer,
    trauma: Count,
    trauma_limit: TraumaLimit | None = 10,
    timer_bonus: TimerBonus = 0,
) -> Tick:
    """One round less; at nothing one more Trauma and a new timer, as if it had just gone down."""
    if timer > 1:
        return Tick(timer - 1, trauma, False, False)
    after = incapacitate(dice, trauma=trauma, trauma_limit=trauma_limit, timer_bonus=timer_bonus)
    return Tick(after.timer, after.trauma, True, after.fallen)


class Recovered(msgspec.Struct, frozen=True, gc=False):
    """What a Healing Surge gave."""

    health: int
    ardor: int
    surges: int
    healed: int
    ardor_gained: int


class Surge(NamedTuple):
    """What a Healing Surge gives, before any maximum."""

    healing: int
    ardor: int


@book.step
def healing_surge(dice: Dice, *, bonus: int) -> Surge:
    """AR-ACT-08: a d6 of Health, and on a 6 one Ardor."""
    face = roll(dice, HEALING, "healing")
    return Surge(face + bonus, int(face == 6))


@book.rule("AR-HEALTH-06", "AR-ACT-08")
def recover_conscious(
    dice: Dice,
    *,
    health: PositiveAmount,
    max_health: PositiveAmount,
    ardor: Count,
    max_ardor: Count,
    surges: Count,
    bonus: Modifier = 0,
) -> Recovered:
    """A surge gives back a d6 of Health, and on a 6 one Ardor; neither beyond its maximum."""
    refuse_more_than_maximum("health", health, max_health)
    refuse_more_than_maximum("ardor", ardor, max_ardor)
    refuse_missing_surge(surges)
    surge = healing_surge(dice, bonus=bonus)
    healed = max(0, min(surge.healing, max_health - health))
    gained = min(surge.ardor, max_ardor - ardor)
    return Recovered(health + healed, ardor + gained, surges - 1, healed, gained)


def refuse_missing_surge(surges: int) -> None:
    """A surge that is not there cannot be spent."""
    if not surges:
        raise RuleError("not_enough_resource", "there is no Healing Surge left to spend")


class WakingRoll(NamedTuple):
    """What an Incapacitated character has rolled in order to wake."""

    score: int
    inspired: bool
    surge: int = 0
    """The d6 of a Healing Surge; 0 without one."""


@book.step
def waking_roll(dice: Dice, *, trauma: int, spend_surge: bool) -> WakingRoll:
    """AR-ACT-09: a d20 less Trauma, and a d6 where a surge is spent."""
    own = character_score(dice, bonus=0, trauma=trauma)
    return WakingRoll(own.score, own.inspired, dice.d(6, "Healing Surge") if spend_surge else 0)


class Waking(msgspec.Struct, frozen=True, gc=False):
    """Whether somebody wakes, by which total, and with how much Health."""

    success: bool
    total: int
    inspired: bool
    healed: int


@book.step
def waking(
    dice: Dice,
    *,
    roll: WakingRoll,
    challenge: int,
    tend_score: int | None = None,
    tend_inspired: bool = False,
    surge_with_tend: bool = True,
    tend_natural_20: bool = True,
    bonus: int = 0,
) -> Waking:
    """AR-HEALTH-07: the own roll or the tender's score, whichever counts, against the Challenge Score."""
    total, inspired = roll.score + roll.surge, roll.inspired
    if tend_score is not None and not inspired:
        tended = tend_score + (roll.surge if surge_with_tend else 0)
        inspired = tend_inspired and tend_natural_20
        total = tended if inspired else max(total, tended)
    success = score_versus_challenge(dice, score=total, challenge=challenge, inspired=inspired).success
    healed = max(1, dice.total(2 if inspired else 1, 6, "Health") + bonus) if success else 0
    return Waking(success, total, inspired, healed)


class GotUp(msgspec.Struct, frozen=True, gc=False):
    """Whether an Incapacitated character wakes, and with how much Health."""

    success: bool
    total: int
    inspired: bool
    healed: int
    surges: int


@book.rule("AR-HEALTH-07", "AR-HEALTH-08", "AR-ACT-09", "AR-ACT-10")
def recover_incapacitated(
    dice: Dice,
    *,
    trauma: Count,
    challenge: ChallengeScore,
    surges: Count = 0,
    spend_surge: bool = False,
    tend_score: Score | None = None,
    tend_inspired: bool = False,
    surge_with_tend: bool = True,
    tend_natural_20: bool = True,
    bonus: Modifier = 0,
) -> GotUp:
    """A d20 less Trauma, or the tender's score, and a d6 for a surge: who meets the challenge wakes with a d6."""
    if tend_inspired and tend_score is None:
        raise BadArguments("tend_inspired: nobody tends; name the tend_score as well")
    if spend_surge:
        refuse_missing_surge(surges)
    result = waking(
        dice,
        roll=waking_roll(dice, trauma=trauma, spend_surge=spend_surge),
        challenge=challenge,
        tend_score=tend_score,
        tend_inspired=tend_inspired,
        surge_with_tend=surge_with_tend,
        tend_natural_20=tend_natural_20,
        bonus=bonus,
    )
    return GotUp(result.success, result.total, result.inspired, result.healed, surges - spend_surge)


class Downed(msgspec.Struct, frozen=True, gc=False):
    """Somebody who went down, as far as getting up again goes; whoever is up keeps only its Trauma."""

    up: bool
    trauma: int
    timer: int = 0
    surges: int = 0


@book.step
def one_round_down(dice: Dice, *, state: Downed, challenge: int, spend_surges: bool, timer_bonus: int) -> Downed:
    """A Recover roll without help; whoever fails it is a round nearer to the next Trauma."""
    if state.up:
        return state
    spend = spend_surges and state.surges > 0
    roll = recover_incapacitated(dice, trauma=state.trauma, challenge=challenge, surges=state.surges, spend_surge=spend)
    if roll.success:
        return Downed(True, state.trauma)
    tick = timer_tick(dice, timer=state.timer, trauma=state.trauma, trauma_limit=None, timer_bonus=timer_bonus)
    assert tick.timer is not None  # it is null only at the limit, and here there is none
    return Downed(False, tick.trauma, tick.timer, roll.surges)
