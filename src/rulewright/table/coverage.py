"""What covers each paragraph of a game's specification: read from the code, beside the register of the game.

Rules and commands name the paragraphs that they cover. The register, `coverage.yaml` in the game's package, has a title
and a test for each, and for what no rule and no command can cover, where it is instead, or why only a person can judge.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from rulewright.content.problems import ContentError
from rulewright.content.reading import load
from rulewright.rules import RuleBook, RuleError, library
from rulewright.table.commands import CommandBook
from rulewright.table.game import find_game

REGISTER = "coverage.yaml"
PROMPT = "prompt"
"""What reaches the GM without being asked for: a text at the right moment."""

Text = Annotated[str, Meta(min_length=1)]


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the register says of one paragraph."""

    id: Text
    title: Text
    tests: tuple[Text, ...] = ()
    """The tests that fail when it is broken: ids of vectors and scenarios, or `file.py::function`."""
    code: tuple[Text, ...] = ()
    """What carries it where that is below all rules and commands: `.module:name` of the game, or of the engine."""
    content: tuple[Text, ...] = ()
    """Files of the game's content that carry it."""
    see: tuple[Text, ...] = ()
    """Other paragraphs in which it is carried out, as an interpretation is."""
    gm: str = ""
    """Why only a person can judge."""
    through: tuple[Text, ...] = ()
    """How it reaches that person: a command, an argument as `check.modifier`, or `prompt`."""


class Covered(NamedTuple):
    """A paragraph, and the rules and commands that name it."""

    paragraph: Paragraph
    rules: tuple[str, ...]
    commands: tuple[str, ...]


class Coverage:
    """One game's specification against its code."""

    def __init__(
        self, book: RuleBook, commands: CommandBook | None, package: str, paragraphs: Iterable[Paragraph]
    ) -> None:
        self.book = book
        self.commands = commands
        self.package = package
        self.paragraphs = tuple(paragraphs)

    @cached_property
    def _rules(self) -> Mapping[str, list[str]]:
        return _by_id((entry.name, entry.ids) for entry in self.book.entries.values())

    @cached_property
    def _commands(self) -> Mapping[str, list[str]]:
        return _by_id((kind.name, kind.ids) for kind in self.commands or ())

    @cached_property
    def table(self) -> tuple[Covered, ...]:
        """Every paragraph in the order of the register."""
        return tuple(
            Covered(known, tuple(self._rules.get(known.id, ())), tuple(self._commands.get(known.id, ())))
            for known in self.paragraphs
        )

    @cached_property
    def gaps(self) -> tuple[str, ...]:
        """Everything that is missing, in a sentence each."""
        return tuple(self._gaps())

    def _gaps(self) -> Iterator[str]:
        times = Counter(known.id for known in self.paragraphs)
        yield from (f"{name}: the register has it {count} times" for name, count in times.items() if count > 1)
        for naming in (self._rules, self._commands):
            for name, (first, *_) in naming.items():
                if name not in times:
                    yield f"{name}: {first} names it, and the register does not know it"
        for covered in self.table:
            yield from (f"{covered.paragraph.id}: {missing}" for missing in self._missing(covered))

    def _missing(self, covered: Covered) -> Iterator[str]:
        known = covered.paragraph
        carried = covered.rules or covered.commands or known.code or known.content or known.see
        if not carried and not known.gm:
            yield "no code names it, and the register says neither what carries it nor why only a person can judge"
        if carried and not known.tests:
            yield "no test locks it"
        if known.gm and not known.through:
            yield "only a person can judge it, and nothing says how it reaches the GM"
        yield from (f"there is no command or argument {way!r}" for way in known.through if not self._is_a_way(way))
        yield from (f"there is no code {name!r}" for name in known.code if not self._is_code(name))
        yield from (f"there is no file {file!r} in the game" for file in known.content if not self._is_file(file))
        ids = {paragraph.id for paragraph in self.paragraphs}
        yield from (f"see {other}: the register does not know it" for other in known.see if other not in ids)

    def _is_a_way(self, way: str) -> bool:
        command, dot, argument = way.partition(".")
        kinds = self.commands.kinds if self.commands else {}
        return way == PROMPT or (command in kinds and (not dot or argument in kinds[command].arguments.all))

    def _is_code(self, name: str) -> bool:
        module, _, wanted = name.partition(":")
        try:
            return hasattr(import_module(module, self.package), wanted)
        except ModuleNotFoundError:
            return False

    def _is_file(self, file: str) -> bool:
        return files(self.package).joinpath(file).is_file()


def _by_id(named: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name, ids in named:
        for paragraph in ids:
            found[paragraph].append(name)
    return found


def coverage_of(system: str) -> Coverage:
    """The coverage of an installed game."""
    package = library.package(system)
    commands = find_game(system).commands if system in library.playable() else None
    return Coverage(library.book(system), commands, package, register(package, system))


def register(package: str, system: str) -> tuple[Paragraph, ...]:
    """What a game's register says."""
    file = files(package).joinpath(REGISTER)
    if not file.is_file():
        raise RuleError("not_allowed", f"{system} has no register of its specification: {REGISTER} in its package")
    try:
        return msgspec.convert(load(file.read_bytes()), tuple[Paragraph, ...])
    except (ContentError, msgspec.ValidationError) as error:
        raise RuleError("not_allowed", f"{system}: {REGISTER}: {error}") from error
