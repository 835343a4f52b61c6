"""Where faces come from when nobody hands them over: the operating system, or a seed that can be repeated."""

import os
import random
import secrets
from collections.abc import Callable
from typing import TypeAlias

from rulewright.dice.errors import DiceError

Face: TypeAlias = Callable[[int], int]
"""Gives one face, 1 to the number of sides, each with the same chance."""

_REFILL = 4096
_unused = bytearray()


def no_such_die(sides: int) -> DiceError:
    """For a die without faces."""
    return DiceError(f"a die has at least 1 side, found {sides}")


def system_face(sides: int) -> int:
    """One face by the operating system's randomness, unpredictable and without bias."""
    if sides < 1:
        raise no_such_die(sides)
    if sides > 256:
        return 1 + secrets.randbelow(sides)
    fair = 256 - 256 % sides  # bytes from here on would favour the low faces
    while True:
        try:
            byte = _unused.pop()
        except IndexError:
            _unused.extend(os.urandom(_REFILL))
            continue
        if byte < fair:
            return byte % sides + 1


if hasattr(os, "register_at_fork"):
    # Parent and child must never throw the same dice.
    os.register_at_fork(after_in_child=_unused.clear)


def seeded_face(seed: int | str) -> Face:
    """Faces that are the same again for the same seed, on every machine and version of Python."""
    bits_of_chance = random.Random(seed).getrandbits

    def face(sides: int) -> int:
        if sides < 1:
            raise no_such_die(sides)
        bits = (sides - 1).bit_length()
        value = bits_of_chance(bits)
        while value >= sides:
            value = bits_of_chance(bits)
        return value + 1

    return face
