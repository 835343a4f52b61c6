"""`rulewright tables`, `export`, `import` and `upgrade`."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.data import chosen, data_option, looking, say_notice, serving, store_errors
from rulewright.cli.support import REFUSED, bad_input, print_json

if TYPE_CHECKING:
    from rulewright.store import Entered

_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_FILE_THAT_IS = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.command()
@data_option
@click.option("--check", is_flag=True, help="Read everything and compare it with its hashes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def tables(folder: Path | None, check: bool, as_json: bool) -> None:
    """List the tables that are kept in the data folder.

    \b
    rulewright tables
    rulewright tables --check

    Exit code 1 with --check means that something is damaged.
    """
    listed, problems = [], []
    with store_errors():
        from rulewright.store import NoTables, Store

        with suppress(NoTables), Store.look(chosen(folder)) as store:
            say_notice(store)
            listed = store.tables()
            problems = store.problems() if check else []
    if as_json:
        print_json([entered._asdict() for entered in listed])
    else:
        lines = [_line(entered, max(len(other.name) for other in listed)) for entered in listed]
        click.echo("\n".join(lines) or f"There are no tables in {chosen(folder)} yet.")
    for problem in problems:
        click.echo(f"Damaged: {problem}", err=True)
    if check and not problems:
        click.echo("All of it is in order.", err=as_json)
    raise SystemExit(REFUSED if problems else 0)


def _line(entered: "Entered", width: int) -> str:
    game = f"{entered.game} {entered.game_version}"
    played = f"{datetime.fromtimestamp(entered.last_played).astimezone():%Y-%m-%d}" if entered.last_played else "never"
    return f"{entered.name:<{width}}  {game:<12} {entered.length:>9,} records  last played {played}"


@click.command("export")
@click.argument("table")
@_FILE
@click.option("--character", metavar="NAME", help="Only this one of those at the table.")
@data_option
def export_(table: str, file: Path, character: str | None, folder: Path | None) -> None:
    """Write a whole table, or one character, to an open file.

    \b
    rulewright export thursday thursday.jsonl
    rulewright export thursday ada.jsonl --character ada

    The file has a line of JSON for each command with all that it did, and a first line that says what it is.
    """
    with looking(folder) as store:
        from rulewright.store.files import export_character, export_table

        if character is None:
            head = export_table(store, table, file)
            click.echo(f"{file}: {head.length:,} records of {head.name}")
        else:
            export_character(store.table(table), character, file)
            click.echo(f"{file}: {character} of {table}")


@click.command("import")
@_FILE_THAT_IS
@click.option("--as", "name", metavar="NAME", default="", help="The name that the table gets here.")
@click.option("--into", metavar="TABLE", help="The table that a character comes to.")
@data_option
def import_(file: Path, name: str, into: str | None, folder: Path | None) -> None:
    """Take in a table or a character from a file.

    \b
    rulewright import thursday.jsonl
    rulewright import thursday.jsonl --as thursday-again
    rulewright import ada.jsonl --into sunday

    A file that is cut off, changed or can't be played is refused, and nothing changes.
    """
    with store_errors():
        from rulewright.store.chain import Label
        from rulewright.store.files import import_character, import_table, installed, read

        found = read(file)
        is_table = isinstance(found.label, Label)
        if is_table and into is not None:
            bad_input(f"{file} is a table: --into is for characters")
        if not is_table and (into is None or name):
            bad_input(f"{file} is a character: say to which table it comes with --into TABLE, and leave out --as")
        with serving(folder) as store:
            if into is not None:
                joined = import_character(store.table(into), found)
                click.echo(f"{joined.id} comes to {into}")
                return
            label = import_table(store, found, name)
    click.echo(f"{label.table}: {len(found.bodies):,} records of {label.game} {label.game_version}")
    game = installed(label.game)
    if game is None:
        click.echo(
            f"Note: {label.game} is not installed as a game for tables, so it can be kept but not played.", err=True
        )
    elif label != (now := label.now(game)):
        again = f"To play it by {now.played_by}: rulewright upgrade {label.table}"
        click.echo(f"Note: it is played by {label.played_by}. {again}", err=True)


@click.command()
@click.argument("table")
@click.option("--yes", is_flag=True, help="Don't ask.")
@data_option
def upgrade(table: str, yes: bool, folder: Path | None) -> None:
    """Let a table go on by the rules that are installed now.

    \b
    rulewright upgrade thursday

    A table stays with the version of the rules that it began with until you say so.
    All records are made anew and played through first; the old ones are kept in a file.
    """
    with serving(folder) as store:
        from rulewright.store.upgrade import carry_out, plan
        from rulewright.table.game import find_game

        game = find_game(store.label(store.head(table)).game)
        planned = plan(store, table, game)
        before, after = planned.before.played_by, planned.after.played_by
        click.echo(f"{table}: {len(planned.bodies):,} records go from {before} to {after}, and can all be played.")
        if not yes and not click.confirm("Go on?"):
            click.echo("Nothing was changed.")
            raise SystemExit(REFUSED)
        kept = carry_out(store, planned)
    click.echo(f"Done. The records of before are in {kept}")
