"""The data folder: where it is, what is in it, and that one process at a time serves it."""

import os
import re
import sys
import time
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from rulewright.content.places import DATA
from rulewright.content.places import data_folder as data_folder
from rulewright.store.errors import BadName, InUse, StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

VARIABLE = DATA
DATABASE = "tables.sqlite"
LOCK = "in-use"

PATIENCE = 1.0
"""Seconds that one waits for a folder: whoever only looks whether it is in use holds it for a moment."""

_NAME = re.compile(r"\w[\w.-]{0,98}\w|\w")


def database(folder: Path) -> Path:
    """The file with all tables."""
    return folder / DATABASE


def wal_of(path: Path) -> Path:
    """Where SQLite writes first."""
    return path.with_name(path.name + "-wal")


def shared_memory_of(path: Path) -> Path:
    """Where SQLite's connections find each other."""
    return path.with_name(path.name + "-shm")


def checked_name(name: str) -> str:
    """A name that a table can have, in its one spelling: it becomes part of commands, addresses and file names."""
    name = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(name):
        raise BadName(
            f"{name!r} can't be the name of a table: up to 100 letters, digits, '-', '_' and '.', "
            "with a letter or digit at both ends"
        )
    return name


class Lock:
    """The mark that a process serves a folder. The system takes it away when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / LOCK).open("ab+")
        except OSError as error:
            raise StoreError(f"the data folder {folder} can't be used: {error.strerror}") from error
        deadline = time.monotonic() + PATIENCE
        while not _taken(self._file):
            if time.monotonic() > deadline:
                self._refuse()
            time.sleep(0.02)
        self._say_who()

    def _refuse(self) -> None:
        self._file.seek(0)
        who = self._file.read(20).decode("ascii", "replace").strip()
        self._file.close()
        process = f" (process {who})" if who else ""
        raise InUse(f"the data folder {self._folder} is in use by another Rulewright{process}; stop it first")

    def _say_who(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()}\n".encode())
        self._file.flush()

    def release(self) -> None:
        self._file.close()


def is_served(folder: Path) -> bool:
    """Whether a process serves this folder just now."""
    try:
        with (folder / LOCK).open("rb+") as file:
            return not _taken(file)
    except OSError:
        return False


if sys.platform == "win32":
    _BEHIND_THE_TEXT = 1000

    def _taken(file: BinaryIO) -> bool:
        file.seek(_BEHIND_THE_TEXT)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:

    def _taken(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def sync_file(path: Path) -> None:
    """Return when the file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """A new file survives a power cut only when its folder is on the disk too."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(unfinished: Path, path: Path) -> None:
    """Give a finished file its name: whoever looks sees what was there before, or all that is new."""
    sync_file(unfinished)
    unfinished.replace(path)
    sync_folder(path.parent)


def unfinished_beside(path: Path) -> Path:
    """A name for a file that is still being written, in the same folder."""
    return path.with_name(f".{path.name}.unfinished.{os.getpid()}")


def remove(*paths: Path) -> None:
    """Remove files, if they are there."""
    for path in paths:
        with suppress(OSError):
            path.unlink()


def free_name(path: Path) -> Path:
    """This name, or the first with a number that nothing has."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found
