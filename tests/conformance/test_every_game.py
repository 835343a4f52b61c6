"""What every game must pass, the next one too: random play by every seat, undo, replay, secrets, previews.

Nothing in here knows a game. Scenes are the setups of the game's own scenarios.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulewright.rules import library
from rulewright.table.game import Game, find_game
from tests.table import laws
from tests.table.players import Players

HERE = Path(__file__).parent
GAMES = sorted({path.name.partition("_")[0] for path in HERE.glob("*_scenarios.yaml")})
SEEDS = range(8)
TURNS = 200
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
