"""The file itself: its tables, how it is opened, and what SQLite's errors mean in plain words."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rulewright.store.errors import Damaged, InUse, NotWritten, StoreError
from rulewright.store.folder import put_in_place, remove, unfinished_beside

FORMAT = 1
APPLICATION = 0x52577472
"""How the file says that it is one of ours."""

PAGE = 4096
NUMBER_BITS = 32
LAST_NUMBER = (1 << NUMBER_BITS) - 1

# A record's key is its table and its number in one, so that a table's records lie together without a second index, and
# a record of some thousand bytes stays in one page. WITHOUT ROWID would put everything above a thousand into a page of
# its own.
SCHEMA = """
CREATE TABLE tables (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  length INTEGER NOT NULL,
  chain BLOB NOT NULL,
  seal BLOB NOT NULL,
  owner INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE records (key INTEGER PRIMARY KEY, chain BLOB NOT NULL, body BLOB NOT NULL);
CREATE TABLE commands (
  table_id INTEGER NOT NULL, seat TEXT NOT NULL, command TEXT NOT NULL, number INTEGER NOT NULL,
  PRIMARY KEY (table_id, seat, command)
) WITHOUT ROWID;
CREATE TABLE snapshots (
  table_id INTEGER PRIMARY KEY, number INTEGER NOT NULL, chain BLOB NOT NULL, sum BLOB NOT NULL, body BLOB NOT NULL
);
"""


def key(table: int, number: int) -> int:
    """Where a record stands."""
    return table << NUMBER_BITS | number


def connect(path: Path, *, mode: str = "rw") -> sqlite3.Connection:
    """Open the file, which must be there."""
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False, timeout=10
    )
    try:
        for setting in ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON", "cell_size_check=ON"):
            connection.execute(f"PRAGMA {setting}")
        _check_format(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Damaged(f"{path} is no file of Rulewright's tables, or its beginning is damaged")
    if version != FORMAT:
        raise StoreError(f"{path} has format {version}, and this Rulewright reads {FORMAT}: use a newer one")


def create(path: Path) -> None:
    """Make an empty file. It gets its name when it is whole, so an empty one is always a damaged one."""
    unfinished = unfinished_beside(path)
    remove(unfinished)
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size={PAGE}")
            connection.execute(f"PRAGMA application_id={APPLICATION}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
            connection.executescript(f"BEGIN; {SCHEMA} COMMIT;")
        put_in_place(unfinished, path)
    finally:
        remove(unfinished)


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Say in plain words what SQLite and the system complain of."""
    try:
        yield
    except sqlite3.Error as error:
        raise in_plain_words(path, error) from error
    except OSError as error:
        raise NotWritten(f"{error.filename or path}: {error.strerror}") from error


def in_plain_words(path: Path, error: sqlite3.Error) -> StoreError:
    """What an error of SQLite's means for whoever runs the program."""
    match (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return NotWritten(f"{path}: the disk is full; nothing was written")
        case sqlite3.SQLITE_IOERR:
            return NotWritten(f"{path}: the disk does not read or write as it should ({error})")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUse(f"{path} is in use by another program")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreError(f"{path} can't be opened or written here: {error}")
    return Damaged(f"{path} is damaged: {error}")
