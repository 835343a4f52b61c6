"""Skills, saves, characters, equipment, advancement: sections 2 to 5, 13 and 14 of the specification."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.systems.quickref.reading.core import (
    capped,
    checked,
    named_rule,
    refuse_doubles,
    refuse_if,
    skill_check,
    thrown,
)
from tests.systems.quickref.reading.tables import (
    ARMOR,
    BACKGROUNDS,
    CASTING,
    EXPERT,
    FAST,
    MAGE,
    PARTIAL_WARRIOR,
    SHIELDS,
    SLOW,
    WARRIOR,
)
from tests.systems.support import Die, Refused, Result


@named_rule
def difficulty_band(die: Die, difficulty: int) -> Result:
    if difficulty < 6:
        return {"band": "no_check"}
    if difficulty >= 14:
        return {"band": "near_impossible"}
    return {"band": {3: "easy", 4: "ordinary", 5: "hard", 6: "very_hard"}[difficulty // 2]}


@named_rule
def circumstances(die: Die, circumstances: Sequence[int]) -> Result:
    return {"raw": sum(circumstances), "applied": capped(circumstances)}


@named_rule
def aided_skill_check(die: Die, helpers: Sequence[Mapping[str, Any]], difficulty: int, **main: Any) -> Result:
    for one in [*helpers, main]:
        refuse_if(one["skill_level"] == -1 and not one.get("untrained_allowed", True), "not_allowed")
    aided = False
    for helper in helpers:
        if not aided:
            aided = skill_check(die, difficulty=difficulty, **helper)["success"]
    return {**skill_check(die, difficulty=difficulty, aided=aided, **main), "aided": aided}


@named_rule
def opposed_check(
    die: Die,
    actor_modifier: int,
    opponent_modifier: int,
    actor_is_pc: bool = True,
    opponent_is_pc: bool = False,
) -> Result:
    actor = die(6) + die(6) + actor_modifier
    opponent = die(6) + die(6) + opponent_modifier
    if actor != opponent:
        winner = "actor" if actor > opponent else "opponent"
    elif actor_is_pc != opponent_is_pc:
        winner = "actor" if actor_is_pc else "opponent"
    else:
        winner = "opponent"
    return {"winner": winner, "margin": actor - opponent}


@named_rule
def creature_check(
    die: Die, skill_bonus: int, difficulty: int, aptitude: str = "good", circumstances: Sequence[int] = ()
) -> Result:
    total = die(6) + die(6) + capped(circumstances)
    if aptitude == "good":
        total += skill_bonus
    elif aptitude == "poor":
        total -= 1
    return checked(total, difficulty)


@named_rule
def save_target(die: Die, kind: str, level: int, modifiers: Mapping[str, int] | None = None) -> Result:
    known = {"str": 0, "dex": 0, "con": 0, "int": 0, "wis": 0, "cha": 0, **(modifiers or {})}
    better = 0
    if kind == "physical":
        better = max(known["str"], known["con"])
    elif kind == "evasion":
        better = max(known["dex"], known["int"])
    elif kind == "mental":
        better = max(known["wis"], known["cha"])
    return {"target": max(2, 16 - level - better)}


@named_rule
def creature_save_target(die: Die, hit_dice: int, rounding: str = "down") -> Result:
    half = Fraction(hit_dice, 2)
    return {"target": max(2, 15 - (floor(half) if rounding == "down" else ceil(half)))}


# ---------------------------------------------------------------- creation


def modifier_of(score: int) -> int:
    if score == 3:
        return -2
    if score <= 7:
        return -1
    if score <= 13:
        return 0
    return 1 if score <= 17 else 2


@named_rule
def roll_attribute(die: Die) -> Result:
    score = die(6) + die(6) + die(6)
    return {"score": score, "modifier": modifier_of(score)}


@named_rule
def attribute_modifier(die: Die, score: int) -> Result:
    return {"modifier": modifier_of(score)}


@named_rule
def background_roll(die: Die, background: str, table: str) -> Result:
    row = BACKGROUNDS[background]
    return {"gain": row["growth"][die(6) - 1] if table == "growth" else row["learning"][die(8) - 1]}


@named_rule
def skill_pick(die: Die, current_level: int) -> Result:
    if current_level == 1:
        return {"level": 1, "pick_another": True}
    return {"level": 0 if current_level == -1 else 1, "pick_another": False}


@named_rule
def languages(die: Die, know_level: int, connect_level: int) -> Result:
    extra = 0
    for level in (know_level, connect_level):
        if level == 0:
            extra += 1
        elif level > 0:
            extra += 2
    return {"extra_languages": extra}


def line_of(class_: str, partials: Sequence[str]) -> tuple[list[int], int]:
    """Attack bonus at levels 1 to 10, and what every hit die adds."""
    refuse_doubles(partials)
    refuse_if(len(partials) != (2 if class_ == "adventurer" else 0))
    if class_ != "adventurer":
        bonuses, adjustment = {"warrior": WARRIOR, "expert": EXPERT, "mage": MAGE}[class_]
    elif "partial_warrior" in partials:
        bonuses, adjustment = PARTIAL_WARRIOR
    else:
        bonuses, adjustment = EXPERT if "partial_expert" in partials else MAGE
    return [int(bonus) for bonus in bonuses.split()], adjustment


@named_rule
def class_line(die: Die, class_: str, level: int, partials: Sequence[str] = ()) -> Result:
    bonuses, adjustment = line_of(class_, partials)
    picks = []
    if level in (1, 2, 5, 7, 10):
        picks.append("any")
    if level == 1 and (class_ == "warrior" or "partial_warrior" in partials):
        picks.append("combat")
    if level == 1 and (class_ == "expert" or "partial_expert" in partials):
        picks.append("non_combat")
    return {"attack_bonus": bonuses[level - 1], "hit_die_adjustment": adjustment, "focus_picks": picks}


@named_rule
def hit_points(
    die: Die,
    class_: str,
    level: int,
    partials: Sequence[str] = (),
    constitution_modifier: int = 0,
    bonus_per_level: int = 0,
    current_maximum: int = 0,
    first_die: str = "roll",
) -> Result:
    _, adjustment = line_of(class_, partials)
    total = 0
    for number in range(level):
        face = 6 if number == 0 and first_die == "maximum" else die(6)
        total += max(1, face + adjustment + constitution_modifier + bonus_per_level)
    if total > current_maximum:
        return {"maximum": total}
    return {"maximum": current_maximum + 1}


# ---------------------------------------------------------------- equipment


@named_rule
def coins(die: Die, copper: int = 0, silver: int = 0, gold: int = 0) -> Result:
    return {"in_copper": copper + 10 * silver + 100 * gold, "encumbrance": floor(Fraction(copper + silver + gold, 100))}


@named_rule
def starting_silver(die: Die) -> Result:
    return {"silver": 10 * thrown(die, 3, 6)}


@named_rule
def armor_class(
    die: Die,
    armor: str = "none",
    shield: str = "none",
    dexterity_modifier: int = 0,
    innate: int = 0,
    modifier: int = 0,
) -> Result:
    base = 10
    if ARMOR[armor] > base:
        base = ARMOR[armor]
    if innate > base:
        base = innate
    if shield != "none":
        if SHIELDS[shield] > base:
            base = SHIELDS[shield]
        else:
            base += 1
    return {"armor_class": base + dexterity_modifier + modifier}


@named_rule
def encumbrance(die: Die, strength: int, readied: int, stowed: int, base_move: int = 30) -> Result:
    readied_limit, stowed_limit = floor(Fraction(strength, 2)), strength
    over = 0
    while readied > readied_limit + 2 * over or stowed > stowed_limit + 4 * over:
        over += 1
    loads = ["free", "pushed", "strained"]
    moves = [base_move, floor(Fraction(base_move * 2, 3)), floor(Fraction(base_move, 3))]
    return {
        "readied_limit": readied_limit,
        "stowed_limit": stowed_limit,
        "load": loads[over] if over < 3 else "too_much",
        "move": moves[over] if over < 3 else 0,
    }


@named_rule
def bundled_encumbrance(die: Die, count: int, each: int = 1) -> Result:
    return {"encumbrance": ceil(Fraction(count, 3)) * each}


# ---------------------------------------------------------------- magic and advancement


@named_rule
def spell_capacity(die: Die, class_: str, level: int, partials: Sequence[str] = ()) -> Result:
    line_of(class_, partials)
    full, partial = CASTING[level]
    if class_ == "mage":
        row, known = full, 4 + 2 * (level - 1)
    elif "partial_mage" in partials:
        row, known = partial, 2 + (level - 1)
    else:
        raise Refused("not_allowed")
    return {"maximum_spell_level": row[0], "casts": row[1], "prepared": row[2], "known": known}


@named_rule
def learning_days(die: Die, spell_level: int, magic_level: int) -> Result:
    days = 7 * spell_level
    for _ in range(magic_level):
        days -= 7
    return {"days": max(1, days)}


@named_rule
def effort(
    die: Die, tradition: str, skill_level: int, intelligence_modifier: int = 0, charisma_modifier: int = 0
) -> Result:
    points = skill_level + max(intelligence_modifier, charisma_modifier)
    if tradition == "mage":
        points += 1
    return {"maximum": max(1, points)}


@named_rule
def level_for_experience(die: Die, experience: int, track: str = "fast") -> Result:
    totals = FAST if track == "fast" else SLOW
    level = 0
    while level < 10 and totals[level] <= experience:
        level += 1
    return {"level": level, "next_at": totals[level] if level < 10 else None}


@named_rule
def level_up_gains(die: Die, class_: str, level: int, partials: Sequence[str] = ()) -> Result:
    line_of(class_, partials)
    classes = {class_, *partials}
    arts = 0
    if "mage" in classes and level in (2, 4, 6, 8, 10):
        arts += 1
    if "partial_mage" in classes and level in (3, 6, 9):
        arts += 1
    if "healer" in classes and level in (2, 4, 5, 6, 8, 10):
        arts += 1
    return {
        "skill_points": 3,
        "expert_points": 1 if classes & {"expert", "partial_expert"} else 0,
        "focus_picks": 1 if level in (2, 5, 7, 10) else 0,
        "spells": 2 if "mage" in classes else 1 if "partial_mage" in classes else 0,
        "arts": arts,
    }


@named_rule
def skill_cost(die: Die, new_level: int) -> Result:
    return {"points": new_level + 1, "minimum_character_level": [1, 1, 3, 6, 9][new_level]}


@named_rule
def attribute_boost_cost(die: Die, boost: int) -> Result:
    return {"points": boost, "minimum_character_level": {1: 1, 2: 1, 3: 3, 4: 6, 5: 9}[boost]}
