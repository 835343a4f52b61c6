"""Rolls against a Challenge Score, Fumbles, and conflicts."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, different
from rulewright.systems.ardor.book import (
    Bonus,
    CarefulPenalty,
    ChallengeScore,
    ConflictTies,
    Count,
    Grade,
    Id,
    Kind,
    Modifier,
    Score,
    book,
)
from rulewright.systems.ardor.rules.attack import hit
from rulewright.systems.ardor.rules.scores import character_score

Careful = Literal["none", "reduce", "eliminate"]
Reduction = Annotated[int, Meta(ge=0, le=50)]


class Challenge(msgspec.Struct, frozen=True, gc=False):
    """A roll against a Challenge Score; a natural 20 opens a discovery."""

    success: bool
    margin: int
    inspired: bool


@book.rule("AR-CORE-07", "AR-INSP-01")
def challenge(
    dice: Dice,
    *,
    bonus: Bonus,
    challenge: ChallengeScore,
    situational: Modifier = 0,
    trauma: Count = 0,
    careful_penalty: CarefulPenalty = 0,
    natural_20_succeeds: bool = True,
) -> Challenge:
    """A d20 with bonus against the Challenge Score; who meets it succeeds, and so does a natural 20."""
    roll = character_score(dice, bonus=bonus, situational=situational, trauma=trauma, careful_penalty=careful_penalty)
    result = score_versus_challenge(
        dice, score=roll.score, challenge=challenge, inspired=roll.inspired and natural_20_succeeds
    )
    return Challenge(result.success, result.margin, roll.inspired)


challenge_roll = challenge
"""The rule under a second name, for rules whose own argument is called challenge."""


class Comparison(msgspec.Struct, frozen=True, gc=False):
    """A score beside a Challenge Score."""

    success: bool
    margin: int


@book.rule("AR-CORE-08")
def score_versus_challenge(
    dice: Dice, *, score: Score, challenge: ChallengeScore, inspired: bool = False
) -> Comparison:
    """In a round nothing is rolled anew: the Action Score itself must meet the challenge, or its owner be Inspired."""
    return Comparison(inspired or score >= challenge, score - challenge)


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of those who must pass together."""

    bonus: Bonus
    trauma: Count = 0
    careful_penalty: CarefulPenalty = 0


class GroupChallenge(msgspec.Struct, frozen=True, gc=False):
    """How many of a group succeeded, and how many had to."""

    success: bool
    successes: int
    needed: int


@book.step
def passes(dice: Dice, *, member: Member, challenge: int, situational: int, natural_20_succeeds: bool) -> bool:
    """Whether one member of a group succeeds; by how much does not matter."""
    return challenge_roll(
        dice,
        bonus=member.bonus,
        challenge=challenge,
        situational=situational,
        trauma=member.trauma,
        careful_penalty=member.careful_penalty,
        natural_20_succeeds=natural_20_succeeds,
    ).success


@book.rule("AR-CORE-09")
def group_challenge(
    dice: Dice,
    *,
    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=8)],
    challenge: ChallengeScore,
    situational: Modifier = 0,
    natural_20_succeeds: bool = True,
) -> GroupChallenge:
    """Everybody rolls; the group passes if at least half of it does."""
    successes = sum(
        passes(
            dice,
            member=member,
            challenge=challenge,
            situational=situational,
            natural_20_succeeds=natural_20_succeeds,
        )
        for member in members
    )
    return of_group(successes, len(members))


def of_group(successes: int, members: int) -> GroupChallenge:
    """At least half of the members, rounded up, must succeed."""
    needed = (members + 1) // 2
    return GroupChallenge(successes >= needed, successes, needed)


class GradedChallenge(msgspec.Struct, frozen=True, gc=False):
    """How well something was done."""

    grade: Grade
    margin: int


@book.rule("AR-CORE-10")
def graded_challenge(
    dice: Dice, *, bonus: Bonus, challenge: ChallengeScore, situational: Modifier = 0, trauma: Count = 0
) -> GradedChallenge:
    """Where it matters how well: the steps of an attack against the Challenge Score, above them the natural 20."""
    roll = character_score(dice, bonus=bonus, situational=situational, trauma=trauma)
    compared = hit(dice, attack_score=roll.score, defense_score=challenge)
    return GradedChallenge("inspired" if roll.inspired else compared.outcome, compared.margin)


class Fumble(msgspec.Struct, frozen=True, gc=False):
    """Whether a mishap happens; below which score it would have."""

    fumble: bool
    threshold: int | None


@book.rule("AR-CORE-11", "AR-ROUND-12")
def fumble(
    dice: Dice,
    *,
    score: Score,
    fumble_score: Score,
    careful: Careful = "none",
    reduction: Reduction = 0,
    inspired: bool = False,
) -> Fumble:
    """Below the fumble score something goes wrong; care lowers that score or does away with it."""
    if careful == "eliminate":
        return Fumble(False, None)
    threshold = fumble_score - (reduction if careful == "reduce" else 0)
    return Fumble(score < threshold and not inspired, threshold)


class FumbleRoll(msgspec.Struct, frozen=True, gc=False):
    """Whether a mishap happens, and whether the d20 shows a natural 20."""

    fumble: bool
    inspired: bool


def refuse_useless_care(careful: str, penalty: int, reduction: int) -> None:
    """AR-CORE-12: care that costs more than it saves is none."""
    if careful == "reduce" and reduction <= penalty:
        raise BadArguments(f"reduction: care must save more than it costs, which is {penalty}; found {reduction}")


@book.rule("AR-CORE-12")
def fumble_roll(
    dice: Dice,
    *,
    bonus: Bonus,
    fumble_score: Score,
    situational: Modifier = 0,
    trauma: Count = 0,
    careful: Careful = "none",
    careful_penalty: CarefulPenalty = 4,
    reduction: Reduction = 0,
) -> FumbleRoll:
    """A score where a Fumble threatens; care lowers the score and the danger."""
    refuse_useless_care(careful, careful_penalty, reduction)
    roll = character_score(
        dice,
        bonus=bonus,
        situational=situational,
        trauma=trauma,
        careful_penalty=0 if careful == "none" else careful_penalty,
    )
    result = fumble(
        dice,
        score=roll.score,
        fumble_score=fumble_score,
        careful=careful,
        reduction=reduction,
        inspired=roll.inspired,
    )
    return FumbleRoll(result.fumble, roll.inspired)


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody whose action cannot happen together with that of others."""

    id: Id
    score: Score
    kind: Kind


class Conflict(msgspec.Struct, frozen=True, gc=False):
    """Who gets its way."""

    winner: str | None
    tie: bool


FAVOURED = {"characters": "character", "creatures": "creature", "nobody": ""}
"""Whom a tie may favour."""


@book.rule("AR-CORE-13", "AR-ROUND-16")
def conflict(
    dice: Dice,
    *,
    claims: Annotated[tuple[Claim, ...], Meta(min_length=2, max_length=8)],
    ties: ConflictTies = "characters",
) -> Conflict:
    """The highest score gets its way; of equals the only one of the favoured kind, otherwise nobody."""
    different("claims", (claim.id for claim in claims))
    highest = max(claim.score for claim in claims)
    tied = [claim for claim in claims if claim.score == highest]
    if len(tied) > 1:
        tied = [claim for claim in tied if claim.kind == FAVOURED[ties]]
    winner = tied[0].id if len(tied) == 1 else None
    return Conflict(winner, winner is None)
