"""Packs by somebody who means harm, or whose disk does."""

from pathlib import Path

import pytest

from rulewright.content import packs
from rulewright.content.sections import Content
from rulewright.content.shelving import examine
from tests.content.toys import write_pack, write_toy_pack


def problems_of(folder: Path) -> list[str]:
    return [str(problem) for problem in examine(folder).problems]


def test_a_link_out_of_the_pack_is_not_followed(toy: Content, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("items: [{id: secret, name: Secret}]")
    pack = write_toy_pack(tmp_path, "")
    (pack / "link.yaml").symlink_to(secret)
    assert problems_of(pack) == ["extra/link.yaml: a link that leads out of the pack: put the file itself here"]


def test_a_link_in_a_circle_ends(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "items: [{id: rope, name: Rope}]")
    (pack / "again").symlink_to(pack, target_is_directory=True)
    (pack / "self.yaml").symlink_to(pack / "self.yaml")
    assert all("self.yaml" in problem for problem in problems_of(pack))


def test_too_many_files_are_refused(toy: Content, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_FILES", 3)
    pack = write_pack(tmp_path, "full", {"pack.yaml": "id: full\nname: Full\nversion: '1'\nsystem: toy\n"})
    write_pack(tmp_path, "full", {f"{number}.yaml": "" for number in range(5)})
    assert problems_of(pack) == ["full: 5 files, where at most 3 belong"]


@pytest.mark.parametrize(
    "text",
    [
        "items: " + "[" * 3000,
        "change: " + "{a: " * 3000,
        "items:\n- {id: rope, name: Rope, made_of: {? [a] : 1}}",
        "items:\n- {id: rope, name: *boom}",
        "items:\n- {id: rope, name: Rope, price: 99999999999999999999999999999999}",
        "items:\n- {id: rope, name: Rope, price: .inf}",
        "items:\n- {id: rope, name: Rope, tags: {}}",
        "items:\n- {id: rope, name: Rope, steps: [3, [4], {id: []}]}",
        "items:\n- {id: rope, name: Rope, 3: 4}",
        "items:\n- {id: true, name: Rope}",
        "items:\n- {id: '', name: Rope}",
        "items:\n- {id: __class__, name: Rope}",
        f"items:\n- {{id: {'a' * 5000}, name: Rope}}",
        "spells:\n- {id: a, name: A, school: [fire]}",
        "spells:\n- {id: a, name: A, school: fire, values: [1]}",
        "spells:\n- {id: a, name: A, school: fire, effects: {type: damage}}",
        "spells:\n- {id: a, name: A, school: fire, effects: [[], 3, null, {type: [damage]}]}",
        "spells:\n- {id: a, name: A, school: fire, effects: [{type: damage, amount: 99999999d99999999}]}",
        "change:\n  items:\n  - {id: ladder, steps: null}",
        "change:\n  items:\n  - {id: ladder, steps: [{id: low, id: high}]}",
        "change:\n  items:\n  - {id: ladder, steps: [{id: [low]}]}",
        "change:\n  items:\n  - {id: ladder, steps: {id: low}}",
        "change:\n  items:\n  - {id: sword, made_of: [iron]}",
        "change:\n  spells:\n  - {id: spark, effects: [{type: damage, amount: {}}]}",
    ],
)
def test_nonsense_is_a_problem_and_never_a_crash(toy: Content, tmp_path: Path, text: str) -> None:
    problems = problems_of(write_toy_pack(tmp_path, text))
    assert problems
    assert all(problem.startswith("extra/more.yaml:") for problem in problems)
    assert all(len(problem) < 6000 for problem in problems)
