"""The named rules read a second time, from the specification alone: loops over single dice and no cleverness."""

from collections.abc import Mapping
from typing import Any

from tests.systems.quickref.reading import characters, fight, wounds
from tests.systems.quickref.reading.core import RULES
from tests.systems.support import Die, Result

__all__ = ["RULES", "characters", "fight", "run", "wounds"]


def run(rule: str, arguments: Mapping[str, Any], die: Die) -> Result:
    """One run of a rule with the arguments of a request, which have passed the checks of type and range."""
    given = {"class_" if name == "class" else name: value for name, value in arguments.items()}
    return RULES[rule](die, **given)
