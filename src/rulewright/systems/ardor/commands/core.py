"""The book of commands, what must hold before one, and the words that their arguments are written in."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.ardor.book import ChallengeScore
from rulewright.systems.ardor.scores import conscious
from rulewright.systems.ardor.sheet import INCAPACITATED, ArdorPlay, Being, CharacterSheet
from rulewright.table.commands import CommandBook
from rulewright.table.common import common
from rulewright.table.entities import EntityId

commands = CommandBook(common)

Names: TypeAlias = Annotated[tuple[EntityId, ...], Meta(max_length=100)]
Situational: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Target: TypeAlias = Annotated[ChallengeScore | None, Meta(extra={"choose": "challenge", "ask": True})]
"""A Challenge Score that is named; the steps of the ladder are offered."""

ZoneId: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "zone"})]
AbilityId: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "ability"})]


def sheet_of(play: ArdorPlay, name: str) -> CharacterSheet:
    """The sheet of a character; refused for creatures."""
    sheet = play.entity(name).sheet
    if not isinstance(sheet, CharacterSheet):
        raise RuleError("bad_args", f"{play.called(name)} is no character")
    return sheet


def a_character(play: ArdorPlay, by: str) -> None:
    sheet_of(play, by)


def open_discovery(play: ArdorPlay, name: str) -> None:
    """AR-INSP-04: after a natural 20 the GM may let somebody discover something."""
    play.sheet(name, discovery_open=True)
    play.prompt(f"Inspired Moment of {play.called(name)}: decide whether anything is discovered")


def awake(play: ArdorPlay, by: str) -> None:
    """Whoever acts is conscious."""
    being: Being = play.entity(by)
    if being.has(INCAPACITATED):
        raise RuleError("incapacitated", f"{being.called} is Incapacitated")
    if not conscious(being):
        raise RuleError("not_allowed", f"{being.called} is out of play")


def peace(play: ArdorPlay, _by: str = "") -> None:
    """There is no encounter."""
    if play.encounter:
        raise RuleError("in_encounter", "not in the middle of an encounter")


def in_downtime(play: ArdorPlay, by: str) -> None:
    """AR-REST-09: an Extended Rest goes on in which this one is at ease."""
    if not has_downtime(play, by):
        raise RuleError("wrong_time", "this belongs to an Extended Rest")


def has_downtime(play: ArdorPlay, name: str) -> bool:
    return play.world.resting == "extended" and name in play.world.picks


def all_there(play: ArdorPlay, names: tuple[str, ...]) -> None:
    """Refuse names that nobody at the table has."""
    for name in names:
        play.entity(name)
