"""The manual of a game: a page that people write, with tables in it that are made from the code.

A game's package holds `manual.md`. Between the lines `<!-- made from the code: commands -->` and `<!-- end -->` stands
what is made here; a test finds it when the code says something else by now.
"""

import json
import re
from collections.abc import Iterable
from importlib.resources import files

import msgspec

from rulewright.rules import RuleError, library
from rulewright.rules.arguments import REQUIRED, Parameter
from rulewright.table.commands import Kind, Who
from rulewright.table.common import common
from rulewright.table.game import Game, find_game

PAGE = "manual.md"

_HEADING = re.compile(r"^(?P<depth>#+) +(?P<text>.+?) *$", re.MULTILINE)
_MADE = re.compile(r"(<!-- made from the code: (?P<what>[^>]*) -->\n).*?(<!-- end -->)", re.DOTALL)


def manual(system: str) -> str:
    """The page as it stands in the game's package."""
    page = files(library.package(system)) / PAGE
    if not page.is_file():
        raise RuleError("not_written", f"nobody has written a manual of {system} yet")
    return page.read_text(encoding="utf-8")


def made_anew(system: str) -> str:
    """The page with everything in it that is made from the code as it is now."""
    game = find_game(system)
    return _MADE.sub(lambda found: f"{found[1]}\n{_section(game, found['what'])}\n\n{found[3]}", manual(system))


def under(page: str, heading: str) -> str:
    """What stands on a page under a heading, with all that is below it."""
    found = list(_HEADING.finditer(page))
    wanted = heading.strip().casefold()
    for place, start in enumerate(found):
        if start["text"].casefold() == wanted:
            after = (later for later in found[place + 1 :] if len(later["depth"]) <= len(start["depth"]))
            end = next(after, None)
            return page[start.start() : end.start() if end else None].rstrip() + "\n"
    raise RuleError("bad_args", f"no heading {heading!r}; there are: {', '.join(one['text'] for one in found)}")


def _section(game: Game, what: str) -> str:
    match what:
        case "house rules":
            return house_rules(game)
        case "rules":
            return rules(game)
        case "commands of those who act":
            return commands(game, Who.ACTOR)
        case "commands of everybody":
            return commands(game, Who.ANYONE)
        case "commands of the GM":
            return commands(game, Who.GM)
    raise ValueError(f"{PAGE} of {game.name}: nothing called {what!r} is made from the code")


def house_rules(game: Game) -> str:
    """The switches of a table, with what is played when nobody says anything."""
    standard = game.new_state().world.house_rules
    if standard is None:
        return "This game has no house rules of its own."
    reference = msgspec.json.schema(type(standard))
    fields = reference["$defs"][type(standard).__name__]["properties"]
    rows = [
        (f"`{name}`", f"`{_plain(field['default'])}`", _values(field), field.get("description", ""))
        for name, field in fields.items()
    ]
    return _table(("switch", "as played", "values", "what it says"), rows)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _values(schema: dict[str, object]) -> str:
    if isinstance(named := schema.get("enum"), list):
        usual_first = sorted(named, key=lambda value: value != schema.get("default"))
        return ", ".join(f"`{value}`" for value in usual_first)
    if schema.get("type") == "boolean":
        return "`true`, `false`"
    if isinstance(ways := schema.get("anyOf"), list):
        return ", ".join("`null`" if way.get("type") == "null" else _values(way) for way in ways)
    return f"{schema.get('minimum', '')} to {schema.get('maximum', '')}"


def rules(game: Game) -> str:
    """Everything that can be rolled or asked on its own, by name: a book's own order hangs on what was loaded first."""
    entries = sorted(game.book.entries.values(), key=lambda entry: entry.name)
    rows = [(f"`{entry.name}`", _first_line(entry.__doc__), ", ".join(entry.ids)) for entry in entries]
    return _table(("rule", "what it does", "specification"), rows)


def commands(game: Game, who: Who) -> str:
    """What the game's own commands do; those that every table has are not listed again."""
    own = [kind for kind in game.commands if kind.who is who and common.kinds.get(kind.name) is not kind]
    rows = [(f"`{kind.name}`", _arguments(kind), _first_line(kind.about)) for kind in own]
    return _table(("command", "with", "what it does"), rows)


def _arguments(kind: Kind) -> str:
    return ", ".join(map(_argument, kind.arguments.own))


def _argument(known: Parameter) -> str:
    """What must be given stands alone; what has a usual value stands with a question mark."""
    return f"`{known.outside}`" if known.default is REQUIRED else f"`{known.outside}`?"


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(head), *map(tuple, rows)]
    worded = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines]
    return "\n".join([worded[0], "|" + "---|" * len(lines[0]), *worded[1:]])
