"""`rulewright verify` and `rulewright reveal`."""

from pathlib import Path

import click

from rulewright.cli.support import REFUSED, plain_errors, print_json

_LOG = click.argument("log", type=click.Path(path_type=Path, exists=True, dir_okay=False))


@click.command()
@_LOG
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify(log: Path, as_json: bool) -> None:
    """Check a log of fair dice, and say what it can't prove.

    \b
    rulewright verify evening.dice

    Exit code 0 means that nothing was changed, left out or repeated.
    """
    with plain_errors():
        from rulewright.dice.fairness import verify_file

        report = verify_file(log)
    if as_json:
        print_json(report.to_dict())
    else:
        click.echo(report.text())
    raise SystemExit(0 if report.ok else REFUSED)


@click.command()
@_LOG
def reveal(log: Path) -> None:
    """Close a log of fair dice by telling its secret seed.

    \b
    rulewright reveal evening.dice

    The seed is written into the log, so that everybody can check the dice; no more can be thrown with it.
    """
    with plain_errors():
        from rulewright.dice.fairness import Session

        with Session.open(log) as session:
            session.close()
    click.echo(f"{log} is closed. Check it with: rulewright verify {log}")
