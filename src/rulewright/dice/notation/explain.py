"""What a roll shows of itself: every die with what became of it, in plain text and as data.

Marks are never colours: `(2)` is dropped, `1→4` rerolled, `6!` exploded, `+3` was added by that, `6!+2=8` added
into one die, `3↑10` raised, `6↓5` lowered, `8*` counts (or matches), `1-` fails.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs, to_builtins

from rulewright.dice.notation.pools import Dice, Group
from rulewright.dice.notation.throwing import UNCHANGED, Chain, Change, Count, Sets, Thrown, Value
from rulewright.dice.notation.tree import Name, Node, Outcome, canonical, walk

if TYPE_CHECKING:
    from rulewright.dice.notation.rolling import Expression, Roll


class Throw(Struct, frozen=True):
    """One throw of a die: the face that stands, those thrown away before it, and whether it brought another throw."""

    face: int
    rerolled: tuple[int, ...] = ()
    exploded: bool = False


class Die(Struct, frozen=True):
    """One die on the table, or one part of a group (which has no throws)."""

    value: Value
    throws: tuple[Throw, ...] = ()
    extra: bool = False
    kept: bool = True
    success: bool = False
    failure: bool = False

    def text(self) -> str:
        shown = f"{'+' if self.extra else ''}{self._thrown()}{'*' if self.success else ''}{'-' if self.failure else ''}"
        return shown if self.kept else f"({shown})"

    def _thrown(self) -> str:
        if not self.throws:
            return str(self.value)
        text = "+".join(
            "→".join(map(str, (*throw.rerolled, throw.face))) + ("!" if throw.exploded else "") for throw in self.throws
        )
        sum_of_faces = sum(throw.face for throw in self.throws)
        if self.value != sum_of_faces:
            return f"{text}{'↑' if self.value > sum_of_faces else '↓'}{self.value}"
        return f"{text}={self.value}" if len(self.throws) > 1 else text


class DiceGroup(Struct, frozen=True):
    """Dice that were thrown together, or the parts of a group."""

    text: str
    label: str
    subtotal: Value
    dice: tuple[Die, ...]


def groups(tree: Node, shown: Sequence[Thrown]) -> tuple[DiceGroup, ...]:
    """What was thrown for each part of the tree, in the order of throwing."""
    parts = [(node, label) for node, label in walk(tree) if isinstance(node, Dice | Group)]
    return tuple(
        DiceGroup(canonical(node), label, thrown.total, _dice(node, thrown))
        for (node, label), thrown in zip(parts, shown, strict=True)
    )


def _dice(node: Dice | Group, thrown: Thrown) -> tuple[Die, ...]:
    values = thrown.values
    kept = sorted(values)[node.keep.places(len(values))] if node.keep else values
    unclaimed = Counter(kept)  # of equal dice the earlier ones are shown as kept
    change = (isinstance(node, Dice) and node.change) or UNCHANGED
    thrown_dice = [die for chain in thrown.chains for die in _throws(chain, change)] or [(False, ())] * len(values)
    dice = []
    for value, (extra, throws) in zip(values, thrown_dice, strict=True):
        counts = unclaimed[value] > 0
        unclaimed[value] -= 1
        success, failure = _marks(value, kept, node.tally) if counts else (False, False)
        dice.append(Die(value, throws, extra, counts, success, failure))
    return tuple(dice)


def _throws(chain: Chain, change: Change) -> list[tuple[bool, tuple[Throw, ...]]]:
    """The dice that one chain stands for: all throws in one if they compound, otherwise one die for each."""
    last = len(chain) - 1
    throws = tuple(Throw(faces[-1], tuple(faces[:-1]), place < last) for place, faces in enumerate(chain))
    if change.compounds():
        return [(False, throws)]
    return [(place > 0, (throw,)) for place, throw in enumerate(throws)]


def _marks(value: Value, kept: Sequence[Value], tally: Count | Sets | None) -> tuple[bool, bool]:
    if isinstance(tally, Sets):
        return value in tally.matching(kept), False
    if tally is None:
        return False, False
    return tally.success.holds(value), tally.failure is not None and tally.failure.holds(value)


def line(
    expression: "Expression",
    shown: Sequence[DiceGroup],
    sheet: Mapping[str, Value],
    total: Value,
    check: Outcome | None,
) -> str:
    """The canonical text with everything thrown behind its dice, and the result."""
    following = iter(shown)

    def show(node: Node) -> str:
        if isinstance(node, Name):
            return f" [{sheet[node.name]}]"
        return f" [{', '.join(die.text() for die in next(following).dice)}]"

    text = f"{expression.tree.text(show)} = {total}"
    if check is not None:
        word = "success" if check.success else "failure"
        text += f": {word} by {abs(check.margin)}, degree {check.degree}"
    return f"{text} # {expression.comment}" if expression.comment else text


def to_dict(roll: "Roll") -> dict[str, Any]:
    """A roll as plain data for JSON."""
    check = roll.check
    return {
        "version": roll.expression.version,
        "text": roll.expression.text,
        "canonical": roll.expression.canonical,
        "comment": roll.expression.comment,
        "sheet": _plain(dict(roll.sheet)),
        "faces": [list(face) for face in roll.faces],
        "groups": [_plain(group) for group in roll.groups],
        "check": check and _plain(structs.asdict(check)),
        "total": _plain(roll.total),
        "explanation": roll.explain(),
    }


def _plain(value: Any) -> Any:
    return to_builtins(value, enc_hook=_fraction_text)


def _fraction_text(value: Any) -> str:
    assert isinstance(value, Fraction)  # the only other kind of value in a roll
    return str(value)
