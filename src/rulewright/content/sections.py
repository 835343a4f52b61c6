"""What a game says of its content: which sections there are, what their entries are, which names are known."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from rulewright.content.checking import Reference
from rulewright.content.reading import Path_

Finding: TypeAlias = tuple[Path_, str]
"""Where in an entry something is wrong, and what."""


def nothing_more(_entry: Any) -> Iterable[Finding]:
    """The types say all."""
    return ()


def nothing_named(_entry: Any) -> Iterable[Reference]:
    """The types say what an entry names."""
    return ()


def no_numbers(_entry: Mapping[str, Any]) -> Iterable[str]:
    """An entry that works nothing out."""
    return ()


class Section(NamedTuple):
    """A list of entries."""

    kind: type
    """What an entry is at the table."""
    also: tuple[type, ...] = ()
    """Other types that read the same entries, such as the columns that rules look into."""
    key: str = "id"
    closed: bool = False
    """The rules know each entry by name, so a pack can change entries and not add any."""
    check: Callable[[Any], Iterable[Finding]] = nothing_more
    """What the types can't say of an entry: it gets the entry as `kind`, and says what is wrong."""
    refers: Callable[[Any], Iterable[Reference]] = nothing_named
    """What an entry names whose type does not say so, such as the condition of an effect that has other uses too."""
    numbers: Callable[[Mapping[str, Any]], Iterable[str]] = no_numbers
    """The names of the numbers that an entry works out itself, as its author wrote it: amounts may be one of them."""
    unique: tuple[tuple[str, ...], ...] = ()
    """Fields that no two entries have all the same."""

    @property
    def kinds(self) -> tuple[type, ...]:
        return (self.kind, *self.also)


class Content(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The content of a game: its own pack, and what every other may hold."""

    system: str
    package: str
    """Where the game's own pack is."""
    sections: Mapping[str, Section]
    words: Mapping[str, Iterable[str]] = {}
    """By what a field `refers` to: names that are no entries, or not only, such as what an effect can change.

    An amount may be one of the `numbers`, which are worked out for every entry.
    """
    together: Mapping[str, tuple[str, ...]] = {}
    """By what a field `refers` to: the sections whose entries it may name, if not just the one of that name."""
    prose: frozenset[str] = frozenset({"source", "note", "text", "about"})
    """Fields that people read and no rule does."""
    data: frozenset[str] = frozenset()
    """What the game's own files hold beside sections."""
    dice: Callable[[str], object] = str
    """Reads dice as an amount can be written, and raises a ValueError for what are none."""

    @cached_property
    def folder(self) -> Path:
        return Path(str(files(self.package)))

    def names(self, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[str]]:
        """All names that can be referred to, by the word that a field `refers` by."""
        names = {section: _ids(found) for section, found in entries.items()}
        for word, sections in self.together.items():
            names[word] = frozenset().union(*(_ids(entries.get(section, {})) for section in sections))
        for word, known in self.words.items():
            names[word] = names.get(word, frozenset()).union(known)
        return names


def _ids(entries: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(str(entry.get("id", key)) for key, entry in entries.items())
