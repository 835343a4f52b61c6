"""The command itself: which game, which table, whose dice."""

from pathlib import Path

import click

from rulewright.cli.data import data_option, serving, store_errors
from rulewright.cli.support import plain_errors


@click.command()
@click.argument("system", required=False)
@click.option("--table", "name", metavar="NAME", help="The table to sit down at; a new one is made. Default: the game.")
@click.option("--seed", type=int, help="Dice that fall alike for the same number; nothing is kept.")
@data_option
def play(system: str | None, name: str | None, seed: int | None, folder: Path | None) -> None:
    """Play at a table in the terminal: make characters, meet creatures, fight, rest, take back.

    \b
    rulewright play glog
    rulewright play glog --table monday
    rulewright play glog --seed 7 < moves.txt

    Creatures act by themselves. Everything is kept, and goes on where you left it.
    """
    with plain_errors():
        from rulewright.rules import library
        from rulewright.table.game import find_game

        if system is None:
            click.echo("Games that can be played:")
            for playable in library.playable():
                click.echo(f"  rulewright play {playable:<12} {find_game(playable).title}")
            return
        game = find_game(system)
    from rulewright.cli.new_character import dice_to_choose
    from rulewright.cli.play.session import Session
    from rulewright.cli.play.terminal import Terminal
    from rulewright.table.sources import Chance
    from rulewright.table.table import Table

    if seed is not None:
        table = Table(game, source=Chance.seeded(seed))
        Session(table, Terminal(), dice_to_choose(seed), "Nothing of this is kept.").run()
        return
    with store_errors(), serving(folder) as store:
        wanted = name or system
        if wanted not in [entered.name for entered in store.tables()]:
            store.create(wanted, game)
        table = store.table(wanted)
        if table.game.name != game.name:
            raise click.UsageError(f"the table {wanted!r} plays {table.game.title}; name another with --table")
        Session(table, Terminal(), farewell="Everything is kept. Until next time.").run()
