"""What is appended is there: in order, once, by the last who opened the table, and as it was."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from unittest.mock import patch

import msgspec
import pytest

from rulewright.rules import RuleError
from rulewright.store import (
    BadName,
    Damaged,
    DoneBefore,
    InUse,
    NoTables,
    OtherVersion,
    OutOfStep,
    Stale,
    Store,
    StoredLog,
    StoreError,
    UnknownTable,
    folder,
)
from rulewright.store.folder import database as database_of
from rulewright.table.log import NewDice, Step
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.store.support import NAME, SCUFFLE, a_command, begun, bodies, opened, played, seated, state_of
from tests.table.toys import toy


def stored(table: Table) -> StoredLog:
    assert isinstance(table.log, StoredLog)
    return table.log


# ---------------------------------------------------------------- keeping and reading back


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = played(begun(store), 60)
        before, records = state_of(table), list(table.log.read())
        assert len(table.log) == len(records) == 61
    with opened(tmp_path) as store:
        again = seated(store)
        assert state_of(again) == before
        assert list(again.log.read()) == records
        assert [record.number for record in again.log.read(40)] == list(range(40, 62))
        assert list(again.log.read(62)) == []


def test_undo_reaches_behind_what_was_loaded(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        empty = state_of(table)
        for number in range(100):
            table.do(a_command(number))
        store.keep_snapshot(table)
    with opened(tmp_path) as store:
        again = seated(store)
        assert again.history.number == 101
        again.undo(back_to=2)
        assert state_of(again) == empty


def test_a_record_is_safe_when_append_returns_and_not_before(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        for number in range(20):
            table.do(a_command(number))
            with sqlite3.connect(f"file:{database_of(tmp_path)}?mode=ro", uri=True) as other:
                assert other.execute("SELECT count(*) FROM records").fetchone() == (number + 3,)


def test_many_tables_are_written_at_once_and_none_mixes_with_another(tmp_path: Path) -> None:
    with opened(tmp_path) as store, ThreadPoolExecutor(8) as threads:
        tables = [begun(store, f"table-{number}") for number in range(8)]
        list(threads.map(lambda table: played(table, 40), tables))
        states = {stored(table).name: state_of(table) for table in tables}
    with opened(tmp_path) as store:
        assert store.problems() == []
        assert {entered.name: state_of(seated(store, entered.name)) for entered in store.tables()} == states
        assert {entered.length for entered in store.tables()} == {41}


def test_the_list_says_what_is_played_and_when(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store, "sunday")
        store.create("Monday", toy)
        assert [(entered.name, entered.game, entered.length) for entered in store.tables()] == [
            ("Monday", "toy", 0),
            ("sunday", "toy", 1),
        ]
        assert [entered.last_played for entered in store.tables()] == [0, 6_000_001]


# ---------------------------------------------------------------- what is refused


def test_a_record_that_does_not_follow_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        for number in (0, 1, 3, 99):
            with pytest.raises(OutOfStep, match=f"record {number} can't follow record 1"):
                table.log.append(NewDice(number=number))
        table.log.append(NewDice(number=2))
        assert len(table.log) == 2


def test_whoever_opened_a_table_before_somebody_else_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        old = begun(store)
        new = seated(store)
        with pytest.raises(Stale, match="opened anew"):
            old.do(a_command(1))
        assert old.history.number == 1
        new.do(a_command(1))
        assert [record.number for record in new.log.read()] == [1, 2]


def test_a_process_whose_lock_was_lost_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        table = begun(first)
        (tmp_path / folder.LOCK).unlink()  # as on a network disk that forgets its locks
        with opened(tmp_path) as second:
            seated(second).do(a_command(1))
        with pytest.raises(Stale):
            table.do(a_command(2))
        assert len(bodies(first)) == 2


def test_a_command_is_done_once_however_often_it_is_sent(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        step = table.do(a_command(1))
        assert table.do(a_command(1)) == step
        store.keep_snapshot(table)
    with opened(tmp_path) as store:
        again = seated(store)
        assert again.do(a_command(1)).number == step.number
        assert len(again.log) == 2


def test_the_last_command_before_a_snapshot_of_a_long_log_is_done_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        log = stored(begun(store))
        for waiting in [log.append_later(NewDice(number=number)) for number in range(2, 1500)]:
            waiting.result()
        table = seated(store)
        step = table.do(a_command(1))
        store.keep_snapshot(table)
        assert seated(store).do(a_command(1)).number == step.number == 1500


def test_a_command_that_the_table_has_forgotten_is_still_done_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        table.do(a_command(1))
        twice = Step(number=3, command=a_command(1), events=())
        with pytest.raises(DoneBefore, match="in record 2") as found:
            table.log.append(twice)
        assert found.value.number == 2
        table.log.append(msgspec.structs.replace(twice, seat="another seat"))
        assert len(table.log) == 3


def test_what_waits_is_committed_together_and_answered_afterwards(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        log, said = stored(begun(store)), list[str]()
        busy, go_on = Event(), Event()

        def keep_busy(database: sqlite3.Connection) -> None:
            database.set_trace_callback(said.append)
            busy.set()
            go_on.wait()

        first = store.write(keep_busy)
        busy.wait()
        futures = [log.append_later(NewDice(number=number)) for number in range(2, 42)]
        assert not any(future.done() for future in (first, *futures))
        go_on.set()
        futures[-1].result()
        assert said.count("COMMIT") == 2, "one for the first, and one for all that came meanwhile"
        assert all(future.done() for future in futures)
        assert len(bodies(store)) == 41


def test_one_refusal_leaves_what_is_written_together_with_it_alone(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        log = stored(begun(store))
        futures = [log.append_later(NewDice(number=number)) for number in (2, 3, 7, 4)]
        assert [future.exception() is None for future in futures] == [True, True, False, True]
        assert len(bodies(store)) == 4


def test_a_refused_command_writes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        with pytest.raises(RuleError):
            table.do(Command(name="strike", by="ada", args={"target": "bob"}))
        assert len(bodies(store)) == 1


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "-", "a b", "a\n", "x" * 101, ".hidden", "end."])
def test_names_that_no_table_can_have(tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as store, pytest.raises(BadName, match="can't be the name of a table"):
        store.create(name, toy)


@pytest.mark.parametrize("name", ["a", "thursday", "Freitag-2", "jeudi.soir", "木曜日", "x" * 100])
def test_names_that_a_table_can_have(tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as store:
        store.create(name, toy)
        assert [entered.name for entered in store.tables()] == [name]


def test_one_name_is_one_table(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create("Thursday", toy)
        with pytest.raises(BadName, match="there is a table 'Thursday' already"):
            store.create("thursday", toy)
        with pytest.raises(UnknownTable, match="there is no table 'friday'; there are Thursday"):
            seated(store, "friday")


def test_a_table_stays_with_its_rules(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
        newer = msgspec.structs.replace(toy, version="2")
        with pytest.raises(OtherVersion, match=r"played by version 1 of toy, and version 2 is installed.*upgrade"):
            seated(store, game=newer)


# ---------------------------------------------------------------- one process, one folder


def test_a_second_process_says_that_the_folder_is_in_use_and_stops(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from rulewright.store import Store; Store.open(Path(sys.argv[1]))"
    with opened(tmp_path) as store:
        begun(store)
        done = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "InUse: the data folder" in done.stderr
        with pytest.raises(InUse, match=r"in use by another Rulewright \(process \d+\)"):
            Store.open(tmp_path)
        played(seated(store), 3)
    subprocess.run([sys.executable, "-c", script, tmp_path], check=True)


def test_others_may_look_while_a_folder_is_served(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        with Store.look(tmp_path) as looking:
            for number in range(10):
                table.do(a_command(number))
                assert bodies(looking) == bodies(store)
            seen = seated(looking)
            assert state_of(seen) == state_of(table)
            with pytest.raises(StoreError, match="to look at, not to write"):
                seen.do(a_command(99))
        table.do(a_command(11))


def test_looking_leaves_everything_as_it_is(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
    before = database_of(tmp_path).read_bytes()
    with Store.look(tmp_path) as looking:
        assert len(bodies(looking)) == 1
    assert database_of(tmp_path).read_bytes() == before


def test_looking_at_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoTables, match="there are no tables in"):
        Store.look(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="can't be used"):
        Store.open(tmp_path / "file")


def test_a_closed_store_takes_nothing_more(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
    with pytest.raises(StoreError, match="closed"):
        table.do(a_command(1))
    assert sorted(path.name for path in tmp_path.iterdir()) == [folder.LOCK, folder.DATABASE]


# ---------------------------------------------------------------- snapshots are a cache


def test_a_table_opens_alike_with_and_without_its_snapshot(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = played(begun(store), 50)
        store.keep_snapshot(table)
        played(table, 27, first=50)
        assert (snapshot := store.snapshot(NAME))
        assert snapshot.number == 51
        with_snapshot = seated(store)
        store.write(lambda database: database.execute("DELETE FROM snapshots")).result()
        assert store.snapshot(NAME) is None
        without = seated(store)
        assert state_of(with_snapshot) == state_of(without) == state_of(table)
        for one in (with_snapshot, without):
            assert one.history.to_undo() == table.history.to_undo()
            assert one.history.length == table.history.length


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE snapshots SET body = x'00'",
        "UPDATE snapshots SET body = replace(body, '9', '8')",
        "UPDATE snapshots SET sum = x''",
        "UPDATE snapshots SET number = number + 1",
        "UPDATE snapshots SET chain = x'ff'",
    ],
)
def test_a_snapshot_that_is_not_right_is_passed_over(tmp_path: Path, damage: str) -> None:
    with opened(tmp_path) as store:
        table = played(begun(store), 30)
        store.keep_snapshot(table)
        store.write(lambda database: database.execute(damage)).result()
        assert store.snapshot(NAME) is None
        assert state_of(seated(store)) == state_of(table)


def test_a_snapshot_of_another_shape_is_passed_over(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        unlike = b'{"world":"flat"}'
        with patch.object(table.game.codec, "encode_state", lambda _state: unlike):
            store.keep_snapshot(table)
        assert store.snapshot(NAME) is not None
        assert state_of(seated(store)) == state_of(table)


def test_a_scene_is_as_it_was_described(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        assert list(table.state.entities) == ["ada", "bob"]
        (first,) = seated(store).log.read()
        assert isinstance(first, Step)
        assert first.command.args == {"setup": SCUFFLE}


def test_damage_is_not_mistaken_for_absence(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    database_of(tmp_path).write_bytes(b"")
    for way in (Store.open, Store.look):
        with pytest.raises(Damaged, match="cut off: 0 bytes"):
            way(tmp_path)
    database_of(tmp_path).write_bytes(b"Dear Ada, " * 1000)
    for way in (Store.open, Store.look):
        with pytest.raises(Damaged):
            way(tmp_path)
