"""Somebody who plays any game at random: every seat, what is allowed and what is not, undo, redo and real dice.

Everything comes from one seed, so a game that went wrong can be played again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from rulewright.dice import DiceError, seeded_face
from rulewright.rules import RuleError
from rulewright.rules.arguments import REQUIRED
from rulewright.table.choices import values
from rulewright.table.commands import Kind, RefusedTooLate, Who, refusal
from rulewright.table.game import Game
from rulewright.table.log import Record, Step
from rulewright.table.seats import known_state
from rulewright.table.sources import Chance
from rulewright.table.state import ENTER_DICE, AnyState, Command
from rulewright.table.table import Table

Setup = Mapping[str, Any]

NONSENSE: tuple[Any, ...] = (None, -1, 10**30, 0.5, "", "nobody", "x" * 200, [], [None], {}, {"no": "thing"}, True)
SELDOM = frozenset({"set", "set_up", "seat", "leave_seat", "add_entity", "remove_entity", "hide", "veil", "house_rule"})
"""What a GM does seldom: if he did it all the time, nothing of the scene would be left to play with."""

PLAYERS = ("mia", "tom", "eve")
TRIES = 12
"""How often one looks for something that is allowed before one tries something that is not."""


class Turn(NamedTuple):
    """What was tried, and what came of it."""

    what: str
    """`do`, `undo`, `redo`, `new dice`, `expire`."""
    seat: str
    command: Command | None
    before: AnyState
    records: int
    """How many there were before."""
    thrown: int
    """How many dice had been thrown before."""
    refused: Exception | None


class CountedDice:
    """Repeatable dice that know how many of them fell."""

    def __init__(self, seed: int | str) -> None:
        self.thrown = 0
        self._face = seeded_face(seed)

    def face(self, sides: int) -> int:
        self.thrown += 1
        return self._face(sides)


class Players:
    """All the people at one table."""

    def __init__(self, game: Game, scenes: Sequence[Setup], seed: int | str, *, real_dice: bool = True) -> None:
        self.game, self.scenes = game, scenes
        self.random = Random(f"players {seed}")
        self.dice = CountedDice(f"dice {seed}")
        self.clock = 0
        self.table = Table(game, source=Chance(self.dice.face), now=lambda: self.clock)
        self._ids = 0
        self.table.do(Command(name="set_up", args={"setup": dict(self.random.choice(scenes))}))
        for player in PLAYERS:
            self._sit_down(player, real_dice=real_dice and player == PLAYERS[-1])
        self.table.do(Command(name="seat", args={"id": "watcher", "role": "spectator"}))

    def _sit_down(self, player: str, *, real_dice: bool) -> None:
        names = list(self.table.state.entities)
        own = self.random.sample(names, min(len(names), 2))
        self.table.do(Command(name="seat", args={"id": player, "entities": own, "real_dice": real_dice}))

    # ------------------------------------------------------------------ playing

    def play(self, turns: int) -> Iterator[Turn]:
        """Try so many things."""
        for _ in range(turns):
            yield self.turn()

    def turn(self) -> Turn:
        """Try something."""
        self.clock += self.random.randint(0, 20)
        what = self.random.choices(("do", "undo", "undo to", "redo", "new dice", "expire"), (100, 10, 2, 6, 1, 4))[0]
        seat = "gm" if self.random.random() < 0.4 else self.random.choice(list(self.table.state.seats))
        command = self.some_command(seat) if what == "do" else None
        before, records, thrown = self.table.state, len(self.table.log), self.dice.thrown
        refused: Exception | None = None
        try:
            self._carry_out(what, seat, command)
        except RefusedTooLate:
            raise
        except (RuleError, DiceError) as error:
            refused = error
        return Turn(what, seat, command, before, records, thrown, refused)

    def _carry_out(self, what: str, seat: str, command: Command | None) -> None:
        table = self.table
        if command is not None:
            table.do(command, seat=seat)
        elif what == "undo to":
            back_to = self.random.randint(max(1, len(table.log) - 90), len(table.log) + 1)
            table.undo(seat=seat, back_to=back_to)
        elif what == "undo":
            table.undo(seat=seat)
        elif what == "redo":
            table.redo(seat=seat)
        elif what == "new dice":
            table.new_dice(seat=seat)
        else:
            table.expire()

    # ------------------------------------------------------------------ choosing

    def some_command(self, seat: str) -> Command:
        """Something that the seat may do, if one comes to mind; otherwise anything."""
        if (answer := self._real_dice(seat)) and self.random.random() < 0.7:
            return answer
        known = known_state(self.game, self.table.state, seat)
        wild = self.random.random() < 0.15
        for _ in range(1 if wild else TRIES):
            command = self._any_command(known, seat, wild)
            if not wild and refusal(self.game, known, command) is None:
                break
        return command

    def _any_command(self, known: AnyState, seat: str, wild: bool) -> Command:
        kind = self._some_kind(known, seat, wild)
        by = ""
        if kind.who is Who.ACTOR:
            own = list(known.entities) if seat == "gm" or wild else list(known.seats[seat].entities)
            turn = known.encounter and known.encounter.turn
            asked = known.blocked_by.to if known.blocked_by else turn
            by = asked if asked in own and self.random.random() < 0.7 else self.random.choice(own or ["nobody"])
        self._ids += 1
        number = str(self._ids) if self.random.random() < 0.3 else ""
        return Command(name=kind.name, by=by, args=self.some_arguments(known, kind, by, wild), id=number)

    def _some_kind(self, known: AnyState, seat: str, wild: bool) -> Kind:
        question = known.blocked_by
        answers = [name for name in question.answers if name in self.game.commands.kinds] if question else []
        if answers and not wild and self.random.random() < 0.6:
            return self.game.commands.find(self.random.choice(answers))
        kinds = [kind for kind in self.game.commands if wild or seat == "gm" or kind.who is not Who.GM]
        weights = [0.1 if kind.name in SELDOM else 1.0 for kind in kinds]
        return self.random.choices(kinds, weights)[0]

    def _real_dice(self, seat: str) -> Command | None:
        """Real dice for a command that waits for them; now and then they are none."""
        for question in self.table.state.questions.values():
            if ENTER_DICE in question.answers:
                faces = [self.random.choice((1, 1, 2, 3, 4, 6, 20))]
                return Command(name=ENTER_DICE, by=question.to, args={"question": question.id, "faces": faces})
        return None

    # ------------------------------------------------------------------ arguments

    def some_arguments(self, known: AnyState, kind: Kind, by: str, wild: bool = False) -> dict[str, Any]:
        """What must be given, and some of what may be."""
        if kind.name in self._described and not wild:
            return self._described[kind.name](known)
        given: dict[str, Any] = {}
        for name, argument in kind.arguments.all.items():
            if argument.default is REQUIRED or self.random.random() < 0.3:
                given[name] = self._value(known, kind, by, name)
        if wild and self.random.random() < 0.5:
            given[self.random.choice([*given, "foreign"])] = self.random.choice(NONSENSE)
        return given

    def _value(self, known: AnyState, kind: Kind, by: str, name: str) -> Any:
        annotation = kind.arguments.all[name].kind
        if name == "condition":
            return self.random.choice(sorted(self.game.conditions))
        listed = list(values(self.game, known, kind, by, name))
        if not listed:
            return of_type(annotation, self.random)
        if _is_list(annotation):
            return self.random.sample(listed, min(len(listed), self.random.randint(1, 3)))
        return self.random.choice(listed)

    @property
    def _described(self) -> dict[str, Callable[[AnyState], dict[str, Any]]]:
        """What only the game could describe is taken from its scenes and from the table as it is."""
        return {
            "set": self._some_override,
            "house_rule": self._some_house_rule,
            "add_entity": lambda _: {"entity": self._somebody()},
            "set_up": lambda _: {"setup": {"entities": [self._somebody()]}},
        }

    def _somebody(self) -> dict[str, Any]:
        entity = dict(self.random.choice(self.random.choice(self.scenes)["entities"]))
        return entity | {"id": f"{entity['id']}_{self.random.randint(1, 30)}"}

    def _some_house_rule(self, known: AnyState) -> dict[str, Any]:
        rules = known.world.house_rules
        if rules is None:
            return {"name": "none", "value": True}
        rule = self.random.choice(msgspec.structs.fields(rules))
        return {"name": rule.encode_name, "value": of_type(rule.type, self.random)}

    def _some_override(self, known: AnyState) -> dict[str, Any]:
        """A value that another entity has already, or a number, or nonsense."""
        projection, random = self.game.projection, self.random
        names = list(known.entities) or ["nobody"]
        entity, path = random.choice(names), random.choice(list(projection.entity))
        if known.entities and random.random() < 0.8:
            value = projection.get(known, f"{random.choice(names)}.{path}")
            value = random.randint(0, 12) if type(value) is int and random.random() < 0.7 else value
        else:
            value = random.choice(NONSENSE)
        return {"path": f"{entity}.{path}", "value": value}


def of_type(annotation: Any, random: Random) -> Any:
    """Some plain value of a type."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _within(of_type(parts[0], random), parts[1:], random)
    if origin in (Union, UnionType):
        return of_type(random.choice(parts), random)
    if origin is Literal:
        return random.choice(parts)
    if origin in (tuple, list, frozenset, Sequence):
        return [of_type(parts[0], random) for _ in range(random.randint(0, 3))]
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        fields = msgspec.structs.fields(annotation)
        return {
            field.encode_name: of_type(field.type, random)
            for field in fields
            if field.required or random.random() < 0.5
        }
    return _SIMPLE.get(annotation, _nothing)(random)


def _nothing(_: Random) -> Any:
    return {}


_SIMPLE: dict[Any, Callable[[Random], Any]] = {
    int: lambda random: random.choice((0, 1, 1, 2, 3, 5, 10, random.randint(-5, 100))),
    str: lambda random: random.choice(("a", "b", "ann", "orc", "1d6", "party", "a longer text")),
    bool: lambda random: random.random() < 0.5,
    float: lambda random: random.random(),
    NoneType: lambda _: None,
    Any: lambda random: random.choice((None, 1, "a", [1], {"a": 1})),
}


def _within(value: Any, hints: tuple[Any, ...], random: Random) -> Any:
    """A number brought into the bounds of its type."""
    for hint in hints:
        if isinstance(hint, msgspec.Meta) and type(value) is int:
            low = hint.ge if hint.ge is not None else hint.gt
            high = hint.le if hint.le is not None else hint.lt
            if low is not None and value < low:
                value = int(low) + random.randint(0, 1)
            if high is not None and value > high:
                value = int(high)
    return value


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        return _is_list(get_args(annotation)[0])
    return get_origin(annotation) in (tuple, list)


def steps_of(records: Iterator[Record]) -> list[Step]:
    """The commands among some records."""
    return [record for record in records if isinstance(record, Step)]
