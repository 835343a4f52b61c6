"""Money, experience, creatures and people, from the sections 15 and 16."""

from fractions import Fraction
from math import ceil, floor

from tests.systems.glog.reading.core import House, bonus_of, named_rule
from tests.systems.glog.reading.tables import COINS
from tests.systems.support import Die, Refused, Result


def worth(coins: dict[str, int]) -> int:
    return sum(COINS[coin] * count for coin, count in coins.items())


@named_rule
def treasure_experience(
    die: Die, house: House, coins: dict[str, int], adventurous: bool = True, safe: bool = True, shares: int = 1
) -> Result:
    if not adventurous or not safe:
        return {"experience": 0}
    return {"experience": floor(Fraction(worth(coins), 10 * shares))}


@named_rule
def spending_experience(die: Die, house: House, coins: dict[str, int], adventuring: bool = False) -> Result:
    return {"experience": 0 if adventuring else floor(Fraction(worth(coins), 10))}


@named_rule
def convert_coins(die: Die, house: House, amount: int, from_: str, to: str) -> Result:
    exact = Fraction(amount * COINS[from_], COINS[to])
    whole = floor(exact)
    return {
        "whole": whole,
        "remainder_copper": amount * COINS[from_] - whole * COINS[to],
        "exact": str(exact),
    }


@named_rule
def purse_value(die: Die, house: House, coins: dict[str, int]) -> Result:
    return {"copper": worth(coins), "silver": str(Fraction(worth(coins), 10))}


@named_rule
def pay(die: Die, house: House, coins: dict[str, int], price_copper: int) -> Result:
    purse = {coin: coins.get(coin, 0) for coin in COINS}
    if worth(purse) < price_copper:
        raise Refused("not_enough_resource")
    left = price_copper
    for coin in ("cp", "sp", "ep", "gp", "pp"):
        if left <= 0:
            break
        paid = min(purse[coin], ceil(Fraction(left, COINS[coin])))
        purse[coin] -= paid
        left -= paid * COINS[coin]
    change = -left
    for coin in ("pp", "gp", "ep", "sp", "cp"):
        back = change // COINS[coin]
        purse[coin] += back
        change -= back * COINS[coin]
    return {"coins": purse}


@named_rule
def creature_profile(die: Die, house: House, hit_dice: int) -> Result:
    return {
        "attack": 10 + hit_dice,
        "save": min(5 + hit_dice, 15),
        "average_hit_points": floor(Fraction(9 * hit_dice, 2)) if hit_dice else 2,
    }


@named_rule
def creature_hit_points(die: Die, house: House, hit_dice: int) -> Result:
    if hit_dice == 0:
        return {"hp": die(4)}
    return {"hp": sum([die(8) for _ in range(hit_dice)])}


@named_rule
def reaction(die: Die, house: House, charisma: int, modifier: int = 0) -> Result:
    total = die(6) + die(6) + bonus_of(charisma) + modifier
    for highest, words in ((2, "attacks"), (7, "unfavourable"), (11, "favourable")):
        if total <= highest:
            return {"reaction": words}
    return {"reaction": "very_favourable"}


@named_rule
def morale(die: Die, house: House, morale: int, modifier: int = 0) -> Result:
    score = morale if morale in (2, 12) else morale + modifier
    if score >= 12:
        return {"holds": True}
    if score < 2:
        return {"holds": False}
    return {"holds": die(6) + die(6) <= score}


@named_rule
def hireling_limit(die: Die, house: House, charisma: int) -> Result:
    return {"limit": max(0, 2 + bonus_of(charisma))}
