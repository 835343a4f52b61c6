"""Creatures: what they mean to do, and how much of a challenge they are together."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import pick
from rulewright.systems.ardor.book import ChallengeScore, Count, Modifier, Score, book
from rulewright.systems.ardor.tables import creatures, ladder, tiers

Characters = Annotated[int, Meta(ge=1, le=12)]

BUDGET_PER_CHARACTER = 3
FEWER_COUNTS, MORE_COUNTS = -2, 3
LEAST_CHALLENGE, MOST_CHALLENGE = 5, 60


class CreatureIntent(msgspec.Struct, frozen=True):
    """Which of its three intents a creature follows: what it does, and to whom."""

    intent: int
    action: str
    target: str


@book.rule("AR-NPC-03", "AR-ROUND-02")
def creature_intent(dice: Dice, *, creature: str) -> CreatureIntent:
    """A d6 suggests what the creature means to do; the GM chooses freely."""
    intents = pick("creature", creature, creatures()).intents
    number = intent_number(dice, faces=tuple(intent.faces for intent in intents))
    return CreatureIntent(number, intents[number - 1].action, intents[number - 1].target)


@book.step
def intent_number(dice: Dice, *, faces: tuple[tuple[int, ...], ...]) -> int:
    """The number, from 1, of the intent that a face belongs to; the first where it belongs to none."""
    face = dice.d(6, "intent")
    return next((number for number, own in enumerate(faces, 1) if face in own), 1)


class EncounterRating(msgspec.Struct, frozen=True, gc=False):
    """The weight of an encounter beside what the characters can bear."""

    points: int
    budget: int
    rating: Literal["easy", "normal", "hard", "deadly"]


@book.rule("AR-NPC-04")
def encounter_rating(
    dice: Dice, *, minion: Count = 0, standard: Count = 0, elite: Count = 0, boss: Count = 0, characters: Characters
) -> EncounterRating:
    """Points for every creature by its tier, against a budget for every character."""
    counts = {"minion": minion, "standard": standard, "elite": elite, "boss": boss}
    points = sum(count * tiers()[tier] for tier, count in counts.items())
    budget = BUDGET_PER_CHARACTER * characters
    if 2 * points <= budget:
        return EncounterRating(points, budget, "easy")
    if points <= budget:
        return EncounterRating(points, budget, "normal")
    return EncounterRating(points, budget, "hard" if 2 * points <= 3 * budget else "deadly")


class EncounterChallenge(msgspec.Struct, frozen=True, gc=False):
    """The Challenge Score of an encounter."""

    challenge: int


@book.rule("AR-CORE-06", "AR-NPC-05")
def encounter_challenge(
    dice: Dice,
    *,
    bases: Annotated[tuple[Score, ...], Meta(min_length=1, max_length=40)],
    characters: Characters,
    situational: Modifier = 0,
) -> EncounterChallenge:
    """The mean of the base scores, a little more if the creatures are many, a little less if they are few."""
    outnumbering = min(MORE_COUNTS, max(FEWER_COUNTS, len(bases) - characters))
    challenge = sum(bases) // len(bases) + outnumbering + situational
    return EncounterChallenge(min(MOST_CHALLENGE, max(LEAST_CHALLENGE, challenge)))


class ChallengeLabel(msgspec.Struct, frozen=True):
    """A Challenge Score in a word."""

    label: str


@book.rule("AR-NPC-06")
def challenge_label(dice: Dice, *, challenge: ChallengeScore) -> ChallengeLabel:
    """The highest step of the ladder that the score reaches, if it reaches any."""
    reached = [step.id for step in ladder() if step.least <= challenge]
    return ChallengeLabel(reached[-1] if reached else "none")
