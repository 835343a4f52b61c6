"""Tables of the toy game on disk, for all tests of the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import msgspec

from rulewright.store import Store
from rulewright.table.game import Game
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.table.toys import toy

NAME = "thursday"

SCUFFLE = {"entities": [{"id": "ada"}, {"id": "bob", "conditions": ["warding"]}]}


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    """A store that is served for as long as the block lasts."""
    with Store.open(folder) as store:
        yield store


def seated(store: Store, name: str = NAME, game: Game = toy) -> Table:
    """A table that is open, with dice that are always the same, and seconds that no other table has."""
    seconds = count(1_000_000 * len(name))
    return store.table(name, game=game, source=Chance.seeded(7), now=lambda: next(seconds))


def begun(store: Store, name: str = NAME) -> Table:
    """A new table with two scufflers."""
    store.create(name, toy)
    table = seated(store, name)
    table.do(Command(name="set_up", args={"setup": SCUFFLE}))
    return table


def played(table: Table, commands: int, first: int = 0) -> Table:
    """A table on which all kinds of records are written, each with an id of its client's."""
    for number in range(first, first + commands):
        match (number - first) % 7:
            case 3:
                table.undo()
            case 4:
                table.redo()
            case 5:
                table.new_dice()
            case _:
                table.do(a_command(number))
    return table


def a_command(number: int) -> Command:
    """One of the things that can always be done."""
    given = f"client {number}"
    if number % 3:
        return Command(name="set", args={"path": "ada.hp", "value": number}, id=given)
    return Command(name="scheme", by="bob", args={"text": f"plan {number} — ☠"}, id=given)


def bodies(store: Store, name: str = NAME) -> list[bytes]:
    """All records of a table as they stand on the disk."""
    return list(store.bodies(store.head(name)))


def state_of(table: Table) -> bytes:
    """The state, to be compared."""
    return msgspec.json.encode(table.state, order="deterministic")
