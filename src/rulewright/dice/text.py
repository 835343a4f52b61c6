"""Dice as content and rules write them, such as 2d6+1: a sum of dice and a number, nothing else."""

import re
from collections.abc import Container

import msgspec

from rulewright.dice.protocol import Dice

_FORM = re.compile(r"(?:([1-9][0-9]{0,5})d([1-9][0-9]{0,5}))?(?:((?(1)[+-]|))(0|[1-9][0-9]{0,5}))?", re.ASCII)


class DiceText(msgspec.Struct, frozen=True):
    """So many dice of one size, and a number that is added; no dice at all for a plain number."""

    count: int
    sides: int
    plus: int

    @classmethod
    def read(cls, text: str, *, sizes: Container[int], most_dice: int, most_plus: int) -> "DiceText":
        """Read it strictly; ValueError says what would be right."""
        found = _FORM.fullmatch(text)
        if not text or not found:
            raise ValueError(f"expected dice such as 2d6+1, or a whole number; found {text!r}")
        count, sides, sign, plus = found.groups()
        read = cls(int(count or 0), int(sides or 0), int(f"{sign or ''}{plus or 0}"))
        if read.count and (read.count > most_dice or read.sides not in sizes):
            raise ValueError(f"{text!r}: at most {most_dice} dice, of a size that the game has")
        if abs(read.plus) > most_plus:
            raise ValueError(f"{text!r}: the number added is at most {most_plus}")
        return read

    def roll(self, dice: Dice, why: str = "", *, times: int = 1) -> int:
        """Throw the dice, so many times over, and add the number once."""
        return self.thrown(dice, why, times=times) + self.plus

    def thrown(self, dice: Dice, why: str = "", *, times: int = 1) -> int:
        """The sum of the dice alone."""
        return dice.total(self.count * times, self.sides, why) if self.count else 0

    @property
    def highest(self) -> int:
        """The most that it can come to."""
        return self.count * self.sides + self.plus
