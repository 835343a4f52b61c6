"""`rulewright recap`."""

from pathlib import Path

import click

from rulewright.cli.data import data_option
from rulewright.cli.recorded import log_argument, recorded
from rulewright.cli.support import columns, print_json


@click.command()
@log_argument
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def recap(log: str, folder: Path | None, as_json: bool) -> None:
    """Tell what an evening came to: who did what, who fell, and how lucky the dice were.

    \b
    rulewright recap thursday
    rulewright recap thursday.jsonl --json

    LOG is the name of a stored table, or a file that one was exported to.
    What was to be expected of each throw is asked of the rules; what was taken back does not count.
    """
    from rulewright.table.recap import recap as told
    from rulewright.table.recap_text import lines

    found = recorded(log, folder)
    summary = told(found.game, found.records)
    if as_json:
        print_json(summary)
        return
    for line in lines(summary, found.name, columns()):
        click.echo(line)
