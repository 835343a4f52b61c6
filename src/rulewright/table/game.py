"""A game is one value: what its `system.py` puts together, and all that the engine knows of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from rulewright.content.sections import Content
from rulewright.dice import Dice
from rulewright.rules import RuleBook, RuleError, library, near
from rulewright.table.codec import Codec, Types
from rulewright.table.commands import CommandBook
from rulewright.table.creation import Creation
from rulewright.table.entities import AnyEntity
from rulewright.table.events import AnyEvent
from rulewright.table.fights import Fights
from rulewright.table.projection import Projection
from rulewright.table.sheets import Part
from rulewright.table.state import AnyState, Command, State
from rulewright.table.transcript import Words


class Counter(NamedTuple):
    """A number that goes up and down in play, and its range by the rules."""

    minimum: int = 0
    maximum: Callable[[Dice, AnyState, AnyEntity], int | None] | None = None


class Assumption(NamedTuple):
    """What a preview lets happen for somebody who has not decided, and how it says so."""

    command: Command
    text: str


def nothing_is_assumed(_state: AnyState, _plan: Sequence[Command]) -> Assumption | None:
    """The horizon of a game in which everything happens at once."""
    return None


def nothing_to_judge(_before: AnyState, _after: AnyState, _event: AnyEvent) -> Iterable[str]:
    """The rules of a game judge everything that it has."""
    return ()


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A game: its rules, its commands, and what it keeps."""

    name: str
    title: str
    version: str
    """Changes whenever an old log would be read differently."""
    book: RuleBook
    commands: CommandBook
    types: Types
    counters: Mapping[str, Counter]
    projection: Projection
    read_entity: Callable[[Any, Mapping[str, Any]], AnyEntity]
    """An entity from its plain description, as scenarios and the GM's `add_entity` write it."""
    set_scene: Callable[[Any, Mapping[str, Any]], None]
    """What else a scenario's setup puts on the table, beside house rules and entities."""
    conditions: frozenset[str]
    """The names of all conditions."""
    set_fight: Callable[[Any, Mapping[str, Any]], None] | None = None
    """The fight that a setup begins in the middle of, when everybody is there; without this no setup has one."""
    guess: Callable[[AnyEntity], AnyEntity]
    """A veiled entity as somebody would guess it who sees it and knows none of its numbers."""
    open_results: frozenset[str] = frozenset()
    """The parts of a result that everybody may see though numbers be veiled, such as whether a blow hit."""
    seal: Callable[[AnyState, frozenset[str]], AnyState] = lambda state, _own: state
    """The state without what the game keeps secret from whoever speaks for these entities."""
    offers: Mapping[str, Callable[[AnyState, AnyEntity | None], Iterable[Any]]] = {}
    """What whoever acts, if it is anybody, can choose from: by the word in an argument's type, such as `spell`."""
    assume: Callable[[AnyState, Sequence[Command]], Assumption | None] = nothing_is_assumed
    """What a preview lets happen next until its horizon; nothing when it is reached."""
    bestiary: Callable[[], Mapping[str, str]] = dict
    """Creatures of the content that `add_entity` knows as `creature`, with their names."""
    content: Content | None = None
    """Its own content, and what packs may add to it."""
    creation: Creation | None = None
    """How somebody new comes about at random."""
    sheet: tuple[Part, ...] = ()
    """What stands on a character's sheet."""
    notes: Callable[[AnyState, AnyState, AnyEvent], Iterable[str]] = nothing_to_judge
    """What the GM is told, by the state before and after, when something has happened that only a person can judge."""
    fights: Fights | None = None
    """How its fights go on by themselves."""
    words: Words = Words()
    """How a transcript speaks of it."""
    reference: Callable[[Any], Iterable[str]] | None = None
    """Its rules in brief, line by line, as a table with these house rules plays them."""
    migrations: Mapping[str, Callable[[Any], Any]] = {}
    """By version: how a record of a log of that version becomes one of the next."""

    @property
    def codec(self) -> Codec:
        return Codec.of(self.types)

    def check_condition(self, name: str) -> None:
        """Refuse a condition that the game does not know."""
        if name not in self.conditions:
            raise RuleError("bad_args", f"condition: there is no {name!r}{near(name, self.conditions)}")

    def new_state(self, house_rules: Mapping[str, Any] | None = None) -> AnyState:
        """An empty table."""
        standard = self.types.world()
        if house_rules:
            kind = type(standard.house_rules)
            standard = msgspec.structs.replace(standard, house_rules=read_house_rules(kind, house_rules))
        return State(world=standard)


def read_house_rules(kind: type[Any], raw: Mapping[str, Any]) -> Any:
    """House rules from outside: an unknown name or a value that is not allowed is a bad argument."""
    from rulewright.table.projection import typed

    return typed(dict(raw), kind, "house_rules")


def find_game(system: str) -> Game:
    """The game of this name, of those that are installed."""
    game: Game = library.game(system)
    return game


def rules_in_brief(game: Game, house_rules: Mapping[str, Any]) -> list[str]:
    """What lies on the table while people play."""
    if game.reference is None:
        raise RuleError("not_written", f"{game.title} has no rules in brief")
    return list(game.reference(game.new_state(house_rules).world.house_rules))
