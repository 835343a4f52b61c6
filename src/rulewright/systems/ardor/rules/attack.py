"""Attack, defence, damage: one score against another."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import different
from rulewright.systems.ardor.book import (
    AttackKind,
    Bonus,
    CarefulPenalty,
    Count,
    DiceString,
    Id,
    Modifier,
    Outcome,
    Score,
    Stances,
    book,
)
from rulewright.systems.ardor.rules.scores import character_score
from rulewright.systems.ardor.tables import roll

FleeGap = Annotated[int, Meta(ge=1, le=20)]
MissGap = Annotated[int, Meta(ge=1, le=40)]

FLEE_GAP, MISS_GAP = 3, 10
FULL_DAMAGE, GLANCING_DAMAGE = "2d6", "1d6"


class Hit(msgspec.Struct, frozen=True, gc=False):
    """How an attack ends; by how much the attacker is above the defender."""

    outcome: Outcome
    margin: int


@book.rule("AR-HIT-01", "AR-HIT-02", "AR-ACT-05", "AR-ACT-07", "AR-INSP-02")
def hit(
    dice: Dice,
    *,
    attack_score: Score,
    defense_score: Score,
    stances: Stances = (),
    attacker_inspired: bool = False,
    defender_inspired: bool = False,
    flee_gap: FleeGap = FLEE_GAP,
    miss_gap: MissGap = MISS_GAP,
    exposed: bool = False,
    disarmed: bool = False,
) -> Hit:
    """A full hit meets or beats the defence, a glancing one falls short of it, ten short is a miss."""
    different("stances", stances)
    gap = defense_score - attack_score
    outcome = outcome_of(
        gap,
        stances,
        attacker_inspired=attacker_inspired,
        defender_inspired=defender_inspired,
        flee_gap=flee_gap,
        miss_gap=miss_gap,
        exposed=exposed,
        disarmed=disarmed,
    )
    return Hit(outcome, -gap)


def outcome_of(
    gap: int,
    stances: Stances,
    *,
    attacker_inspired: bool,
    defender_inspired: bool,
    flee_gap: int = FLEE_GAP,
    miss_gap: int = MISS_GAP,
    exposed: bool = False,
    disarmed: bool = False,
) -> Outcome:
    """AR-HIT-02 without the rulings of the GM: luck first, and where it is on both sides or on none, the scores."""
    if attacker_inspired != defender_inspired:
        return "full" if attacker_inspired else "miss"
    if gap <= 0:
        return "glancing" if disarmed and not attacker_inspired else "full"
    if "defend" in stances or ("flee" in stances and gap >= flee_gap):
        return "miss"
    return "miss" if gap >= miss_gap and not exposed else "glancing"


@book.step
def damage_of(dice: Dice, *, thrown: str, ward: int) -> int:
    """The damage of a hit; a ward takes from every one."""
    return max(0, roll(dice, thrown, "damage") - ward)


class BasicAttack(msgspec.Struct, frozen=True, gc=False):
    """A basic attack and what it does."""

    outcome: Outcome
    damage: int


@book.rule("AR-HIT-03", "AR-ACT-04")
def basic_attack(
    dice: Dice,
    *,
    attack_score: Score,
    defense_score: Score,
    stances: Stances = (),
    attacker_inspired: bool = False,
    defender_inspired: bool = False,
    flee_gap: FleeGap = FLEE_GAP,
    miss_gap: MissGap = MISS_GAP,
    exposed: bool = False,
    disarmed: bool = False,
    full: DiceString = FULL_DAMAGE,
    glancing: DiceString = GLANCING_DAMAGE,
    ward: Count = 0,
) -> BasicAttack:
    """A full hit does 2d6 damage, a glancing one 1d6, a miss none; no attribute is added."""
    outcome = hit(
        dice,
        attack_score=attack_score,
        defense_score=defense_score,
        stances=stances,
        attacker_inspired=attacker_inspired,
        defender_inspired=defender_inspired,
        flee_gap=flee_gap,
        miss_gap=miss_gap,
        exposed=exposed,
        disarmed=disarmed,
    ).outcome
    if outcome == "miss":
        return BasicAttack(outcome, 0)
    return BasicAttack(outcome, damage_of(dice, thrown=full if outcome == "full" else glancing, ward=ward))


class RolledAttack(msgspec.Struct, frozen=True, gc=False):
    """An attack in which a character's score was rolled."""

    outcome: Outcome
    damage: int
    inspired: bool


@book.rule("AR-HIT-04")
def attack_roll(
    dice: Dice,
    *,
    bonus: Bonus,
    target_score: Score,
    situational: Modifier = 0,
    trauma: Count = 0,
    careful_penalty: CarefulPenalty = 0,
    stances: Stances = (),
    flee_gap: FleeGap = FLEE_GAP,
    miss_gap: MissGap = MISS_GAP,
    exposed: bool = False,
    disarmed: bool = False,
    full: DiceString = FULL_DAMAGE,
    glancing: DiceString = GLANCING_DAMAGE,
    ward: Count = 0,
) -> RolledAttack:
    """A character's attack on somebody whose score is known: its own score and the blow in one."""
    different("stances", stances)
    own = character_score(dice, bonus=bonus, situational=situational, trauma=trauma, careful_penalty=careful_penalty)
    blow = basic_attack(
        dice,
        attack_score=own.score,
        defense_score=target_score,
        stances=stances,
        attacker_inspired=own.inspired,
        flee_gap=flee_gap,
        miss_gap=miss_gap,
        exposed=exposed,
        disarmed=disarmed,
        full=full,
        glancing=glancing,
        ward=ward,
    )
    return RolledAttack(blow.outcome, blow.damage, own.inspired)


class Protector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who defends another with its own score."""

    id: Id
    score: Score
    near: bool
    between: bool


class DefendedScore(msgspec.Struct, frozen=True, gc=False):
    """The score that an attack has to meet, and whose it is if not the target's."""

    score: int
    protector: str | None


@book.rule("AR-HIT-05", "AR-ACT-06")
def defended_score(
    dice: Dice,
    *,
    own_score: Score,
    attack_kind: AttackKind,
    protectors: Annotated[tuple[Protector, ...], Meta(max_length=8)],
    defense_modifier: Modifier = 0,
) -> DefendedScore:
    """The best of the target's own defence and the scores of those who defend it and stand right."""
    best = DefendedScore(own_score + defense_modifier, None)
    for protector in protectors:
        stands_right = protector.near if attack_kind == "melee" else protector.between
        if stands_right and protector.score > best.score:
            best = DefendedScore(protector.score, protector.id)
    return best


@book.rule("AR-HIT-06")
def defense_roll(
    dice: Dice,
    *,
    attack_score: Score,
    bonus: Bonus,
    situational: Modifier = 0,
    trauma: Count = 0,
    careful_penalty: CarefulPenalty = 0,
    stances: Stances = (),
    protector_score: Score | None = None,
    flee_gap: FleeGap = FLEE_GAP,
    miss_gap: MissGap = MISS_GAP,
    exposed: bool = False,
    disarmed: bool = False,
    full: DiceString = FULL_DAMAGE,
    glancing: DiceString = GLANCING_DAMAGE,
    ward: Count = 0,
) -> RolledAttack:
    """An attack of a known score on a character, who rolls the score of the round and may have a protector."""
    different("stances", stances)
    own = character_score(dice, bonus=bonus, situational=situational, trauma=trauma, careful_penalty=careful_penalty)
    defense = own.score if protector_score is None else max(own.score, protector_score)
    blow = basic_attack(
        dice,
        attack_score=attack_score,
        defense_score=defense,
        stances=stances,
        defender_inspired=own.inspired,
        flee_gap=flee_gap,
        miss_gap=miss_gap,
        exposed=exposed,
        disarmed=disarmed,
        full=full,
        glancing=glancing,
        ward=ward,
    )
    return RolledAttack(blow.outcome, blow.damage, own.inspired)
