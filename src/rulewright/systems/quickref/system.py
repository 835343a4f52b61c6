"""The index of the game: its book, with all rules written in."""

from typing import Any

from rulewright.systems.quickref.book import book
from rulewright.systems.quickref.rules import (
    assaults,
    attack,
    careers,
    characters,
    checks,
    creatures,
    equipment,
    injury,
    magic,
    morale,
    rest,
    rounds,
    saves,
)

__all__ = [
    "assaults",
    "attack",
    "book",
    "careers",
    "characters",
    "checks",
    "creatures",
    "equipment",
    "injury",
    "magic",
    "morale",
    "rest",
    "rounds",
    "saves",
]


def __getattr__(name: str) -> Any:
    """The game and what its packs may hold, loaded when asked for: who only rolls has no need of them."""
    if name == "game":
        from rulewright.systems.quickref.game import game

        return game
    if name == "content":
        from rulewright.systems.quickref.sections import content

        return content
    raise AttributeError(name, name=name)
