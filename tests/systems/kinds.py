"""Kinds of arguments, as a specification names them: which values are valid, to be searched, and which are not."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy


class Kind(Protocol):
    def valid(self) -> SearchStrategy[Any]:
        """Values that the argument may have."""

    def invalid(self) -> list[Any]:
        """Values just outside, and values of every other type."""


class Maybe:
    """An argument that may be left out."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind


class Whole:
    """A whole number. Its bounds and what is ordinary in play (0 to 25) are tried more often than the rest."""

    def __init__(self, lowest: int, highest: int) -> None:
        self.lowest, self.highest = lowest, highest

    def valid(self) -> SearchStrategy[int]:
        bounds = st.sampled_from(sorted({self.lowest, min(self.lowest + 1, self.highest), self.highest}))
        anywhere = st.integers(self.lowest, self.highest)
        ordinary = st.integers(max(self.lowest, 0), min(self.highest, 25))
        return st.one_of(ordinary, ordinary, bounds, anywhere)

    def invalid(self) -> list[Any]:
        near = [self.lowest - 1, self.highest + 1, 10**30, -(10**30)]
        return [*near, True, False, float(self.lowest), self.lowest + 0.5, str(self.lowest), "", None, [], [1], {}]


class Flag:
    def valid(self) -> SearchStrategy[bool]:
        return st.booleans()

    def invalid(self) -> list[Any]:
        return [0, 1, 1.0, "true", "", None, [], [True], {}]


class OneOf:
    """One of some names, or of some numbers."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def valid(self) -> SearchStrategy[Any]:
        return st.sampled_from(self.values)

    def invalid(self) -> list[Any]:
        first = str(self.values[0])
        numbers = [0, 1, True, False, 1.0, 0.0]
        foreign: list[Any] = [value for value in numbers if not any(value is known for known in self.values)]
        foreign += [str(value) for value in self.values if not isinstance(value, str)]
        misspelt = [first + "x", first.upper() + " ", f" {first}", "nonsense", ""]
        return [*foreign, *misspelt, None, [], [first], {}, -1, 10**30]


class Text:
    """A text of a grammar of its own: the search for valid ones, and some that are not."""

    def __init__(self, valid: SearchStrategy[str], *invalid: str) -> None:
        self._valid, self._invalid = valid, invalid

    def valid(self) -> SearchStrategy[str]:
        return self._valid

    def invalid(self) -> list[Any]:
        return [*self._invalid, 0, 1, 2.5, True, None, [], ["1"], {}]


class Id:
    """Any text; few different ones, so that they repeat."""

    def valid(self) -> SearchStrategy[str]:
        return st.one_of(st.sampled_from("abcdefg"), st.text(max_size=4))

    def invalid(self) -> list[Any]:
        return [0, 1, 2.5, True, None, [], ["a"], {}]


class Null:
    """A value of a kind, or null."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def valid(self) -> SearchStrategy[Any]:
        return st.one_of(st.none(), self.kind.valid())

    def invalid(self) -> list[Any]:
        return [value for value in self.kind.invalid() if value is not None]


class ListOf:
    """A list with bounds of its length; `different` names what may not repeat, `""` the entries themselves."""

    def __init__(self, kind: Kind, shortest: int, longest: int, different: str | None = None) -> None:
        self.kind, self.shortest, self.longest, self.different = kind, shortest, longest, different

    def valid(self) -> SearchStrategy[list[Any]]:
        unique = None
        if self.different is not None:
            unique = (lambda entry: entry[self.different]) if self.different else (lambda entry: entry)
        return st.lists(self.kind.valid(), min_size=self.shortest, max_size=min(self.longest, 6), unique_by=unique)

    def invalid(self) -> list[Any]:
        entry = example(self.kind)
        if self.different:
            many: list[Any] = [{**entry, self.different: f"n{place}"} for place in range(self.longest + 1)]
        else:
            many = [f"n{place}" if isinstance(entry, str) else entry for place in range(self.longest + 1)]
        faulty: list[Any] = [many, None, True, 1, "", "a", {}, {"0": entry}, [None], [[]]]
        if self.shortest:
            faulty.append([])
        if self.different is not None:
            faulty.append([entry, entry])
        return faulty + [[value] for value in self.kind.invalid()]


class Object:
    """An object with named fields."""

    def __init__(self, **fields: Kind | Maybe) -> None:
        self.fields = fields

    def valid(self) -> SearchStrategy[dict[str, Any]]:
        return objects(self.fields)

    def invalid(self) -> list[Any]:
        return [None, True, 1, "", "a", [], *faulty_objects(self.fields)]


class MapOf:
    """An object with names of one's own choice."""

    def __init__(self, kind: Kind, fewest: int, most: int) -> None:
        self.kind, self.fewest, self.most = kind, fewest, most

    def valid(self) -> SearchStrategy[dict[str, Any]]:
        return st.dictionaries(Id().valid(), self.kind.valid(), min_size=self.fewest, max_size=min(self.most, 6))

    def invalid(self) -> list[Any]:
        entry = example(self.kind)
        faulty: list[Any] = [{f"n{place}": entry for place in range(self.most + 1)}, None, True, 1, "", [], [entry]]
        if self.fewest:
            faulty.append({})
        return faulty + [{"a": value} for value in self.kind.invalid()]


# ---------------------------------------------------------------- objects, such as the arguments of a rule


def objects(fields: Mapping[str, Kind | Maybe]) -> SearchStrategy[dict[str, Any]]:
    """Valid objects; what may be left out sometimes is."""
    required = {name: kind.valid() for name, kind in fields.items() if not isinstance(kind, Maybe)}
    optional = {name: kind.kind.valid() for name, kind in fields.items() if isinstance(kind, Maybe)}
    return st.fixed_dictionaries(required, optional=optional)


def faulty_objects(fields: Mapping[str, Kind | Maybe], good: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """A good object with one fault each: a field too many, one missing, one with a value that it may not have."""
    base = dict(good) if good is not None else required_example(fields)
    faulty: list[dict[str, Any]] = [{**base, "nonsense": 1}, {**base, "": None}]
    for name, kind in fields.items():
        if not isinstance(kind, Maybe):
            faulty.append({other: value for other, value in base.items() if other != name})
        inner = kind.kind if isinstance(kind, Maybe) else kind
        faulty += [{**base, name: value} for value in inner.invalid()]
    return faulty


def required_example(fields: Mapping[str, Kind | Maybe]) -> dict[str, Any]:
    return {name: example(kind) for name, kind in fields.items() if not isinstance(kind, Maybe)}


def example(kind: Kind) -> Any:
    """A simple valid value."""
    if isinstance(kind, Whole):
        return min(max(kind.lowest, 1), kind.highest)
    if isinstance(kind, Flag):
        return True
    if isinstance(kind, OneOf):
        return kind.values[0]
    if isinstance(kind, Object):
        return required_example(kind.fields)
    if isinstance(kind, ListOf):
        return [example(kind.kind)][: kind.longest]
    if isinstance(kind, MapOf):
        return {"a": example(kind.kind)}
    if isinstance(kind, Id):
        return "a"
    if isinstance(kind, Null):
        return None
    raise TypeError(f"no example of {kind!r}: give the whole request")


def house_rules(switches: Mapping[str, Sequence[Any] | Kind]) -> Object:
    """The argument that every rule takes: any of the switches."""
    return Object(
        **{name: Maybe(OneOf(*kind) if isinstance(kind, Sequence) else kind) for name, kind in switches.items()}
    )
