"""What players of this game are not to see."""

from rulewright.table.events import Rolled
from rulewright.table.state import Command
from rulewright.table.views import told, view
from tests.systems.glog.tables import do, table


def test_players_do_not_see_resolve() -> None:
    at = table(
        {"id": "ann", "sheet": {"cha": 13}, "resolve": 3}, {"id": "bo", "convictions": ["mercy_first"]}, doubt=True
    )
    at.do(Command(name="seat", args={"id": "mia", "entities": ["ann"]}))
    seen = view(at.game, at.state, "mia")["entities"]
    assert "resolve" not in seen["ann"]
    assert "convictions" not in seen["bo"]
    assert view(at.game, at.state, "gm")["entities"]["ann"]["resolve"] == 3


def test_who_watches_sees_that_a_blow_waits_but_not_how_hard_it_is() -> None:
    ann = {"id": "ann", "hp": 6, "inventory": [{"item": "shield"}], "hands": ["shield"]}
    at = table(ann, {"id": "bo"}, {"id": "spy", "hidden": True})
    at.do(Command(name="seat", args={"id": "mia", "entities": ["bo"]}))
    do(at, "damage", target="ann", amount=4)
    scene = view(at.game, at.state, "mia")["scene"]
    assert scene["pending_damage"] is None
    assert view(at.game, at.state, "gm")["scene"]["pending_damage"] == 4


def test_a_result_names_nobody_who_is_hidden() -> None:
    at = table({"id": "ann"}, {"id": "spy", "sheet": {"dex": 3}, "hidden": True})
    at.do(Command(name="seat", args={"id": "mia", "entities": ["ann"]}))
    before = at.state
    step = do(at, "party_stealth", dice=[2], members=["ann", "spy"])
    (heard,) = told(at.game, before, at.state, step, "mia")
    assert isinstance(heard, Rolled)
    assert heard.result == {"success": True, "critical": False}
    assert at.state.last["member"] == "spy"
