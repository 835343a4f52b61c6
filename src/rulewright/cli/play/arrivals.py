"""Who comes to a table: somebody new, somebody from a file, creatures of the content."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulewright.cli.new_character import free_name
from rulewright.cli.play.terminal import Option
from rulewright.rules import RuleError
from rulewright.store.errors import StoreError
from rulewright.table.creation import proposal
from rulewright.table.state import Command

if TYPE_CHECKING:
    from rulewright.cli.play.session import Session

MOST_CREATURES = 20
NEW = "create_character"
"""What games call it."""


def somebody_new(session: "Session") -> None:
    """By chance, choice by choice, or from a file."""
    ways = [
        ("somebody at random", at_random, session.game.creation is not None),
        ("somebody new, choice by choice", by_choice, NEW in session.game.commands.kinds),
        ("somebody from a file", from_a_file, True),
    ]
    possible = [(words, way) for words, way, there in ways if there]
    picked = session.pick("Who comes?", [Option(words) for words, _ in possible])
    if picked is not None:
        possible[picked][1](session)


def at_random(session: "Session") -> None:
    """Every choice by dice."""
    called = session.terminal.ask("Called what? (nothing: any name will do)")
    name = free_name(session.table, called)
    proposed = proposal(session.game, session.state, name, session.choosing, {})
    if called and "name" in session.game.commands.find(proposed.name).arguments.all:
        proposed = replace(proposed, args={**proposed.args, "name": called})
    session.do(proposed)


def by_choice(session: "Session") -> None:
    session.act(NEW, "")


def from_a_file(session: "Session") -> None:
    """An open character file, as `rulewright export` and `rulewright new-character` write them."""
    from rulewright.store.files import CharacterLabel, import_character, read

    path = session.terminal.ask("Which file?")
    if not path:
        return
    try:
        opened = read(Path(path).expanduser())
        if not isinstance(opened.label, CharacterLabel):
            session.terminal.say(f"{path} holds a whole table, not a character: rulewright import brings it in.")
            return
        came = import_character(session.table, opened)
    except (StoreError, RuleError, OSError) as error:
        session.terminal.say(f"That can't be read: {error}.")
    else:
        session.terminal.say(f"{came.called} comes in.")


def creatures(session: "Session") -> None:
    """Creatures of the content come in, as foes of everybody who is played."""
    known = session.game.bestiary()
    wanted = session.terminal.ask("Which creatures? (a name, and how many: goblin 3; ? lists them)")
    if wanted == "?":
        session.terminal.say(", ".join(known))
        wanted = session.terminal.ask("Which creatures?")
    words = wanted.split()
    count = min(MOST_CREATURES, int(words.pop())) if words and words[-1].isdigit() else 1
    kind = "_".join(words).lower()
    if not kind:
        return
    if kind not in known:
        close = [name for name in known if kind in name or kind.removesuffix("s") == name]
        session.terminal.say(
            f"There is no creature {wanted!r}." + (f" There are: {', '.join(close)}." if close else "")
        )
        return
    number = 0
    for _ in range(count):
        number += 1
        while f"{kind}_{number}" in session.state.entities:
            number += 1
        entity = {"id": f"{kind}_{number}", "creature": kind, "side": "foes"}
        session.do(Command(name="add_entity", args={"entity": entity}))
