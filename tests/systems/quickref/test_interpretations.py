"""The register of interpretations in the manual is complete, and what it names is there."""

from rulewright.systems.quickref.book import HouseRules
from rulewright.table.coverage import coverage_of
from rulewright.table.manual import manual, under
from tests.conformance.test_coverage import is_there

QUESTIONS = {known.id: known.tests for known in coverage_of("quickref").paragraphs if known.id.startswith("QR-Q-")}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in under(manual("quickref"), "What was unclear").splitlines()
    if line.startswith("| QR-Q-")
]


def named(cell: str) -> list[str]:
    return [name.strip(" `") for name in cell.split(",") if name.strip()]


def test_every_question_has_its_row() -> None:
    assert [row[0] for row in ROWS] == list(QUESTIONS)


def test_what_holds_a_decision_is_there_and_the_register_knows_it() -> None:
    for question, _, _, _, held in ROWS:
        assert named(held), question
        assert set(named(held)) <= set(QUESTIONS[question]), question
        assert all(is_there("quickref", test) for test in named(held)), question


def test_each_switch_has_its_question() -> None:
    assert {name for row in ROWS for name in named(row[3])} == set(HouseRules.__struct_fields__)
