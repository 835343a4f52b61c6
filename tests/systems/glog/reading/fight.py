"""Attack, damage, breakage and Defense, from the sections 8 to 10."""

import re
from fractions import Fraction
from math import ceil, floor

from tests.systems.glog.reading import tables
from tests.systems.glog.reading.core import (
    House,
    against,
    bonus_of,
    is_critical,
    is_worst,
    named_rule,
    risks_breakage,
    succeeds,
)
from tests.systems.support import Die, Refused, Result


def hands_for(weapon_class: str, hands: int | None) -> int:
    return tables.WEAPONS[weapon_class][2] if hands is None else hands


@named_rule
def attack(die: Die, house: House, attack: int, defense: int, modifier: int = 0, critical_faces: int = 1) -> Result:
    target = against(attack, defense) + modifier
    face = die(20)
    return {
        "hit": succeeds(face, target, house, critical_faces),
        "critical": is_critical(face, house, critical_faces),
        "target": target,
        "breakage_risk": risks_breakage(face, house),
    }


@named_rule
def attack_modifier(
    die: Die,
    house: House,
    weapon_class: str,
    distance: int = 0,
    thrown: bool = False,
    confined: bool = False,
    breaks: int = 0,
    range_halved: bool = False,
    modifier: int = 0,
) -> Result:
    if thrown and weapon_class != "light":
        raise Refused("not_allowed")
    if breaks == 2:
        raise Refused("broken_item")
    total = 0
    if thrown or weapon_class in tables.RANGED:
        increments = Fraction(distance, tables.INCREMENTS[weapon_class])
        counted = ceil(increments) if house["range_rounding"] == "started" else floor(increments)
        penalty = max(0, counted - 1)
        if range_halved:
            penalty = floor(Fraction(penalty, 2))
        total -= penalty
    else:
        if distance > 5:
            raise Refused("out_of_range")
        if confined:
            total += {"medium": -2, "heavy": -4}.get(weapon_class, 0)
    return {"modifier": total - breaks + modifier}


@named_rule
def weapon_damage(
    die: Die,
    house: House,
    weapon_class: str,
    strength: int,
    hands: int | None = None,
    critical: bool = False,
    bonus: int = 0,
    extra_d6: int = 0,
) -> Result:
    sides, adds_strength, _ = tables.WEAPONS[weapon_class]
    held_with = hands_for(weapon_class, hands)
    if weapon_class == "heavy" and held_with == 1:
        raise Refused("not_allowed")
    if weapon_class == "medium" and held_with == 2:
        sides = 8
    plus = bonus + (bonus_of(strength) if adds_strength else 0)
    way = house["critical_damage"] if critical else "none"
    if way == "double_roll":
        damage = die(sides) + die(sides) + 2 * plus
    elif way == "double_dice":
        damage = die(sides) + die(sides) + plus
    elif way == "double_total":
        damage = (die(sides) + plus) * 2
    elif way == "maximum":
        damage = sides + plus
    else:
        damage = die(sides) + plus
    for _ in range(extra_d6):
        damage += die(6)
    return {"damage": max(house["minimum_damage"], damage)}


@named_rule
def weapon_attack(
    die: Die,
    house: House,
    attack: int,
    defense: int,
    strength: int,
    weapon_class: str,
    hands: int | None = None,
    quality: str = "standard",
    breaks: int = 0,
    distance: int = 0,
    thrown: bool = False,
    confined: bool = False,
    range_halved: bool = False,
    modifier: int = 0,
    bonus: int = 0,
    extra_d6: int = 0,
    critical_faces: int = 1,
) -> Result:
    situation = attack_modifier(die, house, weapon_class, distance, thrown, confined, breaks, range_halved, modifier)
    if weapon_class == "heavy" and hands_for(weapon_class, hands) == 1:
        raise Refused("not_allowed")
    face = die(20)
    hit = succeeds(face, against(attack, defense) + situation["modifier"], house, critical_faces)
    critical = is_critical(face, house, critical_faces)
    at_risk = risks_breakage(face, house) or (house["fumble_breaks"] and is_worst(face, house))
    weapon = "unchanged"
    if at_risk and weapon_class != "unarmed" and break_check(die, house, quality)["breaks"]:
        weapon = "broken" if breaks == 0 else "snapped"
    damage = 0
    if hit:
        damage = weapon_damage(die, house, weapon_class, strength, hands, critical, bonus, extra_d6)["damage"]
    return {"hit": hit, "critical": critical, "damage": damage, "weapon": weapon}


@named_rule
def recover_arrows(die: Die, house: House, spent: int) -> Result:
    if house["arrow_recovery"] == "each":
        usable = 0
        for _ in range(spent):
            if die(6) <= 3:
                usable += 1
    else:
        usable = floor(Fraction(spent, 2))
    return {"usable": usable, "lost": spent - usable}


@named_rule
def break_check(die: Die, house: House, quality: str) -> Result:
    if quality == "fragile":
        return {"breaks": True}
    return {"breaks": die(6) <= {"standard": 3, "masterwork": 1}[quality]}


@named_rule
def weapon_condition(die: Die, house: House, breaks: int) -> Result:
    return {"attack_penalty": -1 if breaks == 1 else 0, "usable": breaks < 2}


@named_rule
def armor_details(die: Die, house: House, armor: str, material: str = "ordinary", breaks: int = 0) -> Result:
    printed, weight = tables.ARMOR[armor]
    bonus = printed - 10
    if material == "bronze" and weight == "heavy":
        bonus -= 1
    if breaks > bonus:
        raise Refused("bad_args")
    if material == "bronze" and armor == "chainmail":
        raise Refused("not_allowed")
    return {
        "defense": 10 + bonus - breaks,
        "weight": weight,
        "slots": printed - 10,
        "encumbrance": max(0, printed - 10 - 3),
        "breaks_left": bonus - breaks,
        "destroyed": armor != "none" and breaks == bonus,
    }


@named_rule
def defense_score(
    die: Die,
    house: House,
    dexterity: int,
    armor: str = "none",
    material: str = "ordinary",
    breaks: int = 0,
    shield: bool = False,
    modifier: int = 0,
) -> Result:
    worn = armor_details(die, house, armor, material, breaks)["defense"]
    return {"defense": worn + bonus_of(dexterity) + (1 if shield else 0) + modifier}


@named_rule
def defend(die: Die, house: House, defense: int, attack: int, modifier: int = 0) -> Result:
    target = against(defense, attack) + modifier
    face = die(20)
    return {
        "avoided": succeeds(face, target, house),
        "critical": is_critical(face, house),
        "target": target,
        "breakage_risk": risks_breakage(face, house),
    }


def dice_text(text: str) -> tuple[int, int, int]:
    """N, S and K; no dice for a whole number."""
    found = re.fullmatch(r"([0-9]+)d(4|6|8|10|12)(?:([+-])([0-9]+))?", text)
    if found:
        number, sides, sign, constant = found.groups()
        count, plus = int(number), int(constant or 0)
    else:
        if not re.fullmatch(r"[0-9]+", text):
            raise Refused("bad_args")
        count, sides, sign, plus = 1, "0", "+", int(text)
    if not 1 <= count <= 20 or not 0 <= plus <= 999:
        raise Refused("bad_args")
    return (count if sides != "0" else 0), int(sides), (-plus if sign == "-" else plus)


def creature_damage(die: Die, house: House, text: str, critical: bool) -> int:
    count, sides, plus = dice_text(text)
    way = house["critical_damage"] if critical else "none"
    total = 0
    if way == "maximum":
        total = count * sides + plus
    elif way == "double_roll":
        for _ in range(2 * count):
            total += die(sides)
        total += 2 * plus
    elif way == "double_dice":
        for _ in range(2 * count):
            total += die(sides)
        total += plus
    else:
        for _ in range(count):
            total += die(sides)
        total += plus
        if way == "double_total":
            total *= 2
    return max(int(house["minimum_damage"]), total)


@named_rule
def creature_attack(
    die: Die,
    house: House,
    defense: int,
    attack: int,
    damage: str,
    armor: str = "none",
    material: str = "ordinary",
    quality: str = "standard",
    breaks: int = 0,
    modifier: int = 0,
) -> Result:
    dice_text(damage)
    suit = armor_details(die, house, armor, material, breaks)
    face = die(20)
    avoided = succeeds(face, against(defense, attack) + modifier, house)
    at_risk = risks_breakage(face, house) or (house["fumble_breaks"] and is_worst(face, house))
    left = "unchanged"
    if at_risk and armor != "none" and not suit["destroyed"] and break_check(die, house, quality)["breaks"]:
        left = "destroyed" if suit["breaks_left"] == 1 else "broken"
    done = 0
    if not avoided:
        done = creature_damage(die, house, damage, is_worst(face, house) and house["enemy_criticals"])
    return {"avoided": avoided, "critical": is_critical(face, house), "damage": done, "armor": left}


@named_rule
def sunder(die: Die, house: House, damage: int) -> Result:
    return {"damage": max(0, damage - die(12))}
