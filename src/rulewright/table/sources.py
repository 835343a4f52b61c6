"""Where a table's dice come from: chance, a seed, or a session of fair dice that everybody can check afterwards."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from rulewright.dice import Face, seeded_face, system_face
from rulewright.dice.fairness import Session


class Source(Protocol):
    """Throws the dice of one command after the other."""

    def roll(self, who: str, what: str) -> AbstractContextManager[Face]:
        """The dice of one command; they may be shown when the block has ended."""

    @property
    def last_number(self) -> int:
        """The number under which the last dice were recorded; 0 where nothing is."""

    def undo(self, by: str, rolls: Sequence[int]) -> None:
        """Told that dice were taken back."""


class Chance:
    """Dice without a record of their own."""

    def __init__(self, face: Face = system_face) -> None:
        self._face = face

    @classmethod
    def seeded(cls, seed: int | str) -> "Chance":
        return cls(seeded_face(seed))

    @contextmanager
    def roll(self, who: str, what: str) -> Iterator[Face]:
        yield self._face

    @property
    def last_number(self) -> int:
        return 0

    def undo(self, by: str, rolls: Sequence[int]) -> None:
        """Nothing is recorded, so nothing is taken back."""


class FairChance:
    """Dice of a session that nobody can fake, choose or repeat."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._last = 0

    @contextmanager
    def roll(self, who: str, what: str) -> Iterator[Face]:
        with self._session.roll(who, what) as dice:
            yield dice.face
        self._last = self._session.last_number if dice.thrown else 0

    @property
    def last_number(self) -> int:
        return self._last

    def undo(self, by: str, rolls: Sequence[int]) -> None:
        if rolls:
            self._session.undo(by, rolls)


def remembered(faces: Sequence[tuple[int, int]], face: Face) -> Face:
    """Dice that were seen fall in the same way again, as long as the same ones are asked for; then chance goes on."""
    left = list(faces)

    def next_face(sides: int) -> int:
        if left and left[0][0] == sides:
            return left.pop(0)[1]
        left.clear()
        return face(sides)

    return next_face
