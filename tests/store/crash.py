"""A program that plays until it is killed. It starts once and forks for every run, so that a run costs milliseconds.

Each line of standard input names a folder; the answer is the process that plays there, and later that it is dead.
"""

import os
import sys
from pathlib import Path
from threading import Thread

from rulewright.store import Store
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.store.support import SCUFFLE, seated
from tests.table.toys import toy

TABLES = ("monday", "thursday", "sunday")
TOLD = "told"
"""The file with what people were told is safe."""


def main() -> None:
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            try:
                play(Path(line.strip()))
            finally:
                os._exit(1)
        answer(str(process))
        os.waitpid(process, 0)
        answer("dead")


def answer(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def play(folder: Path) -> None:
    """Write to all tables at once, as fast as it goes, and tell of each record when it is safe."""
    told = os.open(folder / TOLD, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    store = Store.open(folder)
    # Often enough that kills hit the moment in which what was written first is moved into the file.
    store.write(lambda database: database.execute("PRAGMA wal_autocheckpoint=10")).result()
    known = {entered.name for entered in store.tables()}
    for name in TABLES:
        if name not in known:
            store.create(name, toy)
    tables = [seated(store, name) for name in TABLES]
    threads = [Thread(target=go_on, args=(name, table, told)) for name, table in zip(TABLES, tables, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def go_on(name: str, table: Table, told: int) -> None:
    if not table.state.entities:
        step = table.do(Command(name="set_up", args={"setup": SCUFFLE}))
        os.write(told, f"{name} {step.number} \n".encode())
    while True:
        number = len(table.log) + 1
        value = Command(name="set", args={"path": "ada.hp", "value": number}, id=f"{name}-{number}")
        step = table.do(value)
        os.write(told, f"{name} {step.number} {step.command.id}\n".encode())
        if number % 50 == 0:
            table.undo()
            os.write(told, f"{name} {table.history.number} \n".encode())
