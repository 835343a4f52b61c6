"""The arguments of a rule, read from its signature: their schema, and the strict reading of what comes from outside."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from rulewright.rules.errors import BadArguments
from rulewright.rules.values import near

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<key>key in )?\$(?P<path>.*)`)?$", re.DOTALL)
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


class Arguments:
    """What a rule takes. The types are checked to the letter: true is no number, and 3.0 is no whole number."""

    def __init__(self, function: Callable[..., Any], shared: Mapping[str, Any]) -> None:
        hints = get_type_hints(function, include_extras=True)
        _reading, *parameters = inspect.signature(function).parameters.values()
        own = {_outside(p.name): (hints[p.name], p.default) for p in parameters}
        self._inside = {_outside(p.name): p.name for p in parameters}
        self.result: Any = hints.get("return", Any)
        self._taken = {**{name: (type(value), value) for name, value in shared.items()}, **own}
        fields = [
            (inside, kind) if default is inspect.Parameter.empty else (inside, kind, default)
            for inside, (kind, default) in zip(self._all_inside(), self._taken.values(), strict=True)
        ]
        self.struct = msgspec.defstruct(
            "Arguments", fields, rename=_outside, kw_only=True, frozen=True, forbid_unknown_fields=True
        )

    def read(self, raw: Any) -> dict[str, Any]:
        """The arguments to call the rule with; only those that were given, so that defaults stay the rule's own."""
        if not isinstance(raw, dict):
            raise BadArguments(f"args: expected an object, found {_shown(raw)}")
        try:
            read = msgspec.convert(raw, self.struct)
        except msgspec.ValidationError as error:
            raise BadArguments(self._explained(str(error), raw)) from None
        return {inside: getattr(read, inside) for name in raw if (inside := self._inside.get(name))}

    def defaults(self) -> dict[str, Any]:
        """The arguments that may be left out, with what they are then."""
        return {n: default for n, (_, default) in self._taken.items() if default is not inspect.Parameter.empty}

    def parameters(self) -> list[tuple[str, str, Any]]:
        """In the order of the signature: the name inside, the name outside, the default or Parameter.empty."""
        return [(inside, outside, self._taken[outside][1]) for outside, inside in self._inside.items()]

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return msgspec.json.schema(self.struct)

    def result_schema(self) -> dict[str, Any]:
        """JSON Schema of the result."""
        return msgspec.json.schema(self.result)

    def _all_inside(self) -> list[str]:
        return [self._inside.get(name, name) for name in self._taken]

    def _explained(self, message: str, raw: Any) -> str:
        found = _WHERE.match(message)
        assert found
        what, path = found["what"], found["path"] or ""
        if unknown := re.match(r"Object contains unknown field `(.*)`", what):
            known = self._taken if not path else ()
            listing = f": the arguments are {', '.join(self._taken) or 'none'}" if not path else ""
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
        name = path.split(".")[1].split("[")[0] if path.startswith(".") else ""
        kind = self._taken.get(name, (None,))[0]
        if get_origin(kind) is Literal:
            return "one of " + ", ".join(map(str, get_args(kind)))
        return "one of the names that the schema lists"


def _outside(name: str) -> str:
    """The name as others say it: `from_` is `from`, which Python keeps for itself."""
    return name.removesuffix("_")


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
