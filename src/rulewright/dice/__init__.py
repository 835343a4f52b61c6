"""Dice: throwing them, reading what they show, and counting how they can fall."""

from rulewright.dice.chance import Face, seeded_face, system_face
from rulewright.dice.distribution import Comparison, Distribution
from rulewright.dice.errors import DiceError, Impure, TooComplex
from rulewright.dice.exact import Budget, Exact
from rulewright.dice.protocol import Again, Dice
from rulewright.dice.rolling import Call, Draw, Fast, Live, Note, RolledAgain, Scripted, TooFewDice
from rulewright.dice.tabled import Tabled

__all__ = [
    "Again",
    "Budget",
    "Call",
    "Comparison",
    "Dice",
    "DiceError",
    "Distribution",
    "Draw",
    "Exact",
    "Face",
    "Fast",
    "Impure",
    "Live",
    "Note",
    "RolledAgain",
    "Scripted",
    "Tabled",
    "TooComplex",
    "TooFewDice",
    "seeded_face",
    "system_face",
]
