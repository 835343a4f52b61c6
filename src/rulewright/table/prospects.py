"""What each thing that somebody could do would come to: who is hurt by it, and how likely somebody falls."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from rulewright.rules import RuleError
from rulewright.table.choices import actions_of, ways
from rulewright.table.commands import Kind
from rulewright.table.game import Game
from rulewright.table.previews import Effort, Preview, Summary, preview
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command

EFFORT = Effort(happenings=3_000, samples=100)
"""A tenth of a second or two for each of some twenty ways."""

MOST_WAYS = 30
"""How many ways to do one thing are looked at."""


class Prospect(NamedTuple):
    """What a command would come to, down to the horizon of its game."""

    command: Command
    dealt: Fraction
    """What the other sides lose of their health, on average."""
    taken: Fraction
    """What whoever acts loses."""
    fells: Fraction
    """The chance that somebody of another side falls."""
    falls: Fraction
    """The chance that whoever acts does."""
    exact: bool
    assumptions: tuple[str, ...]


def prospects(game: Game, state: AnyState, seat: str, by: str, effort: Effort = EFFORT) -> Iterator[Prospect]:
    """All that somebody could do by which anybody is hurt, as far as the seat may know."""
    known = known_state(game, state, seat)
    possible = {choice.name for choice in actions_of(game, state, seat, by) if choice.possible}
    for kind in game.commands:
        if kind.name in possible and not kind.general:
            for command in _commands(game, known, kind, by):
                found = _prospect(game, state, seat, command, effort)
                if found and (found.dealt or found.taken or found.fells or found.falls):
                    yield found


def _commands(game: Game, known: AnyState, kind: Kind, by: str) -> Iterator[Command]:
    for args in islice(ways(game, known, kind, by), MOST_WAYS):
        yield Command(name=kind.name, by=by, args=args)


def _prospect(game: Game, state: AnyState, seat: str, command: Command, effort: Effort) -> Prospect | None:
    """Nothing where the rules refuse it."""
    try:
        seen = preview(game, state, seat, [command], summary=who_is_hurt(game, command.by), effort=effort)
    except RuleError:
        return None
    return Prospect(
        command,
        dealt=_mean(seen, 0),
        taken=_mean(seen, 1),
        fells=seen.chance(lambda outcome: outcome[2]),
        falls=seen.chance(lambda outcome: outcome[3]),
        exact=seen.exact,
        assumptions=seen.assumptions,
    )


def _mean(seen: Preview, place: int) -> Fraction:
    return sum((p * outcome[place] for outcome, p in seen.outcomes.items()), Fraction(0))


def who_is_hurt(game: Game, by: str) -> Summary:
    """Of a plan, only what others and whoever acts lose, and whether they fall."""
    words = game.words

    def summary(before: AnyState, after: AnyState, _results: tuple[Any, ...]) -> Hashable:
        lost, fallen = [0, 0], [False, False]
        side = before.entities[by].side
        for name, entity in after.entities.items():
            was = before.entities.get(name)
            if was is None or was is entity or (name != by and was.side == side):
                continue
            own = name == by
            lost[own] += sum(was.counter(counter) - entity.counter(counter) for counter in words.health)
            fallen[own] |= entity.has(*words.fallen) and not was.has(*words.fallen)
        return (*lost, *fallen)

    return summary
