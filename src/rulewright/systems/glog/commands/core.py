"""The book of commands, what must hold before one, and the words that their arguments are written in."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.glog.harm import able
from rulewright.systems.glog.sheet import Gear, GlogPlay, StatKey
from rulewright.table.commands import CommandBook
from rulewright.table.common import common
from rulewright.table.entities import EntityId

commands = CommandBook(common)
commands.covers("set", "GL-GM-01", "GL-GM-02")
commands.covers("add_condition", "GL-GM-01", "GL-STATE-06")
commands.covers("remove_condition", "GL-GM-01")
commands.covers("house_rule", "GL-GM-03")

AnyModifier: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
"""GL-CORE-02: the usual ones are offered; any other may be typed."""

Names: TypeAlias = Annotated[tuple[EntityId, ...], Meta(max_length=100)]
AskedNames: TypeAlias = Annotated[Names, Meta(extra={"ask": True})]
SpellId: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "spell"})]
CheckedScore: TypeAlias = StatKey | Literal["stealth", "movement", "initiative", "attack", "defense"]


def fighting(play: GlogPlay, _by: str) -> None:
    """There is a fight."""
    play.fight()


def own_turn(play: GlogPlay, by: str) -> None:
    """There is a fight, and whoever acts has the turn."""
    if play.fight().turn != by or not able(play.entity(by)):
        raise RuleError("not_your_turn", f"it is not {play.called(by)}'s turn")


def own_turn_in_a_fight(play: GlogPlay, by: str) -> None:
    """If there is a fight, whoever acts has the turn."""
    if play.encounter:
        own_turn(play, by)
    elif not able(play.entity(by)):
        raise RuleError("not_allowed", f"{play.called(by)} is in no state to do anything")


def peace(play: GlogPlay, _by: str = "") -> None:
    """There is no fight."""
    if play.encounter:
        raise RuleError("not_allowed", "not in the middle of a fight")


def awake(play: GlogPlay, by: str) -> None:
    """Whoever acts can."""
    if not able(play.entity(by)):
        raise RuleError("not_allowed", f"{play.called(by)} is in no state to do anything")


def all_there(play: GlogPlay, names: tuple[str, ...]) -> None:
    """Refuse names that nobody at the table has."""
    for name in names:
        play.entity(name)


def action_to_spend(play: GlogPlay, by: str) -> None:
    """In a fight, refuse who has no action left."""
    if play.encounter and not play.entity(by).counter("action_left"):
        raise RuleError("no_action_left", f"{play.called(by)} has no action left in this turn")


def spend_action(play: GlogPlay, by: str) -> None:
    """In a fight, the action is spent."""
    if play.encounter:
        play.put(by, "action_left", 0)


def owned(play: GlogPlay, by: str, item: str) -> Gear:
    """Something that somebody has with them."""
    found = play.entity(by).items.get(item)
    if found is None or found.dropped:
        raise RuleError("unknown_item", f"{play.called(by)} has no {item!r}")
    return found
