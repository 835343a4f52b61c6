"""Time at a table: a clock in seconds, rounds in a fight, and what ends by itself.

What lasts until a time of the clock keeps that time, so a clock that is set back lengthens it; what was over comes back
only by undo.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.entities import Condition
from rulewright.table.play import AnyPlay
from rulewright.table.state import DAY

MOST_DAYS = 100_000
"""A campaign of some centuries."""

SECONDS = {"seconds": 1, "minutes": 60, "hours": 60 * 60, "watches": 4 * 60 * 60, "days": DAY}
"""The lengths in which people speak of time."""


def pass_seconds(play: AnyPlay, seconds: int) -> None:
    """Move the clock, and end whatever lasts no longer. Seconds below nothing turn it back."""
    clock = play.world.clock + seconds
    if not 0 <= clock <= MOST_DAYS * DAY:
        raise RuleError("bad_args", f"the clock runs from day 1 to day {MOST_DAYS:,}")
    play.change_world(clock=clock)
    for entity in list(play.state.entities.values()):
        for condition in entity.conditions.values():
            if condition.until is not None and condition.until <= clock:
                play.relieve(entity.id, condition.id)


def times_of_day_passed(before: int, after: int, second_of_day: int) -> int:
    """How often a time of the day, such as sunrise, came between two readings of the clock."""
    return (after - second_of_day) // DAY - (before - second_of_day) // DAY


def next_time_of_day(clock: int, second_of_day: int) -> int:
    """The next second at which it is that time of the day."""
    return clock + DAY - (clock - second_of_day) % DAY


def tick(play: AnyPlay, names: Iterable[str], rounds: int = 1) -> None:
    """Rounds go by for these entities: what is counted in rounds grows shorter and ends at none."""
    for name in list(names):
        for condition in list(play.entity(name).conditions.values()):
            if condition.rounds is not None:
                _shorten(play, name, condition, rounds)


def _shorten(play: AnyPlay, name: str, condition: Condition, rounds: int) -> None:
    assert condition.rounds is not None
    left = condition.rounds - rounds
    if left > 0:
        play.happens(events.ConditionAdded(name, replace(condition, rounds=left)))
    else:
        play.relieve(name, condition.id)


def end_timed(play: AnyPlay, names: Iterable[str]) -> None:
    """The fight is over: what is counted in rounds ends."""
    for name in list(names):
        timed = [condition.id for condition in play.entity(name).conditions.values() if condition.rounds is not None]
        play.relieve(name, *timed)
