"""The content that games bring along is a pack like any other: all of it passes the checker, and is read in play."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from rulewright.content.loading import own_file
from rulewright.content.packs import read_pack
from rulewright.content.reading import load, read
from rulewright.content.sections import Content
from rulewright.content.shelf import Shelf
from rulewright.content.shelving import examine, own_shelf
from rulewright.rules import UnknownRule, library


def contents() -> list[Content]:
    """What every installed game says of its content, where it says anything."""
    found = []
    for system in library.systems():
        try:
            found.append(library.content(system))
        except UnknownRule:
            continue
    return found


CONTENTS = contents()
FOLDERS = [Path(str(files(f"rulewright.systems.{system}.content"))) for system in library.systems()]
FILES = sorted(path for folder in FOLDERS for path in folder.glob("*.yaml"))


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: content.system)
def test_nothing_is_wrong_with_it(content: Content) -> None:
    report = examine(content.folder)
    assert [str(problem) for problem in report.problems] == []
    assert report.pack
    assert report.pack.own


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: content.system)
def test_what_is_played_with_is_what_was_checked(content: Content) -> None:
    pack, _ = read_pack(content.folder, content)
    checked = Shelf(content)
    checked.lay(pack)
    played = own_shelf(content)
    assert checked.entries == played.entries
    assert all(played.entries.values()), "a section without entries"


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: content.system)
def test_nothing_is_said_to_be_there_that_is_not(content: Content) -> None:
    named = {key for path in content.folder.glob("*.yaml") for key in own_file(content.package, path.name)}
    assert content.data <= named


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.name}")
def test_every_file_is_read_the_same_fast_and_slowly(path: Path) -> None:
    document, problems = read(path)
    assert problems == []
    assert document.data == load(path.read_bytes())


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: content.system)
def test_a_fault_in_it_would_be_found(content: Content) -> None:
    """The checker bites: a field too many is found in every entry."""
    pack, _ = read_pack(content.folder, content)
    broken = tuple(statement._replace(data={**statement.data, "no_such_field": 1}) for statement in pack.statements)
    problems = Shelf(content).lay(pack._replace(statements=broken))
    assert len([problem for problem in problems if problem.path.endswith("no_such_field")]) == len(broken)


READS = re.compile(r"""table\((?:"\w+", \w+, )?(?:"(?P<file>\w+\.yaml)"|\w+), "?(?P<section>\w+)"?, (?P<kind>[\w.]+)""")
"""Where the code of a game reads a section as values of a type."""


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: content.system)
def test_whatever_reads_a_section_is_a_type_that_its_entries_are_checked_with(content: Content) -> None:
    """Otherwise an entry of a pack could pass, and then be no such value in play."""
    package = content.folder.parent
    found = [match for path in package.glob("*.py") for match in READS.finditer(path.read_text(encoding="utf-8"))]
    assert len(found) > 10
    read = {(match["section"], match["kind"].rpartition(".")[2]) for match in found if match["kind"] != "dict"}
    checked = {(name, kind.__name__) for name, section in content.sections.items() for kind in section.kinds}
    assert {(section, kind) for section, kind in read - checked if section in content.sections} == set()
