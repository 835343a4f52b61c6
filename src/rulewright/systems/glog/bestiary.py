"""Creatures and people for hire, as the book has them, ready to be brought in."""

from functools import cache
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.content import load_table
from rulewright.systems.glog.catalogue import Named
from rulewright.systems.glog.sheet import Being, CreatureSheet, NaturalAttack
from rulewright.table.entities import Entity

_CONTENT = "rulewright.systems.glog.content"


class CreatureEntry(msgspec.Struct, frozen=True):
    """What the book says of a creature beside the numbers of its sheet."""

    id: str
    name: str
    attacks: tuple[NaturalAttack, ...] = ()
    damage: str = ""
    intelligent: bool = True
    wage_copper_per_day: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """Of somebody for hire."""
    carries_slots: Annotated[int, Meta(ge=0, le=1000)] = 0


class Kind(NamedTuple):
    """A kind of creature."""

    id: str
    name: str
    sheet: CreatureSheet


@cache
def creatures() -> dict[str, Kind]:
    """Everything that can be met, and everybody who can be hired."""
    found = {}
    for file, section in (("creatures.yaml", "creatures"), ("npcs.yaml", "hirelings")):
        names = load_table("glog", _CONTENT, file, section, Named)
        sheets = load_table("glog", _CONTENT, file, section, CreatureSheet)
        found.update({kind: Kind(kind, names[kind].name, sheet) for kind, sheet in sheets.items()})
    return found


def new_creature(id: str, kind: str, *, side: str, position: Any = None, leaves_at: int | None = None) -> Being:
    """One of a kind, in full health."""
    found = creatures()[kind]
    sheet = replace(found.sheet, leaves_at=leaves_at)
    return Entity(
        id=id, kind="creature", side=side, name=found.name, sheet=sheet, counters={"hp": sheet.hp}, position=position
    )
