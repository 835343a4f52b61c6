"""How a transcript speaks of this game."""

from collections.abc import Mapping

from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.sheet import DOWN, FALLEN, INCAPACITATED, Struck
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
    return {name: entry.name for name, entry in named.items()}  # type: ignore[attr-defined]


words = Words(
    commands={
        "declare": "{by} means to {action}[ with {ability}][ with the {item}][ at {target}][ at {targets}][ to {path}]",
        "attack": "{by} means to attack {target}[ with the {weapon}]",
        "move_to_attack": "{by} means to close in on {target}, by way of {path}",
        "move_and_attack": "{by} means to move to {path} and attack {target}",
        "defend_other": "{by} means to defend {target}",
        "wait": "{by} waits",
        "move": "{by} means to move to {path}",
        "follow_intent": "{by} makes up its mind",
        "defend": "{by} means to defend",
        "flee": "{by} means to flee to {path}",
        "recover": "{by} draws on a Healing Surge",
        "tend": "{by} means to tend {target}",
        "use_ability": "{by} means to use {ability}[ on {target}][ on {targets}][ in {zone}][ by way of {path}]",
        "use_item": "{by} uses the {item}[ on {target}]",
        "inspired_action": "{by} acts once more, inspired[: {action}][ with {ability}][ at {target}]",
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
        "create_character": "{id} is born",
        "discover": "{entity} discovers {ability}[, {variation}]",
        "learn": "{by} learns {ability}[, {variation}]",
        "level_up": "{by} grows: {kind}[ {attribute}]",
        "award_xp": "{members} have earned XP",
        "roll_discovery": "what might {entity} discover",
        "gain_xp": "{entity} gains {amount} XP",
        "rest": "{kind}: [{members} ]rest[ at {place}]",
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
        "success": {True: "and succeeds", False: "and fails"},
        "inspired": {True: "— an Inspired Moment"},
        "fumble": {True: "; something goes wrong"},
    },
    counters={
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
    status="{health}/{max_health} Health, {ardor} Ardor, in {zone}",
    structs={Struck: "{attacker} at {target} ({action}): {outcome}, {damage} damage"},
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
            "next_turn",
            "roll_initiative",
            "proceed",
        }
    ),
    health=frozenset({"health"}),
    fallen=(FALLEN, DOWN, INCAPACITATED),
)
