"""What content does, in one vocabulary for all games.

An effect says what happens, never how: the rules of a game apply it, in one place each, for play, previews and
simulation alike. A game may add effects of its own to these; what only a person can judge is a `note`.
"""

from typing import Literal, TypeAlias

import msgspec

Amount: TypeAlias = int | str
"""A number; dice, such as `1d6+1`; or the name of a value that the entry itself works out."""

Per: TypeAlias = Literal["turn", "round", "battle", "day"]


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """One thing that an entry of content does."""


class Lasting(Effect, frozen=True, kw_only=True):
    """An effect that may end by itself: after rounds, after time of the clock, or at a named moment."""

    rounds: Amount | None = None
    minutes: Amount | None = None
    hours: Amount | None = None
    until: str = ""


class Modify(Lasting, frozen=True, kw_only=True, tag="modify"):
    """Adds to a value of whoever has it, always or only `when` something holds."""

    field: str
    amount: Amount
    when: str = ""


class Multiply(Effect, frozen=True, kw_only=True, tag="multiply"):
    """Multiplies a value by a fraction, after everything that adds to it."""

    field: str
    factor: str


class Grant(Effect, frozen=True, kw_only=True, tag="grant"):
    """Something that the rules know by name and that whoever has it may do, with its limit."""

    what: str
    dice: str = ""
    condition: str = ""
    item: str = ""
    minutes: int = 0
    uses: int = 0
    """0 is without limit."""
    per: Per = "day"


class Damage(Effect, frozen=True, kw_only=True, tag="damage"):
    """Hurts the targets, or whoever does it."""

    amount: Amount
    kind: str = ""
    to: Literal["target", "self"] = "target"


class Heal(Effect, frozen=True, kw_only=True, tag="heal"):
    """Gives hit points back."""

    amount: Amount
    magical: bool = True


class Inflict(Lasting, frozen=True, kw_only=True, tag="condition"):
    """Lays a condition on the targets, or on as many as fit into a sum of hit dice."""

    condition: str
    hit_dice: Amount | None = None


class Relieve(Effect, frozen=True, kw_only=True, tag="remove_condition"):
    """Takes a condition away."""

    condition: str


class Ward(Lasting, frozen=True, kw_only=True, tag="ward"):
    """Takes the next damage, up to so much."""

    amount: Amount


class Push(Effect, frozen=True, kw_only=True, tag="push"):
    """Moves the targets straight away."""

    feet: Amount


class Summon(Lasting, frozen=True, kw_only=True, tag="summon"):
    """Brings creatures in, as many as fit into a sum of hit dice."""

    creature: str
    count: Amount
    hit_dice: Amount | None = None


class Create(Effect, frozen=True, kw_only=True, tag="create_item"):
    """Puts things into somebody's hands."""

    item: str
    count: Amount = 1
    until: Literal["sunrise"] | None = None


class Revive(Effect, frozen=True, kw_only=True, tag="revive"):
    """Brings back somebody who has not been dead for long."""

    within_rounds: Amount
    hp: Amount


class Note(Effect, frozen=True, kw_only=True, tag="note"):
    """Something for the GM to judge."""

    text: str = ""


SharedEffect: TypeAlias = (
    Modify | Multiply | Grant | Damage | Heal | Inflict | Relieve | Ward | Push | Summon | Create | Revive | Note
)
