"""Reading YAML from somebody else: the values that people expect, the line of each, and nothing that does harm."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.content import reading
from rulewright.content.problems import ContentError
from rulewright.content.reading import Document, load, parse, read


def sound(text: str) -> Document:
    document, problems = parse(text, "file.yaml")
    assert problems == []
    return document


def said(text: str) -> list[str]:
    return [str(problem) for problem in parse(text, "file.yaml")[1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: on", {"a": "on"}),
        ("a: no", {"a": "no"}),
        ("a: 1:30", {"a": "1:30"}),
        ("a: 2026-01-02", {"a": "2026-01-02"}),
        ("a: 010", {"a": "010"}),
        ("a: 1_000", {"a": "1_000"}),
        ("a: 1e3", {"a": "1e3"}),
        ("a: 0x1f", {"a": "0x1f"}),
        ("a: +3", {"a": 3}),
        ("a: -3", {"a": -3}),
        ("a: 1.5", {"a": 1.5}),
        ("a: true", {"a": True}),
        ("a: True", {"a": "True"}),
        ("a: ~", {"a": None}),
        ("a:", {"a": None}),
        ("a: null", {"a": None}),
        ("a: '3'", {"a": "3"}),
        ('a: "true"', {"a": "true"}),
        ("a: |\n  two\n  lines", {"a": "two\nlines"}),
        ("- [1, {b: c}]", [[1, {"b": "c"}]]),
        ("1: one", {1: "one"}),
        ("", None),
        ("# nothing", None),
        ("'': empty", {"": "empty"}),
    ],
)
def test_plain_text_means_what_people_expect(text: str, value: Any) -> None:
    document = sound(text)
    assert document.data == value
    assert document.whole
    assert load(text.encode()) == value


def test_every_value_knows_its_line() -> None:
    document = sound("# first\na:\n  - b: 1\n    c:\n      d\n  - {e: [2,\n      3]}\n")
    assert document.line(("a",)) == 2
    assert document.line(("a", 0)) == 3
    assert document.line(("a", 0, "b")) == 3
    assert document.line(("a", 0, "c")) == 4
    assert document.line(("a", 1, "e", 1)) == 7


def test_what_is_not_there_stands_where_it_should_be() -> None:
    document = sound("a:\n  - b: 1\n")
    assert document.line(("a", 0, "missing", 3, "deep")) == 2
    assert document.line(()) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: [1, }", "file.yaml:2: not YAML: "),
        ("a: 1\n b: 2", "file.yaml:2: not YAML: mapping values are not allowed in this context"),
        ("a: \tb: c", "file.yaml:1: not YAML: mapping values are not allowed in this context"),
        ("a: 1\na: 2", "file.yaml:2: a: given twice, first in line 1: leave one out"),
        ("a: {b: 1, b: 2}", "file.yaml:1: a.b: given twice, first in line 1: leave one out"),
        ("a: &x [1]\nb: *x", "file.yaml:2: b: a reference (*x), where the value itself belongs"),
        ("a: 1\n---\nb: 2", "file.yaml:2: a second document (---), where one belongs"),
        ("a: !!python/object:os.system x", "file.yaml:1: a: found the tag 'tag:yaml.org,2002:python/object:os.system'"),
        ("a: !ruby x", "file.yaml:1: a: found the tag '!ruby', where a plain value belongs"),
        ("[1]: a", "file.yaml:1: a list or map as a key, where text belongs"),
        ("true: a", "file.yaml:1: True: found True as a key, where text belongs: put it in quotes"),
        ("~: a", "file.yaml:1: None: found None as a key, where text belongs: put it in quotes"),
        ("a: 1234567890123456789", "file.yaml:1: a: a number of 19 digits: put it in quotes if it is text"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, problem: str) -> None:
    assert [words[: len(problem)] for words in said(text)] == [problem]


def test_everything_after_a_double_key_is_still_read() -> None:
    document, problems = parse("a: 1\na: 2\nb: {c: 1, c: 2}\n", "file.yaml")
    assert [problem.line for problem in problems] == [2, 3]
    assert document.whole
    assert document.data == {"a": 2, "b": {"c": 2}}


# ---------------------------------------------------------------- what would do harm


def test_a_bomb_of_references_stops_at_the_first() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    document, problems = parse(bomb, "file.yaml")
    assert len(problems) == 1
    assert not document.whole


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_depth_has_a_limit(opening: str) -> None:
    assert any("nested more than" in words for words in said(opening * 5000))


def test_the_number_of_values_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_VALUES", 10)
    assert said("a: [1, 2, 3, 4, 5, 6, 7]") == []
    assert said("a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]") == ["file.yaml:1: a: more than 10 values"]


def test_the_size_of_a_file_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (reading.LARGEST_FILE + 1))
    document, problems = read(path)
    assert [str(problem) for problem in problems] == ["large.yaml: 2,000,001 bytes, where at most 2,000,000 belong"]
    assert not document.whole


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a: \xff\xfe", "odd.yaml: not UTF-8 at byte 3: save the file as UTF-8"),
        (b"a: \x00", "odd.yaml: not YAML: "),
        (b"a: \x1b[2J", "odd.yaml: not YAML: "),
    ],
)
def test_bytes_that_are_no_text_are_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(content)
    _, problems = read(path)
    assert [str(found)[: len(problem)] for found in problems] == [problem]


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()
    _, problems = read(tmp_path / "a.yaml")
    assert "can't be read" in str(problems[0])


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@` \n\t01~,?", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    document, problems = parse(text, "file.yaml")
    if not problems:
        assert document.data == load(text.encode())


def test_a_file_that_was_known_to_be_good_and_is_not_is_an_error() -> None:
    with pytest.raises(ContentError):
        load(b"a: [")
