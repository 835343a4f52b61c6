"""Scenes of the toy, and a table with one of them."""

from collections.abc import Callable
from typing import Any

from rulewright.table.log import Log, Step
from rulewright.table.sources import Chance
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from tests.table.toys import toy

ANN: dict[str, Any] = {"id": "ann", "side": "party", "sheet": {"guard": 3}}
BOB: dict[str, Any] = {"id": "bob", "side": "party", "hp": 7, "conditions": ["warding"]}
ORC: dict[str, Any] = {"id": "orc", "side": "foes", "hp": 8, "sheet": {"guard": 1, "health": 30}}
CAT: dict[str, Any] = {"id": "cat", "sheet": {"guard": 5, "notes": ["the door is open"]}, "hidden": True}

SCENES: tuple[dict[str, Any], ...] = (
    {"entities": [ANN, BOB, {**ORC, "veiled": True}, CAT]},
    {"house_rules": {"harder": True}, "entities": [ANN, BOB, ORC]},
)


def command(name: str, by: str = "", /, **args: Any) -> Command:
    """A command in one line; `as_` is the argument `as`."""
    return Command(name=name, by=by, args={key.removesuffix("_"): value for key, value in args.items()})


def table_of(
    *entities: dict[str, Any],
    seed: int = 1,
    seats: dict[str, tuple[str, ...]] | None = None,
    log: Log | None = None,
    now: Callable[[], int] = lambda: 0,
) -> Table:
    """A table with these entities and players."""
    table = Table(toy, log, source=Chance.seeded(seed), now=now)
    table.do(command("set_up", setup={"entities": list(entities)}))
    for seat, own in (seats or {}).items():
        table.do(command("seat", id=seat, entities=list(own)))
    return table


def fight_of(*entities: dict[str, Any], seed: int = 1, seats: dict[str, tuple[str, ...]] | None = None) -> Table:
    """The same, in a fight in which the first one has the turn."""
    table = table_of(*entities, seed=seed, seats=seats)
    table.do(command("start"))
    return table


def state_of(*entities: dict[str, Any]) -> AnyState:
    return table_of(*entities).state


def hp(table: Table, name: str) -> int:
    return table.state.entities[name].counter("hp")


def kinds(step: Step) -> list[str]:
    """What kinds of events a step has."""
    return [type(event).__name__ for event in step.events]
