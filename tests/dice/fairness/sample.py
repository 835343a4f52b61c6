"""A log with every kind of record, written in memory with a known seed; and a forger who reseals what he changed."""

import json
from collections.abc import Sequence
from typing import Any

from rulewright.dice.fairness import generator
from rulewright.dice.fairness.generator import FairDice, Strip
from rulewright.dice.fairness.ledger import Ledger
from rulewright.dice.fairness.records import (
    Close,
    Header,
    Join,
    Leave,
    Record,
    Roll,
    Round,
    Silent,
    Ticket,
    Undone,
    to_bytes,
    write_line,
)

SEED = bytes(range(32))


class Writer:
    """A log in memory that keeps the rules."""

    def __init__(self, seed: bytes = SEED) -> None:
        self.seed = seed
        self.ledger = Ledger()
        self.lines: list[bytes] = []
        self.strips: dict[str, Strip] = {}
        self.add(Header(1, generator.commitment_to(seed).hex()))

    @property
    def number(self) -> int:
        return self.ledger.number

    def add(self, record: Record) -> None:
        assert self.ledger.refusal(record) is None, self.ledger.refusal(record)
        line = write_line(record, self.ledger.chain)
        self.ledger.take(line)
        self.lines.append(to_bytes(line))

    def join(self, seat: str) -> None:
        self.strips[seat] = Strip(generator.seal_of(seat.encode()), 50)
        self.add(Join(self.number, seat, self.strips[seat].seal.hex()))

    def turn_tickets(self, *silent: str) -> None:
        self.add(Round(self.number))
        for seat in sorted(self.ledger.waiting_for):
            if seat in silent:
                self.add(Silent(self.number, seat))
            else:
                self.add(Ticket(self.number, seat, self.strips[seat].tear_off().hex()))

    def roll(self, who: str, what: str, *sides: int) -> int:
        """Throw, and return the number of the record."""
        dice = FairDice(self.ledger.key(self.seed), self.ledger.counter)
        for each in sides:
            dice.face(each)
        self.add(Roll(self.number, who, what, self.ledger.counter, dice.finish()))
        return self.number - 1

    def undo(self, by: str, *rolls: int) -> None:
        self.add(Undone(self.number, by, rolls))

    def close(self) -> list[bytes]:
        self.add(Close(self.number, self.seed.hex()))
        return self.lines


def sample_log() -> list[bytes]:
    """Three rounds, a seat that falls silent, one that joins, one that leaves, and undone rolls."""
    log = Writer()
    for seat in ("GM", "Ada", "Bob"):
        log.join(seat)
    log.turn_tickets("Bob")
    log.roll("Ada", "attack the orc", 20, 6, 6)
    missed = log.roll("Ada", "attack the orc again", 20)
    log.undo("GM", missed)
    log.roll("Ada", "once more", 20)
    log.join("Cleo")
    log.turn_tickets()
    log.roll("Cleo", "find the trap", 100, 100, 100)
    log.roll("GM", "weather", 12, 8, 4)
    log.add(Leave(log.number, "Ada"))
    log.roll("GM", "reaction \N{SNOWMAN}", 6, 6)
    log.turn_tickets()
    log.roll("Cleo", "open the door", 20, 20, 1000)
    for _ in range(3):
        log.roll("GM", "orc", 20, 20, 20)
    return log.close()


def fields(line: bytes) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(line)
    return content


def text_of(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def reseal(lines: Sequence[bytes]) -> list[bytes]:
    """Make all chain values of a log fit again, as a host could who rewrites it."""
    chain = generator.NO_LINE_BEFORE
    resealed = []
    for line in lines:
        content = fields(line)
        del content["chain"]
        body = text_of(content)[:-1]
        chain = generator.chain_after(chain, body)
        resealed.append(text_of({**content, "chain": chain.hex()}))
    return resealed
