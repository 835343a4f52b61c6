"""The Action Score of a round, what it is made of, and the price of a second action."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.ardor.book import (
    ActionId,
    ActionOrModifier,
    ArduousModifier,
    Bonus,
    CarefulPenalty,
    Count,
    Modifier,
    Score,
    book,
)
from rulewright.systems.ardor.tables import actions as standard_actions

INSPIRED = 20
"""The face of the d20 that makes an Inspired Moment."""


class CharacterScore(msgspec.Struct, frozen=True, gc=False):
    """A character's number for the round."""

    score: int
    inspired: bool


@book.rule("AR-CORE-01", "AR-CORE-02", "AR-INSP-01", "AR-HEALTH-10")
def character_score(
    dice: Dice,
    *,
    bonus: Bonus,
    situational: Modifier = 0,
    trauma: Count = 0,
    careful_penalty: CarefulPenalty = 0,
) -> CharacterScore:
    """A d20 and the bonus, less Trauma and the price of care; a natural 20 is an Inspired Moment."""
    face = dice.d(20, "Action Score")
    return CharacterScore(face + bonus + situational - trauma - careful_penalty, face == INSPIRED)


class ActionModifier(msgspec.Struct, frozen=True, gc=False):
    """A row of the table of standard actions."""

    modifier: int
    zones: int
    attacks: bool
    melee_only: bool
    stance: Literal["none", "defend", "flee", "protect"]


@book.rule("AR-CORE-05")
def action_modifier(dice: Dice, *, action: ActionId) -> ActionModifier:
    """What a standard action adds to the score, and what comes with it."""
    row = standard_actions()[action]
    return ActionModifier(row.modifier, row.zones, row.attacks, row.melee_only, row.stance)


class Intended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the round, with the attribute that goes into it."""

    action: ActionOrModifier
    attribute: Modifier = 0


class ActionBonus(msgspec.Struct, frozen=True, gc=False):
    """What goes into the score besides the d20."""

    bonus: int


@book.rule("AR-CORE-04")
def action_bonus(
    dice: Dice,
    *,
    actions: Annotated[tuple[Intended, ...], Meta(min_length=1, max_length=2)],
    mode: ArduousModifier = "lower",
) -> ActionBonus:
    """Attribute and modifier of the action; of two actions the lower bonus, unless the table plays it otherwise."""
    modifiers = [modifier_of(dice, intended.action) for intended in actions]
    if mode == "sum":
        return ActionBonus(actions[0].attribute + sum(modifiers))
    bonuses = [intended.attribute + modifier for intended, modifier in zip(actions, modifiers, strict=True)]
    return ActionBonus(bonuses[0] if mode == "first" else min(bonuses))


def modifier_of(dice: Dice, action: ActionOrModifier) -> int:
    """The modifier of a standard action, or that of a special ability as it is given."""
    return action if isinstance(action, int) else action_modifier(dice, action=action).modifier


class CreatureScore(msgspec.Struct, frozen=True, gc=False):
    """A creature's number for the round."""

    score: int


@book.rule("AR-CORE-03")
def creature_score(
    dice: Dice,
    *,
    base: Score,
    actions: Annotated[tuple[ActionOrModifier, ...], Meta(min_length=1, max_length=2)],
    situational: Modifier = 0,
    mode: ArduousModifier = "lower",
) -> CreatureScore:
    """The base score and what the action adds; creatures roll no die and add no attribute."""
    intended = tuple(Intended(action) for action in actions)
    return CreatureScore(base + action_bonus(dice, actions=intended, mode=mode).bonus + situational)


class ArduousCost(msgspec.Struct, frozen=True, gc=False):
    """The Ardor that the actions of a round cost."""

    cost: int
    ardor_left: int


@book.rule("AR-ACT-11", "AR-INSP-03")
def arduous_cost(
    dice: Dice,
    *,
    ardor: Count,
    main: Literal["standard", "ability"],
    second: Literal["none", "standard", "ability"],
    main_ardor: Count = 0,
    second_ardor: Count = 0,
    inspired: bool = False,
    abilities_need_arduous: bool = False,
) -> ArduousCost:
    """An ability costs its own Ardor, a second action one more; to the Inspired the second action is free."""
    if abilities_need_arduous and main == "ability":
        raise RuleError("not_allowed", "at this table a special ability can only be the second action")
    cost = main_ardor if main == "ability" else 0
    if second != "none" and not inspired:
        own = second_ardor if second == "ability" else 0
        cost += max(1, own) if abilities_need_arduous else 1 + own
    if cost > ardor:
        raise RuleError("not_enough_resource", f"this costs {cost} Ardor, and there is {ardor}")
    return ArduousCost(cost, ardor - cost)
