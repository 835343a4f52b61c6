"""Readings that throw dice: fast without a trace, live with one, scripted from given faces."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from rulewright.dice.chance import Face, seeded_face, system_face
from rulewright.dice.errors import DiceError, TooComplex
from rulewright.dice.protocol import Again, Callee

T = TypeVar("T")
State = TypeVar("State")

MOST_TRIES = 10_000
"""How often one rule may be rolled again, or a loop without end may turn, before we call it endless."""


MOST_THROWN = 1_000_000
"""How many dice are thrown at once; more is a slip of the rule that asks."""


class Fast:
    """Throws dice and keeps nothing: for simulation. All other readings that throw build on this one."""

    def __init__(self, face: Face = system_face) -> None:
        self._face = face

    @classmethod
    def seeded(cls, seed: int | str) -> "Fast":
        """A reading whose dice are the same again for the same seed."""
        return cls(seeded_face(seed))

    def d(self, sides: int, why: str = "") -> int:
        return self._face(sides)

    def total(self, count: int, sides: int, why: str = "") -> int:
        return sum(self._throw(count, sides))

    def pool(self, count: int, sides: int, why: str = "") -> tuple[int, ...]:
        return tuple(sorted(self._throw(count, sides)))

    def keep(self, count: int, sides: int, *, highest: int = 0, lowest: int = 0, why: str = "") -> int:
        start, stop = kept_places(count, highest, lowest)
        return sum(sorted(self._throw(count, sides))[start:stop])

    def count(self, count: int, sides: int, wanted: Callable[[int], bool], why: str = "") -> int:
        return sum(map(wanted, self._throw(count, sides)))

    def chance(self, numerator: int, denominator: int, why: str = "") -> bool:
        if numerator <= 0 or numerator >= denominator:
            return numerator > 0
        return self._face(denominator) <= numerator

    def repeat(
        self,
        step: Callable[..., State],
        state: State,
        *,
        times: int | None = None,
        until: Callable[[State], bool] | None = None,
        **unchanging: Any,
    ) -> State:
        left = MOST_TRIES if times is None else times
        while left and not (until and until(state)):
            state = step(self, state=state, **unchanging)
            left -= 1
        if not left and times is None:
            raise TooComplex(f"the loop has turned {MOST_TRIES:,} times and is not done")
        return state

    def note(self, label: str, value: T) -> T:
        return value

    def call(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        try:
            return rule.function(self, **arguments)
        except Again:
            return self._call_again(rule, arguments)

    def _call_again(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        for _ in range(MOST_TRIES):
            self._rolled_again()
            try:
                return rule.function(self, **arguments)
            except Again:
                continue
        raise TooComplex(f"{rule.name} was rolled again {MOST_TRIES:,} times: does it ever end?")

    def _rolled_again(self) -> None:
        """Told that all dice of the rule so far do not count."""

    def _throw(self, count: int, sides: int) -> list[int]:
        refuse_impossible(count)
        face = self._face
        return [face(sides) for _ in range(count)]


def refuse_impossible(count: int) -> None:
    """Fewer dice than none, or more than anybody throws."""
    if not 0 <= count <= MOST_THROWN:
        raise DiceError(f"from 0 to {MOST_THROWN:,} dice are thrown at once, found {count}")


def kept_places(count: int, highest: int, lowest: int) -> tuple[int, int]:
    """Which places of `count` sorted dice are kept: from, to (not included)."""
    if highest < 0 or lowest < 0 or (highest and lowest):
        raise DiceError(f"the highest or the lowest dice are kept, found highest={highest} and lowest={lowest}")
    return (0, min(lowest, count)) if lowest else (max(0, count - highest), count)


class Draw(msgspec.Struct):
    """Dice that were thrown, and what the rule made of them."""

    kind: str
    sides: int
    why: str
    faces: list[int]
    value: Any


class Note(msgspec.Struct):
    """A value on the way to the result."""

    label: str
    value: Any


class Call(msgspec.Struct):
    """A rule that was run: with what, what happened in it, and what came of it."""

    rule: Any
    arguments: Mapping[str, Any]
    entries: list[Any]
    result: Any = None
    switches: dict[str, Any] = {}


class RolledAgain(msgspec.Struct):
    """Everything before this in the same rule did not count."""


class Live(Fast):
    """Throws dice and keeps the tree of what happened: rules, arguments, dice and every noted value."""

    def __init__(self, face: Face = system_face) -> None:
        super().__init__(face)
        self.used: list[tuple[int, int]] = []
        self.entries: list[Any] = []
        """What happened, in order: Draw, Note, Call (with its own entries) and RolledAgain."""
        self._source = face
        self._face = self._recorded_face

    @property
    def trace(self) -> Call:
        """The last rule that was run."""
        return next(entry for entry in reversed(self.entries) if isinstance(entry, Call))

    def _recorded_face(self, sides: int) -> int:
        face = self._source(sides)
        self.used.append((sides, face))
        return face

    def _record(self, kind: str, sides: int, why: str, since: int, value: T) -> T:
        self.entries.append(Draw(kind, sides, why, [face for _, face in self.used[since:]], value))
        return value

    def d(self, sides: int, why: str = "") -> int:
        face = self._source(sides)
        self.used.append((sides, face))
        self.entries.append(Draw("d", sides, why, [face], face))
        return face

    def total(self, count: int, sides: int, why: str = "") -> int:
        since = len(self.used)
        return self._record("total", sides, why, since, super().total(count, sides))

    def pool(self, count: int, sides: int, why: str = "") -> tuple[int, ...]:
        since = len(self.used)
        return self._record("pool", sides, why, since, super().pool(count, sides))

    def keep(self, count: int, sides: int, *, highest: int = 0, lowest: int = 0, why: str = "") -> int:
        since = len(self.used)
        value = super().keep(count, sides, highest=highest, lowest=lowest)
        return self._record("keep", sides, why, since, value)

    def count(self, count: int, sides: int, wanted: Callable[[int], bool], why: str = "") -> int:
        since = len(self.used)
        return self._record("count", sides, why, since, super().count(count, sides, wanted))

    def chance(self, numerator: int, denominator: int, why: str = "") -> bool:
        since = len(self.used)
        return self._record("chance", denominator, why, since, super().chance(numerator, denominator))

    def note(self, label: str, value: T) -> T:
        self.entries.append(Note(label, value))
        return value

    def call(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        outer = self.entries
        call = Call(rule, arguments, [])
        self.entries = call.entries
        switches = arguments.get(rule.switches, rule.standard)
        if switches is not rule.standard:
            arguments = {**arguments, rule.switches: Watched(switches, rule.standard, call.switches)}
        try:
            call.result = super().call(rule, arguments)
        finally:
            self.entries = outer
        outer.append(call)
        return call.result

    def _rolled_again(self) -> None:
        self.entries.append(RolledAgain())


class Watched:
    """Stands for the house rules of a table and remembers which took part with another value than the standard."""

    _subject: Any

    def __init__(self, subject: Any, standard: Any, seen: dict[str, Any]) -> None:
        # Only the rule that looks is told: the caller's watch is not looked through.
        self._subject = subject._subject if isinstance(subject, Watched) else subject
        self._standard = standard
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._subject, name)
        if value != getattr(self._standard, name):
            self._seen[name] = value
        return value


class TooFewDice(DiceError):
    """The script has no face for this die. Who asks people for real dice asks for this one and runs again."""

    def __init__(self, sides: int, why: str, given: int) -> None:
        self.sides, self.why = sides, why
        super().__init__(f"a face for d{sides}{self.purpose} is missing: {given} given, all used")

    @property
    def purpose(self) -> str:
        """What the die is for, in brackets, where the rule says so."""
        return f" ({self.why})" if self.why else ""


class Scripted(Live):
    """Takes given faces in order: for tests, for dice thrown by hand, for replay. They must be used up exactly."""

    def __init__(self, faces: Iterable[Any]) -> None:
        self._given = list(faces)
        super().__init__(self._next_face)

    def _next_face(self, sides: int) -> int:
        place = len(self.used)
        if place == len(self._given):
            raise TooFewDice(sides, "", place)
        face = self._given[place]
        if type(face) is not int or not 1 <= face <= sides:
            raise DiceError(f"die {place + 1} is a d{sides}: expected a whole number from 1 to {sides}, found {face!r}")
        return face

    def finish(self) -> None:
        """Refuse faces that nobody asked for."""
        left = len(self._given) - len(self.used)
        if left:
            raise DiceError(f"{left} of {len(self._given)} faces were not used: leave them out")
