"""The index of the game: its book, with all rules written in."""

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
