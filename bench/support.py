"""What all benchmarks share: timing by the median of five, emptying caches, and results as JSON lines."""

import json
import os
import platform
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from sysconfig import get_path
from time import perf_counter
from typing import Any, NamedTuple, NoReturn

SAMPLES = 5
SHORTEST_SAMPLE = 0.2
"""Seconds that one sample lasts at least; short work is repeated until then."""


def race(*works: Callable[[], object], before: Callable[[], object] | None = None) -> list[float]:
    """The median time of one call of each, in seconds.

    They take turns, so that whatever else the machine does hits all of them alike.
    `before` runs ahead of every single call and outside the clock.
    """
    samples: list[list[float]] = [[] for _ in works]
    for _ in range(SAMPLES):
        for work, times in zip(works, samples, strict=True):
            times.append(_prepared_sample(work, before) if before else _sample(work))
    return [median(times) for times in samples]


def _sample(work: Callable[[], object]) -> float:
    calls = 1
    while True:
        start = perf_counter()
        for _ in range(calls):
            work()
        spent = perf_counter() - start
        if spent >= SHORTEST_SAMPLE:
            return spent / calls
        calls *= 2


def _prepared_sample(work: Callable[[], object], before: Callable[[], object]) -> float:
    spent, calls = 0.0, 0
    while spent < SHORTEST_SAMPLE:
        before()
        start = perf_counter()
        work()
        spent += perf_counter() - start
        calls += 1
    return spent / calls


def functools_caches(package: str) -> list[Callable[[], None]]:
    """What empties each functools cache that a function of this package has, as far as it is imported."""
    modules = [module for name, module in sys.modules.items() if name == package or name.startswith(f"{package}.")]
    found = {id(value): value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")}
    return [value.cache_clear for value in found.values()]


class Target(NamedTuple):
    """A bound, and what was found."""

    bound: str
    limit: float
    found: float

    @property
    def met(self) -> bool:
        return self.found >= self.limit if self.bound == "at least" else self.found <= self.limit


def at_least(limit: float, found: float) -> Target:
    """More is better."""
    return Target("at least", limit, found)


def at_most(limit: float, found: float) -> Target:
    """Less is better."""
    return Target("at most", limit, found)


def show(**fields: Any) -> None:
    """Print one result."""
    print(json.dumps({name: _short(value) for name, value in fields.items()}, ensure_ascii=False), flush=True)


def show_machine() -> None:
    """Say what the numbers were found on."""
    show(python=platform.python_version(), system=platform.system(), machine=platform.machine(), cores=os.cpu_count())


def close(bench: str, targets: Mapping[str, Target]) -> None:
    """Print the last line: every target, and whether all are met."""
    lines = {
        name: {target.bound: target.limit, "found": _short(target.found), "met": target.met}
        for name, target in targets.items()
    }
    show(bench=bench, targets=lines, met=all(target.met for target in targets.values()))


def fail(problem: str) -> NoReturn:
    """A wrong answer is worth no time."""
    sys.exit(f"Wrong answer: {problem}")


def command(*arguments: str) -> list[str]:
    """The command line as it is installed beside this Python."""
    return [str(Path(get_path("scripts")) / "rulewright"), *arguments]


def _short(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value
