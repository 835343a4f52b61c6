"""What content does, in one vocabulary for all games.

An effect says what happens, never how: the rules of a game apply it, in one place each, for play, previews and
simulation alike. Small effects are put together by others that hold effects: a trigger waits, a save branches, a reach
says to whom. A game names those that it applies, and may add effects of its own; what only a person can judge is a
`note`. `docs/effects.md` says which words of which game became what.

`extra={"refers": …}` says which entries, or which list of the game's own names, a word must be one of.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Amount: TypeAlias = Annotated[int | str, Meta(extra={"amount": True})]
"""A number; dice, such as `1d6+1`; or the name of a value that the entry or the game works out."""

Fraction: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$")]
"""Such as `1/2`, or a whole number."""

Per: TypeAlias = Literal["turn", "round", "battle", "scene", "day", "week", "session"]

FieldName: TypeAlias = Annotated[str, Meta(extra={"refers": "fields"})]
"""A value of somebody, as the game calls it."""

Circumstance: TypeAlias = Annotated[str, Meta(extra={"refers": "circumstances"})]
"""Something that holds or does not, as the game calls it, such as `target_unaware`."""

Moment: TypeAlias = Annotated[str, Meta(extra={"refers": "moments"})]
"""Something that happens, as the game calls it, such as `hit` or `turn_start`."""

Ending: TypeAlias = Annotated[str, Meta(extra={"refers": "endings"})]
"""When something ends that has no time of its own, as the game calls it, such as `sunrise`."""

To: TypeAlias = Literal["target", "self"]
"""Whom an effect meets: the targets of what is done, or whoever does it."""

ConditionId: TypeAlias = Annotated[str, Meta(extra={"refers": "conditions"})]
ItemId: TypeAlias = Annotated[str, Meta(extra={"refers": "items"})]
CreatureId: TypeAlias = Annotated[str, Meta(extra={"refers": "creatures"})]


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """One thing that an entry of content does."""


if TYPE_CHECKING:
    # Whoever applies effects asks for their classes; a game that holds effects of its own declares the field again.
    AnyEffect: TypeAlias = Effect


class Lasting(Effect, frozen=True, kw_only=True):
    """An effect that may end by itself: after rounds, after time of the clock, or at a named moment."""

    rounds: Amount | None = None
    minutes: Amount | None = None
    hours: Amount | None = None
    until: Ending = ""


class Limited(Effect, frozen=True, kw_only=True):
    """An effect that may be had so many times, until the limit begins anew."""

    uses: int = 0
    """0 is without limit."""
    per: Per = "day"


# ---------------------------------------------------------------- numbers


class Modify(Lasting, frozen=True, kw_only=True, tag="modify"):
    """Adds to a value of whoever has it, always or only `when` something holds."""

    field: FieldName
    amount: Amount
    when: Circumstance = ""


class Multiply(Effect, frozen=True, kw_only=True, tag="multiply"):
    """Multiplies a value by a fraction, after everything that adds to it."""

    field: FieldName
    factor: Fraction


class Fix(Lasting, frozen=True, kw_only=True, tag="fix"):
    """Lets a value be this, whatever it would be otherwise."""

    field: FieldName
    value: int | str | bool


class Bound(Lasting, frozen=True, kw_only=True, tag="bound"):
    """Keeps a value from going below the one number or above the other."""

    field: FieldName
    least: Amount | None = None
    most: Amount | None = None


class Substitute(Lasting, frozen=True, kw_only=True, tag="substitute"):
    """Lets one value stand where the rules ask for another."""

    use: FieldName
    instead_of: FieldName


class Advantage(Lasting, frozen=True, kw_only=True, tag="advantage"):
    """So many more dice for a roll, of which the best count; with a number below 0 the worst."""

    on: tuple[str, ...]
    dice: int = 1


class Reroll(Limited, frozen=True, kw_only=True, tag="reroll"):
    """Lets dice fall again."""

    what: str
    only: Literal["", "failed", "succeeded", "ones"] = ""
    keep: Literal["last", "better", "chosen"] = "last"


# ---------------------------------------------------------------- harm and its opposite


class Damage(Effect, frozen=True, kw_only=True, tag="damage"):
    """Hurts the targets, or whoever does it."""

    amount: Amount
    kind: str = ""
    to: To = "target"


class Heal(Effect, frozen=True, kw_only=True, tag="heal"):
    """Gives hit points back."""

    amount: Amount
    magical: bool = True
    to: To = "target"


class Ward(Lasting, frozen=True, kw_only=True, tag="ward"):
    """Takes the next damage, up to so much."""

    amount: Amount


class Resist(Lasting, frozen=True, kw_only=True, tag="resist"):
    """Makes damage of these kinds, or of all, less: by a number, and then by a factor, of which 0 leaves nothing."""

    kinds: tuple[str, ...] = ()
    amount: Amount = 0
    factor: Fraction = "1"


class Immune(Lasting, frozen=True, kw_only=True, tag="immune"):
    """Something can't happen to whoever has it: a condition, or what the game calls by name."""

    to: tuple[str, ...]


class Negate(Limited, frozen=True, kw_only=True, tag="negate"):
    """Undoes something that is about to happen, or sends it elsewhere."""

    what: str
    when: Circumstance = ""
    redirect: str = ""


class Revive(Effect, frozen=True, kw_only=True, tag="revive"):
    """Brings back somebody who has not been dead for long."""

    within_rounds: Amount
    hp: Amount


# ---------------------------------------------------------------- states


class Inflict(Lasting, frozen=True, kw_only=True, tag="condition"):
    """Lays a condition on the targets, or on as many as fit into a sum of hit dice."""

    condition: ConditionId
    hit_dice: Amount | None = None
    to: To = "target"


class Relieve(Effect, frozen=True, kw_only=True, tag="remove_condition"):
    """Takes a condition away."""

    condition: ConditionId
    to: To = "target"


class Suspend(Lasting, frozen=True, kw_only=True, tag="suspend"):
    """A condition is there and does nothing."""

    condition: ConditionId


class Resource(Effect, frozen=True, kw_only=True, tag="resource"):
    """Gives or takes of a counter, within its range."""

    counter: Annotated[str, Meta(extra={"refers": "counters"})]
    amount: Amount
    to: To = "target"


class Transform(Lasting, frozen=True, kw_only=True, tag="transform"):
    """Makes somebody something else."""

    into: str


# ---------------------------------------------------------------- what may be done


class Grant(Limited, frozen=True, kw_only=True, tag="grant"):
    """Something that the rules know by name and that whoever has it may do, with its limit."""

    what: Annotated[str, Meta(extra={"refers": "grants"})]
    dice: str = ""
    condition: ConditionId = ""
    item: ItemId = ""
    minutes: int = 0


class Allow(Lasting, frozen=True, kw_only=True, tag="allow"):
    """Lets somebody do what others may not."""

    what: tuple[str, ...]


class Forbid(Lasting, frozen=True, kw_only=True, tag="forbid"):
    """Something can't be done, or only if something holds."""

    what: tuple[str, ...]
    unless: Circumstance = ""


class Action(Limited, frozen=True, kw_only=True, tag="action"):
    """More actions of a kind, for anything or for some commands only."""

    kind: str
    count: Amount = 1
    only: tuple[str, ...] = ()


class Cost(Limited, frozen=True, kw_only=True, tag="cost"):
    """Changes what a command costs: another kind of action, or so much of a counter or item."""

    command: str = ""
    action: str = ""
    counter: str = ""
    item: str = ""
    amount: Amount = 1


class Attack(Limited, frozen=True, kw_only=True, tag="attack"):
    """Attacks that one makes beside the usual, or that something makes at all."""

    weapon: str = ""
    count: Amount = 1
    bonus: Amount = 0
    damage: Amount | None = None
    kind: str = ""
    against: str = ""


# ---------------------------------------------------------------- places and things


class Push(Effect, frozen=True, kw_only=True, tag="push"):
    """Moves the targets straight away."""

    feet: Amount


class Move(Effect, frozen=True, kw_only=True, tag="move"):
    """Moves the targets, by so many of the game's steps."""

    direction: Literal["away", "toward", "swap", "up", "down", "any"]
    distance: Amount
    to: To = "target"


class Terrain(Lasting, frozen=True, kw_only=True, tag="terrain"):
    """Changes the ground: a wall, a bridge, a hazard that does something to whoever enters or stays."""

    kind: str
    blocks: tuple[str, ...] = ()
    step_cost: int = 1
    strength: Amount = 0
    on: Moment = ""
    effects: tuple["AnyEffect", ...] = ()


class Sense(Lasting, frozen=True, kw_only=True, tag="sense"):
    """Perceives what others don't, so far."""

    sense: str
    distance: Amount = 0


class Create(Effect, frozen=True, kw_only=True, tag="create_item"):
    """Puts things into somebody's hands."""

    item: ItemId
    count: Amount = 1
    until: Literal["sunrise"] | None = None


class Destroy(Effect, frozen=True, kw_only=True, tag="destroy"):
    """Ends or breaks something that is no creature: a weapon, cover, a spell; or sends away what was summoned."""

    what: str
    count: Amount = 1
    most_level: Amount | None = None


class Summon(Lasting, frozen=True, kw_only=True, tag="summon"):
    """Brings creatures in, as many as fit into a sum of hit dice."""

    creature: CreatureId
    count: Amount
    hit_dice: Amount | None = None


# ---------------------------------------------------------------- effects that hold effects


class When(Lasting, frozen=True, kw_only=True, tag="when"):
    """Works while something holds, or while it does not."""

    holds: Circumstance = ""
    unless: Circumstance = ""
    effects: tuple["AnyEffect", ...]


class Trigger(Limited, frozen=True, kw_only=True, tag="trigger"):
    """Waits for a moment, then lets its effects happen."""

    on: Moment
    when: Circumstance = ""
    effects: tuple["AnyEffect", ...]


class Save(Effect, frozen=True, kw_only=True, tag="save"):
    """Each target saves, and what happens hangs on it."""

    save: str
    modifier: Amount = 0
    again: Moment = ""
    """When somebody may save again who failed."""
    failure: tuple["AnyEffect", ...] = ()
    success: tuple["AnyEffect", ...] = ()


class Check(Effect, frozen=True, kw_only=True, tag="check"):
    """Whoever does it rolls a check, and what happens hangs on it."""

    check: str
    against: Amount = ""
    success: tuple["AnyEffect", ...] = ()
    failure: tuple["AnyEffect", ...] = ()


class Area(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of space, in the game's steps."""

    shape: Literal["box", "burst", "cone", "line", "zone"]
    origin: Literal["self", "cell", "impact", "item"] = "cell"
    width: Amount = 1
    depth: Amount = 1
    height: Amount = 1
    radius: Amount = 0
    length: Amount = 0
    angle: int = 0


class Reach(Effect, frozen=True, kw_only=True, tag="reach"):
    """Lets effects happen to others than the entry's targets: whom, where, and how many at most."""

    whom: str = "all"
    """Such as `self`, `attacker`, `allies`, `enemies`, `weapon`."""
    only: Circumstance = ""
    area: Area | None = None
    count: Amount | None = None
    effects: tuple["AnyEffect", ...]


class Row(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"least": "from", "most": "to"}
):
    """Faces of a die, and what they bring."""

    least: int
    most: int
    effects: tuple["AnyEffect", ...]


class Roll(Limited, frozen=True, kw_only=True, tag="roll"):
    """A die decides what happens."""

    die: str
    rows: tuple[Row, ...]


class Choose(Effect, frozen=True, kw_only=True, tag="choose"):
    """Its owner picks so many of these when the entry is gained."""

    of: str
    among: tuple[str, ...] = ()
    count: int = 1


class Resolve(Effect, frozen=True, kw_only=True, tag="rule"):
    """A named rule says what happens."""

    rule: str
    arguments: Mapping[str, int | str | bool] = {}


class Note(Effect, frozen=True, kw_only=True, tag="note"):
    """Something for the GM to judge."""

    text: str = ""


SharedEffect: TypeAlias = (
    Modify | Multiply | Grant | Damage | Heal | Inflict | Relieve | Ward | Push | Summon | Create | Revive | Note
)
"""What most games apply, each by its own rules."""

if not TYPE_CHECKING:
    AnyEffect = (
        SharedEffect
        | (Fix | Bound | Substitute | Advantage | Reroll | Resist | Immune | Negate | Suspend | Resource | Transform)
        | (Allow | Forbid | Action | Cost | Attack | Move | Terrain | Sense | Destroy)
        | (When | Trigger | Save | Check | Reach | Roll | Choose | Resolve)
    )
    """The whole vocabulary."""
