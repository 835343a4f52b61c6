"""What can be carried, and what too much of it costs."""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, pick
from rulewright.systems.glog.book import STANDARD, HouseRules, Modifier, Stat, book
from rulewright.systems.glog.rules.armor import ArmorId
from rulewright.systems.glog.tables import armors, goods

MOST_SLOTS = 1000
FREE_ARMOR_BONUS = 3


class Slots(msgspec.Struct, frozen=True, gc=False):
    """Slots of an inventory."""

    slots: int


@book.rule("GL-INV-01")
def inventory_slots(
    dice: Dice, *, strength: Stat, bag: bool = True, modifier: Modifier = 0, house_rules: HouseRules = STANDARD
) -> Slots:
    """Strength, and two more with a backpack or satchel."""
    if bag:
        return Slots(strength + 2 + modifier)
    return Slots((2 if house_rules.no_bag_capacity == "two" else strength) + modifier)


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of an item."""

    item: str
    count: Annotated[int, Meta(ge=0, le=10_000)] = 1


@book.rule("GL-INV-02", "GL-INV-04", "GL-INV-05")
def carried_slots(dice: Dice, *, items: Annotated[tuple[Carried, ...], Meta(max_length=200)]) -> Slots:
    """The slots that things take up; all pieces of an item go into bundles, and a sling holds a few of its stones."""
    pieces: Counter[str] = Counter()
    for carried in items:
        pick("items", carried.item, goods())
        pieces[carried.item] += carried.count
    pieces["stones"] -= min(pieces["stones"], goods()["stones"].shared_count * pieces["sling"])
    slots = sum(goods()[item].slots * -(-count // goods()[item].per_slot) for item, count in pieces.items())
    if slots > MOST_SLOTS:
        raise BadArguments(f"items: at most {MOST_SLOTS} slots in all, found {slots}")
    return Slots(slots)


class Burden(msgspec.Struct, frozen=True, gc=False):
    """Encumbrance and where it comes from."""

    capacity: int
    excess: int
    from_armor: int
    encumbrance: int


@book.rule("GL-INV-06", "GL-INV-07")
def encumbrance(
    dice: Dice,
    *,
    strength: Stat,
    carried_slots: Annotated[int, Meta(ge=0, le=MOST_SLOTS)],
    bag: bool = True,
    armor: ArmorId = "none",
    house_rules: HouseRules = STANDARD,
) -> Burden:
    """A point for each slot beyond capacity, and for each point of the worn suit's bonus beyond three."""
    capacity = inventory_slots(dice, strength=strength, bag=bag, house_rules=house_rules).slots
    excess = max(0, carried_slots - capacity)
    from_armor = 0 if armor == "none" else max(0, armors()[armor].bonus - FREE_ARMOR_BONUS)
    return Burden(capacity, excess, from_armor, excess + from_armor)
