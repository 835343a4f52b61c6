"""Sheets: what stands on them, and where a value comes from."""

import pytest
from msgspec.structs import replace

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.table.entities import AnyEntity
from rulewright.table.projection import Projection, derived
from rulewright.table.sheets import Part, filled, last_change, origin
from rulewright.table.state import AnyState
from tests.table.scenes import ANN, BOB, command, fight_of, table_of
from tests.table.toys import blow, toy


def read_reach(dice: Dice, _state: AnyState, entity: AnyEntity) -> int:
    """Something that follows by a note and a rule."""
    return dice.note("arms", 2) + blow(dice, guard=6).damage + int(entity.sheet.guard)


KNOWN = Projection({**toy.projection.entity, "reach": derived(read_reach)}, toy.projection.table)
PRINTED = replace(toy, projection=KNOWN, sheet=(Part("Body", ("hp", "guard"), {"hp": "Health"}), Part("", ("notes",))))


def test_a_sheet_is_filled_block_by_block() -> None:
    table = table_of({**ANN, "hp": 4})
    body, notes = filled(PRINTED, table.state, "ann")
    assert (body.part.title, body.values, notes.values) == ("Body", {"hp": 4, "guard": 3}, {"notes": []})


def test_a_value_is_called_by_its_label_or_by_its_path() -> None:
    part = Part("Body", (), {"hp": "Health", "features": ""})
    assert [part.label(path) for path in ("hp", "armor_class", "features")] == ["Health", "Armor class", ""]


def test_a_game_without_a_sheet_and_a_name_without_a_bearer() -> None:
    state = table_of(ANN).state
    with pytest.raises(RuleError, match="Toy does not say what stands on a sheet"):
        filled(toy, state, "ann")
    for ask in (lambda: filled(PRINTED, state, "anna"), lambda: origin(PRINTED, state, "anna", "hp")):
        with pytest.raises(RuleError, match=r"nobody is called 'anna' \(did you mean ann\?\)"):
            ask()


def test_what_is_kept_has_no_rules() -> None:
    found = origin(PRINTED, table_of({**ANN, "hp": 4}).state, "ann", "hp")
    assert (found.value, found.entries) == (4, ())


def test_a_value_that_is_read_throws_no_dice() -> None:
    with pytest.raises(Exception, match="a value that is read throws no dice"):
        origin(PRINTED, table_of(ANN).state, "ann", "reach")


def test_the_last_change_is_the_step_that_made_a_value_what_it_is() -> None:
    table = fight_of(ANN, BOB)
    table.do(command("set", path="ann.hp", value=5))
    table.do(command("walk", "ann", to=3))
    changed = last_change(toy, table.history, "ann", "hp")
    assert changed
    assert changed.step.command.name == "set"
    assert changed.before.entities["ann"].counter("hp") == 10
    table.undo()
    table.undo()
    changed = last_change(toy, table.history, "ann", "hp")
    assert changed
    assert changed.step.command.name == "set_up"
    assert last_change(toy, table.history, "ann", "notes")
    assert last_change(toy, table.history, "nobody", "hp") is None
