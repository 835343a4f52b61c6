"""`rulewright odds`: exact numbers, as text, as JSON and as pictures."""

import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import main
from tests.cli.support import REFUSED, fine, refused, start

WEAPON = ("glog.weapon_attack", "attack=12", "defense=13", "strength=14", "weapon_class=medium")
WAYS_OF_3D6 = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
CROWD = ["members=[" + ",".join(f'{{"id":"{n}","initiative":10}}' for n in range(40)) + "]", "monsters=[]"]


def chances(*words: str) -> dict[Any, Fraction]:
    """Outcomes with their chances, as JSON tells them; they must add up to one."""
    rows = fine("odds", *words, "--json").json["outcomes"]
    found = {row["result"]: Fraction(row["p"]) for row in rows}
    assert len(found) == len(rows)
    assert sum(found.values()) == 1
    return found


def test_the_sum_of_three_dice() -> None:
    assert chances("3d6") == {3 + n: Fraction(ways, 216) for n, ways in enumerate(WAYS_OF_3D6)}


def test_the_best_three_of_four_dice() -> None:
    found = chances("4d6kh3")
    assert (found[3], found[18]) == (Fraction(1, 1296), Fraction(21, 1296))
    assert sum(total * p for total, p in found.items()) == Fraction(15869, 1296)


def test_text_may_come_in_several_words_and_takes_values() -> None:
    assert chances("1d4", "+", "@brawn", "--set", "brawn=3") == dict.fromkeys(range(4, 8), Fraction(1, 4))


def test_a_check_adds_its_chance_of_success() -> None:
    assert fine("odds", "1d20+5 vs 15").lines[-1] == "success: 55.00 %, exactly 11/20"
    assert fine("odds", "1d20+5 vs 15", "--json").json["remarks"] == ["success: 55.00 %, exactly 11/20"]


def test_depth_limits_exploding_and_says_what_is_left_out() -> None:
    sixth = Fraction(1, 6)
    shallow = dict.fromkeys(range(1, 6), sixth) | dict.fromkeys(range(7, 13), sixth**2)
    assert chances("1d6!", "--depth", "1") == shallow
    said = " ".join(fine("odds", "1d6!", "--depth", "1").lines[-2:])
    assert "at most 1 dice" in said
    assert "2.8e-02" in said
    assert chances("1d6!", "--depth", "0") == dict.fromkeys(range(1, 7), sixth)


def test_the_odds_of_a_rule() -> None:
    rows = fine("odds", "glog.attack", "attack=12", "defense=14", "--json").json["outcomes"]
    found = {
        (row["result"]["hit"], row["result"]["critical"], row["result"]["breakage_risk"]): row["p"] for row in rows
    }
    # A target of 12 - (14 - 10) = 8: a 1 is a critical hit, 2 to 8 hit, 19 risks breakage, 20 is a critical failure.
    assert found == {
        (True, True, False): "1/20",
        (True, False, False): "7/20",
        (False, False, False): "1/2",
        (False, False, True): "1/20",
        (False, True, False): "1/20",
    }
    assert {row["result"]["target"] for row in rows} == {8}


def test_one_field_of_a_rule() -> None:
    # A target of 9: 2 to 9 hit for d6 + 1, a 1 hits for twice that rolled twice, everything else misses.
    hit, critical = Fraction(8, 20), Fraction(1, 20)
    expected = {0: Fraction(11, 20)} | dict.fromkeys(range(2, 8), hit / 6)
    for pips, ways in zip(range(2, 13), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], strict=True):
        expected[pips + 2] = expected.get(pips + 2, Fraction(0)) + critical * Fraction(ways, 36)
    assert chances(*WEAPON, "--field", "damage") == expected


def test_house_rules_reach_the_odds() -> None:
    weak = chances(*WEAPON, "house_rules.critical_damage=none", "--field", "damage")
    assert max(weak) == 7
    assert weak[7] == Fraction(9, 20) / 6


def test_text_has_a_title_a_bar_for_each_outcome_and_a_summary() -> None:
    assert fine("odds", "1d4 * 2", columns=40).lines == [
        "1d4 * 2",
        "2   25.00 %  " + "█" * 27,
        "4   25.00 %  " + "█" * 27,
        "6   25.00 %  " + "█" * 27,
        "8   25.00 %  " + "█" * 27,
        "mean 5, standard deviation 2.24, from 2 to 8",
    ]
    assert fine("odds", *WEAPON, "--field", "damage").lines[0] == f"{' '.join(WEAPON)}, damage"


@pytest.mark.parametrize("columns", [1, 20, 40, 80, 300])
@pytest.mark.parametrize("what", [("3d6",), WEAPON], ids=["dice", "rule"])
def test_bars_keep_to_the_width_of_the_terminal(what: tuple[str, ...], columns: int) -> None:
    _title, *bars = fine("odds", *what, columns=columns).lines
    rows = [line for line in bars if " % " in line]
    assert len(rows) > 10
    assert max(map(len, rows)) <= min(100, max(40, columns))


def test_a_picture_is_written_whole_and_the_text_is_shown_too(tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    file.write_text("an older picture, which was longer" * 1000)
    answer = fine("odds", "3d6", "--plot", str(file))
    assert answer.lines[0] == "3d6"
    picture = ElementTree.parse(file).getroot()
    assert picture.findtext("{http://www.w3.org/2000/svg}title") == "3d6"
    assert len(picture.findall("{http://www.w3.org/2000/svg}rect")) == 1 + 16
    assert list(tmp_path.iterdir()) == [file]


def test_a_page_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "chart.html"
    fine("odds", *WEAPON, "--field", "damage", "--plot", str(file), "--json")
    open_tags: list[str] = []
    seen: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            seen.append(tag)
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Tags().feed(file.read_text(encoding="utf-8"))
    assert open_tags == []
    assert seen.count("tr") == 14
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["chart.png", "chart", "chart.SVG", ".svg"])
def test_a_picture_of_another_kind_is_refused_before_any_work(name: str, tmp_path: Path) -> None:
    said = refused("odds", "2d6+", "--plot", str(tmp_path / name))
    assert said == f"Error: --plot: expected a name that ends in .svg or .html, found {name}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["nowhere/chart.svg", "file/chart.svg", "x" * 300 + ".svg"], ids=["folder", "file", "long"]
)
def test_where_nothing_can_be_written_nothing_is_left(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    said = refused("odds", "3d6", "--plot", str(tmp_path / name))
    assert "can't be written: " in said
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "chart.svg"
    folder.mkdir()
    assert "is a directory" in refused("odds", "3d6", "--plot", str(folder))
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("3d6", "--field", "damage"), "there is no field 'damage': the fields are none"),
        (("glog.attack", "attack=12", "defense=14", "--field", "damage"), "the fields are hit, critical, target"),
        (("glog.attack", "attack=12"), "defense is missing"),
        (("glog.attack", "attack=12", "defense=x"), 'defense: expected a whole number, found "x"'),
        (("glog.attack", "attack=12", "defense"), "expected NAME=VALUE, found 'defense'"),
        (("glog.attack", "attack=12", "defense=14", "--set", "brawn=3"), "--set and --depth are for dice text"),
        (("glog.attack", "attack=12", "defense=14", "--depth", "0"), "--set and --depth are for dice text"),
        (("glog.atack", "attack=12"), "did you mean glog.attack"),
        (("nogame.attack",), "there is no game 'nogame'"),
        (("1d6!", "--depth", "101"), "101 is not in the range 0<=x<=100"),
        (("2d6+",), "2d6+\n    ^"),
        (("@brawn",), "the sheet has no @brawn"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "says",
)
def test_what_makes_no_sense(words: tuple[str, ...], said: str) -> None:
    assert said in refused("odds", *words)


@pytest.mark.parametrize("words", [("glog.turn_order", *CROWD), ("1000d1000",)], ids=["rule", "dice"])
def test_what_would_cost_too_much_is_refused_with_advice(words: tuple[str, ...]) -> None:
    assert "simulate" in refused("odds", *words, code=REFUSED)


def test_a_rule_that_refuses_has_no_odds() -> None:
    assert "the target is 1000 feet away" in refused("odds", *WEAPON, "distance=1000", code=REFUSED)


# ---------------------------------------------------------------- colour


def on_a_terminal(**environment: str) -> str:
    """What the program writes where a terminal listens."""
    return (
        CliRunner()
        .invoke(main, ["odds", "1d2"], env={"NO_COLOR": None, "TERM": "xterm", **environment}, color=True)
        .stdout
    )


def test_bars_have_colour_on_a_terminal_unless_none_is_wanted() -> None:
    assert "\x1b[36m█" in on_a_terminal()
    for plain in (on_a_terminal(NO_COLOR="1"), on_a_terminal(TERM="dumb")):
        assert "█" in plain
        assert "\x1b" not in plain


def test_there_is_no_colour_in_a_file() -> None:
    assert "\x1b" not in start("odds", "1d2", TERM="xterm").out
