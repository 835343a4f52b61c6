"""The index of the game: its book, with all rules written in."""

from rulewright.systems.ardor.book import book
from rulewright.systems.ardor.rules import attack, challenges, health, scores

__all__ = ["attack", "book", "challenges", "health", "scores"]
