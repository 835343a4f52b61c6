"""What a session asks of a terminal: lines in, lines out. Everything else of play knows no terminal."""

import sys
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import click

WIDTH = 80


class Ended(Exception):
    """There is nobody left to ask: the input is over."""


class Option(NamedTuple):
    """Something that can be picked from a menu."""

    words: str
    more: str = ""
    """Said behind it, such as the odds."""


class Terminal:
    """Reads answers from standard input, whether a person types them or a script."""

    def __init__(self) -> None:
        self._typed = sys.stdin.isatty()

    def say(self, text: str = "", *, strong: bool = False) -> None:
        for line in text.splitlines() or [""]:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            wrapped = textwrap.wrap(line, WIDTH, subsequent_indent=indent, drop_whitespace=True) or [""]
            for part in wrapped:
                click.echo(click.style(part, bold=True) if strong else part)

    def ask(self, question: str) -> str:
        """A line that somebody types; the end of the input ends the session."""
        click.echo(f"{question} ", nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise Ended
        if not self._typed:  # so that what was played by a script can be read
            click.echo(line.strip())
        return line.strip()

    def menu(self, title: str, options: Sequence[Option]) -> None:
        self.say(title, strong=True)
        width = max((len(option.words) for option in options), default=0)
        for number, option in enumerate(options, 1):
            more = f"   {option.more}" if option.more else ""
            self.say(f"{number:>3}  {option.words:<{width if more else 0}}{more}")

    def pick(self, title: str, options: Sequence[Option]) -> int | str:
        """The place of the option that was picked, or what was typed instead of a number."""
        self.menu(title, options)
        words = [option.words.lower() for option in options]
        while True:
            answer = self.ask(">")
            named = answer.lower().replace("_", " ")
            if named in words:
                return words.index(named)
            if not answer.isdigit():
                return answer
            if 1 <= int(answer) <= len(options):
                return int(answer) - 1
            self.say(f"Pick a number from 1 to {len(options)}, or type ? for help.")
