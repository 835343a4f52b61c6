"""How a transcript speaks of this game."""

from collections.abc import Mapping

from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.sheet import DOWN, FALLEN, INCAPACITATED, GoalClock, Struck
from rulewright.table.transcript import Words


def names() -> Mapping[str, str]:
    """What people call the things of the content."""
    named = {
        **catalogue.conditions(),
        **catalogue.weapons(),
        **catalogue.goods(),
        **catalogue.goals(),
        **catalogue.features(),
        **catalogue.callings(),
        **catalogue.abilities(),
    }
    own = {power["id"]: power["name"] for kind in catalogue.creatures().values() for power in kind["abilities"]}
    return {**OF_THE_RULES, **own, **{name: entry.name for name, entry in named.items()}}  # type: ignore[attr-defined]


OF_THE_RULES = {
    "ability": "use an ability",
    "break": "a Break",
    "standard": "a night's rest",
    "extended": "several days of rest",
    "full": "a full hit",
    "glancing": "a glancing hit",
    "miss": "a miss",
    "no_reach": "out of reach",
}
"""What the rules call things by one word."""


DETAILS = "[ ({ability})][ ({item})][ to {path}][ at {target}][ at {targets}]"
DEED = "{action}" + DETAILS
"""An action with what belongs to it."""

MORE = "[, and then to {second}]"
"""An Arduous Action behind the first one."""

words = Words(
    commands={
        "declare": f"{{by}} means to {DEED}{MORE}",
        "attack": f"{{by}} means to attack {{target}}[ with the {{weapon}}]{MORE}",
        "move_to_attack": f"{{by}} means to close in on {{target}}, by way of {{path}}{MORE}",
        "move_and_attack": f"{{by}} means to move to {{path}} and attack {{target}}{MORE}",
        "defend_other": f"{{by}} means to defend {{target}}{MORE}",
        "wait": "{by} waits",
        "move": f"{{by}} means to move to {{path}}{MORE}",
        "follow_intent": "{by} makes up its mind",
        "defend": f"{{by}} means to defend{MORE}",
        "flee": f"{{by}} means to flee to {{path}}{MORE}",
        "recover": f"{{by}} gathers strength[, and spends a Healing Surge on it{{?spend_surge}}]{MORE}",
        "tend": f"{{by}} means to tend {{target}}{MORE}",
        "use_ability": "{by} means to use {ability}[ on {target}][ on {targets}][ in {zone}][ by way of {path}]" + MORE,
        "use_item": f"{{by}} uses the {{item}}[ on {{target}}]{MORE}",
        "inspired_action": f"{{by}} is free to act once more[: {{action}}]{DETAILS}[ and lets it be{{?pass}}]",
        "attack_again": "{by} attacks {target} once more, inspired",
        "let_it_pass": "{by} lets the moment pass",
        "roll_score": "{by} rolls an Action Score",
        "score_creatures": "the creatures have their scores",
        "resolve": "everything happens at once",
        "start_encounter": "the encounter begins",
        "end_encounter": "the encounter is over",
        "join_encounter": "{who} joins the encounter",
        "leave_encounter": "{who} leaves the encounter",
        "set_fumble": "something may go wrong here[: {text}]",
        "clear_fumble": "nothing can go wrong here any more",
        "rule": "the GM rules on this round",
        "check": "{by} rolls {attribute}[ against {challenge}]",
        "group_check": "{members} roll {attribute} together[ against {challenge}]",
        "create_character": "{id}[, a {calling},] has come a long way",
        "discover": "{entity} discovers {ability}[, {variation}]",
        "learn": "{by} learns {ability}[, {variation}]",
        "level_up": "{by} grows: {kind}[ {attribute}]",
        "award_xp": "{members} have earned XP",
        "roll_discovery": "what might {entity} discover",
        "gain_xp": "{entity} gains {amount} XP",
        "rest": "{kind}[ for {members}][, with {place} about]",
        "end_rest": "the days of rest are over",
        "work": "{by} works on {clock}",
        "supply": "{by} makes a Healing Kit",
        "set_clock": "the clock of {clock} is set",
        "found_stronghold": "{name} is theirs now",
        "damage": "{target} is hurt",
        "heal": "{target} is healed",
        "pass_time": "time goes by[: {rounds|round|rounds}]",
        "spend": "{by} spends {what}",
        "choose_fate": "{by} {fate}",
        "find_item": "{entity} comes by {item}",
        "give_item": "{by} gives {to} the {item}",
        "drop_item": "{by} leaves the {item} behind",
        "equip": "{by} takes up the {item}",
        "unequip": "{by} puts the {item} away",
        "add_entity": "somebody comes",
        "set_up": "the scene is set",
        "stage": "the scene is set: {encounter}",
    },
    results={
        "success": {True: ": success", False: ": failure"},
        "grade": {
            "inspired": ": inspired",
            "full": ": done well",
            "glancing": ": some of it",
            "miss": ": nothing comes of it",
        },
        "inspired": {True: "— an Inspired Moment"},
        "fumble": {True: "; something goes wrong"},
    },
    parts={"second": DEED},
    counters={
        "picks": "things left to do",
        "health": "Health",
        "ardor": "Ardor",
        "surges": "Healing Surges",
        "trauma": "Trauma",
        "timer": "rounds until the next Trauma",
        "xp": "XP",
        "healing_kits": "Healing Kits",
    },
    conditions={
        INCAPACITATED: "is Incapacitated",
        FALLEN: "has fallen for good",
        DOWN: "goes down",
        **{name: f"is {name}" for name in tables.conditions()},
    },
    relieved={INCAPACITATED: "is conscious again", DOWN: "is up again"},
    names=names,
    status="{health}/{max_health} Health, {ardor} Ardor, {zone}",
    structs={
        Struck: "{attacker} at {target}, {action}: {outcome}, {damage} damage",
        GoalClock: "{filled} of {size}",
    },
    quiet=frozenset(
        {
            "last",
            "place",
            "fell",
            "hurt_by",
            "phase",
            "surge_dice",
            "may_act",
            "used",
            "fresh",
            "discovery_open",
            "maxima",
            "resting",
            "at_stronghold",
            "rulings",
            "abilities",
            "discovered",
            "variations",
            "health_advances",
            "ardor_advances",
            "surge_advances",
            "next_turn",
            "roll_initiative",
            "proceed",
        }
    ),
    health=frozenset({"health"}),
    fallen=(FALLEN, DOWN, INCAPACITATED),
)
