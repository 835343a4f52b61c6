"""Initiative, attacks, Shock, executions: sections 6 and 8 of the specification."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.systems.quickref.reading.core import (
    d20_reaches,
    dice_of,
    most_of,
    named_rule,
    refuse_doubles,
    refuse_if,
    rolled,
    save,
    skill_check,
    thrown,
)
from tests.systems.quickref.reading.tables import IMPOSSIBLE, SITUATIONS
from tests.systems.support import Die, Result

Who = Mapping[str, Any]


def earlier(one: Who, other: Who, totals: Mapping[str, int]) -> bool:
    """Whether one, who is listed after the other, acts before it all the same."""
    if one.get("always_first", False) != other.get("always_first", False):
        return bool(one.get("always_first", False))
    if totals[one["id"]] != totals[other["id"]]:
        return totals[one["id"]] > totals[other["id"]]
    if one.get("is_pc", False) != other.get("is_pc", False):
        return bool(one.get("is_pc", False))
    return bool(one.get("dexterity_modifier", 0) > other.get("dexterity_modifier", 0))


def ordered(die: Die, everybody: Sequence[Who]) -> Result:
    refuse_doubles(who["id"] for who in everybody)
    totals = {}
    for who in everybody:
        face = die(8)
        if who.get("roll_twice", False):
            face = max(face, die(8))
        totals[who["id"]] = face + who.get("dexterity_modifier", 0) + who.get("bonus", 0)
    order: list[Who] = []
    for who in everybody:
        place = len(order)
        while place > 0 and earlier(who, order[place - 1], totals):
            place -= 1
        order.insert(place, who)
    return {"order": [who["id"] for who in order]}


@named_rule
def side_initiative(die: Die, sides: Sequence[Who]) -> Result:
    return ordered(die, sides)


@named_rule
def individual_initiative(die: Die, combatants: Sequence[Who]) -> Result:
    return ordered(die, combatants)


@named_rule
def attack_modifiers(die: Die, flags: Sequence[str]) -> Result:
    refuse_doubles(flags)
    refuse_if("half_cover" in flags and "nearly_full_cover" in flags)
    modifier, allowed = 0, True
    for flag in flags:
        if flag in IMPOSSIBLE:
            allowed = False
        else:
            modifier += SITUATIONS[flag]
    return {"modifier": modifier, "allowed": allowed}


@named_rule
def attack_roll(
    die: Die,
    attack_bonus: int,
    armor_class: int,
    skill_level: int = 0,
    attribute_modifier: int = 0,
    modifier: int = 0,
    untrained_penalty: int = -2,
) -> Result:
    face = die(20)
    total = face + attack_bonus + attribute_modifier + modifier
    total += untrained_penalty if skill_level == -1 else skill_level
    return {"hit": d20_reaches(face, total, armor_class), "automatic": face == 1 or face == 20}


@named_rule
def damage_roll(
    die: Die,
    damage: str,
    attribute_modifier: int = 0,
    damage_bonus: int = 0,
    damage_only_bonus: int = 0,
    capped_bonus: int = 0,
    punch_level: int = -1,
    minimum_damage: int = 0,
) -> Result:
    count, sides, plus = dice_of(damage)
    points = thrown(die, count, sides)
    for _ in range(capped_bonus):
        if points < count * sides:
            points += 1
    points += plus + attribute_modifier + damage_bonus + damage_only_bonus
    if punch_level > 0:
        points += punch_level
    return {"damage": max(points, minimum_damage)}


@named_rule
def shock_damage(
    die: Die,
    shock: int,
    shock_armor_class: int | str,
    armor_class: int,
    melee: bool = True,
    attribute_modifier: int = 0,
    damage_bonus: int = 0,
    shock_only_bonus: int = 0,
    punch_level: int = -1,
    shock_against: int | None = None,
    shield_ready: bool = False,
    immune_to_shock: bool = False,
) -> Result:
    tested = armor_class if shock_against is None else shock_against
    points = shock + attribute_modifier + damage_bonus + shock_only_bonus + (punch_level if punch_level > 0 else 0)
    blocked: str | None = None
    if not melee:
        blocked = "not_melee"
    elif isinstance(shock_armor_class, int) and tested > shock_armor_class:
        blocked = "armor_class"
    elif immune_to_shock:
        blocked = "immune"
    elif points < 1:
        blocked = "too_weak"
    elif shield_ready:
        blocked = "shield"
    return {"damage": 0 if blocked else points, "blocked_by": blocked}


OF_THE_ATTACKER = {
    "skill_level": 0,
    "attribute_modifier": 0,
    "modifier": 0,
    "damage_bonus": 0,
    "damage_only_bonus": 0,
    "shock_only_bonus": 0,
    "capped_bonus": 0,
    "uses_punch": False,
    "melee": True,
    "shock": None,
    "shock_armor_class": None,
    "shock_against": None,
    "miss_damage": None,
    "untrained_penalty": -2,
    "hit_minimum": "if_shock_applies",
    "minimum_damage": 0,
}
"""What an attack is when nothing else is said."""


def refuse_bad_attack(of: Mapping[str, Any]) -> None:
    dice_of(of["damage"])
    if of.get("miss_damage") is not None:
        dice_of(of["miss_damage"])
    refuse_if((of.get("shock") is None) != (of.get("shock_armor_class") is None))


@named_rule
def attack(
    die: Die,
    armor_class: int,
    shield_ready: bool = False,
    immune_to_shock: bool = False,
    **of: Any,
) -> Result:
    of = {**OF_THE_ATTACKER, **of}
    refuse_bad_attack(of)
    skill = of["skill_level"]
    punch = skill if of["uses_punch"] else -1
    attribute = of["attribute_modifier"]
    for_both = of["damage_bonus"]
    roll = attack_roll(
        die,
        of["attack_bonus"],
        armor_class,
        skill,
        attribute,
        of["modifier"],
        of["untrained_penalty"],
    )

    shock: Result = {"damage": 0, "blocked_by": None}
    if of["shock"] is not None:
        shock = shock_damage(
            die,
            of["shock"],
            of["shock_armor_class"],
            armor_class,
            of["melee"],
            attribute,
            for_both,
            of["shock_only_bonus"],
            punch,
            of["shock_against"],
            shield_ready,
            immune_to_shock,
        )
    if roll["hit"]:
        done = damage_roll(
            die,
            of["damage"],
            attribute,
            for_both,
            of["damage_only_bonus"],
            of["capped_bonus"],
            punch,
            of["minimum_damage"],
        )["damage"]
        way = of["hit_minimum"]
        if way == "if_shock_applies":
            done = max(done, shock["damage"])
        elif way == "always" and of["shock"] is not None and of["melee"]:
            done = max(done, of["shock"] + attribute + for_both + of["shock_only_bonus"] + max(0, punch))
        return {"outcome": "hit", "damage": done, "shield_used": False}
    done = shock["damage"]
    if of["miss_damage"] is not None:
        done += max(0, rolled(die, of["miss_damage"]))
    outcome = "shock" if shock["damage"] > 0 else "miss"
    return {"outcome": outcome, "damage": done, "shield_used": shock["blocked_by"] == "shield"}


@named_rule
def attack_sequence(
    die: Die,
    attacks: Sequence[Mapping[str, Any]],
    armor_class: int,
    has_shield: bool = False,
    immune_to_shock: bool = False,
    hit_points: int | None = None,
) -> Result:
    for of in attacks:
        refuse_bad_attack(of)
    hits = shocks = damage = 0
    shield = has_shield
    for of in attacks:
        if hit_points is not None and damage >= hit_points:
            break
        done = attack(die, armor_class, shield, immune_to_shock, **of)
        hits += done["outcome"] == "hit"
        shocks += done["outcome"] == "shock"
        damage += done["damage"]
        if done["shield_used"]:
            shield = False
    down = hit_points is not None and damage >= hit_points
    return {"hits": hits, "shocks": shocks, "damage": damage, "down": down}


@named_rule
def swarm_bonus(die: Die, assailants: int) -> Result:
    others = assailants - 1
    return {"to_hit": min(2 * others, 6), "damage": min(others, 3)}


@named_rule
def execution_attack(
    die: Die,
    mode: str,
    skill_level: int,
    damage: str,
    save_target: int,
    distance: str = "normal",
    attribute_modifier: int = 0,
    circumstances: Sequence[int] = (),
    damage_bonus: int = 0,
    precise: bool = False,
    save_modifier: int = 0,
) -> Result:
    greatest = max(0, most_of(damage) + attribute_modifier + damage_bonus)
    if mode == "ranged":
        difficulty = {"point_blank": 6, "normal": 8, "long": 10}[distance]
        if not skill_check(die, skill_level, difficulty, attribute_modifier, circumstances)["success"]:
            return {"outcome": "missed", "damage": 0}
    modifier = save_modifier
    if skill_level > 0:
        modifier -= skill_level
    if precise:
        modifier -= 1
        greatest += greatest
    if not save(die, save_target, modifier)["success"]:
        return {"outcome": "mortal", "damage": 0}
    return {"outcome": "survived", "damage": greatest}
