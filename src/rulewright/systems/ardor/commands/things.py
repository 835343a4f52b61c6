"""Things that are carried, held, handed over (section 14)."""

from typing import Annotated

from msgspec import Meta

from rulewright.rules import RuleError, pick
from rulewright.systems.ardor import catalogue
from rulewright.systems.ardor.commands.core import commands, sheet_of
from rulewright.systems.ardor.gear import add_thing, let_go, take_one
from rulewright.systems.ardor.scores import TWO_HANDS, carried, in_hand
from rulewright.systems.ardor.sheet import ArdorPlay, Gear
from rulewright.table.entities import EntityId, ItemId

GoodsId = Annotated[str, Meta(min_length=1, max_length=100, extra={"choose": "goods"})]


def owned(play: ArdorPlay, by: str, item: str) -> Gear:
    """Something that somebody has."""
    found = carried(play.entity(by), item)
    if found is None:
        raise RuleError("unknown_item", f"{play.called(by)} has no {item!r}")
    return found


@commands.gm("AR-GEAR-01", "AR-GEAR-02", "AR-GEAR-04")
def find_item(play: ArdorPlay, *, entity: EntityId, item: GoodsId) -> None:
    """Let somebody come by a weapon or a thing."""
    play.entity(entity)
    pick("item", item, {**catalogue.weapons(), **catalogue.goods()})
    add_thing(play, entity, item)


@commands.actor("AR-GEAR-02")
def give_item(play: ArdorPlay, by: str, *, item: ItemId, to: EntityId) -> None:
    """Hand something over."""
    found = owned(play, by, item)
    play.entity(to)
    if to == by:
        raise RuleError("not_allowed", f"{play.called(by)} has it already")
    take_one(play, by, found)
    add_thing(play, to, found.item)


@commands.actor("AR-GEAR-02", "AR-GEAR-03")
def drop_item(play: ArdorPlay, by: str, *, item: ItemId) -> None:
    """Leave something behind."""
    let_go(play, by, owned(play, by, item).id)


@commands.actor("AR-CHAR-01", "AR-GEAR-01")
def equip(play: ArdorPlay, by: str, *, item: ItemId) -> None:
    """Take a weapon in hand, in front of what is held as far as two hands can."""
    sheet_of(play, by)
    wanted = owned(play, by, item)
    pick("item", wanted.item, catalogue.weapons())
    free = TWO_HANDS - catalogue.weapons()[wanted.item].hands
    held = [wanted.id]
    for other in in_hand(play.entity(by)):
        hands = catalogue.weapons()[other.item].hands
        if other.id != wanted.id and hands <= free:
            held.append(other.id)
            free -= hands
    play.sheet(by, hands=tuple(held))


@commands.actor("AR-CHAR-01", "AR-GEAR-01")
def unequip(play: ArdorPlay, by: str, *, item: ItemId) -> None:
    """Put a weapon away."""
    sheet_of(play, by)
    found = owned(play, by, item)
    held = [other.id for other in in_hand(play.entity(by))]
    if found.id not in held:
        raise RuleError("not_allowed", f"{play.called(by)} does not hold it")
    play.sheet(by, hands=tuple(name for name in held if name != found.id))
