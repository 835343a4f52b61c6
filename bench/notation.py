"""Dice text against the d20 package: ten expressions, read and rolled, with the same kind of chance on both sides."""

import random
import sys
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import d20

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_least, close, fail, functools_caches, race, show, show_machine
from rulewright.dice import Face, seeded_face
from rulewright.dice.notation import odds, roll

SEED = 7
CHECKED = 4_000
"""Rolls of each side whose mean is compared with the exact one."""


class Pair(NamedTuple):
    """The same dice in our words and in those of d20."""

    ours: str
    d20: str


PAIRS = (
    Pair("d20+5", "1d20+5"),
    Pair("4d6kh3", "4d6kh3"),
    Pair("2d20kl1+3", "2d20kl1+3"),
    Pair("8d6", "8d6"),
    Pair("1d6!", "1d6e6"),
    Pair("(2d6+3)*2", "(2d6+3)*2"),
    Pair("40d6", "40d6"),
    Pair("2d6ro<3", "2d6ro<3"),
    Pair("1d20mi10+7", "1d20mi10+7"),
    Pair("3d6+2d8+4", "3d6+2d8+4"),
)

roller = d20.Roller()
_empty_ours = functools_caches("rulewright.dice")


def total(text: str, face: Face) -> int:
    """Our side: read, roll, take the total."""
    return roll(text, face).total  # type: ignore[return-value] # none of these divides


def total_by_d20(text: str) -> int:
    """Their side."""
    return roller.roll(text).total  # type: ignore[no-any-return]


def shown(text: str, face: Face) -> str:
    """Our side, with the line that shows every die."""
    return str(roll(text, face))


def shown_by_d20(text: str) -> str:
    """Their side, with the same."""
    return str(roller.roll(text))


def empty_caches() -> None:
    """What both sides have read before."""
    roller._parse_cache.clear()
    for clear in _empty_ours:
        clear()


def check(pair: Pair) -> tuple[float, float]:
    """The mean of both, each within five standard errors of the exact one."""
    random.seed(SEED)
    face = seeded_face(SEED)
    exact = odds(pair.ours).distribution
    allowed = 5 * exact.deviation() / sqrt(CHECKED)
    means = (
        fmean(total(pair.ours, face) for _ in range(CHECKED)),
        fmean(total_by_d20(pair.d20) for _ in range(CHECKED)),
    )
    for mean in means:
        if abs(mean - float(exact.mean())) > allowed:
            fail(f"{pair.ours} should have a mean of {float(exact.mean())}, found {mean}")
    return means


def compare(pair: Pair) -> tuple[float, float]:
    """How many times as long d20 takes: with the text to be read each time, and with the text known."""
    mean, mean_by_d20 = check(pair)
    face = seeded_face(SEED)
    ours, theirs = partial(total, pair.ours, face), partial(total_by_d20, pair.d20)
    read, read_by_d20 = race(ours, theirs, before=empty_caches)
    known, known_by_d20 = race(ours, theirs)
    lines, lines_by_d20 = race(partial(shown, pair.ours, face), partial(shown_by_d20, pair.d20))
    show(
        text=pair.ours,
        mean=mean,
        d20_mean=mean_by_d20,
        read_us=read * 1e6,
        d20_read_us=read_by_d20 * 1e6,
        read_ratio=read_by_d20 / read,
        known_us=known * 1e6,
        d20_known_us=known_by_d20 * 1e6,
        known_ratio=known_by_d20 / known,
        known_and_shown_ratio=lines_by_d20 / lines,
    )
    return read_by_d20 / read, known_by_d20 / known


def main() -> None:
    show_machine()
    read, known = zip(*map(compare, PAIRS), strict=True)
    close(
        "notation",
        {
            "smallest ratio, text read each time": at_least(5, min(read)),
            "smallest ratio, text known": at_least(5, min(known)),
        },
    )


if __name__ == "__main__":
    main()
