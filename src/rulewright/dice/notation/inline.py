"""Finds rolls inside of chat text: `I swing [[1d20+5]] for [[1d8]]`."""

from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.grammar import INLINE, MOST_CHAT_CHARACTERS, MOST_INLINE_ROLLS
from rulewright.dice.notation.parser import parse
from rulewright.dice.notation.rolling import Expression


def find_inline(text: str) -> tuple[str | Expression, ...]:
    """The text in order: plain pieces as they are, and what stands in double square brackets as expressions."""
    if len(text) > MOST_CHAT_CHARACTERS:
        message = f"a text with rolls in it has at most {MOST_CHAT_CHARACTERS:,} characters, found {len(text):,}"
        raise NotationError(message, text, MOST_CHAT_CHARACTERS + 1)
    pieces: list[str | Expression] = []
    end = 0
    for place, match in enumerate(INLINE.finditer(text)):
        if place == MOST_INLINE_ROLLS:
            raise NotationError(f"a text holds at most {MOST_INLINE_ROLLS} rolls", text, match.start() + 1)
        if match.start() > end:
            pieces.append(text[end : match.start()])
        try:
            pieces.append(parse(match[1]))
        except NotationError as error:
            raise NotationError(error.message, text, match.start(1) + error.column) from None
        end = match.end()
    if end < len(text):
        pieces.append(text[end:])
    return tuple(pieces)
