"""Compares plain data with a type and says all that is wrong, where `msgspec.convert` stops at the first fault.

What a single value may be is still msgspec's to say, so that whatever passes here can be converted.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AnySet
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

from rulewright.content.problems import unlike
from rulewright.content.reading import Path_
from rulewright.rules.values import near

LISTS = (tuple, list, set, frozenset, Sequence, AnySet)
MAPS = (dict, Mapping)
UNIONS = (Union, UnionType)


class Wrong(NamedTuple):
    """Something that is wrong."""

    path: Path_
    text: str


class Reference(NamedTuple):
    """Text that must name something."""

    path: Path_
    to: str
    name: str


class Quantity(NamedTuple):
    """Text that must be dice, or the name of a number."""

    path: Path_
    written: str


Found: TypeAlias = Wrong | Reference | Quantity


def check(value: Any, kind: Any, *, prose: frozenset[str] = frozenset(), also: Sequence[type] = ()) -> Iterator[Found]:
    """What is wrong with a value, and what it refers to. `also` are further structs of which it has the fields."""
    more = frozenset(name for struct in also for name in _fields(struct))
    yield from _Check(prose, strict=True, more=more).of(value, kind, ())
    for struct in also:
        yield from _Check(prose, strict=False).of(value, struct, ())


@cache
def _fields(struct: type) -> dict[str, FieldInfo]:
    """The fields of a struct by the names that they have in a file."""
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def fields_of(entry: Mapping[str, Any], struct: type) -> Mapping[str, Any]:
    """What a struct reads of an entry that has fields of others too."""
    return {name: value for name, value in entry.items() if name in _fields(struct)}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _tag(struct: type) -> tuple[str, Any] | None:
    """The field and the word by which a struct is told from others."""
    config = struct.__struct_config__  # type: ignore[attr-defined]
    return None if config.tag is None else (config.tag_field, config.tag)


class _Check:
    def __init__(self, prose: frozenset[str], *, strict: bool, more: frozenset[str] = frozenset()) -> None:
        self._prose = prose
        self._strict = strict
        self._more = more

    def of(self, value: Any, kind: Any, path: Path_) -> Iterator[Found]:
        yield from _references(value, kind, path)
        options = _options(kind)
        if value is None and NoneType in options:
            return
        if isinstance(value, dict) and (structs := [option for option in options if _is_struct(option)]):
            yield from self._one_of(value, structs, path)
        elif isinstance(value, dict | list) and (inside := _container(options, value)) is not None:
            yield from self._inside(value, inside, path)
            yield from _leaf(_emptied(value), kind, path)
        else:
            yield from _leaf(value, kind, path)

    def _one_of(self, value: dict[Any, Any], structs: Sequence[type], path: Path_) -> Iterator[Found]:
        tags = {tag: struct for struct in structs if (tag := _tag(struct))}
        if len(structs) == 1 and not tags:
            yield from self._struct(value, structs[0], path)
            return
        field = next(iter(tags))[0]
        words = [word for _, word in tags]
        if field not in value and len(structs) > 1:
            yield Wrong(path, f"{field} is missing: one of {', '.join(words)}")
        elif field in value and not (isinstance(value[field], str) and (field, value[field]) in tags):
            yield Wrong((*path, field), unlike(value[field], f"one of {', '.join(words)}", words))
        else:
            yield from self._struct(value, tags.get((field, value.get(field)), structs[0]), path)

    def _struct(self, value: dict[Any, Any], struct: type, path: Path_) -> Iterator[Found]:
        fields = _fields(struct)
        tag = _tag(struct)
        within = self._within()
        for name, inside in value.items():
            if name in fields:
                yield from within.of(inside, fields[name].type, (*path, name))
            elif self._strict and not (name in self._prose or name in self._more or (tag and tag[0] == name)):
                yield Wrong((*path, name), f"there is no field {name!r}{near(str(name), [*fields, *self._more])}")
        for name, field in fields.items():
            if field.required and name not in value:
                yield Wrong(path, f"{name} is missing: {wanted(field.type)}")

    def _within(self) -> "_Check":
        """Fields of the entry itself may come from further structs; inside it, none do."""
        return _Check(self._prose, strict=self._strict) if self._more else self

    def _inside(self, value: Any, kind: Any, path: Path_) -> Iterator[Found]:
        within = self._within()
        arguments = get_args(kind)
        if isinstance(value, dict):
            key_kind, value_kind = arguments or (Any, Any)
            for key, inside in value.items():
                yield from _as_key(key, key_kind, (*path, key))
                yield from within.of(inside, value_kind, (*path, key))
            return
        each = arguments[:1] * len(value) if _any_length(kind) else arguments
        if len(each) != len(value):
            yield Wrong(path, f"found a list of {len(value)}, where {len(each)} belong")
        for number, (inside, inside_kind) in enumerate(zip(value, each or [Any] * len(value), strict=False)):
            yield from within.of(inside, inside_kind, (*path, number))


def _as_key(key: Any, kind: Any, path: Path_) -> Iterator[Found]:
    yield from _references(key, kind, path)
    yield from _leaf(key, kind, path)


def _references(value: Any, kind: Any, path: Path_) -> Iterator[Reference | Quantity]:
    """What a value must name, if it is text that must name something."""
    if isinstance(value, str) and value:
        bare, metas = peeled(kind)
        for extra in (meta.extra for meta in metas if meta.extra):
            if "refers" in extra:
                yield Reference(path, extra["refers"], value)
            elif "amount" in extra:
                yield Quantity(path, value)
        if get_origin(bare) in UNIONS:
            for option in get_args(bare):
                yield from _references(value, option, path)


def _any_length(kind: Any) -> bool:
    arguments = get_args(kind)
    return get_origin(kind) is not tuple or (len(arguments) == 2 and arguments[1] is Ellipsis)


def _container(options: Sequence[Any], value: Any) -> Any:
    """The option that holds what this value holds."""
    wanted_origins = MAPS if isinstance(value, dict) else LISTS
    return next((option for option in options if (get_origin(option) or option) in wanted_origins), None)


def _emptied(value: Any) -> Any:
    """A list or map of the same length, for whatever is said of its length."""
    return dict.fromkeys(value) if isinstance(value, dict) else [None] * len(value)


def _leaf(value: Any, kind: Any, path: Path_) -> Iterator[Wrong]:
    bare, metas = peeled(kind)
    if isinstance(value, dict | list) and _container(_options(kind), value) is not None:
        kind = Annotated[_lengthy(value), *metas] if metas else _lengthy(value)
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        quotes = isinstance(value, int | float) and not isinstance(value, bool) and str in _options(kind)
        known = [str(word) for word in get_args(bare)] if get_origin(bare) is Literal else []
        yield Wrong(path, unlike(value, wanted(kind), known) + (": put it in quotes" if quotes else ""))


def _lengthy(value: Any) -> Any:
    return dict[Any, Any] if isinstance(value, dict) else list[Any]


def _options(kind: Any) -> tuple[Any, ...]:
    """The plain types that a value may have."""
    bare, _ = peeled(kind)
    return sum(map(_options, get_args(bare)), ()) if get_origin(bare) in UNIONS else (bare,)


def peeled(kind: Any) -> tuple[Any, list[Meta]]:
    """A type without what is written around it."""
    metas: list[Meta] = []
    while get_origin(kind) is Annotated:
        kind, *around = get_args(kind)
        metas += [meta for meta in around if isinstance(meta, Meta)]
    return kind, metas


# ---------------------------------------------------------------- in words

_PLAIN = {int: "a whole number", float: "a number", str: "text", bool: "true or false", NoneType: "nothing"}


def wanted(kind: Any) -> str:
    """What belongs somewhere, in words."""
    bare, metas = peeled(kind)
    origin = get_origin(bare)
    if origin in UNIONS:
        structs = [option for option in _options(bare) if _is_struct(option)]
        if len(structs) > 1 and (tag := _tag(structs[0])):
            return f"a map with {tag[0]}"
        return " or ".join(dict.fromkeys(wanted(option) for option in get_args(bare)))
    if origin is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}" if len(get_args(bare)) > 1 else str(get_args(bare)[0])
    if _is_struct(bare):
        needed = [name for name, field in _fields(bare).items() if field.required]
        return f"a map with {', '.join(needed)}" if needed else "a map"
    if (origin or bare) in (*LISTS, *MAPS):
        word = "a map" if (origin or bare) in MAPS else "a list"
        return word + "".join(_length(meta) for meta in metas)
    return _PLAIN.get(bare, "something else") + "".join(_limits(meta, bare) for meta in metas)


def _length(meta: Meta) -> str:
    least = f" of at least {meta.min_length}" if meta.min_length else ""
    return least + (f" of at most {meta.max_length}" if meta.max_length is not None else "")


def _limits(meta: Meta, kind: Any) -> str:
    if meta.examples:
        return f" such as {' or '.join(map(str, meta.examples))}"
    if kind is str:
        return _length(meta).replace(" of", " of length", 1) if meta.min_length is None else ""
    if meta.ge is not None and meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    return f" of at least {meta.ge}" if meta.ge is not None else f" of at most {meta.le}" if meta.le is not None else ""
