"""Thousands of commands at random, legal and illegal, by every seat: the laws hold after each of them."""

import pytest

from rulewright.table.table import Table
from tests.table import laws
from tests.table.players import Players
from tests.table.scenes import SCENES
from tests.table.toys import toy

SEEDS = range(12)
TURNS = 400


def played(seed: int, turns: int = TURNS, *, real_dice: bool = True) -> Players:
    players = Players(toy, SCENES, seed, real_dice=real_dice)
    for _ in players.play(turns):
        pass
    return players


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_refused_leaves_no_trace(seed: int) -> None:
    players = Players(toy, SCENES, seed)
    refused = 0
    for turn in players.play(TURNS):
        laws.refused_leaves_no_trace(players, turn)
        refused += turn.refused is not None
    assert TURNS / 10 < refused < TURNS * 0.7


@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_is_the_fold_of_the_log(seed: int) -> None:
    players = Players(toy, SCENES, seed)
    for number, _ in enumerate(players.play(TURNS)):
        if number % 40 == 0:
            laws.state_is_the_fold(players.table)
    laws.state_is_the_fold(players.table)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_reads_the_log_has_the_same_table(seed: int) -> None:
    table = played(seed).table
    laws.replay_gives_the_same(table)
    laws.codec_keeps(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_redo(seed: int) -> None:
    table = played(seed).table
    laws.undo_then_redo_is_the_identity(table, 5)
    laws.undo_then_redo_is_the_identity(table, 150)
    laws.undo_to_the_start_is_the_start(table)
    laws.state_is_the_fold(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_that_were_taken_back_fall_alike(seed: int) -> None:
    players = Players(toy, SCENES, seed, real_dice=False)
    rolled = 0
    for turn in players.play(TURNS):
        if turn.what == "do" and turn.refused is None and players.table.history.last():
            rolled += laws.same_dice_after_undo(players.table)
    assert rolled > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_rules_do_keeps_counters_in_their_range(seed: int) -> None:
    players = Players(toy, SCENES, seed)
    for turn in players.play(TURNS):
        command = turn.command
        if command and command.name in ("set", "set_up", "add_entity") and turn.refused is None:
            break
        laws.counters_stay_in_range(players)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_snapshot_of_any_moment_goes_on_as_the_table_did(seed: int) -> None:
    players = Players(toy, SCENES, seed)
    snapshots = []
    for number, _ in enumerate(players.play(200)):
        if number % 50 == 49:
            table = players.table
            state = toy.codec.encode_state(table.state)
            snapshots.append(table.history.snapshot(state))
    table = players.table
    for snapshot in snapshots:
        again = Table(toy, table.log, snapshot=snapshot)
        assert again.state == table.state
        laws.undo_then_redo_is_the_identity(Table(toy, table.log, snapshot=snapshot), 0)
        last, same = again.history.last(), table.history.last()
        assert (last and last.step) == (same and same.step)
        assert (last and last.before) == (same and same.before)


def test_the_same_seed_is_the_same_game() -> None:
    one, other = played(3).table, played(3).table
    assert [toy.codec.encode(record) for record in one.log.read()] == [toy.codec.encode(r) for r in other.log.read()]


def test_everything_is_tried() -> None:
    done, refused = set[str](), set[str]()
    for seed in SEEDS:
        for turn in Players(toy, SCENES, seed).play(TURNS):
            name = turn.command.name if turn.command else turn.what
            (refused if turn.refused else done).add(name)
    commands = {kind.name for kind in toy.commands} | {"enter_dice", "undo", "undo to", "redo", "new dice", "expire"}
    assert done == commands
    assert refused >= commands - {"expire", "say", "set_up", "house_rule", "remove_condition"}
