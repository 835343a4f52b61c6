"""Whatever is done to a log, the place is named; and what can't be known is said."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dice.fairness import FairnessError, Problem, Report, verify, verify_file
from rulewright.dice.fairness.generator import chain_after
from rulewright.dice.fairness.records import MAX_LINE, Join, Leave
from rulewright.dice.fairness.verification import LogFile
from tests.dice.fairness.sample import Writer, fields, reseal, sample_log, text_of

LOG = sample_log()
PLACES = range(1, len(LOG) + 1)
ROLLS = [place for place in PLACES if fields(LOG[place - 1])["type"] == "roll"]


def lines_named(report: Report) -> set[int]:
    return {problem.line for problem in report.problems}


def changed(place: int, new: bytes) -> list[bytes]:
    return [*LOG[: place - 1], new, *LOG[place:]]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all single values in a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        yield path
        return
    for key, each in inside:
        yield from leaves(each, (*path, key))


def with_leaf(content: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    content = copy.deepcopy(content)
    holder: Any = content
    for key in path[:-1]:
        holder = holder[key]
    old = holder[path[-1]]
    if isinstance(old, int):
        holder[path[-1]] = old + 1 if old != 20 else 19
    else:
        holder[path[-1]] = ("0" if old[0] != "0" else "1") + old[1:] if old else "x"
    return content


def test_an_untouched_log_is_proven() -> None:
    report = verify(LOG)
    assert report.problems == ()
    assert report.proven
    assert report.dice == report.dice_checked == 25
    assert report.fingerprint == fields(LOG[-1])["chain"]
    assert verify(iter(LOG)) == report
    assert verify([line.replace(b"\n", b"\r\n") for line in LOG]) == report, "line ends of another system don't count"


@pytest.mark.parametrize("place", PLACES)
def test_any_changed_value_is_named(place: int) -> None:
    for path in leaves(fields(LOG[place - 1])):
        report = verify(changed(place, text_of(with_leaf(fields(LOG[place - 1]), path))))
        assert lines_named(report) == {place}, path


@pytest.mark.parametrize("place", PLACES[:-1])
def test_a_record_left_out_is_named(place: int) -> None:
    report = verify(LOG[: place - 1] + LOG[place:])
    assert lines_named(report) == {place}
    assert f"record {place} is missing" in report.problems[0].found


@pytest.mark.parametrize("place", PLACES)
def test_a_repeated_record_is_named(place: int) -> None:
    report = verify(LOG[:place] + LOG[place - 1 :])
    assert lines_named(report) == {place + 1}
    assert f"record {place} comes a second time" in report.problems[0].found
    assert report.dice_checked == 25


@pytest.mark.parametrize("place", range(1, ROLLS[-1]))
def test_a_record_repeated_later_is_named_and_changes_nothing(place: int) -> None:
    report = verify([*LOG[: ROLLS[-1] - 1], LOG[place - 1], *LOG[ROLLS[-1] - 1 :]])
    assert lines_named(report) == {ROLLS[-1]}
    assert report.dice_checked == 25


@pytest.mark.parametrize("place", PLACES[:-1])
def test_swapped_records_are_named(place: int) -> None:
    report = verify([*LOG[: place - 1], LOG[place], LOG[place - 1], *LOG[place + 1 :]])
    assert lines_named(report) == {place, place + 1}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kept", [0, 1, 30, -10])
def test_a_truncated_record_is_named(place: int, kept: int) -> None:
    report = verify(changed(place, LOG[place - 1][:kept] + b"\n"))
    assert lines_named(report) == {place}


@pytest.mark.parametrize("place", PLACES[:-1])
def test_a_foreign_record_put_in_is_named(place: int) -> None:
    foreign = text_of({**fields(LOG[place - 1]), "number": place + 1})
    assert lines_named(verify([*LOG[:place], foreign, *LOG[place:]])) == {place + 1, place + 2}
    assert lines_named(verify([*LOG[:place], b"no record\n", *LOG[place:]])) == {place + 1}


@pytest.mark.parametrize("length", range(len(LOG)))
def test_a_log_without_its_end_is_never_taken_as_proven(length: int) -> None:
    report = verify(LOG[:length])
    assert not report.proven
    assert report.dice_checked == 0
    assert any("isn't closed" in sentence for sentence in report.unproven)
    assert report.ok == (length > 0)


def dice_tamperings() -> Iterator[tuple[int, int, str, list[list[int]]]]:
    for place, line in enumerate(LOG, start=1):
        dice = fields(line).get("dice", [])
        for number, (sides, face) in enumerate(dice):
            yield place, number, "face", [*dice[:number], [sides, face % sides + 1], *dice[number + 1 :]]
            yield place, number, "sides", [*dice[:number], [sides + 1, face], *dice[number + 1 :]]
            yield place, number, "drop", dice[:number] + dice[number + 1 :]
            yield place, number, "repeat", dice[: number + 1] + dice[number:]
            if number and dice[number] != dice[number - 1]:
                yield place, number, "swap", [*dice[: number - 1], dice[number], dice[number - 1], *dice[number + 1 :]]


LAST_ROUND = max(place for place in PLACES if fields(LOG[place - 1])["type"] == "round")
TAMPERINGS = list(dice_tamperings())


@pytest.mark.parametrize(("place", "number", "how", "dice"), TAMPERINGS)
def test_every_die_tampered_with_is_named(place: int, number: int, how: str, dice: list[list[int]]) -> None:
    report = verify(changed(place, text_of({**fields(LOG[place - 1]), "dice": dice})))
    assert lines_named(report) == {place}
    if how == "face":
        sides, face = fields(LOG[place - 1])["dice"][number]
        assert f"die {number + 1} (d{sides}) shows {dice[number][1]}" in report.problems[0].found
        assert f"die {number + 1} (d{sides}) shows {face}" in report.problems[0].right


@pytest.mark.parametrize(("place", "number", "how", "dice"), TAMPERINGS)
def test_a_forger_who_reseals_the_log_is_caught_by_the_seed(
    place: int, number: int, how: str, dice: list[list[int]]
) -> None:
    report = verify(reseal(changed(place, text_of({**fields(LOG[place - 1]), "dice": dice}))))
    if report.ok:
        # A d20 that shows 8 may have been a d21; without later tickets only the fingerprint knows better.
        assert place > LAST_ROUND
        assert how in ("drop", "sides")
        assert report.fingerprint != verify(LOG).fingerprint
    else:
        assert report.problems[0].line == place or (how != "face" and report.problems[0].line > place)


def renumbered(lines: list[bytes]) -> list[bytes]:
    """All that a forger can do to hide that records are missing: numbers, counters, chain."""
    counter = 0
    result = []
    for number, line in enumerate(lines, start=1):
        content = {**fields(line), "number": number}
        if content["type"] == "roll":
            content["first"] = counter
            counter += len(content["dice"])
        result.append(text_of(content))
    return reseal(result)


@pytest.mark.parametrize("place", ROLLS[:-1])
def test_a_roll_left_out_is_noticed_even_when_all_is_resealed(place: int) -> None:
    assert not verify(renumbered(LOG[: place - 1] + LOG[place:])).ok


@pytest.mark.parametrize("place", ROLLS)
def test_lucky_dice_shown_again_are_noticed_even_when_all_is_resealed(place: int) -> None:
    again = reseal([text_of({**fields(line), "number": n}) for n, line in enumerate(LOG[:place] + LOG[place - 1 :], 1)])
    report = verify(again)
    assert any("dice used before" in problem.found for problem in report.problems)
    assert report.problems[0].line == place + 1


@pytest.mark.parametrize("kind", ["header", "join", "round", "ticket", "silent", "undone", "leave"])
def test_records_before_the_last_round_are_pinned_by_the_dice(kind: str) -> None:
    """Resealing can't hide a change: the key of every later round takes the chain."""
    place = next(place for place in PLACES if fields(LOG[place - 1])["type"] == kind)
    content = fields(LOG[place - 1])
    new = {
        "header": {"commitment": "0" * 64},
        "join": {"seal": "0" * 64},
        "round": {"type": "leave", "seat": "Ada"},
        "ticket": {"ticket": "0" * 64},
        "silent": {"seat": "Ada"},
        "undone": {"by": "Ada"},
        "leave": {"seat": "GM"},
    }[kind]
    del content["chain"]
    ordered = {"type": new.get("type", kind), "number": content["number"], **content, **new}
    assert not verify(reseal(changed(place, text_of({**ordered, "chain": "0" * 64})))).ok


def test_words_of_the_last_round_are_pinned_only_by_the_fingerprint() -> None:
    place = ROLLS[-1]
    reworded = verify(reseal(changed(place, text_of({**fields(LOG[place - 1]), "what": "something else"}))))
    assert reworded.proven
    assert reworded.fingerprint != verify(LOG).fingerprint
    assert any("compare the fingerprint" in sentence for sentence in reworded.unproven)


def test_after_one_change_the_rest_is_still_checked() -> None:
    place = ROLLS[2]
    dice = fields(LOG[place - 1])["dice"]
    dice[0][1] = dice[0][1] % dice[0][0] + 1
    other = ROLLS[-1]
    more = fields(LOG[other - 1])["dice"]
    more[1][1] = more[1][1] % more[1][0] + 1
    both = changed(place, text_of({**fields(LOG[place - 1]), "dice": dice}))
    both[other - 1] = text_of({**fields(LOG[other - 1]), "dice": more})
    report = verify(both)
    assert [problem.line for problem in report.problems] == [place, other]
    assert report.dice_checked == 25 - len(dice) - len(more)


def test_after_a_lost_ticket_the_next_round_is_checked_again() -> None:
    place = next(place for place in PLACES if fields(LOG[place - 1])["type"] == "ticket")
    report = verify(LOG[: place - 1] + LOG[place:])
    assert report.dice - report.dice_checked == 5, "just the dice of the first round"
    last = ROLLS[-1] - 1
    dice = fields(LOG[last])["dice"]
    dice[2][1] = dice[2][1] % 20 + 1
    tampered = [*LOG[:last], text_of({**fields(LOG[last]), "dice": dice}), *LOG[last + 1 :]]
    report = verify(tampered[: place - 1] + tampered[place:])
    assert lines_named(report) == {place, last}


def test_a_wrong_seed_is_named_and_no_die_believed() -> None:
    wrong = reseal(changed(len(LOG), text_of({**fields(LOG[-1]), "seed": "0" * 64})))
    report = verify(wrong)
    assert lines_named(report) == {len(LOG)}
    assert "didn't commit" in report.problems[0].found
    assert report.dice_checked == 0


def test_undoing_what_can_not_be_undone_is_a_problem() -> None:
    place = next(place for place in PLACES if fields(LOG[place - 1])["type"] == "undone")
    for rolls, said in (
        ([1], "isn't a roll"),
        ([place], "doesn't come before"),
        ([place - 1, place - 1], "twice in one"),
    ):
        report = verify(reseal(changed(place, text_of({**fields(LOG[place - 1]), "rolls": rolls}))))
        assert any(said in problem.found for problem in report.problems if problem.line == place)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_no_tampering_passes(data: st.DataObject) -> None:
    text = bytearray(b"".join(LOG))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        until = data.draw(st.integers(at, min(len(text), at + 300)))
        text[at:until] = data.draw(st.binary(max_size=5) | st.sampled_from([b"\n", b"6", b"0", b" ", b"\\u0041"]))
    lines = [line + b"\n" for line in bytes(text).split(b"\n")]
    lines = lines[:-1] if lines[-1] == b"\n" else lines
    report = verify(lines)
    same = [line.rstrip(b"\r\n") for line in lines] == [line.rstrip(b"\n") for line in LOG]
    assert report.proven == same
    assert report.text()


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_no_shuffling_of_whole_records_passes(data: st.DataObject) -> None:
    lines = data.draw(st.lists(st.sampled_from(LOG), max_size=len(LOG) + 3) | st.permutations(LOG))
    report = verify(lines)
    assert report.proven == (lines == LOG)
    assert report.ok == (bool(lines) and lines == LOG[: len(lines)])


@given(st.lists(st.binary(max_size=200), max_size=20))
@settings(deadline=None)
def test_garbage_is_reported_and_never_raised(lines: list[bytes]) -> None:
    report = verify(lines)
    assert not report.ok
    assert report.to_dict()["ok"] is False
    assert all(len(line) <= 80 for line in report.text().splitlines())


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 999_000,
        b'{"type":' * 100_000,
        b'{"type":"roll","number":1,"dice":' + b"[" * 900_000 + b',"chain":"' + b"0" * 64 + b'"}',
        b'{"x":' + b"[" * 400_000 + b"]" * 400_000 + b',"type":"round","number":1,"chain":"' + b"0" * 64 + b'"}',
        b"\xff\xfe" * 100,
        b'{"type":"join","number":1,"seat":"\\ud800","seal":"","chain":"' + b"0" * 64 + b'"}',
        b"0" * (MAX_LINE + 1),
        b'{"type":"header","number":99999999999999999999,"chain":"' + b"0" * 64 + b'"}',
        b"\0" * 5000,
    ],
)
def test_hostile_lines_are_one_problem_each(content: bytes) -> None:
    assert lines_named(verify([content])) == {1}
    assert lines_named(verify([*LOG[:5], content + b"\n", *LOG[5:]])) == {6}


def test_a_file_is_read_in_pieces_of_limited_size(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join(LOG[:5]) + b"x" * 5_000_000 + b"\n" + b"".join(LOG[5:]))
    assert max(map(len, LogFile(path))) <= MAX_LINE + 2
    report = verify_file(path)
    assert lines_named(report) == {6}
    assert "longer than 1,000,000 bytes" in report.problems[0].found
    with pytest.raises(FairnessError, match="can't be read"):
        verify_file(tmp_path / "nothing here")


def test_seats_beyond_the_limit_are_refused() -> None:
    log = Writer()
    for number in range(100):
        log.join(f"seat {number}")
    more = Join(log.number, "one more", "0" * 64)
    assert str(log.ledger.refusal(more)) == "found: 'one more' joins; right: at most 100 seats at a time"
    line = text_of({"type": "join", "number": more.number, "seat": more.seat, "seal": more.seal, "chain": ""})
    assert lines_named(verify(reseal([*log.lines, line]))) == {more.number}


def test_more_lines_than_allowed_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dice.fairness.verification.MAX_RECORDS", 10)
    report = verify(LOG)
    assert report.lines == 10
    assert lines_named(report) == {11}


def test_a_log_that_breaks_the_order_of_play_is_not_in_order() -> None:
    log = Writer()
    log.join("GM")
    log.join("Ada")
    log.turn_tickets()
    log.roll("GM", "", 6)
    log.join("Bob")
    too_early = {
        "type": "roll",
        "number": log.number,
        "who": "GM",
        "what": "",
        "first": 1,
        "dice": [[6, 1]],
        "chain": "",
    }
    report = verify(reseal([*log.lines, text_of(too_early)]))
    assert [problem.found for problem in report.problems] == ["dice after a seat joined"]
    assert "a ticket of the new seat" in report.problems[0].right
    assert Leave(1, "GM").kind == "leave"


def test_random_choice_of_lines_is_never_proven() -> None:
    chooser = random.Random(5)
    for _ in range(50):
        some = sorted(chooser.sample(range(len(LOG)), len(LOG) - 2))
        assert not verify([LOG[place] for place in some]).proven


def test_nothing_may_follow_the_close_and_no_second_header(monkeypatch: pytest.MonkeyPatch) -> None:
    more = [text_of({**fields(LOG[place]), "number": len(LOG) + 1}) for place in (0, 6, 9)]
    for line in more:
        report = verify(reseal([*LOG, line]))
        assert [problem.line for problem in report.problems] == [len(LOG) + 1]
        assert "after the log was closed" in report.problems[0].found
    second = text_of({**fields(LOG[0]), "number": len(LOG)})
    assert "a header as record 29" in verify(reseal([*LOG[:-1], second])).problems[0].found
    monkeypatch.setattr("rulewright.dice.fairness.ledger.MAX_RECORDS", len(LOG))
    assert verify(LOG).proven
    full = verify(reseal([*LOG[:-1], text_of({**fields(LOG[-2]), "number": len(LOG)})]))
    assert full.problems[0].right == "closing the log, which is full"


def test_an_unreadable_line_does_not_hide_what_follows() -> None:
    place = ROLLS[1]
    damaged = changed(place, b"scratched\n")
    wrong = text_of({**fields(LOG[place + 1]), "number": 77})
    report = verify([*damaged[: place + 1], wrong, *damaged[place + 2 :]])
    assert lines_named(report) == {place, place + 2}
    assert report.problems[1] == Problem(place + 2, "the record calls itself number 77", f"number {place + 2}")


@pytest.mark.parametrize("kind", ["silent", "leave", "join"])
def test_after_a_seat_record_is_lost_the_dice_are_still_checked(kind: str) -> None:
    """The state is guessed until enough faces fit; from then on every fault is named again."""
    place = next(place for place in PLACES if fields(LOG[place - 1])["type"] == kind)
    last = ROLLS[-1]
    dice = fields(LOG[last - 1])["dice"]
    dice[0][1] = dice[0][1] % 20 + 1
    resealed = reseal(changed(last, text_of({**fields(LOG[last - 1]), "dice": dice})))
    report = verify(resealed[: place - 1] + resealed[place:])
    assert lines_named(report) == {place, last - 1}
    assert report.dice - report.dice_checked == 3


def test_dice_before_the_first_round_are_a_problem_and_never_checked() -> None:
    first_roll = fields(LOG[ROLLS[0] - 1])
    early = reseal([LOG[0], text_of({**first_roll, "number": 2}), text_of({**fields(LOG[-1]), "number": 3})])
    report = verify(early)
    assert [(problem.line, problem.found) for problem in report.problems] == [(2, "dice before the first round")]
    assert report.dice_checked == 0


def test_a_tampered_commitment_is_named_and_the_dice_still_checked() -> None:
    report = verify(changed(1, text_of({**fields(LOG[0]), "commitment": "0" * 64})))
    assert lines_named(report) == {1}
    assert report.dice_checked == 25


def test_a_skipped_die_is_named_even_when_its_successors_are_right() -> None:
    log = Writer()
    log.join("GM")
    log.turn_tickets()
    log.ledger.counter += 1
    log.roll("GM", "", 20, 20)
    report = verify(log.close())
    assert [problem.found for problem in report.problems] == ["the first die has counter 1: some dice left out"]
    assert report.problems[0].right == "counter 0"


def test_an_impossible_face_is_named_before_the_seed_is_known() -> None:
    content = fields(LOG[ROLLS[0] - 1])
    content["dice"][1] = [6, 7]
    report = verify(reseal([*LOG[: ROLLS[0] - 1], text_of(content)]))
    assert report.problems == (Problem(ROLLS[0], "a d6 shows 7", "1 to 6"),)


@pytest.mark.parametrize(("old", "new"), [(b'"who":"GM"', b'"who": "GM"'), (b'"GM"', b'"\\u0047M"'), (b"20,", b"20 ,")])
def test_another_spelling_of_a_record_is_named_even_when_sealed(old: bytes, new: bytes) -> None:
    place = ROLLS[-1]
    body = LOG[place - 1].rsplit(b',"chain"')[0].replace(old, new, 1) + b"}"
    before = bytes.fromhex(fields(LOG[place - 2])["chain"])
    sealed = body[:-1] + b',"chain":"' + chain_after(before, body).hex().encode() + b'"}\n'
    report = verify([*LOG[: place - 1], sealed])
    assert lines_named(report) == {place}
    assert "isn't written in the one form" in report.problems[0].found


def test_a_changed_counter_is_not_taken_for_wrong_faces() -> None:
    place = ROLLS[0]
    report = verify(changed(place, text_of({**fields(LOG[place - 1]), "first": 5})))
    assert [problem.found for problem in report.problems] == ["the line was changed: it doesn't match its chain value"]
    assert report.dice_checked == 25


def test_dice_that_fit_by_luck_do_not_make_a_guess_certain() -> None:
    log = Writer()
    log.join("GM")
    log.join("Ada")
    log.turn_tickets()
    lost = next(place for place, line in enumerate(log.lines, 1) if fields(line)["type"] == "ticket")
    for _ in range(100):
        log.roll("GM", "coin", 2)
    log.close()
    report = verify(log.lines[: lost - 1] + log.lines[lost:])
    assert lines_named(report) == {lost}
    assert 20 < report.dice_checked < 80, "a coin fits every other time"


def test_a_late_ticket_still_opens_the_dice_behind_it() -> None:
    place = ROLLS[0] - 1
    assert fields(LOG[place - 1])["type"] == "ticket"
    report = verify([*LOG[: place - 1], LOG[place], LOG[place - 1], *LOG[place + 1 :]])
    assert report.dice - report.dice_checked == len(fields(LOG[place])["dice"])
