"""Rolls against a Challenge Score outside the round's score, and what a natural 20 may show (AR-CORE-06 to 10)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.ardor.book import CarefulPenalty, Score
from rulewright.systems.ardor.commands.core import (
    Names,
    Situational,
    Target,
    all_there,
    awake,
    commands,
    open_discovery,
    sheet_of,
)
from rulewright.systems.ardor.rules import challenges as rules
from rulewright.systems.ardor.rules.challenges import Reduction, refuse_useless_care
from rulewright.systems.ardor.scores import burden
from rulewright.systems.ardor.sheet import ArdorPlay, AttributeId
from rulewright.systems.ardor.spaces import challenge_at


@commands.actor("AR-CORE-07", "AR-CORE-11", "AR-CORE-12", "AR-ZONE-08", "AR-INSP-01", needs=(awake,))
def check(
    play: ArdorPlay,
    by: str,
    *,
    attribute: AttributeId,
    challenge: Target = None,
    situational: Situational = 0,
    careful_penalty: CarefulPenalty = 0,
    fumble_score: Score | None = None,
    careful: Literal["none", "reduce", "eliminate"] = "none",
    reduction: Reduction = 0,
) -> None:
    """Roll an attribute against a Challenge Score: one that is named, or that of the place."""
    target = target_of(play, by, challenge)
    if fumble_score is not None:
        refuse_useless_care(careful, careful_penalty, reduction)
    result = roll_challenge(play, by, attribute, target, situational, careful_penalty)
    shown: dict[str, Any] = msgspec.structs.asdict(result)
    if fumble_score is not None:
        shown["fumble"] = rules.fumble(
            play.dice,
            score=target + result.margin,
            fumble_score=fumble_score,
            careful=careful,
            reduction=reduction,
            inspired=result.inspired,
        ).fumble
    play.result(shown)
    play.change_world(last=shown)


def target_of(play: ArdorPlay, name: str, challenge: int | None) -> int:
    """AR-CORE-06."""
    found = challenge or challenge_at(play.state, play.entity(name))
    if found is None:
        raise RuleError("bad_args", "challenge: the place has no Challenge Score of its own; name one")
    return found


def roll_challenge(
    play: ArdorPlay, name: str, attribute: AttributeId, challenge: int, situational: int, careful_penalty: int
) -> rules.Challenge:
    """One character's roll; a natural 20 opens a discovery, and what was discovered before is not fresh any more."""
    sheet, being = sheet_of(play, name), play.entity(name)
    result = rules.challenge(
        play.dice,
        bonus=getattr(sheet.attributes, attribute),
        challenge=challenge,
        situational=situational + burden(play.dice, being),
        trauma=being.counter("trauma"),
        careful_penalty=careful_penalty,
        natural_20_succeeds=play.world.house_rules.challenge_natural_20,
    )
    play.sheet(name, fresh=())
    if result.inspired:
        open_discovery(play, name)
    return result


@commands.anyone("AR-CORE-09", "AR-ZONE-08")
def group_check(
    play: ArdorPlay,
    *,
    members: Annotated[Names, Meta(min_length=1)],
    attribute: AttributeId,
    challenge: Target = None,
    situational: Situational = 0,
    careful_penalty: CarefulPenalty = 0,
) -> None:
    """All roll; the group passes if at least half of it does."""
    all_there(play, members)
    for name in members:
        sheet_of(play, name)
        awake(play, name)
    target = target_of(play, members[0], challenge)
    results = [roll_challenge(play, name, attribute, target, situational, careful_penalty) for name in members]
    result = play.result(rules.of_group(sum(roll.success for roll in results), len(results)))
    play.change_world(last=msgspec.structs.asdict(result))
