"""AR-GM-02: what a character deals and takes with each of the ten actions, against scores that are known."""

from rulewright.table.game import find_game
from rulewright.table.prospects import prospects
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table

HERO = {
    "id": "ada",
    "kind": "character",
    "side": "party",
    "sheet": {
        "calling": "vanguard",
        "attributes": {"might": 2, "grace": 1, "wits": 0, "heart": 1},
        "weapons": ["longsword"],
    },
}
FRIEND = {**HERO, "id": "ben"}
FOE = {"id": "ork", "kind": "creature", "side": "foes", "sheet": {"base": 12, "health": 12}}
MAP = {"zones": ["here", "there"], "connections": [{"from": "here", "to": "there"}]}


def a_round_in_which_the_ork_attacks(*, zone: str) -> Table:
    table = Table(find_game("ardor"), source=Chance.seeded(1))
    setup = {"scene": MAP, "entities": [{**HERO, "zone": "here"}, {**FRIEND, "zone": "here"}, {**FOE, "zone": zone}]}
    table.do(Command(name="set_up", args={"setup": setup}))
    table.do(Command(name="start_encounter", args={"challenge": 11}))
    action = "attack" if zone == "here" else "move_to_attack"
    args = {"action": action, "target": "ada", **({} if zone == "here" else {"path": ["here"]})}
    table.do(Command(name="declare", by="ork", args=args))
    table.do(Command(name="score_creatures"))
    return table


def test_the_ten_actions_are_compared() -> None:
    table = a_round_in_which_the_ork_attacks(zone="here")
    found = list(prospects(table.game, table.state, "gm", "ada"))
    by_name = {prospect.command.name: prospect for prospect in found}
    assert {"attack", "defend", "flee", "move", "wait", "recover", "defend_other"} <= by_name.keys()
    attack = next(p for p in found if p.command.name == "attack" and p.command.args["target"] == "ork")
    assert attack.dealt > 0
    assert by_name["defend"].dealt == by_name["wait"].dealt == 0
    assert by_name["defend"].taken < attack.taken < by_name["wait"].taken  # +2 and the stance, +3, nothing


def test_closing_in_is_compared_too() -> None:
    table = a_round_in_which_the_ork_attacks(zone="there")
    names = {p.command.name for p in prospects(table.game, table.state, "gm", "ada") if p.dealt}
    assert {"move_to_attack", "move_and_attack"} <= names
