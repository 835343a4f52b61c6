"""A log that somebody names: a stored table, or a file that one was exported to."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from rulewright.cli.data import chosen, say_notice, store_errors
from rulewright.cli.support import bad_input

if TYPE_CHECKING:
    from rulewright.table.game import Game
    from rulewright.table.log import Record

log_argument = click.argument("log")


class Recorded(NamedTuple):
    """A log as it was read."""

    name: str
    game: "Game"
    records: "list[Record]"


def recorded(log: str, folder: Path | None) -> Recorded:
    """All records of a log. A file of that name goes before a table."""
    with store_errors():
        return _from_file(Path(log)) if Path(log).is_file() else _from_store(log, folder)


def _from_file(path: Path) -> Recorded:
    from rulewright.store.chain import Label
    from rulewright.store.files import read
    from rulewright.store.log import decoded
    from rulewright.store.store import refuse_other_version
    from rulewright.table.game import find_game

    file = read(path)
    if not isinstance(file.label, Label):
        bad_input(f"{path} is a character, and nothing has happened to it yet: name the file of a table")
    game = find_game(file.label.game)
    refuse_other_version(file.label, game)
    records = [decoded(game.codec, body, f"{path}, line {line}") for line, body in enumerate(file.bodies, 2)]
    return Recorded(file.label.table, game, records)


def _from_store(name: str, folder: Path | None) -> Recorded:
    from rulewright.store import NoTables, Store
    from rulewright.store.store import refuse_other_version
    from rulewright.table.game import find_game

    if Path(name).suffix == ".jsonl":
        bad_input(f"there is no file {name}")
    try:
        with Store.look(chosen(folder)) as store:
            say_notice(store)
            head = store.head(name)
            label = store.label(head)
            game = find_game(label.game)
            refuse_other_version(label, game)
            return Recorded(head.name, game, list(store.log(name, game).read()))
    except NoTables as error:
        bad_input(f"{error}, and no file is called {name}")
