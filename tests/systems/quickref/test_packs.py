"""Packs for this game: what they may say, and that play knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.content.shelving import examine
from tests.content.toys import write_pack

HEADING = "id: odd\nname: Odd\nversion: '1'\nsystem: quickref\n"

MORE = """
foci:
  - id: sea_born
    name: Sea-born
    kind: combat
    levels:
      1: [{type: modify, field: to_hit, amount: 2, when: melee}, {type: note, text: no water is too cold}]
creatures:
  - id: crab
    name: Giant crab
    hit_dice: 2
    armor_class: 15
    armored: true
    attack_bonus: 3
    damage: 1d6
    move: 20
    tags: [beast]
change:
  weapons: [{id: dagger, cost: 77}]
"""


def pack(root: Path, text: str) -> Path:
    return write_pack(root, "odd", {"pack.yaml": HEADING, "odd.yaml": text})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "foci: [{id: odd, name: Odd, kind: combat, levels: {1: [{type: modify, field: to_hot, amount: 1}]}}]",
            "foci.odd.levels[1][0].field: found 'to_hot', where the name of one of the fields belongs "
            "(did you mean to_hit?)",
        ),
        (
            "foci: [{id: odd, name: Odd, kind: combat, levels: {1: [{type: heal, amount: 3}]}}]",
            "foci.odd.levels[1][0].type: found 'heal', where one of ",
        ),
        (
            "foci: [{id: odd, name: Odd, kind: combat, levels: {1: [{type: trigger, on: kil, effects: []}]}}]",
            "foci.odd.levels[1][0].on: found 'kil', where the name of one of the moments belongs (did you mean kill?)",
        ),
        (
            "foci: [{id: odd, name: Odd, kind: combat, levels: {2: []}}]",
            "foci.odd.levels: a focus has level 1, and perhaps level 2",
        ),
        (
            "change:\n  creatures: [{id: titan, damage: 2d7}]",
            "change.creatures.titan.damage: ",
        ),
        (
            "change:\n  spells: [{id: slumber, rules: [{type: sing}]}]",
            "change.spells.slumber.rules[0].type: found 'sing', where one of ",
        ),
        (
            "change:\n  packages: [{id: warrior, weapons: [chair]}]",
            "change.packages.",
        ),
        ("classes: [{id: odd}]", "classes.odd.id: nothing can be added to classes"),
    ],
)
def test_what_is_wrong_in_a_pack_is_said(tmp_path: Path, text: str, problem: str) -> None:
    problems = examine(pack(tmp_path, text)).problems
    assert problems
    assert f"{problems[0].path}: {problems[0].text}".startswith(problem)


def test_a_pack_is_in_effect_in_play(tmp_path: Path) -> None:
    assert examine(pack(tmp_path, MORE)).problems == []
    scenarios = tmp_path / "quickref_scenarios.yaml"
    scenarios.write_text(
        json.dumps(
            [
                {
                    "id": "more",
                    "setup": {"entities": [{"id": "crab", "creature": "crab", "kind": "creature", "side": "foes"}]},
                    "steps": [
                        {
                            "do": "set",
                            "args": {"entity": "crab", "field": "hp", "value": 5},
                            "expect": {"crab.armor_class": 15},
                        }
                    ],
                }
            ]
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "scenario", "--json", str(scenarios)],
        env={**os.environ, "RULEWRIGHT_PACKS": str(tmp_path / "odd")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"id": "more", "ok": True, "problem": None}]
