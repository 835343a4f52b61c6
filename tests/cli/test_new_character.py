"""Characters from the command line: at random, by hand, with the GM's leave, at a table, and in a file."""

from pathlib import Path

import pytest

from rulewright.rules import library
from rulewright.table.game import find_game
from tests.cli.support import BAD_INPUT, REFUSED, fine, refused, run

MADE = [game for game in library.playable() if find_game(game).creation]


@pytest.mark.parametrize("game", MADE)
def test_somebody_at_random_fits_on_the_page(game: str) -> None:
    said = fine("new-character", game, "--random", "--seed", "7", "--name", "Ada")
    assert said.lines[0] == "Ada"
    assert max(map(len, said.lines)) <= 80
    assert fine("new-character", game, "--random", "--seed", "7", "--name", "Ada").out == said.out
    assert fine("new-character", game, "--random", "--seed", "8", "--name", "Ada").out != said.out


def values(*words: str) -> dict[str, object]:
    found = fine("new-character", *words, "--json").json
    return {path: value for part in found["parts"] for path, value in part["values"].items()}


def test_the_level_is_reached_by_the_rules() -> None:
    made = values("glog", "--random", "--seed", "3", "--level", "10")
    assert (made["level"], made["experience"]) == (10, 30000)
    assert len(made["templates"]) == 4  # type: ignore[arg-type]


def test_beyond_the_top_there_is_nothing() -> None:
    assert "goes no further than 10" in refused("new-character", "glog", "--random", "--level", "11", code=REFUSED)


def test_choices_can_be_made_beforehand() -> None:
    made = values("glog", "class=cleric", "school=hearth", "--random", "--seed", "1")
    assert (made["templates"], made["schools"]) == (["cleric_a"], ["hearth"])


def test_what_the_rules_refuse_is_refused_with_the_reason() -> None:
    said = refused("new-character", "glog", "--random", "class=fighter", "school=hearth", code=BAD_INPUT)
    assert "a fighter has one of: none; found 'hearth'" in said


def test_the_gm_allows_what_the_rules_do_not() -> None:
    made = values("glog", "--random", "--seed", "1", "--set", "str=25", "--set", "attack=19")
    assert (made["str"], made["attack"]) == (25, 19)
    assert "has no value 'beauty'" in refused("new-character", "glog", "--random", "--set", "beauty=9")


def test_by_hand_every_choice_is_asked_for() -> None:
    answers = "wizard\nbonewright\nswap stats\nstr\ntal\nfighter_a\n"
    said = run("new-character", "glog", "--seed", "1", "--name", "ada", "--level", "2", read=answers)
    assert said.code == 0
    for question in ("class?", "school?", "Swap stats: one?", "Swap stats: two?", "Level up: template?"):
        assert question in said.out
    assert "Templates: wizard a, fighter a" in said.out.rpartition("Vital values")[2]


def test_who_has_nothing_to_choose_is_not_asked() -> None:
    said = run("new-character", "glog", "--seed", "1", read="thief\n1\n")
    assert said.code == 0
    assert "school?" not in said.out


def test_answers_that_end_too_soon_make_nobody() -> None:
    said = run("new-character", "glog", "--seed", "1", read="wizard\n")
    assert said.code == BAD_INPUT
    assert "the answers end before the character is made" in said.error


def test_a_character_goes_to_a_file_and_from_there_to_a_table(tmp_path: Path) -> None:
    file, data = tmp_path / "ada.jsonl", ("--data", str(tmp_path / "data"))
    made = fine("new-character", "glog", "--random", "--seed", "7", "--name", "ada", "--out", str(file))
    assert made.lines[-1] == f"{file}: ada"
    run("play", "glog", "--table", "monday", *data, read="q\n")
    fine("import", str(file), "--into", "monday", *data)
    assert fine("sheet", "monday", "ada", *data).lines == made.lines[:-2]


def test_a_character_comes_to_a_stored_table(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    run("play", "glog", "--table", "monday", *data, read="q\n")
    for name in ("newcomer", "newcomer_2"):
        fine("new-character", "glog", "--random", "--table", "monday", *data)
        assert fine("sheet", "monday", name, *data).lines[0] == name.capitalize().replace("_", " ")
    said = run("new-character", "glog", "--random", "--table", "monday", "--name", "newcomer", *data)
    assert said.code == BAD_INPUT
    assert "'newcomer' is in use" in said.error


@pytest.mark.parametrize("words", [("--random", "--set", "beauty=9"), ("--random", "--level", "11"), ("class=thief",)])
def test_nobody_is_left_behind_half_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    data = ("--data", str(tmp_path / "data"))
    run("play", "glog", "--table", "monday", *data, read="q\n")
    assert run("new-character", "glog", "--table", "monday", "--name", "ada", *words, *data).code != 0
    assert "nobody is called 'ada'" in run("sheet", "monday", "ada", *data).error


def test_a_choice_that_is_refused_is_asked_for_again() -> None:
    said = run("new-character", "glog", "--seed", "1", "--level", "2", read="thief\n1\nwizard_z\nthief_b\n")
    assert said.code == 0
    assert "Templates: thief a, thief b" in said.out


def test_whoever_leaves_makes_nobody() -> None:
    said = run("new-character", "glog", "--seed", "1", read="q\n")
    assert (said.code, said.error) == (REFUSED, "Aborted!\n")


def test_what_the_dice_would_choose_is_asked_for(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    run("play", "glog", "--table", "monday", *data, read="house_rule name=stat_advance value=true\nq\n")
    answers = "thief\n1\nthief_b\nstr\n"
    said = run("new-character", "glog", "--table", "monday", "--name", "ada", "--level", "2", *data, read=answers)
    assert said.code == 0, said.error
    assert "Level up: stat?" in said.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nogame", "--random"), "there is no game 'nogame'"),
        (("glog", "--random", "class=bard"), "there is no 'bard'"),
        (("glog", "--random", "colour=red"), "unknown argument 'colour'"),
        (("glog", "--json"), "--json is for --random"),
        (("glog", "--seed", "1", "--table", "monday"), "a stored table throws its own dice"),
    ],
)
def test_what_can_not_be_understood(words: tuple[str, ...], reason: str) -> None:
    assert reason in refused("new-character", *words)


# ---------------------------------------------------------------- sheets


@pytest.fixture
def monday(tmp_path: Path) -> tuple[str, ...]:
    """A stored table with a thief in rags whom somebody hurt."""
    data = ("--data", str(tmp_path))
    run("play", "glog", "--table", "monday", *data, read="q\n")
    fine("new-character", "glog", "class=thief", "--random", "--name", "ada", "--table", "monday", *data)
    run("play", "glog", "--table", "monday", *data, read="damage target=ada amount=1\nset path=ada.save value=3\nq\n")
    return data


def test_a_sheet_as_data(monday: tuple[str, ...]) -> None:
    found = fine("sheet", "monday", "ada", "--json", *monday).json
    assert (found["game"], found["character"], found["name"]) == ("glog", "ada", "Ada")
    assert [part["title"] for part in found["parts"]][:2] == ["Vital values", "Stats"]


def test_a_number_says_where_it_comes_from(monday: tuple[str, ...]) -> None:
    said = fine("sheet", "monday", "ada", "--why", "stealth", *monday).out
    assert "thief_a = 3" in said
    assert "Dexterity bonus = " in said
    assert "glog.stealth_score GL-STEALTH-01: " in said
    assert "glog.encumbrance GL-INV-06 GL-INV-07: " in said
    assert max(map(len, said.splitlines())) <= 80


def test_what_is_kept_says_what_changed_it(monday: tuple[str, ...]) -> None:
    said = fine("sheet", "monday", "ada", "--why", "hp", *monday).out
    assert "no rule computes it" in said
    assert "so since record" in said
    assert "Ada is hurt" in said


def test_what_the_gm_has_set_says_so(monday: tuple[str, ...]) -> None:
    assert "set by the GM = 3" in fine("sheet", "monday", "ada", "--why", "ada.save", *monday).out
    found = fine("sheet", "monday", "ada", "--why", "save", "--json", *monday).json
    assert (found["path"], found["value"]) == ("ada.save", 3)
    assert found["steps"] == [{"note": "set by the GM", "value": 3}]
    assert found["since"]["record"] > 0


def test_nobody_and_nothing(monday: tuple[str, ...]) -> None:
    assert "did you mean ada?" in run("sheet", "monday", "adda", *monday).error
    assert "has no value 'defence'" in run("sheet", "monday", "ada", "--why", "defence", *monday).error
    assert run("sheet", "sunday", "ada", *monday).code == BAD_INPUT


def test_several_are_typed_with_commas_between_and_what_may_be_left_out_is_left_out() -> None:
    answers = "none\nsoldier\nlead, survive\n\nstab\nwarrior\n\nalert, arms_master\nexert\n\n\n\nsoldier pack\n"
    said = run("new-character", "quickref", "--seed", "1", "--name", "ada", read=answers)
    assert said.code == 0, said.error
    assert "Create character: background skills, with commas between, or nothing?" in said.out
    sheet = " ".join(said.out.rpartition("Vital values")[2].split())
    assert "stab: 1, lead: 0, survive: 0, notice: 0, exert: 0" in sheet
    assert "Alert 1 Arms master 1" in sheet
