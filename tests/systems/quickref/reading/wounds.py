"""Injury, rest, hazards, morale, reactions, spells, creatures: sections 10 to 13 and 17 of the specification."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.systems.quickref.reading.core import dice_of, named_rule, refuse_if, rolled, save, skill_check, thrown
from tests.systems.support import Die, Result


@named_rule
def apply_damage(
    die: Die,
    hit_points: int,
    damage: int,
    status: str = "up",
    frail: bool = False,
    minor: bool = False,
    unsurvivable: bool = False,
    non_lethal: bool = False,
    damage_while_dying: str = "dies",
) -> Result:
    refuse_if(status == "up" and hit_points < 1)
    refuse_if(status in ("mortally_wounded", "stable") and hit_points != 0)
    if damage == 0:
        return {"hit_points": hit_points, "status": status}
    if status in ("mortally_wounded", "stable"):
        spared = non_lethal or damage_while_dying == "no_effect"
        if unsurvivable or not spared:
            status = "dead"
        return {"hit_points": 0, "status": status}
    if damage < hit_points:
        return {"hit_points": hit_points - damage, "status": status}
    if unsurvivable:
        status = "dead"
    elif non_lethal:
        status = "unconscious"
    elif minor or frail:
        status = "dead"
    else:
        status = "mortally_wounded"
    return {"hit_points": 0, "status": status}


@named_rule
def stabilize_difficulty(die: Die, full_rounds: int) -> Result:
    return {"difficulty": 8 + full_rounds}


@named_rule
def stabilize(
    die: Die,
    heal_level: int,
    full_rounds: int,
    attribute_modifier: int = 0,
    has_kit: bool = True,
    circumstances: Sequence[int] = (),
    aided: bool = False,
    extra_dice: int = 0,
) -> Result:
    everything = list(circumstances)
    if not has_kit:
        everything.append(-2)
    difficulty = 8 + full_rounds
    done = skill_check(die, heal_level, difficulty, attribute_modifier, everything, extra_dice=extra_dice, aided=aided)
    return {**done, "difficulty": difficulty}


@named_rule
def stabilize_sequence(die: Die, modifier: int, same_round: bool = False, rounds_to_live: int = 6) -> Result:
    difficulties = [8 + number for number in range(rounds_to_live)]
    if same_round:
        difficulties.insert(0, 8)
    attempts = 0
    for difficulty in difficulties:
        attempts += 1
        if die(6) + die(6) + modifier >= difficulty:
            return {"stabilized": True, "attempts": attempts}
    return {"stabilized": False, "attempts": attempts}


@named_rule
def frail_recovery(
    die: Die, bed_rest_days: int, variant: str = "simple", cared_for: bool = True, save_target: int = 15
) -> Result:
    if bed_rest_days < 7:
        return {"fate": "still_frail"}
    if variant == "with_care" and not cared_for:
        return {"fate": "recovers_in_a_month" if save(die, save_target)["success"] else "dies_within_a_week"}
    return {"fate": "recovered"}


@named_rule
def add_strain(die: Die, system_strain: int, maximum_strain: int, amount: int, forced: bool = False) -> Result:
    fits = amount == 0 or system_strain + amount <= maximum_strain
    after = system_strain + amount if fits else maximum_strain if forced else system_strain
    return {"system_strain": after, "accepted": fits or forced, "collapsed": forced and not fits}


@named_rule
def magical_healing(
    die: Die,
    healing: str,
    hit_points: int,
    maximum: int,
    maximum_strain: int,
    bonus: int = 0,
    status: str = "up",
    frail: bool = False,
    system_strain: int = 0,
    strain_cost: int = 1,
) -> Result:
    dice_of(healing)
    refuse_if(hit_points > maximum)
    if strain_cost > 0 and system_strain + strain_cost > maximum_strain:
        accepted = False
    else:
        accepted = True
        hit_points += max(1, rolled(die, healing) + bonus)
        hit_points = min(hit_points, maximum)
        status, frail = "up", False
        system_strain += strain_cost
    return {
        "accepted": accepted,
        "hit_points": hit_points,
        "status": status,
        "frail": frail,
        "system_strain": system_strain,
    }


@named_rule
def night_rest(
    die: Die,
    hit_points: int,
    maximum: int,
    level: int,
    system_strain: int = 0,
    frail: bool = False,
    comfortable: bool = True,
    strain_recovered: int = 1,
) -> Result:
    if comfortable:
        if not frail:
            hit_points = min(hit_points + level, maximum)
        for _ in range(strain_recovered):
            system_strain = max(0, system_strain - 1)
    return {"hit_points": hit_points, "system_strain": system_strain, "refreshed": comfortable}


@named_rule
def first_aid(
    die: Die,
    heal_level: int,
    hit_points: int,
    maximum: int,
    maximum_strain: int,
    system_strain: int = 0,
    doubled: bool = False,
    strain_cost: int = 1,
) -> Result:
    if strain_cost and system_strain + strain_cost > maximum_strain:
        return {"accepted": False, "hit_points": hit_points, "system_strain": system_strain}
    healed = max(0, die(6) + heal_level)
    if doubled:
        healed += healed
    return {
        "accepted": True,
        "hit_points": min(hit_points + healed, maximum),
        "system_strain": system_strain + strain_cost,
    }


@named_rule
def falling_damage(
    die: Die,
    feet: int,
    controlled: bool = False,
    skill_level: int = -1,
    attribute_modifier: int = 0,
    spikes: bool = False,
) -> Result:
    if feet < 10:
        return {"damage": 0}
    if controlled and die(6) + die(6) + skill_level + attribute_modifier >= 7 + floor(Fraction(feet, 10)):
        feet = floor(Fraction(feet, 2))
    if feet < 10:
        return {"damage": 0}
    count = min(20, floor(Fraction(feet, 10)))
    if spikes:
        count += 1
    return {"damage": thrown(die, count, 6)}


# ---------------------------------------------------------------- morale and reactions


@named_rule
def morale(die: Die, morale: int, modifier: int = 0, is_pc: bool = False) -> Result:
    refuse_if(is_pc, "not_allowed")
    breaks = die(6) + die(6) > morale + modifier
    return {"holds": not breaks}


@named_rule
def morale_triggers(
    die: Die,
    members: int,
    down_before: int,
    down_now: int,
    first_used: bool = False,
    half_used: bool = False,
    shaken: bool = False,
) -> Result:
    refuse_if(down_before > down_now or down_now > members)
    reasons: list[Any] = []
    if down_now > down_before:
        if not first_used:
            reasons.append("first_downed")
        if not half_used and down_now >= Fraction(members, 2):
            reasons.append("half_down")
    if shaken:
        reasons.append("shaken")
    if down_now == members:
        reasons = []
    return {"check": len(reasons) > 0, "reasons": reasons}


@named_rule
def morale_behavior(die: Die, discipline: str, can_escape: bool = True, mercy_likely: bool = True) -> Result:
    if can_escape and discipline == "undisciplined":
        return {"behavior": "rout"}
    if can_escape:
        return {"behavior": "retreat"}
    return {"behavior": "surrender" if mercy_likely else "desperate"}


@named_rule
def instinct(die: Die, instinct: int) -> Result:
    if instinct == 0:
        return {"acts_on_instinct": False}
    return {"acts_on_instinct": die(10) <= instinct}


@named_rule
def reaction(die: Die, charisma_modifier: int = 0, modifier: int = 0) -> Result:
    total = die(6) + die(6) + charisma_modifier + modifier
    if total <= 2:
        return {"reaction": "hostile"}
    if total <= 5:
        return {"reaction": "unfriendly"}
    if total <= 8:
        return {"reaction": "as_expected"}
    return {"reaction": "friendly" if total <= 11 else "helpful"}


# ---------------------------------------------------------------- spells and creatures


@named_rule
def spell_damage(die: Die, dice: str, save: str, save_target: int = 15, save_modifier: int = 0) -> Result:
    dice_of(dice)
    if save == "none":
        return {"damage": max(0, rolled(die, dice)), "saved": False}
    if save == "half":
        full = max(0, rolled(die, dice))
        saved = saves(die, save_target, save_modifier)
        return {"damage": floor(Fraction(full, 2)) if saved else full, "saved": saved}
    saved = saves(die, save_target, save_modifier)
    return {"damage": 0 if saved else max(0, rolled(die, dice)), "saved": saved}


def saves(die: Die, target: int, modifier: int) -> bool:
    return bool(save(die, target, modifier)["success"])


@named_rule
def dispel(
    die: Die,
    dispeller_level: int,
    effect_level: int,
    dispeller_modifier: int = 0,
    effect_modifier: int = 0,
    standing_effect: bool = False,
) -> Result:
    if effect_level <= dispeller_level and not standing_effect:
        return {"negated": True, "contested": False}
    dispeller = die(6) + die(6) + dispeller_modifier
    effect = die(6) + die(6) + effect_modifier
    if dispeller_level > effect_level:
        dispeller += 2
    if effect_level > dispeller_level:
        effect += 2
    return {"negated": dispeller >= effect, "contested": True}


@named_rule
def creature_hit_points(die: Die, hit_dice: int, method: str = "roll") -> Result:
    if hit_dice == 0:
        return {"hit_points": 1}
    if method == "average":
        return {"hit_points": floor(Fraction(9, 2) * hit_dice)}
    return {"hit_points": thrown(die, hit_dice, 8)}


@named_rule
def fight_forecast(
    die: Die,
    party_hit_points: int,
    party_damage_in_ten_rounds: int,
    foe_hit_points: int,
    foe_damage_in_ten_rounds: int,
) -> Result:
    win = lose = None
    if party_damage_in_ten_rounds:
        win = ceil(Fraction(10 * foe_hit_points, party_damage_in_ten_rounds))
    if foe_damage_in_ten_rounds:
        lose = ceil(Fraction(10 * party_hit_points, foe_damage_in_ten_rounds))
    if win is None and lose is None:
        verdict = "stalemate"
    elif win is None:
        verdict = "overwhelming"
    elif lose is None:
        verdict = "easy"
    else:
        ratio = Fraction(lose, win)
        verdict = "overwhelming"
        for least, name in ((3, "easy"), (2, "fair"), (1, "hard"), (Fraction(1, 2), "deadly")):
            if ratio >= least:
                verdict = name
                break
    return {"rounds_to_win": win, "rounds_to_lose": lose, "verdict": verdict}
