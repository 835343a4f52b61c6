"""The arithmetic of provably fair dice: seals, keys and faces. Pure; every other module here builds on these functions.

Whoever wants to check a log without trusting this program has to write only what stands in this file.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Self

from rulewright.dice.errors import DiceError

SECRET_BYTES = 32
MAX_SIDES = 1_000_000
MAX_DICE_IN_ROLL = 10_000
NO_LINE_BEFORE = bytes(32)
WORDS = 2**32

# Each purpose hashes under its own name, so that no hash made for one can be passed off as another.
SEED_PURPOSE = b"rulewright fair dice 1: seed\n"
TICKET_PURPOSE = b"rulewright fair dice 1: ticket\n"
LINE_PURPOSE = b"rulewright fair dice 1: line\n"
ROUND_PURPOSE = b"rulewright fair dice 1: round\n"


class FairnessError(DiceError):
    """Something that a fair session of dice doesn't allow."""

    code = "unfair"


def commitment_to(seed: bytes) -> bytes:
    """What is published of the secret seed before play."""
    return hashlib.sha256(SEED_PURPOSE + seed).digest()


def seal_of(ticket: bytes) -> bytes:
    """What a seat publishes of a ticket before turning it over."""
    return hashlib.sha256(TICKET_PURPOSE + ticket).digest()


def chain_after(chain: bytes, body: bytes) -> bytes:
    """The chain value of a line: it pins the line and, through the value before it, every earlier one."""
    return hashlib.sha256(LINE_PURPOSE + chain + body).digest()


def round_key(seed: bytes, chain_at_call: bytes, tickets: Mapping[str, bytes]) -> bytes:
    """The key of all dice of a round.

    It takes the log up to the call of the round, which was fixed before anybody's ticket was known,
    and nothing later that the host words: a host who could, would reword until the dice please.
    """
    message = ROUND_PURPOSE + chain_at_call
    for seat in sorted(tickets):
        name = seat.encode()
        message += len(name).to_bytes(4) + name + tickets[seat]
    return hmac.digest(seed, message, "sha256")


def face(key: bytes, counter: int, sides: int) -> int:
    """The face of the die with this number; words that would favour low faces are thrown away."""
    fair_words = WORDS - WORDS % sides
    attempt = 0
    while (word := _word(key, counter, attempt)) >= fair_words:
        attempt += 1
    return word % sides + 1


def _word(key: bytes, counter: int, attempt: int) -> int:
    return int.from_bytes(hmac.digest(key, counter.to_bytes(8) + attempt.to_bytes(4), "sha256")[:4])


class Strip:
    """A seat's tickets. Each is the seal of the one behind it, so one published seal fixes them all beforehand."""

    def __init__(self, last_ticket: bytes, length: int) -> None:
        self._tickets = [last_ticket]
        while len(self._tickets) < length:
            self._tickets.append(seal_of(self._tickets[-1]))

    @classmethod
    def new(cls, length: int = 1000) -> Self:
        return cls(secrets.token_bytes(SECRET_BYTES), length)

    @property
    def seal(self) -> bytes:
        """What has been published so far: the seal of the next ticket."""
        return seal_of(self._tickets[-1])

    def tear_off(self) -> bytes:
        if len(self._tickets) == 1:
            raise FairnessError("only the last ticket of this strip is left: leave, and join again with a new strip")
        return self._tickets.pop()


class FairDice:
    """Draws the dice of one roll and remembers them."""

    def __init__(self, key: bytes, first: int) -> None:
        self._key = key
        self._first = first
        self._finished = False
        self.thrown: list[tuple[int, int]] = []

    def face(self, sides: int) -> int:
        if self._finished:
            raise FairnessError("this roll is finished and recorded: start a new roll for more dice")
        if type(sides) is not int or not 1 <= sides <= MAX_SIDES:
            raise FairnessError(f"a die has 1 to {MAX_SIDES:,} sides, not {sides!r}")
        if len(self.thrown) == MAX_DICE_IN_ROLL:
            raise FairnessError(f"one roll has at most {MAX_DICE_IN_ROLL:,} dice: start a new roll for more")
        shown = face(self._key, self._first + len(self.thrown), sides)
        self.thrown.append((sides, shown))
        return shown

    def finish(self) -> tuple[tuple[int, int], ...]:
        """All dice of the roll. After this no die can fall that the log doesn't know."""
        self._finished = True
        return tuple(self.thrown)
