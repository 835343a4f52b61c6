"""The log of one table, as the table itself sees it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import TypeAlias

import msgspec

from rulewright.store.errors import Unreadable
from rulewright.store.records import Entry
from rulewright.table.codec import Codec
from rulewright.table.log import Record, Step

Writing: TypeAlias = "Callable[[Entry], Future[None]]"
Reading: TypeAlias = Callable[[int], Iterator[bytes]]


class StoredLog:
    """Keeps records on disk: `append` returns when the record is there to stay."""

    def __init__(self, name: str, codec: Codec, read: Reading, write: Writing, length: Callable[[], int]) -> None:
        self.name = name
        self._codec = codec
        self._read = read
        self._write = write
        self._length = length

    def append(self, record: Record) -> None:
        self.append_later(record).result()

    def append_later(self, record: Record) -> "Future[None]":
        """Hand a record over. The future is done when the record is safe; nobody may hear of it before."""
        command = record.command.id if isinstance(record, Step) else ""
        return self._write(Entry(record.number, self._codec.encode(record), record.seat, command))

    def read(self, first: int = 1) -> Iterator[Record]:
        for number, body in enumerate(self._read(first), first):
            yield decoded(self._codec, body, f"{self.name}: record {number}")

    def __len__(self) -> int:
        return self._length()


def decoded(codec: Codec, body: bytes, where: str) -> Record:
    """A record as the game reads it."""
    try:
        return codec.decode(body)
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError) as error:
        raise Unreadable(f"{where} is no record of this game: {error}") from error
