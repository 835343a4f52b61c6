"""Content: the tables of a game, kept as data beside its rules and read as typed values."""

from rulewright.content.tables import ContentError, load_table

__all__ = ["ContentError", "load_table"]
