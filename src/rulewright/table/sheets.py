"""What stands on the sheet of a character, in which order: paths of the game's projection under headings."""

from typing import NamedTuple


class Part(NamedTuple):
    """A block of a sheet."""

    title: str
    paths: tuple[str, ...]
    """Paths of an entity, such as `armor_class`."""
