"""Classes: what they are good at, the hit points they give, and what a new level brings."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, different
from rulewright.systems.quickref.book import AttributeModifier, ClassId, Level, Partials, book
from rulewright.systems.quickref.tables import (
    CharacterClass,
    Progress,
    SpellLearning,
    abilities,
    attribute_boosts,
    classes,
    levels,
    pairings,
    skill_costs,
)

FocusKind = Literal["any", "combat", "non_combat"]

FOCUS_KINDS: tuple[FocusKind, ...] = ("any", "combat", "non_combat")
"""In the order in which they are picked."""

FIRST, LAST = 1, 10


class Career:
    """A class together with the partial classes of an adventurer."""

    def __init__(self, class_: ClassId, partials: Partials) -> None:
        different("partials", partials)
        whole = classes()[class_]
        if len(partials) != whole.partials:
            raise BadArguments(
                f"partials: {class_} has {whole.partials or 'no'} partial classes, found {len(partials)}"
            )
        self.parts: tuple[CharacterClass, ...] = (whole, *(classes()[partial] for partial in partials))

    @property
    def progress(self) -> Progress:
        """Hit die and attack bonus: those of the class, or of the partial class that decides them."""
        parts = {part.id for part in self.parts}
        return self.parts[0].progress or next(row.progress for row in pairings() if row.contains in parts)

    @property
    def spells(self) -> SpellLearning | None:
        """How spells are learned and cast, if they are."""
        return next((part.spells for part in self.parts if part.spells), None)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What the class and the partial classes can do."""
        return tuple(ability for part in self.parts for ability in part.abilities)

    @property
    def bonus_skills(self) -> tuple[str, ...]:
        """QR-CHAR-10: the skills that come with magic."""
        return tuple(part.bonus_skill for part in classes().values() if part.bonus_skill and part in self.parts)

    def attack_bonus(self, level: int) -> int:
        return self.progress.attack_bonus[level - FIRST]

    def focus_picks(self, level: int) -> tuple[FocusKind, ...]:
        """QR-CHAR-06: the first level depends on the class; later picks take any focus."""
        if level > FIRST:
            return FOCUS_KINDS[:1] * levels()[level].focus_picks
        kinds = {kind for part in self.parts for kind in part.first_level_foci}
        return tuple(kind for kind in FOCUS_KINDS if kind in kinds)

    def arts(self, level: int) -> int:
        """The arts that are new at a level, of all traditions together."""
        return sum(part.arts.get(level, 0) for part in self.parts)


class ClassLine(msgspec.Struct, frozen=True):
    """What a class is worth at a level; the picks are those gained at exactly this level."""

    attack_bonus: int
    hit_die_adjustment: int
    focus_picks: tuple[FocusKind, ...]


@book.rule("QR-CHAR-06")
def class_line(dice: Dice, *, class_: ClassId, partials: Partials = (), level: Level) -> ClassLine:
    """Attack bonus, what every hit die adds, and the kinds of focus to pick."""
    career = Career(class_, partials)
    return ClassLine(career.attack_bonus(level), career.progress.hit_die_adjustment, career.focus_picks(level))


class MaximumHitPoints(msgspec.Struct, frozen=True, gc=False):
    """The most hit points a character has."""

    maximum: int


@book.step
def one_hit_die_more(dice: Dice, *, state: int, plus: int) -> int:
    """Each die, with all that is added to it, is worth at least 1."""
    return state + worth_of_a_hit_die(dice.d(6, "hit die"), plus)


def worth_of_a_hit_die(face: int, plus: int) -> int:
    return max(1, face + plus)


@book.rule("QR-CHAR-07", "QR-ADV-04")
def hit_points(
    dice: Dice,
    *,
    class_: ClassId,
    partials: Partials = (),
    level: Level,
    constitution_modifier: AttributeModifier = 0,
    bonus_per_level: Annotated[int, Meta(ge=0, le=5)] = 0,
    current_maximum: Annotated[int, Meta(ge=0, le=300)] = 0,
    first_die: Literal["roll", "maximum"] = "roll",
) -> MaximumHitPoints:
    """Roll a die for every level; if that is no more than the maximum so far, the maximum grows by 1."""
    plus = Career(class_, partials).progress.hit_die_adjustment + constitution_modifier + bonus_per_level
    dice.note("added to each die", plus)
    known = worth_of_a_hit_die(6, plus) if first_die == "maximum" else 0
    rolled = dice.repeat(one_hit_die_more, known, times=level - (first_die == "maximum"), plus=plus)
    return MaximumHitPoints(max(rolled, current_maximum + 1))


class LevelReached(msgspec.Struct, frozen=True, gc=False):
    """The level that experience has bought, and what the next one asks for in all."""

    level: int
    next_at: int | None


@book.rule("QR-ADV-01")
def level_for_experience(
    dice: Dice, *, experience: Annotated[int, Meta(ge=0, le=10_000)], track: Literal["fast", "slow"] = "fast"
) -> LevelReached:
    """The highest level whose experience is reached."""
    asked = {row.level: row.fast if track == "fast" else row.slow for row in levels().values()}
    level = max(level for level, points in asked.items() if points <= experience)
    return LevelReached(level, asked.get(level + 1))


class LevelGains(msgspec.Struct, frozen=True, gc=False):
    """What a new level brings; expert points are for non-combat skills and attributes only."""

    skill_points: int
    expert_points: int
    focus_picks: int
    spells: int
    arts: int


@book.rule("QR-ADV-03")
def level_up_gains(
    dice: Dice, *, class_: ClassId, partials: Partials = (), level: Annotated[int, Meta(ge=FIRST + 1, le=LAST)]
) -> LevelGains:
    """Skill points and now and then a focus for everybody, spells and arts for those who learn them."""
    career, row = Career(class_, partials), levels()[level]
    return LevelGains(
        row.skill_points,
        sum(abilities()[ability].skill_points for ability in career.abilities),
        row.focus_picks,
        career.spells.each_level if career.spells else 0,
        career.arts(level),
    )


class LearningPrice(msgspec.Struct, frozen=True, gc=False):
    """What a step of learning costs, and the level that it asks for."""

    points: int
    minimum_character_level: int


@book.rule("QR-ADV-05")
def skill_cost(dice: Dice, *, new_level: Annotated[int, Meta(ge=0, le=4)]) -> LearningPrice:
    """Each level of a skill costs a point more than the one before, and high ones ask for an experienced character."""
    price = skill_costs()[new_level]
    return LearningPrice(price.points, price.minimum_character_level)


@book.rule("QR-ADV-06")
def attribute_boost_cost(dice: Dice, *, boost: Annotated[int, Meta(ge=1, le=5)]) -> LearningPrice:
    """Each raised attribute point costs more than the one before; there are five in a life."""
    price = attribute_boosts()[boost]
    return LearningPrice(price.points, price.minimum_character_level)
