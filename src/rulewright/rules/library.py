"""The games that are installed. Any package adds one by an entry point in the group `rulewright.systems`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rulewright.rules.book import Entry, RuleBook
from rulewright.rules.errors import UnknownRule
from rulewright.rules.values import near

GROUP = "rulewright.systems"


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def systems() -> list[str]:
    """The names of all games."""
    return sorted(_installed())


@cache
def book(system: str) -> RuleBook:
    """The rules of a game, loaded when first asked for."""
    try:
        point = _installed()[system]
    except KeyError:
        raise UnknownRule(f"there is no game {system!r}{near(system, systems())}: {', '.join(systems())}") from None
    loaded: RuleBook = point.load()
    return loaded


def find(name: str) -> Entry:
    """The rule of this full name, in whatever game it is."""
    system, dot, _ = name.partition(".")
    if not dot:
        raise UnknownRule(f"a rule is named with its game, as in game.rule; found {name!r}")
    return book(system).find(name)
