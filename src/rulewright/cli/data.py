"""What the commands about stored tables share: the data folder, opening it, and its errors in plain language."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.support import BadInput, Refused, plain_errors

if TYPE_CHECKING:
    from rulewright.store import Entered, Store

data_option = click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The data folder. Otherwise the one that RULEWRIGHT_DATA names, or where this system keeps programs' data.",
)

HELP = "A backup comes back with: rulewright restore FILE\nWhat is whole is saved with: rulewright salvage FOLDER"


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn errors of the store and of rules into messages with the right exit code."""
    from rulewright.store import BadName, Damaged, StoreError, UnknownTable, Unreadable

    try:
        with plain_errors():
            yield
    except Damaged as error:
        raise Refused(f"{error}\n{HELP}") from None
    except (BadName, UnknownTable, Unreadable) as error:
        raise BadInput(str(error)) from None
    except StoreError as error:
        raise Refused(str(error)) from None


def chosen(folder: Path | None) -> Path:
    """The data folder that was asked for. Its packs are those that its tables are played with."""
    from rulewright.content.places import use_data_folder
    from rulewright.store import data_folder

    if folder:
        use_data_folder(folder)
    return folder or data_folder()


@contextmanager
def serving(folder: Path | None) -> "Iterator[Store]":
    """The tables of a data folder, to write to; no other process can meanwhile."""
    from rulewright.store import Store

    with store_errors(), Store.open(chosen(folder)) as store:
        say_notice(store)
        yield store


@contextmanager
def looking(folder: Path | None) -> "Iterator[Store]":
    """The tables of a data folder, to read; also while they are played. `store.table(NAME)` opens one."""
    from rulewright.store import Store

    with store_errors(), Store.look(chosen(folder)) as store:
        say_notice(store)
        yield store


def say_notice(store: "Store") -> None:
    """Tell what was found when the tables were opened."""
    if store.notice:
        click.echo(f"Note: {store.notice}", err=True)


def counted(tables: "list[Entered]") -> str:
    """How much there is, in words."""
    return f"{_number(len(tables), 'table')}, {_number(sum(entered.length for entered in tables), 'record')}"


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
