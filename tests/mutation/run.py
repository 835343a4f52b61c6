"""Breaks the rules of a game one at a time, and counts the breaks that its tests notice.

`python3 dev.py mutate` starts it.
The tests are collected once.
Every break happens in a fork of that process, where nothing has been asked yet and no odds are remembered,
and meets only tests that come by the broken function, the quickest first.
"""

import ast
import gc
import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import click
import pytest

from tests.mutation.breaks import Break, breaks_of, functions_of

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "src" / "rulewright" / "systems"
WANTED = 0.9
JOBS = os.cpu_count() or 1
MEMORY = 4 * 2**30
UNNOTICED, NOTICED, FAULT = 0, 1, 2


# -- A module that can be broken --


class Workpiece:
    """A module of rules, as source and as the functions that were made of it."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.path = Path(module.__file__ or "")
        self.tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self.breaks = list(breaks_of(self.tree))
        self._functions = {
            made.__code__.co_qualname: made
            for made in gc.get_objects()
            if isinstance(made, FunctionType) and made.__code__.co_filename == module.__file__
        }

    def apply(self, change: Break) -> None:
        """Break it, for good."""
        Replacement(change).visit(self.tree)
        self._remake([change.function])

    def watch(self, reached: set[str]) -> None:
        """Let every function write down that it was reached."""
        vars(self.module)["_reached"] = reached
        for name, function in functions_of(self.tree):
            function.body[:0] = ast.parse(f"_reached.add({self.key(name)!r})").body
        self._remake(name for name, _ in functions_of(self.tree))

    def key(self, function: str) -> str:
        return f"{self.module.__name__}:{function}"

    def _remake(self, names: Iterable[str]) -> None:
        """Give functions the code that the tree has for them now; rules made of them call the same functions."""
        made = compile(ast.fix_missing_locations(self.tree), self.path, "exec", dont_inherit=True)
        codes = {code.co_qualname: code for code in codes_in(made)}
        for name in names:
            self._functions[name].__code__ = codes[name]


class Replacement(ast.NodeTransformer):
    """Puts the new node of a break in the place of the old."""

    def __init__(self, change: Break) -> None:
        self.change = change

    def visit(self, node: ast.AST) -> ast.AST:
        return self.change.new if node is self.change.old else self.generic_visit(node)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


# -- Forks --


def fork(work: Callable[[], int]) -> int:
    """Do something in a copy of this process, which says nothing and ends with the number that the work gives."""
    child = os.fork()
    if child == 0:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            os._exit(work())
        finally:
            os._exit(FAULT)
    return child


def told_by_fork(tell: Callable[[], Any]) -> Any:
    """What something gives that is done in a copy of this process."""
    reading, writing = os.pipe()

    def work() -> int:
        with os.fdopen(writing, "w") as pipe:
            json.dump(tell(), pipe)
        return 0

    child = fork(work)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told)


# -- Tests --


@dataclass
class Trial:
    """How a test goes when nothing is broken."""

    seconds: float
    reached: list[str]
    failed: bool


class Mutation:
    """A plugin of pytest, which takes the place of its loop over the tests."""

    def __init__(self, workpieces: list[Workpiece]) -> None:
        self.workpieces = workpieces
        self.noticed = self.total = self.endless = 0
        self.problems: list[str] = []
        self._failed = False

    def pytest_configure(self) -> None:
        """The same examples for every break, so that a test fails for the break and for nothing else."""
        from hypothesis import HealthCheck, Phase, settings  # not before pytest, which wants to rewrite its plugins

        once, slow_machine = [Phase.explicit, Phase.generate], [HealthCheck.too_slow]
        settings.register_profile(
            "mutation", deadline=None, derandomize=True, phases=once, suppress_health_check=slow_machine
        )
        settings.load_profile("mutation")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.problems.append(report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed = self._failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.problems:
            told = told_by_fork(lambda: self.try_all(session.items))
            trials = {item: Trial(**trial) for item, trial in zip(session.items, told, strict=True)}
            self.problems += [f"{item.nodeid} fails with nothing broken" for item in trials if trials[item].failed]
        if not self.problems:
            for workpiece in self.workpieces:
                self.break_all(workpiece, trials)
        return True

    def try_all(self, items: list[pytest.Item]) -> list[dict[str, Any]]:
        reached: set[str] = set()
        for workpiece in self.workpieces:
            workpiece.watch(reached)
        trials = []
        for item in items:
            reached.clear()
            start = time.perf_counter()
            failed = self.fails(item)
            trials.append({"seconds": time.perf_counter() - start, "reached": sorted(reached), "failed": failed})
        return trials

    def fails(self, item: pytest.Item) -> bool:
        self._failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return self._failed

    def break_all(self, workpiece: Workpiece, trials: Mapping[pytest.Item, Trial]) -> None:
        """Break a module in all ways, a few at the same time, and say what nobody noticed."""
        waiting, running = list(reversed(workpiece.breaks)), dict[int, Break]()
        unnoticed = []
        while waiting or running:
            while waiting and len(running) < JOBS:
                change = waiting.pop()
                running[fork(partial(self.notice, workpiece, change, trials))] = change
            child, status = os.wait()
            change = running.pop(child)
            verdict = os.waitstatus_to_exitcode(status)
            self.endless += verdict == -signal.SIGPROF
            if verdict == UNNOTICED:
                unnoticed.append(change)
            elif verdict not in (NOTICED, -signal.SIGPROF):
                self.problems.append(f"{place_of(workpiece, change)} could not be tried ({verdict}): {change}")
        self.total += len(workpiece.breaks)
        self.noticed += len(workpiece.breaks) - len(unnoticed)
        report(workpiece, unnoticed)

    def notice(self, workpiece: Workpiece, change: Break, trials: Mapping[pytest.Item, Trial]) -> int:
        """In a fork: whether any test fails. What takes much longer than it should is ended, and so noticed too."""
        import resource  # which Windows lacks, as it lacks forks

        workpiece.apply(change)
        reaching = [item for item, trial in trials.items() if workpiece.key(change.function) in trial.reached]
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for item in sorted(reaching, key=lambda item: trials[item].seconds):
            signal.setitimer(signal.ITIMER_PROF, 10 + 5 * trials[item].seconds)  # seconds of work, not of waiting
            if self.fails(item):
                return NOTICED
        return UNNOTICED


# -- Saying what came of it --


def report(workpiece: Workpiece, unnoticed: list[Break]) -> None:
    total, lines = len(workpiece.breaks), workpiece.path.read_text(encoding="utf-8").splitlines()
    click.echo(f"{workpiece.path.stem:16}{total - len(unnoticed):5} of {total} noticed")
    for change in sorted(unnoticed, key=lambda change: change.line):
        click.echo(f"  {place_of(workpiece, change)}")
        click.echo(f"      {lines[change.line - 1].strip()}\n      {change}")


def place_of(workpiece: Workpiece, change: Break) -> str:
    return f"{workpiece.path.relative_to(ROOT)}:{change.line} in {change.function}"


def modules_of(game: str, chosen: list[str]) -> list[str]:
    """The names of a game's modules of rules: the chosen ones, or all."""
    games = sorted(path.parent.name for path in SYSTEMS.glob("*/rules"))
    if game not in games:
        raise click.UsageError(f"no game {game!r}; there are: {', '.join(games)}")
    known = sorted(path.stem for path in (SYSTEMS / game / "rules").glob("*.py") if path.stem != "__init__")
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise click.UsageError(f"{game} has no module of rules {', '.join(unknown)}; there are: {', '.join(known)}")
    return chosen or known


@click.command()
@click.argument("game", default="glog")
@click.argument("modules", nargs=-1)
def main(game: str, modules: tuple[str, ...]) -> None:
    """Break the rules of a GAME, or only those MODULES of them."""
    if not hasattr(os, "fork"):
        raise click.ClickException("every break happens in a fork of this process, and this system can not fork")
    names = modules_of(game, list(modules))
    imported = [importlib.import_module(f"rulewright.systems.{game}.rules.{name}") for name in names]
    mutation = Mutation([Workpiece(module) for module in imported])
    tests = [f"tests/systems/{game}", "tests/conformance/test_vectors.py", "tests/conformance/test_scenarios.py"]
    plugins = ["terminal", "cacheprovider", "xdist"]
    quiet = [option for plugin in plugins for option in ("-p", f"no:{plugin}")]
    pytest.main([*quiet, "--capture=no", *tests], plugins=[mutation])
    if mutation.problems:
        raise click.ClickException("\n".join(mutation.problems))
    click.echo(f"The tests noticed {mutation.noticed} of {mutation.total} breaks", nl=False)
    click.echo(f" ({mutation.endless} by not coming to an end); at least {WANTED:.0%} are wanted.")
    sys.exit(0 if mutation.total and mutation.noticed >= WANTED * mutation.total else 1)


if __name__ == "__main__":
    main()
