"""How a transcript speaks of this game."""

from rulewright.table.transcript import Words

words = Words()
