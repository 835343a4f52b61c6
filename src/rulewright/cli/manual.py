"""`rulewright manual`: how a game is played, in the words of its own page."""

import click

from rulewright.cli.support import plain_errors


@click.command()
@click.argument("system")
@click.argument("heading", required=False)
def manual(system: str, heading: str | None) -> None:
    """Print the manual of a game, or what stands in it under a HEADING.

    \b
    rulewright manual glog
    rulewright manual glog "house rules"
    """
    with plain_errors():
        from rulewright.table.manual import manual, under

        page = manual(system)
        shown = page if heading is None else under(page, heading)
    click.echo_via_pager(shown, color=False)
