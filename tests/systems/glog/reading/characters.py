"""Characters, scores, parties, Initiative and inventory, from the sections 4 to 6."""

from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.systems.glog.reading import tables
from tests.systems.glog.reading.core import House, against, bonus_of, named_rule, succeeds, tested
from tests.systems.support import Die, Refused, Result


@named_rule
def roll_stat(die: Die, house: House) -> Result:
    return {"stat": die(6) + die(6) + die(6)}


@named_rule
def stat_bonuses(die: Die, house: House, stats: dict[str, int]) -> Result:
    return {"bonuses": {name: bonus_of(stat) for name, stat in stats.items()}}


@named_rule
def take_template(die: Die, house: House, owned: list[str], template: str) -> Result:
    name, letter = template[:-2], template[-1]
    if template in owned or len(owned) >= 4:
        raise Refused("template_not_allowed")
    if letter != "a" and f"{name}_{chr(ord(letter) - 1)}" not in owned:
        raise Refused("template_not_allowed")
    return {"owned": [*owned, template]}


@named_rule
def random_item(die: Die, house: House) -> Result:
    tens, ones = die(10) % 10, die(10) % 10
    number = 10 * tens + ones or 100
    return {"number": number, "item": tables.RANDOM_ITEMS[number]}


@named_rule
def level_details(die: Die, house: House, level: int) -> Result:
    attack, save_base, offset, templates, hit_dice = tables.LEVELS[min(level, 10)]
    return {
        "attack": attack,
        "save_base": save_base,
        "hit_points_offset": offset + max(0, level - 10),
        "templates": templates,
        "hit_dice": hit_dice,
    }


@named_rule
def level_for_experience(die: Die, house: House, experience: int) -> Result:
    thresholds = dict(tables.EXPERIENCE)
    if house["levels_beyond_ten"] == "every_5000":
        for level in range(11, 21):
            thresholds[level] = 30000 + 5000 * (level - 10)
    level = max(level for level, needed in thresholds.items() if needed <= experience)
    return {"level": level, "next_at": thresholds.get(level + 1)}


@named_rule
def stat_advance(die: Die, house: House, stat: int) -> Result:
    return {"stat": stat + 1 if die(6) + die(6) + die(6) > stat else stat}


@named_rule
def stealth_score(die: Die, house: House, dexterity: int, encumbrance: int = 0, modifier: int = 0) -> Result:
    return {"stealth": 5 + bonus_of(dexterity) - encumbrance + modifier}


@named_rule
def movement_score(
    die: Die, house: House, dexterity: int, encumbrance: int = 0, modifier: int = 0, halved: bool = False
) -> Result:
    movement = max(0, 12 + bonus_of(dexterity) - encumbrance + modifier)
    if halved:
        movement = floor(Fraction(movement, 2))
    return {"movement": movement, "feet_per_round": floor(Fraction(movement * 5, 2))}


def lowest(members: list[dict[str, Any]], score: str) -> Result:
    """The lowest score of a party, with the first of its bearers."""
    names = [member["id"] for member in members]
    if len(set(names)) < len(names):
        raise Refused("bad_args")
    found = members[0]
    for member in members:
        if member[score] < found[score]:
            found = member
    return {score: found[score], "member": found["id"]}


@named_rule
def party_stealth(die: Die, house: House, members: list[dict[str, Any]]) -> Result:
    return lowest(members, "stealth")


@named_rule
def party_movement(die: Die, house: House, members: list[dict[str, Any]]) -> Result:
    return lowest(members, "movement")


@named_rule
def chase_round(
    die: Die, house: House, movement: int, opponent_movement: int, gap: int, fleeing: bool, modifier: int = 0
) -> Result:
    rolled = tested(die, house, against(movement, opponent_movement) + modifier)
    steps = 2 if rolled["critical"] else 1
    gap += steps if rolled["success"] == fleeing else -steps
    if gap <= 0:
        return {"gap": 0, "outcome": "caught"}
    if gap >= 5:
        return {"gap": 5, "outcome": "escaped"}
    return {"gap": gap, "outcome": "continues"}


@named_rule
def initiative(die: Die, house: House, initiative: int, modifier: int = 0) -> Result:
    return {"acts": "before" if tested(die, house, initiative + modifier)["success"] else "after"}


@named_rule
def turn_order(die: Die, house: House, members: list[dict[str, Any]], monsters: list[str]) -> Result:
    names = [member["id"] for member in members] + monsters
    if len(set(names)) < len(names):
        raise Refused("bad_args")
    before: list[tuple[int, int, int, str]] = []
    after: list[tuple[int, int, int, str]] = []
    for place, member in enumerate(members):
        face = die(20)
        side = before if succeeds(face, member["initiative"], house) else after
        side.append((face, -member["initiative"], place, member["id"]))
    return {"order": [entry[-1] for entry in sorted(before)] + monsters + [entry[-1] for entry in sorted(after)]}


@named_rule
def save_score(die: Die, house: House, level: int, charisma: int, modifier: int = 0) -> Result:
    return {"save": min(5 + level, 15) + bonus_of(charisma) + modifier}


@named_rule
def save(die: Die, house: House, level: int, charisma: int, modifier: int = 0) -> Result:
    return tested(die, house, save_score(die, house, level, charisma, modifier)["save"])


@named_rule
def inventory_slots(die: Die, house: House, strength: int, bag: bool = True, modifier: int = 0) -> Result:
    if bag:
        return {"slots": strength + 2 + modifier}
    if house["no_bag_capacity"] == "two":
        return {"slots": 2 + modifier}
    return {"slots": strength + modifier}


@named_rule
def carried_slots(die: Die, house: House, items: list[dict[str, Any]]) -> Result:
    counts: dict[str, int] = {}
    for entry in items:
        counts[entry["item"]] = counts.get(entry["item"], 0) + entry.get("count", 1)
    if "stones" in counts:
        counts["stones"] = max(0, counts["stones"] - 3 * counts.get("sling", 0))
    total = 0
    for item, count in counts.items():
        slots, per_slot = tables.GOODS[item]
        total += slots * ceil(Fraction(count, per_slot))
    if total > 1000:
        raise Refused("bad_args")
    return {"slots": total}


@named_rule
def encumbrance(
    die: Die, house: House, strength: int, carried_slots: int, bag: bool = True, armor: str = "none"
) -> Result:
    capacity = inventory_slots(die, house, strength, bag)["slots"]
    excess = max(0, carried_slots - capacity)
    from_armor = max(0, tables.ARMOR[armor][0] - 10 - 3)
    return {"capacity": capacity, "excess": excess, "from_armor": from_armor, "encumbrance": excess + from_armor}
