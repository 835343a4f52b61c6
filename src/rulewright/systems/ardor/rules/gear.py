"""Weapons and what can be carried."""

from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.rules import RuleError, pick
from rulewright.systems.ardor.book import AttackKind, Attribute, Count, book
from rulewright.systems.ardor.effects import total
from rulewright.systems.ardor.rules.attack import FULL_DAMAGE, GLANCING_DAMAGE
from rulewright.systems.ardor.rules.scores import action_modifier
from rulewright.systems.ardor.tables import weapon_traits, weapons

WeaponAction = Literal["attack", "move_to_attack", "move_and_attack", "defend", "defend_other", "flee"]

LEAST_CAPACITY, USUAL_CAPACITY = 3, 6
OVERLOADED = -2


class WeaponUse(msgspec.Struct, frozen=True):
    """A weapon in use: how far it reaches, what it adds to the action, its damage."""

    range: int
    modifier: int
    full: str
    glancing: str


@book.rule("AR-GEAR-01", "AR-ACT-02", "AR-ACT-03")
def weapon(
    dice: Dice, *, weapon: str, action: WeaponAction, use: AttackKind = "melee", traits: bool = True
) -> WeaponUse:
    """What a weapon adds to an action by its traits; slow ones shoot only with a plain Attack."""
    kept = pick("weapon", weapon, weapons())
    distance = kept.melee if use == "melee" else kept.ranged
    if distance is None:
        raise RuleError("not_allowed", f"the {weapon} has no {use} use")
    row = action_modifier(dice, action=action)
    if row.melee_only and use == "ranged":
        raise RuleError("not_allowed", f"{action} is for melee alone")
    active = [weapon_traits()[name] for name in kept.traits] if traits else []
    if use == "ranged" and row.attacks and action != "attack" and any(trait.id == "slow" for trait in active):
        raise RuleError("not_allowed", f"the {weapon} is slow: it shoots only with attack, not with {action}")
    effects = [effect for trait in active for effect in trait.effects]
    more = total(effects, "full_damage")
    return WeaponUse(
        distance,
        total(effects, "score", action),
        f"{FULL_DAMAGE}+{more}" if more else FULL_DAMAGE,
        GLANCING_DAMAGE,
    )


class Load(msgspec.Struct, frozen=True, gc=False):
    """How much can be carried, and what too much of it costs."""

    capacity: int
    overloaded: bool
    modifier: int


@book.rule("AR-GEAR-03")
def load(dice: Dice, *, might: Attribute, slots: Count) -> Load:
    """Six slots and might; whoever carries more is hindered in every score and challenge."""
    capacity = max(LEAST_CAPACITY, USUAL_CAPACITY + might)
    overloaded = slots > capacity
    return Load(capacity, overloaded, OVERLOADED if overloaded else 0)
