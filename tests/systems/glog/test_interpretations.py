"""The register of interpretations in the manual is complete, and what it names is there."""

import json
import re
from pathlib import Path

import yaml
from msgspec.structs import fields

from rulewright.systems.glog.book import HouseRules
from rulewright.table.manual import manual, under

HERE = Path(__file__).parent
CASES = HERE.parents[1] / "conformance"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in under(manual("glog"), "What was unclear").splitlines()
    if line.startswith("| GL-Q-")
]


def cases() -> set[str]:
    """Every vector and every scenario, and the tests of this folder."""
    vectors = [line for path in CASES.glob("glog*.jsonl") for line in path.read_text(encoding="utf-8").splitlines()]
    scenarios = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in CASES.glob("glog_*.yaml")]
    tests = [name for path in HERE.glob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))]
    return {json.loads(line)["id"] for line in vectors} | {one["id"] for file in scenarios for one in file} | set(tests)


def test_every_question_has_its_row() -> None:
    assert [row[0] for row in ROWS] == [f"GL-Q-{number:02}" for number in range(1, 98)]


def test_what_holds_a_decision_is_there() -> None:
    known = cases()
    for question, _, _, _, held in ROWS:
        named = {name.strip(" `") for name in held.split(",")} - {"—"}
        assert named <= known, question
        assert named or question == "GL-Q-90"


def test_switches_are_switches_and_each_has_its_question() -> None:
    named = {name.strip(" `") for row in ROWS for name in row[3].split(",") if name.strip()}
    assert named <= {field.name for field in fields(HouseRules)}
    assert {field.name for field in fields(HouseRules)} - named == {"stat_advance"}
