"""Making characters: attributes, callings, and what follows from both."""

from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.rules import pick
from rulewright.systems.ardor.book import Attribute, CallingId, Count, Ids, book
from rulewright.systems.ardor.effects import total
from rulewright.systems.ardor.tables import abilities as known_abilities
from rulewright.systems.ardor.tables import callings

LEAST_AT_CREATION, MOST_AT_CREATION, TOTAL_AT_CREATION = -1, 2, 4
LEAST_HEALTH, LEAST_ARDOR, LEAST_SURGES = 6, 1, 1

Problem = Literal["might_out_of_range", "grace_out_of_range", "wits_out_of_range", "heart_out_of_range", "total_not_4"]


class AttributesCheck(msgspec.Struct, frozen=True):
    """Whether a new character may have these attributes, and what is wrong with them."""

    valid: bool
    total: int
    problems: tuple[Problem, ...]


@book.rule("AR-CHAR-02")
def attributes_check(
    dice: Dice, *, might: Attribute, grace: Attribute, wits: Attribute, heart: Attribute
) -> AttributesCheck:
    """A new character has attributes from -1 to 2, which sum to 4."""
    problems: list[Problem] = []
    if not fits_at_creation(might):
        problems.append("might_out_of_range")
    if not fits_at_creation(grace):
        problems.append("grace_out_of_range")
    if not fits_at_creation(wits):
        problems.append("wits_out_of_range")
    if not fits_at_creation(heart):
        problems.append("heart_out_of_range")
    total = might + grace + wits + heart
    if total != TOTAL_AT_CREATION:
        problems.append("total_not_4")
    return AttributesCheck(not problems, total, tuple(problems))


def fits_at_creation(attribute: int) -> bool:
    """Whether a new character may have one attribute of this value."""
    return LEAST_AT_CREATION <= attribute <= MOST_AT_CREATION


class RolledCalling(msgspec.Struct, frozen=True):
    """A calling drawn at random."""

    calling: str


@book.rule("AR-CHAR-03")
def roll_calling(dice: Dice) -> RolledCalling:
    """A d8 for players who want to be surprised."""
    face = dice.d(8, "calling")
    return RolledCalling(next(calling.id for calling in callings().values() if calling.roll == face))


class Derived(msgspec.Struct, frozen=True, gc=False):
    """The most Health, Ardor and Healing Surges that a character can have."""

    max_health: int
    max_ardor: int
    max_surges: int


@book.rule("AR-CHAR-05")
def derived(
    dice: Dice,
    *,
    calling: CallingId,
    might: Attribute,
    heart: Attribute,
    health_advances: Count = 0,
    ardor_advances: Count = 0,
    surge_advances: Count = 0,
    abilities: Ids = (),
) -> Derived:
    """What the calling gives, might for Health and heart for Ardor, advances, and abilities that raise a maximum."""
    base = callings()[calling]
    known = {name: pick("abilities", name, known_abilities()) for name in abilities}
    passives = [passive for ability in known.values() for passive in ability.passive]
    return Derived(
        max(LEAST_HEALTH, base.health + 2 * might + 2 * health_advances + total(passives, "max_health")),
        max(LEAST_ARDOR, base.ardor + heart + ardor_advances + total(passives, "max_ardor")),
        max(LEAST_SURGES, base.surges + surge_advances),
    )
