"""Reading a file of tables, whoever else reads or writes it."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from rulewright.store import records
from rulewright.store.chain import Head, Label, glance
from rulewright.store.database import plain_errors
from rulewright.store.errors import StoreError
from rulewright.store.folder import checked_name
from rulewright.store.records import Rows


class Entered(NamedTuple):
    """A table as the list of tables shows it."""

    name: str
    game: str
    game_version: str
    length: int
    last_played: int
    """When its last record was written, in seconds of real time; 0 if it has none."""


class Reader:
    """What stands in a file of tables. Threads may share it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._reading = RLock()

    def close(self) -> None:
        self._connection.close()

    def heads(self) -> list[Head]:
        """How far each table has come."""
        return records.heads(self.query)

    def head(self, name: str) -> Head:
        return records.head(self.query, checked_name(name))

    def tables(self) -> list[Entered]:
        """All tables, by name."""
        return [self._entered(head) for head in self.heads()]

    def _entered(self, head: Head) -> Entered:
        label = self.label(head)
        last = glance(next(self.bodies(head, head.length))).at if head.length else 0
        return Entered(head.name, label.game, label.game_version, head.length, last)

    def label(self, head: Head) -> Label:
        """What a table plays, and by which version of the rules."""
        return records.label(self.query, head)

    def bodies(self, head: Head, first: int = 1) -> Iterator[bytes]:
        """The records of a table as bytes, each compared with its hash."""
        return records.bodies(self.query, head, first)

    def query(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """Read from the database. Readers of all threads share one connection."""
        with self._reading, plain_errors(self.path):
            return self._connection.execute(sql, values).fetchall()

    def problems(self) -> list[str]:
        """Everything that is damaged, after looking at every byte that counts."""
        try:
            found = [row[0] for row in self.query("PRAGMA integrity_check") if row[0] != "ok"]
            for head in self.heads():
                found += self._problems_of(head)
        except StoreError as error:
            return [str(error)]
        return found

    def _problems_of(self, head: Head) -> list[str]:
        try:
            self.label(head)
            for _ in self.bodies(head, 0):
                pass
            records.refuse_surplus(self.query, head)
        except StoreError as error:
            return [str(error)]
        return []
