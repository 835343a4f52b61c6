"""The one error of dice notation: it knows the text and the place in it."""

from rulewright.dice.errors import DiceError
from rulewright.dice.notation.grammar import MOST_CHARACTERS

_SHOWN = 72


class NotationError(DiceError):
    """Dice text that can't be read or rolled, with the column (counted from 1) where it goes wrong."""

    def __init__(self, message: str, text: str, column: int) -> None:
        if len(text) > max(column, MOST_CHARACTERS):
            text = text[: max(column, MOST_CHARACTERS)] + "…"
        super().__init__(message, text, column)
        self.message = message
        self.text = text
        self.column = column

    def __str__(self) -> str:
        return f"{self.message} (column {self.column})"

    def pointer(self) -> str:
        """Two lines: the text, cut to what fits on a line, and a caret below the place."""
        start = max(0, self.column - 1 - _SHOWN // 2)
        shown = "".join(letter if letter.isprintable() else "�" for letter in self.text[start : start + _SHOWN])
        return f"{shown}\n{' ' * (self.column - 1 - start)}^"
