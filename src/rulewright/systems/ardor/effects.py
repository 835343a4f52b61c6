"""What abilities, items and conditions do: the words of the specification, and the typed effects that they stand for.

Content says `{do: damage, dice: 2d6}`; the named rules read it like that, and variations change it like that.
Where something happens, it is one of the typed effects, of all games or of this one.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from rulewright.content.effects import Damage, Effect, Grant, Heal, Inflict, Modify, Relieve, SharedEffect, To
from rulewright.rules import RuleError
from rulewright.systems.ardor import tables

PassiveKind: TypeAlias = Literal[
    "score",
    "ward",
    "flee_gap",
    "miss_gap",
    "recover_bonus",
    "timer_bonus",
    "range",
    "move_far",
    "max_health",
    "max_ardor",
    "careful_penalty",
    "immune",
]

EffectKind: TypeAlias = Literal[
    "damage",
    "heal",
    "condition",
    "clear",
    "push",
    "pull",
    "move_ally",
    "swap",
    "ardor",
    "protect",
    "timer",
    "hazard",
    "reveal",
]


# ---------------------------------------------------------------- of this game


class Aimed(Effect, frozen=True, kw_only=True):
    """An effect on the target, or on whoever does it."""

    to: To = "target"


class Shift(Aimed, frozen=True, kw_only=True, tag="shift"):
    """Drives somebody away zone by zone, or draws it near where the number is negative."""

    zones: int


class MoveAlly(Aimed, frozen=True, kw_only=True, tag="move_ally"):
    """Lets somebody go to a zone that is named."""

    zones: int


class Swap(Aimed, frozen=True, kw_only=True, tag="swap"):
    """Target and user change places."""


class GainArdor(Aimed, frozen=True, kw_only=True, tag="ardor"):
    """Gives Ardor, or takes it."""

    amount: int


class Protect(Aimed, frozen=True, kw_only=True, tag="protect"):
    """Lends the user's score as a defence."""


class HoldOut(Aimed, frozen=True, kw_only=True, tag="hold_out"):
    """Gives an Incapacitated one more rounds until the next Trauma."""

    rounds: int


class RelieveBad(Aimed, frozen=True, kw_only=True, tag="relieve_bad"):
    """Takes every bad condition away."""


class LayHazard(Effect, frozen=True, kw_only=True, tag="hazard"):
    """Makes a zone dangerous for some rounds."""

    challenge: int
    dice: str
    rounds: int


class Reveal(Aimed, frozen=True, kw_only=True, tag="reveal"):
    """The players learn what a creature is and what it means to do next."""


AnyEffect: TypeAlias = (
    SharedEffect | Shift | MoveAlly | Swap | GainArdor | Protect | HoldOut | RelieveBad | LayHazard | Reveal
)


# ---------------------------------------------------------------- as content writes them


class Line(tables.Effect, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that an ability or an item does, as content writes it."""

    do: EffectKind
    amount: int = 0
    any: bool = False
    challenge: int = 0

    @property
    def effect(self) -> AnyEffect:
        """What it means."""
        return meaning(self)


class PassiveLine(tables.Passive, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is so as long as an ability is known or an item carried, as content writes it."""

    modify: PassiveKind
    condition: str = ""
    actions: tuple[str, ...] | Literal["all"] = "all"


_MEANINGS: Mapping[str, Callable[[Line], AnyEffect]] = {
    "damage": lambda line: Damage(amount=line.dice, to=line.to),
    "heal": lambda line: Heal(amount=line.dice, to=line.to),
    "condition": lambda line: Inflict(condition=line.id, rounds=line.rounds, to=line.to),
    "clear": lambda line: RelieveBad(to=line.to) if line.any else Relieve(condition=line.id, to=line.to),
    "push": lambda line: Shift(zones=line.zones, to=line.to),
    "pull": lambda line: Shift(zones=-line.zones, to=line.to),
    "move_ally": lambda line: MoveAlly(zones=line.zones, to=line.to),
    "swap": lambda line: Swap(to=line.to),
    "ardor": lambda line: GainArdor(amount=line.amount, to=line.to),
    "protect": lambda line: Protect(to=line.to),
    "timer": lambda line: HoldOut(rounds=line.amount, to=line.to),
    "hazard": lambda line: LayHazard(challenge=line.challenge, dice=line.dice, rounds=line.rounds),
    "reveal": lambda line: Reveal(to=line.to),
}


@lru_cache(maxsize=2048)
def meaning(line: Line) -> AnyEffect:
    """The typed effect that a line of content stands for."""
    return _MEANINGS[line.do](line)


def meanings(line: PassiveLine) -> tuple[Modify | Grant, ...]:
    """The typed effects of a passive: an immunity, or a change of a value, always or with certain actions."""
    if line.modify == "immune":
        return (Grant(what="immune", condition=line.condition),)
    when = ("",) if line.actions == "all" else line.actions
    return tuple(Modify(field=line.modify, amount=line.amount, when=action) for action in when)


def refuse_lines(lines: tuple[Line, ...]) -> None:
    """Dice and conditions from outside must be such as the game knows."""
    for line in lines:
        try:
            tables.dice_text(line.dice)
        except ValueError as error:
            raise RuleError("bad_args", f"dice: {error}") from None
        if line.do == "condition" and line.id not in tables.conditions():
            raise RuleError("bad_args", f"{line.do}: there is no condition {line.id!r}")
        if line.do == "clear" and not line.any and line.id not in tables.conditions():
            raise RuleError("bad_args", f"clear: there is no condition {line.id!r}")
