"""`rulewright backup`, `restore` and `salvage`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.data import chosen, counted, data_option, looking, store_errors
from rulewright.cli.support import REFUSED

if TYPE_CHECKING:
    from rulewright.store.salvage import Saved


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def backup(file: Path, folder: Path | None) -> None:
    """Copy all tables into one file, also while they are played.

    \b
    rulewright backup tables.backup

    The copy is of one moment. It is read through before it gets its name, and an older one stays until then.
    """
    with looking(folder) as store:
        from rulewright.store.backup import backup as copy

        copied = copy(store, file)
    click.echo(f"{file}: {counted(copied)}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
def restore(file: Path, folder: Path | None) -> None:
    """Replace all tables by those of a backup.

    \b
    rulewright restore tables.backup

    The backup is read through first; one that is damaged changes nothing.
    The tables that were there are kept in a folder beside them.
    """
    with store_errors():
        from rulewright.store.backup import restore as put_back

        restored, kept = put_back(file, chosen(folder))
    click.echo(f"{chosen(folder)}: {counted(restored)}")
    if kept:
        click.echo(f"What was there before is in {kept}")


@click.command()
@click.argument("into", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@data_option
def salvage(into: Path, folder: Path | None) -> None:
    """Save what is whole from damaged tables into a new folder.

    \b
    rulewright salvage saved

    Each table becomes a file for `rulewright import`, with all records up to the first one that is lost.
    The data folder stays as it is. Exit code 1 means that something is lost.
    """
    with store_errors():
        from rulewright.store.salvage import salvage as save

        found = save(chosen(folder), into)
    for saved in found:
        click.echo(_told(saved))
    raise SystemExit(REFUSED if any(saved.lost != 0 for saved in found) else 0)


def _told(saved: "Saved") -> str:
    said = f"{saved.file}: {saved.records:,} records" if saved.file else f"{saved.name}: its beginning is lost"
    if saved.lost is None:
        said += "; how many there were is lost"
    elif saved.lost:
        said += f", {saved.lost:,} are missing"
    if saved.rest:
        said += f"\n  {saved.rest}: {saved.found_behind:,} records from behind the gap, to be read"
    return said
