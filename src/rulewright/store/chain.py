"""What ties records together: each carries a hash over itself and all before it, so that damage anywhere is found."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rulewright.content.loading import packs_in_play
from rulewright.table.game import Game

START = bytes(32)
"""What stands before the first link."""

LINK = len(START)


def link(before: bytes, body: bytes) -> bytes:
    """The hash of a record that follows another with this hash."""
    return sha256(b"rulewright table 1: record\n" + before + body).digest()


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is: record 0 of its log, and the first line of its file."""

    format: Literal["rulewright table"] = "rulewright table"
    version: Literal[1] = 1
    table: Annotated[str, Meta(min_length=1, max_length=100)]
    game: Annotated[str, Meta(min_length=1, max_length=100)]
    game_version: Annotated[str, Meta(min_length=1, max_length=100)]
    """The version of the rules that the table is played by, until the GM agrees to another."""
    packs: Mapping[str, str] | UnsetType = UNSET
    """The packs that it is played with, and their versions, likewise."""

    @property
    def played_by(self) -> str:
        """The rules and packs, in words."""
        packs = ", ".join(f"{name} {version}" for name, version in (self.packs or {}).items())
        return f"version {self.game_version} of {self.game}{f' with {packs}' if packs else ''}"

    def now(self, game: Game) -> "Label":
        """The same table by the rules that are installed, and with the packs that are in use."""
        packs = packs_in_play(game.name)
        return msgspec.structs.replace(self, game_version=game.version, packs=packs or UNSET)

    def encode(self) -> bytes:
        return msgspec.json.encode(self)


class Head(NamedTuple):
    """How far a table's log has come. Its seal shows whether the disk still says what was written."""

    id: int
    name: str
    length: int
    chain: bytes

    def seal(self) -> bytes:
        said = msgspec.json.encode((self.id, self.name, self.length, self.chain))
        return sha256(b"rulewright table 1: head\n" + said).digest()

    def after(self, body: bytes) -> "Head":
        """The head when one more record is there."""
        return self._replace(length=self.length + 1, chain=link(self.chain, body))


class _Command(msgspec.Struct, frozen=True):
    id: str = ""


class Glance(msgspec.Struct, frozen=True):
    """As much of a record as the store has to know: it keeps tables of games that are not installed, too."""

    record: str
    number: int
    at: int = 0
    seat: str = "gm"
    command: _Command = _Command()


_glances: msgspec.json.Decoder[Glance] = msgspec.json.Decoder(Glance)


def glance(body: bytes) -> Glance:
    """What a record says of itself."""
    return _glances.decode(body)
