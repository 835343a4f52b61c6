"""The roll at or under a target, and the scores that are rolled against: Stealth, Movement, Initiative, Save."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import different
from rulewright.systems.glog.book import STANDARD, Encumbrance, HouseRules, Level, Modifier, Score, Stat, book

PIVOT = 10
"""An opponent's score of 10 changes nothing."""


def judge(face: int, target: int, house_rules: HouseRules, critical_faces: int = 1) -> tuple[bool, bool, bool]:
    """What a face of the d20 means: success, whether it is critical, whether it risks breakage.

    GL-CORE-04: the best face always succeeds, the worst fails. GL-BREAK-01: the face next to the worst breaks things.
    """
    if house_rules.critical_face == "high":
        best, worst, breaks = face > 20 - critical_faces, face == 1, face == 2
    else:
        best, worst, breaks = face <= critical_faces, face == 20, face == 19
    return best or (face <= target and not worst), best or worst, breaks


def succeeds(face: int, target: int, house_rules: HouseRules) -> bool:
    """Whether a face succeeds, where nothing hangs on its being critical."""
    return judge(face, target, house_rules)[0]


def stat_bonus(stat: int) -> int:
    """GL-CHAR-03."""
    return stat // 3 - 3


class Check(msgspec.Struct, frozen=True, gc=False):
    """A d20 test and the target that it was rolled against."""

    success: bool
    critical: bool
    target: int


@book.rule("GL-CORE-01", "GL-CORE-04")
def check(
    dice: Dice,
    *,
    score: Score,
    modifier: Modifier = 0,
    encumbrance: Encumbrance = 0,
    house_rules: HouseRules = STANDARD,
) -> Check:
    """Roll a d20 at or under a score; bonuses raise the target, Encumbrance lowers it."""
    target = score + modifier - encumbrance
    success, critical, _ = judge(dice.d(20, "check"), target, house_rules)
    return Check(success, critical, target)


@book.rule("GL-CORE-03")
def contest(
    dice: Dice,
    *,
    score: Score,
    opponent_score: Score,
    modifier: Modifier = 0,
    encumbrance: Encumbrance = 0,
    house_rules: HouseRules = STANDARD,
) -> Check:
    """A check against somebody: the opponent does not roll, its distance from 10 shifts the target."""
    return check(
        dice,
        score=score - (opponent_score - PIVOT),
        modifier=modifier,
        encumbrance=encumbrance,
        house_rules=house_rules,
    )


class Stealth(msgspec.Struct, frozen=True, gc=False):
    """How well somebody sneaks."""

    stealth: int


@book.rule("GL-STEALTH-01")
def stealth_score(dice: Dice, *, dexterity: Stat, encumbrance: Encumbrance = 0, modifier: Modifier = 0) -> Stealth:
    """5 and the Dexterity bonus, less Encumbrance; it may fall below nothing."""
    return Stealth(5 + dice.note("Dexterity bonus", stat_bonus(dexterity)) - encumbrance + modifier)


class Sneak(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who sneaks along."""

    id: str
    stealth: Score


class PartyStealth(msgspec.Struct, frozen=True, gc=False):
    """The score that a party sneaks with, and whose it is."""

    stealth: int
    member: str


@book.rule("GL-STEALTH-04")
def party_stealth(
    dice: Dice, *, members: Annotated[tuple[Sneak, ...], Meta(min_length=1, max_length=100)]
) -> PartyStealth:
    """A party sneaks as its clumsiest member does; of equals the first listed."""
    different("members", (member.id for member in members))
    clumsiest = min(members, key=lambda member: member.stealth)
    return PartyStealth(clumsiest.stealth, clumsiest.id)


class Movement(msgspec.Struct, frozen=True, gc=False):
    """A Movement score, and how far it carries in a fight."""

    movement: int
    feet_per_round: int


@book.rule("GL-MOVE-01", "GL-MOVE-05")
def movement_score(
    dice: Dice, *, dexterity: Stat, encumbrance: Encumbrance = 0, modifier: Modifier = 0, halved: bool = False
) -> Movement:
    """12 and the Dexterity bonus, less Encumbrance, not below 0; then halved by a bad leg."""
    bonus = dice.note("Dexterity bonus", stat_bonus(dexterity))
    movement = max(0, 12 + bonus - encumbrance + modifier) // (2 if halved else 1)
    return Movement(movement, feet_a_round(movement))


def feet_a_round(movement: int) -> int:
    """GL-MOVE-05: how far a move in a fight goes."""
    return movement * 5 // 2


class Walker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who walks along."""

    id: str
    movement: Score


class PartyMovement(msgspec.Struct, frozen=True, gc=False):
    """The speed of a party, and whose it is."""

    movement: int
    member: str


@book.rule("GL-MOVE-04")
def party_movement(
    dice: Dice, *, members: Annotated[tuple[Walker, ...], Meta(min_length=1, max_length=100)]
) -> PartyMovement:
    """A party moves at the speed of its slowest; of equals the first listed."""
    different("members", (member.id for member in members))
    slowest = min(members, key=lambda member: member.movement)
    return PartyMovement(slowest.movement, slowest.id)


CAUGHT, ESCAPED = 0, 5


class Chase(msgspec.Struct, frozen=True, gc=False):
    """The gap after a round of a chase."""

    gap: int
    outcome: Literal["continues", "caught", "escaped"]


@book.rule("GL-MOVE-03")
def chase_round(
    dice: Dice,
    *,
    movement: Score,
    opponent_movement: Score,
    gap: Annotated[int, Meta(ge=1, le=4)],
    fleeing: bool,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> Chase:
    """A contest of Movement: a step for whoever wins it, two on a critical face; caught at no gap, away at five."""
    result = contest(dice, score=movement, opponent_score=opponent_movement, modifier=modifier, house_rules=house_rules)
    steps = 2 if result.critical else 1
    wider = result.success == fleeing
    gap = min(ESCAPED, max(CAUGHT, gap + (steps if wider else -steps)))
    return Chase(gap, "caught" if gap == CAUGHT else "escaped" if gap == ESCAPED else "continues")


class Acts(msgspec.Struct, frozen=True, gc=False):
    """When somebody acts in this round."""

    acts: Literal["before", "after"]


@book.step
def initiative_score(
    dice: Dice, *, willpower: Stat, charisma: Stat, modifier: int = 0, house_rules: HouseRules = STANDARD
) -> int:
    """GL-INIT-01: the stat behind Initiative, and what is added to it."""
    return (charisma if house_rules.initiative_stat == "charisma" else willpower) + modifier


@book.rule("GL-INIT-02")
def initiative(dice: Dice, *, initiative: Score, modifier: Modifier = 0, house_rules: HouseRules = STANDARD) -> Acts:
    """Success acts before the enemies, failure after them."""
    target = dice.note("target", initiative + modifier)
    return Acts("before" if succeeds(dice.d(20, "Initiative"), target, house_rules) else "after")


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who rolls Initiative."""

    id: str
    initiative: Score


class TurnOrder(msgspec.Struct, frozen=True):
    """Who acts when."""

    order: tuple[str, ...]


@book.step
def sides_of_the_enemy(
    dice: Dice, *, members: tuple[Member, ...], house_rules: HouseRules
) -> tuple[tuple[str, ...], ...]:
    """Who acts before the enemies and who after them, each side by lowest face."""
    sides: tuple[list[tuple[int, int, int, str]], ...] = ([], [])
    for place, member in enumerate(members):
        face = dice.d(20, member.id)
        late = not succeeds(face, member.initiative, house_rules)
        sides[late].append((face, -member.initiative, place, member.id))
    return tuple(tuple(name for *_, name in sorted(side)) for side in sides)


@book.rule("GL-INIT-03")
def turn_order(
    dice: Dice,
    *,
    members: Annotated[tuple[Member, ...], Meta(max_length=100)],
    monsters: Annotated[tuple[str, ...], Meta(max_length=100)],
    house_rules: HouseRules = STANDARD,
) -> TurnOrder:
    """Those who succeed by lowest face, then all monsters as listed, then those who fail by lowest face."""
    different("members and monsters", [*(member.id for member in members), *monsters])
    before, after = sides_of_the_enemy(dice, members=members, house_rules=house_rules)
    return TurnOrder((*before, *monsters, *after))


class SaveScore(msgspec.Struct, frozen=True, gc=False):
    """The target of a Save."""

    save: int


@book.rule("GL-SAVE-01")
def save_score(dice: Dice, *, level: Level, charisma: Stat, modifier: Modifier = 0) -> SaveScore:
    """5 and the level, at most 15; the Charisma bonus comes on top."""
    base = dice.note("of the level", min(5 + level, 15))
    return SaveScore(base + dice.note("Charisma bonus", stat_bonus(charisma)) + modifier)


@book.rule("GL-SAVE-02")
def save(
    dice: Dice, *, level: Level, charisma: Stat, modifier: Modifier = 0, house_rules: HouseRules = STANDARD
) -> Check:
    """Roll at or under the Save, to resist magic and to be lucky."""
    target = save_score(dice, level=level, charisma=charisma, modifier=modifier).save
    return check(dice, score=target, house_rules=house_rules)
