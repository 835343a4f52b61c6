"""Finds the packs that a game is played with, and puts them in order upon the game's own content.

Packs are somebody else's: all of them are checked before the first of their entries counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from rulewright.content.loading import own_file
from rulewright.content.packs import Manifest, Pack, read_manifest, read_pack
from rulewright.content.places import pack_folders, packs_in
from rulewright.content.problems import Problem, refuse
from rulewright.content.sections import Content
from rulewright.content.shelf import Entry, Shelf
from rulewright.content.versions import fits
from rulewright.rules import library
from rulewright.rules.errors import UnknownRule


@cache
def shelf_in_play(system: str) -> Shelf | None:
    """What this process plays a game with, if packs add anything to its own content."""
    folders, problems = folders_for(system, pack_folders())
    refuse(problems)
    if not folders:
        return None
    shelf, _, problems = shelve(library.content(system), folders)
    refuse(problems)
    return shelf


def shelf_of(content: Content) -> Shelf:
    """The entries of a game, with packs or without."""
    return shelf_in_play(content.system) or own_shelf(content)


def folders_for(system: str, folders: Iterable[Path]) -> tuple[list[Path], list[Problem]]:
    """Those of these packs that are for a game. One that does not say what it is for could be for any."""
    found, problems = [], []
    for folder in folders:
        manifest, document, wrong = read_manifest(folder)
        named = document.data.get("system") if isinstance(document.data, dict) else None
        if manifest is None and not (isinstance(named, str) and named != system):
            problems += wrong
        elif manifest and manifest.system == system:
            found.append(folder)
    return found, problems


# ---------------------------------------------------------------- putting packs in order


def own_shelf(content: Content) -> Shelf:
    """The game's own content, taken as it is."""
    entries: dict[str, dict[str, Entry]] = {}
    for path in sorted(content.folder.glob("*.yaml")):
        data = own_file(content.package, path.name)
        for section in content.sections.keys() & data.keys():
            field = content.sections[section].key
            found = {str(entry[field]): Entry(entry, content.system) for entry in data[section]}
            entries.setdefault(section, {}).update(found)
    return Shelf(content, entries)


def own_manifest(content: Content) -> Manifest:
    """What the game's own pack says of itself."""
    manifest, _, problems = read_manifest(content.folder)
    refuse(problems)
    assert manifest
    return manifest


def shelve(content: Content, folders: Sequence[Path]) -> tuple[Shelf, list[Pack], list[Problem]]:
    """All these packs upon the game's own content, each upon those that it requires; and everything that is wrong."""
    packs: dict[str, Pack] = {}
    problems: list[Problem] = []
    for folder in folders:
        pack, found = read_pack(folder, content)
        problems += found
        if pack.id in packs:
            problems.append(pack.problem(("id",), f"{packs[pack.id].folder} is called {pack.id} too: keep one of them"))
        else:
            packs[pack.id] = pack
    manifests = {content.system: own_manifest(content)} | {name: pack.manifest for name, pack in packs.items()}
    for pack in packs.values():
        problems += _unmet(pack, manifests)
    shelf = own_shelf(content)
    ordered = in_order(packs, problems)
    for pack in ordered:
        problems += shelf.lay(pack)
    return shelf, ordered, sorted(problems, key=_place)


def _place(problem: Problem) -> tuple[str, int]:
    return problem.file, problem.line


def _unmet(pack: Pack, manifests: Mapping[str, Manifest]) -> Iterable[Problem]:
    """What a pack asks for and does not get."""
    here = version("rulewright")
    if not fits(here, pack.manifest.engine):
        yield pack.problem(("engine",), f"this is Rulewright {here}, and the pack is for {pack.manifest.engine}")
    for name, wanted in pack.manifest.requires.items():
        there = manifests.get(name)
        if there is None:
            yield pack.problem(("requires", name), f"there is no pack {name!r} here: put it beside this one")
        elif not fits(there.version, wanted):
            text = f"{name} is here in version {there.version}, and {wanted} is asked for"
            yield pack.problem(("requires", name), text)


def in_order(packs: Mapping[str, Pack], problems: list[Problem]) -> list[Pack]:
    """Every pack after those that it requires, otherwise by their ids."""
    ordered: dict[str, Pack] = {}

    def take(pack: Pack, waiting: tuple[str, ...]) -> None:
        for name in pack.manifest.requires:
            if name in waiting:
                circle = " requires ".join((*waiting[waiting.index(name) :], name))
                problems.append(pack.problem(("requires", name), f"a circle, in which nothing can be first: {circle}"))
            elif name in packs and name not in ordered:
                take(packs[name], (*waiting, name))
        ordered.setdefault(pack.id, pack)

    for name in sorted(packs):
        if name not in ordered:
            take(packs[name], (name,))
    return list(ordered.values())


# ---------------------------------------------------------------- looking at one pack


class Report(NamedTuple):
    """What there is to say of a pack."""

    problems: list[Problem]
    pack: Pack | None = None
    """As far as it could be read."""


def examine(folder: Path) -> Report:
    """Everything that is wrong with a pack, upon the game's own content and the packs that it requires."""
    manifest, heading, problems = read_manifest(folder)
    system = heading.data.get("system") if isinstance(heading.data, dict) else None
    if not isinstance(system, str):
        return Report(problems)
    try:
        content: Content = library.content(system)
    except UnknownRule as error:
        return Report([*problems, Problem(heading.file, heading.line(("system",)), "system", str(error))])
    if folder.resolve() == content.folder.resolve():
        own, problems = read_pack(folder, content)
        return Report([*problems, *Shelf(content).lay(own)], own)
    needed = _needed(manifest, siblings(folder)) if manifest else []
    _, packs, problems = shelve(content, [*needed, folder])
    mine = [problem for problem in problems if problem.file.partition("/")[0] == folder.name]
    pack = next(pack for pack in packs if pack.folder == folder)
    if others := {problem.file.partition("/")[0] for problem in problems} - {folder.name}:
        text = f"look at {', '.join(sorted(others))} first: there is something wrong with it"
        mine.append(pack.problem(("requires",), text))
    return Report(sorted(mine, key=_place), pack)


def _needed(manifest: Manifest, folders: Iterable[Path]) -> list[Path]:
    """Those of these packs that a pack requires, and that they require in turn."""
    there: dict[str, tuple[Path, Manifest]] = {}
    for folder in folders:
        found, _, _ = read_manifest(folder)
        if found:
            there.setdefault(found.id, (folder, found))
    asked, needed = list(manifest.requires), dict[str, Path]()
    while asked:
        name = asked.pop()
        if name in there and name not in needed and name != manifest.system:
            needed[name] = there[name][0]
            asked += there[name][1].requires
    return list(needed.values())


def siblings(folder: Path) -> list[Path]:
    """The packs beside this one, and those that this process plays with: what it may build on."""
    here = folder.resolve()
    found = {other.resolve(): other for other in (*packs_in(here.parent), *pack_folders())}
    return [other for path, other in found.items() if path != here]
