"""Characters that dice have made: what must be so however they fell."""

from functools import cache

import pytest

from rulewright.dice import Fast
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.scores import carried, has_bag
from rulewright.systems.glog.sheet import Being, CharacterSheet
from rulewright.table.creation import grow, make
from rulewright.table.events import Overridden
from rulewright.table.game import find_game
from rulewright.table.log import Step
from rulewright.table.sources import Chance
from rulewright.table.table import Table
from tests.systems.glog.tables import do

SEEDS = range(60)
LETTERS = "abcd"
every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def grown(seed: int) -> tuple[Table, Table]:
    """Somebody new, and the same one at the top."""
    new, top = (Table(find_game("glog"), source=Chance.seeded(seed), now=lambda: 0) for _ in range(2))
    for table in (new, top):
        make(table, "ann", Fast.seeded(seed))
    dice = Fast.seeded(seed)
    while grow(top, "ann", dice):
        pass
    return new, top


def sheet_of(table: Table) -> CharacterSheet:
    sheet = table.state.entities["ann"].sheet
    assert isinstance(sheet, CharacterSheet)
    return sheet


def spells_of(being: Being) -> list[str]:
    return [spell for item in being.items.values() for spell in item.spells]


@every_seed
def test_templates_are_taken_in_order_and_none_twice(seed: int) -> None:
    templates = sheet_of(grown(seed)[1]).templates
    assert len(templates) == len(set(templates)) == 4
    for place, template in enumerate(templates):
        name, _, letter = template.rpartition("_")
        earlier = {f"{name}_{before}" for before in LETTERS[: LETTERS.index(letter)]}
        assert earlier <= set(templates[:place])


@every_seed
def test_a_caster_has_one_school_for_each_class_of_casters(seed: int) -> None:
    sheet = sheet_of(grown(seed)[1])
    classes = {template.rpartition("_")[0] for template in sheet.templates}
    casting = [catalogue.classes()[name].schools for name in classes if catalogue.classes()[name].caster]
    assert len(sheet.schools) == len(casting)
    assert all(set(schools) & set(sheet.schools) for schools in casting)


@every_seed
def test_spells_are_learned_by_the_steps_of_the_class(seed: int) -> None:
    """Two with the first step, one with the second and the third, two with the fourth; all of one's schools."""
    for table in grown(seed):
        being, learned = table.state.entities["ann"], 0
        for template in sheet_of(table).templates:
            name, _, letter = template.rpartition("_")
            learned += {"a": 2, "b": 1, "c": 1, "d": 2}[letter] if catalogue.classes()[name].caster else 0
        spells = spells_of(being)
        assert len(spells) == len(set(spells))
        assert len(spells) == learned
        assert {catalogue.spells()[spell].school for spell in spells} <= set(sheet_of(table).schools)


@every_seed
def test_a_newcomer_has_the_starting_things_and_a_bag_and_wears_what_is_to_be_worn(seed: int) -> None:
    being = grown(seed)[0].state.entities["ann"]
    owned = {item.item for item in carried(being)}
    assert {piece.item for piece in catalogue.starting_equipment()} <= owned
    assert has_bag(being)
    suits = [item.id for item in carried(being) if catalogue.goods()[item.item].kind == "armor"]
    assert being.sheet.worn == (suits[0] if suits else None)
    assert being.counter("cp") >= 2
    assert being.sheet.hands == being.sheet.brain == ()


@every_seed
def test_nothing_is_overridden_on_the_way(seed: int) -> None:
    for table in grown(seed):
        steps = [record for record in table.log.read() if isinstance(record, Step)]
        assert not [event for step in steps for event in step.events if isinstance(event, Overridden)]


def test_every_class_and_both_kits_come_up() -> None:
    first = {sheet_of(grown(seed)[0]).templates[0] for seed in SEEDS}
    assert first == {f"{name}_a" for name in catalogue.classes()}
    assert {bool(sheet_of(grown(seed)[0]).swapped) for seed in SEEDS} == {True, False}


def test_who_may_doubt_believes_in_two_things() -> None:
    for seed in range(10):
        table = Table(find_game("glog"), source=Chance.seeded(seed), now=lambda: 0)
        do(table, "house_rule", name="doubt", value=True)
        make(table, "ann", Fast.seeded(seed))
        assert len(set(sheet_of(table).convictions)) == 2


def test_levels_beyond_ten_where_the_table_has_them_and_stats_that_rise() -> None:
    table = Table(find_game("glog"), source=Chance.seeded(5), now=lambda: 0)
    do(table, "house_rule", name="levels_beyond_ten", value="every_5000")
    do(table, "house_rule", name="stat_advance", value=True)
    dice = Fast.seeded(5)
    make(table, "ann", dice)
    while grow(table, "ann", dice):
        pass
    assert sheet_of(table).level == 20
    tried = [record.command.args.get("stat") for record in table.log.read() if isinstance(record, Step)]
    assert len([stat for stat in tried if stat]) == 19


def test_creatures_do_not_grow() -> None:
    table = Table(find_game("glog"), now=lambda: 0)
    do(table, "add_entity", entity={"id": "rat", "creature": "giant_rat"})
    assert not grow(table, "rat", Fast.seeded(1))
