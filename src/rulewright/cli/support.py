"""What the commands share: errors in plain language, values from words, progress."""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from rulewright.dice.exact import Budget
    from rulewright.rules.book import Entry

REFUSED = 1
"""Exit code: understood, but a rule says no, or a check failed."""

BAD_INPUT = 2
"""Exit code: what was asked can't be understood."""

SECONDS_FOR_ODDS = 600.0

NARROWEST = 40
"""In a terminal that is narrower, lines break where they may."""


class Refused(click.ClickException):
    """For people, on standard error, without a traceback: understood, but it can't be done."""

    exit_code = REFUSED


class BadInput(click.ClickException):
    """The same for what can't be understood."""

    exit_code = BAD_INPUT


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn errors of dice and rules into messages with the right exit code."""
    from rulewright.dice.errors import DiceError
    from rulewright.rules.errors import RuleError

    try:
        yield
    except (DiceError, RuleError) as error:
        pointer = getattr(error, "pointer", None)
        message = f"{error}\n{pointer()}" if pointer else str(error)
        not_understood = isinstance(error, DiceError) or error.code in ("bad_args", "unknown_rule")
        raise (BadInput if not_understood and error.code != "too_complex" else Refused)(message) from None


def bad_input(message: str) -> NoReturn:
    """End with an error of the caller's."""
    raise BadInput(message)


def asked_rule(name: str, words: tuple[str, ...]) -> "tuple[Entry, dict[str, Any]]":
    """The rule of this name, and its arguments as they were given."""
    from rulewright.rules.library import find

    rule = find(name)
    try:
        return rule, rule.arguments.read(named_values(words))
    except RecursionError:
        bad_input("an argument is nested too deeply")


def named_values(words: tuple[str, ...]) -> dict[str, Any]:
    """`attack=12 house_rules.hp_cap=0` as arguments: JSON where it is JSON, otherwise text; dots lead inside."""
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name:
            bad_input(f"expected NAME=VALUE, found {word!r}")
        if not _is_text(word):
            bad_input(f"expected text, found letters that are none: {word!r}")
        *path, last = name.split(".")
        inside = values
        for step in path:
            inside = inside.setdefault(step, {})
            if not isinstance(inside, dict):
                bad_input(f"{name}: {step} is a value already and has no parts")
        if last in inside:
            bad_input(f"{name} is given twice")
        inside[last] = _value(text)
    return values


def _is_text(word: str) -> bool:
    """Bytes that the shell hands over and that are no UTF-8 become letters that can't be written again."""
    try:
        return bool(word.encode())
    except UnicodeEncodeError:
        return False


def _value(text: str) -> Any:
    import msgspec

    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


def sheet_values(words: tuple[str, ...]) -> dict[str, int]:
    """`brawn=3` for the values that dice text takes from a sheet."""
    sheet = {}
    for name, value in named_values(words).items():
        if type(value) is not int:
            bad_input(f"{name}: expected a whole number, found {value!r}")
        sheet[name.lower()] = value
    return sheet


def given_faces(text: str) -> list[int]:
    """Faces of dice thrown by hand: `4,2,6`."""
    try:
        return [int(face) for face in text.replace(",", " ").split()]
    except ValueError:
        bad_input(f"--dice: expected faces such as 4,2,6; found {text!r}")


def print_json(data: Any) -> None:
    """One JSON document on standard output: in UTF-8, whatever the terminal takes."""
    import msgspec

    click.echo(msgspec.json.encode(data, enc_hook=str))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    unfinished = path.with_name(f".unfinished.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        bad_input(f"{path} can't be written: {error.strerror}")
    finally:
        with suppress(OSError):
            unfinished.unlink()


_BAR = re.compile("[▏▎▍▌▋▊▉█]+")


def coloured(chart: str) -> str:
    """Bars in colour, unless the environment asks for none; `click.echo` drops colour where no terminal shows it."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return chart
    return _BAR.sub(lambda bar: click.style(bar[0], fg="cyan"), chart)


def columns() -> int:
    """The width of the terminal, for whoever lays out text."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


@contextmanager
def budget_with_progress() -> "Iterator[Budget]":
    """Work that takes more than a second says how far it is, on a line that is gone at the end; Ctrl+C ends it."""
    from rulewright.dice.exact import Budget

    started = shown = time.monotonic()

    def tell(share: float) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - started > 1 and now - shown > 0.2:
            shown = now
            click.echo(f"\r{share:4.0%} done, Ctrl+C ends it ", nl=False, err=True)

    try:
        yield Budget(seconds=SECONDS_FOR_ODDS, progress=tell if sys.stderr.isatty() else None)
    finally:
        if shown > started:
            click.echo(f"\r{'':27}\r", nl=False, err=True)
