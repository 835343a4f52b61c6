"""What a report tells: who took rolls back, how lucky everybody was, and what stays unproven."""

from collections.abc import Callable

import pytest

from rulewright.dice.fairness import Report, verify
from tests.dice.fairness.sample import Writer, fields, sample_log, text_of

LOG = sample_log()


def lines_named(report: Report) -> set[int]:
    return {problem.line for problem in report.problems}


def test_undone_rolls_show_who_fished_for_what() -> None:
    log = Writer()
    log.join("GM")
    log.join("Ada")
    log.turn_tickets()
    fished = [log.roll("Ada", "hit the dragon", 20) for _ in range(1)]
    log.undo("GM", fished[0])
    fished.append(log.roll("Ada", "hit the dragon", 20))
    log.roll("GM", "bite", 20)
    log.undo("GM", fished[1])
    log.undo("Ada", log.roll("Ada", "hit the dragon", 20))
    report = verify(log.close())
    assert report.proven
    assert report.undone_by == {"GM": 2, "Ada": 1}
    first, second, third = report.undone
    assert first.after == second.roll
    assert second.after == third.roll
    assert third.after is None
    assert [each.by for each in report.undone] == ["GM", "GM", "Ada"]
    assert "threw nothing after it" in " ".join(report.text().split())


def test_luck_is_told_for_every_thrower() -> None:
    luck = {each.who: each for each in verify(LOG).luck}
    faces = [die for line in LOG for die in fields(line).get("dice", []) if fields(line)["who"] == "Ada"]
    assert luck["Ada"].dice == len(faces) == 5
    assert luck["Ada"].mean == pytest.approx(sum(face for _, face in faces) / 5)
    assert luck["Ada"].expected == pytest.approx(sum((sides + 1) / 2 for sides, _ in faces) / 5)
    assert set(luck) == {"Ada", "Cleo", "GM"}
    assert luck["Ada"].chance is None, "five dice are too few to judge"
    many = Writer()
    many.join("GM")
    many.turn_tickets()
    many.roll("GM", "", *[6] * 3000)
    assert 0.0001 < (verify(many.close()).luck[0].chance or 0) <= 1


def unproven_of(act: Callable[[Writer], None]) -> str:
    log = Writer()
    act(log)
    return " ".join(verify(log.close()).unproven)


def test_what_can_not_be_proven_is_said() -> None:
    def alone(log: Writer) -> None:
        log.join("GM")
        log.turn_tickets()
        log.roll("GM", "", 6, 6)

    def silent(log: Writer) -> None:
        for seat in ("GM", "Ada", "Bob"):
            log.join(seat)
        log.turn_tickets("Bob")
        log.roll("GM", "", 6, 6, 6)

    def impatient(log: Writer) -> None:
        log.join("GM")
        log.join("Ada")
        for _ in range(3):
            log.turn_tickets()
        log.roll("GM", "", 6)

    assert "2 dice hang on the ticket of one seat" in unproven_of(alone)
    assert "hang on the ticket" not in unproven_of(silent)
    assert "never came from: Bob" in unproven_of(silent)
    assert "up to 3 in a row" in unproven_of(silent)
    assert "Rounds called again before any die fell: 2" in unproven_of(impatient)
    assert "Rounds called again" not in unproven_of(silent)
    for act in (alone, silent, impatient):
        assert "whole sessions" in unproven_of(act)
        assert "who sits at a seat" in unproven_of(act)


def test_a_flood_of_problems_is_counted_and_not_kept() -> None:
    report = verify([b"garbage\n"] * 5000)
    assert len(report.problems) == 1000
    assert report.problems_left_out == 4000
    assert "and 4,000 more" in report.text()


def test_the_report_is_safe_to_print() -> None:
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    log.undo("\x1b[31mEve", log.roll("\x1b[2J\u202eAda", "two\nlines", 20))
    text = verify(log.close()).text()
    assert "\\x1b[2J\\u202eAda, two\\nlines (d20:" in " ".join(text.split())
    assert all(letter.isprintable() for letter in text.replace("\n", ""))
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_report_says_first_whether_all_is_well() -> None:
    assert verify(LOG).text().startswith(f"In order: {len(LOG)} lines are unchanged. 25 of 25 dice")
    assert verify(LOG[:-1]).text().startswith("Nothing wrong was found")
    assert verify(LOG[1:]).text().startswith("NOT IN ORDER: 1 problem in")
    assert verify(LOG).to_dict()["undone"][0]["by"] == "GM"
    assert verify(LOG).to_dict()["proven"] is True


def test_long_lists_are_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dice.fairness.findings.THROWERS_KEPT", 2)
    monkeypatch.setattr("rulewright.dice.fairness.findings.UNDONE_KEPT", 3)
    monkeypatch.setattr("rulewright.dice.fairness.findings.DICE_KEPT", 15)
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    for number in range(5):
        log.undo(f"by {number}", log.roll(f"who {number}", "", *[6] * 20))
    report = verify(log.close())
    assert report.proven
    assert [luck.who for luck in report.luck] == ["who 0", "who 1"]
    assert report.undone_by == {"by 0": 1, "by 1": 1}
    assert [len(each.roll.dice) for each in report.undone] == [15] * 3
    assert [each.roll.count for each in report.undone] == [20] * 3
    assert report.undone_left_out == 2
    text = " ".join(report.text().split())
    assert "and 2 more" in text
    assert "d6: 6 and 8 more" in text or "and 8 more)" in text


def test_the_spread_of_many_dice_is_told() -> None:
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    log.roll("GM", "", *[6] * 300)
    assert "fair dice look at least this uneven in" in " ".join(verify(log.close()).text().split())


def test_a_changed_undo_takes_nothing_back() -> None:
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    one, other = log.roll("GM", "", 20), log.roll("GM", "", 20)
    log.undo("GM", one)
    log.undo("GM", other)
    log.close()
    first_undo = other + 1
    log.lines[first_undo - 1] = text_of({**fields(log.lines[first_undo - 1]), "rolls": [other]})
    report = verify(log.lines)
    assert lines_named(report) == {first_undo}
    assert [each.roll.line for each in report.undone] == [other]


def test_an_undo_of_a_lost_roll_is_still_told() -> None:
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    lost = log.roll("GM", "", 20)
    log.roll("GM", "", 20)
    log.undo("GM", lost)
    log.close()
    report = verify(log.lines[: lost - 1] + log.lines[lost:])
    assert lines_named(report) == {lost}
    assert report.undone == ()
    assert report.undone_by == {"GM": 1}
    assert "taken back, by whom and how often: GM 1" in report.text()
