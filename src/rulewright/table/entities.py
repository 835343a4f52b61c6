"""Who and what is at a table: entities, with what they have, bear and suffer."""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
"""What an entity, an item or a condition is called by."""

EntityId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100, extra={"choose": "entity"})]
"""An argument that names an entity; who chooses an action is offered those at the table."""

ItemId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100, extra={"choose": "item"})]
"""An argument that names an item of whoever acts."""

GM_ONLY = Meta(extra={"by": "gm"})
"""Marks an argument that only the GM may give."""

Position: TypeAlias = int | str | tuple[int, int, int] | None
"""Feet along a line, the id of a zone, or a cell of a grid: what the game's space says."""

SheetT = TypeVar("SheetT")
ItemT = TypeVar("ItemT")


class Condition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies on an entity, from whom, and for how long."""

    id: Name
    source: str = ""
    rounds: int | None = None
    until: int | None = None
    """The second of the clock at which it ends."""
    data: Any = None
    """What the game keeps with it, as plain data."""


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is carried. Games add fields of their own."""

    id: Name
    item: Name
    """Which entry of the content it is."""
    count: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class Entity(msgspec.Struct, Generic[SheetT, ItemT], frozen=True, kw_only=True, omit_defaults=True):
    """Somebody or something that can act or be acted upon."""

    id: Name
    kind: Name
    side: str = ""
    name: str = ""
    sheet: SheetT
    """What the game says that it is. Values that follow from it are computed by rules, never kept."""
    counters: Mapping[str, int | None] = {}
    conditions: Mapping[str, Condition] = {}
    items: Mapping[str, ItemT] = {}
    position: Position = None
    hidden: bool = False
    """Nobody but the GM knows that it is there."""
    veiled: bool = False
    """Everybody sees it, but only the GM knows its numbers."""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or self.id[:1].upper() + self.id[1:].replace("_", " ")

    def has(self, *conditions: str) -> bool:
        """Whether any of these conditions lies on it."""
        return not self.conditions.keys().isdisjoint(conditions)

    def counter(self, name: str) -> int:
        """A counter's value; one that is not running counts 0."""
        return self.counters.get(name) or 0


AnyEntity: TypeAlias = Entity[Any, Any]
