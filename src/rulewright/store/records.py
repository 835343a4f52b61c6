"""Records in the database: written in order, once, by whoever opened the table last; and read back with every hash."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from rulewright.store.chain import START, Head, Label, glance, link
from rulewright.store.database import LAST_NUMBER, NUMBER_BITS, key
from rulewright.store.errors import BadName, Damaged, DoneBefore, OutOfStep, Stale, UnknownTable

FIRST_ROWS, MOST_ROWS = 8, 1024

Rows: TypeAlias = list[tuple[Any, ...]]
Query: TypeAlias = Callable[[str, Sequence[Any]], Rows]
"""Asks the database and gives all rows. Readers share a connection, so each asks for a few rows at a time."""

_HEAD = "SELECT id, name, length, chain, seal FROM tables"


def query_of(connection: sqlite3.Connection) -> Query:
    """Ask a connection that nobody else uses."""
    return lambda sql, values: connection.execute(sql, values).fetchall()


# ---------------------------------------------------------------- reading


def heads(query: Query) -> list[Head]:
    """All tables, by name."""
    found = [_checked(row) for row in query(_HEAD, ())]
    _refuse_orphans(query, {head.id for head in found})
    return sorted(found, key=lambda head: head.name.casefold())


def head(query: Query, name: str) -> Head:
    """The table of this name."""
    rows = query(f"{_HEAD} WHERE name = ?", (name,))
    if not rows:
        raise UnknownTable(_unknown(name, [known.name for known in heads(query)]))
    return _checked(rows[0])


def _unknown(name: str, known: Sequence[str]) -> str:
    listed = f"; there are {', '.join(known)}" if known else "; there is none yet"
    return f"there is no table {name!r}{listed}"


def head_by_id(query: Query, table: int) -> Head:
    """The same by its number inside the file, which is known already."""
    rows = query(f"{_HEAD} WHERE id = ?", (table,))
    if not rows:
        raise Damaged(f"table number {table} is gone from the list of tables")
    return _checked(rows[0])


def _checked(row: tuple[Any, ...]) -> Head:
    found = Head(*row[:4])
    try:
        whole = found.seal() == row[4]
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise Damaged(f"the list of tables is damaged where it says {str(found.name)!r}")
    return found


def _refuse_orphans(query: Query, known: set[int]) -> None:
    """Every table that has records stands in the list."""
    table = 0
    while rows := query("SELECT key FROM records WHERE key >= ? LIMIT 1", (key(table + 1, 0),)):
        table = rows[0][0] >> NUMBER_BITS
        if table not in known:
            raise Damaged(f"the list of tables is damaged: there are records of a table number {table} that it lacks")


def label(query: Query, table: Head) -> Label:
    """What game the table plays."""
    body = next(bodies(query, table, 0))
    try:
        found = msgspec.json.decode(body, type=Label)
    except msgspec.MsgspecError as error:
        raise Damaged(f"{table.name}: its first record is no label: {error}") from error
    if found.table != table.name:
        raise Damaged(f"{table.name}: its first record calls it {found.table!r}")
    return found


def bodies(query: Query, table: Head, first: int = 1) -> Iterator[bytes]:
    """The records from this number on, each compared with its hash, and their end with what the head says."""
    before = _link_before(query, table, first)
    number, wanted = first, FIRST_ROWS
    while number <= table.length:
        rows = query(
            "SELECT key, chain, body FROM records WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?",
            (key(table.id, number), key(table.id, table.length), wanted),
        )
        for row in rows or [(None, None, None)]:
            before = _expect(table, number, before, row)
            yield row[2]
            number += 1
        wanted = min(4 * wanted, MOST_ROWS)
    if before != table.chain:
        raise Damaged(f"{table.name}: its last records are not those that the list of tables speaks of")


def _link_before(query: Query, table: Head, first: int) -> bytes:
    if first == 0:
        return START
    rows = query("SELECT chain FROM records WHERE key = ?", (key(table.id, first - 1),))
    if first > table.length + 1 or not rows or not isinstance(rows[0][0], bytes):
        raise Damaged(f"{table.name}: record {first - 1} is missing")
    return rows[0][0]


def _expect(table: Head, number: int, before: bytes, row: tuple[Any, ...]) -> bytes:
    found, chain, body = row
    if found != key(table.id, number):
        raise Damaged(f"{table.name}: record {number} of {table.length} is missing")
    if not isinstance(body, bytes) or chain != link(before, body):
        raise Damaged(f"{table.name}: record {number} of {table.length} is damaged")
    return link(before, body)


def refuse_surplus(query: Query, table: Head) -> None:
    """Nothing stands behind the last record."""
    beyond = (key(table.id, table.length) + 1, key(table.id, LAST_NUMBER))
    if query("SELECT key FROM records WHERE key BETWEEN ? AND ? LIMIT 1", beyond):
        raise Damaged(f"{table.name}: there are more records than the {table.length} that the list of tables speaks of")


# ---------------------------------------------------------------- writing


class Entry(NamedTuple):
    """A record that is to be written."""

    number: int
    body: bytes
    seat: str = ""
    command: str = ""
    """The id that a client of this seat gave to the command, if it gave one."""


def take_over(connection: sqlite3.Connection, table: int) -> int:
    """Become the one who writes this table. Gives the token; every older one is void from now on."""
    connection.execute("UPDATE tables SET owner = owner + 1 WHERE id = ?", (table,))
    (token,) = connection.execute("SELECT owner FROM tables WHERE id = ?", (table,)).fetchone()
    return int(token)


def append(connection: sqlite3.Connection, table: int, token: int, entry: Entry) -> None:
    """Write the next record of a table, if it is the next one and the writer is the last who opened the table."""
    row = connection.execute(
        "SELECT id, name, length, chain, seal, owner FROM tables WHERE id = ?", (table,)
    ).fetchone()
    if row is None or row[5] != token:
        raise Stale("the table was opened anew since, perhaps elsewhere: this copy of it can't go on")
    found = _checked(row)
    if entry.number != found.length + 1:
        raise OutOfStep(f"{found.name}: record {entry.number} can't follow record {found.length}")
    _refuse_twice(connection, found, entry)
    _insert(connection, found.id, found.after(entry.body), entry)
    _set_head(connection, found.after(entry.body))


def _refuse_twice(connection: sqlite3.Connection, table: Head, entry: Entry) -> None:
    if not entry.command:
        return
    known = connection.execute(
        "SELECT number FROM commands WHERE table_id = ? AND seat = ? AND command = ?",
        (table.id, entry.seat, entry.command),
    ).fetchone()
    if known:
        raise DoneBefore(f"{table.name}: command {entry.command!r} was done before, in record {known[0]}", known[0])


def _insert(connection: sqlite3.Connection, table: int, after: Head, entry: Entry) -> None:
    connection.execute("INSERT INTO records VALUES (?, ?, ?)", (key(table, entry.number), after.chain, entry.body))
    if entry.command:
        given = (table, entry.seat, entry.command, entry.number)
        connection.execute("INSERT OR IGNORE INTO commands VALUES (?, ?, ?, ?)", given)


def _set_head(connection: sqlite3.Connection, table: Head) -> None:
    connection.execute(
        "UPDATE tables SET name = ?, length = ?, chain = ?, seal = ? WHERE id = ?",
        (table.name, table.length, table.chain, table.seal(), table.id),
    )


def write_new(connection: sqlite3.Connection, opening: bytes, name: str, records: Iterable[bytes]) -> None:
    """Write a table that is not there yet: its label, and what is in its log already."""
    known = next((old.name for old in heads(query_of(connection)) if old.name.casefold() == name.casefold()), None)
    if known is not None:
        raise BadName(f"there is a table {known!r} already")
    (last,) = connection.execute("SELECT max(id) FROM tables").fetchone()
    table = (last or 0) + 1
    connection.execute("INSERT INTO tables VALUES (?, ?, 0, x'', x'', 0)", (table, name))
    _write_all(connection, table, name, opening, records)


def write_anew(connection: sqlite3.Connection, table: Head, opening: bytes, records: Iterable[bytes]) -> None:
    """Put another log in the place of a table's whole log. Nobody who has the old one open can write any more."""
    if head_by_id(query_of(connection), table.id) != table:
        raise Stale(f"{table.name}: something was played meanwhile")
    connection.execute("DELETE FROM records WHERE key BETWEEN ? AND ?", (key(table.id, 0), key(table.id, LAST_NUMBER)))
    for kept in ("commands", "snapshots"):
        connection.execute(f"DELETE FROM {kept} WHERE table_id = ?", (table.id,))  # noqa: S608 - one of two names
    take_over(connection, table.id)
    _write_all(connection, table.id, table.name, opening, records)


def _write_all(connection: sqlite3.Connection, table: int, name: str, opening: bytes, records: Iterable[bytes]) -> None:
    last = Head(table, name, 0, link(START, opening))
    _insert(connection, table, last, Entry(0, opening))
    for number, body in enumerate(records, 1):
        last = last.after(body)
        said = glance(body)
        _insert(connection, table, last, Entry(number, body, said.seat, said.command.id))
    _set_head(connection, last)
