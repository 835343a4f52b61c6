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
    """The game and what its packs may hold, loaded when asked for: who only rolls has no need of them."""
    if name == "game":
        from rulewright.systems.ardor.game import game

        return game
    if name == "content":
        from rulewright.systems.ardor.sections import content

        return content
    raise AttributeError(name, name=name)
