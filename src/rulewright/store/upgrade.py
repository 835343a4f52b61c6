"""From one version of a game's rules to another: when the GM agrees, whole or not at all, and the old log is kept."""

from pathlib import Path
from typing import NamedTuple

from rulewright.store.chain import Head, Label
from rulewright.store.errors import OtherVersion
from rulewright.store.files import UNFOLDABLE, export_table, refuse_unplayable
from rulewright.store.folder import free_name
from rulewright.store.log import decoded
from rulewright.store.migrations import migrated, path_of_versions
from rulewright.store.store import Store
from rulewright.table.game import Game

FOLDER = "before-upgrade"


class Upgrade(NamedTuple):
    """A table as it will be in the new version. Nothing has changed yet."""

    head: Head
    before: Label
    after: Label
    bodies: list[bytes]


def plan(store: Store, name: str, game: Game) -> Upgrade:
    """Make all records anew and play them through: what can't be upgraded is refused before anything changes."""
    head = store.head(name)
    before = store.label(head)
    after = before.now(game)
    if before == after:
        raise OtherVersion(f"{name} is played by {after.played_by} already")
    ways = path_of_versions(game, before.game_version, name)
    bodies = []
    for number, body in enumerate(store.bodies(head), 1):
        where = f"{name}: record {number}"
        try:
            new = migrated(body, ways)
        except UNFOLDABLE as error:
            raise OtherVersion(f"{where} can't be brought to version {game.version}: {error!r}") from error
        bodies.append(game.codec.encode(decoded(game.codec, new, f"{where}, in version {game.version},")))
    refuse_unplayable(game, bodies, name)
    return Upgrade(head, before, after, bodies)


def carry_out(store: Store, upgrade: Upgrade) -> Path:
    """Put the new log in the place of the old one. Gives the file in which the old one is kept."""
    kept = store.folder / FOLDER
    kept.mkdir(exist_ok=True)
    old = free_name(kept / f"{upgrade.head.name}.{upgrade.before.game_version}.jsonl")
    export_table(store, upgrade.head.name, old)
    store.rewrite(upgrade.head, upgrade.after, upgrade.bodies)
    return old
