"""Fair dice from the command line: rolls are logged, logs are checked, and a changed one is found out."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import FINE, REFUSED, fine, refused, run


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of two calls: two rolls of 2d6 in the first, one of 1d20 in the second."""
    path = tmp_path / "evening.dice"
    fine("roll", "2d6", "--times", "2", "--log", str(path))
    fine("roll", "1d20", "--log", str(path))
    return path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def dice_in(path: Path) -> list[list[list[int]]]:
    return [record["dice"] for record in records(path) if record["type"] == "roll"]


def verified(path: Path) -> dict[str, Any]:
    """What the check says to programs; the exit code must say the same."""
    answer = run("verify", str(path), "--json")
    found: dict[str, Any] = answer.json
    assert answer.code == (FINE if found["ok"] else REFUSED)
    assert answer.error == ""
    return found


def test_what_is_shown_is_what_the_log_has(tmp_path: Path) -> None:
    path = tmp_path / "evening.dice"
    shown = fine("roll", "3d20", "--times", "4", "--log", str(path)).out
    (dice,) = dice_in(path)
    assert [int(face) for face in re.findall(r"\d+(?=[,\]])", shown)] == [face for _, face in dice]
    assert {sides for sides, _ in dice} == {20}


def test_a_log_is_continued(log: Path) -> None:
    before = log.read_bytes()
    fine("roll", "1d4", "--log", str(log))
    assert log.read_bytes().startswith(before)
    assert [len(dice) for dice in dice_in(log)] == [4, 1, 1]
    assert verified(log)["dice"] == 6


def test_an_open_log_is_in_order_and_says_that_its_seed_is_not_revealed(log: Path) -> None:
    found = verified(log)
    assert (found["ok"], found["closed"], found["proven"]) == (True, False, False)
    assert "The log isn't closed" in " ".join(fine("verify", str(log)).out.split())


def test_a_revealed_log_is_proven_and_takes_no_more_dice(log: Path) -> None:
    secret = log.with_name(log.name + ".secret")
    seed = secret.read_text().strip()
    assert fine("reveal", str(log)).out == f"{log} is closed. Check it with: rulewright verify {log}\n"
    assert not secret.exists()
    assert records(log)[-1]["seed"] == seed
    found = verified(log)
    assert (found["proven"], found["dice_checked"]) == (True, 5)
    assert fine("verify", str(log)).out.startswith("In order: ")
    before = log.read_bytes()
    for words in (("roll", "1d6", "--log", str(log)), ("reveal", str(log))):
        assert "this log is closed" in refused(*words)
    assert log.read_bytes() == before


def test_a_changed_face_is_found_with_its_line(log: Path) -> None:
    fine("reveal", str(log))
    lines = log.read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if '"dice":[[20,' in line)
    lines[place] = re.sub(r"\[20,(\d+)\]", lambda found: f"[20,{int(found[1]) % 20 + 1}]", lines[place])
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    answer = run("verify", str(log))
    assert (answer.code, answer.error) == (REFUSED, "")
    assert answer.out.startswith("NOT IN ORDER")
    assert f"- line {place + 1}: " in answer.out
    assert {problem["line"] for problem in verified(log)["problems"]} == {place + 1}


def test_a_missing_line_is_found(log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-2] + lines[-1:]))
    assert verified(log)["problems"][0]["line"] == len(lines) - 1


def test_a_line_that_a_crash_left_incomplete_is_cut_off_and_said(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"type":"roll","num')
    answer = run("roll", "1d6", "--log", str(log))
    assert answer.code == FINE
    assert "was incomplete, as after a crash, and was cut off" in answer.error
    assert log.read_bytes().startswith(whole)
    assert verified(log)["ok"]


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n")
    assert "this log can't be continued" in refused("roll", "1d6", "--log", str(path))
    refused("reveal", str(path))
    assert path.read_text() == "Dear Ada,\n"
    assert list(tmp_path.iterdir()) == [path]
    assert verified(path)["ok"] is False


def test_text_that_is_refused_starts_no_log(tmp_path: Path) -> None:
    refused("roll", "2d6+", "--log", str(tmp_path / "evening.dice"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["verify", "reveal"])
def test_a_log_that_is_not_there(command: str, tmp_path: Path) -> None:
    assert "does not exist" in refused(command, str(tmp_path / "nothing"))
    assert "is a directory" in refused(command, str(tmp_path))


def test_a_log_where_nothing_can_be_written(tmp_path: Path) -> None:
    assert "No such file or directory" in refused("roll", "1d6", "--log", str(tmp_path / "nowhere" / "evening.dice"))
    assert not list(tmp_path.iterdir())
