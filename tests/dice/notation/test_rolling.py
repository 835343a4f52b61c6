"""What every operator means, on dice that fall as they are told."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice.chance import seeded_face
from rulewright.dice.notation import Die, NotationError, Outcome, Throw, parse, roll
from rulewright.dice.notation.pools import Dice
from rulewright.dice.notation.throwing import Value
from rulewright.dice.notation.tree import Check, Node, canonical
from tests.dice.notation.scripted import falling
from tests.dice.notation.trees import rolls

SHEET: dict[str, Value] = {"dex": 3, "level": 2, "size": 8, "half": Fraction(1, 2), "abilities.dex.mod": -1}


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("d20+5", [14], "1d20 [14] + 5 = 19"),
        ("4d6kh3+3", [6, 5, 2, 4], "4d6kh3 [6, 5, (2), 4] + 3 = 18"),
        ("4d6kh3", [5, 5, 5, 5], "4d6kh3 [5, 5, 5, (5)] = 15"),
        ("2d20kl", [7, 12], "2d20kl1 [7, (12)] = 7"),
        ("4d6dh1dl1", [3, 1, 6, 3], "4d6dh1dl1 [3, (1), (6), 3] = 6"),
        ("2d6kh5", [1, 2], "2d6kh5 [1, 2] = 3"),
        ("2d6dl3", [1, 2], "2d6dl3 [(1), (2)] = 0"),
        ("1d6dh1dl1", [4], "1d6dh1dl1 [(4)] = 0"),
        ("0d6", [], "0d6 [] = 0"),
        ("2d6ro<3", [1, 5, 2], "2d6ro<3 [1→2, 5] = 7"),
        ("2d6rr<3", [1, 5, 2, 4], "2d6rr<3 [1→2→4, 5] = 9"),
        ("2d6ro1ro3", [1, 3, 3, 6], "2d6ro1ro3 [1→3, 3→6] = 9"),
        ("2d6!", [6, 3, 6, 2], "2d6! [6!, +6!, +2, 3] = 17"),
        ("2d6!o", [6, 3, 6], "2d6!o [6!, +6, 3] = 15"),
        ("2d6!!", [6, 3, 6, 2], "2d6!! [6!+6!+2=14, 3] = 17"),
        ("1d6!!ma9", [6, 6, 2], "1d6!!ma9 [6!+6!+2↓9] = 9"),
        ("2d6!p", [6, 3, 6, 2], "2d6!p [6!, +6!↓5, +2↓1, 3] = 15"),
        ("2d6!>=5kh1", [5, 3, 4], "2d6!>=5kh1 [5!, (+4), (3)] = 5"),
        ("1d6ro1!", [6, 1, 6, 2], "1d6ro1! [6!, +1→6!, +2] = 14"),
        ("1d6!1mi3", [1, 2], "1d6!1mi3 [1!↑3, +2↑3] = 6"),
        ("1d20mi10", [4], "1d20mi10 [4↑10] = 10"),
        ("3d6mi2ma5", [1, 6, 3], "3d6mi2ma5 [1↑2, 6↓5, 3] = 10"),
        ("5d10c>=8cf1", [8, 1, 10, 1, 5], "5d10c>=8cf1 [8*, 1-, 10*, 1-, 5] = 0"),
        ("2d6c1cf<=1", [1, 2], "2d6c1cf<=1 [1*-, 2] = 0"),
        ("3d6kh2c>=3", [3, 1, 4], "3d6kh2c>=3 [3*, (1), 4*] = 2"),
        ("5d6m", [2, 2, 5, 5, 5], "5d6m [2*, 2*, 5*, 5*, 5*] = 2"),
        ("5d6m3", [2, 2, 5, 5, 5], "5d6m3 [2, 2, 5*, 5*, 5*] = 1"),
        ("3d6kh2m", [2, 5, 5], "3d6kh2m [(2), 5*, 5*] = 1"),
        ("4dF", [1, 2, 3, 3], "4dF [-1, 0, 1, 1] = 1"),
        ("2dFmi0c=0", [1, 3], "2dFmi0c0 [-1↑0*, 1] = 1"),
        ("1dF!", [3, 1], "1dF! [1!, +-1] = 0"),
        ("(2d6, 1d8+1)kh1[fire]", [1, 2, 4], "(2d6 [1, 2], 1d8 [4] + 1)kh1 [(3), 5][fire] = 5"),
        ("(1d6, 1d6, 1d6)c>=4cf1", [4, 1, 5], "(1d6 [4], 1d6 [1], 1d6 [5])c>=4cf1 [4*, 1-, 5*] = 1"),
        ("(1d6, 2)", [4], "(1d6 [4], 2) [4, 2] = 6"),
        ("(@level)d(@size)kh1 + @dex", [4, 7], "(@level [2])d(@size [8])kh1 [(4), 7] + @dex [3] = 10"),
        ("1d(4 + 4)", [8], "1d(4 + 4) [8] = 8"),
        ("(@half + @half)d6", [5], "(@half [1/2] + @half [1/2])d6 [5] = 5"),
        ("-1d6 * 2 - @abilities.dex.mod", [4], "-1d6 [4] * 2 - @abilities.dex.mod [-1] = -7"),
        ("1d6/4", [6], "1d6 [6] / 4 = 3/2"),
        ("1d6/4*2", [6], "1d6 [6] / 4 * 2 = 3"),
        ("-1d6//4", [6], "-1d6 [6] // 4 = -2"),
        ("min(1d6, 2d4, 9)", [5, 1, 3], "min(1d6 [5], 2d4 [1, 3], 9) = 4"),
        ("max(1d6)", [5], "max(1d6 [5]) = 5"),
        ("floor(1d6/2)+ceil(1d6/2)+abs(-1d6)", [5, 5, 2],
         "floor(1d6 [5] / 2) + ceil(1d6 [5] / 2) + abs(-1d6 [2]) = 7"),
        ("1d20+@dex vs 15", [12], "1d20 [12] + @dex [3] vs 15 = 15: success by 0, degree 1"),
        ("1d20 vs 10 by 4 # Jump", [2], "1d20 [2] vs 10 by 4 = 2: failure by 8, degree -2 # Jump"),
    ],
)  # fmt: skip
def test_rolls_show_what_became_of_every_die(text: str, faces: list[int], shown: str) -> None:
    made = roll(text, falling(faces), SHEET)
    assert made.explain() == str(made) == shown
    assert list(made.drawn) == faces
    assert [face for _, face in made.faces] == faces


@pytest.mark.parametrize(
    ("margin", "degree"),
    [(-11, -3), (-10, -2), (-6, -2), (-5, -1), (-1, -1), (0, 1), (4, 1), (5, 2), (9, 2), (10, 3)],
)
def test_degrees_count_steps_from_the_target(margin: int, degree: int) -> None:
    made = roll(f"{20 + margin} vs 20")
    assert made.check == Outcome(margin >= 0, margin, degree)


def test_a_roll_without_a_target_has_no_outcome() -> None:
    assert roll("1d20").check is None


def test_every_group_is_shown_with_its_dice() -> None:
    made = roll("(2d6ro1 + @dex)[fire] + (1d8, 1d8!!)kh1[cold]", falling([1, 4, 6, 5, 8, 3]), SHEET)
    fire, first, second, group = made.groups
    assert (fire.text, fire.label, fire.subtotal) == ("2d6ro1", "fire", 10)
    assert fire.dice == (Die(6, (Throw(6, (1,)),)), Die(4, (Throw(4),)))
    assert (first.text, first.label, first.dice) == ("1d8", "cold", (Die(5, (Throw(5),)),))
    assert second.dice == (Die(11, (Throw(8, exploded=True), Throw(3))),)
    assert (group.text, group.label, group.subtotal) == ("(1d8, 1d8!!)kh1", "cold", 11)
    assert group.dice == (Die(5, kept=False), Die(11))
    assert made.faces == ((6, 1), (6, 4), (6, 6), (8, 5), (8, 8), (8, 3))
    assert made.total == 10 + 3 + 11


def test_fudge_dice_have_three_sides() -> None:
    assert roll("2dF", falling([1, 3])).faces == ((3, 1), (3, 3))


def test_rolls_are_plain_data() -> None:
    made = roll("1d6!/4 + @half vs 1 # odd", falling([6, 3]), SHEET)
    data: dict[str, Any] = json.loads(json.dumps(made.to_dict()))
    assert data == {
        "version": 1,
        "text": "1d6!/4 + @half vs 1 # odd",
        "canonical": "1d6! / 4 + @half vs 1 # odd",
        "comment": "odd",
        "sheet": {"half": "1/2"},
        "faces": [[6, 6], [6, 3]],
        "groups": [
            {
                "text": "1d6!",
                "label": "",
                "subtotal": 9,
                "dice": [
                    _die(6, {"face": 6, "rerolled": [], "exploded": True}),
                    _die(3, {"face": 3, "rerolled": [], "exploded": False}, extra=True),
                ],
            }
        ],
        "check": {"success": True, "margin": "7/4", "degree": 1},
        "total": "11/4",
        "explanation": made.explain(),
    }


def _die(value: int, throw: dict[str, Any], extra: bool = False) -> dict[str, Any]:
    return {"value": value, "throws": [throw], "extra": extra, "kept": True, "success": False, "failure": False}


def test_a_roll_keeps_its_values_when_the_sheet_changes() -> None:
    sheet = {"dex": 3, "unused": 9}
    made = roll("1d6 + @dex", falling([2]), sheet)
    sheet["dex"] = 100
    assert made.explain() == "1d6 [2] + @dex [3] = 5"
    assert made.sheet == {"dex": 3}


def test_dice_fall_by_themselves() -> None:
    assert {roll("1d2").total for _ in range(200)} == {1, 2}


@pytest.mark.parametrize(
    "text",
    [
        *[
            "8d6",
            "1d20",
            "4d6kh3",
            "2d20kl1",
            "5d8dh1dl2",
            "6d6c>=5cf1",
            "6d6kh4c>=3",
            "7d4m",
            "7d4kl5m3",
            "0d6",
            "3d1kh2",
        ],
        *[
            "3d6!",
            "3d6ro<3",
            "4d4rr1!!",
            "3d6!p",
            "3d6!omi2",
            "1d20mi10",
            "4dF!",
            "4dFmi0ma0",
            "3d20!>=18ro<3ma15",
            "2d30!",
        ],
    ],
)
def test_the_short_cuts_equal_the_long_way(text: str) -> None:
    face = seeded_face(text)
    for _ in range(200):
        made = parse(text).roll(face)
        assert made.replay()[0] == made.total


def test_short_cuts_are_remembered_for_small_dice_only() -> None:
    parse.cache_clear()
    cases: list[tuple[str, dict[int, int]]] = [
        ("1d20mi10", {7: 10}),
        ("1d21mi10", {}),
        ("1d(@size)mi10", {}),
        ("1d7!", {}),
        ("1d8ro7", {}),
    ]
    for text, remembered in cases:
        expression = parse(text)
        expression.roll(falling([7, 1]), {"size": 8})
        assert isinstance(expression.tree, Dice)
        assert expression.tree.resting == remembered
        expression.roll(falling([7, 1]), {"size": 8}).explain()
        assert expression == parse(expression.canonical)


@given(rolls, st.integers(0, 2**32))
def test_whatever_was_rolled_is_found_again_from_its_faces(tree: Node, seed: int) -> None:
    sheet: dict[str, Value] = {"a": 2, "dex": 3, "abilities.dex.mod": -1, "hit_points": 12, "_x1": Fraction(1, 2)}
    text = canonical(tree)
    if len(text) > 400:
        return
    try:
        made = parse(text).roll(seeded_face(seed), sheet)
    except NotationError:
        return
    total, _ = made.replay()
    assert total == made.total
    assert len(made.faces) == len(made.drawn)
    assert all(1 <= face <= sides for sides, face in made.faces)
    assert str(made.total) in made.explain()
    assert (made.check is not None) == isinstance(tree, Check)
    json.dumps(made.to_dict())


@given(st.permutations(["rr1", "!>=5", "mi2", "ma7", "dh1", "dl1", "c>=4", "cf2"]), st.integers(0, 2**32))
def test_the_order_of_operators_never_matters(order: list[str], seed: int) -> None:
    plain = "6d6rr1!>=5mi2ma7dh1dl1c>=4cf2"
    shuffled = parse("6d6" + "".join(order))
    assert shuffled.canonical == plain
    assert shuffled.roll(seeded_face(seed)).total == parse(plain).roll(seeded_face(seed)).total
