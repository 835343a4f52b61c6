"""What happened at a table and what it came to, from a stored table and from a file of it."""

import json
from pathlib import Path

import msgspec
import pytest

from rulewright.store import Store
from rulewright.store.files import export_character, export_table
from rulewright.table.state import Command
from tests.cli.support import BAD_INPUT, REFUSED, fine, install, refused
from tests.store.support import seated
from tests.table.scenes import ANN, ORC
from tests.table.toys import toy

TOLD = [
    "The scene is set.",
    "  Ann comes in.",
    "  Orc comes in.",
    "The GM: start.",
    "  A fight begins: Ann, Orc.",
    "Ann: strike (target Orc). [d6 6, d4 3]",
    "  Orc: hp 8 → 5.",
    "(Taken back: Ann: strike (target Orc).)",
]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a table, which the environment names, and an empty folder to stand in."""
    install(monkeypatch, toy)
    folder = tmp_path / "data"
    monkeypatch.setenv("RULEWRIGHT_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    with Store.open(folder) as store:
        store.create("thursday", toy)
        table = seated(store)
        table.do(Command(name="set_up", args={"setup": {"entities": [ANN, ORC]}}))
        table.do(Command(name="start"))
        table.do(Command(name="strike", by="ann", args={"target": "orc"}), dice=[6, 3])
        table.undo()
        export_table(store, "thursday", tmp_path / "thursday.jsonl")
        export_character(table, "ann", tmp_path / "ann.jsonl")
    return folder


@pytest.mark.parametrize("log", ["thursday", "thursday.jsonl"])
def test_what_happened_is_told(log: str) -> None:
    assert fine("replay", log).lines == TOLD


@pytest.mark.parametrize("log", ["thursday", "thursday.jsonl"])
def test_what_it_came_to(log: str) -> None:
    answer = fine("recap", log)
    assert answer.lines[0].startswith("thursday: Toy. 2 commands")
    assert "  The table: set up 1, start 1" in answer.lines
    assert max(map(len, answer.lines)) <= 80
    found = fine("recap", log, "--json").json
    assert (found["commands"], found["taken_back"], found["dice_taken_back"]) == (2, 1, 2)


def test_a_table_in_another_data_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_DATA")
    assert fine("replay", "thursday", "--data", str(data)).lines == TOLD


def test_a_table_that_is_played_meanwhile(data: Path) -> None:
    with Store.open(data):
        assert fine("replay", "thursday").lines == TOLD


@pytest.mark.parametrize("command", ["replay", "recap"])
@pytest.mark.parametrize(
    ("log", "problem"),
    [
        ("friday", "there is no table 'friday'; there are thursday"),
        ("friday.jsonl", "there is no file friday.jsonl"),
        ("ann.jsonl", "ann.jsonl is a character"),
        ("cut.jsonl", "cut.jsonl is cut off behind line 3"),
        ("else.jsonl", "else.jsonl is no table or character of Rulewright"),
    ],
)
def test_logs_that_there_are_not(command: str, log: str, problem: str) -> None:
    lines = Path("thursday.jsonl").read_bytes().splitlines(keepends=True)
    Path("cut.jsonl").write_bytes(b"".join(lines[:3]))
    Path("else.jsonl").write_text("{}\n")
    assert problem in refused(command, log, code=BAD_INPUT)


@pytest.mark.parametrize("command", ["replay", "recap"])
def test_no_tables_at_all(command: str, tmp_path: Path) -> None:
    said = refused(command, "thursday", "--data", str(tmp_path / "none"), code=BAD_INPUT)
    assert "there are no tables" in said
    assert "no file is called thursday" in said


@pytest.mark.parametrize("log", ["thursday", "thursday.jsonl"])
def test_a_table_of_other_rules_is_not_told_by_these(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = msgspec.structs.replace(toy, version="2")
    monkeypatch.setattr("rulewright.rules.library.game", lambda _: other)
    assert "is played by version 1 of toy" in refused("replay", log, code=REFUSED)


def test_a_table_of_a_game_that_is_not_installed() -> None:
    lines = Path("thursday.jsonl").read_text(encoding="utf-8").replace('"toy"', '"chess"', 1).splitlines()
    lines[-1] = f'{{"end":{len(lines) - 2}}}'
    Path("other.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "there is no game 'chess'" in refused("replay", "other.jsonl", code=BAD_INPUT)


def test_a_table_comes_to_the_same_every_time() -> None:
    assert json.loads(fine("recap", "thursday", "--json").out) == json.loads(fine("recap", "thursday", "--json").out)
