"""`rulewright new-character`: somebody new, made choice by choice or at random."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.data import data_option, serving
from rulewright.cli.sheet import show_sheet
from rulewright.cli.support import bad_input, named_values, plain_errors

if TYPE_CHECKING:
    from rulewright.cli.play.session import Session
    from rulewright.dice import Dice
    from rulewright.table.game import Game
    from rulewright.table.state import Command
    from rulewright.table.table import Table

NEWCOMER = "newcomer"
MOST_GROWTH = 100


@click.command("new-character")
@click.argument("system")
@click.argument("choices", nargs=-1, metavar="[CHOICE=VALUE]...")
@click.option("--random", "at_random", is_flag=True, help="Leave every choice to the dice.")
@click.option("--name", default="", help="What the character is called.")
@click.option("--level", type=click.IntRange(1, MOST_GROWTH), default=1, help="How far the character has come.")
@click.option("--seed", type=int, help="Dice that fall alike for the same number; not at a stored table.")
@click.option("--table", "table_name", metavar="NAME", help="Bring the character to a stored table.")
@click.option("--set", "overrides", multiple=True, metavar="PATH=VALUE", help="What the GM allows against the rules.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the character to an open file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: paths and values.")
@data_option
def new_character(
    system: str,
    choices: tuple[str, ...],
    at_random: bool,
    name: str,
    level: int,
    seed: int | None,
    table_name: str | None,
    overrides: tuple[str, ...],
    out: Path | None,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Make a character, by the game's own rules at a table.

    \b
    rulewright new-character glog --random
    rulewright new-character glog --random --level 10 --seed 7
    rulewright new-character glog class=wizard --name ada --out ada.jsonl
    rulewright new-character glog --random --set str=18
    rulewright new-character glog --table monday

    What you don't choose beforehand is asked for. The answers may come from a file: < answers.txt
    """
    if seed is not None and table_name is not None:
        bad_input("--seed is for trying: a stored table throws its own dice")
    if as_json and not at_random:
        bad_input("--json is for --random: what is asked for would stand between")
    with table_for(system, table_name, seed, folder) as table:
        name = free_name(table, name)
        choosing = dice_to_choose(seed)
        make = make_at_random if at_random else make_by_hand
        with all_or_nothing(table):
            make(table, name, named_values(choices), level, choosing)
            allow(table, name, overrides)
        show_sheet(table.game, table.state, name, as_json=as_json)
        if out is not None:
            from rulewright.store.files import export_character

            export_character(table, name, out)
            click.echo(f"\n{out}: {name}", err=as_json)


@contextmanager
def table_for(system: str, name: str | None, seed: int | None, folder: Path | None) -> "Iterator[Table]":
    """The table at which it happens: a stored one, or one that nobody keeps."""
    from rulewright.table.game import find_game
    from rulewright.table.sources import Chance
    from rulewright.table.table import Table

    if name is None:
        with plain_errors():
            game = find_game(system)
            yield Table(game, source=Chance() if seed is None else Chance.seeded(seed))
        return
    with serving(folder) as store:
        table = store.table(name)
        if table.game.name != find_game(system).name:
            bad_input(f"the table {name!r} plays {table.game.title}")
        yield table


@contextmanager
def all_or_nothing(table: "Table") -> "Iterator[None]":
    """Who can't be finished is not left behind at the table half made."""
    before = table.history.length
    try:
        yield
    except BaseException:
        begun = list(table.history.steps())[before:]
        if begun:
            table.undo(back_to=begun[0].number)
        raise


def dice_to_choose(seed: int | None) -> "Dice":
    """Dice for what a player would choose. They are not those of the table."""
    from rulewright.dice import Fast

    return Fast() if seed is None else Fast.seeded(f"choices {seed}")


def free_name(table: "Table", wanted: str) -> str:
    """The name under which the table knows somebody; a name that was asked for is not changed silently."""
    name = re.sub(r"[^a-z0-9]+", "_", wanted.lower()).strip("_") or NEWCOMER
    if wanted or name not in table.state.entities:
        return name
    numbered = (f"{name}_{number}" for number in range(2, len(table.state.entities) + 3))
    return next(free for free in numbered if free not in table.state.entities)


def allow(table: "Table", name: str, overrides: tuple[str, ...]) -> None:
    """What the GM wants otherwise, whatever the rules say. The log shows it as an override."""
    from rulewright.table.state import Command

    for word in overrides:
        path, _, _ = word.partition("=")
        value = next(iter(named_values((f"value={word.partition('=')[2]}",)).values()))
        table.do(Command(name="set", args={"path": f"{name}.{path}", "value": value}))


# ---------------------------------------------------------------- at random


def make_at_random(table: "Table", name: str, given: Mapping[str, Any], level: int, dice: "Dice") -> None:
    """Every choice by dice, but for those that are given."""
    from rulewright.table.creation import grow, proposal

    table.do(proposal(table.game, table.state, name, dice, given))
    for reached in range(1, level):
        if not grow(table, name, dice):
            refuse_beyond(table.game, reached)


def refuse_beyond(game: "Game", reached: int) -> None:
    from rulewright.rules import RuleError

    raise RuleError("not_allowed", f"{game.title} goes no further than {reached}")


# ---------------------------------------------------------------- by hand


def make_by_hand(table: "Table", name: str, given: Mapping[str, Any], level: int, dice: "Dice") -> None:
    """Choice by choice; what is refused is asked for again, with the rule's reason."""
    from rulewright.cli.play.session import Left, Session
    from rulewright.cli.play.terminal import Ended, Terminal
    from rulewright.table.creation import creation_of

    session = Session(table, Terminal())
    creation = creation_of(table.game)
    try:
        insist(session, creation.somebody(table.game, table.state, name, dice).name, "", {"id": name, **given})
        for command in creation.afterwards:
            offer(session, command, name)
        for reached in range(1, level):
            steps = creation.grows(table.game, table.state, name, dice)
            if not steps:
                refuse_beyond(table.game, reached)
            for step in steps:
                take_step(session, step)
    except Left:
        raise click.Abort from None
    except Ended:
        bad_input("the answers end before the character is made")


def insist(session: "Session", name: str, by: str, given: Mapping[str, Any], more: Sequence[str] = ()) -> None:
    """Ask until the command is done; where nothing is left to ask for, a refusal is the end."""
    from rulewright.cli.play.menus import Back, build
    from rulewright.cli.play.session import SEAT
    from rulewright.dice import DiceError
    from rulewright.rules import RuleError

    while True:
        try:
            command = build(session, name, by, given, more)
        except Back:
            continue
        try:
            session.table.do(command, seat=SEAT)
        except (RuleError, DiceError) as error:
            if command.args.keys() <= given.keys():
                raise
            session.terminal.say(f"That can't be done: {error}. The GM allows more with --set.")
        else:
            return


def offer(session: "Session", name: str, by: str) -> None:
    """What may be done now and need not be, where it is possible at all."""
    from rulewright.cli.play.menus import worded
    from rulewright.cli.play.session import SEAT
    from rulewright.cli.play.terminal import Option
    from rulewright.table.choices import actions_of

    if not any(choice.name == name and choice.possible for choice in actions_of(session.game, session.state, SEAT, by)):
        return
    show_sheet(session.game, session.state, by)
    picked = None
    while picked is None:
        picked = session.pick("", [Option("leave it so"), Option(worded(name))])
    if picked:
        insist(session, name, by, {})


def take_step(session: "Session", step: "Command") -> None:
    """What the GM gives is given; whatever dice would choose for the character is asked for."""
    from rulewright.cli.play.session import SEAT

    if not step.by:
        session.table.do(step, seat=SEAT)
        return
    chosen = [name for name, value in step.args.items() if not isinstance(value, bool)]
    insist(session, step.name, step.by, {name: step.args[name] for name in step.args.keys() - {*chosen}}, chosen)
