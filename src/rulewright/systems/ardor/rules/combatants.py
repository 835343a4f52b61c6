"""Who fights in a round, what everybody declares, and the one number that everybody has."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rulewright.dice import Dice
from rulewright.rules import BadArguments, different
from rulewright.systems.ardor.book import (
    ArduousModifier,
    Count,
    DiceString,
    Id,
    Kind,
    Modifier,
    PositiveAmount,
    Score,
    book,
)
from rulewright.systems.ardor.rules.attack import FULL_DAMAGE, GLANCING_DAMAGE
from rulewright.systems.ardor.rules.scores import (
    CharacterScore,
    Intended,
    action_bonus,
    character_score,
    creature_score,
)
from rulewright.systems.ardor.tables import actions as standard_actions

RoundAction: TypeAlias = Literal[
    "attack", "move_to_attack", "move_and_attack", "move_far", "defend", "defend_other", "flee", "recover", "wait"
]
DuelAction: TypeAlias = Literal["attack", "move_to_attack", "move_and_attack", "move_far", "defend", "flee", "wait"]


class Fighter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who fights, as far as the numbers of a round go."""

    id: Id
    kind: Kind
    attribute: Modifier | UnsetType = UNSET
    base: Score | UnsetType = UNSET
    situational: Modifier = 0
    trauma: Count | UnsetType = UNSET
    health: PositiveAmount
    max_health: PositiveAmount | UnsetType = UNSET
    full: DiceString = FULL_DAMAGE
    glancing: DiceString = GLANCING_DAMAGE
    ward: Count = 0

    @property
    def most(self) -> int:
        """The Health that it can have."""
        return self.health if self.max_health is UNSET else self.max_health


class SecondAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Arduous Action."""

    action: RoundAction
    target: Id | UnsetType = UNSET


class Combatant(Fighter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody in a round, with all that it does."""

    action: RoundAction
    target: Id | UnsetType = UNSET
    second: SecondAction | None = None

    @property
    def deeds(self) -> tuple[SecondAction, ...]:
        """Its actions in order."""
        main = SecondAction(self.action, self.target)
        return (main, self.second) if self.second else (main,)


MOST_ACTIONS = 2

Combatants = Annotated[tuple[Combatant, ...], Meta(min_length=2, max_length=8)]


class SecondOfDuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Arduous Action in a duel, where the opponent is the only target."""

    action: DuelAction


class Duelist(Fighter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of two who do the same round after round."""

    action: DuelAction
    second: SecondOfDuel | None = None

    def against(self, opponent: str) -> Combatant:
        """The same in a round, its attacks going at the opponent."""
        main, *more = (
            SecondAction(action, opponent if aims(action) else UNSET)
            for action in (self.action, *([self.second.action] if self.second else []))
        )
        common = {name: getattr(self, name) for name in Fighter.__struct_fields__}
        return Combatant(**common, action=main.action, target=main.target, second=more[0] if more else None)


def refuse_fighter(fighter: Fighter) -> None:
    """Characters have attributes and Trauma, creatures have a base score; nobody has more Health than its maximum."""
    given = {"attribute": fighter.attribute, "base": fighter.base, "trauma": fighter.trauma}
    foreign = ("base",) if fighter.kind == "character" else ("attribute", "trauma")
    for name in foreign:
        if given[name] is not UNSET:
            raise BadArguments(f"{fighter.id}: a {fighter.kind} has no {name}")
    if fighter.kind == "creature" and fighter.base is UNSET:
        raise BadArguments(f"{fighter.id}: base is missing; every creature has one")
    if fighter.health > fighter.most:
        raise BadArguments(
            f"{fighter.id}: health is at most max_health, which is {fighter.most}; found {fighter.health}"
        )


def refuse_combatants(combatants: tuple[Combatant, ...]) -> None:
    """Everybody is there once, is whole, and aims at somebody else who is there, if the action aims at all."""
    different("combatants", (combatant.id for combatant in combatants))
    there = {combatant.id for combatant in combatants}
    for combatant in combatants:
        refuse_fighter(combatant)
        for deed in combatant.deeds:
            if aims(deed.action) != (deed.target is not UNSET):
                wrong = "has no target" if deed.target is not UNSET else "needs a target"
                raise BadArguments(f"{combatant.id}: {deed.action} {wrong}")
            if deed.target is not UNSET and deed.target not in there - {combatant.id}:
                raise BadArguments(f"{combatant.id}: the target is somebody else in the round; found {deed.target!r}")


def aims(action: str) -> bool:
    """Whether an action names somebody."""
    row = standard_actions()[action]
    return row.attacks or row.stance == "protect"


# ---------------------------------------------------------------------- scores, and what they decide


@book.step
def score_of(
    dice: Dice, *, fighter: Fighter, actions: tuple[RoundAction, ...], mode: ArduousModifier
) -> CharacterScore:
    """The one number of a combatant for the round; only characters can be Inspired."""
    if fighter.base is not UNSET:
        score = creature_score(
            dice,
            base=fighter.base,
            actions=actions,
            situational=fighter.situational,
            mode=mode,
        )
        return CharacterScore(score.score, False)
    attribute = 0 if fighter.attribute is UNSET else fighter.attribute
    intended = tuple(Intended(action, attribute) for action in actions)
    bonus = action_bonus(dice, actions=intended, mode=mode).bonus
    trauma = 0 if fighter.trauma is UNSET else fighter.trauma
    return character_score(dice, bonus=bonus, situational=fighter.situational, trauma=trauma)


def rolled_scores(dice: Dice, combatants: tuple[Combatant, ...], mode: ArduousModifier) -> tuple[CharacterScore, ...]:
    """The scores of everybody, in the order of the list."""
    return tuple(
        score_of(dice, fighter=combatant, actions=tuple(deed.action for deed in combatant.deeds), mode=mode)
        for combatant in combatants
    )
