"""Rulewright runs tabletop role-playing games from their rules, each written once as a pure function of its dice."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.dice import Again, Dice, Distribution, Exact, Fast, Live, Scripted, Tabled
    from rulewright.dice.notation import odds, parse, roll
    from rulewright.rules import Reading, Rule, RuleBook, RuleError, rule

_HOME = {
    "rulewright.dice": ("Again", "Dice", "Distribution", "Exact", "Fast", "Live", "Scripted", "Tabled"),
    "rulewright.dice.notation": ("odds", "parse", "roll"),
    "rulewright.rules": ("Reading", "Rule", "RuleBook", "RuleError", "rule"),
}

__all__ = [
    "Again",
    "Dice",
    "Distribution",
    "Exact",
    "Fast",
    "Live",
    "Reading",
    "Rule",
    "RuleBook",
    "RuleError",
    "Scripted",
    "Tabled",
    "odds",
    "parse",
    "roll",
    "rule",
]


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is asked for, so that `rulewright --help` is there at once."""
    from importlib import import_module

    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
