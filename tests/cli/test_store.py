"""Stored tables from the command line: listed, copied, moved, upgraded and mended, and every refusal in plain words."""

import re
import shlex
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from rulewright.cli import main
from rulewright.rules import library
from rulewright.store import Store, data_folder, folder
from rulewright.store.folder import database
from rulewright.table.game import Game
from rulewright.table.state import Command
from tests.cli.support import FINE, REFUSED, fine, python, refused, run
from tests.store.support import a_command
from tests.table.toys import toy

PAGE = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")

NOON = {"thursday": 1_772_712_000, "sunday": 1_772_366_400}

GAME_AS_INSTALLED = library.game

GLOG: Game = msgspec.structs.replace(toy, name="glog")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The game that is installed: the last one of this list."""
    games = [GLOG]
    monkeypatch.setattr("rulewright.rules.library.game", lambda _name: games[-1])
    return games


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: list[Game]) -> Path:
    """A data folder with two tables, which the environment names; and a place for files to be in."""
    path = tmp_path / "data"
    with Store.open(path) as store:
        for name, records, others in [("thursday", 31, ["bob"]), ("sunday", 13, [])]:
            store.create(name, GLOG)
            seconds = count(NOON[name])
            table = store.table(name, now=lambda seconds=seconds: next(seconds))  # type: ignore[misc]
            scene = {"entities": [{"id": "ada"} if others else {"id": "eve"}, {"id": "bob"}]}
            table.do(Command(name="set_up", args={"setup": scene}))
            for _ in range(records - 1):
                table.do(Command(name="set", args={"path": "bob.hp", "value": 7}))
    monkeypatch.setenv(folder.VARIABLE, str(path))
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    return path


def listed() -> dict[str, Any]:
    return {entered["name"]: entered for entered in fine("tables", "--json").json}


# ---------------------------------------------------------------- the manual


EXAMPLES = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.splitlines()[0] for example in EXAMPLES])
def test_the_manual_shows_what_is_printed(data: Path, example: str) -> None:
    fine("backup", "tables.backup")
    for command, shown in re.findall(r"\$ rulewright (.*?)\n((?:[^$].*\n)*)", example):
        done = CliRunner().invoke(main, shlex.split(command))
        assert (done.exit_code, done.stdout) == (FINE, shown), command


def test_the_manual_shows_all_that_can_be_shown() -> None:
    shown = re.findall(r"\$ rulewright (\w+)", "".join(EXAMPLES))
    assert shown == ["tables", "backup", "restore", "export", "import", "export", "import", "tables"]


def test_the_lines_of_python_in_the_manual_run(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(data.parent)
    data.rename("tables")
    exec(code, {})
    assert capsys.readouterr().out.splitlines()[:2] == ["1 set_up", "2 set"]


# ---------------------------------------------------------------- the data folder


def test_the_option_comes_before_the_environment(tmp_path: Path, data: Path) -> None:
    assert (
        fine("tables", "--data", str(tmp_path / "other")).out == f"There are no tables in {tmp_path / 'other'} yet.\n"
    )
    assert fine("tables", "--data", str(tmp_path / "other"), "--json").json == []
    assert not (tmp_path / "other").exists()
    assert "thursday" in fine("tables").out


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {}, "~/.local/share/rulewright"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/rulewright"),
        ("darwin", {}, "~/Library/Application Support/Rulewright"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Rulewright"),
        ("linux", {folder.VARIABLE: "~/games"}, "~/games"),
    ],
)
def test_without_a_word_data_are_where_the_platform_keeps_them(
    platform: str, environment: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (folder.VARIABLE, "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert data_folder() == Path(place).expanduser()


def test_the_help_loads_neither_the_store_nor_a_game() -> None:
    script = "import sys; from rulewright.cli import main; main(['--help'], standalone_mode=False); " + (
        "print([name for name in sys.modules if name.startswith(('rulewright.store', 'rulewright.table', 'sqlite3'))])"
    )
    assert python(script).out.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- listing


def test_tables_as_json(data: Path) -> None:
    assert listed()["sunday"] == {
        "name": "sunday",
        "game": "glog",
        "game_version": "1",
        "length": 13,
        "last_played": NOON["sunday"] + 25,
    }


def test_a_check_finds_what_is_damaged(data: Path) -> None:
    path = database(data)
    spoiled = path.read_bytes().replace(b'"number":20,', b'"number":21,', 1)
    path.write_bytes(spoiled)
    answer = run("tables", "--check")
    assert answer.code == REFUSED
    assert "thursday" in answer.out
    assert answer.error == "Damaged: thursday: record 20 of 31 is damaged\n"
    said = refused("export", "thursday", "thursday.jsonl", code=REFUSED)
    assert said.startswith("Error: thursday: record 20 of 31 is damaged\nA backup comes back with")
    assert refused("backup", "tables.backup", code=REFUSED).startswith(f"Error: {path} is damaged, and was not copied")
    assert list(Path().iterdir()) == []

    answer = run("salvage", "saved")
    assert answer.code == REFUSED
    assert answer.out.splitlines() == [
        f"{Path('saved/thursday.jsonl')}: 19 records, 12 are missing",
        f"  {Path('saved/thursday.rest.jsonl')}: 11 records from behind the gap, to be read",
        f"{Path('saved/sunday.jsonl')}: 13 records",
    ]
    fine("import", "saved/thursday.jsonl", "--data", "new")
    assert path.read_bytes() == spoiled


def test_a_file_that_is_cut_off_is_said(data: Path) -> None:
    path = database(data)
    path.write_bytes(path.read_bytes()[:9000])
    for words in (("tables",), ("export", "thursday", "x"), ("backup", "x"), ("upgrade", "thursday")):
        said = refused(*words, code=REFUSED)
        assert "rulewright salvage FOLDER" in said
        assert "Traceback" not in said


# ---------------------------------------------------------------- files


def test_out_in_another_place_and_out_again(data: Path) -> None:
    fine("export", "thursday", "one.jsonl")
    fine("import", "one.jsonl", "--data", "new")
    fine("export", "thursday", "two.jsonl", "--data", "new")
    assert Path("one.jsonl").read_bytes() == Path("two.jsonl").read_bytes()


def test_what_is_not_there_or_is_there_already(data: Path) -> None:
    assert refused("export", "friday", "x") == "Error: there is no table 'friday'; there are sunday, thursday\n"
    fine("export", "thursday", "thursday.jsonl")
    assert "there is a table 'thursday' already" in refused("import", "thursday.jsonl")
    assert "can't be the name of a table" in refused("import", "thursday.jsonl", "--as", "a/b")
    assert "does not exist" in refused("import", "nowhere.jsonl")
    Path("letter").write_text("Dear Ada,")
    assert "is no table or character" in refused("import", "letter")
    assert "is something else" in refused("export", "thursday", "letter")
    assert "is something else" in refused("backup", "letter")
    assert "nobody is called 'eva'" in refused("export", "sunday", "x", "--character", "eva", code=REFUSED)
    assert "there are no tables" in refused("export", "thursday", "x", "--data", "nowhere", code=REFUSED)
    assert Path("letter").read_text() == "Dear Ada,"


def test_tables_and_characters_are_not_mixed_up(data: Path) -> None:
    fine("export", "thursday", "thursday.jsonl")
    fine("export", "thursday", "ada.jsonl", "--character", "ada")
    assert "is a table: --into is for characters" in refused("import", "thursday.jsonl", "--into", "sunday")
    assert "is a character" in refused("import", "ada.jsonl")
    assert "is a character" in refused("import", "ada.jsonl", "--into", "sunday", "--as", "eve")
    assert "'ada' is in use" in refused("import", "ada.jsonl", "--into", "thursday")
    assert listed()["sunday"]["length"] == 13


def test_a_game_that_is_not_installed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fine("export", "thursday", "thursday.jsonl")
    text = Path("thursday.jsonl").read_text().replace('"game":"glog"', '"game":"chess"')
    Path("chess.jsonl").write_text("\n".join([*text.splitlines()[:-1], '{"end":31}']))
    monkeypatch.setattr("rulewright.rules.library.game", GAME_AS_INSTALLED)
    answer = run("import", "chess.jsonl", "--as", "chess")
    assert answer.code == FINE
    assert "chess is not installed" in answer.error
    fine("export", "chess", "again.jsonl")
    assert "there is no game 'chess'" in refused("upgrade", "chess")


# ---------------------------------------------------------------- backup


def test_what_was_replaced_is_kept_and_said(data: Path) -> None:
    fine("backup", "tables.backup")
    fine("export", "sunday", "sunday.jsonl")
    fine("import", "sunday.jsonl", "--as", "friday")
    said = fine("restore", "tables.backup").out
    assert said == f"{data}: 2 tables, 44 records\nWhat was there before is in {data / 'before-restore'}\n"
    assert set(listed()) == {"sunday", "thursday"}
    assert "friday" in fine("tables", "--data", str(data / "before-restore")).out


def test_a_backup_that_is_damaged_is_not_restored(data: Path) -> None:
    fine("backup", "tables.backup")
    before = database(data).read_bytes()
    Path("tables.backup").write_bytes(Path("tables.backup").read_bytes()[:-5000])
    assert "was not restored, and nothing was changed" in refused("restore", "tables.backup", code=REFUSED)
    assert database(data).read_bytes() == before


def test_while_somebody_plays(data: Path) -> None:
    with Store.open(data) as store:
        table = store.table("thursday")
        table.do(a_command(1))
        assert listed()["thursday"]["length"] == 32
        assert fine("backup", "tables.backup").out == "tables.backup: 2 tables, 45 records\n"
        fine("export", "thursday", "thursday.jsonl")
        for words in (("import", "thursday.jsonl", "--as", "x"), ("restore", "tables.backup"), ("upgrade", "sunday")):
            assert "is in use by another Rulewright" in refused(*words, code=REFUSED)
        table.do(a_command(2))


# ---------------------------------------------------------------- upgrade


def doubled(record: Any) -> Any:
    for event in record.get("events", ()):
        if event["event"] == "counter changed":
            event["value"] *= 2
    return record


def test_an_upgrade_asks_first(data: Path, installed: list[Game]) -> None:
    assert "by version 1 of glog already" in refused("upgrade", "thursday", code=REFUSED)
    installed.append(msgspec.structs.replace(GLOG, version="2", migrations={"1": doubled}))
    assert "If you agree to the new rules: rulewright upgrade thursday" in refused(
        "export", "thursday", "x", "--character", "ada", code=REFUSED
    )
    answer = run("upgrade", "thursday", read="n\n")
    assert answer.code == REFUSED
    assert answer.out.endswith("Nothing was changed.\n")
    assert listed()["thursday"]["game_version"] == "1"

    answer = run("upgrade", "thursday", read="y\n")
    assert answer.code == FINE
    assert "thursday: 31 records go from version 1 of glog to version 2 of glog" in answer.out
    assert answer.out.splitlines()[-1].startswith("Done. The records of before are in ")
    assert {name: entered["game_version"] for name, entered in listed().items()} == {"sunday": "1", "thursday": "2"}
    fine("upgrade", "sunday", "--yes")

    old = answer.out.split()[-1]
    answer = run("import", old, "--as", "as-it-was")
    assert answer.code == FINE
    assert "by version 1 of glog. To play it by version 2 of glog: rulewright upgrade as-it-was" in answer.error


def test_an_upgrade_that_can_not_be(data: Path, installed: list[Game]) -> None:
    installed.append(msgspec.structs.replace(GLOG, version="2"))
    assert "a way from no other version" in refused("upgrade", "thursday", code=REFUSED)
    assert refused("upgrade", "friday") == "Error: there is no table 'friday'; there are sunday, thursday\n"
