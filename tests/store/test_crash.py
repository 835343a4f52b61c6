"""Killed at any moment, the store has everything that people were told is safe, and nothing by halves."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.store import Store
from rulewright.table.log import Step
from tests.store.crash import TABLES, TOLD
from tests.store.support import opened, seated

ROOT = Path(__file__).parents[2]

KILLS = 200
KILLS_IN_A_FOLDER = 10
"""A folder is killed again and again, so that it must also bear what opening after a kill has left."""

SECONDS_OF_OPENING, SECONDS_OF_PLAY = 0.03, 0.012
"""One kill in three comes while the folder is opened, the others while records are written."""


@pytest.fixture(scope="module")
def player() -> Iterator["subprocess.Popen[str]"]:
    script = "from tests.store.crash import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    with process:
        yield process
        assert process.stdin
        process.stdin.close()


def killed_run(player: "subprocess.Popen[str]", folder: Path, chance: random.Random) -> None:
    """Let it play for a moment, and kill it."""
    size = told_size(folder)
    assert player.stdin
    assert player.stdout
    player.stdin.write(f"{folder}\n")
    player.stdin.flush()
    process = int(player.stdout.readline())
    if chance.randrange(3):
        deadline = time.monotonic() + 10
        while told_size(folder) == size and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, SECONDS_OF_PLAY))
    else:
        time.sleep(chance.uniform(0, SECONDS_OF_OPENING))
    os.kill(process, signal.SIGKILL)
    assert player.stdout.readline() == "dead\n"


def told_size(folder: Path) -> int:
    path = folder / TOLD
    return path.stat().st_size if path.exists() else 0


def told(folder: Path) -> dict[str, dict[int, str]]:
    """By table: the numbers of the records that people were told of, with the ids of their commands."""
    found: dict[str, dict[int, str]] = {name: {} for name in TABLES}
    path = folder / TOLD
    for line in path.read_text().splitlines() if path.exists() else []:
        name, number, command = line.split(" ")
        found[name][int(number)] = command
    return found


def check(store: Store, name: str, safe: dict[int, str], before: int) -> int:
    """All that was told is there, at most one record more, and every record is whole. Gives how many there are."""
    table = seated(store, name)
    kept = {record.number: record for record in table.log.read()}
    assert max(safe, default=0) <= len(kept) <= max(before, max(safe, default=0)) + 1
    for number, command in safe.items():
        record = kept[number]
        assert (record.command.id if isinstance(record, Step) else "") == command
    for record in kept.values():
        if isinstance(record, Step) and record.command.name == "set":
            assert [event.__struct_config__.tag for event in record.events] == ["counter changed", "overridden"]
    return len(kept)


def test_a_process_that_is_killed_loses_nothing_that_it_had_told(
    player: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    chance = random.Random(20)
    kept: dict[tuple[Path, str], int] = {}
    runs_with_records = 0
    for kill in range(KILLS):
        folder = tmp_path / str(kill // KILLS_IN_A_FOLDER)
        folder.mkdir(exist_ok=True)
        told_before = told(folder)
        killed_run(player, folder, chance)
        safe = told(folder)
        with opened(folder) as store:
            assert store.notice == "" or "ends with a last writing that is not whole" in store.notice
            names = {entered.name for entered in store.tables()}
            assert {name for name, numbers in safe.items() if numbers} <= names
            for name in names:
                kept[folder, name] = check(store, name, safe[name], kept.get((folder, name), 0))
            if kill % KILLS_IN_A_FOLDER == KILLS_IN_A_FOLDER - 1:
                assert store.problems() == []
        runs_with_records += safe != told_before
    # Otherwise nothing was tried.
    assert runs_with_records > KILLS // 2
    assert sum(kept.values()) > 2 * KILLS
