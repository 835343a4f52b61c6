"""`rulewright replay`."""

from pathlib import Path

import click

from rulewright.cli.data import data_option
from rulewright.cli.recorded import log_argument, recorded


@click.command()
@log_argument
@data_option
def replay(log: str, folder: Path | None) -> None:
    """Tell in plain language what happened at a table.

    \b
    rulewright replay thursday
    rulewright replay thursday.jsonl

    LOG is the name of a stored table, or a file that one was exported to.
    What was taken back is told too. It is told for the GM, with everything that was hidden.
    """
    from rulewright.table.transcript import transcript

    found = recorded(log, folder)
    for line in transcript(found.game, found.records):
        click.echo(line)
