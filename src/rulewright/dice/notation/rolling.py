"""Expressions that were read, and rolls of them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from rulewright.dice.chance import system_face
from rulewright.dice.notation import explain
from rulewright.dice.notation.grammar import NOTATION_VERSION
from rulewright.dice.notation.throwing import Hand, Thrown, Value, whole
from rulewright.dice.notation.tree import Check, Labelled, Name, Node, Outcome, canonical, walk

Draw = Callable[[int], int]
Sheet = Mapping[str, Value]

_NO_SHEET: Sheet = {}


class Expression(Struct, frozen=True, dict=True, eq=False):
    """Dice text that was read: as it was typed, and as a tree. Expressions are equal if they mean the same."""

    text: str
    tree: Node
    comment: str = ""
    version: int = NOTATION_VERSION

    @cached_property
    def canonical(self) -> str:
        """The one form in which this is printed; reading it gives an equal expression."""
        return canonical(self.tree) + (f" # {self.comment}" if self.comment else "")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The values that a sheet must have, in the order in which they are needed."""
        return tuple(dict.fromkeys(node.name for node, _ in walk(self.tree) if isinstance(node, Name)))

    @property
    def label(self) -> str:
        """The label, if the whole expression has one."""
        return self.tree.label if isinstance(self.tree, Labelled) else ""

    def roll(self, draw: Draw | None = None, sheet: Sheet | None = None) -> "Roll":
        """Roll it: with faces from `draw` (a function of the number of sides) and the values of a sheet."""
        faces: list[int] = []
        total = self.tree.value(Hand(self.text, draw or system_face, sheet or _NO_SHEET, faces))
        used = {name: sheet[name] for name in self.names} if sheet else _NO_SHEET
        return Roll(self, total if isinstance(total, int) else whole(total), tuple(faces), used)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and (self.tree, self.comment) == (other.tree, other.comment)

    def __hash__(self) -> int:
        return hash((self.tree, self.comment))

    def __str__(self) -> str:
        return self.canonical


class Roll(Struct, frozen=True, gc=False):
    """What was rolled. The faces are kept; everything shown is found by throwing the same dice with them again."""

    expression: Expression
    total: Value
    drawn: tuple[int, ...]
    sheet: Sheet = _NO_SHEET

    def replay(self) -> tuple[Value, list[Thrown]]:
        """The total and all that was thrown, from the faces alone."""
        faces, shown = iter(self.drawn), list[Thrown]()
        hand = Hand(self.expression.text, lambda _: next(faces), self.sheet, [], shown)
        return whole(self.expression.tree.value(hand)), shown

    @property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """Every face thrown, in order, with the sides of its die; a fudge die is one with three sides."""
        sides = [
            thrown.sides for thrown in self.replay()[1] for chain in thrown.chains for throw in chain for _ in throw
        ]
        return tuple(zip(sides, self.drawn, strict=True))

    @property
    def groups(self) -> tuple[explain.DiceGroup, ...]:
        """What was thrown for each part, with what became of every die."""
        return explain.groups(self.expression.tree, self.replay()[1])

    @property
    def check(self) -> Outcome | None:
        """Success, margin and degree, if there was a target."""
        tree = self.expression.tree
        if not isinstance(tree, Check):
            return None
        return tree.outcome(self.total, Hand(self.expression.text, system_face, self.sheet, []))

    def explain(self) -> str:
        """One line of plain text: every die, what became of it, and the total."""
        return explain.line(self.expression, self.groups, self.sheet, self.total, self.check)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; fractions are written as text."""
        return explain.to_dict(self)

    def __str__(self) -> str:
        return self.explain()
