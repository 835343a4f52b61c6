"""Reads packs: folders with a `pack.yaml`, which says what the pack is, and files that say what it holds.

A file has sections with new entries. Under `change` are sections with the fields of known entries that are to be
different, and under `replace` sections with entries that stand in the place of known ones.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.content.checking import Wrong, check
from rulewright.content.problems import Problem, shown, unlike
from rulewright.content.reading import Document, Path_, dotted, read
from rulewright.content.sections import Content
from rulewright.content.versions import RangeText, VersionText
from rulewright.rules.values import near

MANIFEST = "pack.yaml"
MOST_FILES = 500

PackId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,59}$", examples=["northern_isles"])]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a pack says of itself."""

    id: PackId
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    version: VersionText
    system: Annotated[str, Meta(min_length=1, max_length=60)]
    """The game that it is for."""
    engine: RangeText = ""
    """The versions of Rulewright that it is for."""
    requires: Mapping[PackId, RangeText] = {}
    """The packs that it builds on, by their ids; the game's own content is a pack too, called like the game."""


MANIFEST_PROSE = frozenset({"about", "source", "author", "license"})

Way: TypeAlias = Literal["add", "change", "replace"]


class Statement(NamedTuple):
    """What a pack says of one entry."""

    way: Way
    section: str
    key: str
    data: dict[str, Any]
    document: Document
    place: Path_
    """Where in the document it stands."""

    def problem(self, path: Path_, text: str, place: Path_ | None = None) -> Problem:
        """Something is wrong in the entry; `place` is where that stands in this statement, as far as it does."""
        place = path if place is None else place
        line = self.document.line((*self.place, *place))
        seen = place if len(place) == len(path) else path
        within = (*(() if self.way == "add" else (self.way,)), self.section, self.key, *seen)
        return Problem(self.document.file, line, dotted(within), text)


class Pack(NamedTuple):
    """A pack that was read."""

    folder: Path
    manifest: Manifest
    heading: Document
    """Its `pack.yaml`."""
    statements: tuple[Statement, ...]
    own: bool = False
    """Whether it is what the game brings along."""

    @property
    def id(self) -> str:
        return self.manifest.id

    def problem(self, path: Path_, text: str) -> Problem:
        """Something is wrong with what it says of itself."""
        return Problem(self.heading.file, self.heading.line(path), dotted(path), text)


# ---------------------------------------------------------------- what it says of itself


def read_manifest(folder: Path) -> tuple[Manifest | None, Document, list[Problem]]:
    """The `pack.yaml` of a folder, if it can be used, and everything that is wrong with it."""
    document, problems = read(folder / MANIFEST, f"{folder.name}/{MANIFEST}")
    if document.data is None and not problems:
        problems = [Problem(document.file, 1, "", "empty, where id, name, version and system belong")]
    if problems:
        return None, document, problems
    for found in check(document.data, Manifest, prose=MANIFEST_PROSE):
        if isinstance(found, Wrong):
            problems.append(Problem(document.file, document.line(found.path), dotted(found.path), found.text))
    return None if problems else msgspec.convert(document.data, Manifest), document, problems


# ---------------------------------------------------------------- what it holds


def read_pack(folder: Path, content: Content) -> tuple[Pack, list[Problem]]:
    """A pack, as far as it can be read, and everything that is wrong with it before it is laid upon others.

    One that says something wrong of itself goes by the name of its folder, so that its entries are looked at too.
    """
    manifest, heading, problems = read_manifest(folder)
    own = folder.resolve() == content.folder.resolve()
    if manifest and manifest.id == content.system and not own:
        problems.append(_wrong(heading, ("id",), f"{content.system} is what the game's own content is called"))
    statements: list[Statement] = []
    for path, name in _files(folder, problems):
        document, found = read(path, name)
        problems += found
        if document.whole:
            statements += _statements(document, content, problems, own=own)
    manifest = manifest or Manifest(id=folder.name, name=folder.name, version="0", system=content.system)
    return Pack(folder, manifest, heading, tuple(statements), own), problems


def _files(folder: Path, problems: list[Problem]) -> Iterator[tuple[Path, str]]:
    """The files with entries, in the order of their names, each with the name by which problems call it."""
    found = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml") and path.name != MANIFEST)
    home = folder.resolve()
    for path in found[:MOST_FILES]:
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        if path.suffix == ".yml":
            problems.append(Problem(name, 0, "", f"not read: call it {path.stem}.yaml"))
        elif not _stays_in(path, home):
            problems.append(Problem(name, 0, "", "a link that leads out of the pack: put the file itself here"))
        else:
            yield path, name
    if len(found) > MOST_FILES:
        problems.append(Problem(folder.name, 0, "", f"{len(found)} files, where at most {MOST_FILES} belong"))


def _stays_in(path: Path, home: Path) -> bool:
    try:
        return path.resolve().is_relative_to(home)
    except (OSError, RuntimeError):  # links in a circle
        return False


def _statements(document: Document, content: Content, problems: list[Problem], *, own: bool) -> list[Statement]:
    """Everything that a file says."""
    if document.data is None:
        return []
    if not isinstance(document.data, dict):
        problems.append(_wrong(document, (), unlike(document.data, "a map of sections")))
        return []
    known = ["change", "replace", *content.sections]
    statements: list[Statement] = []
    for name, value in document.data.items():
        if name in ("change", "replace"):
            statements += _sections(document, (name,), name, value, content, problems)
        elif name in content.sections:
            statements += list(_entries(document, (name,), "add", name, value, content, problems))
        elif not (name in content.prose or (own and name in content.data)):
            problems.append(_wrong(document, (name,), f"there is no section {name!r}{near(str(name), known)}"))
    return statements


def _sections(
    document: Document, place: Path_, way: Way, value: Any, content: Content, problems: list[Problem]
) -> Iterator[Statement]:
    if not isinstance(value, dict):
        problems.append(_wrong(document, place, unlike(value, "a map of sections")))
        return
    for name, entries in value.items():
        if name in content.sections:
            yield from _entries(document, (*place, name), way, name, entries, content, problems)
        else:
            hint = near(str(name), content.sections)
            problems.append(_wrong(document, (*place, name), f"there is no section {name!r}{hint}"))


def _entries(
    document: Document, place: Path_, way: Way, section: str, value: Any, content: Content, problems: list[Problem]
) -> Iterator[Statement]:
    if not isinstance(value, list):
        problems.append(_wrong(document, place, unlike(value, "a list of entries")))
        return
    field = content.sections[section].key
    for number, entry in enumerate(value):
        at = (*place, number)
        if not isinstance(entry, dict):
            problems.append(_wrong(document, at, unlike(entry, f"an entry, which is a map with {field},")))
        elif not isinstance(entry.get(field), str | int) or isinstance(entry[field], bool) or entry[field] == "":
            found = f", found {shown(entry[field])}" if field in entry else ""
            problems.append(_wrong(document, at, f"{field} is missing: what the entry is known by{found}"))
        else:
            yield Statement(way, section, str(entry[field]), entry, document, at)


def _wrong(document: Document, path: Path_, text: str) -> Problem:
    return Problem(document.file, document.line(path), dotted(path), text)
