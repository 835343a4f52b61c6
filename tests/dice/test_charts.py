"""Charts say everything in text, leave nothing out, and are safe to put into a page."""

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from html.parser import HTMLParser
from typing import NamedTuple

import pytest

from rulewright.dice import Distribution
from rulewright.dice.charts import MOST_BARS, percent
from rulewright.dice.counting import sum_of_dice


class Blow(NamedTuple):
    hit: bool
    damage: int
    kind: str


D6 = Distribution(dict.fromkeys(range(1, 7), 1))
BLOWS = Distribution({Blow(True, 4, "cut"): 1, Blow(False, 0, "cut"): 3})


def test_text_of_a_die() -> None:
    lines = str(D6).splitlines()
    assert lines[0] == "1   16.67 %  " + "█" * 67
    assert lines[-1] == "mean 3.5, standard deviation 1.71, from 1 to 6"


def test_what_never_changes_is_said_once() -> None:
    text = BLOWS.chart("a blow").text()
    assert text.splitlines()[0] == "a blow"
    assert "not hit, damage 0   75.00 %" in text
    assert "    hit, damage 4   25.00 %" in text
    assert text.splitlines()[-1] == "always: kind cut"


@pytest.mark.parametrize("width", [40, 80, 100])
def test_text_keeps_to_the_width(width: int) -> None:
    wide = Distribution({Blow(True, n, "a very long kind of a blow " * 4): n + 1 for n in range(5)})
    for line in wide.map(lambda blow: (blow, blow)).chart().text(width).splitlines():
        assert len(line) <= max(width, 40)


def test_many_numbers_are_gathered_into_ranges_and_none_is_lost() -> None:
    chart = Distribution(sum_of_dice(100, 6)).chart()
    assert len(chart.bars) <= MOST_BARS
    assert sum(bar.p for bar in chart.bars) == 1
    assert chart.bars[0].label == "100 to 112"


def test_many_other_outcomes_share_a_last_bar() -> None:
    chart = Distribution({f"outcome {n}": n for n in range(1, 101)}).chart()
    assert len(chart.bars) == MOST_BARS
    assert chart.bars[0].label == "outcome 100"
    assert chart.bars[-1].label == "61 others together"
    assert sum(bar.p for bar in chart.bars) == 1


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1), "100.00 %"),
        (Fraction(1, 3), "33.33 %"),
        (Fraction(1, 10**9), "< 0.01 %"),
        (1 - Fraction(1, 10**9), "> 99.99 %"),
    ],
)
def test_percent_never_rounds_to_certainty(p: Fraction, shown: str) -> None:
    assert percent(p) == shown


def test_svg_is_a_picture_with_words() -> None:
    root = ElementTree.fromstring(D6.chart("a <die>").svg())
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == "a <die>"  # type: ignore[union-attr]
    assert "3: 16.67 %" in (root.find(f"{space}desc").text or "")  # type: ignore[union-attr]
    bars = root.findall(f"{space}rect")[1:]
    assert [float(bar.get("width", 0)) for bar in bars] == [320.0] * 6


def test_bars_are_as_long_as_their_chances() -> None:
    root = ElementTree.fromstring(BLOWS.chart().svg())
    widths = sorted(float(bar.get("width", 0)) for bar in root.findall("{http://www.w3.org/2000/svg}rect")[1:])
    assert widths == [pytest.approx(320 / 3, abs=0.1), 320]


def test_html_cannot_be_broken_out_of() -> None:
    seen: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            seen.append(tag)

    evil = Distribution({"<script>alert(1)</script>": 1, "fine": 1})
    for text in (
        evil.chart("<img src=x>")._replace(summary="<b>").html(),
        evil._repr_html_(),
        evil.chart("<i>").page(),
    ):
        Tags().feed(text)
        assert not {"script", "img", "b", "i"} & set(seen)
        assert re.search(r"&lt;script&gt;", text)


def test_html_says_all_without_its_style() -> None:
    page = BLOWS.chart("a blow").html()
    assert '<th scope="row">not hit, damage 0</th><td>75.00 %</td>' in page
    assert "<caption>a blow</caption>" in page
    assert "<p>always: kind cut</p>" in page
