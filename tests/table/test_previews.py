"""Previews: the same commands with dice that take every way."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any

import msgspec
import pytest

from rulewright.dice import Budget, Fast, TooComplex, seeded_face
from rulewright.dice.fairness.luck import chance_of_more
from rulewright.rules import FrozenMap, RuleError
from rulewright.table.choices import ways
from rulewright.table.commands import Who, perform, refusal
from rulewright.table.game import Assumption
from rulewright.table.previews import LONGEST_PLAN, Changes, Effort, Preview, changes, frozen, marginal, preview
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command
from tests.table import laws
from tests.table.players import Players
from tests.table.scenes import ANN, BOB, CAT, ORC, SCENES, command, fight_of
from tests.table.toys import toy

STRIKE = command("strike", "ann", target="orc")
FEW = Effort(happenings=20, samples=900)


class NeverExact:
    """An exact reading for which everything is too much."""

    def __init__(self, budget: Budget) -> None:
        pass

    def distribution(self, _rule: object) -> None:
        raise TooComplex("too much")


@pytest.fixture
def only_samples(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Preview]:
    """Previews that are thrown, whatever they would cost."""

    def sampled(*asked: Any, **more: Any) -> Preview:
        with monkeypatch.context() as patched:
            patched.setattr("rulewright.table.previews.Exact", NeverExact)
            return preview(*asked, **more)

    return sampled


# ---------------------------------------------------------------- examples


def test_a_blow_is_known_beforehand() -> None:
    found = preview(toy, fight_of(ANN, ORC).state, "gm", [STRIKE])
    assert (found.exact, found.error, found.assumptions) == (True, 0.0, ())
    assert found.chance(lambda outcome: outcome.results[0]["hit"]) == Fraction(5, 6)
    assert found.chance(lambda outcome: outcome.counters.get(("orc", "hp"), 8) <= 5) == Fraction(5, 6) * Fraction(1, 2)


def test_a_preview_changes_nothing() -> None:
    table = fight_of(ANN, ORC)
    before, records = table.state, len(table.log)
    preview(toy, table.state, "gm", [STRIKE])
    assert (table.state, len(table.log)) == (before, records)


def test_what_can_not_be_begun_is_refused() -> None:
    with pytest.raises(RuleError, match="it is not Orc's turn"):
        preview(toy, fight_of(ANN, ORC).state, "gm", [command("strike", "orc", target="ann")])


def test_a_plan_goes_on_where_a_later_command_is_refused() -> None:
    plan = [STRIKE, command("next_turn"), STRIKE]
    found = preview(toy, fight_of(ANN, ORC).state, "gm", plan)
    assert {outcome.results[2] for outcome, _ in found.outcomes.items()} == {"not_your_turn"}


def test_who_has_to_decide_is_assumed_to() -> None:
    found = preview(toy, fight_of(ANN, BOB).state, "gm", [command("strike", "ann", target="bob")])
    assert found.assumptions == ("bob endures it",)
    assert found.chance(lambda outcome: ("bob", "hp") in outcome.counters) == Fraction(4, 6)


def test_who_has_not_decided_yet_is_assumed_to() -> None:
    found = preview(toy, fight_of(ANN, ORC).state, "gm", [command("lunge", "orc", target="ann")])
    assert found.assumptions == ("ann lunges",)


def test_a_plan_that_is_begun_goes_on_to_the_same_horizon() -> None:
    table = fight_of(ANN, ORC)
    lunge = command("lunge", "ann", target="orc")
    before = preview(toy, table.state, "gm", [lunge], summary=what_the_dice_did)
    table.do(lunge)
    begun = preview(toy, table.state, "gm", [], done=[lunge], summary=what_the_dice_did)
    assert dict(begun.outcomes.items()) == dict(before.outcomes.items())
    assert begun.assumptions == before.assumptions == ("orc lunges",)
    assert len(preview(toy, table.state, "gm", []).outcomes) == 1


def test_what_others_decided_in_secret_is_assumed_too() -> None:
    table = fight_of(ANN, ORC, BOB, seats={"mia": ("ann",)})
    table.do(command("lunge", "orc", target="bob"))
    table.do(command("lunge", "bob", target="bob"))
    found = preview(toy, table.state, "mia", [command("lunge", "ann", target="orc")])
    assert found.assumptions == ("orc lunges", "bob lunges")
    assert preview(toy, table.state, "gm", [command("lunge", "ann", target="orc")]).assumptions == ()


def test_what_is_veiled_is_guessed() -> None:
    table = fight_of(ANN, {**ORC, "veiled": True}, seats={"mia": ("ann",)})
    assert hit(preview(toy, table.state, "gm", [STRIKE])) == Fraction(5, 6)
    assert hit(preview(toy, table.state, "mia", [STRIKE])) == Fraction(4, 6)


def hit(found: Any) -> Fraction:
    chance: Fraction = found.chance(lambda outcome: outcome.results[0]["hit"])
    return chance


def test_what_is_hidden_is_not_there() -> None:
    table = fight_of(ANN, ORC, CAT, seats={"mia": ("ann",)})
    with pytest.raises(RuleError, match="nobody is called 'cat'"):
        preview(toy, table.state, "mia", [command("strike", "ann", target="cat")])


def test_the_summary_says_what_is_wanted() -> None:
    def falls(_before: AnyState, after: AnyState, _results: tuple[Any, ...]) -> bool:
        return after.entities["orc"].counter("hp") <= 6

    found = preview(toy, fight_of(ANN, ORC).state, "gm", [STRIKE], summary=falls)
    assert dict(found.outcomes.items()) == {True: Fraction(5, 8), False: Fraction(3, 8)}


def test_where_there_are_too_many_ways_it_is_thrown_and_says_so() -> None:
    state = fight_of(ANN, ORC).state
    found = preview(toy, state, "gm", [STRIKE] * 5, effort=FEW, face=seeded_face(3))
    assert (found.exact, found.error) == (False, 0.5 / 30)
    exact = preview(toy, state, "gm", [STRIKE] * 5)
    assert exact.exact
    assert abs(hit(found) - hit(exact)) < 4 * found.error


def test_the_same_question_has_the_same_answer_though_dice_be_thrown() -> None:
    table = fight_of(ANN, ORC, CAT, seats={"mia": ("ann",)})
    asked = partial(preview, toy, seat="mia", plan=[STRIKE] * 5, effort=FEW)
    found = asked(state=table.state)
    table.do(command("set", path="cat.hp", value=3))  # what Mia can't know changes nothing
    assert (found, found.exact) == (asked(state=table.state), False)
    table.do(command("set", path="orc.hp", value=7))
    assert asked(state=table.state) != found


def test_changes_are_those_of_counters_and_conditions() -> None:
    table = fight_of(ANN, BOB)
    before = table.state
    table.do(command("set", path="ann.hp", value=3))
    table.do(command("remove_condition", target="bob", condition="warding"))
    table.do(command("add_condition", target="ann", condition="dazed"))
    table.do(command("add_entity", entity=ORC))
    assert changes(before, table.state, ("done",)) == Changes(
        ("done",),
        FrozenMap({("ann", "hp"): 3, ("orc", "hp"): 8}),
        frozenset({("ann", "dazed")}),
        frozenset({("bob", "warding")}),
    )


def test_marginals() -> None:
    found = preview(toy, fight_of(ANN, BOB).state, "gm", [command("sweep", "ann", targets=["ann", "bob"])])
    by_bob = marginal(found.outcomes, lambda outcome: [outcome.counters[("bob", "hp")]])
    assert by_bob == {hp: Fraction(1, 3) for hp in (4, 5, 6)}


def test_plain_values_can_be_counted() -> None:
    value = frozen({"a": [1, {"b": (2, None)}]})
    assert hash(value) == hash(frozen({"a": [1, {"b": (2, None)}]}))
    assert value == {"a": (1, {"b": (2, None)})}


def test_a_plan_without_an_end_is_refused() -> None:
    waits = Assumption(command("say", text="Hm."), "somebody hums")
    game = msgspec.structs.replace(toy, assume=lambda _state, _plan: waits)
    with pytest.raises(RuleError, match=f"no end after {LONGEST_PLAN} commands"):
        preview(game, fight_of(ANN, ORC).state, "gm", [STRIKE])


# ---------------------------------------------------------------- every command, exactly and by samples


def positions() -> Iterator[tuple[AnyState, str]]:
    """Tables as they come about in play, with somebody who asks."""
    for seed in range(6):
        players = Players(toy, SCENES, seed, real_dice=False)
        for number, _ in enumerate(players.play(120)):
            if number % 40 == 39:
                yield players.table.state, players.random.choice(["gm", "mia"])
    table = fight_of(ANN, BOB, ORC)
    yield table.state, "gm"
    while not table.state.blocked_by:  # bob may ward off a blow that lands
        table.do(command("set", path="encounter.turn", value="ann"))
        table.do(command("strike", "ann", target="bob"))
    yield table.state, "gm"


def plans(state: AnyState, seat: str) -> Iterator[list[Command]]:
    """Every command, in the ways that can be listed; those that need words in one way."""
    known = known_state(toy, state, seat)
    own = list(known.entities) if seat == "gm" else list(known.seats[seat].entities)
    words = {"text": "a", "item": "rope", "to": 3, "minutes": 5, "path": "ann.hp", "value": 3, "condition": "dazed"}
    for kind in toy.commands:
        required = {name for name, argument in kind.arguments.all.items() if argument.default is argument.default}
        for by in own if kind.who is Who.ACTOR else [""]:
            listed = list(ways(toy, known, kind, by)) or [{name: words[name] for name in required & words.keys()}]
            yield from ([Command(name=kind.name, by=by, args=args)] for args in listed)


def can_begin(state: AnyState, seat: str, plan: list[Command]) -> bool:
    return refusal(toy, known_state(toy, state, seat), plan[0]) is None


TOGETHER = "lunge"
"""The command with which everybody in the fight throws dice at once."""

MOST_TOGETHER = 3
"""Whoever tries every face of everybody's dice needs few who throw: each one more takes a dozen times as long."""

LUNGES_EACH = 2
"""How many of them are tried at one table; they differ only in who is their target."""


def feasible(state: AnyState, seat: str) -> Iterator[list[Command]]:
    """The plans of which every face can be tried."""
    lunges = 0
    for plan in plans(state, seat):
        if not can_begin(state, seat, plan):
            continue
        if plan[0].name == TOGETHER:
            lunges += 1
            if lunges > LUNGES_EACH or len(state.entities) > MOST_TOGETHER:
                continue
        yield plan


@pytest.mark.no_cover
def test_every_preview_is_what_every_face_gives() -> None:
    compared: set[str] = set()
    for state, seat in positions():
        for plan in feasible(state, seat):
            found = preview(toy, state, seat, plan)
            expected = laws.every_face(toy, state, seat, plan)
            assert found.exact
            assert sum(p for _, p in found.outcomes.items()) == 1
            assert dict(found.outcomes.items()) == expected, plan
            compared.add(plan[0].name)
    assert compared >= {"strike", "sweep", "lunge", "ward", "endure", "next_turn", "bless", "walk", "set", "hide"}


@cache
def thirty() -> list[tuple[AnyState, str, list[Command]]]:
    """Thirty previews in which dice fall."""
    found: list[tuple[AnyState, str, list[Command]]] = []
    for state, seat in positions():
        for plan in plans(state, seat):
            if plan[0].name in ("strike", "sweep", "ward") and can_begin(state, seat, plan):
                found.append((state, seat, plan))
    step = max(1, len(found) // 30)
    return found[::step][:30]


SAMPLES = 100_000
MANY, ONE = Effort(samples=SAMPLES), Effort(samples=1)
PARTS = 6
"""The thirty are shared out, so that several processes can throw them."""


@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_samples_agree_with_thirty_previews(part: int, only_samples: Callable[..., Preview]) -> None:
    """The smallest of thirty fair chances is below one in ten thousand once in 300 times; the seeds are fixed."""
    tried = list(enumerate(thirty()))
    assert len(tried) == 30
    chances = []
    for number, asked in tried[part::PARTS]:
        exact = preview(toy, *asked, summary=what_the_dice_did)
        sampled = only_samples(toy, *asked, summary=what_the_dice_did, effort=MANY, face=seeded_face(number))
        assert (exact.exact, sampled.exact) == (True, False)
        chances.append(chance_that_far(dict(exact.outcomes.items()), dict(sampled.outcomes.items())))
    assert min(chances) > 1e-4, chances


def chance_that_far(exact: dict[Any, Fraction], sampled: dict[Any, Fraction]) -> float:
    """How often samples would be at least that far from what they should be (chi-square)."""
    assert sampled.keys() <= exact.keys()
    statistic = sum(SAMPLES * float(sampled.get(value, 0) - p) ** 2 / float(p) for value, p in exact.items())
    return chance_of_more(statistic, len(exact) - 1) if len(exact) > 1 else 1.0


def what_the_dice_did(_before: AnyState, after: AnyState, _results: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(entity.counter("hp") for entity in after.entities.values())


def test_samples_are_the_commands_thrown(only_samples: Callable[..., Preview]) -> None:
    """The sampled reading agrees with the live command, seed by seed."""
    state = fight_of(ANN, ORC).state
    for seed in range(50):
        thrown = perform(toy, state, STRIKE, Fast.seeded(seed)).state
        found = only_samples(toy, state, "gm", [STRIKE], summary=what_the_dice_did, effort=ONE, face=seeded_face(seed))
        ((outcome, _),) = found.outcomes.items()
        assert outcome == what_the_dice_did(state, thrown, ())
