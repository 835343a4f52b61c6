"""What content of this game does, beyond the vocabulary of all games."""

from typing import TypeAlias

from rulewright.content.effects import Amount, Effect, Lasting, SharedEffect


class LearnSpells(Effect, frozen=True, kw_only=True, tag="learn_spells", rename={"numbers": "from"}):
    """Spells of one's school: by dice, or those of certain numbers; otherwise one is chosen."""

    dice: tuple[str, ...] = ()
    choose: int = 0
    numbers: tuple[int, ...] = ()


class ShortenInjury(Effect, frozen=True, kw_only=True, tag="shorten_injury"):
    """Takes days from an injury, though never the last one."""

    days: Amount


class Images(Lasting, frozen=True, kw_only=True, tag="images"):
    """Likenesses that take blows."""

    amount: Amount


class LooseDice(Effect, frozen=True, kw_only=True, tag="loose_dice"):
    """Until sunrise Magic Dice return only up to this face."""

    amount: int


class MagicDiceLost(Effect, frozen=True, kw_only=True, tag="magic_dice_lost"):
    """The pool is empty until it returns by rest."""


class Backwash(Effect, frozen=True, kw_only=True, tag="backwash"):
    """A harmful spell strikes the caster alone; any other does nothing."""


class LoseSpell(Effect, frozen=True, kw_only=True, tag="lose_spell"):
    """A spell is gone for good; the GM says which."""


class StatChange(Effect, frozen=True, kw_only=True, tag="stat"):
    """Changes a stat for good."""

    stat: str
    amount: int


class Injure(Effect, frozen=True, kw_only=True, tag="injury"):
    """Deals a certain injury."""

    injury: str
    days: int
    location: str


AnyEffect: TypeAlias = (
    SharedEffect
    | LearnSpells
    | ShortenInjury
    | Images
    | LooseDice
    | MagicDiceLost
    | Backwash
    | LoseSpell
    | StatChange
    | Injure
)
