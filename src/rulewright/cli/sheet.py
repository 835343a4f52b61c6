"""`rulewright sheet`: a character on a page of text, and where each number on it comes from."""

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.data import data_option, looking
from rulewright.cli.support import print_json

if TYPE_CHECKING:
    from rulewright.rules import Entry
    from rulewright.table.game import Game
    from rulewright.table.sheets import Filled
    from rulewright.table.state import AnyState
    from rulewright.table.table import Table

WIDTH = 80
CELL = 20
NOTHING: tuple[Any, ...] = (None, "", [], {})
"""Short values stand side by side."""


@click.command()
@click.argument("table")
@click.argument("character")
@click.option("--why", "path", metavar="VALUE", help="Where one value comes from, down to the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: paths and values.")
@data_option
def sheet(table: str, character: str, path: str | None, as_json: bool, folder: Path | None) -> None:
    """Print somebody's sheet, or explain a value on it.

    \b
    rulewright sheet thursday ada
    rulewright sheet thursday ada --why defense
    rulewright sheet thursday ada --json
    """
    with looking(folder) as store:
        opened = store.table(table)
        if path is not None:
            show_why(opened, character, path.removeprefix(f"{character}."), as_json=as_json)
        else:
            show_sheet(opened.game, opened.state, character, as_json=as_json)


# ---------------------------------------------------------------- the whole sheet


def show_sheet(game: "Game", state: "AnyState", name: str, *, as_json: bool = False) -> None:
    """Print a whole sheet."""
    from rulewright.table.sheets import filled

    blocks = filled(game, state, name)
    if as_json:
        parts = [{"title": block.part.title, "values": block.values} for block in blocks]
        print_json({"game": game.name, "character": name, "name": state.entities[name].called, "parts": parts})
        return
    click.echo(click.style(state.entities[name].called, bold=True))
    for block in blocks:
        lines = list(lines_of(block))
        if lines:
            click.echo(f"\n{click.style(block.part.title, bold=True)}")
            click.echo("\n".join(lines))


def lines_of(block: "Filled") -> Iterator[str]:
    """Short values side by side, long ones below each other; nothing where nothing is to be said."""
    said = {path: value for path, value in block.values.items() if value is not False and value not in NOTHING}
    if not any(said.values()):
        return
    cells = {path: cell(block.part.label(path), value) for path, value in said.items() if is_short(value)}
    yield from rows(list(cells.values()))
    for path, value in said.items():
        if path not in cells:
            yield from listed(block.part.label(path), value)


def cell(label: str, value: int) -> str:
    """A number behind its label; what is just so needs no more than that."""
    return label if value is True else f"{label} {value}"


def is_short(value: Any) -> bool:
    return isinstance(value, int)


def rows(cells: list[str]) -> Iterator[str]:
    """As many side by side as the page takes; what is too long for a place takes two."""
    row = ""
    for cell in cells:
        places = -(-(len(cell) + 2) // CELL)
        if len(row) + places * CELL > WIDTH:
            yield row.rstrip()
            row = ""
        row += cell.ljust(places * CELL)
    if row:
        yield row.rstrip()


def listed(label: str, value: Any) -> Iterator[str]:
    """A list behind its label; without a label, a line for each entry."""
    entries = [in_words(entry) for entry in value] if isinstance(value, list) else [in_words(value)]
    if label:
        text = f"{label}: {', '.join(entries)}"
        yield from textwrap.wrap(text, WIDTH, subsequent_indent="  ")
        return
    for entry in entries:
        yield from textwrap.wrap(entry, WIDTH, subsequent_indent="  ")


def in_words(value: Any) -> str:
    """A value as people read it: names without underscores, pairs with a colon."""
    if isinstance(value, dict):
        return ", ".join(f"{in_words(key)}: {in_words(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(in_words, value))
    return str(value).replace("_", " ")


# ---------------------------------------------------------------- one value


def show_why(table: "Table", name: str, path: str, *, as_json: bool = False) -> None:
    """Print where a value comes from: the rules that gave it, or the command that last changed it."""
    from rulewright.rules.explain import explain_all, rules_in, to_data
    from rulewright.table.sheets import last_change, origin
    from rulewright.table.transcript import tell

    found = origin(table.game, table.state, name, path)
    changed = last_change(table.game, table.history, name, path)
    told = tell(table.game, changed.before, changed.step) if changed else []
    if as_json:
        since = {"record": changed.step.number, "text": told} if changed else None
        steps = [to_data(entry) for entry in found.entries]
        print_json({"path": f"{name}.{path}", "value": found.value, "steps": steps, "since": since})
        return
    for line in textwrap.wrap(f"{name}.{path}: {in_words(found.value)}", WIDTH, subsequent_indent="  "):
        click.echo(click.style(line, bold=True))
    show_block("", (explain_all(found.entries) or "kept at the table as it is; no rule computes it").splitlines())
    if changed:
        show_block(f"so since record {changed.step.number}", told)
    if rules := list(rules_in(found.entries)):
        show_block("rules", [about_rule(rule) for rule in rules])


def about_rule(rule: "Entry") -> str:
    """A rule in a sentence, with the paragraphs that it covers."""
    return f"{' '.join((rule.name, *rule.ids))}: {' '.join((rule.__doc__ or '').split())}"


def show_block(title: str, lines: list[str]) -> None:
    """Lines under a title; what does not fit on the page goes on further in."""
    if title:
        click.echo(f"\n{title}")
    for line in lines:
        indent = " " * (2 + len(line) - len(line.lstrip()))
        wrapped = textwrap.wrap(
            line.strip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_on_hyphens=False
        )
        click.echo("\n".join(wrapped))
