"""The rules in brief, as they fit on two facing pages (QR-GM-05)."""

from collections.abc import Iterator
from functools import cache
from textwrap import wrap

import msgspec

from rulewright.content.loading import own_file
from rulewright.systems.quickref.book import STANDARD, HouseRules

WIDTH = 100
MARK = "* "


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in a line, and the switches that would change it."""

    text: str
    switches: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What belongs together."""

    title: str
    lines: tuple[Line, ...]


@cache
def sections() -> tuple[Section, ...]:
    written = own_file("rulewright.systems.quickref.content", "reference.yaml")["sections"]
    return msgspec.convert(written, tuple[Section, ...])


def reference(house_rules: HouseRules = STANDARD) -> Iterator[str]:
    """The rules as a table plays them; what its house rules change is marked, and said at the end."""
    changed = {
        name: getattr(house_rules, name)
        for name in HouseRules.__struct_fields__
        if getattr(house_rules, name) != getattr(STANDARD, name)
    }
    yield "QUICK REFERENCE"
    for section in sections():
        yield section.title.upper()
        for line in section.lines:
            yield f"{MARK if changed.keys() & set(line.switches) else '  '}{line.text}"
    if changed:
        told = "; ".join(f"{name} is {msgspec.json.encode(value).decode()}" for name, value in changed.items())
        yield from wrap(f"{MARK}House rules of this table: {told}.", WIDTH, subsequent_indent="  ")
