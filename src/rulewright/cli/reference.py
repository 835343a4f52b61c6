"""`rulewright reference`: the rules of a game in brief, to lie on the table."""

import click

from rulewright.cli.support import named_values, plain_errors


@click.command()
@click.argument("system")
@click.argument("switches", nargs=-1, metavar="[SWITCH=VALUE]...")
def reference(system: str, switches: tuple[str, ...]) -> None:
    """Print the rules of a game in brief, as a table with these house rules plays them.

    \b
    rulewright reference quickref
    rulewright reference quickref rounds_to_live=3 initiative=individual

    What a house rule changes is marked.
    """
    with plain_errors():
        from rulewright.table.game import find_game, rules_in_brief

        lines = rules_in_brief(find_game(system), named_values(switches))
    for line in lines:
        click.echo(line)
