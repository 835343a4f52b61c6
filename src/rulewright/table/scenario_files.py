"""Files of scenarios: which game they are for, which of them can be read, and in which line the others go wrong."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulewright.content.checking import Found, Wrong, check
from rulewright.content.problems import Problem, refuse, unlike
from rulewright.content.reading import Document, Path_, dotted, read
from rulewright.rules import UnknownRule
from rulewright.table.game import Game, find_game
from rulewright.table.scenarios import Scenario, play

ADVICE = "The game is what the file's name begins with, as in GAME_scenarios.yaml, unless `system: GAME` says otherwise"


class Case(NamedTuple):
    """A scenario of a file, ready to be played, or with what is wrong with it as it is written."""

    file: str
    line: int
    id: str
    title: str
    game: Game
    scenario: Scenario | None
    fault: str = ""

    def problem(self) -> str | None:
        """Play it. Gives the first difference in words, or nothing if all came as expected."""
        return play(self.game, self.scenario) if self.scenario else self.fault


def cases(path: Path, system: str = "") -> list[Case]:
    """The scenarios of a file. A file that is no list of scenarios, or is for no known game, raises ContentError.

    The game is the one that was asked for, or the scenario's own `system`, or the file's, or what its name begins with.
    """
    document, problems = read(path, str(path))
    refuse(problems)
    at, listed, own = _inside(document)
    found: list[Case] = []
    unknown: dict[str, Problem] = {}
    for place, raw in enumerate(listed):
        where = (*at, place)
        wanted = system or _system(raw) or own or path.stem.partition("_")[0]
        try:
            found.append(_case(document, where, raw, find_game(wanted)))
        except UnknownRule as error:
            unknown.setdefault(wanted, Problem(document.file, document.line(where), "", f"{error}. {ADVICE}"))
    refuse(list(unknown.values()))
    return found


def _inside(document: Document) -> tuple[Path_, list[Any], str]:
    """Where the list of scenarios stands, the list, and the game that the file names."""
    data = document.data
    at: Path_ = ("scenarios",) if isinstance(data, dict) else ()
    listed: Any = data.get("scenarios") if isinstance(data, dict) else data
    if not isinstance(listed, list):
        wanted = unlike(listed, "a list of scenarios")
        refuse([Problem(document.file, document.line(at), dotted(at), wanted)])
    return at, listed, _system(data)


def _system(raw: Any) -> str:
    named = raw.get("system") if isinstance(raw, dict) else None
    return named if isinstance(named, str) else ""


def _case(document: Document, where: Path_, raw: Any, game: Game) -> Case:
    line = document.line(where)
    known = raw if isinstance(raw, dict) else {}
    name, title = str(known.get("id") or f"line {line}"), str(known.get("title") or "")
    faults = list(_faults(document, where, check(raw, Scenario)))
    scenario = None if faults else msgspec.convert(raw, Scenario)
    return Case(document.file, line, name, title, game, scenario, "; ".join(map(str, faults)))


def _faults(document: Document, where: Path_, found: Iterator[Found]) -> Iterator[Problem]:
    for wrong in found:
        if isinstance(wrong, Wrong):
            yield Problem(document.file, document.line((*where, *wrong.path)), dotted(wrong.path), wrong.text)
