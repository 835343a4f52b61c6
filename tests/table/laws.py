"""What holds at every table of every game, whatever happens there. Each law fails by an AssertionError."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Any
from unittest import mock

from msgspec.structs import replace

from rulewright.dice import DiceError, Fast
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.commands import perform
from rulewright.table.game import Game
from rulewright.table.history import after
from rulewright.table.log import MemoryLog, Record, Step
from rulewright.table.previews import changes, frozen
from rulewright.table.recap import recap
from rulewright.table.seats import known_state
from rulewright.table.sources import Chance
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from rulewright.table.transcript import transcript
from tests.dice.enumeration import all_scripts
from tests.table.players import Players, Turn


def refused_leaves_no_trace(players: Players, turn: Turn) -> None:
    """What is refused changes nothing, writes nothing and uses no dice."""
    if turn.refused:
        assert players.table.state is turn.before
        assert len(players.table.log) == turn.records
        assert players.dice.thrown == turn.thrown, f"{turn.command} used dice and was refused: {turn.refused}"


def counters_stay_in_range(players: Players) -> None:
    """What the rules do keeps every counter in its range; what the GM's `set` did is beside the rules."""
    counters_within(players.game, players.table.state)


def counters_within(game: Game, state: AnyState) -> None:
    """Every counter of everybody is in its range."""
    assert list(out_of_range(game, state)) == []


def out_of_range(game: Game, state: AnyState) -> Iterator[str]:
    """Counters that are not in their range."""
    for entity in state.entities.values():
        for name, value in entity.counters.items():
            if value is not None and name in game.counters:
                kept = game.counters[name]
                most = kept.maximum(Fast(), state, entity) if kept.maximum else None
                if value < kept.minimum or (most is not None and value > most):
                    yield f"{entity.id}.{name} is {value}, from {kept.minimum} to {most}"


def state_is_the_fold(table: Table) -> None:
    """The state is what the steps in effect make of the start; no die is thrown for it."""
    with no_chance():
        folded = reduce(after, table.history.steps(), table.history.start)
    assert folded == table.state


def replay_gives_the_same(table: Table) -> None:
    """Whoever reads the log anew, from bytes, has the same table, and tells the same of it."""
    log = MemoryLog()
    for record in table.log.read():
        log.append(table.game.codec.decode(table.game.codec.encode(record)))
    with no_chance():
        again = Table(table.game, log, start=table.history.start)
    assert again.state == table.state
    assert [step.number for step in again.history.steps()] == [step.number for step in table.history.steps()]
    start = table.history.start
    lived, read = (list(transcript(table.game, list(kept.read()), start)) for kept in (table.log, log))
    assert lived == read
    assert recap(table.game, list(log.read()), start) == recap(table.game, list(table.log.read()), start)


def state_can_be_written(table: Table) -> None:
    """The state is the same after it was written down and read again."""
    codec = table.game.codec
    assert codec.decode_state(codec.encode_state(table.state)) == table.state


def codec_keeps(table: Table) -> None:
    """Every record and the state are the same after they were written down."""
    codec = table.game.codec
    for record in table.log.read():
        found = codec.decode(codec.encode(record))
        assert without_trace(found) == without_trace(record)
        assert codec.encode(found) == codec.encode(record)
    state_can_be_written(table)


def without_trace(record: Record) -> Record:
    """A trace holds live rules before it was kept and data afterwards, so it is compared as bytes only."""
    return replace(record, trace=()) if isinstance(record, Step) else record


def undo_then_redo_is_the_identity(table: Table, steps: int) -> None:
    """So many steps back and forth again, through the same states in both directions."""
    states = [table.state]
    for _ in range(min(steps, table.history.length)):
        table.undo()
        states.append(table.state)
    for expected in reversed(states[:-1]):
        table.redo()
        assert table.state == expected


def undo_to_the_start_is_the_start(table: Table) -> None:
    first = next(table.history.steps(), None)
    if first:
        table.undo(back_to=first.number)
    assert table.state == table.history.start
    assert table.history.length == 0


def same_dice_after_undo(table: Table) -> bool:
    """The last step, taken back and asked for again, shows the same dice and comes to the same. Tells if it had any."""
    last = table.history.last()
    if last is None or not last.step.dice or last.step.by_hand:
        return False
    step, came_to = last.step, table.state
    table.undo()
    again = table.do(replace(step.command, id=""), seat=step.seat)
    assert again.dice == step.dice
    assert again.events == step.events
    assert table.state == came_to
    return True


@contextmanager
def no_chance() -> Iterator[None]:
    """Whoever throws dice, asks the clock or asks the system for chance in here fails."""

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("chance or time was asked where nothing may depend on them")

    places = [
        "os.urandom",
        *(
            f"random.{name}"
            for name in ("random", "getrandbits", "randint", "randrange", "choice", "shuffle", "sample")
        ),
        "random.Random.random",
        "random.Random.getrandbits",
        "secrets.randbelow",
        "secrets.token_bytes",
        "time.time",
        "rulewright.dice.rolling.system_face",
        "rulewright.dice.chance.system_face",
        "rulewright.dice.rolling.Fast.d",
    ]
    patches = [mock.patch(place, forbidden) for place in places]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


def table_at(game: Game, state: AnyState, seed: int = 1) -> Table:
    """A table that begins with this state."""
    return Table(game, start=state, source=Chance.seeded(seed), now=lambda: 0)


def refusal_at(table: Table, command: Command, seat: str) -> tuple[str, str]:
    """The code and the words with which a table refuses a command of a seat; nothing where it is done."""
    copy = table_at(table.game, table.state)
    try:
        copy.do(command, seat=seat)
    except (RuleError, DiceError) as error:
        return str(getattr(error, "code", "")), str(error)
    return "", ""


def fold(state: AnyState, happened: Iterable[events.AnyEvent]) -> AnyState:
    for event in happened:
        state = events.apply(state, event)
    return state


def every_face(
    game: Game, state: AnyState, seat: str, plan: Sequence[Command], most: int | None = None
) -> dict[Any, Fraction] | None:
    """What comes of a plan by every face of every die, by the commands themselves and without the preview's own loop.

    Nothing where there are more ways than so many.
    """
    known = known_state(game, state, seat)

    def run(dice: Any) -> Any:
        state, results = known, []
        for place, given in enumerate(plan):
            try:
                play = perform(game, state, given, dice)
            except RuleError as error:
                if not place:
                    raise
                results.append(error.code)
                continue
            state = play.state
            results.append(frozen(play.outcome))
        while assumption := game.assume(state, plan):
            state = perform(game, state, assumption.command, dice).state
        return changes(known, state, tuple(results))

    chances: dict[Any, Fraction] = {}
    for number, (found, p) in enumerate(all_scripts(run)):
        if number == most:
            return None
        chances[found] = chances.get(found, Fraction(0)) + p
    return chances
