"""The index of the game: its book, with all rules written in, and the game as a table plays it."""

from typing import Any

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


def __getattr__(name: str) -> Any:
    """The game and what its packs may hold, loaded when asked for: who only rolls has no need of them."""
    if name == "game":
        from rulewright.systems.glog.game import game

        return game
    if name == "content":
        from rulewright.systems.glog.sections import content

        return content
    raise AttributeError(name, name=name)
