"""How a transcript speaks of this game."""

from functools import cache

from rulewright.systems.glog import catalogue
from rulewright.systems.glog.sheet import STATS, InjuryBorne
from rulewright.table.transcript import Words


@cache
def names() -> dict[str, str]:
    """What people call the things of the content."""
    cantrips = {cantrip.id: cantrip.name for school in catalogue.schools().values() for cantrip in school.cantrips}
    goods = {name: _in_a_sentence(entry.name) for name, entry in catalogue.goods().items()}
    books = (catalogue.spells(), catalogue.classes(), catalogue.templates(), catalogue.schools())
    beliefs = (catalogue.convictions(), catalogue.injuries())
    stats = {key: stat.capitalize() for key, stat in STATS.items()}
    return stats | goods | cantrips | {name: entry.name for book in (*books, *beliefs) for name, entry in book.items()}


def _in_a_sentence(name: str) -> str:
    """`Rope, 50 feet` as one says it of somebody who has it."""
    short = name.partition(",")[0]
    return short[:1].lower() + short[1:]


words = Words(
    commands={
        "attack": "{by} attacks {target}[ with the {weapon}][ with the {with}][ by throwing{?thrown}]",
        "cast": "{by} casts {spell}[ from the {from}] with {magic_dice|Magic Die|Magic Dice}"
        "[, burning it{?burn_scroll},][ on {targets}]",
        "cantrip": "{by} works a cantrip, {cantrip}",
        "sunder": "{by} lets the shield take the blow",
        "parry": "{by} parries",
        "take_damage": "{by} takes the blow",
        "move": "{by} moves[ toward {toward}][ away from {away}]",
        "stand": "{by} gets up",
        "equip": "{by} takes up the {item}",
        "unequip": "{by} puts the {item} away",
        "reload": "{by} loads the {weapon}",
        "stabilise": "{by} tries to keep {target} from dying",
        "rage": "{by} flies into a rage",
        "use_item": "{by} uses the {item}[ on {target}]",
        "check": "{by} rolls under {stat}",
        "save": "{by} rolls a Save",
        "contest": "{by} rolls {stat} against {target}",
        "reroll": "{by} relies on luck",
        "transfer_spells": "{by} spends an hour moving spells",
        "identify": "{by} looks closely at the {item}",
        "create_character": "{id}, a {class}, is rolled up",
        "start_encounter": "weapons are drawn",
        "end_encounter": "weapons are put away",
        "join_encounter": "{who} joins the fight",
        "leave_encounter": "{who} leaves the fight",
        "rest": "{kind}[ for {who}][ by a campfire{?campfire}][ in a paid bed{?bed}][, interrupted{?interrupted}]",
        "pass_time": "time goes by[: {rounds|round|rounds}][: {minutes|minute|minutes}]"
        "[: {hours|hour|hours}][: {days|day|days}]",
        "party_stealth": "{members} sneak",
        "chase": "{members} and {opponent} run",
        "recover_ammunition": "{by} gathers arrows",
        "gather_stones": "{by} gathers stones",
        "forage": "{by} goes looking for food",
        "secure_treasure": "{who} bring treasure to safety[: {coins}]",
        "spend": "{by} pays {price_copper} copper[ for {purpose} purposes]",
        "gain_xp": "{who} gain {amount} experience",
        "level_up": "{by} reaches the next level[: {template}]",
        "gain_trauma": "{target} has seen something terrible",
        "resolve_crisis": "{by} comes out of the crisis",
        "complete_quest": "{target} has done the quest of {school}",
        "grant_ability": "{target} has earned {ability}",
        "reaction": "{entity} speaks to those they meet",
        "morale": "will {entity} hold?",
        "damage": "{target} is hurt",
        "heal": "{target} is healed",
        "drop_item": "{by} drops the {item}",
        "repair": "{target} has the {item} mended",
    },
    results={
        "success": {True: ": success", False: ": failure"},
        "hit": {True: "and hits", False: "and misses"},
        "avoided": {True: "and misses", False: "and hits"},
        "critical": {True: "(critical)"},
        "weapon": {"broken": "; the weapon is damaged", "snapped": "; the weapon snaps"},
        "armor": {"broken": "; the armour is damaged", "destroyed": "; the armour is destroyed"},
        "stable": {True: ": success", False: ": failure"},
        "mishaps": {1: ", and a Mishap happens", 2: ", and two Mishaps happen"},
        "dooms": {1: ", and a Doom comes", 2: ", and two Dooms come"},
        "outcome": {"caught": "; that is the end of it", "escaped": "; they are away"},
        "holds": {True: "Yes", False: "No"},
        "knows_magical": {True: ": it is magic", False: ": it is not magic"},
        "learned": {True: ", and tells a little of itself"},
        "reaction": {
            "attacks": "; they attack",
            "unfavourable": "; they do not like it",
            "favourable": "; they listen",
            "very_favourable": "; they are won over",
        },
    },
    counters={
        "hp": "hit points",
        "resolve": "Resolve",
        "dying_rounds": "rounds to live",
        "magic_dice": "Magic Dice",
        "experience": "experience",
        "cp": "copper",
        "sp": "silver",
        "ep": "electrum",
        "gp": "gold",
        "pp": "platinum",
        "banked": "banked dice",
        "count": "",
        "spells": "",
        "dropped": "on the ground",
    },
    conditions={
        "dead": "dies",
        "dying": "is dying",
        "unconscious": "falls unconscious",
        "asleep": "falls asleep",
        "prone": "falls down",
        "raging": "rages",
        "crisis": "is in a crisis of belief",
        "breakdown": "breaks down",
        "ward": "is warded",
        "images": "stands among images",
    },
    relieved={
        "dying": "is stable",
        "unconscious": "comes round",
        "asleep": "wakes",
        "prone": "is up again",
        "dead": "lives",
        "ward": "has lost the ward",
        "images": "has lost an image",
    },
    names=names,
    structs={InjuryBorne: "{injury} ({location}, {days} days)"},
    distance=" feet",
    status="{hp}/{max_hp} hit points, Defense {defense}",
    arrival={
        "character": "Strength {str}, Dexterity {dex}, Talent {tal}, Willpower {wil}, Charisma {cha}; "
        "{hp} hit points, Attack {attack}, Defense {defense}, Save {save}",
        "creature": "{hp} hit points, Attack {attack}, Defense {defense}",
    },
    quiet=frozenset(
        {
            "next_turn",
            "give_item",
            "resolve",
            "hands",
            "worn",
            "templates",
            "action_left",
            "return_up_to",
            "move_left",
            "attacks_left",
            "spent_arrows",
            "dead_rounds",
            "used",
            "prison",
            "away",
            "identified",
        }
    ),
)
