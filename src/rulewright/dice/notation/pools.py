"""The parts of dice text that throw dice or choose among several values: dice and groups."""

from functools import partial
from typing import ClassVar

from rulewright.dice.notation.grammar import MOST_DICE, MOST_SIDES
from rulewright.dice.notation.throwing import (
    UNCHANGED,
    Chain,
    Change,
    Count,
    Hand,
    Keep,
    Sets,
    Thrown,
    Value,
    read,
    whole,
)
from rulewright.dice.notation.tree import Node, Show, listed

_SMALL = 20
"""Dice with more sides remember nothing, so that hostile text can't fill the memory."""


class Dice(Node, frozen=True, gc=False, eq=False):
    """Dice of one kind, thrown together. The faces of fudge dice are -1, 0 and 1."""

    throws: ClassVar[bool] = True
    count: int | Node
    sides: int | Node
    fudge: bool = False
    change: Change | None = None
    keep: Keep | None = None
    tally: Count | Sets | None = None
    at: int = 0
    resting: dict[int, Value] = {}  # noqa: RUF012 - msgspec gives each node its own
    """What the faces of small dice count that bring no other throw, as far as they came up: a short cut, no meaning."""

    def value(self, hand: Hand) -> Value:
        count, sides = self.count, self.sides
        if not (isinstance(count, int) and isinstance(sides, int)):
            count, sides = self.size(hand)
        faces = hand.throw(count, sides, self.at)
        if self.change is None and not self.fudge and hand.shown is None:
            # The short cut for dice that are only kept, counted and summed; a test proves it equal to `follow`.
            return read(faces, self.keep, self.tally)
        return self.follow(faces, sides, hand)

    def follow(self, faces: list[int], sides: int, hand: Hand) -> Value:
        """What dice that show these faces come to, with everything that their operators add."""
        change, offset = self.change or UNCHANGED, self.offset if self.fudge else 0
        known = self.resting if hand.shown is None else {}
        chains: list[Chain] = []
        values: list[Value] = []
        for face in faces:
            if face in known:
                values.append(known[face])
                continue
            chain = change.chain(face + offset, partial(hand.throw_one, sides, self.at, offset), sides + offset)
            chains.append(chain)
            values += change.values(chain)
            if len(chain) == len(chain[0]) == 1 and hand.shown is None and sides <= _SMALL and self.sides == sides:
                known[face] = values[-1]
        total = read(values, self.keep, self.tally)
        if hand.shown is not None:
            hand.shown.append(Thrown(sides, chains, values, total))
        return total

    @property
    def offset(self) -> int:
        """From the faces of the die that is thrown to those that are read: fudge dice are three-sided."""
        return -2 if self.fudge else 0

    def size(self, hand: Hand) -> tuple[int, int]:
        """How many dice with how many sides, where these depend on the sheet."""
        count = whole(self.count.value(hand)) if isinstance(self.count, Node) else self.count
        sides = whole(self.sides.value(hand)) if isinstance(self.sides, Node) else self.sides
        problem = self.problem(count, sides)
        if problem:
            raise hand.refusal(problem, self.at)
        return int(count), int(sides)

    def problem(self, count: Value, sides: Value) -> str:
        """Why so many dice with so many sides can't be thrown; empty if they can."""
        if isinstance(count, int) and 0 <= count <= MOST_DICE and isinstance(sides, int) and 1 <= sides <= MOST_SIDES:
            return self.change.endless(1 + self.offset, sides + self.offset) if self.change else ""
        if isinstance(count, int) and 0 <= count <= MOST_DICE:
            found, what, limits = sides, "sides", f"1 to {MOST_SIDES:,}"
        else:
            found, what, limits = count, "dice", f"0 to {MOST_DICE:,}"
        if not isinstance(found, int):
            return f"the number of {what} must be whole, found {found}; `//` divides and rounds down"
        return f"the number of {what} must be {limits}, found {found}"

    def children(self) -> tuple[Node, ...]:
        return tuple(amount for amount in (self.count, self.sides) if isinstance(amount, Node))

    def text(self, show: Show) -> str:
        sides = "F" if self.fudge else _amount_text(self.sides, show)
        change = self.change.text() if self.change else ""
        return f"{_amount_text(self.count, show)}d{sides}{change}{_reading(self.keep, self.tally)}{show(self)}"


class Group(Node, frozen=True, gc=False, eq=False):
    """Several parts, of which some are kept; then they are counted or summed."""

    parts: tuple[Node, ...]
    keep: Keep | None = None
    tally: Count | None = None
    at: int = 0

    def value(self, hand: Hand) -> Value:
        values = tuple([part.value(hand) for part in self.parts])
        total = read(values, self.keep, self.tally)
        if hand.shown is not None:
            hand.shown.append(Thrown(0, (), values, total))
        return total

    def children(self) -> tuple[Node, ...]:
        return self.parts

    def text(self, show: Show) -> str:
        return f"({listed(self.parts, show)}){_reading(self.keep, self.tally)}{show(self)}"


def _reading(keep: Keep | None, tally: Count | Sets | None) -> str:
    return (keep.text() if keep else "") + (tally.text() if tally else "")


def _amount_text(amount: int | Node, show: Show) -> str:
    return f"({amount.text(show)})" if isinstance(amount, Node) else str(amount)
