"""Lays packs upon each other: the entries of a game as all of them together say, and everything that is wrong."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from rulewright.content.checking import Quantity, Reference, Wrong, check, fields_of
from rulewright.content.packs import Pack, Statement
from rulewright.content.problems import Problem, unlike
from rulewright.content.reading import Path_
from rulewright.content.sections import Content, Finding, Section
from rulewright.rules.values import near

ID = re.compile(r"[a-z][a-z0-9_]{0,99}")


class Entry(NamedTuple):
    """An entry as all packs together say."""

    data: Mapping[str, Any]
    pack: str
    """The pack that it is from."""
    set_by: Mapping[Path_, str] = {}
    """The packs that have changed it, by where."""


class Shelf:
    """The entries of a game by section and name, pack upon pack."""

    def __init__(self, content: Content, own: Mapping[str, Mapping[str, Entry]] | None = None) -> None:
        self.content = content
        self.entries: dict[str, dict[str, Entry]] = {
            section: dict(own.get(section, {}) if own else {}) for section in content.sections
        }
        self.packs: dict[str, str] = {}
        """Those that were laid, in order, with their versions."""
        self._before: dict[str, frozenset[str]] = {}
        """By pack: those that it builds on."""
        self._told: set[tuple[str, str, Path_, str]] = set()
        """What is known to be wrong, for which nobody else is to blame who changes the same entry."""

    def table(self, section: str) -> list[Mapping[str, Any]]:
        """The entries of a section, those of the game first."""
        return [entry.data for entry in self.entries[section].values()]

    def lay(self, pack: Pack) -> list[Problem]:
        """Take in what a pack says, as far as it is right; returns what is not."""
        self.packs[pack.id] = pack.manifest.version
        requires = frozenset(pack.manifest.requires)
        self._before[pack.id] = requires.union(*(self._before.get(other, frozenset()) for other in requires))
        problems: list[Problem] = []
        laid = [statement for statement in pack.statements if self._lay_one(pack, statement, problems)]
        names = self.content.names({section: _data(entries) for section, entries in self.entries.items()})
        for statement in laid:
            problems += self._checked(statement, names)
        problems += self._doubles(laid)
        return sorted(problems, key=lambda problem: (problem.file, problem.line))

    # ------------------------------------------------------------ one statement

    def _lay_one(self, pack: Pack, statement: Statement, problems: list[Problem]) -> bool:
        section, entries = self.content.sections[statement.section], self.entries[statement.section]
        known = entries.get(statement.key)
        if refusal := self._refusal(pack, statement, section, known):
            problems.append(statement.problem((section.key,), refusal))
            return False
        if statement.way == "add":
            entries[statement.key] = Entry(statement.data, pack.id)
            return True
        assert known
        if statement.way == "replace":
            data: Mapping[str, Any] = statement.data
            touched: set[Path_] = {(field,) for field in (*known.data, *statement.data)}
        else:
            data = merged(known.data, statement.data)
            touched = set(_touched(known.data, statement.data))
        touched.discard((section.key,))
        problems += self._quarrels(pack, statement, known, touched)
        entries[statement.key] = Entry(data, known.pack, {**known.set_by, **dict.fromkeys(touched, pack.id)})
        return True

    def _refusal(self, pack: Pack, statement: Statement, section: Section, known: Entry | None) -> str:
        """Why this can't be said at all; nothing if it can."""
        name, key = statement.section, statement.key
        if statement.way == "add" and known:
            if known.pack == pack.id:
                return f"{key} is there twice: leave one out"
            return f"{known.pack} has {key} already: put it under change or replace to have it different"
        if statement.way == "add" and section.closed and not pack.own:
            return f"nothing can be added to {name}, of which the rules know each by name: change or replace one"
        if statement.way == "add" and section.key == "id" and not ID.fullmatch(key):
            return unlike(statement.data["id"], "an id such as long_sword")
        if statement.way != "add" and not known:
            return f"there is no {key!r} in {name} to {statement.way}{near(key, self.entries[name])}"
        if known and known.pack not in self._order(pack):
            return f"{key} is from {known.pack}: name that pack under requires"
        return ""

    def _order(self, pack: Pack) -> frozenset[str]:
        return self._before[pack.id] | {pack.id, self.content.system}

    def _quarrels(self, pack: Pack, statement: Statement, known: Entry, touched: Iterable[Path_]) -> Iterator[Problem]:
        """Two packs that set the same, of which neither builds on the other: nothing says whose word counts."""
        for place in touched:
            for other, other_pack in known.set_by.items():
                overlap = min(len(place), len(other))
                if place[:overlap] == other[:overlap] and other_pack not in self._order(pack):
                    text = f"{other_pack} sets it too: whichever of the two requires the other has the last word"
                    yield statement.problem(place[:1], text)
                    break

    # ------------------------------------------------------------ what is said

    def _checked(self, statement: Statement, names: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
        """What is wrong with an entry as it is now, where this statement has something to do with it."""
        section = self.content.sections[statement.section]
        data = self.entries[statement.section][statement.key].data
        faults = list(self._faults(section, data, names))
        if not faults:
            try:
                entry = _as_read(section, data)
            except msgspec.ValidationError as error:  # what a type says of several fields together
                faults = [((), str(error).partition(" - at ")[0])]
            else:
                faults = [*section.check(entry), *_unknown(section.refers(entry), names)]
        for path, text in faults:
            known = (statement.section, statement.key, path, text)
            if known not in self._told:
                self._told.add(known)
                yield statement.problem(path, text, _place_in(statement, data, path))

    def _faults(
        self, section: Section, data: Mapping[str, Any], names: Mapping[str, frozenset[str]]
    ) -> Iterator[tuple[Path_, str]]:
        numbers = {*section.numbers(data), *names.get("numbers", ())}
        for found in check(data, section.kind, prose=self.content.prose | {section.key}, also=section.also):
            match found:
                case Wrong(path, text):
                    yield path, text
                case Reference():
                    yield from _unknown([found], names)
                case Quantity(path, written) if written not in numbers and not self._is_dice(written):
                    yield path, unlike(written, "a number, dice or a value of the entry", sorted(numbers))
                case _:
                    pass

    def _is_dice(self, text: str) -> bool:
        try:
            self.content.dice(text)
        except ValueError:
            return False
        return True

    def _doubles(self, laid: Sequence[Statement]) -> Iterator[Problem]:
        """Entries that must differ in something and don't."""
        for statement in laid:
            for fields in self.content.sections[statement.section].unique:
                entries = self.entries[statement.section]
                mine = _values(entries[statement.key].data, fields)
                others = (key for key in entries if key != statement.key)
                if same := next((key for key in others if _values(entries[key].data, fields) == mine), None):
                    values = ", ".join(f"{field} {value}" for field, value in zip(fields, mine, strict=True))
                    yield statement.problem((fields[-1],), f"{same} has {values} already")


def _as_read(section: Section, data: Mapping[str, Any]) -> Any:
    """The entry as its kind, once all types have read it."""
    read: list[Any] = [msgspec.convert(fields_of(data, kind), kind) for kind in section.kinds]
    return read[0]


def _unknown(references: Iterable[Reference], names: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Names that nothing has."""
    for path, to, name in references:
        if to in names and name not in names[to]:
            yield path, unlike(name, f"the name of one of the {to}", sorted(names[to]))


def _data(entries: Mapping[str, Entry]) -> dict[str, Mapping[str, Any]]:
    return {key: entry.data for key, entry in entries.items()}


def _values(data: Mapping[str, Any], fields: Iterable[str]) -> list[Any]:
    return [data.get(field) for field in fields]


# ---------------------------------------------------------------- putting together


def merged(known: Any, change: Any) -> Any:
    """A value with a change: maps field by field, lists of entries with an `id` entry by entry, all else whole."""
    if _merge_as_maps(known, change):
        return {**known, **{name: merged(known.get(name), value) for name, value in change.items()}}
    if _merge_by_id(known, change):
        by_id = {entry["id"]: entry for entry in known}
        for entry in change:
            by_id[entry["id"]] = merged(by_id.get(entry["id"]), entry)
        return list(by_id.values())
    return change


def _touched(known: Any, change: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Where a change takes the place of what was there."""
    if _merge_as_maps(known, change):
        for name, value in change.items():
            yield from _touched(known.get(name), value, (*at, name))
    elif _merge_by_id(known, change):
        by_id = {entry["id"]: entry for entry in known}
        for entry in change:
            inside = {name: value for name, value in entry.items() if name != "id"}
            yield from _touched(by_id.get(entry["id"]), inside, (*at, entry["id"]))
    else:
        yield at


def _merge_as_maps(known: Any, change: Any) -> bool:
    return _both(dict, known, change) and known.get("type") == change.get("type", known.get("type"))


def _merge_by_id(known: Any, change: Any) -> bool:
    return _both(list, known, change) and _have_ids(known) and _have_ids(change)


def _both(kind: type, *values: Any) -> bool:
    return all(isinstance(value, kind) for value in values)


def _have_ids(values: Sequence[Any]) -> bool:
    return all(isinstance(value, dict) and isinstance(value.get("id"), str | int) for value in values)


def _place_in(statement: Statement, data: Mapping[str, Any], path: Path_) -> Path_:
    """Where in a statement a value of the whole entry stands: a list by `id` may have it elsewhere, or not at all."""
    whole: Any = data
    said: Any = statement.data
    place: list[Any] = []
    step: Any
    for step in path:
        whole = whole[step] if isinstance(whole, list) or step in whole else None
        if isinstance(said, list) and _have_ids(said) and isinstance(whole, dict):
            step = next((number for number, entry in enumerate(said) if entry["id"] == whole.get("id")), len(said))
        if not (step in said if isinstance(said, dict) else isinstance(said, list) and step in range(len(said))):
            break
        place.append(step)
        said = said[step]
    return tuple(place)
