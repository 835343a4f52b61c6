"""`rulewright roll`: every die is shown, given ones are used up exactly, and what can't be rolled is said plainly."""

import json
from pathlib import Path

import pytest

from tests.cli.support import fine, refused


def test_every_die_is_shown_with_what_became_of_it() -> None:
    assert fine("roll", "4d6kh3", "--dice", "4,2,6,1").out == "4d6kh3 [4, 2, 6, (1)] = 12\n"
    assert fine("roll", "1d6!", "--dice", "6 2").out == "1d6! [6!, +2] = 8\n"


def test_an_expression_may_come_in_several_words() -> None:
    several = fine("roll", "1d20", "+", "3", "vs", "15", "--dice", "12")
    assert several.out == "1d20 [12] + 3 vs 15 = 15: success by 0, degree 1\n"
    assert fine("roll", "1d20 + 3 vs 15", "--dice", "12") == several


def test_an_expression_that_begins_with_a_minus_stands_behind_two() -> None:
    assert fine("roll", "--dice", "4", "--", "-1d6").out == "-1d6 [4] = -4\n"


def test_values_come_from_the_sheet_in_any_case_of_letters() -> None:
    answer = fine("roll", "1d20 + @Brawn - @wounds", "--set", "BRAWN=3", "--set", "wounds=-2", "--dice", "7")
    assert answer.out.endswith(" = 12\n")


def test_many_times_are_as_many_lines_and_use_the_given_dice_in_order() -> None:
    assert fine("roll", "2d6", "--times", "3", "--dice", "1,2,3,4,5,6").lines == [
        "2d6 [1, 2] = 3",
        "2d6 [3, 4] = 7",
        "2d6 [5, 6] = 11",
    ]


def test_a_seed_repeats_and_another_differs() -> None:
    def rolled(seed: str) -> str:
        return fine("roll", "8d20", "--times", "4", "--seed", seed).out

    assert rolled("7") == rolled("7")
    assert rolled("7") != rolled("8")
    assert len(set(rolled("7").splitlines())) == 4


def test_real_dice_differ_and_stay_in_range() -> None:
    totals = [json.loads(line)["total"] for line in fine("roll", "1d6", "--times", "200", "--json").lines]
    assert set(totals) == {1, 2, 3, 4, 5, 6}


def test_json_is_one_line_for_each_roll_and_says_all() -> None:
    lines = fine("roll", "1d20 + @brawn vs 15", "--set", "brawn=3", "--times", "2", "--dice", "7,12", "--json").lines
    first, second = map(json.loads, lines)
    assert first["text"] == first["canonical"] == "1d20 + @brawn vs 15"
    assert (first["total"], first["faces"], first["sheet"]) == (10, [[20, 7]], {"brawn": 3})
    assert first["check"] == {"success": False, "margin": -5, "degree": -1}
    assert (second["total"], second["check"]["success"]) == (15, True)


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("1", "a face for d6 is missing: 1 given"),
        ("", "a face for d6 is missing: 0 given"),
        ("1,2,3", "1 of 3 faces were not used"),
        ("1,7", "die 2 is a d6: expected a whole number from 1 to 6, found 7"),
        ("0,1", "die 1 is a d6"),
        ("1,six", "--dice: expected faces such as 4,2,6; found '1,six'"),
        ("1,2.0", "--dice: expected faces such as 4,2,6"),
    ],
)
def test_given_dice_must_be_used_up_exactly(faces: str, said: str) -> None:
    assert said in refused("roll", "2d6", "--dice", faces)


def test_nothing_is_shown_of_rolls_whose_dice_do_not_suffice() -> None:
    refused("roll", "1d6", "--times", "3", "--dice", "1,2")


@pytest.mark.parametrize(
    "options",
    [
        ("--seed", "1", "--dice", "1"),
        ("--seed", "1", "--log", "dice"),
        ("--dice", "1", "--log", "dice"),
        ("--seed", "0", "--dice", ""),
    ],
    ids=" ".join,
)
def test_dice_have_one_source(options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--seed, --dice and --log exclude each other" in refused("roll", "1d6", *options)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("2d6+", "2d6+\n    ^"),
        ("1d20 ? 5", "1d20 ? 5\n     ^"),
        ("1/0", "1/0\n  ^"),
        ("1d6 + @brawn", "1d6 + @brawn\n      ^"),
    ],
)
def test_a_caret_shows_where_the_text_goes_wrong(text: str, pointer: str) -> None:
    assert refused("roll", text).endswith(f"\n{pointer}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "brawn"), "expected NAME=VALUE, found 'brawn'"),
        (("--set", "=3"), "expected NAME=VALUE, found '=3'"),
        (("--set", "brawn=strong"), "brawn: expected a whole number, found 'strong'"),
        (("--set", "brawn=1.5"), "brawn: expected a whole number, found 1.5"),
        (("--set", "brawn=true"), "brawn: expected a whole number, found True"),
        (("--set", "brawn=1", "--set", "brawn=2"), "brawn is given twice"),
        (("--times", "0"), "0 is not in the range 1<=x<=1000"),
        (("--times", "often"), "'often' is not a valid integer"),
        (("--seed", "x"), "'x' is not a valid integer"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "says",
)
def test_options_that_make_no_sense(words: tuple[str, ...], said: str) -> None:
    assert said in refused("roll", "1d6", *words)


def test_without_an_expression_the_usage_is_shown() -> None:
    assert "Missing argument 'EXPRESSION...'" in refused("roll")
