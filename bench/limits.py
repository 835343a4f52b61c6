"""Hostile dice text: all of it is refused, soon and cheaply."""

import sys
import tracemalloc
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.support import at_most, close, fail, race, show, show_machine
from rulewright.dice.notation import NotationError, parse

LIMIT_MS = 5.0
LIMIT_MB = 1.0

HOSTILE = {
    "999999999d999999999": "999999999d999999999",
    "1d1!": "1d1!",
    "9**9**9": "9**9**9",
    "10,000 parentheses": "(" * 10_000 + "1d6" + ")" * 10_000,
    "as many parentheses as fit": "(" * 199 + "d6" + ")" * 199,
    "20,000 terms": "+".join(["1"] * 20_000),
    "as many terms as fit": "+".join(["1"] * 200),
    "900d6, 60 times": "+".join(["900d6"] * 60),
    "1 MB of text": "1d6+" * 250_000 + "1",
}


def answer(text: str) -> str:
    """What comes of reading it anew: the refusal, or the text as it was understood."""
    parse.cache_clear()
    try:
        return f"read as {parse(text).canonical}"
    except NotationError as error:
        return f"refused: {error}"


def peak_mb(text: str) -> float:
    """The most memory that reading takes beside the text itself."""
    tracemalloc.start()
    answer(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def measure(name: str, text: str) -> tuple[float, float]:
    """Milliseconds and megabytes of a refusal."""
    answered = answer(text)
    if not answered.startswith("refused"):
        fail(f"{name} should be refused, but was {answered[:100]}")
    (seconds,) = race(partial(answer, text))
    megabytes = peak_mb(text)
    show(text=name, characters=len(text), ms=seconds * 1e3, peak_mb=megabytes, answer=answered)
    return seconds * 1e3, megabytes


def main() -> None:
    show_machine()
    times, peaks = zip(*(measure(name, text) for name, text in HOSTILE.items()), strict=True)
    close("limits", {"slowest, ms": at_most(LIMIT_MS, max(times)), "largest, MB": at_most(LIMIT_MB, max(peaks))})


if __name__ == "__main__":
    main()
