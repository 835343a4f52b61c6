"""The index of the game: its book, with all rules written in, and the game as a table plays it."""

from typing import Any

from rulewright.systems.ardor.book import book
from rulewright.systems.ardor.rules import (
    abilities,
    advancement,
    attack,
    challenges,
    characters,
    creatures,
    downtime,
    forecasts,
    gear,
    health,
    inspired,
    rests,
    rounds,
    scores,
    zones,
)

__all__ = [
    "abilities",
    "advancement",
    "attack",
    "book",
    "challenges",
    "characters",
    "creatures",
    "downtime",
    "forecasts",
    "gear",
    "health",
    "inspired",
    "rests",
    "rounds",
    "scores",
    "zones",
]


def __getattr__(name: str) -> Any:
    """The game, loaded when somebody sits down to play: who only rolls and asks has no need of a table."""
    if name == "game":
        from rulewright.systems.ardor.game import game

        return game
    raise AttributeError(name, name=name)
