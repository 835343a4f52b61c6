"""What content of this game does, beyond the vocabulary of all games."""

from typing import Literal, TypeAlias

from rulewright.content.effects import (
    Advantage,
    Allow,
    Bound,
    Choose,
    ConditionId,
    Cost,
    CreatureId,
    Effect,
    Fix,
    Grant,
    Immune,
    Limited,
    Modify,
    Multiply,
    Negate,
    Note,
    Reach,
    Relieve,
    Reroll,
    Roll,
    Trigger,
    When,
)

SaveName: TypeAlias = Literal["physical", "evasion", "mental", "luck"]

# ---------------------------------------------------------------- foci and classes


class UnarmedDamage(Effect, frozen=True, kw_only=True, tag="unarmed_damage"):
    """Bare hands do these dice by the level of Punch; the trained and the untrained share the first."""

    by_punch_level: tuple[str, ...]
    shock: int
    shock_armor_class: int
    shock_from_punch_level: int


FocusEffect: TypeAlias = (
    (Advantage | Allow | Bound | Choose | Cost | Fix | Grant | Immune | Modify | Multiply | Negate | Note)
    | (Reach | Reroll | Roll | Trigger | When)
    | UnarmedDamage
)
"""What foci and the abilities of classes do."""


# ---------------------------------------------------------------- arts and things


class MagicalHealing(Effect, frozen=True, kw_only=True, tag="magical_healing"):
    """QR-INJ-07, with so much System Strain."""

    healing: str
    bonus: int = 0
    add_skill: str = ""
    strain: int
    range: Literal["", "touch"] = ""


class Improve(Effect, frozen=True, kw_only=True, tag="improve"):
    """Makes another art better."""

    art: str
    add_level: bool = False
    no_effort: bool = False
    range_feet_per_level: int = 0
    quick_uses: Literal["", "level"] = ""
    """How often in a day it takes but an On Turn Action, once for each target in a round."""


class Cure(Effect, frozen=True, kw_only=True, tag="cure"):
    """Takes any of these conditions away."""

    conditions: tuple[ConditionId, ...]


class NightRest(Effect, frozen=True, kw_only=True, tag="night_rest"):
    """Sleepers of the side recover so much System Strain, as many of them as one can look after."""

    strain_recovered: int
    allies: int


class CastWhileHurt(Effect, frozen=True, kw_only=True, tag="cast_while_hurt"):
    """A save lets one cast in a round in which one was hurt."""

    save: SaveName


class CastOnTurn(Limited, frozen=True, kw_only=True, tag="cast_on_turn"):
    """The next spell of a Main Action takes but an On Turn Action, and no other comes in the round."""


class RefundCast(Limited, frozen=True, kw_only=True, tag="refund_cast"):
    """The last casting comes back."""


class AreaDamage(Effect, frozen=True, kw_only=True, tag="area_damage"):
    """Bursts; who saves suffers half."""

    damage: str
    radius_feet: int
    range_feet: int
    save: SaveName


class HeldSpell(Effect, frozen=True, kw_only=True, tag="spell"):
    """Casts a spell as somebody of that level."""

    spell: str
    caster_level: int


ArtEffect: TypeAlias = (
    MagicalHealing | Improve | Cure | NightRest | CastWhileHurt | CastOnTurn | RefundCast | Reroll | Note
)
ThingEffect: TypeAlias = MagicalHealing | Relieve | AreaDamage | HeldSpell


# ---------------------------------------------------------------- what spells do besides damage


class Slays(Effect, frozen=True, kw_only=True, tag="slays"):
    """Targets of so few hit dice die at once; `creature` spares the characters of players."""

    max_hit_dice: int
    kind: Literal["creature", "any"] = "any"


class Lay(Effect, frozen=True, kw_only=True, tag="condition"):
    """Lays a condition on those whom it can have."""

    condition: ConditionId
    max_hit_dice: int | None = None
    living_only: bool = False


class OnFailedSave(Effect, frozen=True, kw_only=True, tag="on_failed_save"):
    """Lays a condition on those who do not resist, or throws them down; for how many rounds is the GM's to keep."""

    condition: str
    rounds: str = ""


class Dispel(Effect, frozen=True, kw_only=True, tag="dispel"):
    """QR-MAGIC-08."""


class MoraleCheck(Effect, frozen=True, kw_only=True, tag="morale_check"):
    """Makes enemies check morale."""

    modifier: int = 0


class CasterSave(Effect, frozen=True, kw_only=True, tag="caster_save"):
    """A caster who fails suffers a quarter of the damage, rounded up."""

    save: SaveName


class Later(Effect, frozen=True, kw_only=True, tag="later"):
    """The damage of the spell waits for what these words say, and nobody saves when it is cast."""

    text: str


class Summoned(Effect, frozen=True, kw_only=True, tag="summon"):
    """A creature comes; the GM brings it in."""

    creature: CreatureId


SpellRule: TypeAlias = Slays | Lay | OnFailedSave | Dispel | MoraleCheck | CasterSave | Later | Summoned | Note
"""Whatever is no more than words is a note for the GM."""
