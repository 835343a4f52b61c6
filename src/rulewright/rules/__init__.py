"""Rules: what makes a function a rule of a game, and the ways to run it from outside."""

from rulewright.rules.book import Entry, Reading, Rule, RuleBook, rule, schema_of
from rulewright.rules.errors import BadArguments, RuleError, UnknownRule
from rulewright.rules.values import FrozenMap, different, near, pick

__all__ = [
    "BadArguments",
    "Entry",
    "FrozenMap",
    "Reading",
    "Rule",
    "RuleBook",
    "RuleError",
    "UnknownRule",
    "different",
    "near",
    "pick",
    "rule",
    "schema_of",
]
