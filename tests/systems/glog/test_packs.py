"""A pack for this game is in effect everywhere, and every effect that content may have is one that happens.

What a process plays with is settled before it begins, so each play with the pack has a process of its own.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rulewright.content.effects import Grant, Modify, Multiply, Note
from rulewright.content.reading import load
from rulewright.content.shelving import examine
from rulewright.store import Store
from rulewright.store.chain import Label
from rulewright.systems.glog import effects, sections, spells
from rulewright.table.game import find_game
from tests.content.toys import write_pack

PACKS = Path(__file__).parent / "packs"
PACK = PACKS / "northern_isles"
HEADING = "id: odd\nname: Odd\nversion: '1'\nsystem: glog\n"


def run(*words: str) -> list[Any]:
    """What a process says that plays with the pack, a line of JSON each."""
    environment = {**os.environ, "RULEWRIGHT_PACKS": str(PACK)}
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_pack_is_right() -> None:
    assert examine(PACK).problems == []


def test_everything_that_the_pack_brings_is_in_effect() -> None:
    played = run("-m", "rulewright", "scenario", "--json", str(PACKS / "glog_northern_isles.yaml"))
    assert len(played) > 5
    assert [case for case in played if not case["ok"]] == []


def test_tactics_offers_and_previews_know_the_pack() -> None:
    (said,) = run(str(PACKS / "playing.py"))
    name, arguments = said["wish"]
    assert name == "cast"
    assert arguments["spell"] == "frost_bite"
    assert said["spells"] == ["frost_bite"]
    assert "skald" in said["classes"]
    assert said["harpoon"]
    assert said["creature"] == "Ice troll"
    assert said["exact"]
    left = {int(hp): Fraction(chance) for hp, chance in said["troll_hp"].items()}
    half = Fraction(1, 2)  # the troll saves at 10 or under
    expected: dict[int, Fraction] = {}
    for face in range(1, 7):
        for damage in (2 * face, face):
            expected[25 - damage] = expected.get(25 - damage, Fraction(0)) + Fraction(1, 6) * half
    assert left == expected


def test_named_rules_know_the_pack() -> None:
    (said,) = run("-m", "rulewright", "rule", "glog.spell_effect", "spell=frost_bite", "dice=2", "sum=7", "--json")
    assert said["result"] == {"values": {"damage": 14, "cold_rounds": 2}}


def test_without_the_pack_nothing_of_it_is_there() -> None:
    words = [sys.executable, "-m", "rulewright", "rule", "glog.spell_effect", "spell=frost_bite", "dice=2", "sum=7"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no 'frost_bite'" in done.stderr


# ---------------------------------------------------------------- nothing is passed over


def test_everything_that_can_happen_happens() -> None:
    """Each type of effect that spells, dooms, things and mishaps may have is applied in one place."""
    assert set(get_args(effects.Wild)) == set(spells._HAPPENS)


def test_everything_that_can_be_had_is_read() -> None:
    """What conditions, injuries, templates and rewards may have: summed, multiplied, granted, learned, or told."""
    assert set(get_args(effects.Learned)) == {Modify, Multiply, Grant, effects.LearnSpells, Note}


def test_the_plays_try_every_field_that_an_effect_can_change() -> None:
    """So that a field which nothing reads is found."""
    conditions = load((PACK / "isles.yaml").read_bytes())["conditions"]
    tried = {effect["field"] for entry in conditions for effect in entry.get("effects", ()) if "field" in effect}
    assert tried == sections.FIELDS


# ---------------------------------------------------------------- what types can't say


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: [{type: summon, creature: orc, count: 1}]}",
            "conditions.odd.effects[0].type: found 'summon', where one of modify, multiply, grant, note belongs",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: [{type: modify, field: attack, amount: 1d6}]}",
            "conditions.odd.effects[0].amount: found '1d6', where a whole number from -20 to 20 belongs",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: [{type: modify, field: save, amount: 21}]}",
            "conditions.odd.effects[0].amount: found 21, where a whole number from -20 to 20 belongs",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: "
            "[{type: modify, field: save, amount: 1, when: unaware}]}",
            "conditions.odd.effects[0].when: a bonus to save counts always: leave it out",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: "
            "[{type: modify, field: extra_d6, amount: 1, when: asleep}]}",
            "conditions.odd.effects[0].when: a bonus to extra_d6 counts only when unaware or quarry",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: "
            "[{type: modify, field: save, amount: 1, rounds: 3}]}",
            "conditions.odd.effects[0].rounds: it lasts as long as what it belongs to: leave it out",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: "
            '[{type: multiply, field: movement, factor: "2"}]}',
            "conditions.odd.effects[0].factor: movement can't be multiplied by 2: only movement by 1/2, "
            "range_penalty by 0 or 1/2",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, blocks: [dance]}",
            "conditions.odd.blocks[0]: found 'dance', where one of turn, move, attack, cast belongs",
        ),
        (
            "conditions:\n- {id: odd, name: Odd, ends: timer, effects: [{type: note}]}",
            "conditions.odd.effects[0].text: text is missing: what the GM is told",
        ),
        (
            "quest_rewards:\n- {id: odd, effect: {type: grant, what: flying}}",
            "quest_rewards.odd.effect.what: found 'flying', where the name of one of the grants belongs",
        ),
        (
            "quest_rewards:\n- {id: odd, effect: {type: grant, what: parry, uses: 1, per: round}}",
            "quest_rewards.odd.effect: dice is missing, which parry needs",
        ),
        (
            "quest_rewards:\n- {id: odd, effect: {type: grant, what: riposte, per: round}}",
            "quest_rewards.odd.effect: uses is missing: how often in a round",
        ),
        (
            "quest_rewards:\n- {id: odd, effect: {type: grant, what: riposte, uses: 1}}",
            "quest_rewards.odd.effect.per: found 'day', where round belongs: the rules say when riposte is back",
        ),
        (
            "items:\n- {id: odd, name: Odd, kind: weapon, slots: 1}",
            "items.odd.weapon_class: a weapon has a class, and nothing else has",
        ),
        (
            "items:\n- {id: odd, name: Odd, kind: wand, slots: 1}",
            "items.odd.kind: the rules know each wand by its id: wand",
        ),
        (
            "items:\n- {id: odd, name: Odd, slots: 1, effect: {type: note}}",
            "items.odd.effect.text: text is missing: what the GM is told",
        ),
        (
            "creatures:\n- {id: odd, name: Odd, attacks: [{name: bite, damage: 1d7}]}",
            "creatures.odd.attacks[0].damage: ",
        ),
        (
            "change:\n  schools:\n  - {id: hearth, mishaps: [{id: new_one, entry: 6, effects: [], text: new}]}",
            "change.schools.hearth.mishaps: there is one for each number from 1 to 6",
        ),
        (
            "change:\n  classes:\n  - {id: fighter, templates: [{id: fighter_b, effects: [{type: learn_spells}]}]}",
            "change.classes.fighter.templates[0].effects[0]: a class without schools learns no spells",
        ),
        (
            "change:\n  spells:\n  - {id: arc, values: {damage: '[sum] * '}}",
            "change.spells.arc.values.damage: expected a number, [dice], [sum], [level], min, max or a bracket",
        ),
        (
            "change:\n  spells:\n  - {id: arc, values: {damage: '[sum] / ([dice] - 2)'}}",
            "change.spells.arc.values.damage: a division by 0",
        ),
        ("change:\n  spells:\n  - {id: arc, range: near}", "change.spells.arc.range: found 'near', where feet, "),
        (
            "change:\n  spells:\n  - {id: arc, effects: [{type: backwash}]}",
            "change.spells.arc.effects[0].type: found 'backwash', where one of damage, ",
        ),
        (
            "change:\n  spells:\n  - {id: arc, effects: [{type: condition, condition: wet, rounds: rounds}]}",
            "change.spells.arc.effects[0].condition: found 'wet', where the name of one of the conditions belongs",
        ),
        (
            "change:\n  spells:\n  - {id: arc, number: 2}",
            "change.spells.arc.number: shove_of_wind has school stormreader, number 2 already",
        ),
        (
            "injuries:\n- {id: odd, name: Odd, band: hurt, part: arm}",
            "injuries.odd.id: nothing can be added to injuries",
        ),
    ],
)
def test_what_is_wrong_in_a_pack_is_said(tmp_path: Path, text: str, problem: str) -> None:
    pack = write_pack(tmp_path, "odd", {"pack.yaml": HEADING, "odd.yaml": text})
    problems = examine(pack).problems
    assert problems
    assert f"{problems[0].path}: {problems[0].text}".startswith(problem)


# ---------------------------------------------------------------- tables that are kept


def test_a_table_does_not_lose_its_packs_unnoticed(tmp_path: Path) -> None:
    """Its character is of a class that the pack brought."""
    data = ("--data", str(tmp_path))
    with Store.open(tmp_path) as store:
        label = Label(table="thursday", game="glog", game_version=find_game("glog").version)
        store.add(msgspec.structs.replace(label, packs={"northern_isles": "1.0"}))
    run("-m", "rulewright", "new-character", "glog", "class=skald", "--random", "--table", "thursday", "--json", *data)
    for words in (("sheet", "thursday", "skald"), ("upgrade", "thursday", "--yes")):
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *words, *data], capture_output=True, text=True, check=False
        )
        assert done.returncode
        assert done.stdout == ""
        assert "with northern_isles 1.0" in done.stderr or "not known here: 'skald_first'" in done.stderr
