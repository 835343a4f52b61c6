"""How a transcript speaks of this game."""

from functools import cache

from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.sheet import ATTRIBUTES, Committed
from rulewright.table.transcript import Words


@cache
def names() -> dict[str, str]:
    """What people call the things of the content."""
    goods = {name: _in_a_sentence(entry.name) for name, entry in catalogue.things().items()}
    skills = {name: entry.name for name, entry in catalogue.skills().items()}
    magic = {name: entry.name for book in (catalogue.spells(), catalogue.arts()) for name, entry in book.items()}
    foci = {name: entry.name for name, entry in catalogue.foci().items()}
    attributes = {attribute: attribute.upper() for attribute in ATTRIBUTES}
    return goods | skills | foci | magic | attributes


def _in_a_sentence(name: str) -> str:
    """`Oil (a pint)` as one says it of somebody who has it."""
    short = name.partition(" (")[0]
    return short[:1].lower() + short[1:]


words = Words(
    commands={
        "create_character": "somebody new: {name}, {class}[ ({partials})], once {background}",
        "bring_ready_made": "{character} comes along",
        "meet": "they meet somebody",
        "attack": "{by} attacks {target}[ with the {weapon}][ ({mode})][ in a charge{?charge}]"
        "[ in somebody else's turn{?snap}][ as they part{?free}][ gently{?non_lethal}][ with a blade in each hand"
        "{?two_weapons}][ with {swarm} others]",
        "resolve": "what was begun goes on",
        "reroll": "{what} is rolled again",
        "veterans_luck": "{by} has a veteran's luck",
        "total_defense": "{by} does nothing but defend",
        "hold": "{by} waits for the right moment",
        "on_turn": "{by} does something in passing",
        "instant": "{by} does something in an instant",
        "move": "{by} moves[ to {to} feet][ {feet} feet]",
        "withdraw": "{by} backs out of the melee",
        "stand": "{by} gets up",
        "go_prone": "{by} drops to the ground",
        "equip": "{by} takes the {item} in hand",
        "unequip": "{by} stows the {item} away",
        "drop_item": "{by} drops the {item}",
        "pick_up": "{by} picks up the {item}",
        "give_item": "{by} gives {target} the {item}",
        "reload": "{by} loads the {weapon}",
        "check": "{by} rolls {skill} with {attribute} against {difficulty}",
        "masterful_expertise": "{by} is expert enough to try again",
        "contest": "{by} rolls {skill} against the {target_skill} of {target}",
        "save": "{by} rolls a {kind} save",
        "tend": "{by} tries to keep {target} from dying",
        "first_aid": "{by} gives {target} first aid",
        "cast": "{by} casts {spell}[ on {targets}]",
        "prepare": "{by} prepares {spells}",
        "use_art": "{by} works an art, {art}[, on {target}]",
        "use_gift": "{by} has a gift, {focus}[, for {target}]",
        "use_item": "{by} uses the {item}[ on {target}][ on {targets}]",
        "start_encounter": "weapons are drawn",
        "end_encounter": "weapons are put away",
        "roll_initiative": "initiative is rolled anew",
        "join_encounter": "somebody joins the fight",
        "leave_encounter": "{who} leaves the fight",
        "new_scene": "a new scene begins",
        "new_session": "a new session begins",
        "pass_time": "time goes by[: {rounds|round|rounds}][: {minutes|minute|minutes}]"
        "[: {hours|hour|hours}][: {days|day|days}]",
        "rest": "{by} rests: {kind}[, {days|day|days}]",
        "morale": "the morale of the {side} is tried",
        "waive_morale": "the {side} need not check morale",
        "shake": "the {side} are shaken",
        "concede": "the {side} see that it is not worth it",
        "reaction": "the {side} look at those who come",
        "instinct": "does {target} keep calm?",
        "damage": "{target} is hurt",
        "add_strain": "{target} is strained",
        "heal": "{target} is healed",
        "gain_xp": "[{to}: ]{amount|point|points} of experience",
        "level_up": "{by} reaches the next level",
        "spend": "{by} learns: {name}",
        "take_focus": "{by} has a new focus, {focus}[ ({skill})]",
        "learn_spell": "{by} learns {spell}",
        "study_spell": "{by} studies {spell} in a book",
        "learn_art": "{by} learns an art, {art}",
    },
    results={
        "success": {True: "and succeeds", False: "and fails"},
        "outcome": {"hit": "and hits", "miss": "and misses", "shock": "and misses, but the Shock tells"},
        "holds": {True: ": they hold", False: ": they break"},
        "reaction": {
            "hostile": ": hostile",
            "unfriendly": ": unfriendly",
            "as_expected": ": as one would expect",
            "friendly": ": friendly",
            "helpful": ": ready to help",
        },
        "acts_on_instinct": {True: "No", False: "Yes"},
    },
    counters={
        "hp": "hit points",
        "max_hp": "most hit points",
        "rounds_down": "full rounds down",
        "system_strain": "System Strain",
        "casts_left": "spells left",
        "readied": "at hand",
        "stowed": "stowed",
        "dropped": "on the ground",
        "spells_to_learn": "spells to learn",
        "arts_to_learn": "arts to learn",
        "focus_picks": "foci to pick",
        "skill_points": "skill points",
        "expert_points": "points of a quick learner",
        "committed": "Effort bound",
        "unloaded": "to load",
        "boosts": "attributes raised",
    },
    conditions={
        "dead": "dies",
        "mortally_wounded": "is mortally wounded",
        "stable": "is dying no more",
        "unconscious": "falls unconscious",
        "asleep": "falls asleep",
        "paralyzed": "can't move",
        "frail": "is Frail",
        "prone": "is on the ground",
        "total_defense": "is on total defense",
        "holding": "holds an action",
        "rout": "runs",
        "retreat": "falls back",
        "surrender": "surrenders",
        "desperate": "fights on without hope",
        "invisible": "vanishes",
        "shield_used": "takes the Shock on the shield",
    },
    relieved={
        "mortally_wounded": "",
        "stable": "comes round",
        "unconscious": "comes round",
        "asleep": "wakes",
        "prone": "is up again",
        "dead": "lives",
        "frail": "has recovered",
        "invisible": "can be seen again",
        "total_defense": "lowers the guard",
        "holding": "",
        "shield_used": "",
    },
    names=names,
    structs={Committed: "{art}"},
    distance=" feet",
    fallen=("dead", "mortally_wounded", "stable", "unconscious"),
    status="{hp}/{max_hp} hit points, armor class {armor_class}",
    arrival={
        "character": "{attributes}; {skills}; {hp} hit points, armor class {armor_class}. At hand: {readied}",
        "creature": "{hp} hit points, armor class {armor_class}",
    },
    quiet=frozenset(
        {
            *("next_turn", "main_action", "move_action", "attacks_left", "on_turn_count", "fell_round", "charged"),
            *("rounds_to_wake", "wakes_frail", "withdrawn", "hurt_this_round", "tended_this_round"),
            *("shield_lent", "uses", "reasons_used", "reload_progress", "bed_rest_days", "last_check", "last_save"),
            *("can_prepare", "pending", "reaction", "morale_due", "free_attacks", "credit", "surprised", "foci"),
            *("swift_casting", "iron_focus", "has_cast_swiftly"),
        }
    ),
)
