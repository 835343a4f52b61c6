"""What is at hand, what is stowed, what lies about (QR-EQUIP-03, QR-EQUIP-06, QR-EQUIP-08)."""

from collections.abc import Mapping
from typing import Any

from rulewright.rules import RuleError
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.assaults import chosen_mode
from rulewright.systems.quickref.catalogue import weapons
from rulewright.systems.quickref.commands.core import (
    Action,
    Thing,
    afford,
    capable,
    commands,
    cost_of,
    if_holding,
    instant,
    not_dead,
    pay,
)
from rulewright.systems.quickref.commands.fighting import WeaponId, without_one
from rulewright.systems.quickref.harm import use
from rulewright.systems.quickref.scores import skill_level
from rulewright.systems.quickref.sheet import QuickrefPlay
from rulewright.table.entities import EntityId

TURNS_OF_A_SINGLE_SHOT = 10
ENOUGH_TO_RELOAD_FAST = 1


def have(play: QuickrefPlay, by: str, thing: str, where: str) -> None:
    """Refuse what is not where it should be."""
    if thing not in getattr(play.entity(by).sheet, where):
        raise RuleError("not_enough_resource", f"{play.called(by)} has no {worded(thing)} {where}")


def worded(thing: str) -> str:
    known = catalogue.things().get(thing)
    return known.name.lower() if known else repr(thing)


def kinds_of(thing: str) -> tuple[str, ...]:
    """The ways in which a weapon is used, as talents name them."""
    weapon = weapons().get(thing)
    if weapon is None:
        return ()
    return tuple(dict.fromkeys((chosen_mode(weapon, None), *(["thrown"] if "throwable" in weapon.traits else []))))


def at_once(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """Some draw in an instant; others if they held an action for it."""
    cost, _ = cost_of(play, by, "equip", "main", *kinds_of(str(arguments.get("item", ""))))
    return cost == "instant" or if_holding(play, by, arguments)


@commands.actor("QR-EQUIP-08", "QR-EQUIP-06", "QR-ACT-09", needs=(capable,), interrupts=at_once)
def equip(play: QuickrefPlay, by: str, *, item: Thing) -> None:
    """Take something that is stowed in hand."""
    have(play, by, item, "stowed")
    cost, limited = cost_of(play, by, "equip", "main", *kinds_of(item))
    afford(play, by, cost, at_any_time=cost == "instant")
    pay(play, by, cost)
    if limited:
        use(play, by, limited)
    sheet = play.entity(by).sheet
    play.sheet(by, stowed=without_one(sheet.stowed, item), readied=(*sheet.readied, item))


@commands.actor("QR-EQUIP-08", "QR-ACT-09", needs=(capable,), interrupts=if_holding)
def unequip(play: QuickrefPlay, by: str, *, item: Thing) -> None:
    """Stow something away."""
    have(play, by, item, "readied")
    afford(play, by, "main")
    pay(play, by, "main")
    sheet = play.entity(by).sheet
    play.sheet(by, readied=without_one(sheet.readied, item), stowed=(*sheet.stowed, item))


@commands.actor("QR-EQUIP-08", "QR-ACT-09", needs=(capable,), interrupts=instant)
def drop_item(play: QuickrefPlay, by: str, *, item: Thing) -> None:
    """Let something fall."""
    where = "readied" if item in play.entity(by).sheet.readied else "stowed"
    have(play, by, item, where)
    afford(play, by, "instant", at_any_time=True)
    play.sheet(by, **{where: without_one(getattr(play.entity(by).sheet, where), item)})
    play.change_world(dropped=(*play.world.dropped, item))


@commands.actor("QR-EQUIP-08", "QR-ACT-09", needs=(capable,))
def pick_up(play: QuickrefPlay, by: str, *, item: Thing) -> None:
    """Take something from the ground."""
    if item not in play.world.dropped:
        raise RuleError("not_enough_resource", f"no {worded(item)} lies there")
    afford(play, by, "move")
    pay(play, by, "move")
    play.change_world(dropped=without_one(play.world.dropped, item))
    play.sheet(by, readied=(*play.entity(by).sheet.readied, item))


@commands.actor("QR-STATE-07", needs=(capable,), interrupts=if_holding)
def give_item(play: QuickrefPlay, by: str, *, item: Thing, target: EntityId) -> None:
    """Put something that is at hand into somebody's hands."""
    not_dead(play, target)
    have(play, by, item, "readied")
    afford(play, by, "on_turn")
    if target == by:
        raise RuleError("not_allowed", "it is there already")
    pay(play, by, "on_turn")
    play.sheet(by, readied=without_one(play.entity(by).sheet.readied, item))
    play.sheet(target, readied=(*play.entity(target).sheet.readied, item))


def cost_to_reload(play: QuickrefPlay, by: str, weapon: str) -> tuple[Action, str]:
    """QR-EQUIP-03: by the weapon, by the skill of the shooter, by talent."""
    traits = weapons()[weapon].traits
    usual: Action = "main"
    if "reload" in traits:
        usual = "on_turn" if skill_level(play.entity(by), "shoot") >= ENOUGH_TO_RELOAD_FAST else "move"
    if "single_shot" in traits:
        return usual, ""
    return cost_of(play, by, "reload", usual)


def reloading(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """Whoever held an action may load in it, where loading takes no Move Action."""
    weapon = str(arguments.get("weapon", ""))
    known = weapon in weapons()
    return if_holding(play, by, arguments) and known and cost_to_reload(play, by, weapon)[0] != "move"


@commands.actor("QR-EQUIP-03", "QR-ACT-09", needs=(capable,), interrupts=reloading)
def reload(play: QuickrefPlay, by: str, *, weapon: WeaponId) -> None:
    """Load a weapon that has been fired."""
    sheet = play.entity(by).sheet
    if weapon not in sheet.unloaded:
        raise RuleError("not_allowed", f"{play.called(by)} has no {worded(weapon)} to load")
    cost, limited = cost_to_reload(play, by, weapon)
    afford(play, by, cost)
    pay(play, by, cost)
    if limited:
        use(play, by, limited)
    if "single_shot" in weapons()[weapon].traits and play.encounter:
        play.change(by, "reload_progress", 1)
        if play.entity(by).counter("reload_progress") < TURNS_OF_A_SINGLE_SHOT:
            return
        play.put(by, "reload_progress", 0)
    play.sheet(by, unloaded=without_one(sheet.unloaded, weapon))
