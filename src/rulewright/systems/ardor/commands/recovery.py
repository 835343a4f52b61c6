"""Getting Health back outside rounds, and what items do there (AR-Q-67, AR-GEAR-02)."""

from rulewright.rules import RuleError
from rulewright.systems.ardor import catalogue
from rulewright.systems.ardor.effects import Clear, Gain, Give, Happening, Mend
from rulewright.systems.ardor.gear import take_one
from rulewright.systems.ardor.harm import gains, wakes
from rulewright.systems.ardor.rules.health import recover_conscious
from rulewright.systems.ardor.scores import bonus, carried, conscious, immune, item_power, maximum
from rulewright.systems.ardor.sheet import FALLEN, INCAPACITATED, ArdorPlay
from rulewright.systems.ardor.tables import roll
from rulewright.table.entities import Condition


def recover_at_leisure(play: ArdorPlay, by: str) -> None:
    """AR-Q-67: a surge outside rounds, at once."""
    being = play.entity(by)
    if not play.world.house_rules.surges_outside_rounds:
        raise RuleError("not_allowed", "at this table surges are spent in rounds only")
    if not conscious(being):
        raise RuleError("not_allowed", f"{being.called} is not conscious")
    result = recover_conscious(
        play.dice,
        health=being.counter("health"),
        max_health=max(being.counter("health"), maximum(being, "health")),
        ardor=being.counter("ardor"),
        max_ardor=max(being.counter("ardor"), maximum(being, "ardor")),
        surges=being.counter("surges"),
        bonus=bonus(being, "recover_bonus"),
    )
    play.result(result)
    for pool in ("health", "ardor", "surges"):
        play.put(by, pool, getattr(result, pool))


def use_at_leisure(play: ArdorPlay, by: str, item: str, target: str) -> None:
    """AR-GEAR-02: an item on a friend or on oneself, outside rounds, at once."""
    being, other = play.entity(by), play.entity(target or by)
    power = item_power(being, item)
    if power.attacks or power.target == "zone":
        raise RuleError("not_allowed", f"{power.name} is for rounds")
    if not conscious(being) or other.has(FALLEN):
        raise RuleError("not_allowed", f"{being.called} cannot use {power.name} like that")
    found = carried(being, item)
    assert found
    if catalogue.goods()[found.item].consumed:
        take_one(play, by, found)
    for effect in power.always:
        apply_at_leisure(play, other.id, effect)


def apply_at_leisure(play: ArdorPlay, target: str, effect: Happening) -> None:
    """What the effect of an item comes to where nothing has to wait for the end of a round."""
    being = play.entity(target)
    match effect:
        case Mend():
            healing = roll(play.dice, str(effect.amount), "healing")
            heal(play, target, healing)
        case Clear():
            play.relieve(target, *catalogue.cleared_by(effect))
        case Give():
            if not being.has(INCAPACITATED) and not immune(being, effect.condition):
                play.afflict(target, Condition(id=effect.condition, rounds=effect.rounds))
        case Gain():
            gains(play, target, effect)


def heal(play: ArdorPlay, target: str, amount: int) -> None:
    """Health at once; it wakes whoever lies there."""
    if conscious(play.entity(target)):
        play.change(target, "health", amount)
    elif amount > 0:
        wakes(play, target, amount)
