"""Whoever flies goes wherever there is a line of sight."""

import pytest

from rulewright.rules import RuleError
from tests.systems.ardor.tables import BRYNN, do, table, value

WALLED = {
    "zones": ["yard", "roof", "well"],
    "connections": [
        {"from": "yard", "to": "roof", "challenge": 40},
        {"from": "roof", "to": "well", "passable": False, "rough": True},
        {"from": "yard", "to": "well", "passable": False, "sight": False},
    ],
}


def test_who_flies_crosses_walls_and_climbs_nothing() -> None:
    owl = {"id": "owl", "kind": "creature", "side": "foes", "sheet": {"base": 1, "tags": ["flying"]}, "health": 9}
    at = table({**BRYNN, "zone": "yard"}, {**owl, "zone": "yard"}, setup={"scene": WALLED})
    do(at, "start_encounter", challenge=11)
    with pytest.raises(RuleError) as refused:
        do(at, "move", "owl", path=["well"])
    assert refused.value.code == "no_path"
    do(at, "move", "owl", path=["roof", "well"])
    do(at, "score_creatures")
    with pytest.raises(RuleError) as refused:
        do(at, "move", "brynn", path=["roof", "well"])
    assert refused.value.code == "no_path"
    do(at, "move", "brynn", path=["roof"])
    do(at, "roll_score", "brynn", dice=[19])
    do(at, "resolve")
    assert value(at, "owl.zone") == "well"
    assert value(at, "brynn.zone") == "yard"
    assert value(at, "encounter.stopped") == {"brynn": "challenge"}
