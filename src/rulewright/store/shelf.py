"""The tables that are in play: loaded when first asked for, put back when nobody plays on."""

import time
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from rulewright.store.store import Store
from rulewright.table.sources import Chance, Source
from rulewright.table.table import Table

SNAPSHOT_EVERY = 5000
"""Records after which a table in play is kept as it stands, so that it opens fast even after a crash."""


class _Open(NamedTuple):
    table: Table
    asked: float
    snapshot: int
    """The record at which the table was kept last."""


class Shelf:
    """Tables of a store by name. What was put back takes no memory, and is there again when it is asked for."""

    def __init__(
        self,
        store: Store,
        source: Callable[[str], Source] = lambda _name: Chance(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._source = source
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self._lock = Lock()

    def table(self, name: str) -> Table:
        """The table of this name. Ask anew before each use: a table that was put back can't be written to."""
        with self._lock:
            known = self._open.get(name) or self._load(name)
            known = self._kept(known) if known.table.history.number - known.snapshot >= SNAPSHOT_EVERY else known
            self._open[name] = known._replace(asked=self._clock())
            return known.table

    def in_play(self) -> list[str]:
        """The tables that are in memory."""
        return sorted(self._open)

    def put_back(self, idle: float = 0.0) -> list[str]:
        """Put back all tables that nobody has asked for in this many seconds."""
        with self._lock:
            latest = self._clock() - idle
            names = [name for name, known in self._open.items() if known.asked <= latest]
            for name in names:
                if self._open[name].table.history.number != self._open[name].snapshot:
                    self._kept(self._open[name])
                del self._open[name]
            return names

    def _load(self, name: str) -> _Open:
        table = self._store.table(name, source=self._source(name))
        snapshot = self._store.snapshot(name)
        return _Open(table, self._clock(), snapshot.number if snapshot else 0)

    def _kept(self, known: _Open) -> _Open:
        self._store.keep_snapshot(known.table)
        return known._replace(snapshot=known.table.history.number)
