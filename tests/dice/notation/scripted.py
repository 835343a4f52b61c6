"""Dice that fall as they are told, and every way in which dice can fall."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from rulewright.dice.notation import Expression, Sheet
from rulewright.dice.notation.throwing import Value


class OutOfFaces(Exception):
    """More dice were thrown than faces were given."""


def falling(faces: list[int], asked: list[int] | None = None) -> Callable[[int], int]:
    """A draw that gives these faces in order, and notes the sides that were asked for."""
    waiting = iter(faces)

    def draw(sides: int) -> int:
        if asked is not None:
            asked.append(sides)
        face = next(waiting, None)
        if face is None:
            raise OutOfFaces
        return face

    return draw


def every_roll(expression: Expression, sheet: Sheet, most: int) -> Iterator[tuple[Value, Fraction]]:
    """The total and chance of every sequence of faces with at most so many dice, by trying each one."""
    waiting: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        asked: list[int] = []
        try:
            roll = expression.roll(falling(faces, asked), sheet)
        except OutOfFaces:
            if len(faces) < most:
                sides = asked[-1]
                waiting += [([*faces, face], chance / sides) for face in range(1, sides + 1)]
            continue
        assert list(roll.drawn) == faces
        yield roll.total, chance
