"""Every die is fair, from every source of faces."""

import os
from collections import Counter
from collections.abc import Callable

import pytest
from scipy.stats import chisquare

from rulewright.dice import Tabled, seeded_face, system_face

SIDES = [1, 2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 256, 257, 1000]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("source", ["system", "seeded", "tabled"])
def test_dice_are_fair(sides: int, source: str) -> None:
    face: Callable[[int], int] = {"system": system_face, "seeded": seeded_face(7), "tabled": Tabled(7).d}[source]
    thrown = Counter(face(sides) for _ in range(200 * max(sides, 20)))
    assert set(thrown) == set(range(1, sides + 1))
    if sides > 1:
        assert chisquare([thrown[value] for value in range(1, sides + 1)]).pvalue > 1e-9


def test_a_seed_gives_the_same_faces_on_every_machine() -> None:
    face = seeded_face(2026)
    assert [face(20) for _ in range(12)] == [4, 11, 17, 17, 4, 8, 20, 20, 18, 14, 19, 18]


def test_different_seeds_differ() -> None:
    first, second = seeded_face("a"), seeded_face("b")
    assert [first(20) for _ in range(20)] != [second(20) for _ in range(20)]


def test_a_child_process_throws_other_dice() -> None:
    reading, writing = os.pipe()
    system_face(6)
    child = os.fork()
    if child == 0:
        os.write(writing, bytes(system_face(200) for _ in range(50)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 50) != bytes(system_face(200) for _ in range(50))
