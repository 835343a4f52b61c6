"""The batch interface answers every line, whatever is on it."""

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import Exact
from rulewright.rules.batch import MOST_BYTES, answer, answers

ATTACK = {"rule": "glog.attack", "args": {"attack": 12, "defense": 16}}


def ask(**request: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(answer(json.dumps(request).encode(), Exact()))
    return answered


def ask_raw(line: bytes) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(answer(line, Exact()))
    return answered


def test_a_roll_with_given_dice() -> None:
    assert ask(**ATTACK, dice=[6]) == {
        "ok": True,
        "result": {"hit": True, "critical": False, "target": 6, "breakage_risk": False},
        "used": [["d20", 6]],
    }


def test_real_and_repeatable_dice() -> None:
    assert ask(**ATTACK)["used"][0][1] in range(1, 21)
    assert ask(**ATTACK, seed=7) == ask(**ATTACK, seed=7)
    assert len({ask(**ATTACK, seed=seed)["used"][0][1] for seed in range(40)}) > 10


def test_odds() -> None:
    found = ask(**ATTACK, odds=True)
    assert {row["p"] for row in found["odds"]} == {"3/5", "1/4", "1/20"}
    assert ask(**ATTACK, odds=False, dice=[6])["ok"]


def test_the_id_is_given_back_also_with_an_error() -> None:
    assert ask(**ATTACK, dice=[6], id="GL-1")["id"] == "GL-1"
    assert ask(rule="glog.nope", id={"any": ["thing", None]})["id"] == {"any": ["thing", None]}
    assert "id" not in ask(**ATTACK, dice=[6])


def test_why_and_expect_are_ignored() -> None:
    assert ask(**ATTACK, dice=[6], why="a test", expect={"ok": False})["ok"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({**ATTACK, "colour": "red"}, "bad_args"),
        ({**ATTACK, "odds": True, "dice": [6]}, "bad_args"),
        ({**ATTACK, "odds": True, "seed": 1}, "bad_args"),
        ({**ATTACK, "dice": [6], "seed": 1}, "bad_args"),
        ({**ATTACK, "odds": "yes"}, "bad_args"),
        ({**ATTACK, "seed": True}, "bad_args"),
        ({**ATTACK, "seed": 1.5}, "bad_args"),
        ({"args": {}}, "bad_args"),
        ({"rule": 7}, "bad_args"),
        ({"rule": "glog.attack"}, "bad_args"),
        ({"rule": "glog.attack", "args": []}, "bad_args"),
        ({"rule": "glog.attack", "args": None}, "bad_args"),
        ({"rule": "nope"}, "unknown_rule"),
        ({"rule": "nope.attack"}, "unknown_rule"),
        ({"rule": "glog.atack"}, "unknown_rule"),
        ({"rule": "glog."}, "unknown_rule"),
        ({**ATTACK, "dice": []}, "bad_dice"),
        ({**ATTACK, "dice": [6, 6]}, "bad_dice"),
        ({**ATTACK, "dice": [21]}, "bad_dice"),
        ({**ATTACK, "dice": [6.0]}, "bad_dice"),
        ({**ATTACK, "dice": [True]}, "bad_dice"),
        ({**ATTACK, "dice": "6"}, "bad_dice"),
        ({**ATTACK, "dice": None}, "bad_dice"),
        ({"rule": "glog.weapon_condition", "args": {"breaks": 0}, "dice": [1]}, "bad_dice"),
        ({"rule": "glog.attack", "args": {"attack": "x"}, "dice": [99]}, "bad_args"),
        (
            {"rule": "glog.cast", "args": {"magic_dice": 1, "source": "wand", "burn_scroll": True}, "dice": []},
            "not_allowed",
        ),
    ],
    ids=str,
)
def test_every_kind_of_bad_line(request_: dict[str, Any], code: str) -> None:
    answered = ask(**request_)
    assert answered["ok"] is False
    assert answered["error"]["code"] == code
    assert answered["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        b"garbage",
        b"{",
        b'"text"',
        b"[1,2]",
        b"7",
        b"null",
        b"\xff\xfe\x00",
        b"\x00" * 50,
        b"[" * 100_000,
        b'{"a":' * 9_999,
        b"NaN",
    ],
    ids=range(11),
)
def test_what_is_no_object(line: bytes) -> None:
    assert ask_raw(line)["error"]["code"] == "bad_json"


def test_too_complex() -> None:
    members = [{"id": str(n), "initiative": 10} for n in range(40)]
    answered = ask(rule="glog.turn_order", args={"members": members, "monsters": []}, odds=True)
    assert answered["error"]["code"] == "too_complex"


def test_a_stream_is_answered_in_order_and_goes_on_after_bad_lines() -> None:
    lines = [json.dumps({**ATTACK, "dice": [6], "id": n}).encode() for n in range(5)]
    stream = b"\n".join(
        [lines[0], b"garbage", lines[1], b"", b"   ", b"\xff", lines[2], b"x" * (MOST_BYTES + 9), *lines[3:]]
    )
    found = [json.loads(line) for line in answers(io.BytesIO(stream))]
    assert [one.get("id", one["error"]["code"] if not one["ok"] else None) for one in found] == [
        0, "bad_json", 1, "bad_json", 2, "bad_json", 3, 4,
    ]  # fmt: skip


def test_memory_stays_the_same_for_endless_lines() -> None:
    class Endless(io.RawIOBase):
        left = 60

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.left -= 1
            if self.left < 0:
                return 0
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    tracemalloc.start()
    found = list(answers(io.BufferedReader(Endless(), buffer_size=MOST_BYTES)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [json.loads(line)["error"]["code"] for line in found] == ["bad_json"]
    assert peak < 8 * MOST_BYTES


def test_a_fault_of_ours_is_answered_and_the_stream_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Iterator[Any]:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("rulewright.rules.batch.roll_of", broken)
    assert ask(**ATTACK, dice=[6])["error"]["code"] == "internal_error"
    assert "ZeroDivisionError" in capsys.readouterr().err


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(line: bytes) -> None:
    assert ask_raw(line)["ok"] is False


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"rule": st.sampled_from(["glog.attack", "glog.cast", "glog.pay", "glog.turn_order", "glog.spell_value"])},
        optional={
            "args": st.dictionaries(
                st.sampled_from(
                    ["attack", "defense", "magic_dice", "coins", "members", "monsters", "expression", "house_rules"]
                ),
                json_values,
            ),
            "dice": json_values,
            "odds": json_values,
            "seed": json_values,
        },
    )
)
def test_any_request_is_answered(request_: dict[str, Any]) -> None:
    answered = ask(**request_)
    assert answered["ok"] or answered["error"]["code"] not in ("internal_error", "bad_json")
