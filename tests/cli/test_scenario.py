"""Scenarios from the command line: what is said of each, and what is wrong with files that can't be played."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.support import BAD_INPUT, FINE, REFUSED, fine, install, refused, run
from tests.table.toys import toy

SCENE = "{entities: [{id: ann}, {id: orc, hp: 8, sheet: {guard: 1}}]}"
GOOD = f"""
- id: T-1
  title: a blow that lands
  setup: {SCENE}
  steps:
    - {{do: start}}
    - {{do: strike, by: orc, args: {{target: ann}}, error: not_your_turn}}
    - {{do: strike, by: ann, args: {{target: orc}}, dice: [6, 3], expect: {{orc.hp: 5, table.last.hit: true}}}}
"""
WRONG = f"""
- id: T-2
  setup: {SCENE}
  steps:
    - {{do: start}}
    - {{do: strike, by: ann, args: {{target: orc}}, dice: [6, 3], expect: {{orc.hp: 4}}}}
    - {{do: strike, by: ann, args: {{target: orc}}, dice: [6, 4], expect: {{orc.hp: 99}}}}
"""


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for files, and the toy as the game that is called so."""
    monkeypatch.chdir(tmp_path)
    install(monkeypatch, toy)


def written(text: str, name: str = "toy_scenarios.yaml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_each_is_told_in_a_line() -> None:
    assert fine("scenario", written(GOOD)).lines == ["ok    T-1  a blow that lands", "1 played, none failed."]


def test_the_first_difference_of_a_failing_one_is_told() -> None:
    answer = run("scenario", written(GOOD + WRONG))
    assert answer.code == REFUSED
    assert answer.lines == [
        "ok    T-1  a blow that lands",
        "FAIL  T-2",
        "      toy_scenarios.yaml:10: step 2 (strike by ann): orc.hp: expected 4, found 5",
        "2 played, 1 failed.",
    ]


def test_lines_of_json() -> None:
    answer = run("scenario", "--json", written(WRONG + GOOD))
    assert answer.code == REFUSED
    assert [json.loads(line) for line in answer.lines] == [
        {"id": "T-2", "ok": False, "problem": "step 2 (strike by ann): orc.hp: expected 4, found 5"},
        {"id": "T-1", "ok": True, "problem": None},
    ]


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("{do: strike, by: ann, args: {target: orc}, dice: [6]}", "a face for d4 is missing"),
        ("{do: strike, by: ann, args: {target: orc}, dice: [6, 4, 4]}", "1 of 3 faces were not used"),
        ("{do: strike, by: ann, args: {target: orc}, dice: [7]}", "7"),
        ("{do: strike, by: ann, args: {target: elf}}", "nobody is called 'elf' (unknown_target)"),
        ("{do: strike, by: ann, args: {target: elf}, error: not_your_turn}", "expected the error not_your_turn, but"),
        ("{do: next_turn, error: not_allowed}", "expected the error not_allowed, but it was done"),
        ("{do: next_turn, expect: {elf.hp: 1}}", "found 'elf'"),
        ("{do: next_turn, expect: {ann.hp: 10.0}}", "ann.hp: expected 10.0, found 10"),
    ],
)
def test_what_can_differ(step: str, problem: str) -> None:
    answer = run("scenario", written(f"- {{id: A, setup: {SCENE}, steps: [{{do: start}}, {step}]}}\n"))
    assert answer.code == REFUSED
    assert "step 2" in answer.lines[1]
    assert problem in answer.lines[1]


def test_a_scenario_that_can_not_be_read_is_told_with_its_lines_and_the_others_are_played() -> None:
    text = "- id: B\n  steps:\n    - {do: stop, dice: [x]}\n    - {dou: stop}\n- steps: []\n" + GOOD
    answer = run("scenario", written(text))
    assert answer.code == REFUSED
    assert answer.lines[1] == (
        "      toy_scenarios.yaml:3: steps[0].dice[0]: found 'x', where a whole number belongs; "
        "toy_scenarios.yaml:4: steps[1].dou: there is no field 'dou' (did you mean do?); "
        "toy_scenarios.yaml:4: steps[1]: do is missing: text"
    )
    assert answer.lines[2:4] == ["FAIL  line 5", "      toy_scenarios.yaml:5: id is missing: text"]
    assert answer.lines[4:] == ["ok    T-1  a blow that lands", "3 played, 2 failed."]


def test_a_fault_of_a_game_is_told_and_the_others_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    kind = toy.commands.kinds["stop"]
    monkeypatch.setitem(toy.commands.kinds, "stop", kind._replace(function=faulty))
    text = f"- {{id: A, setup: {SCENE}, steps: [{{do: start}}, {{do: stop}}]}}\n" + GOOD
    answer = run("scenario", written(text))
    assert answer.code == REFUSED
    assert "a fault in toy: ZeroDivisionError: by nothing" in answer.lines[1]
    assert answer.lines[-1] == "2 played, 1 failed."


# ---------------------------------------------------------------- which game


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("toy.yaml", GOOD),
        ("toy_more_of_them.yml", GOOD),
        ("other.yaml", f"system: toy\nscenarios:{GOOD.replace(chr(10), chr(10) + '  ')}"),
        ("glog_x.yaml", GOOD.replace("title:", "system: toy\n  title:")),
    ],
)
def test_the_game_is_named_by_the_scenario_the_file_or_its_name(name: str, text: str) -> None:
    assert fine("scenario", written(text, name)).lines[-1] == "1 played, none failed."


def test_the_game_may_be_said() -> None:
    assert run("scenario", "--system", "toy", written(GOOD, "anything.yaml")).code == FINE


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("golg_scenarios.yaml", GOOD, "golg_scenarios.yaml:2: there is no game 'golg' (did you mean glog?)"),
        ("toy_x.yaml", "a: 1\nb: [\n", "toy_x.yaml:3: not YAML"),
        ("toy_x.yaml", "- {id: A, id: B, steps: []}", "toy_x.yaml:1: [0].id: given twice"),
        ("toy_x.yaml", "", "found nothing, where a list of scenarios belongs"),
        ("toy_x.yaml", "system: toy\nscenarios: 3\n", "toy_x.yaml:2: scenarios: found 3, where a list"),
        ("toy_x.yaml", "- {id: A, setup: &a {}, steps: *a}", "reference"),
    ],
)
def test_files_that_can_not_be_played(name: str, text: str, problem: str) -> None:
    assert problem in refused("scenario", written(text, name), code=BAD_INPUT)


def test_nothing_is_played_if_one_file_can_not_be() -> None:
    refused("scenario", written(GOOD), written("a: [", "toy_bad.yaml"), code=BAD_INPUT)


def test_a_file_that_is_not_there() -> None:
    assert "no.yaml" in refused("scenario", "no.yaml", code=BAD_INPUT)


def test_the_scenario_of_the_manual() -> None:
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert fine("scenario", written(block, "glog_scenarios.yaml")).lines == [
        "ok    a-sword-breaks  a natural 19 breaks a sword",
        "1 played, none failed.",
    ]
