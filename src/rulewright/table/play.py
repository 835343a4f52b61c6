"""What a command holds in its hands: the state as it is by now, the dice, and the ways in which things happen.

Everything that happens is an event. It is kept, and applied at once, so that the next line of a command sees it.
"""

from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rulewright.dice import Dice
from rulewright.rules import RuleError, near
from rulewright.table import events
from rulewright.table.entities import Condition, Entity, ItemT, Position, SheetT
from rulewright.table.state import AnyState, Command, EncounterT, Question, State, WorldT

if TYPE_CHECKING:
    from rulewright.table.game import Game

T = TypeVar("T")


class Play(Generic[SheetT, ItemT, EncounterT, WorldT]):
    """One command while it runs."""

    def __init__(self, game: "Game", state: AnyState, dice: Dice, now: int = 0) -> None:
        self.game = game
        self.state: State[SheetT, ItemT, EncounterT, WorldT] = state
        self.dice = dice
        self.now = now
        """Seconds of real time, from outside."""
        self.events: list[events.AnyEvent] = []
        self._result: Any = None

    # ------------------------------------------------------------------ looking

    @property
    def world(self) -> WorldT:
        return self.state.world

    @property
    def encounter(self) -> EncounterT | None:
        return self.state.encounter

    def fight(self) -> EncounterT:
        """The encounter, which there must be."""
        if self.state.encounter is None:
            raise RuleError("no_encounter", "there is no fight")
        return self.state.encounter

    def entity(self, name: str) -> Entity[SheetT, ItemT]:
        """Somebody at the table, as it is by now."""
        try:
            return self.state.entities[name]
        except KeyError:
            raise RuleError("unknown_target", f"nobody is called {name!r}{near(name, self.state.entities)}") from None

    def called(self, name: str) -> str:
        """What people call an entity, if it is there."""
        return self.state.entities[name].called if name in self.state.entities else name

    # ------------------------------------------------------------------ what happens

    def happens(self, event: events.AnyEvent) -> None:
        before = self.state
        self.events.append(event)
        self.state = events.apply(before, event)
        for text in self.game.notes(before, self.state, event):
            self.prompt(text)

    def change(self, name: str, counter: str, by: int) -> int:
        """Move a counter, within its range; gives what it moved by. What the GM set beyond the range may stay there."""
        entity = self.entity(name)
        before = entity.counter(counter)
        kept = self.game.counters[counter]
        value = before + by
        if by < 0:
            value = max(value, min(before, kept.minimum))
        elif kept.maximum and (most := kept.maximum(self.dice, self.state, entity)) is not None:
            value = min(value, max(before, most))
        if value != before:
            self.put(name, counter, value)
        return value - before

    def put(self, name: str, counter: str, value: int | None) -> None:
        """Set a counter, or stop it."""
        before = self.entity(name).counters.get(counter)
        if value != before:
            self.happens(events.CounterChanged(name, counter, value, before))

    def afflict(self, name: str, condition: Condition) -> None:
        """Lay a condition on somebody. There it is once, and the longer time counts."""
        if condition.data is not None:
            condition = replace(condition, data=plain(condition.data))
        known = self.entity(name).conditions.get(condition.id)
        if known is None or _outlasts(condition, known):
            self.happens(events.ConditionAdded(name, condition))

    def relieve(self, name: str, *conditions: str) -> None:
        """Take conditions away, where they are."""
        for condition in conditions:
            if condition in self.entity(name).conditions:
                self.happens(events.ConditionRemoved(name, condition))

    def give(self, name: str, item: ItemT) -> None:
        """Put an item as it is now into somebody's hands, bag, or wherever the game keeps it."""
        self.happens(events.ItemChanged(name, item.id, item))  # type: ignore[attr-defined]

    def take(self, name: str, item: str) -> None:
        """An item is gone."""
        self.happens(events.ItemChanged(name, item))

    def move(self, name: str, to: Position) -> None:
        entity = self.entity(name)
        if entity.position != to:
            self.happens(events.Moved(name, to, entity.position))

    def sheet(self, name: str, **fields: Any) -> None:
        """Change what stands on somebody's sheet."""
        sheet = self.entity(name).sheet
        for field, value in fields.items():
            if getattr(sheet, field) != value:
                self.happens(events.SheetChanged(name, field, value))

    def start_encounter(self, encounter: EncounterT) -> None:
        self.happens(events.EncounterStarted(encounter))

    def end_encounter(self) -> None:
        self.happens(events.EncounterEnded())

    def change_encounter(self, **fields: Any) -> None:
        encounter = self.fight()
        for field, value in fields.items():
            if getattr(encounter, field) != value:
                self.happens(events.EncounterChanged(field, value))

    def change_world(self, **fields: Any) -> None:
        for field, value in fields.items():
            if getattr(self.world, field) != value:
                self.happens(events.WorldChanged(field, value))

    def result(self, result: T) -> T:
        """What the command came to: shown beside its dice, and kept as the table's last result."""
        self._result = result
        return result

    @property
    def outcome(self) -> Any:
        """What the command came to, if it said so."""
        return self._result

    def prompt(self, text: str) -> None:
        """Tell the GM of something that only a person can judge."""
        self.happens(events.Prompted(text))

    # ------------------------------------------------------------------ asking

    def ask(
        self,
        to: str,
        text: str,
        answers: tuple[str, ...],
        *,
        data: Any = None,
        default: Command | None = None,
        seconds: int | None = None,
        blocks: bool = True,
        refusal: str = "decision_pending",
    ) -> None:
        """Ask for a decision. The command ends here, and an answer is another command."""
        due = None if seconds is None else self.now + seconds
        question = Question(
            id=self.state.asked,
            to=to,
            text=text,
            answers=answers,
            blocks=blocks,
            refusal=refusal,
            default=default,
            due=due,
            data=plain(data),
        )
        self.happens(events.Asked(question))

    def answered(self, question: Question) -> None:
        """The question is settled."""
        self.happens(events.Answered(question.id))

    def finish(self, actor: str) -> None:
        """The last event of a command says which dice fell and what came of it."""
        dice = tuple(getattr(self.dice, "used", ()))
        if dice or self._result is not None:
            self.happens(events.Rolled(actor, dice, plain(self._result)))


AnyPlay: TypeAlias = Play[Any, Any, Any, Any]


def _outlasts(one: Condition, other: Condition) -> bool:
    """Whether a condition lasts longer than another, or as long and says something else.

    One without an end lasts longest. Rounds and seconds can't be compared: the first one stays.
    """
    if (one.rounds, one.until) == (other.rounds, other.until):
        return one != other
    if (one.rounds is None, one.until is None) != (other.rounds is None, other.until is None):
        return one.rounds is None and one.until is None
    return (one.rounds or 0, one.until or 0) > (other.rounds or 0, other.until or 0)


def plain(value: Any) -> Any:
    """A value as it will be when it was written down and read again, so that a table comes back as it was."""
    return None if value is None else msgspec.json.decode(msgspec.json.encode(value))
