"""Small rules that ask for dice in every way there is."""

from typing import NamedTuple

from rulewright.dice import Again, Dice
from rulewright.rules import rule


@rule
def nothing(dice: Dice) -> str:
    return "nothing"


@rule
def one_die(dice: Dice, sides: int) -> int:
    return dice.d(sides, "the die")


@rule
def all_draws(dice: Dice) -> tuple[int, int, tuple[int, ...], int, int, bool]:
    return (
        dice.d(3),
        dice.total(2, 2),
        dice.pool(2, 3),
        dice.keep(3, 2, highest=2),
        dice.keep(2, 3, lowest=1),
        dice.chance(1, 3),
    )


@rule
def uneven(dice: Dice) -> int:
    """Paths of different length and weight."""
    first = dice.d(4, "first")
    if first == 1:
        return 10 + dice.total(2, 3)
    if first == 2:
        return 20 + dice.d(2) * dice.d(5)
    return first if dice.chance(2, 3) else -dice.count(3, 4, lambda face: face >= 3)


@rule
def nested(dice: Dice, depth: int) -> int:
    """Rules in rules, down to the bottom and with different arguments on the way."""
    if depth == 0:
        return uneven(dice) % 4
    return nested(dice, depth=depth - 1) + (one_die(dice, sides=2) if dice.chance(1, 2) else 0)


@rule
def contest_without_ties(dice: Dice, mine: int, theirs: int) -> str:
    first, second = dice.d(mine), dice.d(theirs)
    if first == second:
        raise Again
    return "mine" if first > second else "theirs"


@rule
def two_contests(dice: Dice) -> tuple[str, int]:
    """A rule that is rolled again must not take its caller with it."""
    before = dice.d(2)
    return contest_without_ties(dice, mine=3, theirs=2), before


class Walk(NamedTuple):
    place: int
    steps: int


@rule
def step(dice: Dice, state: Walk) -> Walk:
    return Walk(state.place + dice.d(3) - 2, state.steps + 1)


@rule
def walk(dice: Dice, times: int) -> Walk:
    return dice.repeat(step, Walk(0, 0), times=times, until=lambda state: abs(state.place) == 2)


class Purse(NamedTuple):
    coins: int


@rule
def bet(dice: Dice, state: Purse, won_on: int) -> Purse:
    return Purse(state.coins + (1 if dice.d(6) <= won_on else -1))


@rule
def gamble(dice: Dice, coins: int, won_on: int, goal: int) -> Purse:
    return dice.repeat(bet, Purse(coins), until=lambda state: state.coins in (0, goal), won_on=won_on)
