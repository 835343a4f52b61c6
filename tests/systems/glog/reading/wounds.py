"""Hit points, wounds, rest, trauma and doubt, from the sections 11 to 13."""

from math import floor

from tests.systems.glog.reading import tables
from tests.systems.glog.reading.characters import level_details
from tests.systems.glog.reading.core import House, named_rule, tested
from tests.systems.support import Die, Refused, Result


def pool_of(die: Die, house: House, level: int, stat: int, bonus: int) -> int:
    """The sum that gives the greatest hit points and, with another stat, the greatest Resolve."""
    base = stat + int(level_details(die, house, level)["hit_points_offset"])
    if house["hp_cap"] != 0:
        base = min(base, house["hp_cap"])
    base = max(base, 1)
    return max(base + bonus, 1)


@named_rule
def max_hit_points(die: Die, house: House, level: int, strength: int, bonus: int = 0) -> Result:
    return {"max_hp": pool_of(die, house, level, strength, bonus)}


@named_rule
def max_resolve(die: Die, house: House, level: int, charisma: int, bonus: int = 0) -> Result:
    return {"max_resolve": pool_of(die, house, level, charisma, bonus)}


@named_rule
def take_damage(die: Die, house: House, hp: int, damage: int) -> Result:
    excess = max(0, damage - hp)
    return {"hp": max(0, hp - damage), "excess": excess, "dismemberment": excess > 0}


@named_rule
def resolve_damage(die: Die, house: House, resolve: int, damage: int) -> Result:
    left = max(0, resolve - damage)
    return {"resolve": left, "crisis": left == 0}


def band_of(severity: int) -> str:
    for highest, band in ((5, "grazed"), (9, "hurt"), (13, "maimed"), (17, "mortal")):
        if severity <= highest:
            return band
    return "dead"


@named_rule
def dismemberment(die: Die, house: House, excess: int, injuries: int = 0, modifier: int = 0) -> Result:
    band = band_of(die(12) + excess + 2 * injuries + modifier)
    if band == "dead":
        return {"result": "dead", "location": None, "effect": None, "days": 0}
    location = tables.LOCATIONS[die(6) - 1]
    days = 0
    for _ in range(tables.DAYS_DICE[band]):
        days += die(6)
    return {"result": band, "location": location, "effect": tables.WOUNDS[band][tables.PARTS[location]], "days": days}


@named_rule
def stabilise(die: Die, house: House, talent: int, rounds_dying: int = 0, modifier: int = 0) -> Result:
    rolled = tested(die, house, talent - 2 * rounds_dying + modifier)
    return {"stable": rolled["success"], "target": rolled["target"]}


def healed_by_a_die(die: Die, hp: int, max_hp: int, level: int) -> int:
    if hp < max_hp:
        return min(max_hp, hp + die(6) + level)
    return hp


@named_rule
def night_rest(
    die: Die,
    house: House,
    hp: int,
    max_hp: int,
    level: int,
    blanket: bool,
    campfire: bool,
    interrupted: bool = False,
) -> Result:
    if hp > max_hp:
        raise Refused("bad_args")
    if blanket and campfire and not interrupted:
        return {"hp": max_hp, "slept_well": True}
    return {"hp": healed_by_a_die(die, hp, max_hp, level), "slept_well": False}


@named_rule
def lunch(die: Die, house: House, hp: int, max_hp: int, level: int, food: bool, water: bool) -> Result:
    if hp > max_hp:
        raise Refused("bad_args")
    if not food or not water:
        raise Refused("not_enough_resource")
    return {"hp": healed_by_a_die(die, hp, max_hp, level)}


@named_rule
def injury_after(die: Die, house: House, days_left: int, days: int) -> Result:
    left = max(0, days_left - days)
    return {"days_left": left, "healed": left == 0}


@named_rule
def magic_healing(die: Die, house: House, hp: int, max_hp: int, amount: int, injury_days: int | None = None) -> Result:
    if hp > max_hp:
        raise Refused("bad_args")
    days = None if injury_days is None else max(1, injury_days - amount)
    return {"hp": min(max_hp, hp + amount), "injury_days": days}


@named_rule
def trauma(die: Die, house: House, trauma: int, points: int, save: int) -> Result:
    total = trauma + points
    if die(20) > total:
        return {"trauma": total, "breakdown": None, "permanent": False}
    breakdown = tables.BREAKDOWNS[die(6) - 1]
    saved = tested(die, house, save)["success"]
    return {"trauma": floor(total / 2), "breakdown": breakdown, "permanent": not saved}
