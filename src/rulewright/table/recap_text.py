"""A recap as text, in lines that a terminal has room for."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rulewright.table.recap import Deeds, DiceOf, Fall, Moment, Recap

NAME = 18
"""Columns for a name; longer ones are cut."""

MOST_COMMANDS = 6


def lines(found: Recap, title: str, columns: int = 80) -> Iterator[str]:
    """All of it, under headings; what nobody did has none."""
    yield from wrap(f"{title}: {found.game}. {_played(found)}", columns)
    yield from _part("Who did what", _commands(found.people, columns))
    yield from _part(found.health.capitalize(), _health(found.people))
    yield from _part("Who fell", [line for fall in found.falls for line in _indented(_fall(fall), columns)])
    moments = [line for moment in found.moments for line in _moment(moment, found.health, columns)]
    yield from _part("Throws that made the difference", moments)
    yield from _part("Dice", _dice(found.dice))


def _part(title: str, text: Sequence[str]) -> Iterator[str]:
    if text:
        yield ""
        yield title
        yield from text


def _played(found: Recap) -> str:
    said = [_number(found.commands, "command")]
    if found.seconds:
        hours, minutes = divmod(found.seconds // 60, 60)
        said[0] += f" in {hours} h {minutes:02} min" + (f", {found.sittings} evenings" if found.sittings > 1 else "")
    if found.fights:
        said.append(f"{_number(found.fights, 'fight')}, {_number(found.rounds, 'round')}")
    if found.taken_back:
        dice = f" with {_number(found.dice_taken_back, 'die', 'dice')}" if found.dice_taken_back else ""
        said.append(f"{_number(found.taken_back, 'command')}{dice} taken back, and not counted here")
    return ". ".join(said) + "."


def _commands(people: Sequence[Deeds], columns: int) -> list[str]:
    found = []
    for deeds in people:
        often = [f"{name.replace('_', ' ')} {times}" for name, times in deeds.commands.items()]
        rest = len(often) - MOST_COMMANDS
        text = ", ".join(often[:MOST_COMMANDS]) + (f", {rest} more" if rest > 0 else "")
        player = f" ({deeds.player})" if deeds.player not in ("", "gm") else ""
        if often:
            found += _indented(f"{deeds.name}{player}: {text}", columns)
    return found


def _health(people: Sequence[Deeds]) -> list[str]:
    hurt = [deeds for deeds in people if deeds.dealt or deeds.healed or deeds.taken or deeds.deviation]
    if not hurt:
        return []
    heading = f"  {'':{NAME}} {'dealt':>6} {'healed':>7} {'taken':>6}   {'by dice':>8} {'expected':>9} {'luck':>6}"
    return [heading, *map(_row, hurt), "  luck: in standard deviations; two out of three evenings are within 1"]


def _row(deeds: Deeds) -> str:
    row = f"  {_cut(deeds.name)} {deeds.dealt:>6} {deeds.healed:>7} {deeds.taken:>6}"
    if not deeds.deviation:
        return row
    luck = (deeds.came - deeds.expected) / deeds.deviation
    return f"{row}   {deeds.came:>8.1f} {deeds.expected:>9.1f} {luck:>+6.1f}"


def _fall(fall: Fall) -> str:
    when = f", round {fall.round}" if fall.round else ""
    return f"{fall.name} {fall.how}{when}{f', by {fall.by}' if fall.by else ''}"


def _moment(moment: Moment, health: str, columns: int) -> list[str]:
    more = "as much or more" if moment.came > moment.expected else "as little or less"
    chance = "less than 0.1 %" if moment.chance < 0.001 else f"{moment.chance * 100:.2g} %"
    said = f"{moment.came:.3g} {health}, {moment.expected:.2g} expected; {more}: {chance}"
    return [*_indented(moment.text, columns), *_indented(said, columns, 4)]


def _dice(dice: Sequence[DiceOf]) -> list[str]:
    if not dice:
        return []
    heading = f"  {'':{NAME}} {'die':>6} {'thrown':>7} {'mean':>7} {'fair':>7}   as uneven, if fair"
    return [heading, *map(_die, dice)]


def _die(dice: DiceOf) -> str:
    chance = "too few to say" if dice.chance is None else f"{dice.chance * 100:.2g} % of the time"
    who = _cut("the GM" if dice.player == "gm" else dice.player)
    return f"  {who} {f'd{dice.sides}':>6} {dice.dice:>7} {dice.mean:>7.2f} {dice.expected:>7.1f}   {chance}"


def _cut(name: str) -> str:
    return f"{name if len(name) <= NAME else name[: NAME - 1] + '…':{NAME}}"


def _indented(text: str, columns: int, by: int = 2) -> list[str]:
    return wrap(text, columns, initial_indent=" " * by, subsequent_indent=" " * (by + 2))


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
