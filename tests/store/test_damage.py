"""Cut off or overwritten at many places, a file opens with all that it had, or says what is wrong; never with less."""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.store import Damaged, Store, StoreError
from rulewright.store.folder import database, wal_of
from rulewright.store.salvage import salvage
from rulewright.store.wal import FRAME_HEADER, HEADER, Remains, frames, remains
from rulewright.table.state import Command
from tests.store.support import begun, bodies, opened, played, seated

PLACES = 60
"""How many places each kind of damage is tried at."""

TABLES = ("sunday", "thursday")


class Template(NamedTuple):
    """A data folder to be damaged, and what its tables hold."""

    file: bytes
    wal: bytes
    records: dict[str, list[bytes]]
    chains: dict[str, list[bytes]]

    def put(self, folder: Path, *, file: bytes | None = None, wal: bytes | None = None) -> Path:
        """A fresh copy of it, with other bytes where some are given."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        database(folder).write_bytes(self.file if file is None else file)
        if self.wal:
            wal_of(database(folder)).write_bytes(self.wal if wal is None else wal)
        return folder


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Template:
    """Tables as they lie on the disk when nobody serves them."""
    folder = tmp_path_factory.mktemp("closed")
    write(folder)
    with opened(folder) as store:
        return template(folder, store)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Template:
    """Tables as a process leaves them that is killed: much stands only in what was written first."""
    folder = tmp_path_factory.mktemp("killed")
    write(folder)
    with opened(folder) as store:
        for name in TABLES:
            played(seated(store, name), 10, first=100)
        return template(folder, store)


def write(folder: Path) -> None:
    """Two tables with short records and long ones, some longer than a page."""
    with opened(folder) as store:
        for name in TABLES:
            table = played(begun(store, name), 60)
            for _ in range(3):
                table.do(Command(name="say", args={"text": "long words " * 300}))
                table.do(Command(name="say", args={"text": "longer words " * 300}))
            played(table, 20, first=60)
        store.keep_snapshot(seated(store, TABLES[0]))


def template(folder: Path, store: Store) -> Template:
    wal = wal_of(database(folder))
    chains = {
        name: [
            row[0]
            for row in store.query("SELECT chain FROM records WHERE key >> 32 = ? ORDER BY key", (store.head(name).id,))
        ]
        for name in TABLES
    }
    return Template(
        database(folder).read_bytes(),
        wal.read_bytes() if wal.exists() else b"",
        {name: bodies(store, name) for name in TABLES},
        chains,
    )


class Found(NamedTuple):
    """What a folder opened with."""

    records: dict[str, list[bytes]]
    notice: str


def found_in(folder: Path) -> Found | StoreError:
    """Open everything and read everything. Any other error than the store's own fails the test."""
    try:
        with opened(folder) as store:
            for name in [entered.name for entered in store.tables()]:
                seated(store, name)
            return Found({head.name: bodies(store, head.name) for head in store.heads()}, store.notice)
    except StoreError as error:
        return error


def overwritten(data: bytes, chance: random.Random) -> bytes:
    """The same bytes with one, some or a sector of them changed."""
    length = min(chance.choice([1, 1, 4, 64, 512]), len(data))
    place = chance.randrange(len(data) - length + 1)
    new = chance.choice([bytes(length), b"\xff" * length, chance.randbytes(length)])
    return data[:place] + new + data[place + length :]


def check_salvage(folder: Path, template: Template) -> None:
    """Every record whose bytes are still there in one piece is saved, as it was, and nothing is that never was."""
    into = folder.with_name("saved")
    shutil.rmtree(into, ignore_errors=True)
    salvage(folder, into)
    wal = wal_of(database(folder))
    left = database(folder).read_bytes() + (wal.read_bytes() if wal.exists() else b"")
    for name, records in template.records.items():
        joined, rest = saved(into, name)
        assert records[: len(joined)] == joined
        # Behind a gap, nothing says what the first record should be; all others have their hash.
        numbers = {json.loads(body)["number"] for body in rest}
        sure = {body for body in rest if json.loads(body)["number"] - 1 in numbers | {len(joined)}}
        assert sure <= set(records)
        whole = {body for body, chain in zip(records, template.chains[name][1:], strict=True) if chain + body in left}
        # A page that was damaged may hold bytes in one piece that nothing points to any more.
        assert len(whole - set(joined) - set(rest)) <= ROWS_IN_A_PAGE


ROWS_IN_A_PAGE = 60


def saved(into: Path, name: str) -> tuple[list[bytes], list[bytes]]:
    joined, rest = into / f"{name}.jsonl", into / f"{name}.rest.jsonl"
    if not joined.exists():
        rest = next((path for path in into.glob("*.rest.jsonl") if path.name == f"{name}.rest.jsonl"), rest)
    lines = joined.read_bytes().splitlines()[1:-1] if joined.exists() else []
    return lines, rest.read_bytes().splitlines() if rest.exists() else []


# ---------------------------------------------------------------- the file


def test_what_is_whole_opens_whole(tmp_path: Path, closed: Template, killed: Template) -> None:
    assert len(killed.wal) > 100_000
    assert closed.wal == b""
    for one in (closed, killed):
        assert found_in(one.put(tmp_path / "copy")) == Found(one.records, "")


def test_a_file_that_is_cut_off_is_found_out(tmp_path: Path, closed: Template) -> None:
    chance = random.Random(1)
    cuts = [0, 1, 99, 100, 4095, 4096, len(closed.file) - 1]
    cuts += [chance.randrange(len(closed.file)) for _ in range(PLACES)]
    for cut in cuts:
        folder = closed.put(tmp_path / "copy", file=closed.file[:cut])
        assert isinstance(found_in(folder), Damaged), cut
        if cut % 7 == 0:
            check_salvage(folder, closed)


@pytest.mark.parametrize("which", ["closed", "killed"])
def test_a_file_that_is_overwritten_opens_whole_or_not_at_all(
    tmp_path: Path, which: str, request: pytest.FixtureRequest
) -> None:
    template: Template = request.getfixturevalue(which)
    chance = random.Random(2)
    refused = 0
    for place in range(PLACES):
        folder = template.put(tmp_path / "copy", file=overwritten(template.file, chance))
        match found_in(folder):
            case Found(records, notice):
                assert (records, notice) == (template.records, "")
            case error:
                refused += 1
                assert str(error)
        if place % 7 == 0:
            check_salvage(folder, template)
    assert refused > PLACES // 8


def test_damage_is_named_with_its_place(tmp_path: Path, closed: Template) -> None:
    body = closed.records["thursday"][30]
    folder = closed.put(tmp_path / "copy", file=closed.file.replace(body, body.replace(b'"hp"', b'"hq"')))
    found = found_in(folder)
    assert isinstance(found, Damaged)
    assert str(found) == f"thursday: record 31 of {len(closed.records['thursday'])} is damaged"
    with opened(folder) as store:
        assert store.problems() == [str(found)]
        # The other table is as good as ever.
        assert bodies(store, "sunday") == closed.records["sunday"]


CHANGES: dict[str, Callable[[Store], str]] = {
    "the last record is gone": lambda _store: "DELETE FROM records WHERE key = (SELECT max(key) FROM records)",
    "a record is gone": lambda _store: "DELETE FROM records WHERE key & 4294967295 = 17",
    "the label is gone": lambda _store: "DELETE FROM records WHERE key & 4294967295 = 0",
    "two records have changed places": lambda _store: (
        "UPDATE records SET body = (SELECT body FROM records AS other WHERE other.key = records.key + 1)"
        " WHERE key & 4294967295 = 9"
    ),
    "a table is gone from the list": lambda _store: "DELETE FROM tables WHERE name = 'sunday'",
    "the list knows fewer records": lambda _store: "UPDATE tables SET length = length - 1",
    "the list has another name": lambda _store: "UPDATE tables SET name = 'friday' WHERE name = 'sunday'",
    "text where bytes should be": lambda _store: "UPDATE records SET body = 'text' WHERE key & 4294967295 = 12",
    "a table of the file is gone": lambda _store: "DROP TABLE records",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_sqlite_finds_in_order_is_found_too(tmp_path: Path, closed: Template, change: str) -> None:
    folder = closed.put(tmp_path / "copy")
    with opened(folder) as store:
        statement = CHANGES[change](store)
        store.write(lambda database: database.execute(statement)).result()
        assert store.problems() != []
    assert isinstance(found_in(folder), Damaged)


def test_a_head_from_before_the_last_record_is_found(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = played(begun(store), 10)
        old = store.query("SELECT length, chain, seal FROM tables")[0]
        played(table, 1, first=10)
        store.write(
            lambda database: database.execute("UPDATE tables SET length = ?, chain = ?, seal = ?", old)
        ).result()
        assert store.problems() == ["thursday: there are more records than the 11 that the list of tables speaks of"]
        with pytest.raises(Damaged, match="more records than the 11"):
            seated(store)


# ---------------------------------------------------------------- what was written first


def test_what_was_written_first_and_is_cut_off_opens_with_all_that_is_complete(
    tmp_path: Path, killed: Template
) -> None:
    chance = random.Random(3)
    longest: dict[str, int] = {}
    cuts = sorted({0, 1, HEADER, *(chance.randrange(len(killed.wal)) for _ in range(PLACES))})
    for cut in cuts:
        found = found_in(killed.put(tmp_path / "copy", wal=killed.wal[:cut]))
        assert isinstance(found, Found), cut
        assert not found.notice
        for name, records in found.records.items():
            assert killed.records[name][: len(records)] == records
            assert len(records) >= longest.get(name, 85)
            longest[name] = len(records)
    assert longest["sunday"] == len(killed.records["sunday"])


def test_what_was_written_first_and_is_overwritten_is_not_passed_over(tmp_path: Path, killed: Template) -> None:
    chance = random.Random(4)
    refused = 0
    for place in range(PLACES):
        folder = killed.put(tmp_path / "copy", wal=overwritten(killed.wal, chance))
        match found_in(folder):
            case Found(records, ""):
                assert records == killed.records
            case Found(records, notice):
                # One writing at the very end can't be told from one that was never finished; so it is said and kept.
                assert "last writing that is not whole" in notice
                assert sum(map(len, records.values())) >= sum(map(len, killed.records.values())) - 1
                assert (folder / "tables.sqlite-wal.left-off").stat().st_size == len(killed.wal)
            case error:
                refused += 1
                assert isinstance(error, Damaged)
                assert "behind one that is damaged" in str(error)
        if place % 7 == 0:
            check_salvage(folder, killed)
    assert refused > PLACES // 2


def test_the_remains_of_a_crash_are_told_from_damage(tmp_path: Path, killed: Template) -> None:
    wal = tmp_path / "wal"
    size = FRAME_HEADER + 4096

    def left(data: bytes) -> Remains:
        wal.write_bytes(data)
        return remains(wal)

    listed = frames(killed.wal)
    commits = [number for number, frame in enumerate(listed) if frame.commits]
    assert len(commits) >= 20
    last, before = (HEADER + size * commits[place] for place in (-1, -2))
    assert left(killed.wal) is Remains.NOTHING
    assert left(killed.wal[:-1]) is Remains.NOTHING
    assert left(killed.wal[: last + 100] + b"?" + killed.wal[last + 101 :]) is Remains.ONE
    assert left(killed.wal[: before + 100] + b"?" + killed.wal[before + 101 :]) is Remains.MANY
    assert left(b"?" + killed.wal[1:]) is Remains.MANY
    assert left(b"") is left(killed.wal[:HEADER]) is Remains.NOTHING
    assert remains(tmp_path / "nothing") is Remains.NOTHING


def test_a_file_without_its_beginning_is_not_taken_for_a_new_one(tmp_path: Path, killed: Template) -> None:
    folder = killed.put(tmp_path / "copy")
    database(folder).unlink()
    for way in (Store.open, Store.look):
        with pytest.raises(Damaged, match="missing, and what was written last for it is there"):
            way(folder)
    database(folder).write_bytes(b"")
    for way in (Store.open, Store.look):
        with pytest.raises(Damaged, match="cut off"):
            way(folder)
    assert wal_of(database(folder)).read_bytes() == killed.wal


def test_whoever_looks_is_told_of_damage_and_leaves_it_as_it_is(tmp_path: Path, killed: Template) -> None:
    middle = len(killed.wal) // 2
    damaged = killed.wal[:middle] + b"????" + killed.wal[middle + 4 :]
    folder = killed.put(tmp_path / "copy", wal=damaged)
    for way in (Store.look, Store.open):
        with pytest.raises(Damaged, match="behind one that is damaged"):
            way(folder)
    assert wal_of(database(folder)).read_bytes() == damaged
    assert database(folder).read_bytes() == killed.file


# ---------------------------------------------------------------- salvage


def test_salvage_of_what_is_whole_saves_everything(tmp_path: Path, closed: Template, killed: Template) -> None:
    for one in (closed, killed):
        folder = one.put(tmp_path / "copy")
        into = tmp_path / "saved"
        shutil.rmtree(into, ignore_errors=True)
        found = salvage(folder, into)
        assert [(saved.name, saved.records, saved.lost, saved.rest) for saved in found] == [
            (name, len(one.records[name]), 0, None) for name in TABLES
        ]
        assert {name: saved(into, name) for name in TABLES} == {name: (one.records[name], []) for name in TABLES}


def test_salvage_joins_what_follows_and_keeps_the_rest_apart(tmp_path: Path, closed: Template) -> None:
    records = closed.records["thursday"]
    lost = records[30]
    folder = closed.put(tmp_path / "copy", file=closed.file.replace(lost, lost.replace(b'"hp"', b'"hq"')))
    (sunday, thursday) = salvage(folder, tmp_path / "saved")
    assert (sunday.records, sunday.lost) == (len(closed.records["sunday"]), 0)
    assert (thursday.records, thursday.lost, thursday.found_behind) == (30, len(records) - 30, len(records) - 31)
    joined, rest = saved(tmp_path / "saved", "thursday")
    assert joined == records[:30]
    assert rest == records[31:]


def test_salvage_leaves_full_folders_alone(tmp_path: Path, closed: Template) -> None:
    folder = closed.put(tmp_path / "copy")
    with pytest.raises(StoreError, match="is not empty"):
        salvage(folder, folder)
    with pytest.raises(StoreError, match="there is no"):
        salvage(tmp_path / "nowhere", tmp_path / "saved")
