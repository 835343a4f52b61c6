"""Tables on disk: commands a second that are safe when they are answered, and how soon a long table is open."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Thread
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import SAMPLES, at_least, at_most, close, fail, race, show, show_machine
from rulewright.store import Store, StoredLog
from rulewright.store.shelf import SNAPSHOT_EVERY
from rulewright.table import events
from rulewright.table.game import Game, find_game
from rulewright.table.log import Step
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table

SEED = 7
TABLES = 20
COMMANDS = 250
"""Of each table, in one sample."""

EVENTS = 100_000
"""Of the table that is opened."""

SCENE = {
    "entities": [
        {
            "id": name,
            "kind": "creature",
            "sheet": {"hit_dice": 1, "attack": 11, "defense": 13, "hp": 5, "save": 6, "movement": 12, "damage": "1d6"},
        }
        for name in ("orc", "wolf")
    ]
}


@contextmanager
def a_store() -> Iterator[Store]:
    """Tables in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        yield store


def opened(store: Store, name: str, game: Game) -> Table:
    store.create(name, game)
    table = store.table(name, source=Chance.seeded(SEED), now=lambda: 0)
    table.do(Command(name="set_up", args={"setup": SCENE}))
    return table


def change(number: int) -> Command:
    """Something small: the hit points of the orc change."""
    return Command(name="set", args={"path": "orc.hp", "value": number}, id=str(number))


# ---------------------------------------------------------------- writing


def sample(tables: list[Table], first: int) -> float:
    """Seconds in which every table has done its commands, each waiting for the disk before the next."""
    ready = Barrier(len(tables) + 1)

    def go_on(table: Table) -> None:
        ready.wait()
        for number in range(first, first + COMMANDS):
            table.do(change(number))

    threads = [Thread(target=go_on, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    ready.wait()
    start = perf_counter()
    for thread in threads:
        thread.join()
    return perf_counter() - start


def durable(game: Game, tables: int) -> float:
    """Commands a second that are on the disk when they are answered."""
    with a_store() as store:
        seated = [opened(store, f"table-{number}", game) for number in range(tables)]
        times = [sample(seated, 1 + number * COMMANDS) for number in range(SAMPLES)]
        if {len(table.log) for table in seated} != {1 + SAMPLES * COMMANDS} or store.problems():
            fail("not every command is in the log")
    rate = tables * COMMANDS / sorted(times)[SAMPLES // 2]
    show(tables=tables, durable_commands_per_second=rate, records=tables * (1 + SAMPLES * COMMANDS))
    return rate


# ---------------------------------------------------------------- opening


def write(table: Table, records: int) -> None:
    """Write so many steps, each with two events, without waiting for the disk after every one."""
    assert isinstance(table.log, StoredLog)
    for number in range(table.history.number + 1, table.history.number + 1 + records):
        before = table.state.entities["orc"].counter("hp")
        happened = (events.CounterChanged("orc", "hp", number % 9 + 1, before), events.Said(f"number {number}", "orc"))
        step = Step(number=number, command=change(number), events=happened)
        written = table.log.append_later(step)
        table.history.take(step)
    written.result()


def opening(game: Game) -> float:
    """Milliseconds until a long table is open, with as many records behind its snapshot as there ever are."""
    behind = SNAPSHOT_EVERY - 1
    with a_store() as store:
        table = opened(store, "long", game)
        write(table, EVENTS // 2 - behind)
        store.keep_snapshot(table)
        write(table, behind)
        if store.table("long").state != table.state:
            fail("the table is another than before")
        (seconds,) = race(lambda: store.table("long"))
        store.write(lambda database: database.execute("DELETE FROM snapshots")).result()
        (from_its_start,) = race(lambda: store.table("long"))
    show(open_table_of_events=EVENTS, ms=seconds * 1e3, behind_snapshot=behind, from_its_start_ms=from_its_start * 1e3)
    return seconds * 1e3


def main() -> None:
    show_machine()
    game = find_game("glog")
    durable(game, 1)
    close(
        "store",
        {
            f"durable commands a second, {TABLES} tables": at_least(5_000, durable(game, TABLES)),
            "opening a table of 100,000 events, ms": at_most(300, opening(game)),
        },
    )


if __name__ == "__main__":
    main()
