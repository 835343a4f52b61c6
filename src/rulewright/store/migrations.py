"""How a record of an older version of a game becomes one of the version that is installed."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rulewright.store.errors import OtherVersion
from rulewright.table.game import Game


def path_of_versions(game: Game, version: str, whose: str) -> list[Callable[[Any], Any]]:
    """What leads from this version to the one that is installed, in order: a game lists its migrations oldest first."""
    if version == game.version:
        return []
    known = list(game.migrations)
    if version not in known:
        ways = f"from {', '.join(known)}" if known else "from no other version"
        raise OtherVersion(
            f"{whose} is of version {version} of {game.name}, and version {game.version} is installed, "
            f"to which there is a way {ways}"
        )
    return [game.migrations[step] for step in known[known.index(version) :]]


def migrated(body: bytes, ways: Sequence[Callable[[Any], Any]]) -> bytes:
    """A record as it is in a later version."""
    if not ways:
        return body
    record = msgspec.json.decode(body)
    for way in ways:
        record = way(record)
    return msgspec.json.encode(record)
