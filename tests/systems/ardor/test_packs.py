"""Packs for this game: what they may say, and that play knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.content.shelving import examine
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
    full: [{type: damage, amount: 3d6}, {type: condition, condition: soaked, rounds: 2}]
    glancing: [{type: damage, amount: 1d6}]
    text: comes in with the sea
conditions:
  - id: soaked
    name: Soaked
    bad: true
    effects: [{type: modify, field: score, amount: -1}, {type: forbid, what: [move]}]
    short: wet to the bone
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
            "change:\n  abilities: [{id: lunge, full: [{type: condition, condition: wet, rounds: 1}]}]",
            "change.abilities.lunge.full[0].condition: found 'wet', where the name of one of the conditions belongs",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{type: move, direction: away}]}]",
            "change.abilities.lunge.full[0]: distance is missing: a whole number from 0 to 99",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{type: move, direction: away, distance: 0}]}]",
            "change.abilities.lunge: distance: found 0, where a swap has 0 and all else the number of zones",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{type: damage, amount: 3d7}]}]",
            "change.abilities.lunge.full[0].amount: found '3d7', where a whole number",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{type: dance}]}]",
            "change.abilities.lunge.full[0].type: found 'dance', where one of damage, ",
        ),
        (
            "change:\n  abilities: [{id: lunge, full: [{type: condition, condition: held, rounds: 1, minutes: 2}]}]",
            "change.abilities.lunge: minutes: leave it out, it lasts as long as what it belongs to",
        ),
        (
            "change:\n  abilities: [{id: iron_lungs, passive: [{type: modify, field: luck, amount: 1}]}]",
            "change.abilities.iron_lungs.passive[0].field: found 'luck', where one of score, ward, ",
        ),
        (
            "change:\n  abilities: [{id: iron_lungs, passive: [{type: modify, field: range, amount: 1, when: tend}]}]",
            "change.abilities.iron_lungs: when: leave it out, range counts always",
        ),
        (
            "change:\n  abilities: [{id: iron_lungs, passive: [{type: immune, to: [wet]}]}]",
            "change.abilities.iron_lungs.passive[0].to[0]: found 'wet', where the name of one of the conditions ",
        ),
        (
            "change:\n  traits: [{id: heavy, effects: [{type: modify, field: score, amount: 1}]}]",
            "change.traits.heavy: when: a score has the action with which it counts, full_damage has none",
        ),
        (
            "change:\n  features: [{id: chapel, effects: [{type: grant, what: moon}]}]",
            "change.features.chapel.effects[0].what: found 'moon', where the name of one of the place_tags belongs",
        ),
        (
            "change:\n  variations: [{id: fiercer, change: [{type: modify, field: full_damage, amount: 2}]}]",
            "change.variations.fiercer: amount: full_damage has one more 1d6, and all else a whole number",
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
            "change.creatures.cutpurse.intents[0].action: found 'fly', where one of move_far, ",
        ),
        (
            "conditions: [{id: odd, name: Odd, bad: true, effects: [{type: forbid, what: [sleep]}]}]",
            "conditions.odd.effects[0].what[0]: found 'sleep', where one of move, second_action, be_targeted belongs",
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
                            {"id": "crab", "creature": "crab", "side": "foes", "conditions": {"soaked": 5}},
                        ],
                        "scene": {"map": "old_bridge"},
                    },
                    "steps": [
                        {"do": "start_encounter", "expect": {"ann.max_health": 30, "crab.health": 20}},
                        {
                            "do": "declare",
                            "by": "crab",
                            "args": {"action": "move_far", "path": ["span"]},
                            "error": "not_allowed",
                        },
                        {"do": "declare", "by": "crab", "args": {"action": "attack", "target": "ann"}},
                        {"do": "score_creatures", "expect": {"encounter.scores.crab": 13}},
                        {"do": "use_ability", "by": "ann", "args": {"ability": "tidal_blow", "target": "crab"}},
                        {"do": "roll_score", "by": "ann", "dice": [15], "expect": {"encounter.scores.ann": 17}},
                        {
                            "do": "resolve",
                            "dice": [3, 3, 3, 1],
                            "expect": {"crab.health": 11, "ann.health": 29, "crab.conditions.soaked": 4},
                        },
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
