"""`rulewright batch`: a line in, a line out, whatever happens at either end."""

import errno
import json
import subprocess
from typing import Any

import pytest

from tests.cli.support import BAD_INPUT, ENVIRONMENT, FINE, PROGRAM, REFUSED, fine, run, start

ATTACK = json.dumps({"rule": "glog.attack", "args": {"attack": 12, "defense": 14}, "dice": [6]}) + "\n"
ANSWER: dict[str, Any] = {
    "ok": True,
    "result": {"hit": True, "critical": False, "target": 8, "breakage_risk": False},
    "used": [["d20", 6]],
}


def in_shell(command: str, read: str = ATTACK) -> tuple[int, str, str]:
    """Run the program, written as $RULEWRIGHT, in a shell that ends as the program does."""
    done = subprocess.run(
        ["bash", "-c", command],
        input=read,
        capture_output=True,
        env=ENVIRONMENT | {"RULEWRIGHT": PROGRAM},
        check=False,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_lines_are_answered_in_order() -> None:
    lines = fine("batch", read=ATTACK + "garbage\n" + ATTACK.strip()).lines
    assert [json.loads(line).get("ok") for line in lines] == [True, False, True]
    assert json.loads(lines[0]) == ANSWER


def test_nothing_in_nothing_out() -> None:
    assert start("batch") == (FINE, "", "")


def test_bytes_that_are_no_text() -> None:
    answer = start("batch", read=b"\x00\xff\xfe\n" + ATTACK.encode())
    assert [json.loads(line)["ok"] for line in answer.lines] == [False, True]


def test_an_answer_comes_while_more_may_be_asked() -> None:
    with subprocess.Popen([PROGRAM, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin
        assert program.stdout
        for _ in range(3):
            program.stdin.write(ATTACK)
            program.stdin.flush()
            assert json.loads(program.stdout.readline()) == ANSWER
        program.stdin.close()
        assert program.wait() == FINE


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    _, out, error = in_shell("$RULEWRIGHT batch | head -1", read=ATTACK * 20_000)
    assert (json.loads(out), error) == (ANSWER, "")


@pytest.mark.parametrize("words", [("roll", "2d6"), ("odds", "2d6"), ("rules",)], ids=" ".join)
def test_a_full_disk_is_said_in_a_line(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("click.echo", full)
    assert run(*words) == (REFUSED, "", "Error: the answer can't be written: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_said_in_a_line(closed: str) -> None:
    code, out, error = in_shell(f"$RULEWRIGHT batch {closed}")
    assert (code, out) == (BAD_INPUT, "")
    assert error == "Error: batch reads standard input and writes standard output, and one of them is closed\n"
