"""The state of a table: plain immutable data, and nothing that is not in it counts.

It is what you get by folding the log of events. What one game keeps beside this is in its own sheets, items,
encounter and world.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from rulewright.table.entities import AnyEntity, Entity, ItemT, Name, SheetT

EncounterT = TypeVar("EncounterT", bound="Encounter")
WorldT = TypeVar("WorldT", bound="World")

GM = "gm"
"""The seat that a table always has."""

ENTER_DICE = "enter_dice"
"""The command that answers a question for real dice: `question` is its number, `faces` are what the dice show."""

DAY = 24 * 60 * 60


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody wants to happen."""

    name: Annotated[str, Meta(max_length=100)]
    by: Annotated[str, Meta(max_length=100)] = ""
    """The entity that acts; nobody in particular where the GM acts for the table."""
    args: Mapping[str, Any] = {}
    id: Annotated[str, Meta(max_length=100)] = ""
    """Given by the client, so that a command that is sent twice happens once."""


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that waits for a person: a decision, or real dice."""

    id: int
    to: str
    """The entity whose player may answer. The GM may always."""
    text: str
    answers: tuple[str, ...]
    """The commands that answer it."""
    blocks: bool = True
    """Whether play stands still until then."""
    refusal: str = "decision_pending"
    """The code with which everything is refused meanwhile that is no answer, if play stands still."""
    default: Command | None = None
    """What happens when nobody answers in time."""
    due: int | None = None
    """When that is, in seconds of real time."""
    data: Any = None
    """What the game needs to go on, as plain data."""


class Seat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place at the table, for one person."""

    id: Name
    role: Literal["gm", "player", "spectator"]
    entities: tuple[str, ...] = ()
    """Whom a player speaks for."""
    real_dice: bool = False
    """This person throws dice by hand and types in what they show."""


class Encounter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fight, or whatever else is played in rounds. Games add fields of their own."""

    round: int = 1
    participants: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    turn: str | None = None
    phase: str = ""
    acted: tuple[str, ...] = ()
    """Who has had a turn in this round, where the order is free."""
    declared: Mapping[str, Any] = {}
    """What each wants to do, where all decide before anybody acts: secret until it is revealed."""


class World(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that belongs to no entity and no encounter: time, place, wealth. Games add fields of their own."""

    clock: int = 8 * 60 * 60
    """Seconds since the first midnight; play begins at eight in the morning."""
    house_rules: Any = None

    @property
    def day(self) -> int:
        """The day, counted from 1."""
        return self.clock // DAY + 1

    @property
    def minutes(self) -> int:
        """Minutes since midnight."""
        return self.clock % DAY // 60


class State(msgspec.Struct, Generic[SheetT, ItemT, EncounterT, WorldT], frozen=True, kw_only=True, omit_defaults=True):
    """A table as it stands."""

    world: WorldT
    entities: Mapping[str, Entity[SheetT, ItemT]] = {}
    """In listing order."""
    encounter: EncounterT | None = None
    questions: Mapping[int, Question] = {}
    asked: int = 0
    """How many questions there have been; the number of the next one."""
    seats: Mapping[str, Seat] = msgspec.field(default_factory=lambda: {GM: Seat(id=GM, role="gm")})
    last: Any = None
    """What the last command that rolled came to, as plain data."""
    rolls: Mapping[str, int] = {}
    """How many rolled commands each actor has had: the number of the next one."""

    @property
    def blocked_by(self) -> Question | None:
        """The question for which play stands still."""
        return next((question for question in self.questions.values() if question.blocks), None)


AnyState: TypeAlias = State[Any, Any, Any, Any]

__all__ = [
    "ENTER_DICE",
    "GM",
    "AnyEntity",
    "AnyState",
    "Command",
    "Encounter",
    "Entity",
    "Question",
    "Seat",
    "State",
    "World",
]
