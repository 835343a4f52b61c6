"""Moving, standing up, and what is in one's hands (GL-MOVE-05, GL-ROUND-06)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.commands.core import commands, own_turn
from rulewright.systems.glog.commands.turns import party_sides
from rulewright.systems.glog.harm import is_destroyed, release
from rulewright.systems.glog.scores import blocked, feet_of_a_move, hands_for, in_hand, place
from rulewright.systems.glog.sheet import Gear, GlogPlay
from rulewright.table.entities import EntityId, ItemId

HANDS = 2


@commands.actor("GL-MOVE-05", "GL-ROUND-03", "GL-ROUND-07", needs=(own_turn,))
def move(
    play: GlogPlay,
    by: str,
    *,
    toward: Annotated[EntityId, Meta(extra={"ask": True})] = "",
    away: EntityId = "",
    feet: Annotated[int, Meta(ge=0, le=100_000)] | None = None,
) -> None:
    """Advance or retreat, as far as possible unless feet are named."""
    mover = play.entity(by)
    if bool(toward) == bool(away):
        raise RuleError("bad_args", "say whom to move toward, or whom to move away from")
    if not mover.counter("move_left"):
        raise RuleError("no_move_left", f"{mover.called} has no move left in this turn")
    if held := blocked(mover, "move"):
        raise RuleError("not_allowed", f"{mover.called} is {held}")
    most = feet_of_a_move(play.state, mover)
    if feet is not None and feet > most:
        raise RuleError("out_of_range", f"{mover.called} moves {most} feet at most")
    play.entity(toward or away)
    play.put(by, "move_left", 0)
    if toward:
        advance(play, by, toward, most if feet is None else feet)
    else:
        retreat(play, by, away, most if feet is None else feet)


def advance(play: GlogPlay, by: str, toward: str, feet: int) -> None:
    """Not past whoever one goes to."""
    here, there = place(play.entity(by)), place(play.entity(toward))
    play.move(by, min(there, here + feet) if there > here else max(there, here - feet))


def retreat(play: GlogPlay, by: str, away: str, feet: int) -> None:
    """Straight off. From the same spot a party goes down the line, others up."""
    here, there = place(play.entity(by)), place(play.entity(away))
    down = here < there or (here == there and play.entity(by).side in party_sides(play))
    play.move(by, here - feet if down else here + feet)


@commands.actor("GL-HP-06", needs=(own_turn,))
def stand(play: GlogPlay, by: str) -> None:
    """Get up."""
    if not play.entity(by).counter("move_left"):
        raise RuleError("no_move_left", f"{play.called(by)} has no move left in this turn")
    if not play.entity(by).has("prone"):
        raise RuleError("not_allowed", f"{play.called(by)} is on their feet")
    play.relieve(by, "prone")
    play.put(by, "move_left", 0)


@commands.actor("GL-ROUND-06", "GL-CHAR-05")
def equip(play: GlogPlay, by: str, *, item: ItemId) -> None:
    """Put armour on, or take something in hand."""
    found = play.entity(by).items.get(item)
    if found is None:
        raise RuleError("unknown_item", f"{play.called(by)} has no {item!r}")
    if is_armor(found.item):
        refuse_armor_in_a_fight(play)
        if is_destroyed(found):
            raise RuleError("not_allowed", f"{item} is destroyed")
        play.sheet(by, worn=item)
        pick_up(play, by, found)
        return
    if play.encounter:
        own_turn(play, by)
    hands = play.entity(by).sheet.hands
    if item in hands:
        return
    if sum(map(hands_for, in_hand(play.entity(by)))) + hands_for(found) > HANDS:
        raise RuleError("hands_full", f"{play.called(by)} has no hand free for {item}")
    play.sheet(by, hands=(*hands, item))
    pick_up(play, by, found)


def pick_up(play: GlogPlay, by: str, item: Gear) -> None:
    """It lies on the ground no more."""
    if item.dropped:
        play.give(by, replace(item, dropped=False))


@commands.actor("GL-ROUND-06")
def unequip(play: GlogPlay, by: str, *, item: ItemId) -> None:
    """Take armour off, or put something away."""
    being = play.entity(by)
    if play.encounter:
        own_turn(play, by)
    found = being.items.get(item)
    if found and is_armor(found.item):
        refuse_armor_in_a_fight(play)
    if found is None or (item not in being.sheet.hands and item != being.sheet.worn):
        raise RuleError("unknown_item", f"{being.called} neither holds nor wears {item!r}")
    release(play, by, item)


def is_armor(item: str) -> bool:
    return catalogue.goods()[item].kind == "armor"


def refuse_armor_in_a_fight(play: GlogPlay) -> None:
    if play.encounter:
        raise RuleError("not_allowed", "armour is not changed in a fight")
