"""What every game must pass, the next one too: random play by every seat, undo, replay, secrets, previews.

Nothing in here knows a game. Scenes are the setups of the game's own scenarios.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from rulewright.dice import Fast
from rulewright.rules import library
from rulewright.table.creation import grow, make
from rulewright.table.game import Game, find_game
from rulewright.table.sheets import filled, last_change, origin
from rulewright.table.sources import Chance
from rulewright.table.table import Table
from tests.table import laws
from tests.table.players import Players

HERE = Path(__file__).parent
GAMES = sorted({path.name.partition("_")[0] for path in HERE.glob("*_scenarios.yaml")})
SEEDS = range(8)
TURNS = 200
MOST_GROWTH = 100
OVERRIDES = ("set", "set_up", "add_entity", "house_rule")
"""After these, what stands on a table is what the GM wanted, and not what the rules keep in bounds."""

every_game = pytest.mark.parametrize("name", GAMES)
seeds = pytest.mark.parametrize("seed", SEEDS)


@cache
def scenes(name: str) -> tuple[dict[str, Any], ...]:
    files = sorted(HERE.glob(f"{name}_*scenarios.yaml"))
    setups = [scenario["setup"] for path in files for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return tuple(setup for setup in setups if setup.get("entities"))


def players_of(name: str, seed: int, *, real_dice: bool = True) -> Players:
    game: Game = find_game(name)
    return Players(game, scenes(name), f"{name} {seed}", real_dice=real_dice)


def test_every_game_that_can_be_played_is_tried() -> None:
    assert library.playable() == GAMES


@every_game
@seeds
def test_random_play(name: str, seed: int) -> None:
    players = players_of(name, seed)
    overridden = False
    for turn in players.play(TURNS):
        laws.refused_leaves_no_trace(players, turn)
        command = turn.command
        overridden |= command is not None and command.name in OVERRIDES and turn.refused is None
        if not overridden:
            laws.counters_stay_in_range(players)
    laws.state_is_the_fold(players.table)
    laws.replay_gives_the_same(players.table)
    laws.codec_keeps(players.table)
    laws.undo_then_redo_is_the_identity(players.table, 40)
    laws.undo_to_the_start_is_the_start(players.table)


@every_game
@seeds
def test_dice_that_were_taken_back_fall_alike(name: str, seed: int) -> None:
    players = players_of(name, seed, real_dice=False)
    for turn in players.play(TURNS // 2):
        if turn.what == "do" and turn.refused is None:
            laws.same_dice_after_undo(players.table)


# ---------------------------------------------------------------- new characters


@every_game
@seeds
def test_somebody_new_is_legal_and_grows_to_the_top(name: str, seed: int) -> None:
    """Whatever the dice choose: nothing is refused, counters are in range, and the table can be read again."""
    game = find_game(name)
    table = Table(game, source=Chance.seeded(seed), now=lambda: 0)
    choosing = Fast.seeded(f"{name} {seed}")
    make(table, "ann", choosing)
    laws.counters_within(game, table.state)
    steps = 0
    while grow(table, "ann", choosing):
        steps += 1
        assert steps <= MOST_GROWTH, "nobody grows for ever"
        laws.counters_within(game, table.state)
    assert steps
    assert not grow(table, "ann", choosing)
    laws.replay_gives_the_same(table)


@every_game
def test_the_dice_choose_more_than_one_kind_of_character(name: str) -> None:
    game = find_game(name)
    made = set()
    for seed in range(20):
        table = Table(game, source=Chance.seeded(1), now=lambda: 0)
        make(table, "ann", Fast.seeded(seed))
        made.add(game.codec.encode_state(table.state))
    assert len(made) > 5


@every_game
def test_every_number_on_a_sheet_is_explained(name: str) -> None:
    """What is not kept anywhere follows by rules, and its trace says how; what is kept was changed by some command."""
    game = find_game(name)
    table = Table(game, source=Chance.seeded(3), now=lambda: 0)
    make(table, "ann", Fast.seeded(3))
    entity = table.state.entities["ann"]
    on_the_sheet = {field.encode_name for field in msgspec.structs.fields(type(entity.sheet))}
    kept = {*entity.counters, *on_the_sheet, *game.conditions}
    for block in filled(game, table.state, "ann"):
        for path, shown in block.values.items():
            found = origin(game, table.state, "ann", path)
            assert found.value == shown
            if shown and isinstance(shown, int):
                assert found.entries or path in kept, path
                assert last_change(game, table.history, "ann", path), path
