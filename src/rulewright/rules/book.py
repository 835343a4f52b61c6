"""Rules and the books that hold them: what makes a pure function of its dice known, callable and checked."""

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast

import msgspec

from rulewright.dice.distribution import Distribution
from rulewright.dice.exact import Exact
from rulewright.dice.protocol import Dice
from rulewright.rules.arguments import Arguments
from rulewright.rules.errors import UnknownRule
from rulewright.rules.values import near

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

HOUSE_RULES = "house_rules"
"""The argument by which the switches of a table reach the rules that know them."""


class Rule(Protocol[P, R_co]):
    """A rule is a plain function, called with dice and arguments, that carries what is known of it.

    It is no object with a `__call__`: a function is called much faster, and `help` shows its signature.
    """

    name: str
    ids: tuple[str, ...]
    function: Callable[..., Any]
    """The author's function, below the call that lets the dice watch."""
    arguments: Arguments
    switches: str
    standard: Any

    def __call__(self, dice: Dice, /, *positional: P.args, **arguments: P.kwargs) -> R_co:
        """Run it; the dice decide how."""

    def odds(self, *positional: P.args, **arguments: P.kwargs) -> Distribution[Any]:
        """Every result with its exact chance."""


class Reading(Generic[P, R]):
    """A forecast made of rules: it asks `exact` for distributions and contains no arithmetic of the game."""

    def __init__(
        self, function: Callable[Concatenate[Exact, P], R], name: str, ids: tuple[str, ...], shared: Mapping[str, Any]
    ) -> None:
        self.function = function
        self.name = name
        self.ids = ids
        self.arguments = Arguments(function, shared)
        update_wrapper(self, function)

    def __call__(self, exact: Exact, /, *positional: P.args, **arguments: P.kwargs) -> R:
        return self.function(exact, *positional, **arguments)


Entry: TypeAlias = Rule[..., Any] | Reading[..., Any]


def make_rule(
    function: Callable[Concatenate[Dice, P], R], name: str, ids: tuple[str, ...] = (), shared: Mapping[str, Any] = {}
) -> Rule[P, R]:
    """Give a function the name and the call of a rule."""
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]

    def rule(dice: Dice, /, *positional: Any, **arguments: Any) -> R:
        if positional:
            arguments.update(zip(names, positional, strict=False))
        return dice.call(made, arguments)  # type: ignore[no-any-return]

    def odds(*positional: Any, **arguments: Any) -> Distribution[Any]:
        arguments.update(zip(names, positional, strict=False))
        return Exact().distribution(made, **arguments)

    made = cast("Rule[P, R]", update_wrapper(rule, function))
    vars(made).update(
        name=name,
        ids=ids,
        function=function,
        arguments=Arguments(function, shared),
        switches=HOUSE_RULES if HOUSE_RULES in names else "",
        standard=shared.get(HOUSE_RULES),
        odds=odds,
    )
    return made


def rule(function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
    """Make a function a rule of its own, outside any book."""
    return make_rule(function, function.__name__)


class RuleBook:
    """The rules of one game by name. `house_rules` are its switches as they stand when nobody changes any."""

    def __init__(self, name: str, title: str, house_rules: msgspec.Struct | None = None) -> None:
        self.name = name
        self.title = title
        self.shared: dict[str, Any] = {HOUSE_RULES: house_rules} if house_rules else {}
        self.entries: dict[str, Entry] = {}

    def rule(self, *ids: str) -> Callable[[Callable[Concatenate[Dice, P], R]], Rule[P, R]]:
        """Register a rule, naming the ids of the specification that it covers."""

        def register(function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
            made = make_rule(function, self._name_of(function), ids, self.shared)
            self.entries[made.name] = made
            return made

        return register

    def step(self, function: Callable[Concatenate[Dice, P], R]) -> Rule[P, R]:
        """A rule within rules, such as one turn of a loop: run like any other, but not named outside."""
        return make_rule(function, self._name_of(function), (), self.shared)

    def reading(self, *ids: str) -> Callable[[Callable[Concatenate[Exact, P], R]], Reading[P, R]]:
        """Register a reading of rules, such as a forecast."""

        def register(function: Callable[Concatenate[Exact, P], R]) -> Reading[P, R]:
            made = Reading(function, self._name_of(function), ids, self.shared)
            self.entries[made.name] = made
            return made

        return register

    def find(self, name: str) -> Entry:
        """The rule of this full name, such as `game.attack`."""
        try:
            return self.entries[name]
        except KeyError:
            raise UnknownRule(f"{self.title} has no rule {name!r}{near(name, self.entries)}") from None

    def _name_of(self, function: Callable[..., Any]) -> str:
        name = f"{self.name}.{function.__name__}"
        if name in self.entries:
            raise ValueError(f"the rule {name} is written twice")
        return name


def schema_of(entry: Entry) -> dict[str, Any]:
    """Name, text, arguments and result of a rule, for forms, editors and manuals."""
    return {
        "name": entry.name,
        "ids": list(entry.ids),
        "description": (entry.__doc__ or "").strip(),
        "arguments": entry.arguments.schema(),
        "result": entry.arguments.result_schema(),
    }
