"""Versions of packs, and which of them somebody asks for."""

import operator
import re
from collections.abc import Callable
from typing import Annotated, TypeAlias

from msgspec import Meta

VersionText: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$", max_length=30, examples=["1.2.0"])
]
"""Numbers with dots between them."""

RangeText: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^ *(>=|<=|>|<|=) *[0-9]{1,6}(\.[0-9]{1,6}){0,3} *"
        r"(, *(>=|<=|>|<|=) *[0-9]{1,6}(\.[0-9]{1,6}){0,3} *){0,5}$",
        max_length=100,
        examples=[">=1.2, <2"],
    ),
]
"""Conditions, all of which a version must meet."""

_SIGNS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_CONDITION = re.compile(r"(>=|<=|>|<|=) *([0-9.]+)")


def numbers(version: str) -> tuple[int, ...]:
    """A version as something that can be compared: 1, 1.0 and 1.0.0 are the same."""
    found = tuple(int(number) for number in re.findall(r"[0-9]+", version)[:4])
    while found and not found[-1]:
        found = found[:-1]
    return found


def fits(version: str, wanted: str) -> bool:
    """Whether a version meets all conditions."""
    return all(_SIGNS[sign](numbers(version), numbers(bound)) for sign, bound in _CONDITION.findall(wanted))
