"""What a session asks of a terminal: lines in, lines out. Everything else of play knows no terminal."""

import os
import sys
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import click

from rulewright.cli.support import columns

WIDEST = 80


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
        self._styled = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        return min(WIDEST, columns())

    def say(self, text: str = "", *, strong: bool = False) -> None:
        for line in text.splitlines() or [""]:
            self.line(line, len(line) - len(line.lstrip()) + 2, strong=strong)

    def line(self, text: str, indent: int, *, strong: bool = False) -> None:
        """One line, broken where the terminal ends."""
        for part in textwrap.wrap(text, self.width, subsequent_indent=" " * indent) or [""]:
            click.echo(click.style(part, bold=True) if strong and self._styled else part)

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
        width = max((len(option.words) for option in options if option.more), default=0)
        for number, option in enumerate(options, 1):
            words = f"{number:>3}  {option.words}"
            if option.more:
                self.line(f"{words:<{width + 5}}   {option.more}", min(width + 8, self.width // 2))
            else:
                self.line(words, 5)

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
