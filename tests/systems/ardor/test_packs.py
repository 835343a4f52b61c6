"""Packs for this game: what they may say, and that play knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from rulewright.content.shelving import examine
from rulewright.systems.ardor import effects
from tests.content.toys import write_pack

HEADING = "id: odd\nname: Odd\nversion: '1'\nsystem: ardor\n"

MORE = """
abilities:
  - id: tidal_blow
    name: Tidal Blow
    calling: common
    tier: spark
    xp: 3
    requires: []
    use: action
    ardor: 1
    modifier: 2
    attribute: might
    attack_kind: melee
    range: 0
    target: enemy
    move: null
    miss: []
    always: []
    full: [{do: damage, dice: 3d6}, {do: condition, id: soaked, rounds: 2}]
    glancing: [{do: damage, dice: 1d6}]
    text: comes in with the sea
conditions:
  - {id: soaked, name: Soaked, bad: true, score: -1, short: wet to the bone}
weapons:
  - {id: trident, name: Trident, hands: 1, slots: 1, melee: 0, ranged: 1, traits: [thrown]}
creatures:
  - id: crab
    name: Giant Crab
    tier: standard
    base: 11
    health: 20
    full: 2d6
    glancing: 1d6
    tags: [beast]
    text: walks sideways
    intents:
      - {faces: [1, 2, 3, 4], action: attack, target: nearest, shown: snaps}
      - {faces: [5, 6], action: defend, target: self, shown: closes its shell}
change:
  callings: [{id: vanguard, health: 30}]
"""


def pack(root: Path, text: str) -> Path:
    return write_pack(root, "odd", {"pack.yaml": HEADING, "odd.yaml": text})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "change:\n  abilities: [{id: lunge, full: [{do: condition, id: wet}]}]",
            "change.abilities.lunge.full[0].id: found 'wet', where the name of one of the conditions belongs",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{do: push}]}]",
            "change.abilities.lunge.full[0]: zones is missing, which push needs",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{do: damage, dice: 3d7}]}]",
            "change.abilities.lunge.full[0].dice: ",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{do: dance}]}]",
            "change.abilities.lunge.full[0].do: found 'dance', where one of damage, ",
        ),
        (
            "change:\n  abilities: [{id: lunge, requires: [lung]}]",
            "change.abilities.lunge.requires[0]: found 'lung', where the name of one of the abilities belongs "
            "(did you mean lunge?)",
        ),
        (
            "change:\n  creatures: [{id: cutpurse, intents: [{faces: [1, 2], action: flee, target: self}]}]",
            "change.creatures.cutpurse.intents: together they have each face of a d6 once",
        ),
        (
            "change:\n  creatures: [{id: cutpurse, intents: [{faces: [1, 2, 3, 4, 5, 6], action: fly, target: self}]}]",
            "change.creatures.cutpurse.intents[0].action: found 'fly', where the name of one of the actions belongs",
        ),
        (
            "conditions: [{id: odd, name: Odd, bad: true, no_movement: true}]",
            "conditions.odd.no_movement: the rules know held for this and no other condition; leave it out",
        ),
        (
            "maps: [{id: odd, zones: [{id: a}, {id: a}]}]",
            "maps.odd: zones: two of them have the same id",
        ),
        (
            "maps: [{id: odd, fumble: nothing, zones: [{id: a, tags: [moor]}]}]",
            "maps.odd.fumble: found 'nothing', where the name of one of the fumbles belongs",
        ),
        (
            "encounters: [{id: odd, name: Odd, map: moon, creatures: {cutpurs: 2}, characters: 4, points: 2, "
            "rating: easy, text: odd}]",
            "encounters.odd.map: found 'moon', where the name of one of the maps belongs",
        ),
        ("callings: [{id: odd}]", "callings.odd.id: nothing can be added to callings"),
    ],
)
def test_what_is_wrong_in_a_pack_is_said(tmp_path: Path, text: str, problem: str) -> None:
    problems = examine(pack(tmp_path, text)).problems
    assert problems
    assert f"{problems[0].path}: {problems[0].text}".startswith(problem)


def test_a_pack_is_in_effect_in_play(tmp_path: Path) -> None:
    assert examine(pack(tmp_path, MORE)).problems == []
    scenarios = tmp_path / "ardor_scenarios.yaml"
    scenarios.write_text(
        json.dumps(
            [
                {
                    "id": "more",
                    "setup": {
                        "entities": [
                            {
                                "id": "ann",
                                "side": "party",
                                "sheet": {"calling": "vanguard", "abilities": ["tidal_blow"], "weapons": ["trident"]},
                            },
                            {"id": "crab", "creature": "crab", "side": "foes", "conditions": ["soaked"]},
                        ]
                    },
                    "steps": [
                        {"do": "start_encounter", "expect": {"ann.max_health": 30, "crab.health": 20}},
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


def test_every_word_of_content_has_a_meaning() -> None:
    assert set(get_args(effects.EffectKind)) == set(effects._MEANINGS)
