"""`rulewright batch`: lines a second, and memory that does not grow with the number of lines."""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import SAMPLES, at_most, close, command, fail, show, show_machine

FEW, MANY = 10_000, 100_000

GROWTH = 1.05
"""Memory at ten times as many lines, as a multiple; what is above one is noise."""


class Run(NamedTuple):
    """One run of the command."""

    seconds: float
    peak_mb: float
    hits: float


def write_lines(path: Path, count: int) -> None:
    """Attacks with a die that is given, one with each face in turn."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            arguments = {"attack": 12, "defense": 13}
            line = {"id": number, "rule": "glog.attack", "args": arguments, "dice": [number % 20 + 1]}
            file.write(json.dumps(line) + "\n")


def run(lines: Path, answers: Path) -> Run:
    """Run it over a file into a file; the peak is that of this one process, as the system counts it."""
    with lines.open("rb") as given, answers.open("wb") as taken:
        begun = perf_counter()
        process = subprocess.Popen(command("batch"), stdin=given, stdout=taken)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"rulewright batch ended with exit code {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, Linux KiB
    return Run(seconds, usage.ru_maxrss * unit / 1e6, share_of_hits(answers))


def share_of_hits(answers: Path) -> float:
    """Of the answers, all of which must be in order and good."""
    hits = number = 0
    with answers.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            answer = json.loads(line)
            if not answer["ok"] or answer["id"] != number - 1:
                fail(f"answer {number} is {line}")
            hits += answer["result"]["hit"]
    return hits / number


def measure(folder: Path, count: int) -> Run:
    """The median of several runs."""
    lines, answers = folder / "lines", folder / "answers"
    write_lines(lines, count)
    runs = [run(lines, answers) for _ in range(SAMPLES)]
    found = Run(*(median(numbers) for numbers in zip(*runs, strict=True)))
    show(lines=count, seconds=found.seconds, per_second=count / found.seconds, peak_mb=found.peak_mb, hits=found.hits)
    return found


def main() -> None:
    show_machine()
    with TemporaryDirectory() as folder:
        few, many = (measure(Path(folder), count) for count in (FEW, MANY))
    close(
        "batch",
        {
            f"seconds for {FEW:,} lines": at_most(2, few.seconds),
            "growth of memory at ten times as many lines": at_most(GROWTH, many.peak_mb / few.peak_mb),
        },
    )


if __name__ == "__main__":
    main()
