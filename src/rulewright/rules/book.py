"""Rules and the books that hold them: what makes a pure function of its dice known, callable and checked."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import msgspec

from rulewright.dice.distribution import Distribution
from rulewright.dice.exact import Exact
from rulewright.dice.protocol import Dice
from rulewright.rules.arguments import Arguments
from rulewright.rules.errors import UnknownRule
from rulewright.rules.values import near

P = ParamSpec("P")
R = TypeVar("R")
Entry = TypeVar("Entry", bound="Rule[..., Any] | Reading[..., Any]")

HOUSE_RULES = "house_rules"
"""The argument by which the switches of a table reach the rules that know them."""


class _Registered:
    """What rules and readings have in common: a name, a text, the ids of the specification, checked arguments."""

    def __init__(self, function: Callable[..., Any], book: "RuleBook | None", ids: tuple[str, ...]) -> None:
        self.function = function
        self.name = f"{book.name}.{function.__name__}" if book else function.__name__
        self.ids = ids
        self.module = function.__module__
        self.__doc__ = function.__doc__
        self._shared: Mapping[str, Any] = book.shared if book else {}

    @cached_property
    def arguments(self) -> Arguments:
        """What it takes, read from the signature when first asked for."""
        return Arguments(self.function, self._shared)

    def schema(self) -> dict[str, Any]:
        """Name, text, arguments and result, for forms, editors and manuals."""
        return {
            "name": self.name,
            "ids": list(self.ids),
            "description": (self.__doc__ or "").strip(),
            "arguments": self.arguments.schema(),
            "result": self.arguments.result_schema(),
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name}>"


class Rule(_Registered, Generic[P, R]):
    """A rule: call it with dice and keyword arguments, or ask for its `odds`."""

    def __init__(
        self, function: Callable[Concatenate[Dice, P], R], book: "RuleBook | None" = None, ids: tuple[str, ...] = ()
    ) -> None:
        super().__init__(function, book, ids)
        code = function.__code__
        self._names: tuple[str, ...] = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        self.switches = HOUSE_RULES if HOUSE_RULES in self._names else ""
        self.standard = self._shared.get(HOUSE_RULES)

    def __call__(self, dice: Dice, /, *positional: P.args, **arguments: P.kwargs) -> R:
        if positional:
            arguments.update(zip(self._names, positional, strict=False))
        return dice.call(self, arguments)  # type: ignore[no-any-return]

    def odds(self, *positional: P.args, **arguments: P.kwargs) -> Distribution[Any]:
        """Every result with its exact chance."""
        return Exact().distribution(self, **dict(zip(self._names, positional, strict=False)), **arguments)


class Reading(_Registered, Generic[P, R]):
    """A forecast made of rules: it asks `exact` for distributions and contains no arithmetic of the game."""

    def __call__(self, exact: Exact, /, *positional: P.args, **arguments: P.kwargs) -> R:
        return self.function(exact, *positional, **arguments)  # type: ignore[no-any-return]


class RuleBook:
    """The rules of one game by name. `house_rules` are its switches as they stand when nobody changes any."""

    def __init__(self, name: str, title: str, house_rules: msgspec.Struct | None = None) -> None:
        self.name = name
        self.title = title
        self.shared: dict[str, Any] = {HOUSE_RULES: house_rules} if house_rules else {}
        self.entries: dict[str, Rule[..., Any] | Reading[..., Any]] = {}

    def rule(self, *ids: str) -> Callable[[Callable[Concatenate[Dice, P], R]], Rule[P, R]]:
        """Register a rule, naming the ids of the specification that it covers."""

        def register(function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
            return self._add(Rule(function, self, ids))

        return register

    def step(self, function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
        """A rule within rules, such as one turn of a loop: run like any other, but not named outside."""
        return Rule(function, self)

    def reading(self, *ids: str) -> Callable[[Callable[Concatenate[Exact, P], R]], Reading[P, R]]:
        """Register a reading of rules, such as a forecast."""

        def register(function: Callable[Concatenate[Exact, P], R]) -> Reading[P, R]:
            return self._add(Reading(function, self, ids))

        return register

    def find(self, name: str) -> "Rule[..., Any] | Reading[..., Any]":
        """The rule of this full name, such as `glog.attack`."""
        try:
            return self.entries[name]
        except KeyError:
            raise UnknownRule(f"{self.title} has no rule {name!r}{near(name, self.entries)}") from None

    def _add(self, entry: Entry) -> Entry:
        if entry.name in self.entries:
            raise ValueError(f"the rule {entry.name} is written twice")
        self.entries[entry.name] = entry
        return entry


def rule(function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
    """Make a function a rule of its own, outside any book."""
    return Rule(function)
