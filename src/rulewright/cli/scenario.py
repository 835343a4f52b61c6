"""`rulewright scenario`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.support import REFUSED, BadInput, print_json

if TYPE_CHECKING:
    from rulewright.table.scenario_files import Case


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--system", metavar="GAME", default="", help="The game of all of them, whatever the files say.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each.")
def scenario(files: tuple[Path, ...], system: str, as_json: bool) -> None:
    """Play scenarios: scenes and commands with fixed dice, and what must come of them.

    \b
    rulewright scenario glog_scenarios.yaml
    rulewright scenario tests/conformance/*_scenarios.yaml --json

    A file is a list of scenarios, and its name begins with the game, unless it says `system: GAME` and `scenarios:`.
    Each is told in a line, with the first difference if there is one.
    Exit code 1 means that not all of them came as expected.
    """
    cases = [case for path in files for case in _read(path, system)]
    failed = sum(not _passes(case, as_json) for case in cases)
    if not as_json:
        click.echo(f"{len(cases)} played, {failed or 'none'} failed.")
    raise SystemExit(REFUSED if failed else 0)


def _read(path: Path, system: str) -> "list[Case]":
    from rulewright.content.problems import ContentError
    from rulewright.table.scenario_files import cases

    try:
        return cases(path, system)
    except ContentError as error:
        raise BadInput(str(error)) from None


def _passes(case: "Case", as_json: bool) -> bool:
    """Play one, and say how it went."""
    problem = _problem(case)
    if as_json:
        print_json({"id": case.id, "ok": problem is None, "problem": problem})
    elif problem is None:
        click.echo(f"ok    {case.id}  {case.title}".rstrip())
    else:
        click.echo(f"FAIL  {case.id}  {case.title}".rstrip())
        click.echo(f"      {case.file}:{case.line}: {problem}" if case.scenario else f"      {problem}")
    return problem is None


def _problem(case: "Case") -> str | None:
    try:
        return case.problem()
    except Exception as error:  # noqa: BLE001 - a fault of one game must not hide how the others went
        return f"a fault in {case.game.name}: {type(error).__name__}: {error}"
