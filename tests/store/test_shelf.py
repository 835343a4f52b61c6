"""Tables in play: in memory while somebody plays, on disk otherwise, and no difference to be seen."""

from pathlib import Path

import pytest

from rulewright.store import Shelf, Stale, StoreError, UnknownTable, shelf
from tests.store.support import NAME, a_command, begun, opened, played, state_of
from tests.table.toys import toy


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.rules.library.game", lambda _name: toy)


def test_a_table_is_loaded_once_and_stays_while_it_is_played(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
        clock = Clock()
        tables = Shelf(store, clock=clock)
        assert tables.in_play() == []
        table = tables.table(NAME)
        for number in range(10):
            clock.seconds += 50
            assert tables.table(NAME) is table
            table.do(a_command(number))
            assert tables.put_back(idle=60) == []
        assert tables.in_play() == [NAME]


def test_an_idle_table_is_put_back_and_comes_again_as_it_was(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        played(begun(store), 30)
        begun(store, "sunday")
        clock = Clock()
        tables = Shelf(store, clock=clock)
        old = tables.table(NAME)
        clock.seconds = 100
        tables.table("sunday")
        assert tables.put_back(idle=60) == [NAME]
        assert tables.in_play() == ["sunday"]
        assert (snapshot := store.snapshot(NAME))
        assert snapshot.number == 31
        new = tables.table(NAME)
        assert new is not old
        assert state_of(new) == state_of(old)
        with pytest.raises(Stale):
            old.do(a_command(99))
        new.do(a_command(99))


def test_only_what_has_changed_is_written(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
        tables = Shelf(store)
        tables.table(NAME)
        tables.put_back()
        refuse = "CREATE TRIGGER never BEFORE INSERT ON snapshots BEGIN SELECT raise(ABORT, 'written'); END"
        store.write(lambda database: database.execute(refuse)).result()
        table = tables.table(NAME)
        assert tables.put_back() == [NAME]
        tables.table(NAME).do(a_command(1))
        with pytest.raises(StoreError, match="written"):
            tables.put_back()
        assert table.history.number == 1


def test_a_table_that_is_played_long_is_kept_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "SNAPSHOT_EVERY", 10)
    with opened(tmp_path) as store:
        begun(store)
        tables = Shelf(store)
        kept = []
        for number in range(25):
            tables.table(NAME).do(a_command(number))
            snapshot = store.snapshot(NAME)
            kept.append(snapshot.number if snapshot else 0)
        assert sorted(set(kept)) == [0, 10, 20]


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    with opened(tmp_path) as store, pytest.raises(UnknownTable):
        Shelf(store).table("nowhere")
