"""Whole sessions of play, written as data, and what the transcript says of them.

`python3 dev.py golden` writes the transcripts anew; read the difference before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import yaml
from msgspec import Meta

from rulewright.table.game import find_game
from rulewright.table.scenarios import Act, difference
from rulewright.table.table import Table
from rulewright.table.transcript import transcript

HERE = Path(__file__).parent


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a session that a story would give a heading of its own."""

    title: str
    steps: Annotated[tuple[Act, ...], Meta(min_length=1)]


class Session(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One evening at a table: steps as in scenarios, each with the faces of its dice."""

    title: str
    chapters: Annotated[tuple[Chapter, ...], Meta(min_length=1)]


def systems() -> list[str]:
    """The games of which a session is written down."""
    return sorted(path.stem for path in HERE.glob("*.yaml"))


def written(system: str) -> Path:
    """Where the transcript of a game's session stands."""
    return HERE / f"{system}.txt"


def told(system: str) -> str:
    """The session of a game, played at a real table, in the words of its transcript."""
    session = msgspec.convert(yaml.safe_load((HERE / f"{system}.yaml").read_text(encoding="utf-8")), Session)
    return "\n".join(lines(system, session)) + "\n"


def lines(system: str, session: Session) -> Iterator[str]:
    table = Table(find_game(system), now=lambda: 0)
    yield session.title
    for chapter in session.chapters:
        before, first = table.state, len(table.log) + 1
        for place, act in enumerate(chapter.steps, 1):
            problem = difference(table, act)
            if problem:
                raise AssertionError(f"{system}, {chapter.title}, step {place} ({act.do}): {problem}")
        yield from ("", f"# {chapter.title}", "")
        yield from transcript(table.game, list(table.log.read(first)), before)


def main() -> None:
    for system in systems():
        written(system).write_text(told(system), encoding="utf-8")


if __name__ == "__main__":
    main()
