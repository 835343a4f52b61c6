"""The rules of Action Score read a second time, from the specification alone: plain loops and no cleverness.

Nothing in this file comes from Rulewright.
A rule takes `die(sides) -> face` and its arguments, which have passed the checks of type and range.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.systems.support import Die, Refused, Result

RULES: dict[str, Callable[..., Result]] = {}

MODIFIERS = {
    "move_far": 0,
    "move_to_attack": 1,
    "move_and_attack": 0,
    "attack": 3,
    "defend": 2,
    "defend_other": 5,
    "flee": 2,
    "recover": 2,
    "recover_incapacitated": 0,
    "tend": 0,
    "improvise": 0,
    "wait": 0,
}
ATTACKS = ("attack", "move_to_attack", "move_and_attack")
VARIATIONS = ("farther", "surer", "fiercer", "lighter", "lasting", "swift")


def run(rule: str, arguments: Mapping[str, Any], die: Die) -> Result:
    """One run of a rule with the arguments of a request."""
    return RULES[rule](die, **arguments)


def named_rule(function: Callable[..., Result]) -> Callable[..., Result]:
    RULES[function.__name__] = function
    return function


def refuse_if(refused: bool, code: str = "bad_args") -> None:
    if refused:
        raise Refused(code)


def rolled(die: Die, text: str) -> int:
    """NdM, dM, each with +K or -K, or a number; never below 0."""
    if "d" not in text:
        return int(text)
    found = re.fullmatch(r"(\d*)d(\d+)([+-]\d+)?", text)
    assert found
    total = int(found[3] or 0)
    for _ in range(int(found[1] or 1)):
        total += die(int(found[2]))
    return max(0, total)


# ---------------------------------------------------------------- scores and challenges


def bonus_of(actions: Sequence[tuple[int, int]], mode: str) -> int:
    """The bonus of a round from (attribute, modifier) of one or two actions."""
    each = [attribute + modifier for attribute, modifier in actions]
    if mode == "sum":
        return each[0] + sum(modifier for _, modifier in actions[1:])
    return each[0] if mode == "first" else min(each)


def modifier_of(action: str | int) -> int:
    return MODIFIERS[action] if isinstance(action, str) else action


@named_rule
def action_bonus(_die: Die, actions: list[dict[str, Any]], mode: str = "lower") -> Result:
    return {"bonus": bonus_of([(a.get("attribute", 0), modifier_of(a["action"])) for a in actions], mode)}


@named_rule
def creature_score(_die: Die, base: int, actions: list[str | int], situational: int = 0, mode: str = "lower") -> Result:
    return {"score": base + situational + bonus_of([(0, modifier_of(action)) for action in actions], mode)}


@named_rule
def character_score(die: Die, bonus: int, situational: int = 0, trauma: int = 0, careful_penalty: int = 0) -> Result:
    face = die(20)
    return {"score": face + bonus + situational - trauma - careful_penalty, "inspired": face == 20}


@named_rule
def challenge(die: Die, challenge: int, natural_20_succeeds: bool = True, **scored: int) -> Result:
    roll = character_score(die, **scored)
    success = roll["score"] >= challenge or (roll["inspired"] and natural_20_succeeds)
    return {"success": success, "margin": roll["score"] - challenge, "inspired": roll["inspired"]}


roll_challenge = challenge


@named_rule
def group_challenge(
    die: Die, members: list[dict[str, int]], challenge: int, situational: int = 0, natural_20_succeeds: bool = True
) -> Result:
    successes = 0
    for member in members:
        made = roll_challenge(
            die, challenge, natural_20_succeeds=natural_20_succeeds, situational=situational, **member
        )
        successes += made["success"]
    return {
        "success": 2 * successes >= len(members),
        "successes": successes,
        "needed": len(members) // 2 + len(members) % 2,
    }


@named_rule
def graded_challenge(die: Die, challenge: int, **scored: int) -> Result:
    roll = character_score(die, **scored)
    margin = roll["score"] - challenge
    grade = "inspired" if roll["inspired"] else "full" if margin >= 0 else "glancing" if margin >= -9 else "miss"
    return {"grade": grade, "margin": margin}


@named_rule
def fumble_roll(
    die: Die,
    bonus: int,
    fumble_score: int,
    situational: int = 0,
    trauma: int = 0,
    careful: str = "none",
    careful_penalty: int = 4,
    reduction: int = 0,
) -> Result:
    refuse_if(careful == "reduce" and reduction <= careful_penalty)
    face = die(20)
    score = face + bonus + situational - trauma - (careful_penalty if careful != "none" else 0)
    threshold = fumble_score - (reduction if careful == "reduce" else 0)
    return {"fumble": careful != "eliminate" and face != 20 and score < threshold, "inspired": face == 20}


@named_rule
def conflict(_die: Die, claims: list[dict[str, Any]], ties: str = "characters") -> Result:
    names = [claim["id"] for claim in claims]
    refuse_if(len(set(names)) < len(names))
    best = max(claim["score"] for claim in claims)
    tied = [claim for claim in claims if claim["score"] == best]
    if len(tied) > 1:
        favoured = {"characters": "character", "creatures": "creature", "nobody": None}[ties]
        tied = [claim for claim in tied if claim["kind"] == favoured]
    winner = tied[0]["id"] if len(tied) == 1 else None
    return {"winner": winner, "tie": winner is None}


# ---------------------------------------------------------------- attacks


def outcome_of(
    attack_score: int,
    defense_score: int,
    stances: Sequence[str] = (),
    attacker_inspired: bool = False,
    defender_inspired: bool = False,
    flee_gap: int = 3,
    miss_gap: int = 10,
    exposed: bool = False,
    disarmed: bool = False,
) -> str:
    """The seven lines of precedence, but the first, which is the GM's."""
    gap = defense_score - attack_score
    if attacker_inspired and not defender_inspired:
        found = "full"
    elif defender_inspired and not attacker_inspired:
        found = "miss"
    elif gap <= 0:
        found = "full"
    elif "defend" in stances or ("flee" in stances and gap >= flee_gap):
        found = "miss"
    elif gap >= miss_gap:
        found = "glancing" if exposed else "miss"
    else:
        found = "glancing"
    return "glancing" if found == "full" and disarmed and not attacker_inspired else found


def struck(die: Die, outcome: str, full: str, glancing: str, ward: int) -> int:
    if outcome == "miss":
        return 0
    return max(0, rolled(die, full if outcome == "full" else glancing) - ward)


@named_rule
def hit(_die: Die, attack_score: int, defense_score: int, **more: Any) -> Result:
    return {"outcome": outcome_of(attack_score, defense_score, **more), "margin": attack_score - defense_score}


@named_rule
def basic_attack(die: Die, full: str = "2d6", glancing: str = "1d6", ward: int = 0, **compared: Any) -> Result:
    outcome = outcome_of(**compared)
    return {"outcome": outcome, "damage": struck(die, outcome, full, glancing, ward)}


SCORED = ("bonus", "situational", "trauma", "careful_penalty")


def parted(arguments: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What belongs to the score, and the rest."""
    own = {name: value for name, value in arguments.items() if name in SCORED}
    return own, {name: value for name, value in arguments.items() if name not in SCORED}


@named_rule
def attack_roll(
    die: Die, target_score: int, full: str = "2d6", glancing: str = "1d6", ward: int = 0, **more: Any
) -> Result:
    own, rest = parted(more)
    roll = character_score(die, **own)
    outcome = outcome_of(roll["score"], target_score, attacker_inspired=roll["inspired"], **rest)
    return {"outcome": outcome, "damage": struck(die, outcome, full, glancing, ward), "inspired": roll["inspired"]}


@named_rule
def defense_roll(
    die: Die,
    attack_score: int,
    protector_score: int | None = None,
    full: str = "2d6",
    glancing: str = "1d6",
    ward: int = 0,
    **more: Any,
) -> Result:
    own, rest = parted(more)
    roll = character_score(die, **own)
    defense = roll["score"]
    if protector_score is not None and protector_score > defense:
        defense = protector_score
    outcome = outcome_of(attack_score, defense, defender_inspired=roll["inspired"], **rest)
    return {"outcome": outcome, "damage": struck(die, outcome, full, glancing, ward), "inspired": roll["inspired"]}


@named_rule
def defended_score(
    _die: Die, own_score: int, attack_kind: str, protectors: list[dict[str, Any]], defense_modifier: int = 0
) -> Result:
    score, name = own_score + defense_modifier, None
    for protector in protectors:
        if protector["near" if attack_kind == "melee" else "between"] and protector["score"] > score:
            score, name = protector["score"], protector["id"]
    return {"score": score, "protector": name}


# ---------------------------------------------------------------- health and rest


@named_rule
def incapacitate(die: Die, trauma: int, trauma_limit: int | None = 10, timer_bonus: int = 0) -> Result:
    trauma += 1
    fallen = trauma_limit is not None and trauma >= trauma_limit
    return {"trauma": trauma, "timer": None if fallen else die(4) + timer_bonus, "fallen": fallen}


@named_rule
def timer_tick(die: Die, timer: int, trauma: int, trauma_limit: int | None = 10, timer_bonus: int = 0) -> Result:
    if timer - 1 > 0:
        return {"timer": timer - 1, "trauma": trauma, "expired": False, "fallen": False}
    return {**incapacitate(die, trauma, trauma_limit, timer_bonus), "expired": True}


@named_rule
def recover_conscious(
    die: Die, health: int, max_health: int, ardor: int, max_ardor: int, surges: int, bonus: int = 0
) -> Result:
    refuse_if(health > max_health or ardor > max_ardor)
    refuse_if(surges == 0, "not_enough_resource")
    face = die(6)
    healed = max(0, min(face + bonus, max_health - health))
    gained = 1 if face == 6 and ardor < max_ardor else 0
    return {
        "health": health + healed,
        "ardor": ardor + gained,
        "surges": surges - 1,
        "healed": healed,
        "ardor_gained": gained,
    }


@named_rule
def recover_incapacitated(
    die: Die,
    trauma: int,
    challenge: int,
    surges: int = 0,
    spend_surge: bool = False,
    tend_score: int | None = None,
    tend_inspired: bool = False,
    surge_with_tend: bool = True,
    tend_natural_20: bool = True,
    bonus: int = 0,
) -> Result:
    refuse_if(tend_inspired and tend_score is None)
    refuse_if(spend_surge and surges == 0, "not_enough_resource")
    face = die(20)
    surge = die(6) if spend_surge else 0
    own = face - trauma + surge
    tended = None if tend_score is None else tend_score + (surge if surge_with_tend else 0)
    natural = face == 20
    total = own
    if not natural and tended is not None:
        if tend_inspired and tend_natural_20:
            total, natural = tended, True
        elif tended > own:
            total = tended
    success = natural or total >= challenge
    healed = 0
    if success:
        healed = max(1, sum(die(6) for _ in range(2 if natural else 1)) + bonus)
    left = surges - (1 if spend_surge else 0)
    return {"success": success, "total": total, "inspired": natural, "healed": healed, "surges": left}


@named_rule
def rest(
    die: Die,
    kind: str,
    health: int,
    max_health: int,
    ardor: int,
    max_ardor: int,
    surges: int,
    max_surges: int,
    incapacitated: bool = False,
    healing_kits: int = 0,
    use_kit: bool = False,
    standard_rest_restores_health: bool = True,
) -> Result:
    refuse_if(incapacitated != (health == 0))
    refuse_if(health > max_health or ardor > max_ardor or surges > max_surges)
    refuse_if(use_kit and healing_kits == 0, "not_enough_resource")
    full = kind == "extended" or (kind == "standard" and standard_rest_restores_health)
    if not full and use_kit and health < max_health:
        full, healing_kits = True, healing_kits - 1
    if full:
        health = max_health
    elif incapacitated:
        health = min(die(6), max_health)
    if kind != "break":
        surges = max_surges
    return {
        "health": health,
        "ardor": max_ardor,
        "surges": surges,
        "healing_kits": healing_kits,
        "incapacitated": False,
    }


@named_rule
def mend_trauma(
    die: Die, trauma: int, heart: int = 0, bonus: int = 0, challenge: int = 11, mode: str = "roll"
) -> Result:
    grade = None
    recovered = {"all": trauma, "one": 1, "none": 0, "roll": 0}[mode]
    if mode == "roll" and trauma > 0:
        grade = graded_challenge(die, challenge, bonus=heart + bonus, trauma=trauma)["grade"]
        recovered = {"inspired": trauma, "full": 2, "glancing": 1, "miss": 0}[grade]
    recovered = min(recovered, trauma)
    return {"recovered": recovered, "trauma": trauma - recovered, "grade": grade}


@named_rule
def discovery(die: Die, known: int, own: int, any: int) -> Result:
    refuse_if(known == own == any == 0)
    order = ["variation", "own", "any"]
    counts = {"variation": known, "own": own, "any": any}
    kind = ["variation", "variation", "variation", "own", "own", "any"][die(6) - 1]
    while not counts[kind]:
        kind = order[(order.index(kind) + 1) % 3]
    if kind == "variation":
        return {"kind": kind, "variation": VARIATIONS[die(6) - 1], "index": None}
    return {"kind": kind, "variation": None, "index": 1 if counts[kind] == 1 else die(counts[kind])}


# ---------------------------------------------------------------- zones


def ways(area: dict[str, Any], start: str, by: str) -> list[tuple[str, int]]:
    """Neighbours and what they cost; the first listed connection that can be used counts."""
    found: dict[str, int] = {}
    for connection in area["connections"]:
        if not connection.get("passable" if by == "move" else "sight", True):
            continue
        cost = 2 if by == "move" and connection.get("rough", False) else 1
        if connection["from"] == start:
            found.setdefault(connection["to"], cost)
        if connection["to"] == start and not connection.get("one_way", False):
            found.setdefault(connection["from"], cost)
    return list(found.items())


def steps(area: dict[str, Any], start: str, end: str, by: str) -> int | None:
    """By relaxing until nothing changes."""
    far = {start: 0}
    for _ in area["zones"]:
        for zone in list(far):
            for other, cost in ways(area, zone, by):
                if far[zone] + cost < far.get(other, 10**6):
                    far[other] = far[zone] + cost
    return far.get(end)


def refuse_unknown(area: dict[str, Any], *zones: str) -> None:
    named = [*zones, *(c[side] for c in area["connections"] for side in ("from", "to"))]
    refuse_if(any(zone not in area["zones"] for zone in named))


@named_rule
def zone_distance(_die: Die, map: dict[str, Any], start: str, end: str, by: str) -> Result:
    refuse_unknown(map, start, end)
    return {"distance": steps(map, start, end, by)}


@named_rule
def between(_die: Die, map: dict[str, Any], attacker: str, protector: str, target: str) -> Result:
    refuse_unknown(map, attacker, protector, target)
    first, second = steps(map, attacker, protector, "sight"), steps(map, protector, target, "sight")
    whole = steps(map, attacker, target, "sight")
    return {"between": first is not None and second is not None and whole is not None and first + second == whole}


@named_rule
def reach(
    _die: Die, map: dict[str, Any], attacker: str, target_start: str, target_end: str, attack_kind: str, range: int
) -> Result:
    refuse_unknown(map, attacker, target_start, target_end)
    for zone in (target_end, target_start):
        far = steps(map, attacker, zone, "move" if attack_kind == "melee" else "sight")
        if far is not None and far <= range:
            return {"reachable": True, "struck_zone": zone}
    return {"reachable": False, "struck_zone": None}


# ---------------------------------------------------------------- a whole round


@named_rule
def round(  # noqa: A001 - it is what the game calls it
    die: Die, combatants: list[dict[str, Any]], order: str = "all_count", mode: str = "lower"
) -> Result:
    """Scores in list order; then everybody in action order, main action before second; then all at once."""
    scores, inspired = {}, {}
    for one in combatants:
        actions = [one["action"], *([one["second"]["action"]] if one.get("second") else [])]
        attribute = one.get("attribute", 0)
        bonus = bonus_of([(attribute, MODIFIERS[action]) for action in actions], mode) + one.get("situational", 0)
        face = die(20) if one["kind"] == "character" else None
        inspired[one["id"]] = face == 20
        base = one["base"] if face is None else face - one.get("trauma", 0)
        scores[one["id"]] = base + bonus
    by_name = {one["id"]: one for one in combatants}
    health = {one["id"]: one["health"] for one in combatants}
    noted = dict.fromkeys(health, 0)
    queue = sorted(combatants, key=lambda one: (-scores[one["id"]], one["kind"] == "creature"))
    before = None
    for one in queue:
        name = one["id"]
        if order == "higher_score_first" and before is not None and scores[name] != before:
            settle_all(health, noted, by_name)
        before = scores[name]
        if health[name] == 0:
            continue
        for act in (one, *([one["second"]] if one.get("second") else [])):
            if act["action"] == "recover":
                noted[name] += die(6)
            if act["action"] in ATTACKS:
                target = by_name[act["target"]]
                defense = max([scores[act["target"]], *protecting(combatants, scores, act["target"])])
                outcome = outcome_of(
                    scores[name],
                    defense,
                    [doing for doing in deeds(target) if doing in ("defend", "flee")],
                    attacker_inspired=inspired[name],
                    defender_inspired=inspired[act["target"]],
                )
                full, glancing = one.get("full", "2d6"), one.get("glancing", "1d6")
                noted[act["target"]] -= struck(die, outcome, full, glancing, target.get("ward", 0))
    settle_all(health, noted, by_name)
    return {"health": health, "down": {name: left == 0 for name, left in health.items()}}


def deeds(one: dict[str, Any]) -> list[str]:
    return [one["action"], *([one["second"]["action"]] if one.get("second") else [])]


def protecting(combatants: list[dict[str, Any]], scores: dict[str, int], name: str) -> list[int]:
    """The scores of those who defend somebody."""
    found = []
    for one in combatants:
        for act in (one, one.get("second") or {}):
            if act.get("action") == "defend_other" and act.get("target") == name:
                found.append(scores[one["id"]])
    return found


def settle_all(health: dict[str, int], noted: dict[str, int], by_name: dict[str, dict[str, Any]]) -> None:
    """What was noted counts, once; nobody who is down already is healed by it."""
    for name, change in noted.items():
        if health[name]:
            most = by_name[name].get("max_health", by_name[name]["health"])
            health[name] = max(0, min(most, health[name] + change))
        noted[name] = 0
