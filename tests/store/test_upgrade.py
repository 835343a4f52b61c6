"""A table changes to other rules when its GM agrees: whole or not at all, and what was there is kept."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.store import OtherVersion, Stale, Unreadable, files, upgrade
from rulewright.table.game import Game
from rulewright.table.table import Table
from tests.store.support import NAME, a_command, begun, bodies, opened, played, seated, state_of
from tests.table.toys import toy


def to_two(record: Any) -> Any:
    """In version 2 health is counted double."""
    for event in record.get("events", ()):
        if event["event"] == "entity added":
            event["entity"]["counters"]["hp"] *= 2
        if event["event"] == "counter changed":
            event["value"] *= 2
    return record


def to_three(record: Any) -> Any:
    """In version 3 everybody is on a side."""
    for event in record.get("events", ()):
        if event["event"] == "entity added":
            event["entity"]["side"] = "red"
    return record


def version(number: str, **migrations: Any) -> Game:
    return msgspec.structs.replace(toy, version=number, migrations=migrations)


def hp(table: Table, name: str) -> int:
    return table.state.entities[name].counter("hp")


THREE = version("3", **{"1": to_two, "2": to_three})


def test_nothing_changes_until_the_gm_agrees(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        played(begun(store), 20)
        before = bodies(store)
        with pytest.raises(OtherVersion):
            seated(store, game=THREE)
        planned = upgrade.plan(store, NAME, THREE)
        assert (planned.before.game_version, planned.after.game_version) == ("1", "3")
        assert bodies(store) == before
        seated(store)


def test_all_versions_in_between_are_gone_through(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        old = played(begun(store), 20)
        kept = upgrade.carry_out(store, upgrade.plan(store, NAME, THREE))
        new = seated(store, game=THREE)
        assert hp(new, "bob") == 2 * hp(old, "bob")
        assert hp(new, "ada") == 2 * hp(old, "ada")
        assert {entity.side for entity in new.state.entities.values()} == {"red"}
        assert new.history.length == old.history.length
        assert [entered.game_version for entered in store.tables()] == ["3"]
        assert store.problems() == []
        assert kept.parent.name == upgrade.FOLDER
    with opened(tmp_path) as store:
        assert state_of(seated(store, game=THREE)) == state_of(new)


def test_a_step_in_between_begins_where_the_table_is(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
        two = version("2", **{"1": to_two})
        upgrade.carry_out(store, upgrade.plan(store, NAME, two))
        assert seated(store, game=two).state.entities["ada"].counters["hp"] == 20
        upgrade.carry_out(store, upgrade.plan(store, NAME, THREE))
        ada = seated(store, game=THREE).state.entities["ada"]
        assert (ada.counters["hp"], ada.side) == (20, "red")


def test_what_was_there_is_kept_and_can_be_played_again(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        before = state_of(played(begun(store), 20))
        kept = upgrade.carry_out(store, upgrade.plan(store, NAME, THREE))
        files.import_table(store, files.read(kept), "as-it-was")
        assert state_of(seated(store, "as-it-was")) == before
        again = upgrade.carry_out(store, upgrade.plan(store, "as-it-was", THREE))
        assert again != kept


def test_commands_are_still_done_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        table = begun(store)
        table.do(a_command(1))
        upgrade.carry_out(store, upgrade.plan(store, NAME, THREE))
        assert seated(store, game=THREE).do(a_command(1)).number == 2


def test_whoever_plays_on_with_the_old_rules_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        old = begun(store)
        planned = upgrade.plan(store, NAME, THREE)
        old.do(a_command(1))
        with pytest.raises(Stale, match="something was played meanwhile"):
            upgrade.carry_out(store, planned)
        upgrade.carry_out(store, upgrade.plan(store, NAME, THREE))
        with pytest.raises(Stale, match="opened anew"):
            old.do(a_command(2))


def test_ways_that_there_are_not(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        begun(store)
        with pytest.raises(OtherVersion, match="played by version 1 of toy already"):
            upgrade.plan(store, NAME, toy)
        with pytest.raises(OtherVersion, match="a way from no other version"):
            upgrade.plan(store, NAME, version("2"))
        with pytest.raises(OtherVersion, match="a way from 5, 6"):
            upgrade.plan(store, NAME, version("7", **{"5": to_two, "6": to_two}))


def spoil(record: Any) -> Any:
    return {**record, "number": "none"}


def fail(record: Any) -> Any:
    raise KeyError(record["number"])


def lose_an_undo(record: Any) -> Any:
    return {**record, "steps": [999]} if record["record"] == "undone" else record


def forget_its_number(record: Any) -> Any:
    return {**record, "number": record["number"] + 1} if record["number"] > 5 else record


@pytest.mark.parametrize("migration", [spoil, fail, lose_an_undo, forget_its_number])
def test_a_migration_that_goes_wrong_changes_nothing(tmp_path: Path, migration: Any) -> None:
    with opened(tmp_path) as store:
        table = played(begun(store), 20)
        before = bodies(store)
        with pytest.raises((OtherVersion, Unreadable), match="record"):
            upgrade.plan(store, NAME, version("2", **{"1": migration}))
        assert bodies(store) == before
        table.do(a_command(30))


def test_a_character_of_an_older_version_is_brought_along(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    with opened(tmp_path) as store:
        files.export_character(begun(store), "ada", path)
        store.create("new", THREE)
        ada = files.import_character(seated(store, "new", game=THREE), files.read(path))
        assert (ada.counters["hp"], ada.side) == (20, "red")
    assert json.loads(path.read_text().splitlines()[0])["game_version"] == "1"
