"""The index of the game: its book, with all rules written in."""

from rulewright.systems.glog.book import book
from rulewright.systems.glog.rules import (
    advancement,
    armor,
    attack,
    characters,
    checks,
    inventory,
    magic,
    money,
    people,
    recovery,
    spell_numbers,
    trauma,
    wounds,
)

__all__ = [
    "advancement",
    "armor",
    "attack",
    "book",
    "characters",
    "checks",
    "inventory",
    "magic",
    "money",
    "people",
    "recovery",
    "spell_numbers",
    "trauma",
    "wounds",
]
