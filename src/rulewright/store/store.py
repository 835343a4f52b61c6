"""The tables of a data folder: one file, one process that serves it, and any number that look."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from rulewright.store import records
from rulewright.store.chain import Head, Label
from rulewright.store.database import PAGE, connect, create, key, plain_errors
from rulewright.store.errors import Damaged, NoTables, OtherVersion, StoreError
from rulewright.store.folder import Lock, checked_name, database, free_name, is_served, wal_of
from rulewright.store.log import StoredLog
from rulewright.store.reader import Reader
from rulewright.store.records import Entry
from rulewright.store.wal import Remains, remains
from rulewright.store.writer import Work, Writer
from rulewright.table.game import Game, find_game
from rulewright.table.history import Snapshot
from rulewright.table.sources import Source
from rulewright.table.table import Table, real_time


class Store(Reader):
    """What is kept in a data folder. `open` serves it, `look` only reads what may be served elsewhere."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        notice: str = "",
        lock: Lock | None = None,
        writer: Writer | None = None,
    ) -> None:
        super().__init__(path, connection)
        self.folder = path.parent
        self.notice = notice
        """What whoever runs the program should know about how the last session ended."""
        self._lock = lock
        self._writer = writer

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Serve a data folder, which is made if there is none. No other process can do so meanwhile."""
        path = database(folder)
        with ExitStack() as undoing, plain_errors(path):
            lock = Lock(folder)
            undoing.callback(lock.release)
            if not path.exists():
                _refuse_headless(path)
                create(path)
            notice = _after_a_crash(path, keep_copy=True)
            writer = Writer(path, _for_writing(path))
            undoing.callback(writer.close)
            connection = _for_reading(path, "rw")
            undoing.callback(connection.close)
            store = cls(path, connection, notice=notice, lock=lock, writer=writer)
            store.heads()
            undoing.pop_all()
        return store

    @classmethod
    def look(cls, folder: Path) -> Self:
        """Read a data folder, whether it is served by another process or not."""
        path = database(folder)
        if not path.exists():
            _refuse_headless(path)
            raise NoTables(f"there are no tables in {folder} yet")
        with ExitStack() as undoing, plain_errors(path):
            notice = "" if is_served(folder) else _after_a_crash(path, keep_copy=False)
            connection = _for_reading(path, "ro")
            undoing.callback(connection.close)
            store = cls(path, connection, notice=notice)
            store.heads()
            undoing.pop_all()
        return store

    def close(self) -> None:
        if self._writer:
            self._writer.close()
        super().close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------ writing

    def write(self, work: Work[Any]) -> "Future[Any]":
        """Let the one writer do something in a transaction. The future is done when it is on the disk."""
        if self._writer is None:
            raise StoreError("the tables were opened to look at, not to write")
        return self._writer.submit(work)

    def create(self, name: str, game: Game) -> None:
        """Add an empty table, pinned to the version of the rules that is installed now."""
        self.add(Label(table=checked_name(name), game=game.name, game_version=game.version).now(game))

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
    """A table is played by the rules and packs that it began with, until the GM agrees to others."""
    now = label.now(game)
    if label.game_version != game.version:
        raise OtherVersion(
            f"{label.table} is played by version {label.game_version} of {label.game}, and version {game.version} is "
            f"installed. If you agree to the new rules: rulewright upgrade {label.table}"
        )
    if label != now:
        raise OtherVersion(
            f"{label.table} is played by {label.played_by}, and here is {now.played_by}. Put its packs in their place; "
            f"or, if you agree to play it as it is here: rulewright upgrade {label.table}"
        )


def _refuse_headless(path: Path) -> None:
    if wal_of(path).exists():
        raise Damaged(f"{path} is missing, and what was written last for it is there: {wal_of(path).name}")


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


def _for_reading(path: Path, mode: str) -> sqlite3.Connection:
    connection = connect(path, mode=mode)
    connection.execute("PRAGMA query_only=ON")
    return connection


def _after_a_crash(path: Path, *, keep_copy: bool) -> str:
    """Look at what the last process left unfinished, before SQLite passes over it."""
    if path.stat().st_size < PAGE:  # SQLite takes no bytes for a new file, and throws away what belongs to the old one
        raise Damaged(f"{path} is cut off: {path.stat().st_size} bytes of it are there")
    wal = wal_of(path)
    left = remains(wal)
    if left is Remains.NOTHING:
        return ""
    if left is Remains.MANY:
        raise Damaged(f"{wal} is damaged: there are {left.value}")
    notice = (
        f"{path.name} was not closed, and ends with {left.value}. It was left off: nobody was told that it is safe, "
        "unless the disk was damaged since."
    )
    if keep_copy:
        kept = free_name(wal.with_name(f"{wal.name}.left-off"))
        kept.write_bytes(wal.read_bytes())
        notice += f" A copy is kept as {kept.name}."
    return notice
