"""Content: what games are made of beside their rules, kept as data in packs and read as typed values."""

from rulewright.content.loading import load_table
from rulewright.content.problems import ContentError

__all__ = ["ContentError", "load_table"]
