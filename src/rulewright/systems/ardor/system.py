"""The index of the game: its book, with all rules written in."""

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
