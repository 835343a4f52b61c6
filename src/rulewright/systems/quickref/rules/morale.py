"""Who holds and who breaks, rash beasts, and how strangers meet the party."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError
from rulewright.systems.quickref.book import AttributeModifier, Discipline, book
from rulewright.systems.quickref.tables import reactions

Members = Annotated[int, Meta(ge=1, le=200)]
Fallen = Annotated[int, Meta(ge=0, le=200)]
Reason = Literal["first_downed", "half_down", "shaken"]


class Morale(msgspec.Struct, frozen=True, gc=False):
    """Whether they hold."""

    holds: bool


@book.rule("QR-MORALE-01", "QR-MORALE-02")
def morale(
    dice: Dice,
    *,
    morale: Annotated[int, Meta(ge=2, le=12)],
    modifier: Annotated[int, Meta(ge=-6, le=6)] = 0,
    is_pc: bool = False,
) -> Morale:
    """2d6 above the morale score breaks; characters of players never check."""
    if is_pc:
        raise RuleError("not_allowed", "characters of players never check morale")
    return Morale(holds(dice.total(2, 6, "morale"), dice.note("score", morale + modifier)))


def holds(total: int, score: int) -> bool:
    """Equal holds."""
    return total <= score


@book.step
def side_morale(dice: Dice, *, scores: tuple[int, ...], modifier: int) -> tuple[bool, ...]:
    """One roll for a side; each of it looks at its own score."""
    total = dice.total(2, 6, "morale")
    return tuple(holds(total, score + modifier) for score in scores)


class MoraleDue(msgspec.Struct, frozen=True):
    """Whether a side has to check, and why."""

    check: bool
    reasons: tuple[Reason, ...]


@book.rule("QR-MORALE-03", "QR-STATE-06")
def morale_triggers(
    dice: Dice,
    *,
    members: Members,
    down_before: Fallen,
    down_now: Fallen,
    first_used: bool = False,
    half_used: bool = False,
    shaken: bool = False,
) -> MoraleDue:
    """A side checks when its first falls, when half of it is down, and when it is shaken; nobody left, no check."""
    if not down_before <= down_now <= members:
        raise BadArguments(
            f"expected down_before ≤ down_now ≤ members, found {down_before} before, {down_now} now, {members} members"
        )
    if down_now == members:
        return MoraleDue(False, ())
    falls = down_now > down_before
    reasons: dict[Reason, bool] = {
        "first_downed": falls and not first_used,
        "half_down": falls and not half_used and 2 * down_now >= members,
        "shaken": shaken,
    }
    due = tuple(reason for reason, applies in reasons.items() if applies)
    return MoraleDue(bool(due), due)


class Behavior(msgspec.Struct, frozen=True):
    """What the broken do."""

    behavior: Literal["rout", "retreat", "surrender", "desperate"]


@book.rule("QR-MORALE-04")
def morale_behavior(
    dice: Dice, *, discipline: Discipline, can_escape: bool = True, mercy_likely: bool = True
) -> Behavior:
    """With a way out they run, or fall back if trained; without one they surrender, or fight on without hope."""
    if can_escape:
        return Behavior("retreat" if discipline == "trained" else "rout")
    return Behavior("surrender" if mercy_likely else "desperate")


class Instinct(msgspec.Struct, frozen=True, gc=False):
    """Whether a creature does something rash this round."""

    acts_on_instinct: bool


@book.rule("QR-MORALE-06")
def instinct(dice: Dice, *, instinct: Annotated[int, Meta(ge=0, le=10)]) -> Instinct:
    """A d10 at or under the instinct score; what has no instinct rolls no die."""
    return Instinct(instinct > 0 and dice.d(10, "instinct") <= instinct)


class Reaction(msgspec.Struct, frozen=True):
    """The mood of strangers."""

    reaction: str


@book.rule("QR-REACT-01")
def reaction(
    dice: Dice, *, charisma_modifier: AttributeModifier = 0, modifier: Annotated[int, Meta(ge=-5, le=5)] = 0
) -> Reaction:
    """2d6 and the Charisma modifier of the one who greets, from hostile to helpful."""
    total = dice.note("total", dice.total(2, 6, "reaction") + charisma_modifier + modifier)
    return Reaction(next(mood.id for mood in reactions() if mood.most is None or total <= mood.most))
