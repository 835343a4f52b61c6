"""What is wrong with content: where, what was found, and what would be right."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.rules.errors import RuleError
from rulewright.rules.values import near

LONGEST_SHOWN = 60


class ContentError(RuleError):
    """Content that can't be read as what it should be, so that nothing can be played with it."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_content", message)


class Problem(NamedTuple):
    """One thing that is wrong."""

    file: str
    line: int
    path: str
    """Where in the file's data, such as `spells.slumber.effects[0].amount`."""
    text: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.path}: {self.text}" if self.path else f"{where}: {self.text}"


def refuse(problems: Sequence[Problem], most: int = 20) -> None:
    """Raise all of them at once, if there are any."""
    if problems:
        lines = [str(problem) for problem in problems[:most]]
        more = len(problems) - most
        raise ContentError("\n".join([*lines, f"and {more} more"] if more > 0 else lines))


def shown(value: Any) -> str:
    """What was found, in a few words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"a map with {', '.join(map(str, value))}"[:LONGEST_SHOWN] if value else "an empty map"
    if isinstance(value, list):
        return "a list"
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def unlike(value: Any, wanted: str, known: Sequence[str] = ()) -> str:
    """That something else belongs there."""
    hint = near(value, known) if isinstance(value, str) else ""
    return f"found {shown(value)}, where {wanted} belongs{hint}"
