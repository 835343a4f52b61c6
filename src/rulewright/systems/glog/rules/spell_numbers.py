"""The numbers of spells: small expressions of the dice rolled, their sum, and the caster's level."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, FrozenMap, pick
from rulewright.systems.glog.book import Level, book
from rulewright.systems.glog.tables import spells

DiceRolled = Annotated[int, Meta(ge=1, le=9)]
SumRolled = Annotated[int, Meta(ge=1, le=54)]

_PART = re.compile(r" *([0-9]+|\[[a-z]+\]|min|max|[-+*/(),])", re.ASCII)


class _Expression:
    """Reads an expression from left to right and works it out on the way. Division rounds down.

    sum     = product { ("+" | "-") product }
    product = factor { ("*" | "/") factor }
    factor  = "-" factor | number | "[dice]" | "[sum]" | "[level]" | "(" sum ")" | ("min" | "max") "(" sum "," sum ")"
    """

    def __init__(self, text: str, numbers: dict[str, int]) -> None:
        self._parts = list(_parts(text))
        self._numbers = numbers
        self._place = 0

    def value(self) -> int:
        value = self._sum()
        if self._next() is not None:
            self._refuse("an operator or the end")
        return value

    def _next(self) -> str | None:
        return self._parts[self._place] if self._place < len(self._parts) else None

    def _take(self, *wanted: str) -> str | None:
        part = self._next()
        if part not in wanted:
            return None
        self._place += 1
        return part

    def _sum(self) -> int:
        value = self._product()
        while sign := self._take("+", "-"):
            value += self._product() if sign == "+" else -self._product()
        return value

    def _product(self) -> int:
        value = self._factor()
        while sign := self._take("*", "/"):
            other = self._factor()
            if sign == "*":
                value *= other
            elif other:
                value //= other
            else:
                raise BadArguments("expression: a division by 0")
        return value

    def _factor(self) -> int:
        part = self._next()
        self._place += 1
        if part == "-":
            return -self._factor()
        if part == "(":
            value = self._sum()
            self._expect(")")
            return value
        if part in ("min", "max"):
            self._expect("(")
            first = self._sum()
            self._expect(",")
            second = self._sum()
            self._expect(")")
            return min(first, second) if part == "min" else max(first, second)
        if part in self._numbers:
            return self._numbers[part]
        if part is None or not part.isdigit():
            self._place -= 1
            self._refuse("a number, [dice], [sum], [level], min, max or a bracket")
        return int(part or 0)

    def _expect(self, part: str) -> None:
        if not self._take(part):
            self._refuse(part)

    def _refuse(self, wanted: str) -> None:
        found = self._next() or "the end"
        raise BadArguments(f"expression: expected {wanted} as part {self._place + 1}, found {found}")


def _parts(text: str) -> Iterator[str]:
    place, end = 0, len(text.rstrip(" "))
    while place < end:
        found = _PART.match(text, place)
        if not found:
            raise BadArguments(f"expression: {text[place:].lstrip(' ')[:10]!r} is no part of an expression")
        yield found[1]
        place = found.end()


class SpellValue(msgspec.Struct, frozen=True, gc=False):
    """A number of a spell."""

    value: int


@book.rule("GL-MAGIC-10")
def spell_value(
    rolled: Dice,
    *,
    expression: Annotated[str, Meta(max_length=200)],
    dice: DiceRolled,
    sum: SumRolled,
    level: Level = 1,
) -> SpellValue:
    """Work out an expression for the dice rolled and their sum."""
    return SpellValue(_Expression(expression, {"[dice]": dice, "[sum]": sum, "[level]": level}).value())


class SpellEffect(msgspec.Struct, frozen=True):
    """All numbers of a spell."""

    values: Mapping[str, int]


@book.rule("GL-MAGIC-10")
def spell_effect(rolled: Dice, *, spell: str, dice: DiceRolled, sum: SumRolled, level: Level = 1) -> SpellEffect:
    """All numbers of a spell for the dice rolled and their sum."""
    expressions = pick("spell", spell, spells()).values
    return SpellEffect(
        FrozenMap(
            {
                name: spell_value(rolled, expression=expression, dice=dice, sum=sum, level=level).value
                for name, expression in expressions.items()
            }
        )
    )
