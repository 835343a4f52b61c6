"""The arguments of a rule, read from its signature: their schema, and the strict reading of what comes from outside."""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from rulewright.rules.errors import BadArguments
from rulewright.rules.values import near

REQUIRED = inspect.Parameter.empty
"""Stands in the place of the default where there is none."""

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|(\[\.\.\.\])")
_WORDS = {
    "int": "a whole number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "an object",
    "null": "null",
    "float": "a number",
}
_KINDS = {int: "a whole number", str: "a text", type(None): "null"}


class Parameter(NamedTuple):
    """One argument. Outside it may have a name that Python keeps for itself: `from_` inside is `from`."""

    inside: str
    outside: str
    kind: Any
    default: Any


class Arguments:
    """What a rule takes. Types are checked to the letter: true is no number, and 3.0 is no whole number.

    Signatures are read when somebody first asks, so that loading a game costs nothing.
    """

    def __init__(self, function: Callable[..., Any], shared: Mapping[str, Any], leading: int = 1) -> None:
        self._function = function
        self._shared = shared
        self._leading = leading  # parameters that the engine gives, such as the dice

    @cached_property
    def own(self) -> tuple[Parameter, ...]:
        """The arguments of the function, in order."""
        hints = get_type_hints(self._function, include_extras=True)
        parameters = list(inspect.signature(self._function).parameters.values())[self._leading :]
        return tuple(Parameter(p.name, p.name.removesuffix("_"), hints[p.name], p.default) for p in parameters)

    @cached_property
    def all(self) -> dict[str, Parameter]:
        """By their names outside, with those that every rule of the game takes, whether it reads them or not."""
        shared = [Parameter(name, name, type(value), value) for name, value in self._shared.items()]
        return {parameter.outside: parameter for parameter in (*self.own, *shared)}

    def read(self, raw: Any) -> dict[str, Any]:
        """The arguments to call the function with; only those that were given, so that defaults stay the rule's own."""
        if not isinstance(raw, dict):
            raise BadArguments(f"args: expected an object, found {_shown(raw)}")
        try:
            read = msgspec.convert(raw, self._struct)
        except msgspec.ValidationError as error:
            raise BadArguments(self._explained(str(error), raw)) from None
        return {known.inside: getattr(read, known.inside) for known in self.own if known.outside in raw}

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return msgspec.json.schema(self._struct)

    def result_schema(self) -> dict[str, Any]:
        """JSON Schema of the result."""
        return msgspec.json.schema(get_type_hints(self._function).get("return", Any))

    @cached_property
    def _struct(self) -> type[msgspec.Struct]:
        return msgspec.defstruct(
            "Arguments",
            [
                (known.inside, known.kind) if known.default is REQUIRED else (known.inside, known.kind, known.default)
                for known in self.all.values()
            ],
            rename=lambda inside: inside.removesuffix("_"),
            kw_only=True,
            frozen=True,
            forbid_unknown_fields=True,
        )

    def _explained(self, message: str, raw: Any) -> str:
        """Where it is, what was expected, what was found."""
        found = _WHERE.match(message)
        assert found
        what, path = found["what"], found["path"] or ""
        if unknown := re.match(r"Object contains unknown field `(.*)`", what):
            known = self.all if not path else {}
            listing = f": the arguments are {', '.join(known) or 'none'}" if not path else ""
            return f"{_place(path)}unknown argument {unknown[1]!r}{near(unknown[1], known)}{listing}"
        if missing := re.match(r"Object missing required field `(.*)`", what):
            return f"{_place(path)}{missing[1]} is missing"
        value, reached = _walk(raw, path)
        what = re.sub(r"`(\w+)`", lambda word: _WORDS.get(word[1], word[1]), what.split(", got ")[0])
        if what.startswith("Invalid enum value"):
            what = f"expected {self._choices(path)}"
        what = what.replace(" >= ", " of at least ").replace(" <= ", " of at most ")
        return f"{_place(path)}{what[0].lower()}{what[1:]}{f', found {_shown(value)}' if reached else ''}"

    def _choices(self, path: str) -> str:
        """The names of which one was expected, from the type of the argument or of a field inside it."""
        (name, _, _), *inside = _STEP.findall(path)
        kind = _bare(self.all[name].kind)
        for field, _, _ in inside:
            kind = _bare(get_type_hints(kind, include_extras=True)[field] if field else get_args(kind)[0])
        options = [option for part in map(_bare, get_args(kind)) for option in get_args(part) or [part]]
        return "one of " + ", ".join(_KINDS.get(option, str(option)) for option in options)


def _bare(kind: Any) -> Any:
    """A type without its annotations."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _walk(raw: Any, path: str) -> tuple[Any, bool]:
    """The value at a path, if the path says where it is."""
    for name, place, unknown in _STEP.findall(path):
        if unknown:
            return None, False
        raw = raw[name] if name else raw[int(place)]
    return raw, True


def _place(path: str) -> str:
    return f"{path.removeprefix('.')}: " if path else ""


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
