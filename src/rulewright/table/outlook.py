"""A preview in a few words: what somebody wants to know before acting."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulewright.table.game import Game
from rulewright.table.previews import Changes, Effort, Preview, preview
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command

QUICK = Effort(happenings=3_000, samples=200)
"""A menu must not keep anybody waiting."""

LEAST = Fraction(1, 20)
"""A smaller change on average is not worth a word."""


def outlook(game: Game, state: AnyState, seat: str, command: Command) -> str:
    """The chances of a command, and what it does on average, as far as the seat may know."""
    seen = preview(game, state, seat, [command], effort=QUICK)
    known = known_state(game, state, seat)
    parts = [*_chances(game, seen), *_counters(game, known, seen), *_conditions(game, known, seen)]
    return ("" if seen.exact or not parts else "about ") + " · ".join(parts)


def _chances(game: Game, seen: Preview) -> list[str]:
    """How likely the yes or no of the result is, where the game has a word for it."""
    found = []
    for name, words in game.words.results.items():
        for value in (True, False):
            word = words.get(value, "").removeprefix("and ").strip("():;, ")
            p = seen.chance(lambda outcome, name=name, value=value: _part(outcome, name) is value)  # type: ignore[misc]
            if word and p > 0 and (value or not words.get(True)):
                found.append(f"{word} {percent(p)}")
    return found


def _part(outcome: Changes, name: str) -> Any:
    """A part of what the first command came to."""
    result = outcome.results[0] if outcome.results else None
    return result.get(name) if isinstance(result, dict) else None


def _counters(game: Game, known: AnyState, seen: Preview) -> list[str]:
    """What becomes of counters on average."""
    expected: dict[tuple[str, str], Fraction] = {}
    for outcome, p in seen.outcomes.items():
        for (entity, counter), value in outcome.counters.items():
            before = known.entities[entity].counter(counter) if entity in known.entities else 0
            expected[entity, counter] = expected.get((entity, counter), Fraction(0)) + p * ((value or 0) - before)
    return [
        f"{known.entities[entity].called}: {_named(game, counter)} {float(change):+.1f}".replace("-", "−")
        for (entity, counter), change in expected.items()
        if abs(change) >= LEAST and counter not in game.words.quiet and entity in known.entities
    ]


def _named(game: Game, counter: str) -> str:
    return game.words.counters.get(counter, counter.replace("_", " "))


def _conditions(game: Game, known: AnyState, seen: Preview) -> list[str]:
    """Which conditions come of it, and how likely."""
    chances: dict[tuple[str, str], Fraction] = {}
    for outcome, p in seen.outcomes.items():
        for gained in outcome.gained:
            chances[gained] = chances.get(gained, Fraction(0)) + p
    likeliest: Sequence[tuple[tuple[str, str], Fraction]] = sorted(chances.items(), key=lambda entry: -entry[1])[:3]
    return [
        f"{known.entities[entity].called} {game.words.conditions.get(name, f'is {name}')} {percent(p)}"
        for (entity, name), p in likeliest
        if entity in known.entities and name not in game.words.quiet
    ]


def percent(p: Fraction) -> str:
    """Never certain by rounding."""
    if p in (0, 1):
        return f"{int(p) * 100} %"
    return f"{min(99.9, max(0.1, float(p) * 100)):.{1 if p < Fraction(1, 100) or p > Fraction(99, 100) else 0}f} %"
