"""`rulewright odds`."""

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.completion import complete_rule
from rulewright.cli.support import (
    asked_rule,
    bad_input,
    budget_with_progress,
    coloured,
    columns,
    plain_errors,
    print_json,
    sheet_values,
    write_whole,
)

if TYPE_CHECKING:
    from rulewright.dice.distribution import Distribution

_RULE = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


@click.command()
@click.argument("what", shell_complete=complete_rule)
@click.argument("arguments", nargs=-1, metavar="[ARGUMENT=VALUE]...")
@click.option(
    "--set", "sheet", multiple=True, metavar="NAME=NUMBER", help="A value for @NAME in dice text; may be given often."
)
@click.option("--field", help="Only this field of a rule's result.")
@click.option("--depth", type=click.IntRange(0, 100), help="How many dice one exploding die may add.")
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), help="Write the chart to a file, .svg or .html."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON with exact fractions.")
def odds(
    what: str,
    arguments: tuple[str, ...],
    sheet: tuple[str, ...],
    field: str | None,
    depth: int | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """The exact odds of dice text or of a rule.

    \b
    rulewright odds 4d6kh3
    rulewright odds "1d20+@brawn vs 15" --set brawn=3
    rulewright odds glog.attack attack=12 defense=14
    rulewright odds glog.weapon_attack attack=12 defense=13 strength=14 \\
        weapon_class=medium --field damage --plot damage.svg
    """
    if plot and plot.suffix not in (".svg", ".html"):
        bad_input(f"--plot: expected a name that ends in .svg or .html, found {plot.name}")
    with plain_errors():
        if _RULE.fullmatch(what):
            if sheet or depth is not None:
                bad_input("--set and --depth are for dice text; a rule takes ARGUMENT=VALUE")
            title, distribution, remarks = _of_rule(what, arguments)
        else:
            title, distribution, remarks = _of_text(" ".join((what, *arguments)), sheet, depth)
        if field:
            distribution = distribution.field(field)
        chart = distribution.chart(f"{title}, {field.replace('_', ' ')}" if field else title)
        if plot:
            write_whole(plot, chart.svg() if plot.suffix == ".svg" else chart.page())
        if as_json:
            print_json({"of": title, "remarks": remarks, **distribution.to_dict()})
        else:
            click.echo(coloured(chart.text(min(100, columns()))))
            for remark in remarks:
                click.echo(textwrap.fill(remark, columns()))


def _of_rule(name: str, arguments: tuple[str, ...]) -> tuple[str, "Distribution[Any]", list[str]]:
    from rulewright.dice.distribution import Distribution
    from rulewright.dice.exact import Exact
    from rulewright.rules.book import Reading

    rule, known = asked_rule(name, arguments)
    with budget_with_progress() as budget:
        exact = Exact(budget)
        if isinstance(rule, Reading):
            found = Distribution({rule(exact, **known): 1})
        else:
            found = exact.distribution(rule, **known)
    return " ".join((name, *arguments)), found, []


def _of_text(text: str, sheet: tuple[str, ...], depth: int | None) -> tuple[str, "Distribution[Any]", list[str]]:
    from rulewright.dice.charts import percent
    from rulewright.dice.notation import odds as odds_of
    from rulewright.dice.notation import parse

    expression = parse(text)
    found = odds_of(expression, sheet_values(sheet), depth)
    remarks = []
    if found.success:
        chance = found.success.p(lambda verdict: verdict.success)
        remarks.append(f"success: {percent(chance)}, exactly {chance}")
    if found.remaining:
        remarks.append(
            f"Each die adds at most {found.depth} dice here; "
            f"the chance that one would go on exploding is {float(found.remaining):.1e}."
        )
    return expression.canonical, found.distribution, remarks
