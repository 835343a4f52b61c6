"""Things that change hands."""

from collections.abc import Callable, Iterator
from itertools import count

from msgspec.structs import replace

from rulewright.systems.ardor.scores import POOLS, maximum
from rulewright.systems.ardor.sheet import DOWN, FALLEN, INCAPACITATED, ArdorPlay, Being, CharacterSheet, Gear


def take_one(play: ArdorPlay, name: str, item: Gear) -> None:
    """One of these is gone."""
    if item.count > 1:
        play.give(name, replace(item, count=item.count - 1))
    else:
        let_go(play, name, item.id)


def let_go(play: ArdorPlay, name: str, item: str) -> None:
    """An item is held no more, and gone."""
    sheet = play.entity(name).sheet
    if isinstance(sheet, CharacterSheet) and sheet.hands and item in sheet.hands:
        play.sheet(name, hands=tuple(held for held in sheet.hands if held != item))
    with_maxima_kept(play, name, lambda: play.take(name, item))


def free_names(being: Being, kind: str) -> Iterator[str]:
    """Names for something new of a kind."""
    yield from (name for name in names_of(kind) if name not in being.items)


def names_of(kind: str) -> Iterator[str]:
    """The kind itself, then with a number."""
    yield kind
    yield from (f"{kind}_{number}" for number in count(2))


def add_thing(play: ArdorPlay, name: str, kind: str) -> None:
    """Somebody has one more of something."""
    item = Gear(id=next(free_names(play.entity(name), kind)), item=kind)
    with_maxima_kept(play, name, lambda: play.give(name, item))


def with_maxima_kept(play: ArdorPlay, name: str, change: Callable[[], None]) -> None:
    """AR-CHAR-05: when a maximum rises, the value rises with it; when it falls, the value is cut to it."""
    before = {pool: maximum(play.entity(name), pool) for pool in POOLS}
    change()
    for pool, was in before.items():
        now, value = maximum(play.entity(name), pool), play.entity(name).counter(pool)
        if now > was and not (pool == "health" and play.entity(name).has(INCAPACITATED, FALLEN, DOWN)):
            play.put(name, pool, value + now - was)
        elif now < was and value > now:
            play.put(name, pool, now)
