"""Packs are checked from the command line: everything that is wrong, what is right, and the schema for editors."""

import json
from pathlib import Path

import pytest

from tests.cli.support import BAD_INPUT, FINE, REFUSED, fine, run, start
from tests.content.toys import write_pack

HEADING = "id: {id}\nname: Some {id}\nversion: '1.2'\nsystem: glog\n"


def pack(root: Path, name: str, text: str, more: str = "") -> Path:
    return write_pack(root, name, {"pack.yaml": HEADING.format(id=name) + more, "more.yaml": text})


def test_a_right_pack_is_said_to_be_right(tmp_path: Path) -> None:
    folder = pack(
        tmp_path,
        "cheap",
        "convictions: [{id: thrift, name: Thrift}, {id: waste, name: Waste}]\n"
        "change: {items: [{id: sword, price_copper: 1}]}\n"
        "replace: {convictions: [{id: mercy_first, name: Mercy}]}",
    )
    assert fine("validate", str(folder)).lines == [
        "cheap 1.2 for glog, Some cheap: all of it is right.",
        "  adds     convictions: thrift, waste",
        "  changes  items: sword",
        "  replaces convictions: mercy_first",
    ]


def test_its_heading_will_do_for_a_pack(tmp_path: Path) -> None:
    folder = pack(tmp_path, "cheap", "")
    assert fine("validate", str(folder / "pack.yaml")).out == "cheap 1.2 for glog, Some cheap: all of it is right.\n"


def test_a_pack_is_found_from_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pack(tmp_path, "cheap", "convictions: [{id: thrift}]"))
    answer = run("validate", ".")
    assert answer.code == REFUSED
    assert answer.lines[0] == "cheap/more.yaml:1: convictions.thrift: name is missing: text"


def test_everything_that_is_wrong_is_said(tmp_path: Path) -> None:
    folder = pack(
        tmp_path,
        "wrong",
        "itms: []\nitems:\n- {id: rope_of_sand, name: 3}\n- {id: sword}\n",
        "requires: {sea: '>=1'}\n",
    )
    answer = run("validate", str(folder))
    assert answer.code == REFUSED
    assert answer.error == ""
    assert answer.lines == [
        "wrong/more.yaml:1: itms: there is no section 'itms' (did you mean items?)",
        "wrong/more.yaml:3: items.rope_of_sand.name: found 3, where text belongs: put it in quotes",
        "wrong/more.yaml:3: items.rope_of_sand: slots is missing: a whole number",
        "wrong/more.yaml:4: items.sword.id: glog has sword already: "
        "put it under change or replace to have it different",
        "wrong/pack.yaml:5: requires.sea: there is no pack 'sea' here: put it beside this one",
        "5 problems in wrong.",
    ]


def test_one_problem_is_one_problem(tmp_path: Path) -> None:
    assert run("validate", str(pack(tmp_path, "wrong", "itms: []"))).lines[-1] == "1 problem in wrong."


def test_what_is_required_is_found_beside_it(tmp_path: Path) -> None:
    pack(tmp_path, "sea", "convictions: [{id: salt, name: Salt}]")
    upon = pack(tmp_path, "shore", "change: {convictions: [{id: salt, name: Sand}]}", "requires: {sea: '>=1'}")
    fine("validate", str(upon))


def test_json_says_all_of_it(tmp_path: Path) -> None:
    answer = run("validate", str(pack(tmp_path, "wrong", "itms: []")), "--json")
    assert answer.code == REFUSED
    (said,) = answer.json
    assert said["ok"] is False
    assert said["pack"]["id"] == "wrong"
    assert said["problems"] == [
        {
            "file": "wrong/more.yaml",
            "line": 1,
            "path": "itms",
            "text": "there is no section 'itms' (did you mean items?)",
        }
    ]


def test_without_a_name_all_packs_in_use_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(tmp_path, "one", "")
    pack(tmp_path, "two", "itms: []")
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path))
    answer = run("validate")
    assert answer.code == REFUSED
    assert answer.lines[0] == "one 1.2 for glog, Some one: all of it is right."
    assert answer.lines[-1] == "1 problem in two."


def test_without_a_name_and_without_packs_there_is_nothing_to_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path))
    answer = run("validate")
    assert answer.code == BAD_INPUT
    assert f"there are no packs in {tmp_path}" in answer.error


def test_a_folder_that_is_no_pack_is_bad_input(tmp_path: Path) -> None:
    answer = run("validate", str(tmp_path))
    assert answer.code == BAD_INPUT
    assert "there is no pack.yaml in it" in answer.error


def test_the_schema_is_one_document() -> None:
    schema = json.loads(fine("validate", "--schema", "glog").out)
    assert schema["title"] == "Packs for glog"
    assert "spells" in schema["else"]["properties"]


def test_a_schema_of_no_game_is_refused() -> None:
    answer = run("validate", "--schema", "glug")
    assert answer.code == BAD_INPUT
    assert "there is no game 'glug' (did you mean glog?)" in answer.error


def test_a_schema_takes_no_pack(tmp_path: Path) -> None:
    assert run("validate", "--schema", "glog", str(tmp_path)).code == BAD_INPUT


def test_the_games_own_content_is_a_pack() -> None:
    from rulewright.rules.library import content

    answer = run("validate", str(content("glog").folder))
    assert answer.code == FINE
    assert answer.lines[0] == "glog 1 for glog, Goblin Laws: all of it is right."
    assert max(map(len, answer.lines)) <= 80


@pytest.mark.parametrize(
    "words",
    [
        ("rule", "glog.spell_effect", "spell=arc", "dice=1", "sum=1"),
        ("odds", "glog.mishap", "school=hearth"),
        ("content", "glog"),
        ("new-character", "glog", "--random"),
    ],
)
def test_nothing_is_played_with_a_broken_pack(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = start(*words, RULEWRIGHT_PACKS=str(pack(tmp_path, "wrong", "itms: []")))
    assert answer.code == REFUSED
    assert answer.out == ""
    assert answer.error == "Error: wrong/more.yaml:1: itms: there is no section 'itms' (did you mean items?)\n"
