"""Rows found in the bytes of a damaged file, page by page, without asking what SQLite can still find its way to.

A page that is whole gives its rows even if nothing leads to it any more. What is a record and what is only a remnant is
for the hashes to say.
"""

from collections.abc import Callable, Iterator
from struct import error, unpack_from
from typing import Any, NamedTuple, TypeAlias

from rulewright.store.database import PAGE

LEAF = 0x0D
"""The kind of page that holds the rows of a table."""

MOST_INSIDE = PAGE - 35
LEAST_INSIDE = (PAGE - 12) * 32 // 255 - 23

Page: TypeAlias = Callable[[int], bytes]


class Row(NamedTuple):
    """A row with its key; the first column is empty where it is the key."""

    key: int
    values: tuple[Any, ...]


def rows(image: bytes, page: Page, *, first: bool = False) -> Iterator[Row]:
    """The rows of a page, as far as they make sense. `page` fetches the other pages of a long one."""
    start = 100 if first else 0
    if len(image) < PAGE or image[start] != LEAF:
        return
    (count,) = unpack_from(">H", image, start + 3)
    for place in range(min(count, PAGE // 4)):
        try:
            (at,) = unpack_from(">H", image, start + 8 + 2 * place)
            yield _row(image, at, page)
        except (error, IndexError, ValueError, OverflowError):
            continue


def _row(image: bytes, at: int, page: Page) -> Row:
    size, at = _number(image, at)
    key, at = _number(image, at)
    inside = size if size <= MOST_INSIDE else _inside(size)
    payload = bytearray(image[at : at + inside])
    if size > inside:
        (further,) = unpack_from(">I", image, at + inside)
        while further and len(payload) < size:
            rest = page(further)
            (further,) = unpack_from(">I", rest)
            payload += rest[4:PAGE]
    if len(payload) < size:
        raise ValueError("the row is cut off")
    return Row(key, tuple(_values(bytes(payload[:size]))))


def _inside(size: int) -> int:
    """How much of a long row stands in its first page."""
    inside = LEAST_INSIDE + (size - LEAST_INSIDE) % (PAGE - 4)
    return inside if inside <= MOST_INSIDE else LEAST_INSIDE


def _values(payload: bytes) -> Iterator[Any]:
    at, kinds = 0, []
    end, at = _number(payload, at)
    while at < end:
        kind, at = _number(payload, at)
        kinds.append(kind)
    for kind in kinds:
        size = _size(kind)
        value = payload[at : at + size]
        if len(value) < size:
            raise ValueError("the row is cut off")
        yield _value(kind, value)
        at += size


_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def _size(kind: int) -> int:
    return _SIZES[kind] if kind < 12 else (kind - 12) // 2


def _value(kind: int, data: bytes) -> Any:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind < 7:
        return int.from_bytes(data, "big", signed=True)
    return data.decode() if kind % 2 and kind > 12 else data


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of SQLite's, seven bits a byte, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
