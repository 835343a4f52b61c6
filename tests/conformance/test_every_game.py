"""What every game must pass, the next one too: random play by every seat, undo, replay, secrets, previews.

Nothing in here knows a game. Scenes are the setups of the game's own scenarios.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from msgspec.structs import replace

from rulewright.dice import Fast
from rulewright.rules import RuleError, library
from rulewright.table import events
from rulewright.table.choices import actions, ways
from rulewright.table.creation import grow, make
from rulewright.table.fights import carry_on, first_possible
from rulewright.table.game import Game, find_game
from rulewright.table.log import Step
from rulewright.table.previews import Effort, preview
from rulewright.table.seats import known_state
from rulewright.table.sheets import filled, last_change, origin
from rulewright.table.sources import Chance
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from rulewright.table.views import told, view
from tests.table import laws
from tests.table.players import Players, Turn

HERE = Path(__file__).parent
GAMES = sorted({path.name.partition("_")[0] for path in HERE.glob("*_scenarios.yaml")})
SEEDS = range(8)
TURNS = 200
MOST_GROWTH = 100
SIDES = ("red", "blue")
MIRRORS = 600
LONGEST_MIRROR = 2_000
PREVIEWED = 60
MOST_SCRIPTS = 150
ASKED = 61
MOST_ASKED = 5
SMALL = Effort(happenings=600, samples=20)
AMPLE = Effort(happenings=10_000_000)
"""Whether a preview is exact must not hang on how fast a machine is."""
MOST_WAYS = 50
SPY = "xyzzy"
OVERRIDES = ("set", "set_up", "add_entity", "house_rule")
"""After these, what stands on a table is what the GM wanted, and not what the rules keep in bounds."""

UNDER_WAY: dict[str, set[str]] = {}
"""What games that are being built do not have yet. Whoever adds a part takes it away here."""

MAKERS = [name for name in GAMES if find_game(name).creation]
FIGHTERS = [name for name in MAKERS if find_game(name).fights]

every_game = pytest.mark.parametrize("name", GAMES)
every_maker = pytest.mark.parametrize("name", MAKERS)
every_fighter = pytest.mark.parametrize("name", FIGHTERS)
seeds = pytest.mark.parametrize("seed", SEEDS)


@cache
def scenes(name: str) -> tuple[dict[str, Any], ...]:
    files = sorted(HERE.glob(f"{name}_*scenarios.yaml"))
    setups = [scenario["setup"] for path in files for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return tuple(setup for setup in setups if setup.get("entities"))


def players_of(name: str, seed: int, *, real_dice: bool = True) -> Players:
    game: Game = find_game(name)
    return Players(game, scenes(name), f"{name} {seed}", real_dice=real_dice)


def test_every_game_that_can_be_played_is_tried() -> None:
    assert library.playable() == GAMES


# ---------------------------------------------------------------- what a game must have


@every_game
def test_a_game_has_everything(name: str) -> None:
    """Whoever adds a game adds all of this; a game without a part of it is not done."""
    game = find_game(name)
    package = files(library.package(name))
    golden = HERE.parent / "golden"
    parts = {
        "creation": game.creation is not None,
        "sheet": bool(game.sheet),
        "fights": game.fights is not None,
        "content": game.content is not None,
        "words": bool(game.words.commands),
        "manual.md": package.joinpath("manual.md").is_file(),
        "coverage.yaml": package.joinpath("coverage.yaml").is_file(),
        "golden session": (golden / f"{name}.yaml").is_file() and (golden / f"{name}.txt").is_file(),
        "vectors": (HERE / f"{name}.jsonl").is_file(),
        "scenarios": bool(scenes(name)),
    }
    assert {part for part, there in parts.items() if not there} <= UNDER_WAY.get(name, set())


# ---------------------------------------------------------------- random play


@every_game
@seeds
def test_random_play(name: str, seed: int) -> None:
    players = players_of(name, seed)
    overridden = any(laws.out_of_range(players.game, players.table.state))  # a scene may begin so
    for turn in players.play(TURNS):
        laws.refused_leaves_no_trace(players, turn)
        command = turn.command
        overridden |= command is not None and command.name in OVERRIDES and turn.refused is None
        if not overridden:
            laws.counters_stay_in_range(players)
        laws.state_can_be_written(players.table)
    laws.state_is_the_fold(players.table)
    laws.replay_gives_the_same(players.table)
    laws.codec_keeps(players.table)
    laws.undo_then_redo_is_the_identity(players.table, 40)
    laws.undo_to_the_start_is_the_start(players.table)


@every_game
@seeds
def test_dice_that_were_taken_back_fall_alike(name: str, seed: int) -> None:
    players = players_of(name, seed, real_dice=False)
    for turn in players.play(TURNS // 2):
        if turn.what == "do" and turn.refused is None:
            laws.same_dice_after_undo(players.table)


# ---------------------------------------------------------------- new characters


@every_maker
@seeds
def test_somebody_new_is_legal_and_grows_to_the_top(name: str, seed: int) -> None:
    """Whatever the dice choose: nothing is refused, counters are in range, and the table can be read again."""
    game = find_game(name)
    table = Table(game, source=Chance.seeded(seed), now=lambda: 0)
    choosing = Fast.seeded(f"{name} {seed}")
    make(table, "ann", choosing)
    laws.counters_within(game, table.state)
    steps = 0
    while grow(table, "ann", choosing):
        steps += 1
        assert steps <= MOST_GROWTH, "nobody grows for ever"
        laws.counters_within(game, table.state)
    assert steps
    assert not grow(table, "ann", choosing)
    laws.replay_gives_the_same(table)


@every_maker
def test_the_dice_choose_more_than_one_kind_of_character(name: str) -> None:
    game = find_game(name)
    made = set()
    for seed in range(20):
        table = Table(game, source=Chance.seeded(1), now=lambda: 0)
        make(table, "ann", Fast.seeded(seed))
        made.add(game.codec.encode_state(table.state))
    assert len(made) > 5


@every_maker
def test_every_number_on_a_sheet_is_explained(name: str) -> None:
    """What is not kept anywhere follows by rules, and its trace says how; what is kept was changed by some command."""
    game = find_game(name)
    table = Table(game, source=Chance.seeded(3), now=lambda: 0)
    make(table, "ann", Fast.seeded(3))
    entity = table.state.entities["ann"]
    on_the_sheet = {field.encode_name for field in msgspec.structs.fields(type(entity.sheet))}
    kept = {*entity.counters, *on_the_sheet, *game.conditions}
    for block in filled(game, table.state, "ann"):
        for path, shown in block.values.items():
            found = origin(game, table.state, "ann", path)
            assert found.value == shown
            if shown and isinstance(shown, int):
                assert found.entries or path in kept, path
                assert last_change(game, table.history, "ann", path), path


# ---------------------------------------------------------------- fights


@pytest.mark.no_cover
@every_fighter
def test_mirror_fights_are_even(name: str) -> None:
    """Two equal sides win half of the time each, whichever of them is listed first."""
    game = find_game(name)
    won = {order: [mirror_fight(game, seed, order) for seed in range(MIRRORS)] for order in (SIDES, SIDES[::-1])}
    for order, winners in won.items():
        for side in SIDES:
            assert far_from_half(winners.count(side), len(winners) - winners.count("")) < 3, order
    firsts = sum(winners.count(order[0]) for order, winners in won.items())
    assert far_from_half(firsts, 2 * MIRRORS - sum(winners.count("") for winners in won.values())) < 3, won


def far_from_half(times: int, of: int) -> float:
    """How many standard deviations a count is away from half of all."""
    assert of > MIRRORS / 2, "most fights must come to an end"
    return abs(2 * times - of) / sqrt(of)


def mirror_fight(game: Game, seed: int, order: tuple[str, ...]) -> str:
    """Who wins between two sides that are the same; nobody where nobody can. Who is frail shows best who goes first."""
    made = Table(game, source=Chance.seeded(seed // 4), now=lambda: 0)
    make(made, "one", Fast.seeded(seed // 4))
    one = made.state.entities["one"]
    frail = {name: 1 if seed % 4 and name in game.words.health else value for name, value in one.counters.items()}
    sides = {side: replace(one, id=side, name=side, side=side, counters=frail) for side in order}
    table = Table(
        game, source=Chance.seeded(f"{order} {seed}"), start=replace(made.state, entities=sides), now=lambda: 0
    )
    table.do(Command(name="start_encounter"))
    carry_on(table, most=LONGEST_MIRROR)
    standing = [side for side, entity in table.state.entities.items() if not entity.has(*game.words.fallen)]
    return standing[0] if len(standing) == 1 else ""


# ---------------------------------------------------------------- previews


@pytest.mark.no_cover
@every_game
@pytest.mark.parametrize("seed", range(4))
def test_previews_are_what_every_face_gives(name: str, seed: int) -> None:
    """What anybody could do next, wherever play has got to, where the dice are few enough to try every face."""
    game = find_game(name)
    players = players_of(name, seed, real_dice=False)
    compared, with_dice = 0, set()
    for number, _ in enumerate(players.play(PREVIEWED)):
        if number % 10:
            continue
        for command in some_actions(game, players.table.state):
            expected = laws.every_face(game, players.table.state, "gm", [command], MOST_SCRIPTS)
            if expected is None:
                continue
            found = preview(game, players.table.state, "gm", [command], effort=AMPLE)
            assert found.exact
            assert sum(p for _, p in found.outcomes.items()) == 1
            assert dict(found.outcomes.items()) == expected, command
            compared += 1
            if len(expected) > 1:
                with_dice.add(command.name)
    assert compared > 40
    assert len(with_dice) > 1


def some_actions(game: Game, state: AnyState) -> Iterator[Command]:
    """Each action that is possible, in the first way to do it that is."""
    for choice in actions(game, state, "gm"):
        if choice.possible:
            kind = game.commands.find(choice.name)
            tried = (Command(name=kind.name, by=choice.by, args=args) for args in ways(game, state, kind, choice.by))
            possible = first_possible(game, state, list(islice(tried, MOST_WAYS)))
            if possible:
                yield possible


# ---------------------------------------------------------------- secrets


@every_game
def test_what_is_hidden_is_never_told(name: str) -> None:
    """Somebody whom only the GM knows of does this and that; no view, no event and no refusal has the name in it."""
    game = find_game(name)
    frames = 0
    for seed in SEEDS:
        players = players_of(name, seed, real_dice=False)
        add_spy(players)
        for turn in players.play(TURNS):
            if names_the_spy(turn.command) or not is_hidden(players.table.state):
                break
            if turn.refused and turn.seat != "gm" and SPY not in str(turn.command):
                assert SPY not in str(turn.refused)
            frames += sum(1 for _ in frames_without_the_spy(game, players, turn))
    assert frames > 100


def add_spy(players: Players) -> None:
    """Somebody like one of those at the table, whom only the GM sees."""
    like = players.random.choice(list(players.table.state.entities.values()))
    spy = events.EntityAdded(replace(like, id=SPY, name=SPY, hidden=True))
    players.table.take_over(Step(number=0, command=Command(name="add_entity"), events=(spy,)))


def is_hidden(state: AnyState) -> bool:
    return SPY in state.entities and state.entities[SPY].hidden


def frames_without_the_spy(game: Game, players: Players, turn: Turn) -> Iterator[str]:
    """What each player is sent after a turn."""
    state, last = players.table.state, players.table.history.last()
    for seat, sitting in state.seats.items():
        if sitting.role == "gm" or SPY in sitting.entities:
            continue
        sent = [written(view(game, state, seat))]
        if last and turn.what == "do" and state is not turn.before:
            sent.append(written(told(game, turn.before, state, last.step, seat)))
        for frame in sent:
            assert SPY not in frame, turn
            yield frame


def names_the_spy(command: Command | None) -> bool:
    """Whether the GM himself says the name aloud: writes it where all can read it."""
    return (
        command is not None and command.name in ("set", "seat", "say", "set_up", "add_entity") and SPY in str(command)
    )


def written(data: Any) -> str:
    return msgspec.json.encode(data).decode()


@pytest.mark.no_cover
@every_game
def test_equal_views_get_equal_answers(name: str) -> None:
    """Whoever is hidden may be anybody: what a player can do, may choose, is refused and may expect is the same."""
    game, compared = find_game(name), 0
    for seed in SEEDS:
        players = players_of(name, seed, real_dice=False)
        add_spy(players)
        for number, turn in enumerate(players.play(ASKED)):
            state = players.table.state
            if names_the_spy(turn.command) or not is_hidden(state):
                break
            if number % 10:
                continue
            for seat in ("mia", "tom"):
                if SPY not in state.seats[seat].entities:
                    others = with_another_spy(state, players)
                    assert written(view(game, state, seat)) == written(view(game, others, seat))
                    assert list(answers(game, state, seat)) == list(answers(game, others, seat))
                    compared += 1
    assert compared > 10


def with_another_spy(state: AnyState, players: Players) -> AnyState:
    """The same table, where somebody else is hidden under that name, and stands elsewhere."""
    like = players.random.choice([entity for entity in state.entities.values() if entity.id != SPY])
    spy = replace(like, id=SPY, name=f"{SPY} too", hidden=True)
    return replace(state, entities={**state.entities, SPY: spy}, last={"of": SPY}, rolls={SPY: 3})


def answers(game: Game, state: AnyState, seat: str) -> Iterator[Any]:
    """All that a player can learn by asking."""
    possible = [choice for choice in actions(game, state, seat) if choice.possible]
    yield possible
    table = laws.table_at(game, state)
    for choice in possible[:MOST_ASKED]:
        known = known_state(game, state, seat)
        kind = game.commands.find(choice.name)
        for args in islice(ways(game, known, kind, choice.by), 2):
            command = Command(name=kind.name, by=choice.by, args=args)
            yield laws.refusal_at(table, command, seat)
            try:
                found = preview(game, state, seat, [command], effort=SMALL)
            except RuleError as refused:
                yield refused.code, str(refused)
            else:
                yield sorted(map(str, found.outcomes.items())), found.assumptions, found.exact
