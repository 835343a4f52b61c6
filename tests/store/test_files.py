"""Tables and characters as open files: what was written out comes back in, byte by byte, and nothing else does."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.rules import RuleError
from rulewright.store import BadName, NotWritten, OtherVersion, Store, Unreadable, files
from rulewright.table.state import Command
from tests.store.support import NAME, begun, bodies, opened, played, seated, state_of
from tests.table.toys import toy


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.rules.library.game", lambda _name: toy)


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """The file of a table on which all kinds of things have happened."""
    path = tmp_path / "thursday.jsonl"
    with opened(tmp_path / "data") as store:
        played(begun(store), 50)
        files.export_table(store, NAME, path)
    return path


def imported(path: Path, folder: Path, name: str = "") -> None:
    with opened(folder) as store:
        files.import_table(store, files.read(path), name)


def again(folder: Path, path: Path, name: str = NAME) -> bytes:
    """The bytes of a table written out once more."""
    with Store.look(folder) as store:
        files.export_table(store, name, path)
    return path.read_bytes()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- tables


def test_out_and_in_and_out_gives_the_same_bytes(tmp_path: Path, exported: Path) -> None:
    imported(exported, tmp_path / "elsewhere")
    assert again(tmp_path / "elsewhere", tmp_path / "second.jsonl") == exported.read_bytes()
    with opened(tmp_path / "data") as here, opened(tmp_path / "elsewhere") as there:
        assert state_of(seated(here)) == state_of(seated(there))
        assert there.problems() == []


def test_a_file_says_what_it_is_and_where_it_ends(exported: Path) -> None:
    first, *records, last = lines_of(exported)
    assert first == {
        "format": "rulewright table",
        "version": 1,
        "table": NAME,
        "game": "toy",
        "game_version": toy.version,
    }
    assert [record["number"] for record in records] == list(range(1, 52))
    assert last["end"] == 51
    assert len(last["chain"]) == 64


def test_ids_of_commands_come_along(tmp_path: Path, exported: Path) -> None:
    imported(exported, tmp_path / "elsewhere")
    with opened(tmp_path / "elsewhere") as store:
        known = store.query("SELECT seat, command, number FROM commands ORDER BY number")
        expected = [
            (record.get("seat", "gm"), record["command"]["id"], record["number"])
            for record in lines_of(exported)[1:-1]
            if record.get("command", {}).get("id")
        ]
        assert known == expected
        assert len(known) > 20


def test_a_table_may_come_under_another_name(tmp_path: Path, exported: Path) -> None:
    folder = tmp_path / "data"
    with pytest.raises(BadName, match="there is a table 'thursday' already"):
        imported(exported, folder)
    imported(exported, folder, "friday")
    with opened(folder) as store:
        assert [entered.name for entered in store.tables()] == ["friday", NAME]
        assert bodies(store, "friday") == bodies(store, NAME)
        assert state_of(seated(store, "friday")) == state_of(seated(store))
    second = again(folder, tmp_path / "second.jsonl", "friday")
    imported(tmp_path / "second.jsonl", tmp_path / "third")
    assert again(tmp_path / "third", tmp_path / "third.jsonl", "friday") == second


def test_a_table_of_a_game_that_is_not_installed_is_kept(
    tmp_path: Path, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    imported(exported, tmp_path / "elsewhere")
    assert again(tmp_path / "elsewhere", tmp_path / "second.jsonl") == exported.read_bytes()


def test_a_table_of_another_version_stays_with_it(tmp_path: Path, exported: Path) -> None:
    text = exported.read_text(encoding="utf-8").replace('"game_version":"1"', '"game_version":"0"')
    path = tmp_path / "old.jsonl"
    path.write_text("\n".join([*text.splitlines()[:-1], '{"end":51}']) + "\n", encoding="utf-8")
    imported(path, tmp_path / "elsewhere")
    with opened(tmp_path / "elsewhere") as store, pytest.raises(OtherVersion, match="played by version 0"):
        seated(store)


def test_line_ends_of_other_systems_make_no_difference(tmp_path: Path, exported: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(exported.read_bytes().replace(b"\n", b"\r\n"))
    imported(path, tmp_path / "elsewhere")
    assert again(tmp_path / "elsewhere", tmp_path / "second.jsonl") == exported.read_bytes()


def test_what_was_written_by_hand_needs_no_hash(tmp_path: Path, exported: Path) -> None:
    path = tmp_path / "by-hand.jsonl"
    text = exported.read_text(encoding="utf-8").replace("plan 9", "plot 9")
    path.write_text("\n".join([*text.splitlines()[:-1], '{"end": 51}']), encoding="utf-8")
    imported(path, tmp_path / "elsewhere")
    with opened(tmp_path / "elsewhere") as store:
        assert any(b"plot 9" in body for body in bodies(store))


def test_a_file_that_is_cut_off_anywhere_is_refused(tmp_path: Path, exported: Path) -> None:
    whole = exported.read_bytes()
    path = tmp_path / "cut.jsonl"
    for cut in [*range(0, len(whole) - 1, 97), len(whole) - 2]:
        path.write_bytes(whole[:cut])
        with pytest.raises(Unreadable, match=r"cut\.jsonl"):
            files.read(path)
    path.write_bytes(whole[:-1])
    assert len(files.read(path).bodies) == 51


def test_a_file_that_was_changed_anywhere_is_refused(tmp_path: Path, exported: Path) -> None:
    whole = exported.read_bytes()
    path = tmp_path / "changed.jsonl"
    for place in range(0, len(whole), 61):
        path.write_bytes(whole[:place] + b"~" + whole[place + 1 :])
        with pytest.raises(Unreadable, match=r"changed\.jsonl"):
            files.read(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no table or character"),
        ("Dear Ada,\n", "is no table or character"),
        ("[1, 2]\n", "is no table or character"),
        ('{"format":"rulewright table","version":2}\n', "has format 2, and this Rulewright reads 1"),
        ('{"format":"rulewright table","version":1,"table":"x","game":"toy"}\n', "line 1: .*game_version"),
        ("LABEL\n", "cut off behind line 1"),
        ('LABEL\n{"end":0,"more":1}\n', "cut off"),
        ('LABEL\n{"end":2}\n', "speaks of 2 records, and there are 0"),
        ('LABEL\n{"number":1}\n{"end":1}\n', "line 2: this is no record"),
        ('LABEL\n{"record":"new dice","number":2}\n{"end":1}\n', "line 2: this should be record 1"),
        ('LABEL\n{"record":"new dice","number":1}\n\n{"end":2}\n', "line 3: this is no record"),
        ("[" * 100_000 + "\n", "is no table or character"),
    ],
)
def test_files_that_are_no_tables(tmp_path: Path, text: str, said: str) -> None:
    label = '{"format":"rulewright table","version":1,"table":"x","game":"toy","game_version":"1"}'
    path = tmp_path / "file"
    path.write_text(text.replace("LABEL", label))
    with pytest.raises(Unreadable, match=said):
        files.read(path)


@pytest.mark.parametrize(
    "record",
    [
        '{"record":"undone","number":1,"steps":[4]}',
        '{"record":"redone","number":1,"steps":[4]}',
        '{"record":"step","number":1,"command":{"name":""},"events":[{"event":"world changed","field":"x","value":1}]}',
        '{"record":"step","number":1,"command":{"name":"x"},"events":[{"event":"entity added","entity":{"id":"a"}}]}',
    ],
)
def test_records_that_nobody_could_have_played_are_refused(tmp_path: Path, record: str) -> None:
    label = '{"format":"rulewright table","version":1,"table":"x","game":"toy","game_version":"1"}'
    path = tmp_path / "file"
    path.write_text(f'{label}\n{record}\n{{"end":1}}\n')
    with pytest.raises(Unreadable, match="record 1 can't be played by version 1"):
        imported(path, tmp_path / "elsewhere")
    with opened(tmp_path / "elsewhere") as store:
        assert store.tables() == []


def test_a_file_that_can_not_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as store:
        begun(store)
        with pytest.raises(NotWritten, match="No such file or directory"):
            files.export_table(store, NAME, tmp_path / "nowhere" / "file")
        old = tmp_path / "old.jsonl"
        files.export_table(store, NAME, old)
        before = old.read_bytes()
        store.write(lambda database: database.execute("UPDATE records SET body = x'00' WHERE key & 1 = 1")).result()
        with pytest.raises(Exception, match="damaged"):
            files.export_table(store, NAME, old)
    assert old.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "old.jsonl"]


def test_a_file_takes_the_place_of_an_older_one_and_of_nothing_else(tmp_path: Path, exported: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text('{"to": "Ada"}')
    with opened(tmp_path / "data") as store:
        seated(store).do(Command(name="say", args={"text": "one more"}))
        files.export_table(store, NAME, exported)
        with pytest.raises(BadName, match="is something else"):
            files.export_table(store, NAME, letter)
    assert len(files.read(exported).bodies) == 52
    assert letter.read_text() == '{"to": "Ada"}'


# ---------------------------------------------------------------- characters


@pytest.fixture
def ada(tmp_path: Path) -> Path:
    """The file of somebody who has been through something."""
    path = tmp_path / "ada.jsonl"
    with opened(tmp_path / "data") as store:
        table = begun(store)
        table.do(Command(name="set", args={"path": "ada.hp", "value": 3}))
        table.do(Command(name="scheme", by="ada", args={"text": "win — ☠"}))
        table.do(Command(name="bless", by="bob", args={"target": "ada", "minutes": 20}))
        files.export_character(table, "ada", path)
    return path


def test_a_character_goes_to_another_table_as_it_was(tmp_path: Path, ada: Path) -> None:
    with opened(tmp_path / "data") as store:
        store.create("elsewhere", toy)
        table = seated(store, "elsewhere")
        joined = files.import_character(table, files.read(ada))
        assert joined == seated(store).state.entities["ada"] == table.state.entities["ada"]
        files.export_character(table, "ada", tmp_path / "second.jsonl")
        reopened = seated(store, "elsewhere")
        assert reopened.state.entities["ada"] == joined
        assert msgspec.json.encode(next(reopened.log.read()).events[0].entity) == msgspec.json.encode(joined)  # type: ignore[union-attr]
        reopened.undo()
        assert not reopened.state.entities
    assert (tmp_path / "second.jsonl").read_bytes() == ada.read_bytes()


def test_the_file_of_a_character_says_what_it_is(ada: Path) -> None:
    first, record, last = lines_of(ada)
    assert first == {"format": "rulewright character", "version": 1, "game": "toy", "game_version": "1"}
    assert record["events"][0]["entity"]["counters"] == {"hp": 3}
    assert last["end"] == 1


def test_characters_that_can_not_come(tmp_path: Path, ada: Path) -> None:
    with opened(tmp_path / "data") as store:
        table = seated(store)
        before = state_of(table)
        with pytest.raises(RuleError, match="'ada' is in use"):
            files.import_character(table, files.read(ada))
        for old, new, said in [
            ('"game":"toy"', '"game":"chess"', "character of chess, and this table plays toy"),
            ('"game_version":"1"', '"game_version":"0"', "of version 0 of toy, and version 1 is installed"),
            ('"entity added"', '"said"', "line 2"),
            ('"counters":{"hp":3}', '"counters":{"hp":"x"}', "line 2"),
        ]:
            path = tmp_path / "other.jsonl"
            text = ada.read_text(encoding="utf-8").replace(old, new).splitlines()
            path.write_text("\n".join([*text[:-1], '{"end":1}']), encoding="utf-8")
            with pytest.raises((Unreadable, OtherVersion), match=said):
                files.import_character(table, files.read(path))
        assert state_of(table) == before
        with pytest.raises(RuleError, match="nobody is called 'adda'"):
            files.export_character(table, "adda", tmp_path / "adda.jsonl")
    assert not (tmp_path / "adda.jsonl").exists()
