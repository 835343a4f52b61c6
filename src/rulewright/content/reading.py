"""Reads a YAML file from somebody else: safely, within limits, and so that every value knows its line.

It is the YAML that people expect: `on`, `no` and `1:30` are text, and a key that is given twice is an error.
There are no references, by which a small file could become a huge one.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import yaml

from rulewright.content.problems import ContentError, Problem

LARGEST_FILE = 2_000_000
MOST_VALUES = 200_000
DEEPEST = 40
LONGEST_NUMBER = 18

Path_: TypeAlias = tuple[str | int, ...]
"""The keys and places that lead to a value."""


class Strict(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The loader for files that are known to be good: the same values, much faster."""

    yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 - so yaml declares it


PLAIN: dict[str, tuple[re.Pattern[str], str, Callable[[str], Any]]] = {
    "null": (re.compile(r"^(?:~|null|)$"), "~n", lambda _: None),
    "bool": (re.compile(r"^(?:true|false)$"), "tf", "true".__eq__),
    "int": (re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$", re.ASCII), "-+0123456789", int),
    "float": (re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)$", re.ASCII), "-+.0123456789", float),
}
"""What text without quotes can mean beside itself."""

for _name, (_pattern, _first, _) in PLAIN.items():
    Strict.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", _pattern, [*_first, *([""] if _name == "null" else [])])


class Document(NamedTuple):
    """A file that was read."""

    file: str
    data: Any
    lines: dict[Path_, int]
    whole: bool = True
    """Whether it was read to its end."""

    def line(self, path: Path_) -> int:
        """The line of a value, or of what it should stand in."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read(path: Path, name: str = "") -> tuple[Document, list[Problem]]:
    """A file, as far as it can be read, and everything that is wrong with it as YAML."""
    name = name or path.name
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            return _nothing(name, f"{size:,} bytes, where at most {LARGEST_FILE:,} belong")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        return _nothing(name, f"can't be read: {error.strerror}")
    except UnicodeDecodeError as error:
        return _nothing(name, f"not UTF-8 at byte {error.start}: save the file as UTF-8")
    return parse(text, name)


def parse(text: str, name: str) -> tuple[Document, list[Problem]]:
    """The same for text."""
    builder = _Builder(name)
    whole = False
    try:
        for event in _events(text):
            builder.take(event)
        whole = True
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        builder.problems.append(Problem(name, line, "", f"not YAML: {error.problem or error}"))
    except (yaml.YAMLError, ValueError) as error:
        builder.problems.append(Problem(name, 0, "", f"not YAML: {error}"))
    except _Stop:
        pass
    return Document(name, builder.data, builder.lines, whole), builder.problems


def _nothing(name: str, text: str) -> tuple[Document, list[Problem]]:
    return Document(name, None, {}, whole=False), [Problem(name, 0, "", text)]


def _events(text: str) -> Iterator[Any]:
    return yaml.parse(text, Loader=Strict)


class _Stop(Exception):
    """The file breaks a limit, so the rest is not looked at."""


class _Open(NamedTuple):
    """A list or map that is being read."""

    value: Any
    path: Path_
    keys: list[Any]
    """Of a map: the key that waits for its value."""


class _Builder:
    """Puts values together from the events of the parser, without going deeper into itself than the limit."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data: Any = None
        self.lines: dict[Path_, int] = {}
        self.problems: list[Problem] = []
        self._open: list[_Open] = []
        self._count = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._stop(line, "a second document (---), where one belongs")
            case yaml.AliasEvent():
                self._stop(line, f"a reference (*{event.anchor}), where the value itself belongs")
            case yaml.ScalarEvent():
                self._value(self._scalar(event, line), line)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._begin([] if isinstance(event, yaml.SequenceStartEvent) else {}, event, line)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._open.pop()
            case _:
                pass

    def _begin(self, value: Any, event: Any, line: int) -> None:
        self._refuse_tag(event, line)
        if len(self._open) >= DEEPEST:
            self._stop(line, f"nested more than {DEEPEST} deep")
        if self._awaits_key():
            self._stop(line, "a list or map as a key, where text belongs")
        path = self._value(value, line)
        self._open.append(_Open(value, path, []))

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].value, dict) and not self._open[-1].keys

    def _value(self, value: Any, line: int) -> Path_:
        """Put a value where it belongs, and say where that is."""
        self._count += 1
        if self._count > MOST_VALUES:
            self._stop(line, f"more than {MOST_VALUES:,} values")
        if not self._open:
            self.data = value
            path: Path_ = ()
        elif self._awaits_key():
            self._key(value, line)
            return ()
        else:
            path = self._put(value)
        self.lines.setdefault(path, line)
        return path

    def _key(self, key: Any, line: int) -> None:
        at = self._open[-1]
        if key is None or isinstance(key, bool | float):
            self._say(line, (*at.path, str(key)), f"found {key!r} as a key, where text belongs: put it in quotes")
            key = str(key)
        if key in at.value:
            first = self.lines[(*at.path, key)]
            self._say(line, (*at.path, key), f"given twice, first in line {first}: leave one out")
        self.lines[(*at.path, key)] = line
        at.keys.append(key)

    def _put(self, value: Any) -> Path_:
        at = self._open[-1]
        if isinstance(at.value, list):
            at.value.append(value)
            return (*at.path, len(at.value) - 1)
        key = at.keys.pop()
        at.value[key] = value
        return (*at.path, key)

    def _scalar(self, event: Any, line: int) -> Any:
        self._refuse_tag(event, line)
        text: str = event.value
        if not event.implicit[0]:  # it has quotes
            return text
        for pattern, _, meaning in PLAIN.values():
            if pattern.match(text):
                if len(text) > LONGEST_NUMBER and text not in ("true", "false"):
                    self._say(line, self._path(), f"a number of {len(text)} digits: put it in quotes if it is text")
                    return 0
                return meaning(text)
        return text

    def _refuse_tag(self, event: Any, line: int) -> None:
        if event.tag not in (None, "!"):
            self._say(line, self._path(), f"found the tag {event.tag!r}, where a plain value belongs")

    def _path(self) -> Path_:
        at = self._open[-1] if self._open else None
        return (*at.path, *at.keys) if at else ()

    def _say(self, line: int, path: Path_, text: str) -> None:
        self.problems.append(Problem(self.name, line, dotted(path), text))

    def _stop(self, line: int, text: str) -> None:
        self._say(line, self._path(), text)
        raise _Stop


def dotted(path: Path_) -> str:
    """A path as people write it: `spells[0].effects`."""
    words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return words.removeprefix(".")


def load(text: bytes) -> Any:
    """A file that is known to be good."""
    try:
        return yaml.load(text, Loader=Strict)  # noqa: S506 - a safe loader with fewer meanings of plain text
    except yaml.YAMLError as error:
        raise ContentError(str(error)) from error
