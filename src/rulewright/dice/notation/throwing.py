"""How dice are thrown and read: the meaning of every operator, written once.

Live rolls, their explanation and their exact odds all call the functions of this module.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from operator import eq, ge, gt, le, lt
from typing import TypeAlias

from msgspec import Struct

from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.grammar import MOST_DICE

Value: TypeAlias = int | Fraction
Chain: TypeAlias = list[list[int]]
"""What one die did: its throws (more than one if it exploded), each with all its faces, the last of which stands."""

_HOLDS: dict[str, Callable[[Value, int], bool]] = {"=": eq, ">": gt, "<": lt, ">=": ge, "<=": le}
_TOO_MANY = f"more than {MOST_DICE:,} dice in one roll, rerolled and exploded ones included"
_ENDLESS = "every face would {}, so this die never comes to rest"


def whole(value: Value) -> Value:
    """The same value, as an int where it is a whole number."""
    return value if isinstance(value, int) or value.denominator != 1 else value.numerator


class Condition(Struct, frozen=True, gc=False, order=True):
    """What a die must show: `>=5`, or `5` for exactly that."""

    sign: str
    number: int

    def holds(self, value: Value) -> bool:
        return _HOLDS[self.sign](value, self.number)

    def text(self) -> str:
        return str(self.number) if self.sign == "=" and self.number >= 0 else f"{self.sign}{self.number}"


class Keep(Struct, frozen=True, gc=False):
    """Which of the sorted dice count: only the `highest` or `lowest` so many, or all but the dropped ones."""

    highest: int | None = None
    lowest: int | None = None
    drop_highest: int = 0
    drop_lowest: int = 0

    def drops(self) -> bool:
        return self.highest is None and self.lowest is None

    def places(self, count: int) -> slice:
        """The places that count among so many values, sorted from the lowest."""
        if self.highest is not None:
            return slice(max(0, count - self.highest), count)
        if self.lowest is not None:
            return slice(0, min(count, self.lowest))
        start = min(count, self.drop_lowest)
        return slice(start, max(start, count - self.drop_highest))

    def text(self) -> str:
        if self.highest is not None:
            return f"kh{self.highest}"
        if self.lowest is not None:
            return f"kl{self.lowest}"
        dropped_highest = f"dh{self.drop_highest}" if self.drop_highest else ""
        return dropped_highest + (f"dl{self.drop_lowest}" if self.drop_lowest or not self.drop_highest else "")


class Count(Struct, frozen=True, gc=False):
    """The result is how many dice succeed, less those that fail."""

    success: Condition
    failure: Condition | None = None

    def score(self, value: Value) -> int:
        failed = self.failure is not None and self.failure.holds(value)
        return self.success.holds(value) - failed

    def read(self, values: Sequence[Value]) -> int:
        return sum(map(self.score, values))

    def text(self) -> str:
        return f"c{self.success.text()}" + (f"cf{self.failure.text()}" if self.failure else "")


class Sets(Struct, frozen=True, gc=False):
    """The result is how many faces are shown by at least so many dice."""

    size: int = 2

    def matching(self, values: Sequence[Value]) -> set[Value]:
        return {value for value in values if values.count(value) >= self.size}

    def read(self, values: Sequence[Value]) -> int:
        return len(self.matching(values))

    def text(self) -> str:
        return "m" if self.size == 2 else f"m{self.size}"


def read(values: Sequence[Value], keep: Keep | None, tally: Count | Sets | None) -> Value:
    """What thrown dice or the parts of a group come to: some are kept, and these are counted or summed."""
    if keep is not None:
        values = sorted(values)[keep.places(len(values))]
    return sum(values) if tally is None else tally.read(values)


class Explosion(Struct, frozen=True, gc=False):
    """When a throw brings another one (`on`, or the highest face), and what becomes of it."""

    symbol: str = "!"
    on: Condition | None = None

    def text(self) -> str:
        return self.symbol + (self.on.text() if self.on else "")


class Change(Struct, frozen=True, gc=False):
    """What happens to single dice: each throw is rerolled, then explodes; then the value is kept within bounds."""

    reroll: tuple[Condition, ...] = ()
    until: bool = False
    explosion: Explosion | None = None
    floor: int | None = None
    cap: int | None = None

    def rerolls(self, face: int) -> bool:
        for condition in self.reroll:  # noqa: SIM110 - `any` takes twice as long, and this runs for every face thrown
            if _HOLDS[condition.sign](face, condition.number):
                return True
        return False

    def explodes(self, face: int, highest: int) -> bool:
        if self.explosion is None:
            return False
        return face == highest if self.explosion.on is None else self.explosion.on.holds(face)

    def throw(self, face: int, another: Callable[[], int]) -> list[int]:
        """One throw that shows this face: every face that came, the last of which stands."""
        if not self.rerolls(face):
            return [face]
        faces = [face, another()]
        while self.until and self.rerolls(faces[-1]):
            faces.append(another())
        return faces

    def chain(self, face: int, another: Callable[[], int], highest: int) -> Chain:
        """One die that shows this face, with all the throws that explosions add to it."""
        throws = [self.throw(face, another) if self.reroll else [face]]
        if self.explosion is None:
            return throws
        while self.explodes(throws[-1][-1], highest):
            throws.append(self.throw(another(), another))
            if len(throws) == self.most_throws():
                break
        return throws

    def most_throws(self) -> int | None:
        """How many throws one die may have; None if explosions may go on and on."""
        if self.explosion is None:
            return 1
        return 2 if self.explosion.symbol == "!o" else None

    def bounded(self, value: int) -> int:
        if self.floor is not None and value < self.floor:
            return self.floor
        return self.cap if self.cap is not None and value > self.cap else value

    def counts_as(self, face: int, extra: bool) -> int:
        """What a face is worth as a die of its own."""
        penetrates = extra and self.explosion is not None and self.explosion.symbol == "!p"
        return self.bounded(face - penetrates)

    def compounds(self) -> bool:
        return self.explosion is not None and self.explosion.symbol == "!!"

    def values(self, chain: Chain) -> list[int]:
        """The values that the throws of one die come to."""
        if len(chain) == 1:
            value = chain[0][-1]
            return [value if self.floor is None and self.cap is None else self.bounded(value)]
        if self.compounds():
            return [self.bounded(sum(throw[-1] for throw in chain))]
        return [self.counts_as(throw[-1], extra=place > 0) for place, throw in enumerate(chain)]

    def endless(self, lowest: int, highest: int) -> str:
        """Why such a die would never come to rest; empty if it does."""
        if not self.until and (self.explosion is None or self.most_throws()):
            return ""
        if not self.reroll and self.explosion is not None and self.explosion.on is None and lowest < highest:
            return ""
        conditions = list(self.reroll)
        if self.explosion is not None and self.explosion.on is not None:
            conditions.append(self.explosion.on)
        # Conditions change their answer only beside their number, so a few faces stand for all.
        near = [condition.number + step for condition in conditions for step in (-1, 0, 1)]
        faces = [face for face in (*near, lowest, highest - 1, highest) if lowest <= face <= highest]
        if self.until:
            faces = [face for face in faces if not self.rerolls(face)]
            if not faces:
                return _ENDLESS.format("be rerolled")
        if self.most_throws() is None and all(self.explodes(face, highest) for face in faces):
            return _ENDLESS.format("explode")
        return ""

    def text(self) -> str:
        name = "rr" if self.until else "ro"
        parts = [name + condition.text() for condition in self.reroll]
        if self.explosion is not None:
            parts.append(self.explosion.text())
        if self.floor is not None:
            parts.append(f"mi{self.floor}")
        if self.cap is not None:
            parts.append(f"ma{self.cap}")
        return "".join(parts)


UNCHANGED = Change()


class Thrown(Struct, frozen=True, gc=False):
    """Dice on the table (`chains`, with their sides) or the parts of a group, with the values and what they come to."""

    sides: int
    chains: Sequence[Chain]
    values: Sequence[Value]
    total: Value


class Hand(Struct, gc=False):
    """What one roll works with: where faces come from, the sheet, and every face thrown so far.

    With a list in `shown`, everything thrown is recorded there for the explanation.
    """

    text: str
    draw: Callable[[int], int]
    sheet: Mapping[str, Value]
    faces: list[int]
    shown: list[Thrown] | None = None

    def refusal(self, message: str, at: int) -> NotationError:
        return NotationError(message, self.text, at + 1)

    def throw(self, count: int, sides: int, at: int) -> list[int]:
        """Throw dice together."""
        if count == 1:
            return [self.throw_one(sides, at)]
        if len(self.faces) + count > MOST_DICE:
            raise self.refusal(_TOO_MANY, at)
        faces = list(map(self.draw, repeat(sides, count)))
        self.faces += faces
        return faces

    def throw_one(self, sides: int, at: int, offset: int = 0) -> int:
        """Throw a single die, and read its face with an offset."""
        faces = self.faces
        if len(faces) >= MOST_DICE:
            raise self.refusal(_TOO_MANY, at)
        face = self.draw(sides)
        faces.append(face)
        return face + offset
