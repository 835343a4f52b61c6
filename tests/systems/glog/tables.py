"""Tables of Goblin Laws for tests: entities on them, and commands with fixed dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.table.game import find_game
from rulewright.table.log import Step
from rulewright.table.state import Command
from rulewright.table.table import Table

WIZARD = {"templates": ["wizard_a"], "schools": ["elderstone"]}


def table(*entities: Mapping[str, Any], **house_rules: Any) -> Table:
    made = Table(find_game("glog"), now=lambda: 0)
    made.do(Command(name="set_up", args={"setup": {"house_rules": house_rules, "entities": list(entities)}}))
    return made


def do(at: Table, name: str, by: str = "", /, dice: Sequence[int] | None = None, **args: Any) -> Step:
    """Carry out a command; `from_` stands for an argument that is called `from`."""
    return at.do(Command(name=name, by=by, args={key.rstrip("_"): value for key, value in args.items()}), dice=dice)


def value(at: Table, path: str) -> Any:
    return at.game.projection.get(at.state, path)
