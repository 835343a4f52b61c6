"""The games that are installed. Any package adds one by an entry point in the group `rulewright.systems`.

The entry point names a module: its `book` holds the rules; its `game`, where there is one, what a table needs; its
`content` what packs may hold.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

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
def _module(system: str) -> Any:
    """The index of a game, loaded when first asked for."""
    try:
        point = _installed()[system]
    except KeyError:
        raise UnknownRule(f"there is no game {system!r}{near(system, systems())}: {', '.join(systems())}") from None
    return point.load()


def book(system: str) -> RuleBook:
    """The rules of a game."""
    loaded: RuleBook = _module(system).book
    return loaded


def package(system: str) -> str:
    """The package of a game, where its data is."""
    name: str = _module(system).__package__
    return name


def game(system: str) -> Any:
    """What a table needs of a game."""
    try:
        return _module(system).game
    except AttributeError as error:
        if error.name != "game":  # a fault inside of it, which must not be hidden
            raise
        raise UnknownRule(f"{system} has rules to roll and ask, but can't be played at a table") from None


def content(system: str) -> Any:
    """What a game says of its content."""
    try:
        return _module(system).content
    except AttributeError as error:
        if error.name != "content":
            raise
        raise UnknownRule(f"{system} takes no packs") from None


def playable() -> list[str]:
    """The names of the games that can be played at a table."""
    return [system for system in systems() if _has_game(system)]


def _has_game(system: str) -> bool:
    try:
        game(system)
    except UnknownRule:
        return False
    return True


def find(name: str) -> Entry:
    """The rule of this full name, in whatever game it is."""
    system, dot, _ = name.partition(".")
    if not dot:
        raise UnknownRule(f"a rule is named with its game, as in game.rule; found {name!r}")
    return book(system).find(name)
