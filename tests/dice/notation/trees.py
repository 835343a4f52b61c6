"""Random trees of every kind of node, as Hypothesis makes them."""

from fractions import Fraction

from hypothesis import strategies as st

from rulewright.dice.notation.pools import Dice, Group
from rulewright.dice.notation.throwing import Change, Condition, Count, Explosion, Keep, Sets
from rulewright.dice.notation.tree import ARITHMETIC, Check, Function, Labelled, Name, Negative, Node, Number

_words = st.sampled_from(["a", "dex", "abilities.dex.mod", "hit_points", "_x1"])
_labels = st.sampled_from(["fire", "Cold Iron", "ärger", "d20 + 5", "🎲"])
_signs = st.sampled_from(["=", ">", "<", ">=", "<="])
_conditions = st.builds(Condition, _signs, st.integers(-2, 12))
_decimals = st.integers(1, 999_999).map(lambda number: Fraction(number, 1000)).filter(lambda it: it.denominator > 1)

numbers = st.builds(Number, st.one_of(st.integers(0, 999_999_999), _decimals))
names = st.builds(Name, _words)
keeps = st.one_of(
    st.builds(lambda number: Keep(highest=number), st.integers(0, 9)),
    st.builds(lambda number: Keep(lowest=number), st.integers(0, 9)),
    st.builds(lambda high, low: Keep(drop_highest=high, drop_lowest=low), st.integers(0, 9), st.integers(0, 9)),
)
counts = st.builds(Count, _conditions, st.none() | _conditions)
sets = st.builds(Sets, st.integers(1, 4))


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """At least one thing that happens to single dice."""
    reroll = tuple(sorted(draw(st.sets(_conditions, max_size=2))))
    explosion = draw(
        st.none() | st.builds(Explosion, st.sampled_from(["!", "!o", "!!", "!p"]), st.none() | _conditions)
    )
    floor = draw(st.none() | st.integers(-3, 3))
    cap = draw(st.none() | st.integers(3, 9))
    if not reroll and explosion is None and cap is None:
        floor = floor or 2
    return Change(reroll, bool(reroll) and draw(st.booleans()), explosion, floor, cap)


@st.composite
def dice(draw: st.DrawFn) -> Dice:
    """Dice that come to rest, with amounts that may be computed from a sheet."""
    amount = st.one_of(names, st.builds(ARITHMETIC["+"], names, numbers))
    fudge = draw(st.booleans())
    sides: int | Node = 3 if fudge else draw(st.integers(1, 12) | amount)
    made = Dice(
        draw(st.integers(0, 6) | amount),
        sides,
        fudge,
        draw(st.none() | changes()),
        draw(st.none() | keeps),
        draw(st.none() | counts | sets),
    )
    if isinstance(sides, int) and made.problem(0, sides):
        return Dice(made.count, sides, fudge, None, made.keep, made.tally)
    return made


def _grown(smaller: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    parts = st.lists(smaller, min_size=1, max_size=3).map(tuple)
    several = st.lists(smaller, min_size=2, max_size=3).map(tuple)
    arithmetic = st.builds(
        lambda made, left, right: made(left, right), st.sampled_from(list(ARITHMETIC.values())), smaller, smaller
    )
    return st.one_of(
        arithmetic,
        st.builds(Negative, smaller),
        st.builds(Labelled, smaller, _labels),
        st.builds(Function, st.sampled_from(["min", "max"]), parts),
        st.builds(lambda name, part: Function(name, (part,)), st.sampled_from(["floor", "ceil", "abs"]), smaller),
        st.builds(Group, several, st.none() | keeps, st.none() | counts),
    )


trees: st.SearchStrategy[Node] = st.recursive(st.one_of(dice(), numbers, names), _grown, max_leaves=8)
targets = st.one_of(numbers, names, st.builds(Negative, names))
checks: st.SearchStrategy[Node] = st.builds(Check, trees, targets, st.builds(Number, st.integers(1, 20)))
rolls = trees | checks
