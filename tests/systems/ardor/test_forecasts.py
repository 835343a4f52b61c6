"""The preview of a live round against the simple, named forecast, and what it assumes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rulewright.dice import Exact
from rulewright.systems.ardor.rules.combatants import Combatant
from rulewright.systems.ardor.rules.forecasts import round_forecast
from rulewright.table.previews import Effort, Preview, preview
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from tests.systems.ardor.tables import BRYNN, ORC, WREN, do, seated, table

PATIENT = Effort(happenings=2_000_000)
SOON_DOWN = {**BRYNN, "health": 6, "max_health": 20}
WEAK_ORC = {**ORC, "sheet": {"base": 10, "full": "1d6", "glancing": "2"}, "health": 5}


def healths(_: AnyState, after: AnyState, __: Any) -> tuple[int, ...]:
    return tuple(being.counter("health") for being in after.entities.values())


def forecast(at: Table, seat: str, command: Command, summary: Callable[..., Any] = healths) -> Preview:
    return preview(at.game, at.state, seat, [command], summary=summary)


@pytest.mark.parametrize("order", ["all_count", "higher_score_first"])
def test_agrees_with_the_named_forecast_where_there_is_nothing_beyond_it(order: str) -> None:
    at = table(SOON_DOWN, WEAK_ORC, simultaneity=order)
    do(at, "start_encounter", challenge=11)
    do(at, "attack", "orc", target="brynn")
    do(at, "score_creatures")
    wanted = Command(name="attack", by="brynn", args={"target": "orc"})
    found = preview(at.game, at.state, "gm", [wanted], summary=healths, effort=PATIENT)
    named = round_forecast(
        Exact(),
        combatants=(
            Combatant(
                id="brynn", kind="character", attribute=2, health=6, max_health=20, action="attack", target="orc"
            ),
            Combatant(
                id="orc",
                kind="creature",
                base=10,
                health=5,
                full="1d6",
                glancing="2",
                action="attack",
                target="brynn",
            ),
        ),
        order=order,  # type: ignore[arg-type]
    )
    assert found.exact
    for place, name in enumerate(("brynn", "orc")):
        down = sum(p for left, p in found.outcomes.items() if left[place] == 0)
        assert str(down) == str(Fraction(named.down_chance[name]))
    assert str(found.chance(lambda left: 0 in left)) == str(Fraction(named.any_down))


def test_a_player_is_told_what_stands_in_the_place_of_what_he_does_not_know() -> None:
    at = seated(table(BRYNN, WREN, ORC), mia=["brynn"])
    do(at, "start_encounter", challenge=14)
    do(at, "attack", "orc", target="brynn", shown="waits")
    do(at, "score_creatures")
    found = forecast(at, "mia", Command(name="defend", by="brynn"))
    said = "; ".join(found.assumptions)
    assert "Wren waits" in said
    assert "the score of Orc is taken for the Challenge Score, 14" in said
    assert "what Orc really means to do is not known" in said


def test_the_challenge_score_stands_for_a_hidden_score() -> None:
    """With a Challenge Score of 19 a bonus of 5 reaches it with a face of 14 or more; the true score is 10."""
    at = seated(table(BRYNN, ORC), mia=["brynn"])
    do(at, "start_encounter", challenge=19)
    do(at, "declare", "orc", action="wait")
    do(at, "score_creatures")
    full = forecast(at, "mia", Command(name="attack", by="brynn", args={"target": "orc"}), summary=outcome)
    assert full.chance(lambda found: found == "full") == Fraction(7, 20)
    known = forecast(at, "gm", Command(name="attack", by="brynn", args={"target": "orc"}), summary=outcome)
    assert known.chance(lambda found: found == "full") == Fraction(16, 20)


def outcome(_: AnyState, after: AnyState, __: Any) -> str:
    assert after.encounter
    return str(after.encounter.outcomes[0].outcome)


def test_what_is_no_part_of_a_round_is_not_carried_to_its_end() -> None:
    at = table(BRYNN, ORC)
    do(at, "start_encounter", challenge=11)
    found = forecast(at, "gm", Command(name="damage", args={"target": "orc", "amount": 3}))
    assert found.exact
    assert found.assumptions == ()
    assert dict(found.outcomes.items()) == {(20, 13): 1}
