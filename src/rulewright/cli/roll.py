"""`rulewright roll`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.support import bad_input, given_faces, plain_errors, print_json, sheet_values

if TYPE_CHECKING:
    from rulewright.dice.chance import Face


@click.command()
@click.argument("expression", nargs=-1, required=True)
@click.option("--set", "sheet", multiple=True, metavar="NAME=NUMBER", help="A value for @NAME; may be given often.")
@click.option("--times", type=click.IntRange(1, 1000), default=1, help="Roll so many times.")
@click.option("--seed", type=int, help="Dice that are the same again for the same number.")
@click.option("--dice", "faces", metavar="FACES", help="Faces that you threw by hand, in order: 4,2,6.")
@click.option(
    "--log", type=click.Path(path_type=Path, dir_okay=False), help="Throw fair dice and write them to this log."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line for each roll.")
def roll(
    expression: tuple[str, ...],
    sheet: tuple[str, ...],
    times: int,
    seed: int | None,
    faces: str | None,
    log: Path | None,
    as_json: bool,
) -> None:
    """Roll dice, such as 4d6kh3 or "1d20 + @brawn vs 15".

    \b
    rulewright roll 4d6kh3
    rulewright roll "1d20 + @brawn vs 15" --set brawn=3
    rulewright roll 2d6 --log evening.dice

    Every die is shown: dropped ones in brackets, exploded ones with an exclamation mark.
    """
    if sum(source is not None for source in (seed, faces, log)) > 1:
        bad_input("--seed, --dice and --log exclude each other")
    with plain_errors():
        from rulewright.dice.notation import parse

        parsed, values = parse(" ".join(expression)), sheet_values(sheet)
        with _source(seed, faces, log, parsed.canonical) as draw:
            rolls = [parsed.roll(draw, values) for _ in range(times)]
        for rolled in rolls:
            if as_json:
                print_json(rolled.to_dict())
            else:
                click.echo(rolled.explain())


@contextmanager
def _source(seed: int | None, faces: str | None, log: Path | None, what: str) -> "Iterator[Face]":
    """Where the faces come from. Fair dice are on the disk, and faces by hand are used up, before anything is shown."""
    from rulewright.dice.chance import seeded_face, system_face
    from rulewright.dice.rolling import Scripted

    if log:
        from rulewright.dice.fairness import Session

        session = Session.open(log) if log.exists() else Session.alone(log, "me")
        if session.repaired:
            click.echo(session.repaired, err=True)
        with session, session.roll("me", what) as dice:
            yield dice.face
    elif faces is not None:
        script = Scripted(given_faces(faces))
        yield script.d
        script.finish()
    else:
        yield system_face if seed is None else seeded_face(seed)
