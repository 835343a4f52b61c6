"""For the GM: hit points of creatures, and how a fight is likely to end."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.quickref.book import HitDice, book

FightHitPoints = Annotated[int, Meta(ge=1, le=2000)]
DamageInTenRounds = Annotated[int, Meta(ge=0, le=10_000)]
Verdict = Literal["easy", "fair", "hard", "deadly", "overwhelming", "stalemate"]


class CreatureHitPoints(msgspec.Struct, frozen=True, gc=False):
    """The hit points of a creature."""

    hit_points: int


@book.rule("QR-GM-01")
def creature_hit_points(
    dice: Dice, *, hit_dice: HitDice, method: Literal["roll", "average"] = "roll"
) -> CreatureHitPoints:
    """A d8 for each hit die, or 4.5 each; less than one hit die is a single hit point."""
    if not hit_dice:
        return CreatureHitPoints(1)
    return CreatureHitPoints(9 * hit_dice // 2 if method == "average" else dice.total(hit_dice, 8, "hit points"))


class FightForecast(msgspec.Struct, frozen=True):
    """Rounds until either side has beaten the other, null for never, and what to think of it."""

    rounds_to_win: int | None
    rounds_to_lose: int | None
    verdict: Verdict


@book.rule("QR-GM-02")
def fight_forecast(
    dice: Dice,
    *,
    party_hit_points: FightHitPoints,
    party_damage_in_ten_rounds: DamageInTenRounds,
    foe_hit_points: FightHitPoints,
    foe_damage_in_ten_rounds: DamageInTenRounds,
) -> FightForecast:
    """How many rounds each side needs at its expected damage, and whether the party should worry."""
    to_win = rounds_needed(foe_hit_points, party_damage_in_ten_rounds)
    to_lose = rounds_needed(party_hit_points, foe_damage_in_ten_rounds)
    return FightForecast(to_win, to_lose, verdict_on(to_win, to_lose))


def rounds_needed(hit_points: int, damage_in_ten_rounds: int) -> int | None:
    """Begun rounds count; without damage it never ends."""
    return -(-10 * hit_points // damage_in_ten_rounds) if damage_in_ten_rounds else None


def verdict_on(to_win: int | None, to_lose: int | None) -> Verdict:
    """What a fight is for the party."""
    if to_win is None:
        return "stalemate" if to_lose is None else "overwhelming"
    if to_lose is None or to_lose >= 3 * to_win:
        return "easy"
    if to_lose >= 2 * to_win:
        return "fair"
    if to_lose >= to_win:
        return "hard"
    return "deadly" if 2 * to_lose >= to_win else "overwhelming"
