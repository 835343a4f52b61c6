"""What every rule of the second reading stands on: the checks, the saves, dice text, and where the rules are found.

Nothing in this folder comes from Rulewright.
A rule takes `die(sides) -> face` and its arguments, which have passed the checks of type and range.
It returns its result as JSON, or refuses with a code.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.systems.support import Die, Refused, Result

RULES: dict[str, Callable[..., Result]] = {}


def named_rule(function: Callable[..., Result]) -> Callable[..., Result]:
    RULES[function.__name__] = function
    return function


def refuse_if(refused: bool, code: str = "bad_args") -> None:
    if refused:
        raise Refused(code)


def refuse_doubles(names: Iterable[Any]) -> None:
    listed = list(names)
    refuse_if(len(listed) != len(set(listed)))


def dice_of(text: str) -> tuple[int, int, int]:
    """NdM, NdM+K or NdM-K: how many dice, of how many faces, and K with its sign."""
    count, _, rest = text.partition("d")
    sign = "+" if "+" in rest else "-"
    sides, separator, plus = rest.partition(sign)
    refuse_if(count not in [str(number) for number in range(1, 21)])
    refuse_if(sides not in ["2", "3", "4", "6", "8", "10", "12", "20"])
    refuse_if(bool(separator) and plus not in [str(number) for number in range(100)])
    number = int(plus) if separator else 0
    return int(count), int(sides), number if sign == "+" else -number


def thrown(die: Die, count: int, sides: int) -> int:
    total = 0
    for _ in range(count):
        total += die(sides)
    return total


def rolled(die: Die, text: str) -> int:
    count, sides, plus = dice_of(text)
    return thrown(die, count, sides) + plus


def most_of(text: str) -> int:
    count, sides, plus = dice_of(text)
    return count * sides + plus


def capped(circumstances: Sequence[int]) -> int:
    total = sum(circumstances)
    if total > 2:
        return 2
    if total < -2:
        return -2
    return total


def checked(total: int, difficulty: int) -> Result:
    return {"success": total >= difficulty, "total": total, "margin": total - difficulty}


def d20_reaches(face: int, total: int, target: int) -> bool:
    if face == 1:
        return False
    if face == 20:
        return True
    return total >= target


@named_rule
def skill_check(
    die: Die,
    skill_level: int,
    difficulty: int,
    attribute_modifier: int = 0,
    circumstances: Sequence[int] = (),
    bonus: int = 0,
    extra_dice: int = 0,
    untrained_allowed: bool = True,
    aided: bool = False,
) -> Result:
    refuse_if(skill_level == -1 and not untrained_allowed, "not_allowed")
    faces = sorted(die(6) for _ in range(2 + extra_dice))
    total = faces[-1] + faces[-2] + skill_level + attribute_modifier + capped(circumstances) + bonus
    if aided:
        total += 1
    return checked(total, difficulty)


@named_rule
def save(die: Die, target: int, modifier: int = 0) -> Result:
    face = die(20)
    return {"success": d20_reaches(face, face + modifier, target), "automatic": face in (1, 20)}
