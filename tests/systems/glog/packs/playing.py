"""Played in a process of its own, with a pack: what tactics, offers and previews make of it."""

import json
import sys

from rulewright.table.game import find_game
from rulewright.table.previews import preview
from rulewright.table.state import GM, Command
from rulewright.table.table import Table

SETUP = {
    "entities": [
        {
            "id": "wiz",
            "kind": "character",
            "side": "party",
            "sheet": {"wil": 15, "templates": ["wizard_a", "wizard_b"], "schools": ["stormreader"]},
            "brain": ["frost_bite"],
            "magic_dice": 2,
        },
        {"id": "troll", "kind": "creature", "creature": "ice_troll", "side": "foes", "position": 5},
    ]
}

game = find_game("glog")
table = Table(game, now=lambda: 0)
table.do(Command(name="set_up", args={"setup": SETUP}))
table.do(Command(name="start_encounter"), dice=[3])
wiz = table.state.entities["wiz"]
assert game.fights
wish = game.fights.tactics(game, table.state, "wiz")
assert wish
foreseen = preview(game, table.state, GM, [wish], summary=lambda _, after, __: after.entities["troll"].counter("hp"))
json.dump(
    {
        "wish": [wish.name, wish.args],
        "spells": list(game.offers["spell"](table.state, wiz)),
        "classes": list(game.offers["class"](table.state, wiz)),
        "harpoon": "harpoon" in game.offers["goods"](table.state, wiz),
        "creature": game.bestiary()["ice_troll"],
        "exact": foreseen.exact,
        "troll_hp": {hp: str(chance) for hp, chance in foreseen.outcomes.items()},
    },
    sys.stdout,
)
