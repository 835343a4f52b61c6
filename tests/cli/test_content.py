"""What games hold, from the command line: listed, searched, shown whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.rules.library import content
from tests.cli.support import BAD_INPUT, REFUSED, fine, run
from tests.cli.test_completion import offered
from tests.content.toys import write_pack


def test_everything_is_listed_by_section() -> None:
    lines = fine("content", "glog").lines
    sections = [line for line in lines if line and not line.startswith(" ")]
    assert sections == list(content("glog").sections)
    assert "  force_dart                   Force Dart: a dart of plain force that does not …" in lines


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_lines_are_no_wider_than_the_terminal(columns: int) -> None:
    for words in (("content", "glog"), ("content", "glog", "fighter"), ("content", "glog", "hearth")):
        assert max(map(len, run(*words, columns=columns).lines)) <= columns


def test_a_search_looks_in_ids_names_and_texts() -> None:
    lines = fine("content", "glog", "TWO dogs").lines
    assert lines == ["hirelings", "  link_dog                     Dog handler: two dogs that track"]


def test_an_id_is_shown_whole() -> None:
    assert fine("content", "glog", "arc").out == (
        "spells: arc (glog)\n"
        "  id: arc\n"
        "  name: Arc\n"
        "  school: stormreader\n"
        "  number: 1\n"
        "  range: 100\n"
        "  target: one creature\n"
        "  save: halves\n"
        "  harmful: true\n"
        '  values: {damage: "[sum] * 2", targets: "1"}\n'
        "  effects: [{type: damage, amount: damage, kind: magical}]\n"
        "  text: lightning from hand to target\n"
    )


def test_an_id_in_two_sections_is_shown_twice() -> None:
    shown = fine("content", "glog", "plate").lines
    assert [line for line in shown if line and not line.startswith(" ")] == [
        "items: plate (glog)",
        "armor: plate (glog)",
    ]


def test_json_has_the_entries_whole() -> None:
    (found,) = fine("content", "glog", "arc", "--json").json
    assert found["section"] == "spells"
    assert found["pack"] == "glog"
    assert found["entry"]["values"]["damage"] == "[sum] * 2"


def test_nothing_found_is_said() -> None:
    answer = run("content", "glog", "spaceship")
    assert answer.code == REFUSED
    assert answer.out == ""
    assert answer.error == "Nothing in glog says 'spaceship'.\n"


def test_an_unknown_game_is_bad_input() -> None:
    assert run("content", "glug").code == BAD_INPUT


def test_shells_are_offered_games_and_entries() -> None:
    assert "glog" in offered("content", "")
    assert offered("content", "glog", "force_d") == ["force_dart"]
    assert offered("content", "nogame", "x") == []


def test_entries_of_packs_say_where_they_are_from(tmp_path: Path) -> None:
    write_pack(
        tmp_path,
        "isles",
        {
            "pack.yaml": "id: isles\nname: Isles\nversion: '1'\nsystem: glog\n",
            "more.yaml": "convictions: [{id: tides, name: The tides come back}]\n"
            "change: {items: [{id: sword, price_copper: 7}]}\n",
        },
    )
    assert listed(tmp_path, "tides come") == "convictions\n  tides                        The tides come back [isles]\n"
    assert listed(tmp_path, "sword").splitlines()[0] == "items: sword (glog, isles)"
    assert "  price_copper: 7" in listed(tmp_path, "sword").splitlines()


def listed(packs: Path, search: str) -> str:
    """In a process of its own, since what one plays with is settled once."""
    environment = {**os.environ, "RULEWRIGHT_PACKS": str(packs), "COLUMNS": "80"}
    words = [sys.executable, "-m", "rulewright", "content", "glog", search]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
