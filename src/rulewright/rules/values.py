"""Small values that arguments and results are made of."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NoReturn, TypeVar

from rulewright.rules.errors import BadArguments

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A map that can be part of a result: it never changes, so it can be compared and counted.

    In a signature it is a `Mapping`, which has a schema.
    """

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a frozen map can't be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def near(word: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant: ` (did you mean …?)`, or nothing."""
    close = get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def pick(what: str, name: str, known: dict[str, V]) -> V:
    """The entry of this name; an unknown name is a bad argument."""
    try:
        return known[name]
    except KeyError:
        raise BadArguments(f"{what}: there is no {name!r}{near(name, known)}") from None


def different(what: str, names: Iterable[str]) -> None:
    """Refuse a name that is given twice."""
    seen = set()
    for name in names:
        if name in seen:
            raise BadArguments(f"{what}: {name!r} is named twice")
        seen.add(name)
