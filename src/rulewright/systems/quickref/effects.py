"""What content of this game does, beyond the vocabulary of all games."""

from typing import TypeAlias

from rulewright.content.effects import (
    Advantage,
    Allow,
    Bound,
    Choose,
    Cost,
    Effect,
    Fix,
    Grant,
    Immune,
    Modify,
    Multiply,
    Negate,
    Note,
    Reach,
    Reroll,
    Roll,
    Trigger,
    When,
)


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
