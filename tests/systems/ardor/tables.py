"""Tables of the Action Score game for tests: entities on them, and commands with fixed dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.table.game import find_game
from rulewright.table.log import Step
from rulewright.table.state import Command
from rulewright.table.table import Table

BRYNN: dict[str, Any] = {
    "id": "brynn",
    "side": "party",
    "sheet": {"attributes": {"might": 2}, "weapons": ["longsword"]},
    "health": 20,
    "ardor": 3,
    "surges": 2,
}
WREN: dict[str, Any] = {
    "id": "wren",
    "side": "party",
    "sheet": {"attributes": {"grace": 2}, "weapons": ["shortbow"]},
    "health": 14,
    "ardor": 2,
    "surges": 2,
}
ORC: dict[str, Any] = {"id": "orc", "kind": "creature", "side": "foes", "sheet": {"base": 10, "ardor": 2}, "health": 16}


def table(*entities: Mapping[str, Any], setup: Mapping[str, Any] | None = None, **house_rules: Any) -> Table:
    made = Table(find_game("ardor"), now=lambda: 0)
    scene = {"house_rules": house_rules, **(setup or {}), "entities": list(entities)}
    made.do(Command(name="set_up", args={"setup": scene}))
    return made


def do(at: Table, name: str, by: str = "", dice: Sequence[int] | None = (), seat: str = "gm", **args: Any) -> Step:
    """Carry out a command; a trailing underscore in the name of an argument goes away."""
    command = Command(name=name, by=by, args={key.rstrip("_"): value for key, value in args.items()})
    return at.do(command, dice=dice, seat=seat)


def value(at: Table, path: str) -> Any:
    return at.game.projection.get(at.state, path)


def seated(at: Table, **seats: Sequence[str]) -> Table:
    """The table with players at it, each speaking for some."""
    for seat, own in seats.items():
        do(at, "seat", id=seat, entities=list(own))
    return at
