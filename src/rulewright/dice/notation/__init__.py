"""Dice notation: `4d6kh3 + @str vs 15` as text, as a tree, as a roll and as exact odds."""

from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.explain import DiceGroup, Die, Throw
from rulewright.dice.notation.grammar import GRAMMAR, NOTATION_VERSION, OPERATORS, operator_table
from rulewright.dice.notation.inline import find_inline
from rulewright.dice.notation.odds import Odds, Verdict, odds
from rulewright.dice.notation.parser import parse
from rulewright.dice.notation.rolling import Draw, Expression, Roll, Sheet
from rulewright.dice.notation.tree import Outcome

__all__ = [
    "GRAMMAR",
    "NOTATION_VERSION",
    "OPERATORS",
    "DiceGroup",
    "Die",
    "Draw",
    "Expression",
    "NotationError",
    "Odds",
    "Outcome",
    "Roll",
    "Sheet",
    "Throw",
    "Verdict",
    "find_inline",
    "odds",
    "operator_table",
    "parse",
    "roll",
]


def roll(text: str, draw: Draw | None = None, sheet: Sheet | None = None) -> Roll:
    """Read dice text and roll it."""
    return parse(text).roll(draw, sheet)
