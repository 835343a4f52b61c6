"""What players of this game are not to see."""

from rulewright.table.state import Command
from rulewright.table.views import view
from tests.systems.glog.tables import table


def test_players_do_not_see_resolve() -> None:
    at = table(
        {"id": "ann", "sheet": {"cha": 13}, "resolve": 3}, {"id": "bo", "convictions": ["mercy_first"]}, doubt=True
    )
    at.do(Command(name="seat", args={"id": "mia", "entities": ["ann"]}))
    seen = view(at.game, at.state, "mia")["entities"]
    assert "resolve" not in seen["ann"]
    assert "convictions" not in seen["bo"]
    assert view(at.game, at.state, "gm")["entities"]["ann"]["resolve"] == 3
