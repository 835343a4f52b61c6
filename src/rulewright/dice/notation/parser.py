"""Reads dice text: one regular expression takes a whole term at a time, and precedence climbing joins the terms."""

import re
from fractions import Fraction
from functools import lru_cache

from rulewright.dice.notation import grammar
from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.operators import Operators, read_operators
from rulewright.dice.notation.pools import Dice, Group
from rulewright.dice.notation.rolling import Expression
from rulewright.dice.notation.throwing import Sets
from rulewright.dice.notation.tree import (
    ARITHMETIC,
    DEFAULT_STEP,
    Check,
    Function,
    Labelled,
    Name,
    Negative,
    Node,
    Number,
    canonical,
    has_dice,
)

_CLOSERS = {"(": ")", "{": "}"}
_ONE_PART = ("floor", "ceil", "abs")
_EMPTY = "there is nothing to roll here: write dice, as in d20 + 5"
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


@lru_cache(maxsize=512)
def parse(text: str) -> Expression:
    """Read dice text. A `NotationError` says where and why it can't be read, and what would be right."""
    if not isinstance(text, str):
        raise NotationError(f"dice are written as text, found {type(text).__name__}", "", 1)
    if len(text) > grammar.MOST_CHARACTERS:
        message = f"dice text has at most {grammar.MOST_CHARACTERS} characters, found {len(text):,}"
        raise NotationError(message, text, grammar.MOST_CHARACTERS + 1)
    if not text.isprintable() and (unseen := grammar.UNSEEN.search(text)):
        raise NotationError(f"a character that can't be seen: U+{ord(unseen[0]):04X}", text, unseen.start() + 1)
    body, marked, comment = text.partition("#")
    return Expression(text, _Reader(text, body).roll(), " ".join(comment.split()) if marked else "")


class _Reader:
    """A place in the text, and how much was read so far."""

    __slots__ = ("at", "body", "depth", "dice", "dice_end", "dice_start", "parts", "sign", "text")

    def __init__(self, text: str, body: str) -> None:
        self.text = text
        # Only ASCII is lowered: other letters could change the length of the text, and with it all columns.
        self.body = body.lower() if body.isascii() else body.translate(_LOWER)
        self.at = len(body) - len(body.lstrip()) if body[:1].isspace() else 0
        self.sign: str | None = None  # the arithmetic sign, `vs` or `by` behind the last term
        self.depth = self.parts = self.dice = self.dice_start = 0
        self.dice_end = -1

    # ------------------------------------------------------------------ whole rolls and sums

    def roll(self) -> Node:
        if self.at == len(self.body):
            raise self.refusal(_EMPTY, self.at)
        node = self.sum()
        if self.sign == "vs":
            node = self.check(node)
        if self.sign or self.at < len(self.body):
            raise self.unexpected()
        return node

    def check(self, total: Node) -> Check:
        at = self.at
        target = self.without_dice(self.sum(), "the target behind `vs`", at)
        step: Node = DEFAULT_STEP
        if self.sign == "by":
            step_at = self.at
            step = self.without_dice(self.sum(), "the step behind `by`", step_at)
            if isinstance(step, Number) and not step.number:
                raise self.refusal("the step of a degree must be above zero", step_at)
        return Check(total, target, step, at)

    def sum(self, least: int = 0) -> Node:
        """Terms joined by signs that bind at least so tightly."""
        left = self.term()
        while (made := ARITHMETIC.get(self.sign or "")) is not None and made.binding >= least:
            at = self.at
            self.count_part()
            left = made(left, self.sum(made.binding + 1), at)
        return left

    # ------------------------------------------------------------------ terms

    def term(self) -> Node:
        at = self.at
        match = grammar.TERM.match(self.body, at)
        if match is None:
            return self.opened()
        self.count_part()
        count, sides, special, tail, number, name, braced, label, self.sign = match.groups()
        self.at = match.end()
        node: Node
        if number is not None:
            node = Number(self.number(number, at), at)
        elif name or braced:
            node = Name(name or braced, at)
        else:
            operators = self.operators(tail, match.start(4)) if tail else None
            node = self.made_dice(
                self.whole(count, at) if count else 1,
                _SPECIAL[special] if special else self.whole(sides, at),
                special == "f",
                operators,
                at,
            )
            self.dice_end = match.end(4)
        return node if label is None else self.labelled(node, match.start(8))

    def opened(self) -> Node:
        """A term that holds others: a negative, a bracket, a group, a function, or dice with a bracket in them."""
        at = self.at
        match = grammar.OPENING.match(self.body, at)
        if match is None:
            raise self.expected()
        self.count_part()
        self.depth += 1
        if self.depth > grammar.DEEPEST_NESTING:
            raise self.refusal(f"brackets and signs nest at most {grammar.DEEPEST_NESTING} deep", at)
        minus, function, bracket, count, sides_bracket = match.groups()
        self.at = match.end()
        if minus:
            node: Node = Negative(self.term(), at)
            self.depth -= 1
            return node  # what stands behind the term was read with it
        if function:
            node = self.function(function, self.bracketed(bracket, at), at)
        elif bracket:
            node = self.bracket(self.bracketed(bracket, at), at)
        else:
            sides = self.amount(self.bracketed(sides_bracket, at), at)
            node = self.dice_of(self.whole(count, at), sides, False, at)
        self.depth -= 1
        behind = grammar.AFTER.match(self.body, self.at)
        assert behind is not None  # every part of the pattern is optional
        self.at, self.sign = behind.end(), behind[2]
        return node if behind[1] is None else self.labelled(node, behind.start(1))

    def bracketed(self, bracket: str, opened_at: int) -> list[Node]:
        """The parts up to the closing bracket."""
        parts = []
        while True:
            parts.append(self.sum())
            closing = None if self.sign else grammar.CLOSING.match(self.body, self.at)
            if closing is None:
                if self.at == len(self.body) and not self.sign:
                    raise self.refusal(f"the bracket of column {opened_at + 1} is not closed", self.at)
                raise self.unexpected()
            if closing[1] == "," or closing[1] == _CLOSERS[bracket]:
                self.at = closing.end()
                if closing[1] != ",":
                    return parts
            else:
                raise self.refusal(f"{bracket} is closed by {_CLOSERS[bracket]}, found {closing[1]}", closing.start(1))

    def function(self, name: str, parts: list[Node], at: int) -> Function:
        if name in _ONE_PART and len(parts) > 1:
            raise self.refusal(f"{name} takes one part, found {len(parts)}", at)
        return Function(name, tuple(parts), at)

    def bracket(self, parts: list[Node], at: int) -> Node:
        """An amount of dice, a group, or just a bracket: that depends on what stands in it and behind it."""
        dice = grammar.DICE_BEHIND_BRACKET.match(self.body, self.at)
        if dice is not None:
            self.at = dice.end()
            sides, special, bracket = dice.groups()
            count = self.amount(parts, at)
            if bracket:
                return self.dice_of(count, self.amount(self.bracketed(bracket, dice.start(3)), at), False, at)
            return self.dice_of(count, _SPECIAL[special] if special else self.whole(sides, at), special == "f", at)
        operators = self.operators_here(on_group=True)
        self.dice_start, self.dice_end = at, self.at if len(parts) > 1 else -1
        if len(parts) > 1:
            if operators is None:
                return Group(tuple(parts), at=at)
            _, keep, tally = operators
            assert not isinstance(tally, Sets)  # refused for groups
            return Group(tuple(parts), keep, tally, at)
        if operators is not None:
            advice = "put operators at the dice, as in 4d6kh3, or list several parts, as in (1d6, 1d8)kh1"
            raise self.refusal(f"a bracket with one part has nothing to choose from: {advice}", at)
        return parts[0]

    # ------------------------------------------------------------------ dice

    def dice_of(self, count: int | Node, sides: int | Node, fudge: bool, at: int) -> Dice:
        operators = self.operators_here(on_group=False)
        self.dice_end = self.at
        return self.made_dice(count, sides, fudge, operators, at)

    def made_dice(
        self, count: int | Node, sides: int | Node, fudge: bool, operators: Operators | None, at: int
    ) -> Dice:
        self.dice_start = at
        change, keep, tally = operators or _NO_OPERATORS
        dice = Dice(count, sides, fudge, change, keep, tally, at)
        if isinstance(sides, int) and (problem := dice.problem(count if isinstance(count, int) else 0, sides)):
            raise self.refusal(problem, at)
        if isinstance(count, int):
            self.dice += count
            if self.dice > grammar.MOST_DICE:
                raise self.refusal(f"more than {grammar.MOST_DICE:,} dice in one roll", at)
        return dice

    def operators_here(self, on_group: bool) -> Operators | None:
        tail = grammar.TAIL.match(self.body, self.at)
        assert tail is not None  # no operator at all is a match
        at, self.at = self.at, tail.end()
        return self.operators(tail[0], at, on_group) if tail[0] else None

    def operators(self, tail: str, at: int, on_group: bool = False) -> Operators:
        return read_operators(tail, at, on_group, self.refusal)

    def amount(self, parts: list[Node], at: int) -> int | Node:
        """A number of dice or sides that stood in brackets."""
        if len(parts) > 1:
            raise self.refusal("a number of dice or sides is one value, not a list", at)
        node = self.without_dice(parts[0], "a number of dice or sides", at)
        if not isinstance(node, Number):
            return node
        if not isinstance(node.number, int):
            raise self.refusal(f"a number of dice or sides must be whole, found {canonical(node)}", at)
        return node.number

    # ------------------------------------------------------------------ small things

    def whole(self, digits: str | None, at: int) -> int:
        if not digits:
            return 1
        if len(digits) > grammar.MOST_DIGITS:
            raise self.refusal(f"numbers have at most {grammar.MOST_DIGITS} digits", at)
        return int(digits)

    def number(self, digits: str, at: int) -> int | Fraction:
        if "." not in digits:
            return self.whole(digits, at)
        if len(digits.lstrip("0")) > grammar.MOST_DIGITS + 1:  # with the point; the zero before it may be left out
            raise self.refusal(f"numbers have at most {grammar.MOST_DIGITS} digits", at)
        exact = Fraction(digits)
        return exact.numerator if exact.denominator == 1 else exact

    def labelled(self, node: Node, start: int) -> Labelled:
        label = " ".join(self.text[start : self.text.index("]", start)].split())
        if not label:
            raise self.refusal("a label says something, as in 2d6[fire]", start)
        return Labelled(node, label, start)

    def without_dice(self, node: Node, what: str, at: int) -> Node:
        if has_dice(node):
            raise self.refusal(f"{what} can't hold dice: roll those first, then write the number", at)
        return node

    def count_part(self) -> None:
        self.parts += 1
        if self.parts > grammar.MOST_PARTS:
            raise self.refusal(f"dice text has at most {grammar.MOST_PARTS} parts", self.at)

    # ------------------------------------------------------------------ refusals

    def refusal(self, message: str, at: int) -> NotationError:
        return NotationError(message, self.text, at + 1)

    def expected(self) -> NotationError:
        """Where a term should begin, something else stands."""
        if self.at == len(self.body):
            return self.refusal("the text ends where a number or dice should follow", self.at)
        advice = self.advice()
        return self.refusal(f"expected a number, dice, @name or bracket, found {self.found()}{advice}", self.at)

    def unexpected(self) -> NotationError:
        """Where a sign or the end should stand, something else does."""
        if self.sign:
            self.at = self.body.rindex(self.sign, 0, self.at)
        elif self.dice_end >= 0 and not self.body[self.dice_end : self.at].strip():
            for pattern, advice in grammar.AFTER_DICE_ADVICE:
                if match := re.match(pattern, self.body[self.at :]):
                    return self.refusal(self.dice_advice(advice, match), self.at)
        if grammar.TERM.match(self.body, self.at) or grammar.OPENING.match(self.body, self.at):
            return self.refusal(f"an operator is missing before {self.found()}, such as + or *", self.at)
        return self.refusal(f"unexpected {self.found()}{self.advice()}", self.at)

    def dice_advice(self, advice: str, match: re.Match[str]) -> str:
        rest = re.sub(r"\s", "", match.groupdict().get("rest", ""))
        dice = self.body[self.dice_start : self.dice_end].strip()
        return f"{match[0].strip()}: " + advice.format(rest=rest, dice=dice, number=rest.lstrip("<>="))

    def advice(self) -> str:
        for pattern, advice in grammar.ADVICE:
            if re.match(pattern, self.body[self.at :]):
                return f": {advice}"
        return ""

    def found(self) -> str:
        """What stands at this place, in a form that can be shown."""
        match = re.compile(r"@?[a-z_]+|[0-9.]+d?[0-9]*|//|\*\*|[<>]=|.").match(self.body, self.at)
        word = match[0][:20] if match else ""
        return word if word.isascii() else f"{word} (U+{ord(word):04X})"


_SPECIAL = {"%": 100, "f": 3}
_NO_OPERATORS: Operators = (None, None, None)
