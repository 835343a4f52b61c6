"""Backup and restore: a copy that is whole and was read through, or none."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rulewright.store.database import connect, plain_errors
from rulewright.store.errors import BadBackup, BadName, Damaged, StoreError
from rulewright.store.folder import (
    Lock,
    database,
    free_name,
    put_in_place,
    remove,
    shared_memory_of,
    sync_file,
    sync_folder,
    unfinished_beside,
    wal_of,
)
from rulewright.store.reader import Entered, Reader

FOLDER = "before-restore"


def backup(store: Reader, path: Path) -> list[Entered]:
    """Copy all tables into one file, as they are at this moment, while play goes on."""
    if path.exists() and not _is_ours(path):
        raise BadName(f"{path} is something else than a backup, and would be overwritten: choose another name")
    unfinished = unfinished_beside(path)
    remove(unfinished)
    try:
        with plain_errors(path):
            _refuse_missing_folder(path)
            with closing(connect(store.path, mode="ro")) as connection:
                connection.execute("VACUUM INTO ?", (str(unfinished),))
            if problem := _problem(unfinished):
                raise Damaged(f"{store.path} is damaged, and was not copied: {problem}")
            tables = _tables(unfinished)
            put_in_place(unfinished, path)
    finally:
        remove(unfinished)
    return tables


def _refuse_missing_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise BadName(f"there is no folder {path.parent}")


def _is_ours(path: Path) -> bool:
    try:
        with _reading(path):
            return True
    except (StoreError, sqlite3.Error, OSError):
        return False


@contextmanager
def _reading(path: Path) -> Iterator[Reader]:
    with closing(connect(path, mode="ro")) as connection:
        yield Reader(path, connection)


def _problem(path: Path) -> str:
    """What is wrong with a copy, after reading every byte of it; nothing if it is good."""
    try:
        with plain_errors(path), _reading(path) as reader:
            return next(iter(reader.problems()), "")
    except StoreError as error:
        return str(error)


def _tables(path: Path) -> list[Entered]:
    with _reading(path) as reader:
        return reader.tables()


def restore(path: Path, folder: Path) -> tuple[list[Entered], Path | None]:
    """Put a backup in the place of all tables. Gives what is there now, and the folder that keeps what was there."""
    lock = Lock(folder)
    try:
        with plain_errors(path):
            return _restore(path, database(folder))
    finally:
        lock.release()


def _restore(path: Path, place: Path) -> tuple[list[Entered], Path | None]:
    unfinished = unfinished_beside(place)
    remove(unfinished)
    try:
        shutil.copyfile(path, unfinished)
        if problem := _problem(unfinished):
            problem = problem.replace(str(unfinished), str(path))
            raise BadBackup(f"{path} was not restored, and nothing was changed: {problem}")
        tables = _tables(unfinished)
        kept = _keep_old(place) if place.exists() or wal_of(place).exists() else None
        if wal_of(place).exists():
            # Beside the new file it would spoil it, and the old file without it would look whole and not be so.
            _empty(place)
            remove(wal_of(place), shared_memory_of(place))
        put_in_place(unfinished, place)
    finally:
        remove(unfinished, wal_of(unfinished), shared_memory_of(unfinished))
    return tables, kept


def _empty(place: Path) -> None:
    """From here until the new file is in place, the folder says that it is damaged, even after a power cut."""
    place.write_bytes(b"")
    sync_file(place)


def _keep_old(place: Path) -> Path:
    """Copy what is there, damaged or not, into a folder of its own."""
    kept = free_name(place.with_name(FOLDER))
    kept.mkdir()
    for old in (place, wal_of(place)):
        if old.exists():
            shutil.copyfile(old, kept / old.name)
            sync_file(kept / old.name)
    sync_folder(kept)
    sync_folder(kept.parent)
    return kept
