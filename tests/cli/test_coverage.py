"""The coverage of a specification from the command line, and each kind of gap."""

from pathlib import Path

import pytest

from rulewright.rules import RuleError, library
from rulewright.table.coverage import Coverage, Paragraph, coverage_of, register
from rulewright.table.game import find_game
from tests.cli.support import REFUSED, fine, refused, run

GLOG = coverage_of("glog")


def test_each_paragraph_says_what_carries_and_what_locks_it() -> None:
    said = fine("coverage", "glog").out
    assert "GL-DEF-06      a shield given up for a blow\n               by glog.sunder, command sunder\n" in said
    assert "GM (check.no_roll): whether there is any doubt" in said
    assert said.splitlines()[-1].endswith("no gaps")


def test_only_the_gaps() -> None:
    assert len(fine("coverage", "glog", "--gaps").lines) == 1


def test_as_data() -> None:
    found = fine("coverage", "glog", "--json").json
    assert found["gaps"] == []
    sunder = next(paragraph for paragraph in found["paragraphs"] if paragraph["id"] == "GL-DEF-06")
    assert (sunder["rules"], sunder["commands"]) == (["glog.sunder"], ["sunder"])
    assert "GL-V-145" in sunder["tests"]


def test_an_unknown_game() -> None:
    assert "there is no game 'gloog'" in refused("coverage", "gloog")


def test_a_gap_is_told_and_ends_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    rest = [known for known in GLOG.paragraphs if known.id not in ("GL-NPC-02", "GL-Q-44")]
    monkeypatch.setattr("rulewright.table.coverage.coverage_of", lambda _: with_register(*rest))
    said = run("coverage", "glog", "--gaps")
    assert said.code == REFUSED
    assert said.out.endswith("1 gap\n")
    assert said.error == "Gap: GL-NPC-02: glog.creature_hit_points names it, and the register does not know it\n"


def with_register(*paragraphs: Paragraph) -> Coverage:
    return Coverage(library.book("glog"), find_game("glog").commands, library.package("glog"), paragraphs)


def gaps_with(**changed: object) -> list[str]:
    """The gaps when the paragraph about giving up shields is described otherwise."""
    rest = [known for known in GLOG.paragraphs if known.id != "GL-DEF-06"]
    described = {"id": "GL-DEF-06", "title": "a shield", "tests": ("GL-V-145",), **changed}
    return list(with_register(*rest, Paragraph(**described)).gaps)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "gap"),
    [
        ({"tests": ()}, "GL-DEF-06: no test locks it"),
        ({"gm": "why not"}, "only a person can judge it, and nothing says how it reaches the GM"),
        ({"gm": "why not", "through": ("shout",)}, "there is no command or argument 'shout'"),
        ({"gm": "why not", "through": ("attack.loudly",)}, "there is no command or argument 'attack.loudly'"),
        ({"code": (".scores:nothing",)}, "there is no code '.scores:nothing'"),
        ({"code": (".nowhere:nothing",)}, "there is no code '.nowhere:nothing'"),
        ({"content": ("content/nothing.yaml",)}, "there is no file 'content/nothing.yaml' in the game"),
        ({"see": ("GL-DEF-99",)}, "see GL-DEF-99: the register does not know it"),
        ({"id": "GL-CORE-01"}, "GL-CORE-01: the register has it 2 times"),
        ({"id": "GL-DEF-99"}, "GL-DEF-99: no code names it, and the register says neither"),
        ({"id": "GL-DEF-99"}, "GL-DEF-06: glog.sunder names it, and the register does not know it"),
    ],
)
def test_every_kind_of_gap(changed: dict[str, object], gap: str) -> None:
    assert any(gap in found for found in gaps_with(**changed)), gaps_with(**changed)


def test_what_is_right_is_no_gap() -> None:
    ways = ("attack", "attack.unaware", "prompt")
    assert gaps_with() == []
    assert gaps_with(gm="why not", through=ways, code=(".scores:SCORES",), content=("content/armor.yaml",)) == []


def test_a_register_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.table.coverage.files", lambda _: tmp_path)
    with pytest.raises(RuleError, match="has no register"):
        register("nowhere", "nogame")
    (tmp_path / "coverage.yaml").write_text("- {id: X-01, titel: a slip}\n", encoding="utf-8")
    with pytest.raises(RuleError, match="unknown field `titel`"):
        register("nowhere", "nogame")
