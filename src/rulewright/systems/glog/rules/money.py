"""Coins, purses and prices."""

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.glog.book import book
from rulewright.systems.glog.tables import coins as coin_table

CoinId = Literal["cp", "sp", "ep", "gp", "pp"]
CoinCount = Annotated[int, Meta(ge=0, le=1_000_000)]

COPPER_PER_SILVER = 10


class Coins(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A purse: copper, silver, electrum, gold, platinum."""

    cp: CoinCount = 0
    sp: CoinCount = 0
    ep: CoinCount = 0
    gp: CoinCount = 0
    pp: CoinCount = 0

    @property
    def copper(self) -> int:
        """Its worth in copper."""
        return sum(getattr(self, coin.id) * coin.copper for coin in coin_table().values())


class Exchange(msgspec.Struct, frozen=True):
    """Coins changed: whole ones, what is left over in copper, and the exact quotient."""

    whole: int
    remainder_copper: int
    exact: str


@book.rule("GL-COIN-01")
def convert_coins(dice: Dice, *, amount: CoinCount, from_: CoinId, to: CoinId) -> Exchange:
    """Change coins of one kind into another."""
    copper, worth = amount * coin_table()[from_].copper, coin_table()[to].copper
    return Exchange(copper // worth, copper % worth, str(Fraction(copper, worth)))


class PurseValue(msgspec.Struct, frozen=True):
    """What a purse is worth."""

    copper: int
    silver: str


@book.rule("GL-COIN-02")
def purse_value(dice: Dice, *, coins: Coins) -> PurseValue:
    """The worth of a purse in copper and in silver."""
    return PurseValue(coins.copper, str(Fraction(coins.copper, COPPER_PER_SILVER)))


class Paid(msgspec.Struct, frozen=True):
    """The purse after paying."""

    coins: Coins


@book.rule("GL-COIN-03")
def pay(dice: Dice, *, coins: Coins, price_copper: Annotated[int, Meta(ge=0, le=2_000_000_000)]) -> Paid:
    """Pay from the smallest coin up; change comes back in as few coins as possible."""
    if coins.copper < price_copper:
        raise RuleError("not_enough_resource", f"the price is {price_copper} copper, the purse holds {coins.copper}")
    purse = msgspec.structs.asdict(coins)
    left = price_copper
    kinds = sorted(coin_table().values(), key=lambda coin: coin.copper)
    for coin in kinds:
        given = min(purse[coin.id], -(-max(0, left) // coin.copper))
        purse[coin.id] -= given
        left -= given * coin.copper
    for coin in reversed(kinds):
        back, left = divmod(-left, coin.copper)
        purse[coin.id] += back
        left = -left
    return Paid(Coins(**purse))
