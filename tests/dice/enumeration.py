"""The oracle of all exact odds: run a rule on every script of faces there is, and weigh each by its dice."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rulewright.dice import Scripted, TooFewDice


def all_scripts(run: Callable[[Scripted], Any], faces: tuple[int, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """Every result of `run` with its chance, by trying one more face wherever one is missing."""
    dice = Scripted(faces)
    try:
        result = run(dice)
    except TooFewDice as missing:
        for face in range(1, missing.sides + 1):
            for found, p in all_scripts(run, (*faces, face)):
                yield found, p / missing.sides
    else:
        dice.finish()
        yield result, Fraction(1)


def enumerate_rule(rule: Any, **arguments: Any) -> dict[Any, Fraction]:
    """The distribution of a rule by brute force."""
    chances: dict[Any, Fraction] = {}
    for result, p in all_scripts(lambda dice: rule(dice, **arguments)):
        chances[result] = chances.get(result, Fraction(0)) + p
    return chances
