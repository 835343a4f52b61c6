"""Reads the tables of a game: its own content, and what packs make of it.

A game's own files are known to be good, since its tests check them: each is read when first asked for, and only it.
"""

from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from rulewright.content.places import pack_folders
from rulewright.content.problems import ContentError, unlike
from rulewright.content.reading import load

T = TypeVar("T")


def load_table(system: str, package: str, file: str, section: str, kind: type[T], key: str = "id") -> dict[str, T]:
    """The entries of one section by their key: those of the game's own file, in its order, then those of packs.

    An entry may say more than a rule reads; what `kind` names must be there and of that type.
    """
    entries = _with_packs(system, section) if pack_folders() else None
    try:
        if entries is None:
            entries = own_file(package, file)[section]
        return {str(entry[key]): msgspec.convert(entry, kind) for entry in entries}
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise ContentError(f"{package}/{file}, section {section}: {error}") from error


def packs_in_play(system: str) -> dict[str, str]:
    """The packs that this process plays a game with, and their versions."""
    if not pack_folders():
        return {}
    from rulewright.content.shelving import shelf_in_play

    shelf = shelf_in_play(system)
    return dict(shelf.packs) if shelf else {}


def _with_packs(system: str, section: str) -> Any:
    """The entries as packs have left them; nothing if none is for this game."""
    from rulewright.content.shelving import shelf_in_play  # who plays without packs need not wait for all this

    shelf = shelf_in_play(system)
    return shelf.table(section) if shelf else None


@cache
def own_file(package: str, file: str) -> dict[str, Any]:
    """A file that a game brings along."""
    try:
        found = load(files(package).joinpath(file).read_bytes())
    except ContentError as error:
        raise ContentError(f"{package}/{file}: {error}") from error
    if not isinstance(found, dict):
        raise ContentError(f"{package}/{file}: {unlike(found, 'a map of sections')}")
    return found
