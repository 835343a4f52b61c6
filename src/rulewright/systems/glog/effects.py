"""What content of this game does: the words of all games that it applies, and its own.

What somebody *has* works as long as they have it; what *happens* happens once, to whom the entry names.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rulewright.content.effects import (
    Amount,
    Create,
    Damage,
    Effect,
    Grant,
    Heal,
    Inflict,
    Lasting,
    Modify,
    Multiply,
    Note,
    Push,
    Relieve,
    Revive,
    Summon,
    Ward,
)

Place: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class LearnSpells(Effect, frozen=True, kw_only=True, tag="learn_spells", rename={"numbers": "from"}):
    """Spells of one's school: by dice, those of certain numbers, or some that are chosen."""

    dice: tuple[Literal["d6", "d8", "d10"], ...] = ()
    choose: Annotated[int, Meta(ge=0, le=12)] = 0
    numbers: tuple[Place, ...] = ()


class ShortenInjury(Effect, frozen=True, kw_only=True, tag="shorten_injury"):
    """Takes days from an injury, though never the last one."""

    days: Amount


class Images(Lasting, frozen=True, kw_only=True, tag="images"):
    """Likenesses that take blows."""

    amount: Amount


class LooseDice(Effect, frozen=True, kw_only=True, tag="loose_dice"):
    """Until sunrise Magic Dice return only up to this face."""

    amount: Annotated[int, Meta(ge=0, le=5)]


class MagicDiceLost(Effect, frozen=True, kw_only=True, tag="magic_dice_lost"):
    """The pool is empty until it returns by rest."""


class Backwash(Effect, frozen=True, kw_only=True, tag="backwash"):
    """A harmful spell strikes the caster alone; any other does nothing."""


class Astray(Effect, frozen=True, kw_only=True, tag="astray"):
    """The spell does not reach whom it was meant for; the GM says whom it reaches."""


class LoseSpell(Effect, frozen=True, kw_only=True, tag="lose_spell"):
    """A spell is gone for good; the GM says which."""


class StatChange(Effect, frozen=True, kw_only=True, tag="stat"):
    """Changes a stat for good."""

    stat: Literal["str", "dex", "tal", "wil", "cha"]
    amount: Annotated[int, Meta(ge=-20, le=20)]


class Injure(Effect, frozen=True, kw_only=True, tag="injury"):
    """Deals a certain injury."""

    injury: Annotated[str, Meta(extra={"refers": "injuries"})]
    days: Annotated[int, Meta(ge=1, le=1000)]
    location: Annotated[str, Meta(extra={"refers": "locations"})]


Held: TypeAlias = Modify | Multiply | Grant | Note
"""What a condition, an injury or a reward is good or bad for, as long as somebody has it."""

Learned: TypeAlias = Held | LearnSpells
"""What a template brings."""

Magical: TypeAlias = (
    Damage
    | Heal
    | Inflict
    | Relieve
    | Modify
    | Ward
    | Push
    | Summon
    | Create
    | Revive
    | Note
    | LoseSpell
    | ShortenInjury
    | Images
    | LooseDice
    | MagicDiceLost
    | StatChange
    | Injure
)
"""What a spell, a doom or a thing does."""

Wild: TypeAlias = Magical | Backwash | Astray
"""What a mishap does, which may also turn the spell on its caster, or on somebody else."""

AnyEffect: TypeAlias = Wild | Learned
