"""The tables of a data folder: one file, one process that serves it, and any number that look."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from rulewright.store import records
from rulewright.store.chain import Head, Label, glance
from rulewright.store.database import PAGE, connect, create, key, plain_errors
from rulewright.store.errors import Damaged, NoTables, OtherVersion, StoreError
from rulewright.store.folder import Lock, checked_name, database, is_served, wal_of
from rulewright.store.log import StoredLog
from rulewright.store.records import Entry, Rows
from rulewright.store.wal import Remains, remains
from rulewright.store.writer import Work, Writer
from rulewright.table.game import Game, find_game
from rulewright.table.history import Snapshot
from rulewright.table.sources import Source
from rulewright.table.table import Table, real_time


class Entered(NamedTuple):
    """A table as the list of tables shows it."""

    name: str
    game: str
    game_version: str
    length: int
    last_played: int
    """When its last record was written, in seconds of real time; 0 if it has none."""


class Store:
    """What is kept in a data folder. `open` serves it, `look` only reads what may be served elsewhere."""

    def __init__(self, folder: Path, lock: Lock | None) -> None:
        self.folder = folder
        self.path = database(folder)
        self.notice = ""
        """What whoever runs the program should know about how the last session ended."""
        self._lock = lock
        self._reading = RLock()
        with plain_errors(self.path):
            _refuse_beheaded(self.path)
            if lock or not is_served(folder):
                self.notice = _after_a_crash(self.path, keep_copy=lock is not None)
            self._writer = Writer(self.path, _for_writing(self.path)) if lock else None
            try:
                self._reader = connect(self.path, mode="rw" if lock else "ro")
                self._reader.execute("PRAGMA query_only=ON")
                self.heads()
            except BaseException:
                self.close()
                raise

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Serve a data folder, which is made if there is none. No other process can do so meanwhile."""
        lock = Lock(folder)
        try:
            path = database(folder)
            if not path.exists():
                _refuse_headless(path)
                with plain_errors(path):
                    create(path)
            return cls(folder, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def look(cls, folder: Path) -> Self:
        """Read a data folder, whether it is served by another process or not."""
        path = database(folder)
        if not path.exists():
            _refuse_headless(path)
            raise NoTables(f"there are no tables in {folder} yet")
        return cls(folder, None)

    def close(self) -> None:
        if self._writer:
            self._writer.close()
        if reader := getattr(self, "_reader", None):
            reader.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------ looking

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
            return self._reader.execute(sql, values).fetchall()

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

    # ------------------------------------------------------------------ writing

    def write(self, work: Work[Any]) -> "Future[Any]":
        """Let the one writer do something in a transaction. The future is done when it is on the disk."""
        if self._writer is None:
            raise StoreError("the tables were opened to look at, not to write")
        return self._writer.submit(work)

    def create(self, name: str, game: Game) -> None:
        """Add an empty table, pinned to the version of the rules that is installed now."""
        self.add(Label(table=checked_name(name), game=game.name, game_version=game.version))

    def add(self, label: Label, bodies: Sequence[bytes] = (), *, opening: bytes = b"") -> None:
        """Add a table with what is in its log already."""
        said = opening or label.encode()
        self.write(lambda database: records.write_new(database, said, checked_name(label.table), bodies)).result()

    def rewrite(self, head: Head, label: Label, bodies: Sequence[bytes]) -> None:
        """Put another log in the place of a table's log, if nothing was written to it since this head."""
        self.write(lambda database: records.write_anew(database, head, label.encode(), bodies)).result()

    # ------------------------------------------------------------------ playing

    def log(self, name: str, game: Game) -> StoredLog:
        """The log of a table. If the folder is served here, whoever had this table open can't write to it any more."""
        head = self.head(name)
        token = self.write(lambda database: records.take_over(database, head.id)).result() if self._writer else 0

        def append(entry: Entry) -> "Future[None]":
            return self.write(lambda database: records.append(database, head.id, token, entry))

        def read(first: int) -> Iterator[bytes]:
            return self.bodies(records.head_by_id(self.query, head.id), first)

        def length() -> int:
            return records.head_by_id(self.query, head.id).length

        return StoredLog(head.name, game.codec, read, append, length)

    def table(
        self, name: str, *, game: Game | None = None, source: Source | None = None, now: Callable[[], int] = real_time
    ) -> Table:
        """Open a table as it stands, from its last snapshot and what came after."""
        head = self.head(name)
        label = self.label(head)
        records.refuse_surplus(self.query, head)
        game = game or find_game(label.game)
        refuse_other_version(label, game)
        log = self.log(name, game)
        snapshot = self.snapshot(name)
        try:
            return Table(game, log, source=source, snapshot=snapshot, now=now)
        except msgspec.MsgspecError:
            if snapshot is None:
                raise
            return Table(game, log, source=source, now=now)

    def keep_snapshot(self, table: Table) -> None:
        """Keep a table as it stands, so that it opens fast. A cache: the log alone says what is so."""
        assert isinstance(table.log, StoredLog)
        body = msgspec.json.encode(table.history.snapshot(table.game.codec.encode_state(table.state)))
        number, name = table.history.number, table.log.name

        def keep(database: sqlite3.Connection) -> None:
            query = records.query_of(database)
            head = records.head(query, name)
            chain = query("SELECT chain FROM records WHERE key = ?", (key(head.id, number),))[0][0]
            row = (head.id, number, chain, sha256(body).digest(), body)
            database.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row)

        self.write(keep).result()

    def snapshot(self, name: str) -> Snapshot | None:
        """The snapshot of a table if it is whole and belongs to this log; otherwise the log is read from its start."""
        head = self.head(name)
        try:
            rows = self.query("SELECT number, chain, sum, body FROM snapshots WHERE table_id = ?", (head.id,))
            if not rows or sha256(rows[0][3]).digest() != rows[0][2]:
                return None
            known = self.query("SELECT chain FROM records WHERE key = ?", (key(head.id, rows[0][0]),))
            if not known or known[0][0] != rows[0][1]:
                return None
            return msgspec.json.decode(rows[0][3], type=Snapshot)
        except (Damaged, msgspec.MsgspecError, TypeError):
            return None


def refuse_other_version(label: Label, game: Game) -> None:
    """A table is played by the rules that it began with, until the GM agrees to others."""
    if label.game_version != game.version:
        raise OtherVersion(
            f"{label.table} is played by version {label.game_version} of {label.game}, and version {game.version} is "
            f"installed. If you agree to the new rules: rulewright upgrade {label.table}"
        )


def _refuse_headless(path: Path) -> None:
    if wal_of(path).exists():
        raise Damaged(f"{path} is missing, and what was written last for it is there: {wal_of(path).name}")


def _refuse_beheaded(path: Path) -> None:
    """SQLite takes a file of no length for a new one, and throws away what was written last for it."""
    if path.stat().st_size < PAGE:
        raise Damaged(f"{path} is cut off: {path.stat().st_size} bytes of it are there")


def _for_writing(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        if path.stat().st_size < pages * size:
            raise Damaged(f"{path} is cut off: {path.stat().st_size} bytes of {pages * size} are there")
    except BaseException:
        connection.close()
        raise
    return connection


def _after_a_crash(path: Path, *, keep_copy: bool) -> str:
    """Look at what the last process left unfinished, before SQLite passes over it."""
    wal = wal_of(path)
    left = remains(wal)
    if left is Remains.NOTHING:
        return ""
    if left is Remains.MANY:
        raise Damaged(f"{wal} is damaged: there are {left.value}")
    notice = f"Behind the last whole command there is {left.value}. It is left off."
    if keep_copy:
        kept = _free_name(wal.with_name(f"{wal.name}.left-off"))
        kept.write_bytes(wal.read_bytes())
        notice += f" A copy of it is kept as {kept}."
    return notice


def _free_name(path: Path) -> Path:
    """This name, or the first with a number that nothing has."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found
