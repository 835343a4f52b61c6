"""The exact reading gives what trying all faces gives, and says so when it can't."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dice import Again, Budget, Dice, DiceError, Exact, Impure, TooComplex
from rulewright.rules import rule
from tests.dice import toys
from tests.dice.enumeration import enumerate_rule


@pytest.mark.parametrize(
    ("asked", "arguments"),
    [
        (toys.nothing, {}),
        (toys.one_die, {"sides": 1}),
        (toys.one_die, {"sides": 7}),
        (toys.all_draws, {}),
        (toys.uneven, {}),
        (toys.nested, {"depth": 0}),
        (toys.nested, {"depth": 2}),
        (toys.walk, {"times": 0}),
        (toys.walk, {"times": 1}),
        (toys.walk, {"times": 5}),
    ],
)
def test_exact_is_what_all_faces_give(asked: Any, arguments: dict[str, Any]) -> None:
    distribution = Exact().distribution(asked, **arguments)
    assert dict(distribution.items()) == enumerate_rule(asked, **arguments)
    assert sum(p for _, p in distribution.items()) == 1


@st.composite
def plans(draw: st.DrawFn, depth: int = 3) -> Any:
    """A random rule as a tree: what to draw, and what to do with each result."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.integers(-3, 3))
    kind = draw(st.sampled_from(["d", "total", "keep", "count", "chance", "call"]))
    return kind, draw(st.integers(1, 3)), draw(st.lists(plans(depth=depth - 1), min_size=1, max_size=3))


@rule
def follow(dice: Dice, plan: Any) -> int:
    if isinstance(plan, int):
        return plan
    kind, size, branches = plan
    drawn = {
        "d": lambda: dice.d(size),
        "total": lambda: dice.total(2, size),
        "keep": lambda: dice.keep(2, size, highest=1),
        "count": lambda: dice.count(2, size, lambda face: face == 1),
        "chance": lambda: int(dice.chance(1, size)),
        "call": lambda: follow(dice, plan=branches[0]),
    }[kind]()
    return drawn + follow(dice, plan=branches[drawn % len(branches)])


@given(plans())
@settings(max_examples=60)
def test_random_rules(plan: Any) -> None:
    assert dict(Exact().distribution(follow, plan=plan).items()) == enumerate_rule(follow, plan=plan)


def test_rolling_again_for_ever_is_exact() -> None:
    distribution = Exact().distribution(toys.contest_without_ties, mine=3, theirs=2)
    assert dict(distribution.items()) == {"mine": Fraction(3, 4), "theirs": Fraction(1, 4)}


def test_rolling_again_concerns_only_the_rule_that_asks_for_it() -> None:
    distribution = Exact().distribution(toys.two_contests)
    assert distribution.p(("mine", 1)) == Fraction(3, 8)
    assert distribution.p(("theirs", 2)) == Fraction(1, 8)


@pytest.mark.parametrize(("coins", "won_on", "goal"), [(1, 3, 2), (2, 3, 5), (3, 2, 7), (5, 4, 9)])
def test_a_loop_without_end_is_solved(coins: int, won_on: int, goal: int) -> None:
    """The gambler's ruin has a formula of its own."""
    odds_against = Fraction(6 - won_on, won_on)
    steps = [odds_against**step for step in range(goal)]
    wins = sum(steps[:coins]) / sum(steps)
    distribution = Exact().distribution(toys.gamble, coins=coins, won_on=won_on, goal=goal)
    assert dict(distribution.items()) == {toys.Purse(0): 1 - wins, toys.Purse(goal): wins}


def test_a_loop_that_may_never_end_is_refused() -> None:
    @rule
    def turn(dice: Dice, state: str) -> str:
        return {1: "stuck", 2: "done"}[dice.d(2)] if state == "start" else state

    @rule
    def run(dice: Dice) -> str:
        return dice.repeat(turn, "start", until=lambda state: state == "done")

    with pytest.raises(TooComplex, match="never end"):
        Exact().distribution(run)


def test_a_loop_with_endless_states_is_refused_with_advice() -> None:
    @rule
    def count(dice: Dice, state: int) -> int:
        return state + dice.d(2)

    @rule
    def run(dice: Dice) -> int:
        return dice.repeat(count, 0, until=lambda state: state < 0)

    with pytest.raises(TooComplex, match="leave out of the state"):
        Exact(Budget(outcomes=500)).distribution(run)


def test_a_loop_must_say_how_long() -> None:
    @rule
    def run(dice: Dice) -> toys.Walk:
        return dice.repeat(toys.step, toys.Walk(0, 0))

    with pytest.raises(DiceError, match="until when"):
        Exact().distribution(run)


def test_a_circle_of_many_states_is_refused() -> None:
    @rule
    def wander(dice: Dice, state: int) -> int:
        return (state + (1 if dice.chance(1, 2) else -1)) % 500

    @rule
    def run(dice: Dice) -> int:
        return dice.repeat(wander, 1, until=lambda state: state == 0)

    with pytest.raises(TooComplex, match="lead back to each other"):
        Exact().distribution(run)


def test_a_rule_that_is_always_rolled_again() -> None:
    @rule
    def hopeless(dice: Dice) -> int:
        dice.d(6)
        raise Again

    with pytest.raises(DiceError, match="never ends"):
        Exact().distribution(hopeless)


def test_a_rule_that_calls_itself_unchanged() -> None:
    @rule
    def mirror(dice: Dice, n: int) -> int:
        return mirror(dice, n=n) if dice.d(2) == 1 else n

    with pytest.raises(TooComplex, match="same arguments"):
        Exact().distribution(mirror, n=1)


def test_a_rule_with_a_memory_is_found_out() -> None:
    seen: list[int] = []

    @rule
    def remembers(dice: Dice) -> int:
        seen.append(1)
        return dice.d(6) if len(seen) % 2 else dice.d(8)

    with pytest.raises(Impure, match="nothing but its arguments"):
        Exact().distribution(remembers)


def test_a_rule_that_asks_for_less_the_next_time_is_found_out() -> None:
    seen: list[int] = []

    @rule
    def gives_up(dice: Dice) -> int:
        seen.append(1)
        return dice.d(6) + (dice.d(6) if len(seen) == 1 else 0)

    with pytest.raises(Impure, match="fewer dice"):
        Exact().distribution(gives_up)


def test_hopeless_work_is_refused_before_it_is_done() -> None:
    runs = 0

    @rule
    def many(dice: Dice) -> int:
        nonlocal runs
        runs += 1
        return max(dice.d(20) for _ in range(12))

    with pytest.raises(TooComplex, match="rules of their own"):
        Exact().distribution(many)
    assert runs < 20_000


def test_the_budget_counts() -> None:
    @rule
    def few(dice: Dice) -> int:
        return max(dice.d(20) for _ in range(3))

    assert len(Exact(Budget(runs=9_000)).distribution(few)) == 20
    with pytest.raises(TooComplex):
        Exact(Budget(runs=2_000)).distribution(few)


def test_too_many_results_are_refused() -> None:
    @rule
    def apart(dice: Dice) -> tuple[int, int]:
        first = dice.d(30)
        return first, dice.d(30 + first)

    with pytest.raises(TooComplex, match="fewer fields"):
        Exact(Budget(outcomes=100)).distribution(apart)


def test_progress_is_told_and_may_cancel() -> None:
    told: list[float] = []

    class Cancelled(Exception):
        pass

    def progress(share: float) -> None:
        told.append(share)
        if share > 0.5:
            raise Cancelled

    @rule
    def long(dice: Dice) -> int:
        return sum(dice.d(20) for _ in range(4))

    exact = Exact(Budget(progress=progress))
    with pytest.raises(Cancelled):
        exact.distribution(long)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] < 0.6
    assert Exact().distribution(toys.one_die, sides=4).p(1) == Fraction(1, 4)
    assert exact.distribution(toys.one_die, sides=4).p(1) == Fraction(1, 4), "a cancelled reading can be used again"


def test_one_reading_answers_many_questions() -> None:
    exact = Exact()
    for sides in (2, 3, 4):
        assert exact.distribution(toys.one_die, sides=sides).p(1) == Fraction(1, sides)
    assert exact.distribution(toys.one_die, sides=2).p(1) == Fraction(1, 2)


def test_arguments_that_cannot_be_hashed_are_allowed_at_the_top() -> None:
    @rule
    def best(dice: Dice, bonuses: dict[str, int]) -> int:
        return dice.d(2) + max(bonuses.values())

    assert best.odds(bonuses={"luck": 1, "skill": 3}).p(4) == Fraction(1, 2)


@pytest.mark.parametrize("sides", [0, -1, 2_000_000])
def test_impossible_dice(sides: int) -> None:
    with pytest.raises(DiceError, match="sides"):
        toys.one_die.odds(sides=sides)


def test_errors_of_the_rule_pass_through_and_leave_the_reading_usable() -> None:
    @rule
    def fails(dice: Dice) -> int:
        if dice.d(2) == 2:
            raise LookupError("no such thing")
        return 1

    exact = Exact()
    with pytest.raises(LookupError):
        exact.distribution(fails)
    assert exact.distribution(toys.nested, depth=1).total > 0


def test_what_is_kept_from_one_question_to_the_next_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dice.exact.MOST_KEPT", 50)
    runs = []

    @rule
    def throw(dice: Dice, *, sides: int) -> int:
        if sides == 6:
            runs.append(1)
        return dice.d(sides)

    exact = Exact()
    for _ in range(2):
        assert exact.distribution(throw, sides=6).mean() == Fraction(7, 2)
    assert len(runs) == 6
    exact.distribution(throw, sides=60)
    assert exact.distribution(throw, sides=6).mean() == Fraction(7, 2)
    assert len(runs) == 12


def test_a_loop_within_a_rule_that_has_no_end_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever face goes on: the last one makes ever more runs, the first one a run without end."""
    monkeypatch.setattr("rulewright.dice.exact.MOST_DRAWS", 100)
    for goes_on in (1, 6):

        @rule
        def exploding(dice: Dice, goes_on: int) -> int:
            total = 0
            while (face := dice.d(6)) == goes_on:
                total += face
            return total + face

        with pytest.raises(TooComplex, match="write the loop as a step"):
            Exact().distribution(exploding, goes_on=goes_on)


def test_a_loop_that_throws_nothing_that_matters_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dice.exact.MOST_ASKED", 100)

    @rule
    def certain(dice: Dice) -> int:
        while dice.d(1) == 1:
            pass
        return 0

    with pytest.raises(TooComplex, match="write the loop as a step"):
        Exact().distribution(certain)


def test_many_sub_rules_without_dice_are_no_loop() -> None:
    @rule
    def plain(dice: Dice, number: int) -> int:
        return number

    @rule
    def run(dice: Dice) -> int:
        return sum(plain(dice, number=number) for number in range(10_000)) + dice.d(6)

    assert Exact().distribution(run).mean() == sum(range(10_000)) + Fraction(7, 2)


def test_results_must_be_told_apart() -> None:
    @rule
    def lists(dice: Dice) -> list[int]:
        return [dice.d(6)]

    with pytest.raises(DiceError, match="lists gives a result that can't be told from others"):
        Exact().distribution(lists)
