"""What checking a log found, for programs (`to_dict`) and for people (`text`)."""

import textwrap
from typing import Any

import msgspec

from rulewright.dice.fairness.luck import Luck

WIDTH = 80
DICE_SHOWN = 12


class Problem(msgspec.Struct, frozen=True):
    """Something in a log that breaks the rules of fair dice."""

    line: int
    found: str
    right: str


class Throw(msgspec.Struct, frozen=True):
    """A roll as the log tells it; of very many dice, only the first are listed."""

    line: int
    who: str
    what: str
    count: int
    dice: tuple[tuple[int, int], ...]


class UndoneRoll(msgspec.Struct, frozen=True):
    """A roll that was taken back, by whom, and what the same person threw next."""

    roll: Throw
    by: str
    line: int
    after: Throw | None = None


class Report(msgspec.Struct, frozen=True):
    """The outcome of checking a log."""

    lines: int
    closed: bool
    dice: int
    dice_checked: int
    problems: tuple[Problem, ...]
    problems_left_out: int
    undone: tuple[UndoneRoll, ...]
    undone_left_out: int
    undone_by: dict[str, int]
    luck: tuple[Luck, ...]
    unproven: tuple[str, ...]
    fingerprint: str

    @property
    def ok(self) -> bool:
        """Nothing wrong was found. It may be that little could be checked: see `proven` and `unproven`."""
        return not self.problems

    @property
    def proven(self) -> bool:
        """Nothing is wrong, the log is closed, and every die was computed again from the revealed seed."""
        return self.ok and self.closed and self.dice_checked == self.dice

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {"ok": self.ok, "proven": self.proven, **plain}

    def text(self) -> str:
        """The report in plain language, 80 columns wide, safe to print whatever the log contains."""
        parts = [
            [_wrap(self._verdict())],
            self._problem_lines(),
            self._undone_lines(),
            self._luck_lines(),
            ["What this can't prove:", *(_item(sentence) for sentence in self.unproven)],
            [f"Fingerprint: {self.fingerprint}"],
        ]
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _verdict(self) -> str:
        checked = f"{self.dice_checked:,} of {self.dice:,} dice were computed again and agree."
        if not self.ok:
            count = len(self.problems) + self.problems_left_out
            return (
                f"NOT IN ORDER: {count:,} {'problem' if count == 1 else 'problems'} in {self.lines:,} lines. {checked}"
            )
        if self.proven:
            return f"In order: {self.lines:,} lines are unchanged. {checked}"
        return f"Nothing wrong was found in {self.lines:,} lines, but not everything can be checked yet. {checked}"

    def _problem_lines(self) -> list[str]:
        lines = [_item(f"line {each.line}: {each.found}. Right: {each.right}.") for each in self.problems]
        if self.problems_left_out:
            lines.append(_item(f"and {self.problems_left_out:,} more"))
        return ["Problems:", *lines] if lines else []

    def _undone_lines(self) -> list[str]:
        if not self.undone_by:
            return ["No roll was taken back."]
        counts = ", ".join(f"{by} {count:,}" for by, count in self.undone_by.items())
        lines = [_item(_story(each)) for each in self.undone]
        if self.undone_left_out:
            lines.append(_item(f"and {self.undone_left_out:,} more"))
        return [_wrap(f"Rolls taken back, by whom and how often: {counts}."), *lines]

    def _luck_lines(self) -> list[str]:
        lines = [_item(_luck_sentence(luck)) for luck in self.luck]
        note = "Of a hundred fair throwers, one is rarer than 1 in 100: a small chance alone proves nothing."
        return ["Luck:", *lines, _wrap(note)] if lines else []


def _story(undone: UndoneRoll) -> str:
    before = f"line {undone.roll.line}: {_throw(undone.roll)}; taken back by {undone.by} in line {undone.line}"
    if undone.after is None:
        return f"{before}; {undone.roll.who} threw nothing after it"
    return f"{before}; thrown next (line {undone.after.line}): {_throw(undone.after)}"


def _throw(throw: Throw) -> str:
    dice = ", ".join(f"d{sides}: {face}" for sides, face in throw.dice[:DICE_SHOWN])
    more = f" and {throw.count - DICE_SHOWN:,} more" if throw.count > DICE_SHOWN else ""
    return f"{throw.who}, {throw.what or 'no purpose named'} ({dice}{more})"


def _luck_sentence(luck: Luck) -> str:
    if luck.chance is None:
        chance = "too few dice to judge the spread of the faces"
    else:
        chance = f"fair dice look at least this uneven in {luck.chance:.2%} of cases"
    dice = f"{luck.dice:,} {'die' if luck.dice == 1 else 'dice'}"
    mean = f"mean {luck.mean:.2f}, expected {luck.expected:.2f} ({luck.deviations:+.1f} standard deviations)"
    return f"{luck.who}: {dice}, {mean}; {chance}"


def _visible(text: str) -> str:
    """Letters that could command a terminal or turn text around are spelled out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _wrap(text: str) -> str:
    return textwrap.fill(_visible(text), WIDTH)


def _item(text: str) -> str:
    return textwrap.fill(_visible(text), WIDTH, initial_indent="- ", subsequent_indent="  ")
