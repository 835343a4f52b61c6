"""Making characters: attributes, backgrounds, skill picks, languages."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import pick
from rulewright.systems.quickref.book import SkillLevel, book
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.tables import attribute_modifiers, backgrounds

Score = Annotated[int, Meta(ge=3, le=18)]

ARRAY = (14, 12, 11, 10, 9, 7)
"""QR-CHAR-03: instead of rolling."""

HIGHEST_PICK = 1
"""Nobody starts with a higher level in a skill."""

MOST_LANGUAGES = 2
"""What one skill can teach."""


class Attribute(msgspec.Struct, frozen=True, gc=False):
    """An attribute as rolled."""

    score: int
    modifier: int


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """What an attribute adds."""

    modifier: int


def modifier_of(score: int) -> int:
    """QR-CHAR-02."""
    return next(band.modifier for band in attribute_modifiers() if score <= band.most)


@book.rule("QR-CHAR-01", "QR-CHAR-02")
def roll_attribute(dice: Dice) -> Attribute:
    """3d6, and the modifier that goes with it."""
    score = dice.total(3, 6, "attribute")
    return Attribute(score, modifier_of(score))


@book.rule("QR-CHAR-02")
def attribute_modifier(dice: Dice, *, score: Score) -> Modifier:
    """From -2 for a score of 3 to +2 for 18; most scores add nothing."""
    return Modifier(modifier_of(score))


class Gain(msgspec.Struct, frozen=True):
    """A skill, or points to share among attributes."""

    gain: str


@book.rule("QR-CHAR-04")
def background_roll(dice: Dice, *, background: str, table: Literal["growth", "learning"]) -> Gain:
    """What a life has taught: a d6 on the growth table of a background, or a d8 on its learning table."""
    known = pick("background", background, backgrounds())
    gains = known.growth if table == "growth" else known.learning
    return Gain(gains[dice.d(len(gains), table) - 1])


class Picked(msgspec.Struct, frozen=True, gc=False):
    """The level of a skill after a pick, and whether the pick has to go to another skill."""

    level: int
    pick_another: bool


@book.rule("QR-CHAR-05")
def skill_pick(dice: Dice, *, current_level: Annotated[int, Meta(ge=UNTRAINED, le=HIGHEST_PICK)]) -> Picked:
    """At creation the first pick of a skill gives level 0 and the second level 1; nobody starts higher."""
    return Picked(min(current_level + 1, HIGHEST_PICK), current_level == HIGHEST_PICK)


class Languages(msgspec.Struct, frozen=True, gc=False):
    """Languages besides the common and the native tongue."""

    extra_languages: int


@book.rule("QR-CHAR-08")
def languages(dice: Dice, *, know_level: SkillLevel, connect_level: SkillLevel) -> Languages:
    """Know and Connect teach a language each at level 0, and two each from level 1 on."""
    return Languages(sum(min(level - UNTRAINED, MOST_LANGUAGES) for level in (know_level, connect_level)))
