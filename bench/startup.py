"""How long a command takes from the first key to the last character, in a process of its own."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_most, close, command, show, show_machine

RUNS = 15

LIMITS_MS = {("--help",): 150, ("roll", "2d6"): 250, ("odds", "4d6kh3"): 250}
"""What people should wait at most, in milliseconds."""


def start(*arguments: str) -> tuple[float, str]:
    """Seconds of one run, and what it printed."""
    begun = perf_counter()
    done = subprocess.run(command(*arguments), capture_output=True, text=True, encoding="utf-8", check=True)
    return perf_counter() - begun, done.stdout


def measure(arguments: tuple[str, ...]) -> float:
    """The median, in milliseconds; the first run only warms the disk."""
    start(*arguments)
    runs = [start(*arguments) for _ in range(RUNS)]
    milliseconds = median(seconds for seconds, _ in runs) * 1e3
    printed = runs[-1][1].splitlines()
    show(command=" ".join(arguments), ms=milliseconds, lines=len(printed), first_line=printed[0])
    return milliseconds


def main() -> None:
    show_machine()
    bare = median(_seconds_of_bare_python() for _ in range(RUNS)) * 1e3
    show(command="python -c pass", ms=bare)
    close("startup", {" ".join(words): at_most(limit, measure(words)) for words, limit in LIMITS_MS.items()})


def _seconds_of_bare_python() -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return perf_counter() - begun


if __name__ == "__main__":
    main()
