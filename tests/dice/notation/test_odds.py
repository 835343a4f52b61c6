"""Exact odds: equal to trying every way the dice can fall, and to what is rolled."""

from collections import Counter
from fractions import Fraction
from importlib import import_module

import icepool
import pytest
from hypothesis import assume, given, settings
from scipy.stats import chisquare

from rulewright.dice.chance import seeded_face
from rulewright.dice.errors import TooComplex
from rulewright.dice.notation import NotationError, Verdict, odds, parse
from rulewright.dice.notation.throwing import Value
from rulewright.dice.notation.tree import Node, canonical
from tests.dice.notation.scripted import every_roll
from tests.dice.notation.trees import trees

SHEET: dict[str, Value] = {"n": 2, "size": 4, "half": Fraction(1, 2)}

AWKWARD = [
    "0d6", "1d1", "3d1kh2", "0d6kh3", "0d4c1", "0d4m", "5", "-3 + 1/2", "2d6", "3d4 - 2d6", "2dF",
    "1d6 * 1d4", "1d6 / 1d4", "1d6 // 4 - 1d4 // 3",
    "-2d4", "1d3 * -1d3", "min(1d6, 2d4)", "max(1d4 - 2, 0, 1d6 - 4)", "floor(1d6 / 4)",
    "ceil(1d6 / 4) + abs(1d4 - 3)", "max(1d4)", "1d4[a] + 1d4[b]", "(@n)d(@size)", "(@half * 4)d2 + @n",
    "4d4kh3", "3d6kl2", "4d3dh1dl1", "2d3dh1dl1", "1d4dl1", "3d3dl5", "4d4kh0", "2d4kl9", "3dFkh2",
    "2d6ro<3", "2d4ro1ro3", "2d4ro>0", "2dFro=-1kh1", "2d6mi3ma5", "3dFmi0", "2d6ro1mi2kl1",
    "4d4c>=3", "4d4c>=3cf1", "3d4c1cf<=1", "3d4kh2c>=3cf1", "4d3dl1c3", "4d3dh1dl1c>=2", "3d4mi2c2",
    "4d3m", "5d2m3", "3d4m1", "4d3kh3m", "3d4ro1m", "3d4ma2m",
    "2d3!o", "2d3!o>=2kh2", "3d2!o1kl2", "2d3!oc>=2", "2d3!om", "2d2!omi2dl1",
    "(1d4, 1d6)", "(1d4, 1d6, 2)kh1", "(1d4, 1d6 - 3, 2d2)dl1dh1", "(1d4, 2d3)c>=4cf2", "(1d4 / 2, 1)kl1",
    "(1d4, 1d4, 1d4)kh2c>=3", "((1d4, 2)kh1, 1d6)kl1", "1d6 + 2 vs 5", "(1d4, 2d2)kh1 + 0.5 vs 3 by 2",
]  # fmt: skip

ENDLESS = [
    "1d2!", "2d3!", "2d3!!", "2d3!p", "2d3!mi2", "2d3!!ma4", "2d3!>=2", "2d3!1c>=2", "2d3!kh1", "2d3!pkl1", "2d3!dl1",
    "2d2!!dh1", "2d3!m", "2d3!!m", "2d3!kh1c3", "2d3ro1!", "2d3rr1!", "2d3rr1", "2d4rr<3kh1",
    "1d2! * 1d3", "(1d3!, 1d4)kh1",
]  # fmt: skip


@pytest.mark.parametrize("text", AWKWARD)
def test_odds_equal_every_way_the_dice_can_fall(text: str) -> None:
    expression = parse(text)
    expected: Counter[object] = Counter()
    for total, chance in every_roll(expression, SHEET, most=12):
        expected[total] += chance  # type: ignore[assignment]
    found = odds(expression, SHEET)
    assert dict(found.distribution.items()) == expected
    assert found.remaining == 0
    assert found.depth is None


@pytest.mark.parametrize("text", ENDLESS)
def test_endless_odds_lie_within_what_remains(text: str) -> None:
    expression = parse(text)
    expected: Counter[object] = Counter()
    for total, chance in every_roll(expression, SHEET, most=8):
        expected[total] += chance  # type: ignore[assignment]
    missing = 1 - sum(expected.values())
    assert 0 < missing < Fraction(1, 2)
    exploding = "!" in text
    found = odds(expression, SHEET, 6 if exploding else None)
    assert (found.depth, found.remaining > 0) == ((6, True) if exploding else (None, False))
    for total in {*expected, *found.distribution.weights}:
        difference = found.distribution.p(lambda it, total=total: it == total) - expected[total]
        assert -found.remaining <= difference <= missing + found.remaining


@pytest.mark.parametrize("depth", range(4))
def test_what_remains_is_the_chance_that_a_die_goes_on(depth: int) -> None:
    found = odds("2d3! + 1d2!!", depth=depth)
    stops = (1 - Fraction(1, 3 ** (depth + 1))) ** 2 * (1 - Fraction(1, 2 ** (depth + 1)))
    assert found.remaining == 1 - stops
    assert found.depth == depth
    assert max(found.distribution.weights) == (depth + 1) * (3 + 3 + 2)


def test_a_die_that_explodes_is_counted_as_stopped_at_the_depth() -> None:
    assert dict(odds("1d2!", depth=1).distribution.items()) == {1: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4)}
    assert dict(odds("1d2!p", depth=1).distribution.items()) == {
        1: Fraction(1, 2),
        2: Fraction(1, 4),
        3: Fraction(1, 4),
    }


def test_the_depth_is_as_small_as_what_remains_allows() -> None:
    found = odds("1d6!")
    assert found.depth == 11
    assert Fraction(1, 6**12) <= Fraction(1, 10**9) < Fraction(1, 6**11)
    assert found.remaining == Fraction(1, 6**12)
    assert odds("1d6! + 1d2!").depth == odds("1d2!").depth == 29
    assert odds("1d6!7").depth is None


def test_a_depth_is_asked_for_where_dice_hardly_stop() -> None:
    with pytest.raises(TooComplex, match="give a depth"):
        odds("1d10!>=2")
    found = odds("1d10!>=2", depth=20)
    assert found.remaining == Fraction(9, 10) ** 21
    for depth in (-1, 101):
        with pytest.raises(NotationError, match=f"0 to 100, found {depth}"):
            odds("1d6!", depth=depth)


@settings(max_examples=50)
@given(trees)
def test_odds_of_anything_sum_to_one(tree: Node) -> None:
    text = canonical(tree)
    assume(len(text) <= 400)
    sheet = {"a": 2, "dex": 3, "abilities.dex.mod": 1, "hit_points": 4, "_x1": 2}
    try:
        found = odds(text, sheet, depth=2)
    except (NotationError, TooComplex):
        assume(False)
    assert sum(chance for _, chance in found.distribution.items()) == 1
    assert 0 <= found.remaining < 1


@pytest.mark.parametrize("text", [
    "1d20 + 5", "4d6kh3", "2d6ro<3", "3d6rr1", "2d6!", "2d6!!kh1", "3d6!p", "5d6!>=5c>=5cf1",
    "6d6m", "4d6!mi2dl1", "4dFmi0", "(1d6, 1d8, 2d4)kh2", "1d20mi10 // 3", "2d6!o * 1d4",
])  # fmt: skip
def test_live_rolls_fall_as_the_odds_say(text: str) -> None:
    expression, face, rolls = parse(text), seeded_face(f"live {text}"), 6_000
    seen = Counter(expression.roll(face).total for _ in range(rolls))
    observed, expected, rare = [], [], [0, 0.0]
    for total, chance in odds(expression).distribution.items():
        if chance * rolls < 10:
            rare[0] += seen.pop(total, 0)
            rare[1] += float(chance * rolls)
        else:
            observed.append(seen.pop(total, 0))
            expected.append(float(chance * rolls))
    if rare[1] >= 5:
        observed.append(int(rare[0]))
        expected.append(rare[1])
    assert not seen
    scale = sum(observed) / sum(expected)
    assert chisquare(observed, [number * scale for number in expected]).pvalue > 1e-4


def test_odds_agree_with_another_program() -> None:
    six = icepool.d(6)
    for text, other in [
        ("4d6kh3", six.highest(4, 3)),
        ("3d6", 3 @ six),
        ("10d10kh5", icepool.d(10).highest(10, 5)),
        ("6d6dh1dl2", six.pool(6)[2:5].sum()),
        ("100d6c>=5", 100 @ (six >= 5)),
    ]:
        assert {int(total): chance for total, chance in odds(text).distribution.items()} == {
            int(total): Fraction(other.probability(total)) for total in other.outcomes()
        }


def test_targets_have_their_own_odds() -> None:
    found = odds("1d20 + @n vs 15", SHEET)
    assert found.success is not None
    assert found.success.p(success=True) == Fraction(8, 20)
    assert found.success.p(Verdict(success=True, degree=2)) == Fraction(3, 20)
    assert found.success.p(lambda verdict: verdict.degree <= -2) == Fraction(7, 20)
    assert odds("1d20").success is None


@pytest.mark.parametrize(
    "text",
    ["1000d10000", "20d20m", "d9999 * d9999", "6d6!m", "100d100!", "99d10!!kh3", "d100 * d100 * d100 * d100"],
)  # fmt: skip
def test_what_would_cost_too_much_is_refused_with_advice(text: str) -> None:
    with pytest.raises(TooComplex, match=r"instead|simulate"):
        odds(text)


def test_too_many_different_totals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("rulewright.dice.notation.odds"), "MOST_OUTCOMES", 30)
    assert len(odds("5d6").distribution) == 26
    with pytest.raises(TooComplex, match="more than 30 different totals"):
        odds("7d6")


def test_large_odds_are_exact() -> None:
    assert odds("100d6").distribution.mean() == 350
    assert odds("1000d6c>=5").distribution.mean() == Fraction(1000, 3)
    assert odds("10d10kh5c>=8").distribution.p(5) > Fraction(1, 10)
