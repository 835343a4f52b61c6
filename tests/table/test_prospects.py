"""What each action would come to, against the previews that everybody can ask for."""

from fractions import Fraction

from rulewright.table.previews import preview
from rulewright.table.prospects import prospects
from tests.table.scenes import ANN, BOB, CAT, ORC, command, fight_of
from tests.table.toys import toy

BLOW = command("strike", "ann", target="orc")


def test_who_is_hurt_by_what() -> None:
    state = fight_of(ANN, ORC).state
    (blow,) = [found for found in prospects(toy, state, "gm", "ann") if found.command == BLOW]
    seen = preview(toy, state, "gm", [BLOW])
    lost = sum(p * (8 - (outcome.counters.get(("orc", "hp"), 8) or 0)) for outcome, p in seen.outcomes.items())
    assert blow.exact
    assert blow.dealt == lost > 0
    assert blow.taken == 0


def test_what_hurts_nobody_is_left_out() -> None:
    names = {prospect.command.name for prospect in prospects(toy, fight_of(ANN, ORC).state, "gm", "ann")}
    assert "strike" in names
    assert not names & {"walk", "bless", "endure"}


def test_friends_are_no_gain() -> None:
    state = fight_of(ANN, BOB, ORC).state
    at_bob = [found for found in prospects(toy, state, "gm", "ann") if found.command.args.get("target") == "bob"]
    assert all(found.dealt == Fraction(0) for found in at_bob)


def test_nobody_learns_of_the_hidden() -> None:
    table = fight_of(ANN, ORC, CAT, seats={"mia": ("ann",)})
    assert all("cat" not in str(prospect) for prospect in prospects(toy, table.state, "mia", "ann"))
    assert any("cat" in str(prospect) for prospect in prospects(toy, table.state, "gm", "ann"))
