"""Running the program: inside this process, or as people do."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from rulewright.cli import main
from rulewright.rules import library
from rulewright.table.game import Game

PROGRAM = str(Path(sys.executable).with_name("rulewright"))
ENVIRONMENT = {**os.environ, "COLUMNS": "80"}

FINE, REFUSED, BAD_INPUT = 0, 1, 2


class Answer(NamedTuple):
    """What the program said, and how it ended."""

    code: int
    out: str
    error: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*words: str, columns: int = 80, read: str | bytes = "") -> Answer:
    """Run a command in this process. An exception that is no plain error of the program fails the test."""
    found = CliRunner(catch_exceptions=False).invoke(main, words, input=read, env={"COLUMNS": str(columns)})
    return Answer(found.exit_code, found.stdout, found.stderr)


def fine(*words: str, columns: int = 80, read: str | bytes = "") -> Answer:
    """Run a command that must succeed and complain of nothing."""
    answer = run(*words, columns=columns, read=read)
    assert (answer.code, answer.error) == (FINE, "")
    return answer


def refused(*words: str, code: int = BAD_INPUT) -> str:
    """Run a command that must fail, and return what it says of it."""
    answer = run(*words)
    assert (answer.code, answer.out) == (code, "")
    return answer.error


def start(*words: str, read: str | bytes = "", **environment: str) -> Answer:
    """Run the installed program in a process of its own."""
    given = read.encode() if isinstance(read, str) else read
    done = subprocess.run(
        [PROGRAM, *words], input=given, capture_output=True, env=ENVIRONMENT | environment, check=False
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def python(script: str, *words: str) -> Answer:
    """Run a script in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, env=ENVIRONMENT, check=False, text=True
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def install(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Let a game be found by its name beside those that are installed."""
    find = library.game
    monkeypatch.setattr("rulewright.rules.library.game", lambda name: game if name == game.name else find(name))
