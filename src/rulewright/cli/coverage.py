"""`rulewright coverage`: what covers each paragraph of a game's specification, and what is missing."""

import textwrap
from typing import TYPE_CHECKING

import click

from rulewright.cli.support import REFUSED, columns, plain_errors, print_json

if TYPE_CHECKING:
    from rulewright.table.coverage import Coverage, Covered


@click.command()
@click.argument("system")
@click.option("--gaps", "only_gaps", is_flag=True, help="Only what is missing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def coverage(system: str, only_gaps: bool, as_json: bool) -> None:
    """Show which rules, commands and tests cover each paragraph of a game's specification.

    \b
    rulewright coverage glog
    rulewright coverage glog --gaps

    Exit code 1 means that there are gaps: a paragraph that nothing covers and for which no reason is given, one without
    a test, or one that code names and the register does not know.
    """
    with plain_errors():
        from rulewright.table.coverage import coverage_of

        found = coverage_of(system)
    if as_json:
        print_json(as_data(found))
    else:
        if not only_gaps:
            for covered in found.table:
                click.echo("\n".join(lines_of(covered)))
            click.echo()
        click.echo(summary(found))
        for gap in found.gaps:
            click.echo(f"Gap: {gap}", err=True)
    raise SystemExit(REFUSED if found.gaps else 0)


def lines_of(covered: "Covered") -> list[str]:
    """A paragraph in a few lines: what it is, what carries it, what locks it."""
    known = covered.paragraph
    carried = [*covered.rules, *(f"command {name}" for name in covered.commands), *known.code, *known.content]
    carried += [f"see {other}" for other in known.see]
    said = [
        f"{known.id:<14} {known.title}",
        *([f"by {', '.join(carried)}"] if carried else []),
        *([f"GM ({', '.join(known.through)}): {known.gm}"] if known.gm else []),
        *([f"tested by {', '.join(known.tests)}"] if known.tests else []),
    ]
    indents = ("", *[" " * 15] * (len(said) - 1))
    return [
        line
        for indent, text in zip(indents, said, strict=True)
        for line in textwrap.wrap(
            text,
            columns(),
            initial_indent=indent,
            subsequent_indent=" " * 17,
            break_on_hyphens=False,
            break_long_words=False,
        )
    ]


def summary(found: "Coverage") -> str:
    """How much there is of what, in a sentence."""
    named = sum(bool(covered.rules or covered.commands) for covered in found.table)
    gm = sum(bool(covered.paragraph.gm) for covered in found.table)
    gaps = f"{len(found.gaps) or 'no'} {'gap' if len(found.gaps) == 1 else 'gaps'}"
    return (
        f"{found.book.title}: {len(found.table)} paragraphs, {named} named by rules and commands, "
        f"{gm} with something that only the GM can judge; {gaps}"
    )


def as_data(found: "Coverage") -> dict[str, object]:
    """The same for programs."""
    import msgspec

    paragraphs = [
        {**msgspec.to_builtins(covered.paragraph), "rules": covered.rules, "commands": covered.commands}
        for covered in found.table
    ]
    return {"system": found.book.name, "paragraphs": paragraphs, "gaps": found.gaps}
