"""A table in play: commands with their events and explanation, the fold of recorded events, and the memory it takes."""

import gc
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_least, at_most, close, fail, race, show, show_machine
from rulewright.dice import Live, seeded_face
from rulewright.store import Store
from rulewright.table.commands import perform
from rulewright.table.events import AnyEvent, apply
from rulewright.table.game import Game, find_game
from rulewright.table.history import after
from rulewright.table.sources import Chance
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table

SEED = 7
FIGHTERS: list[dict[str, Any]] = [
    {
        "id": "brynn",
        "kind": "character",
        "side": "party",
        "sheet": {"level": 1, "str": 15, "dex": 10, "tal": 9, "wil": 12, "cha": 10, "templates": ["fighter_a"]},
        "inventory": [{"item": "sword"}, {"item": "shield"}],
        "hands": ["sword", "shield"],
    },
    {
        "id": "ogre",
        "kind": "creature",
        "side": "foes",
        "sheet": {"hit_dice": 4, "attack": 14, "defense": 12, "hp": 20, "save": 9, "movement": 12, "damage": "1d10+3"},
    },
]
ENDLESS = 1_000_000
"""Hit points with which nobody falls."""

COMMANDS = {
    "attack": Command(name="attack", by="brynn", args={"target": "ogre", "weapon": "sword"}),
    "move": Command(name="move", by="brynn", args={"feet": 5, "toward": "ogre"}),
    "next_turn": Command(name="next_turn"),
    "set": Command(name="set", args={"path": "ogre.hp", "value": 7}),
    "say": Command(name="say", args={"text": "Have at you!"}),
}
PLAYED = 20_000
"""Commands of the fight that is recorded, replayed and kept."""


def turn_of(state: AnyState) -> str:
    """Who has the turn in the fight."""
    assert state.encounter
    return str(state.encounter.turn)


def prepared(table: Table) -> Table:
    """Two who never fall; the one with the sword has the turn."""
    table.do(Command(name="set_up", args={"setup": {"entities": FIGHTERS}}))
    for name in ("brynn", "ogre"):
        table.do(Command(name="set", args={"path": f"{name}.hp", "value": ENDLESS}))
    table.do(Command(name="start_encounter"))
    while turn_of(table.state) != "brynn":
        table.do(Command(name="next_turn"))
    return table


def seated(game: Game, state: AnyState) -> Table:
    """A table at which the fight begins, with a log in memory."""
    return Table(game, start=state, source=Chance.seeded(SEED), now=lambda: 0)


def next_blow(state: AnyState) -> Command:
    """What comes next in this fight: an answer, an attack, or the next turn."""
    if state.blocked_by:
        assert state.blocked_by.default
        return state.blocked_by.default
    turn = turn_of(state)
    if state.entities[turn].counter("action_left"):
        return Command(name="attack", by=turn, args={"target": "ogre" if turn == "brynn" else "brynn"})
    return Command(name="next_turn")


def play(table: Table, commands: int) -> Table:
    """Let them fight."""
    for _ in range(commands):
        table.do(next_blow(table.state))
    return table


# ---------------------------------------------------------------- speed


def performed(game: Game, state: AnyState, name: str) -> float:
    """How often a second a command is carried out, with its events, the state after them, and the tree of its dice."""
    face, command = seeded_face(SEED), COMMANDS[name]

    def once() -> Any:
        dice = Live(face)
        return perform(game, state, command, dice), dice

    (seconds,) = race(once)
    done = [once() for _ in range(1000)]
    show(
        command=name,
        per_second=1 / seconds,
        events=sum(len(play.events) for play, _ in done) / 1000,
        dice=sum(len(dice.used) for _, dice in done) / 1000,
    )
    return 1 / seconds


def fought(game: Game, state: AnyState) -> None:
    """Commands a second of a whole fight at a table whose log is in memory: rights, questions, history and all."""
    commands = PLAYED // 10
    (seconds,) = race(lambda: play(seated(game, state), commands))
    lost = ENDLESS - play(seated(game, state), commands).state.entities["ogre"].counter("hp")
    show(fight=commands, per_second=commands / seconds, ogre_lost=lost)


def replayed(table: Table, happened: list[AnyEvent]) -> float:
    """Recorded events a second."""

    def fold() -> AnyState:
        return reduce(apply, happened, table.history.start)

    if fold() != table.state or reduce(after, table.history.steps(), table.history.start) != table.state:
        fail("the fold of the log is not the state")
    (seconds,) = race(fold)
    show(replay=len(happened), per_second=len(happened) / seconds)
    return len(happened) / seconds


# ---------------------------------------------------------------- memory


@contextmanager
def measured() -> Iterator[Callable[[], float]]:
    """What is kept since the block began, in megabytes."""

    def now() -> float:
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / 1e6

    gc.collect()
    tracemalloc.start()
    yield now
    tracemalloc.stop()


def idle(game: Game) -> float:
    """Megabytes of a table that is kept on disk, was played for long, and waits."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        store.create("idle", game)
        with measured() as kept:
            table = store.table("idle", source=Chance.seeded(SEED), now=lambda: 0)
            play(prepared(table), PLAYED // 20)
            megabytes = kept()
        show(idle_table_mb=megabytes, commands=table.history.length)
    return megabytes


def main() -> None:
    show_machine()
    game = find_game("glog")
    state = prepared(Table(game, source=Chance.seeded(SEED), now=lambda: 0)).state
    per_second = {name: performed(game, state, name) for name in COMMANDS}
    fought(game, state)
    table = play(seated(game, state), PLAYED)
    happened = [event for step in table.history.steps() for event in step.events]
    small = min(rate for name, rate in per_second.items() if name != "attack")
    close(
        "table",
        {
            "attacks a second": at_least(20_000, per_second["attack"]),
            "small commands a second, the slowest": at_least(20_000, small),
            "replayed events a second": at_least(200_000, replayed(table, happened)),
            "idle table, MB": at_most(1, idle(game)),
        },
    )


if __name__ == "__main__":
    main()
