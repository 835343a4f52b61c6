"""Long-term goals and strongholds: work, clocks, and what finished parts of a stronghold give."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, different, pick
from rulewright.systems.ardor.book import ChallengeScore, Count, Grade, Ids, Modifier, book
from rulewright.systems.ardor.effects import Comfort, total
from rulewright.systems.ardor.rules.challenges import graded_challenge
from rulewright.systems.ardor.rules.rests import COMFORT_CHALLENGE
from rulewright.systems.ardor.tables import features as all_features
from rulewright.systems.ardor.tables import segments

ClockSize = Literal[4, 6, 8, 10, 12]


class Work(msgspec.Struct, frozen=True):
    """Segments of a clock that a piece of work fills, and how well it went."""

    ticks: int
    grade: Grade


@book.rule("AR-GOAL-02")
def work(dice: Dice, *, attribute: Modifier, challenge: ChallengeScore, bonus: Modifier = 0, trauma: Count = 0) -> Work:
    """An attribute against the challenge of a goal: the better it goes, the more segments are filled."""
    grade = graded_challenge(dice, bonus=attribute + bonus, challenge=challenge, trauma=trauma).grade
    return Work(segments()[grade], grade)


class Clock(msgspec.Struct, frozen=True, gc=False):
    """A clock after work or a setback, and the segments that it had no room for."""

    filled: int
    complete: bool
    overflow: int


@book.rule("AR-GOAL-02")
def clock(
    dice: Dice,
    *,
    filled: Annotated[int, Meta(ge=0, le=12)],
    size: ClockSize,
    ticks: Annotated[int, Meta(ge=-12, le=12)],
) -> Clock:
    """Segments are filled, or taken away, within the size of the clock."""
    if filled > size:
        raise BadArguments(f"filled: at most the size, which is {size}; found {filled}")
    wanted = filled + ticks
    now = min(size, max(0, wanted))
    return Clock(now, now == size, max(0, wanted - size))


class Stronghold(msgspec.Struct, frozen=True):
    """What a stronghold gives at every Extended Rest."""

    comfort: tuple[str, ...]
    mend_bonus: int
    work_bonus: int
    supply_bonus: int
    xp_discount: int
    comfort_challenge: int


@book.rule("AR-GOAL-04")
def stronghold(dice: Dice, *, features: Ids) -> Stronghold:
    """Finished parts add up: the comforts of a place, bonuses, and an easier roll to mend Trauma."""
    parts = [pick("features", name, all_features()) for name in features]
    different("features", features)
    effects = [effect for part in parts for effect in part.effects]
    return Stronghold(
        tuple(sorted({effect.what for effect in effects if isinstance(effect, Comfort)})),
        total(effects, "mend_bonus"),
        total(effects, "work_bonus"),
        total(effects, "supply_bonus"),
        total(effects, "xp_discount"),
        COMFORT_CHALLENGE + total(effects, "comfort_challenge"),
    )
