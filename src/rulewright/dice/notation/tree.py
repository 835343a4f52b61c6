"""What dice text means: a tree of small frozen nodes that know their value, their parts and their canonical text."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from math import ceil, floor
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rulewright.dice.notation.grammar import MOST_DIGITS
from rulewright.dice.notation.throwing import Hand, Value, whole

_SUM, _PRODUCT, _SIGNED, _TERM = range(4)
_BESIDE_THE_MEANING = ("at", "resting")


class Node(Struct, frozen=True, gc=False, eq=False):
    """A part of dice text. Nodes are equal if their structure is, wherever they stand in their text."""

    binding: ClassVar[int] = _TERM
    throws: ClassVar[bool] = False

    @abstractmethod
    def value(self, hand: Hand) -> Value:
        """What this part comes to, with dice thrown from left to right."""

    @abstractmethod
    def text(self, show: "Show") -> str:
        """The canonical text, with what `show` adds behind names, dice and groups."""

    def children(self) -> tuple["Node", ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and type(self) is type(other) and self._structure() == other._structure()

    def __hash__(self) -> int:
        return hash((type(self), self._structure()))

    def _structure(self) -> tuple[object, ...]:
        return tuple([getattr(self, field) for field in self.__struct_fields__ if field not in _BESIDE_THE_MEANING])


Show: TypeAlias = Callable[[Node], str]


def canonical(node: Node) -> str:
    """The one form in which this is printed; reading it gives an equal node."""
    return node.text(lambda _: "")


def walk(node: Node, label: str = "") -> Iterator[tuple[Node, str]]:
    """Every node with the label that holds for it, parts before the whole: the order in which dice are thrown."""
    inner = node.label if isinstance(node, Labelled) else label
    for child in node.children():
        yield from walk(child, inner)
    yield node, label


def has_dice(node: Node) -> bool:
    return any(part.throws for part, _ in walk(node))


class Number(Node, frozen=True, gc=False, eq=False):
    """A whole number or decimal, exact."""

    number: Value
    at: int = 0

    def value(self, hand: Hand) -> Value:
        return self.number

    def text(self, show: Show) -> str:
        if isinstance(self.number, int):
            return str(self.number)
        return format(Decimal(self.number.numerator) / Decimal(self.number.denominator), "f")


class Name(Node, frozen=True, gc=False, eq=False):
    """A value of the sheet."""

    name: str
    at: int = 0

    def value(self, hand: Hand) -> Value:
        if self.name not in hand.sheet:
            near = ", ".join(f"@{name}" for name in get_close_matches(self.name, hand.sheet))
            advice = f"did you mean {near}?" if near else f"it has {len(hand.sheet)} values"
            raise hand.refusal(f"the sheet has no @{self.name}; {advice}", self.at)
        found: object = hand.sheet[self.name]
        expected = f"@{self.name} must be a whole number or fraction of at most {MOST_DIGITS} digits"
        if isinstance(found, bool) or not isinstance(found, int | Fraction):
            raise hand.refusal(f"{expected}, found {type(found).__name__}", self.at)
        if max(abs(found.numerator), found.denominator) >= 10**MOST_DIGITS:
            raise hand.refusal(f"{expected}, found a longer one", self.at)
        return whole(found)

    def text(self, show: Show) -> str:
        return f"@{self.name}{show(self)}"


class Negative(Node, frozen=True, gc=False, eq=False):
    """The same with the other sign."""

    binding: ClassVar[int] = _SIGNED
    inner: Node
    at: int = 0

    def value(self, hand: Hand) -> Value:
        return -self.inner.value(hand)

    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    def text(self, show: Show) -> str:
        return f"-{_at_least(_SIGNED, self.inner, show)}"


class Arithmetic(Node, frozen=True, gc=False, eq=False):
    """Two parts and what is made of them."""

    sign: ClassVar[str]
    left: Node
    right: Node
    at: int = 0

    def value(self, hand: Hand) -> Value:
        return self.of(self.left.value(hand), self.right.value(hand), hand)

    @abstractmethod
    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        """What is made of two values."""

    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    def text(self, show: Show) -> str:
        left, right = _at_least(self.binding, self.left, show), _at_least(self.binding + 1, self.right, show)
        return f"{left} {self.sign} {right}"


class Sum(Arithmetic, frozen=True, gc=False, eq=False):
    binding: ClassVar[int] = _SUM
    sign: ClassVar[str] = "+"

    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        return left + right


class Difference(Arithmetic, frozen=True, gc=False, eq=False):
    binding: ClassVar[int] = _SUM
    sign: ClassVar[str] = "-"

    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        return left - right


class Product(Arithmetic, frozen=True, gc=False, eq=False):
    binding: ClassVar[int] = _PRODUCT
    sign: ClassVar[str] = "*"

    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        return left * right


class Quotient(Arithmetic, frozen=True, gc=False, eq=False):
    """The exact quotient, a fraction where it is not whole."""

    binding: ClassVar[int] = _PRODUCT
    sign: ClassVar[str] = "/"

    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        if not right:
            raise hand.refusal("division by zero", self.at)
        return whole(Fraction(left) / right)


class WholeQuotient(Arithmetic, frozen=True, gc=False, eq=False):
    """The quotient rounded down."""

    binding: ClassVar[int] = _PRODUCT
    sign: ClassVar[str] = "//"

    def of(self, left: Value, right: Value, hand: Hand) -> Value:
        if not right:
            raise hand.refusal("division by zero", self.at)
        return left // right


ARITHMETIC: dict[str, type[Arithmetic]] = {
    made.sign: made for made in (Sum, Difference, Product, Quotient, WholeQuotient)
}

APPLY: dict[str, Callable[[Sequence[Value]], Value]] = {
    "min": lambda values: min(values),
    "max": lambda values: max(values),
    "floor": lambda values: floor(values[0]),
    "ceil": lambda values: ceil(values[0]),
    "abs": lambda values: max(values[0], -values[0]),
}


class Function(Node, frozen=True, gc=False, eq=False):
    """`min` and `max` of any parts, `floor`, `ceil` and `abs` of one."""

    name: str
    parts: tuple[Node, ...]
    at: int = 0

    def value(self, hand: Hand) -> Value:
        return self.of([part.value(hand) for part in self.parts])

    def of(self, values: Sequence[Value]) -> Value:
        return APPLY[self.name](values)

    def children(self) -> tuple[Node, ...]:
        return self.parts

    def text(self, show: Show) -> str:
        return f"{self.name}({listed(self.parts, show)})"


class Labelled(Node, frozen=True, gc=False, eq=False):
    """A part that says what it is for."""

    inner: Node
    label: str
    at: int = 0

    def value(self, hand: Hand) -> Value:
        return self.inner.value(hand)

    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    def text(self, show: Show) -> str:
        inner = self.inner.text(show)
        bare = self.inner.binding == _TERM and not isinstance(self.inner, Labelled)
        return f"{inner if bare else f'({inner})'}[{self.label}]"


class Outcome(Struct, frozen=True, gc=False):
    """A total against its target: by how much it succeeds or fails, and in how many degrees."""

    success: bool
    margin: Value
    degree: int


DEFAULT_STEP = Number(5)


class Check(Node, frozen=True, gc=False, eq=False):
    """A whole roll against a target number; each further step away from it is one more degree."""

    binding: ClassVar[int] = -1
    total: Node
    target: Node
    step: Node = DEFAULT_STEP
    at: int = 0

    def value(self, hand: Hand) -> Value:
        total = self.total.value(hand)
        self.outcome(total, hand)
        return total

    def outcome(self, total: Value, hand: Hand) -> Outcome:
        margin, step = whole(total - self.target.value(hand)), self.step.value(hand)
        if step <= 0:
            raise hand.refusal(f"the step of a degree must be above zero, found {step}", self.at)
        degree = floor(margin / Fraction(step))
        return Outcome(margin >= 0, margin, degree + 1 if margin >= 0 else degree)

    def children(self) -> tuple[Node, ...]:
        return (self.total, self.target, self.step)

    def text(self, show: Show) -> str:
        step = "" if self.step == DEFAULT_STEP else f" by {self.step.text(show)}"
        return f"{self.total.text(show)} vs {self.target.text(show)}{step}"


def _at_least(binding: int, node: Node, show: Show) -> str:
    """The text of a part, in brackets where it would fall apart otherwise."""
    return node.text(show) if node.binding >= binding else f"({node.text(show)})"


def listed(parts: tuple[Node, ...], show: Show) -> str:
    return ", ".join(part.text(show) for part in parts)
