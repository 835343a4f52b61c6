"""The named rules read a second time, from the specification alone: loops over single dice and no cleverness."""

from collections.abc import Mapping
from typing import Any

from tests.systems.glog.reading import characters, fight, magic, people, wounds
from tests.systems.glog.reading.core import RULES
from tests.systems.glog.reading.tables import HOUSE_RULES
from tests.systems.support import Die, Result

__all__ = ["RULES", "characters", "fight", "magic", "people", "run", "wounds"]


def run(rule: str, arguments: Mapping[str, Any], die: Die) -> Result:
    """One run of a rule with the arguments of a request, which have passed the checks of type and range."""
    given = {"from_" if name == "from" else name: value for name, value in arguments.items()}
    house = {**HOUSE_RULES, **given.pop("house_rules", {})}
    return RULES[rule](die, house, **given)
