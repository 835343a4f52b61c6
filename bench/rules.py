"""The rules of an attack: rolled with their explanation, rolled in silence, as exact odds and drawn from tables."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_least, at_most, close, fail, functools_caches, race, show, show_machine
from rulewright.dice import Exact, Face, Fast, Live, Tabled, seeded_face, system_face
from rulewright.rules import Rule, RuleError
from rulewright.systems.glog.book import STANDARD, HouseRules
from rulewright.systems.glog.rules.attack import BREAKS_ON, Attack, WeaponAttack, attack, weapon_attack
from rulewright.systems.glog.tables import weapon_classes

SEED = 7
CHECKED = 20_000
"""Attacks that rule and hand-written function must agree on, die by die."""


# ---------------------------------------------------------------------- the same attacks, written without the engine


def attack_by_hand(
    face: Face,
    *,
    attack: int,
    defense: int,
    modifier: int = 0,
    critical_faces: int = 1,
    house_rules: HouseRules = STANDARD,
) -> Attack:
    """A d20 at or under Attack, shifted by the target's Defense."""
    target = attack - (defense - 10) + modifier
    thrown = face(20)
    if house_rules.critical_face == "high":
        best, worst, breakage_risk = thrown > 20 - critical_faces, thrown == 1, thrown == 2
    else:
        best, worst, breakage_risk = thrown <= critical_faces, thrown == 20, thrown == 19
    hit = best or (thrown <= target and not worst)
    return Attack(hit, best or worst, target, breakage_risk)


def weapon_attack_by_hand(  # noqa: C901 - in one piece it is as fast as it gets
    face: Face,
    *,
    attack: int,
    defense: int,
    strength: int,
    weapon_class: str,
    hands: int = 0,
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
    house_rules: HouseRules = STANDARD,
) -> WeaponAttack:
    """To hit, breakage, damage."""
    weapon = weapon_classes()[weapon_class]
    if thrown and not weapon.thrown:
        raise RuleError("not_allowed", f"{weapon_class} weapons are not thrown")
    if breaks == 2:
        raise RuleError("broken_item", "the weapon is snapped")
    modifier -= breaks
    if thrown or weapon.increment_feet:
        increment = weapon.thrown_increment_feet if thrown else weapon.increment_feet
        modifier -= range_penalty_by_hand(distance, increment, range_halved, house_rules)
    elif distance > 5:
        raise RuleError("out_of_range", f"the target is {distance} feet away")
    elif confined:
        modifier += weapon.confined_penalty
    hands = hands or weapon.hands[0]
    if weapon_class == "heavy" and hands == 1:
        raise RuleError("not_allowed", "a heavy weapon needs two hands")
    roll = attack_by_hand(
        face,
        attack=attack,
        defense=defense,
        modifier=modifier,
        critical_faces=critical_faces,
        house_rules=house_rules,
    )
    at_risk = roll.breakage_risk or (house_rules.fumble_breaks and roll.critical and not roll.hit)
    state = "unchanged"
    if at_risk and not weapon.never_breaks:
        faces = BREAKS_ON[quality]
        if faces == 6 or face(6) <= faces:
            state = "snapped" if breaks == 1 else "broken"
    if not roll.hit:
        return WeaponAttack(False, roll.critical, 0, state)  # type: ignore[arg-type]
    text = weapon.dice_in_two_hands if hands == 2 else weapon.dice
    plus = text.plus + bonus + (strength // 3 - 3 if weapon.adds_strength_bonus else 0)
    manner = house_rules.critical_damage if roll.critical else "none"
    if manner == "maximum":
        damage = text.count * text.sides + plus
    else:
        twice = manner in ("double_roll", "double_dice")
        damage = sum([face(text.sides) for _ in range(text.count * 2 if twice else text.count)])
        damage += plus * 2 if manner == "double_roll" else plus
        if manner == "double_total":
            damage *= 2
    damage += sum([face(6) for _ in range(extra_d6)])
    return WeaponAttack(True, roll.critical, max(house_rules.minimum_damage, damage), state)  # type: ignore[arg-type]


def range_penalty_by_hand(distance: int, increment: int, halved: bool, house_rules: HouseRules) -> int:
    """One for each increment beyond the first."""
    increments = distance // increment if house_rules.range_rounding == "full" else -(-distance // increment)
    penalty = max(0, increments - 1)
    return penalty // 2 if halved else penalty


# ---------------------------------------------------------------------- what is measured


class Case(NamedTuple):
    """A rule, the same by hand, its arguments, and a number to know its results by."""

    rule: Rule[..., Any]
    by_hand: Callable[..., Any]
    arguments: dict[str, Any]
    number: str


CASES = (
    Case(attack, attack_by_hand, {"attack": 12, "defense": 13}, "hit"),
    Case(
        weapon_attack,
        weapon_attack_by_hand,
        {"attack": 12, "defense": 13, "strength": 12, "weapon_class": "medium"},
        "damage",
    ),
)

_empty = functools_caches("rulewright.dice")


def empty_caches() -> None:
    """What was computed before; the tables of the game stay loaded."""
    for clear in _empty:
        clear()


def mean(case: Case, attacks: list[Any]) -> float:
    """The checksum of rolled attacks."""
    return fmean(getattr(result, case.number) for result in attacks)


# ---------------------------------------------------------------------- both mean the same


def some_house_rules(pick: Random) -> HouseRules:
    """House rules that an attack knows of."""
    return HouseRules(
        critical_face=pick.choice(("low", "high")),
        critical_damage=pick.choice(("double_roll", "double_dice", "double_total", "maximum", "none")),
        fumble_breaks=pick.random() < 0.5,
        minimum_damage=pick.randint(0, 1),
        range_rounding=pick.choice(("started", "full")),
    )


def some_arguments(pick: Random) -> dict[str, Any]:
    """An attack of any kind."""
    hands = pick.randint(0, 2)
    return {
        "attack": pick.randint(5, 18),
        "defense": pick.randint(5, 18),
        "strength": pick.randint(1, 30),
        "weapon_class": pick.choice(sorted(weapon_classes())),
        "quality": pick.choice(sorted(BREAKS_ON)),
        "breaks": pick.choice((0, 0, 1, 1, 2)),
        "distance": pick.choice((0, 0, 5, 6, 30, 95)),
        "thrown": pick.random() < 0.2,
        "confined": pick.random() < 0.5,
        "range_halved": pick.random() < 0.5,
        "modifier": pick.randint(-3, 3),
        "bonus": pick.randint(-8, 3),
        "extra_d6": pick.choice((0, 0, 1, 3)),
        "critical_faces": pick.randint(1, 5),
        "house_rules": some_house_rules(pick),
        **({"hands": hands} if hands else {}),
    }


def outcome(attempt: Callable[..., Any], dice: Any, arguments: dict[str, Any]) -> Any:
    """The result, or why there is none."""
    try:
        return attempt(dice, **arguments)
    except RuleError as error:
        return error.code


def check_by_hand() -> None:
    """The hand-written attacks honour every argument and house rule as the rules do."""
    pick = Random(SEED)
    for number in range(CHECKED):
        whole = some_arguments(pick)
        part = {name: whole[name] for name in ("attack", "defense", "modifier", "critical_faces", "house_rules")}
        for case, arguments in zip(CASES, (part, whole), strict=True):
            ruled = outcome(case.rule, Fast.seeded(number), arguments)
            if ruled != outcome(case.by_hand, seeded_face(number), arguments):
                fail(f"{case.rule.name} and the hand-written function differ with {arguments}")


# ---------------------------------------------------------------------- the readings


def live(case: Case) -> float:
    """Attacks a second with real dice, each with its whole tree of what happened."""
    rule, arguments = case.rule, case.arguments

    def explained() -> Any:
        dice = Live(system_face)
        rule(dice, **arguments)
        return dice.trace

    (seconds,) = race(explained)
    rolled = [explained().result for _ in range(CHECKED)]
    show(rule=rule.name, reading="live, explained", per_second=1 / seconds, mean=mean(case, rolled))
    return 1 / seconds


def silent(case: Case) -> float:
    """How many times as long the rule takes as the hand-written function, on the same dice."""
    rule, by_hand, arguments = case.rule, case.by_hand, case.arguments
    dice, face = Fast.seeded(SEED), seeded_face(SEED)
    rolled = [rule(dice, **arguments) for _ in range(CHECKED)]
    if rolled != [by_hand(face, **arguments) for _ in range(CHECKED)]:
        fail(f"{rule.name} and the hand-written function differ on the same dice")
    ruled, handmade = race(partial(rule, dice, **arguments), partial(by_hand, face, **arguments))
    show(
        rule=rule.name,
        reading="silent",
        per_second=1 / ruled,
        by_hand_per_second=1 / handmade,
        ratio=ruled / handmade,
        mean=mean(case, rolled),
    )
    return ruled / handmade


def exact(case: Case) -> float:
    """Milliseconds of the exact odds, from nothing."""
    rule, arguments = case.rule, case.arguments
    (seconds,) = race(lambda: Exact().distribution(rule, **arguments), before=empty_caches)
    found = Exact().distribution(rule, **arguments)
    show(rule=rule.name, reading="exact", ms=seconds * 1e3, outcomes=len(found), mean=float(found.mean(case.number)))
    return seconds * 1e3


def tabled(case: Case) -> None:
    """Draws a second from the table of the exact odds, once that is made."""
    rule, arguments, dice = case.rule, case.arguments, Tabled(SEED)
    rolled = [rule(dice, **arguments) for _ in range(CHECKED)]
    (seconds,) = race(partial(rule, dice, **arguments))
    show(rule=rule.name, reading="tabled", per_second=1 / seconds, mean=mean(case, rolled))


def main() -> None:
    show_machine()
    check_by_hand()
    per_second = [live(case) for case in CASES]
    targets = {"glog.attack live, a second": at_least(100_000, per_second[0])}
    for case in CASES:
        targets[f"{case.rule.name} silent, times by hand"] = at_most(3, silent(case))
        targets[f"{case.rule.name} exact, ms"] = at_most(2, exact(case))
        tabled(case)
    close("rules", targets)


if __name__ == "__main__":
    main()
