"""The index of the game: its book, with all rules written in."""

from rulewright.systems.quickref.book import book
from rulewright.systems.quickref.rules import careers, characters, checks, saves

__all__ = ["book", "careers", "characters", "checks", "saves"]
