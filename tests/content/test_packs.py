"""Packs: what they may say, and every way in which they can be wrong, with the place where it is."""

from importlib.metadata import version
from pathlib import Path

import pytest

from rulewright.content.problems import ContentError
from rulewright.content.sections import Content
from rulewright.content.shelving import examine, shelf_in_play, shelve
from tests.content.toys import write_pack, write_toy_pack


def problems_of(folder: Path) -> list[str]:
    return [str(problem) for problem in examine(folder).problems]


def entries(content: Content, *folders: Path) -> dict[str, dict[str, dict[str, object]]]:
    """What is there when all these packs are right."""
    shelf, _, problems = shelve(content, folders)
    assert problems == []
    return {
        section: {key: dict(entry.data) for key, entry in found.items()} for section, found in shelf.entries.items()
    }


# ---------------------------------------------------------------- what packs do


def test_a_pack_adds_entries(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "items:\n- {id: rope, name: Rope, price: 1}\n")
    items = entries(toy, pack)["items"]
    assert list(items) == ["sword", "ladder", "rope"]
    assert items["rope"] == {"id": "rope", "name": "Rope", "price": 1}


def test_a_change_sets_fields_and_leaves_the_others(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "change: {items: [{id: sword, price: 12, made_of: {iron: 3}, tags: [long]}]}")
    sword = entries(toy, pack)["items"]["sword"]
    assert sword == {"id": "sword", "name": "Sword", "price": 12, "made_of": {"iron": 3, "wood": 1}, "tags": ["long"]}


def test_a_list_of_entries_with_ids_is_changed_entry_by_entry(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "change: {items: [{id: ladder, steps: [{id: high, worth: 3}, {id: top}]}]}")
    assert entries(toy, pack)["items"]["ladder"]["steps"] == [
        {"id": "low", "worth": 1},
        {"id": "high", "worth": 3},
        {"id": "top"},
    ]


def test_a_change_to_another_type_of_effect_keeps_nothing_of_the_old(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "change: {spells: [{id: spark, effects: [{type: condition, condition: cold}]}]}")
    assert entries(toy, pack)["spells"]["spark"]["effects"] == [{"type": "condition", "condition": "cold"}]


def test_a_replacement_stands_in_the_place_of_the_old(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "replace: {items: [{id: sword, name: Blade}]}")
    items = entries(toy, pack)["items"]
    assert items["sword"] == {"id": "sword", "name": "Blade"}
    assert list(items) == ["sword", "ladder"]


def test_closed_sections_can_be_changed(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "change: {schools: [{id: fire, colour: green}]}")
    assert entries(toy, pack)["schools"]["fire"]["colour"] == "green"


def test_names_may_come_from_the_pack_itself(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(
        tmp_path,
        """
        conditions: [{id: stunned, name: Stunned}]
        spells: [{id: bolt, name: Bolt, school: ice, effects: [{type: condition, condition: stunned, rounds: 1d4}]}]
        """,
    )
    assert problems_of(pack) == []


def test_files_may_be_in_folders_of_the_pack(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "")
    write_pack(tmp_path, "extra", {"deep/down.yaml": "items: [{id: rope, name: Rope}]", "README.md": "Read me."})
    assert "rope" in entries(toy, pack)["items"]


# ---------------------------------------------------------------- what is wrong in entries


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("spels: []", "more.yaml:1: spels: there is no section 'spels' (did you mean spells?)"),
        ("- a\n- b", "more.yaml:1: found a list, where a map of sections belongs"),
        ("items: rope", "more.yaml:1: items: found 'rope', where a list of entries belongs"),
        ("items:\n- rope", "more.yaml:2: items[0]: found 'rope', where an entry, which is a map with id, belongs"),
        ("items:\n- {name: Rope}", "more.yaml:2: items[0]: id is missing: what the entry is known by"),
        (
            "items:\n- {id: [a], name: Rope}",
            "more.yaml:2: items[0]: id is missing: what the entry is known by, found a list",
        ),
        (
            "items:\n- {id: Long Rope, name: Rope}",
            "more.yaml:2: items.Long Rope.id: found 'Long Rope', where an id such as long_sword belongs",
        ),
        ("items:\n- {id: rope}", "more.yaml:2: items.rope: name is missing: text"),
        (
            "items:\n- {id: rope, name: Rope, prise: 3}",
            "more.yaml:2: items.rope.prise: there is no field 'prise' (did you mean price?)",
        ),
        (
            "items:\n- id: rope\n  name: Rope\n  price: cheap",
            "more.yaml:4: items.rope.price: found 'cheap', where a whole number from 0 to 1000 belongs",
        ),
        (
            "items:\n- {id: rope, name: Rope, price: 2000}",
            "more.yaml:2: items.rope.price: found 2000, where a whole number from 0 to 1000 belongs",
        ),
        (
            "items:\n- {id: rope, name: 3}",
            "more.yaml:2: items.rope.name: found 3, where text belongs: put it in quotes",
        ),
        (
            "items:\n- {id: rope, name: Rope, size: [1, 2, 3]}",
            "more.yaml:2: items.rope.size: found a list of 3, where 2 belong",
        ),
        (
            "items:\n- {id: rope, name: Rope, steps: [{id: a, kit: [swrd]}]}",
            "more.yaml:2: items.rope.steps[0].kit[0]: found 'swrd', where the name of one of the items belongs "
            "(did you mean sword?)",
        ),
        (
            "items:\n- {id: rope, name: Rope}\n- {id: rope, name: Other}",
            "more.yaml:3: items.rope.id: rope is there twice: leave one out",
        ),
        (
            "items:\n- {id: sword, name: Mine}",
            "more.yaml:2: items.sword.id: toy has sword already: put it under change or replace to have it different",
        ),
        (
            "schools:\n- {id: air, name: Air}",
            "more.yaml:2: schools.air.id: nothing can be added to schools, of which the rules know each by name: "
            "change or replace one",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: fier}",
            "more.yaml:2: spells.bolt.school: found 'fier', where the name of one of the schools belongs "
            "(did you mean fire?)",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: ice, effects: [{type: heel}]}",
            "more.yaml:2: spells.bolt.effects[0].type: found 'heel', where one of damage, modify, condition, note "
            "belongs",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: ice, effects: [{amount: 1}]}",
            "more.yaml:2: spells.bolt.effects[0]: type is missing: one of damage, modify, condition, note",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: ice, effects: [{type: damage, amount: 1d7}]}",
            "more.yaml:2: spells.bolt.effects[0].amount: found '1d7', where a number, dice or a value of the entry "
            "belongs",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: ice, values: {power: x}, effects: "
            "[{type: damage, amount: powr}]}",
            "more.yaml:2: spells.bolt.effects[0].amount: found 'powr', where a number, dice or a value of the entry "
            "belongs (did you mean power?)",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: ice, effects: [{type: modify, field: atack, amount: level}]}",
            "more.yaml:2: spells.bolt.effects[0].field: found 'atack', where the name of one of the fields belongs "
            "(did you mean attack?)",
        ),
        (
            "spells:\n- {id: bolt, name: bolt, school: ice}",
            "more.yaml:2: spells.bolt.name: a name is more than an id",
        ),
        (
            "spells:\n- {id: bolt, name: Bolt, school: fire, number: 1}",
            "more.yaml:2: spells.bolt.number: spark has school fire, number 1 already",
        ),
        ("change: []", "more.yaml:1: change: found a list, where a map of sections belongs"),
        ("change:\n  itms: []", "more.yaml:2: change.itms: there is no section 'itms' (did you mean items?)"),
        (
            "change:\n  items:\n  - {id: swrd, price: 1}",
            "more.yaml:3: change.items.swrd.id: there is no 'swrd' in items to change (did you mean sword?)",
        ),
        (
            "change:\n  items:\n  - id: sword\n    prise: 1",
            "more.yaml:4: change.items.sword.prise: there is no field 'prise' (did you mean price?)",
        ),
        (
            "change:\n  items:\n  - id: ladder\n    steps:\n    - {id: high, worth: much}",
            "more.yaml:5: change.items.ladder.steps[0].worth: found 'much', where a whole number belongs",
        ),
        (
            "change:\n  items:\n  - {id: ladder, steps: [{id: c}, {id: d}, {id: e}]}",
            "more.yaml:3: change.items.ladder.steps: found a list, where a list of at most 4 belongs",
        ),
        (
            "replace:\n  items:\n  - {id: rope, name: Rope}",
            "more.yaml:3: replace.items.rope.id: there is no 'rope' in items to replace",
        ),
        ("replace:\n  items:\n  - {id: sword}", "more.yaml:3: replace.items.sword: name is missing: text"),
        ("rounds_of_a_day: 3", "more.yaml:1: rounds_of_a_day: there is no section 'rounds_of_a_day'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(toy: Content, tmp_path: Path, text: str, problem: str) -> None:
    assert problems_of(write_toy_pack(tmp_path, text)) == [f"extra/{problem}"]


def test_everything_is_said_at_once(toy: Content, tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path,
        "many",
        {
            "pack.yaml": "id: Many\nname: Many\nversion: 1.0\nsystem: toy\n",
            "a.yaml": "items:\n- {id: rope, name: Rope, price: -1, weight: 2}\n- {id: Rope}\n",
            "b.yaml": "items:\n- {id: flag, name: Flag, name: Banner}\n- {id: tent, name: 7}\n",
            "c.yaml": "items: [\n",
            "d.yml": "items: []\n",
        },
    )
    assert [problem.partition(": ")[0] for problem in problems_of(pack)] == [
        "many/a.yaml:2",
        "many/a.yaml:2",
        "many/a.yaml:3",
        "many/b.yaml:2",
        "many/b.yaml:3",
        "many/c.yaml:2",
        "many/d.yml",
        "many/pack.yaml:1",
        "many/pack.yaml:3",
    ]


# ---------------------------------------------------------------- what a pack says of itself


@pytest.mark.parametrize(
    ("heading", "problem"),
    [
        ("", "pack.yaml:1: empty, where id, name, version and system belong"),
        ("just text", "pack.yaml:1: found 'just text', where a map with id, name, version, system belongs"),
        ("name: A\nversion: '1'\nsystem: toy", "pack.yaml:1: id is missing: text such as northern_isles"),
        (
            "id: my pack\nname: A\nversion: '1'\nsystem: toy",
            "pack.yaml:1: id: found 'my pack', where text such as northern_isles belongs",
        ),
        (
            "id: a\nname: A\nversion: one\nsystem: toy",
            "pack.yaml:3: version: found 'one', where text such as 1.2.0 belongs",
        ),
        (
            "id: a\nname: A\nversion: '1'\nsystem: toy\nrequires: {toy: newest}",
            "pack.yaml:5: requires.toy: found 'newest', where text such as >=1.2, <2 belongs",
        ),
        (
            "id: a\nname: A\nversion: '1'\nsystem: toy\nextends: b",
            "pack.yaml:5: extends: there is no field 'extends'",
        ),
        ("id: a\nname: A\nversion: '1'\nsystem: chess", "pack.yaml:4: system: there is no game 'chess'"),
        (
            "id: toy\nname: A\nversion: '1'\nsystem: toy",
            "pack.yaml:1: id: toy is what the game's own content is called",
        ),
        (
            "id: a\nname: A\nversion: '1'\nsystem: toy\nengine: '>=900'",
            f"pack.yaml:5: engine: this is Rulewright {version('rulewright')}, and the pack is for >=900",
        ),
        (
            "id: a\nname: A\nversion: '1'\nsystem: toy\nrequires: {toy: '>=3'}",
            "pack.yaml:5: requires.toy: toy is here in version 2.1, and >=3 is asked for",
        ),
        (
            "id: a\nname: A\nversion: '1'\nsystem: toy\nrequires: {b: '>=1'}",
            "pack.yaml:5: requires.b: there is no pack 'b' here: put it beside this one",
        ),
    ],
)
def test_what_a_pack_says_of_itself(toy: Content, tmp_path: Path, heading: str, problem: str) -> None:
    assert problems_of(write_pack(tmp_path, "alone", {"pack.yaml": heading})) == [f"alone/{problem}"]


# ---------------------------------------------------------------- packs upon packs


def test_a_pack_builds_on_another(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path, "items: [{id: rope, name: Rope, price: 1}]", "rope")
    second = write_toy_pack(
        tmp_path, "change: {items: [{id: rope, price: 2}, {id: sword, price: 5}]}", "dear", "requires: {rope: '>=1'}"
    )
    third = write_toy_pack(
        tmp_path, "change: {items: [{id: rope, price: 3}]}", "cheap", "requires: {dear: '>=1, <2', toy: '>=2'}"
    )
    items = entries(toy, third, first, second)["items"]
    assert items["rope"]["price"] == 3
    assert items["sword"]["price"] == 5
    assert problems_of(third) == []


def test_what_another_pack_adds_has_to_be_required(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path, "items: [{id: rope, name: Rope}]", "aaa")
    second = write_toy_pack(tmp_path, "change: {items: [{id: rope, price: 2}]}", "bbb")
    _, _, problems = shelve(toy, [first, second])
    assert [str(problem) for problem in problems] == [
        "bbb/more.yaml:1: change.items.rope.id: rope is from aaa: name that pack under requires"
    ]


def test_two_packs_that_set_the_same_have_to_say_whose_word_counts(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path, "change: {items: [{id: sword, price: 1}, {id: ladder, price: 4}]}", "aaa")
    second = write_toy_pack(tmp_path, "change:\n  items:\n  - {id: sword, tags: [], price: 2}", "bbb")
    _, _, problems = shelve(toy, [first, second])
    assert [str(problem) for problem in problems] == [
        "bbb/more.yaml:3: change.items.sword.price: aaa sets it too: "
        "whichever of the two requires the other has the last word"
    ]


def test_two_packs_may_change_different_steps_of_a_thing(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path, "change: {items: [{id: ladder, steps: [{id: low, worth: 5}]}]}", "aaa")
    second = write_toy_pack(tmp_path, "change: {items: [{id: ladder, steps: [{id: high, worth: 6}]}]}", "bbb")
    assert entries(toy, first, second)["items"]["ladder"]["steps"] == [
        {"id": "low", "worth": 5},
        {"id": "high", "worth": 6},
    ]


def test_a_replacement_sets_everything(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path, "replace: {items: [{id: sword, name: Blade}]}", "aaa")
    second = write_toy_pack(tmp_path, "change: {items: [{id: sword, price: 2}]}", "bbb")
    _, _, problems = shelve(toy, [first, second])
    assert len(problems) == 1


def test_a_circle_is_refused(toy: Content, tmp_path: Path) -> None:
    write_toy_pack(tmp_path, "", "aaa", "requires: {bbb: '>=1'}")
    write_toy_pack(tmp_path, "", "bbb", "requires: {ccc: '>=1'}")
    pack = write_toy_pack(tmp_path, "", "ccc", "requires: {aaa: '>=1'}")
    _, packs, problems = shelve(toy, [tmp_path / name for name in ("aaa", "bbb", "ccc")])
    assert [str(problem) for problem in problems] == [
        "ccc/pack.yaml:5: requires.aaa: a circle, in which nothing can be first: "
        "aaa requires bbb requires ccc requires aaa"
    ]
    assert len(packs) == 3
    assert problems_of(pack) == [str(problems[0])]


def test_a_pack_may_not_require_itself(toy: Content, tmp_path: Path) -> None:
    pack = write_toy_pack(tmp_path, "", "aaa", "requires: {aaa: '>=1'}")
    assert problems_of(pack) == [
        "aaa/pack.yaml:5: requires.aaa: a circle, in which nothing can be first: aaa requires aaa"
    ]


def test_the_version_of_a_required_pack_counts(toy: Content, tmp_path: Path) -> None:
    write_toy_pack(tmp_path, "", "aaa")
    pack = write_toy_pack(tmp_path, "", "bbb", "requires: {aaa: '>=1.1'}")
    assert problems_of(pack) == ["bbb/pack.yaml:5: requires.aaa: aaa is here in version 1.0, and >=1.1 is asked for"]


def test_a_pack_upon_a_broken_one_says_so(toy: Content, tmp_path: Path) -> None:
    write_toy_pack(tmp_path, "items: [{id: rope}]", "aaa")
    pack = write_toy_pack(tmp_path, "change: {items: [{id: rope, price: 2}]}", "bbb", "requires: {aaa: '>=1'}")
    assert problems_of(pack) == ["bbb/pack.yaml:5: requires: look at aaa first: there is something wrong with it"]


def test_two_packs_of_one_name_are_refused(toy: Content, tmp_path: Path) -> None:
    first = write_toy_pack(tmp_path / "here", "", "aaa")
    second = write_toy_pack(tmp_path / "there", "", "aaa")
    _, _, problems = shelve(toy, [first, second])
    assert [str(problem) for problem in problems] == [
        f"aaa/pack.yaml:1: id: {first} is called aaa too: keep one of them"
    ]


# ---------------------------------------------------------------- in play


def test_packs_in_use_are_those_of_the_folder_that_are_for_the_game(
    toy: Content, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = tmp_path / "packs"
    write_toy_pack(packs, "items: [{id: rope, name: Rope}]", "aaa")
    write_pack(packs, "chess", {"pack.yaml": "id: chess_openings\nsystem: chess\n"})
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(packs))
    shelf = shelf_in_play("toy")
    assert shelf
    assert "rope" in shelf.entries["items"]


def test_no_pack_for_a_game_means_no_shelf(toy: Content, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pack(tmp_path / "packs", "chess", {"pack.yaml": "id: openings\nname: O\nversion: '1'\nsystem: chess\n"})
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path / "packs"))
    assert shelf_in_play("toy") is None


@pytest.mark.parametrize("heading", ["", "id: [", "name: nobody knows which game"])
def test_a_pack_that_does_not_say_what_it_is_for_is_never_passed_over(
    toy: Content, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heading: str
) -> None:
    write_pack(tmp_path / "packs", "broken", {"pack.yaml": heading})
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(tmp_path / "packs"))
    with pytest.raises(ContentError, match=r"broken/pack\.yaml"):
        shelf_in_play("toy")


def test_a_broken_pack_is_not_played_with(toy: Content, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = write_toy_pack(tmp_path, "items: [{id: rope}]")
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(pack))
    with pytest.raises(ContentError, match=r"^extra/more.yaml:1: items.rope: name is missing: text$"):
        shelf_in_play("toy")
