"""`rulewright content`."""

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from rulewright.cli.completion import complete_entry, complete_system
from rulewright.cli.support import REFUSED, columns, plain_errors, print_json

if TYPE_CHECKING:
    from rulewright.content.shelf import Entry, Shelf

WIDEST_KEY = 28


class Found(NamedTuple):
    """An entry, and where it is."""

    game: str
    section: str
    key: str
    entry: "Entry"


@click.command()
@click.argument("system", shell_complete=complete_system)
@click.argument("search", required=False, shell_complete=complete_entry)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the entries whole.")
def content(system: str, search: str | None, as_json: bool) -> None:
    """List what a game and its packs hold, search it, or show an entry.

    \b
    rulewright content glog
    rulewright content glog fire
    rulewright content glog force_dart

    SEARCH is the id of an entry, which is then shown whole, or words that are looked for in all names and texts.
    """
    with plain_errors():
        from rulewright.content.shelving import shelf_of
        from rulewright.rules.library import content as content_of

        shelf = shelf_of(content_of(system))
    found = list(_entries(shelf))
    exact = [one for one in found if one.key == search]
    if search:
        found = exact or [one for one in found if _says(one, search)]
    if as_json:
        print_json([{"section": one.section, "pack": one.entry.pack, "entry": one.entry.data} for one in found])
    elif not found:
        click.echo(f"Nothing in {system} says {search!r}.", err=True)
    else:
        click.echo("\n\n".join(map(_whole, exact)) if exact else _listed(found))
    raise SystemExit(0 if found else REFUSED)


def _entries(shelf: "Shelf") -> Iterator[Found]:
    for section, entries in shelf.entries.items():
        for key, entry in entries.items():
            yield Found(shelf.content.system, section, key, entry)


def _says(found: Found, search: str) -> bool:
    words = search.casefold().split()
    text = " ".join((found.key, *_texts(found.entry.data))).casefold()
    return all(word in text for word in words)


def _texts(value: Any) -> Iterator[str]:
    """Everything in an entry that is text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inside in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inside)


def _listed(found: Iterable[Found]) -> str:
    """The entries of each section, a line each."""
    lines: list[str] = []
    section = ""
    for one in found:
        if one.section != section:
            section = one.section
            lines += ["", section] if lines else [section]
        lines.append(_line(one))
    return "\n".join(lines)


def _line(one: Found) -> str:
    """An entry by its key, with its name, the pack that it is from if that is not the game, and its text."""
    data = one.entry.data
    name = data.get("name", "")
    told = data.get("text") or data.get("about") or data.get("note") or ""
    extra = "" if one.entry.pack == one.game else f" [{one.entry.pack}]"
    said = f"{name}{extra}{': ' if name and told else ''}{told}"
    key = f"  {one.key:<{min(WIDEST_KEY, columns() // 2)}} "
    return (key + textwrap.shorten(said, max(2, columns() - len(key)), placeholder=" …")).rstrip()


def _whole(one: Found) -> str:
    """Everything that is written of an entry, and which packs have had a hand in it."""
    packs = dict.fromkeys((one.entry.pack, *one.entry.set_by.values()))
    lines = [f"{one.section}: {one.key} ({', '.join(packs)})", *_written(one.entry.data, "  ")]
    return "\n".join(lines)


def _written(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    """Fields, one in a line, or with their parts below them where they don't fit."""
    for name, value in data.items():
        line = f"{indent}{name}: {_inline(value)}"
        if len(line) <= columns() or not isinstance(value, dict | list) or not value:
            yield textwrap.fill(line, columns(), subsequent_indent=indent + "  ")
        else:
            yield f"{indent}{name}:"
            yield from _parts(value, indent + "  ")


def _parts(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield from _written(value, indent)
        return
    for inside in value:
        line = f"{indent}- {_inline(inside)}"
        if len(line) <= columns() or not isinstance(inside, dict):
            yield textwrap.fill(line, columns(), subsequent_indent=indent + "  ")
        else:
            first, *rest = _written(inside, indent + "  ")
            yield f"{indent}- {first.lstrip()}"
            yield from rest


def _inline(value: Any, inside: bool = False) -> str:
    """As YAML would have it in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {_inline(part, True)}' for name, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(part, True) for part in value)}]"
    return (
        value if isinstance(value, str) and _needs_no_quotes(value, inside) else json.dumps(value, ensure_ascii=False)
    )


def _needs_no_quotes(text: str, inside: bool) -> bool:
    from rulewright.content.reading import PLAIN

    means_more = any(pattern.match(text) for pattern, _, _ in PLAIN.values())
    return not means_more and not (inside and set(text) & set("[]{},:#"))
