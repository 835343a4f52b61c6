"""Rolls inside of chat text."""

import pytest

from rulewright.dice.notation import NotationError, find_inline, parse


def test_text_and_rolls_come_in_their_order() -> None:
    assert find_inline("I swing [[1d20+5]] for [[1d8[fire] # ouch]]!") == (
        "I swing ",
        parse("1d20+5"),
        " for ",
        parse("1d8[fire] # ouch"),
        "!",
    )


@pytest.mark.parametrize("text", ["", "plain", "an [aside]", "never [[closed", "a ]] b", "[[1d6[fire]]"])
def test_text_without_rolls_stays_as_it_is(text: str) -> None:
    assert find_inline(text) == ((text,) if text else ())


def test_rolls_may_stand_alone_and_side_by_side() -> None:
    assert find_inline("[[1d6]][[{1d6, 1d8}kh]][[1d8[a]]]") == (parse("1d6"), parse("(1d6,1d8)kh1"), parse("1d8[a]"))


def test_the_column_counts_in_the_whole_text() -> None:
    with pytest.raises(NotationError) as caught:
        find_inline("I swing [[1d20+]] and miss")
    assert caught.value.column == 16
    assert caught.value.pointer() == "I swing [[1d20+]] and miss\n               ^"


def test_rolls_and_characters_are_limited() -> None:
    assert len(find_inline("[[1]]" * 20)) == 20
    with pytest.raises(NotationError, match="at most 20 rolls") as caught:
        find_inline("[[1]]" * 21)
    assert caught.value.column == 101
    assert find_inline("a" * 2000) == ("a" * 2000,)
    with pytest.raises(NotationError, match=r"2,000 characters, found 1,000,000"):
        find_inline("[" * 1_000_000)
    assert find_inline("[" * 2000) == ("[" * 2000,)
