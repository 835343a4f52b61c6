"""Backup and restore: whole and read through, while play goes on, and never half of anything."""

import os
import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Event

import pytest

from rulewright.store import BadName, Damaged, InUse, Store, StoreError, backup
from rulewright.store.folder import database, wal_of
from tests.store.support import NAME, a_command, begun, bodies, opened, played, seated, state_of


def everything(folder: Path) -> dict[str, list[bytes]]:
    with Store.look(folder) as store:
        assert store.problems() == []
        return {head.name: bodies(store, head.name) for head in store.heads()}


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tables."""
    with opened(tmp_path / "data") as store:
        played(begun(store), 30)
        played(begun(store, "sunday"), 12)
    return tmp_path / "data"


def test_what_is_restored_is_what_was_there(tmp_path: Path, folder: Path) -> None:
    before = everything(folder)
    with Store.look(folder) as store:
        copied = backup.backup(store, tmp_path / "evening.backup")
    assert [(entered.name, entered.length) for entered in copied] == [("sunday", 13), (NAME, 31)]
    assert files_in(tmp_path) == ["data", "evening.backup"]

    restored, kept = backup.restore(tmp_path / "evening.backup", tmp_path / "new machine")
    assert restored == copied
    assert kept is None
    assert everything(tmp_path / "new machine") == before
    with opened(folder) as old, opened(tmp_path / "new machine") as new:
        assert state_of(seated(old)) == state_of(seated(new))
        seated(new).do(a_command(99))


def test_what_is_replaced_is_kept(tmp_path: Path, folder: Path) -> None:
    with opened(folder) as store:
        backup.backup(store, tmp_path / "first")
        first = everything(folder)
        seated(store).do(a_command(99))
    second = everything(folder)
    _, kept = backup.restore(tmp_path / "first", folder)
    assert everything(folder) == first
    assert kept is not None
    assert everything(kept) == second
    _, again = backup.restore(kept / database(kept).name, folder)
    assert everything(folder) == second
    assert again is not None
    assert again != kept


def test_a_copy_made_while_everybody_plays_is_of_one_moment(tmp_path: Path) -> None:
    stop = Event()

    def play_on(name: str) -> None:
        table = seated(store, name)
        number = 100
        while not stop.is_set():
            table.do(a_command(number))
            number += 1

    with opened(tmp_path / "data") as store, ThreadPoolExecutor(3) as threads:
        names = [f"table-{number}" for number in range(3)]
        for name in names:
            begun(store, name)
        playing = [threads.submit(play_on, name) for name in names]
        try:
            for number in range(6):
                with Store.look(tmp_path / "data") as looking:
                    backup.backup(looking, tmp_path / f"{number}.backup")
        finally:
            stop.set()
        for one in playing:
            one.result()
        whole = {name: bodies(store, name) for name in names}
    lengths = []
    for number in range(6):
        backup.restore(tmp_path / f"{number}.backup", tmp_path / "copy")
        copied = everything(tmp_path / "copy")
        assert all(whole[name][: len(copied[name])] == copied[name] for name in names)
        lengths.append(sum(map(len, copied.values())))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_a_backup_takes_the_place_of_an_older_one_and_of_nothing_else(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "nightly"
    with opened(folder) as store:
        backup.backup(store, path)
        seated(store).do(a_command(99))
        backup.backup(store, path)
    backup.restore(path, tmp_path / "copy")
    assert everything(tmp_path / "copy") == everything(folder)
    letter = tmp_path / "letter"
    letter.write_text("Dear Ada, " * 1000)
    with Store.look(folder) as looking:
        with pytest.raises(BadName, match="is something else than a backup"):
            backup.backup(looking, letter)
        with pytest.raises(BadName, match="there is no folder"):
            backup.backup(looking, tmp_path / "nowhere" / "nightly")
    assert letter.read_text() == "Dear Ada, " * 1000


def test_what_is_damaged_is_not_backed_up(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "nightly"
    with opened(folder) as store:
        backup.backup(store, path)
        good = path.read_bytes()
        store.write(lambda database: database.execute("UPDATE records SET body = x'00' WHERE key & 15 = 3")).result()
        with pytest.raises(Damaged, match="is damaged, and was not copied: sunday: record 3 of 13"):
            backup.backup(store, path)
    assert path.read_bytes() == good
    assert files_in(tmp_path) == ["data", "nightly"]


def damaged_copies(data: bytes) -> Iterator[bytes]:
    """Copies that are cut off, or overwritten in a place."""
    chance = random.Random(5)
    for _ in range(30):
        yield data[: chance.randrange(len(data))]
        place = chance.randrange(len(data) - 64)
        yield data[:place] + chance.randbytes(64) + data[place + 64 :]


def restored(path: Path, folder: Path) -> str:
    """What is said of a backup that is not restored."""
    try:
        backup.restore(path, folder)
    except StoreError as error:
        return str(error)
    return ""


def test_what_is_damaged_is_not_restored(tmp_path: Path, folder: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    with Store.look(folder) as looking:
        backup.backup(looking, good)
    refused = 0
    for data in damaged_copies(good.read_bytes()):
        bad.write_bytes(data)
        if said := restored(bad, tmp_path / "copy"):
            assert str(bad) in said
            refused += 1
        else:
            assert everything(tmp_path / "copy") == everything(folder)
    assert refused > 30


def test_what_is_no_backup_changes_nothing(tmp_path: Path, folder: Path) -> None:
    with Store.look(folder) as looking:
        backup.backup(looking, tmp_path / "good")
    before, listed = database(folder).read_bytes(), files_in(folder)
    (tmp_path / "cut").write_bytes((tmp_path / "good").read_bytes()[:5000])
    (tmp_path / "letter").write_text("Dear Ada,")
    for wrong in ("cut", "letter", "nowhere", "."):
        assert restored(tmp_path / wrong, folder)
    assert database(folder).read_bytes() == before
    assert files_in(folder) == listed


def test_a_folder_in_use_is_not_replaced(tmp_path: Path, folder: Path) -> None:
    with opened(folder) as store:
        backup.backup(store, tmp_path / "good")
        with pytest.raises(InUse):
            backup.restore(tmp_path / "good", folder)
        seated(store).do(a_command(99))


def test_after_a_crash_nothing_of_the_old_tables_gets_into_the_new(tmp_path: Path, folder: Path) -> None:
    with opened(folder) as store:
        backup.backup(store, tmp_path / "good")
        good = everything(folder)
        played(seated(store), 20, first=200)
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for path in (database(folder), wal_of(database(folder))):
            shutil.copy(path, crashed / path.name)
        newest = everything(folder)
    _, kept = backup.restore(tmp_path / "good", crashed)
    assert everything(crashed) == good
    assert kept is not None
    with opened(kept) as store:
        assert {head.name: bodies(store, head.name) for head in store.heads()} == newest


class PowerCut(BaseException):
    """The end of the program, at once."""


def cut_at(wanted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the power go at the nth thing that is done to files."""
    calls = count(1)

    def guard(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def guarded(*given: object, **named: object) -> object:
            if next(calls) >= wanted:
                raise PowerCut
            return real(*given, **named)

        monkeypatch.setattr(owner, name, guarded)

    guard(shutil, "copyfile")
    guard(os, "fsync")
    for name in ("replace", "unlink", "write_bytes"):
        guard(Path, name)


def what_is_left(folder: Path, old: object, new: object) -> str:
    """What a folder says of itself after a power cut."""
    try:
        found = everything(folder)
    except Damaged as error:
        return str(error).rpartition("tables.sqlite ")[2]
    assert found in (old, new)
    return "old" if found == old else "new"


def test_a_restore_that_is_cut_short_leaves_the_old_the_new_or_a_clear_word(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [database(folder), wal_of(database(folder))]
    with opened(folder) as store:
        backup.backup(store, tmp_path / "good")
        new = everything(folder)
        played(seated(store), 20, first=200)
        crashed = {path.name: path.read_bytes() for path in kept}
        old = everything(folder)
    left = []
    for wanted in range(1, 40):
        copy = tmp_path / str(wanted)
        copy.mkdir()
        for name, data in crashed.items():
            (copy / name).write_bytes(data)
        cut_at(wanted, monkeypatch)
        with suppress(PowerCut):
            backup.restore(tmp_path / "good", copy)
        monkeypatch.undo()
        left.append(what_is_left(copy, old, new))
        backup.restore(tmp_path / "good", copy)
        assert everything(copy) == new
    assert list(dict.fromkeys(left)) == ["old", "is cut off: 0 bytes of it are there", "new"]
