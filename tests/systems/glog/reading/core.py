"""What every rule of the second reading stands on: the d20 test and the place where the rules are found.

Nothing in this folder comes from Rulewright.
A rule takes `die(sides) -> face`, the house rules and its arguments, which have passed the checks of type and range.
It returns its result as JSON, or refuses with a code.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from typing import Any

from tests.systems.support import Die, Result

House = Mapping[str, Any]
RULES: dict[str, Callable[..., Result]] = {}


def named_rule(function: Callable[..., Result]) -> Callable[..., Result]:
    RULES[function.__name__] = function
    return function


def bonus_of(stat: int) -> int:
    return floor(Fraction(stat, 3)) - 3


def is_best(face: int, house: House, critical_faces: int = 1) -> bool:
    if house["critical_face"] == "low":
        return 1 <= face <= critical_faces
    return 21 - critical_faces <= face <= 20


def is_worst(face: int, house: House) -> bool:
    return face == (20 if house["critical_face"] == "low" else 1)


def risks_breakage(face: int, house: House) -> bool:
    return face == (19 if house["critical_face"] == "low" else 2)


def succeeds(face: int, target: int, house: House, critical_faces: int = 1) -> bool:
    if is_best(face, house, critical_faces):
        return True
    if is_worst(face, house):
        return False
    return face <= target


def is_critical(face: int, house: House, critical_faces: int = 1) -> bool:
    return is_best(face, house, critical_faces) or is_worst(face, house)


def tested(die: Die, house: House, target: int) -> Result:
    face = die(20)
    return {"success": succeeds(face, target, house), "critical": is_critical(face, house), "target": target}


def against(score: int, opponent_score: int) -> int:
    return score - (opponent_score - 10)


@named_rule
def check(die: Die, house: House, score: int, modifier: int = 0, encumbrance: int = 0) -> Result:
    return tested(die, house, score + modifier - encumbrance)


@named_rule
def contest(die: Die, house: House, score: int, opponent_score: int, modifier: int = 0, encumbrance: int = 0) -> Result:
    return tested(die, house, against(score, opponent_score) + modifier - encumbrance)
