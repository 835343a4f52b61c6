"""The tables that rules look into, as typed values. The files say more; these are the columns that rules read."""

from functools import cache, lru_cache, partial
from typing import Literal, TypeAlias

import msgspec

from rulewright.content import load_table
from rulewright.dice import Dice
from rulewright.dice.text import DiceText
from rulewright.systems.ardor.effects import Benefit, Happening, Passive, Plight, Twist, WeaponBonus

_table = partial(load_table, "ardor", "rulewright.systems.ardor.content")

COMMON = "common"
"""What the calling of an ability says that belongs to no calling."""

Tier: TypeAlias = Literal["spark", "flame", "blaze"]
AbilityKind: TypeAlias = Literal["melee", "ranged", "none"]
AbilityTarget: TypeAlias = Literal["enemy", "two_enemies", "zone_enemies", "ally", "zone_allies", "self", "any", "zone"]

SIZES = (2, 3, 4, 6, 8, 10, 12, 20)


@lru_cache(maxsize=1024)
def dice_text(text: str) -> DiceText:
    """AR-GEN-03: how dice are written; a single one needs no number before it."""
    thrown = f"1{text}" if text.startswith("d") else text
    return DiceText.read(thrown, sizes=SIZES, most_dice=20, most_plus=50 if "d" in text else 999_999)


def roll(dice: Dice, text: str, why: str) -> int:
    """AR-GEN-03: throw dice as they are written; what falls below nothing is nothing."""
    return max(0, dice_text(text).roll(dice, why))


def written(text: DiceText) -> str:
    """Dice as they are written."""
    return f"{text.count}d{text.sides}{f'{text.plus:+d}' if text.plus else ''}"


class Action(msgspec.Struct, frozen=True):
    """A standard action."""

    id: str
    modifier: int
    zones: int
    attacks: bool
    melee_only: bool
    stance: Literal["none", "defend", "flee", "protect"]


class Calling(msgspec.Struct, frozen=True):
    """A character's archetype, as far as numbers go."""

    id: str
    roll: int
    health: int
    ardor: int
    surges: int


class Move(msgspec.Struct, frozen=True):
    """The zones that an ability moves its user."""

    zones: int
    when: Literal["before", "after"]


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """A special ability."""

    id: str
    calling: str
    tier: Tier
    xp: int
    requires: tuple[str, ...]
    use: Literal["action", "passive"]
    ardor: int
    modifier: int
    attack_kind: AbilityKind
    range: int
    target: AbilityTarget
    move: Move | None
    full: tuple[Happening, ...]
    glancing: tuple[Happening, ...]
    miss: tuple[Happening, ...]
    always: tuple[Happening, ...]
    passive: tuple[Passive, ...] = ()


class Condition(msgspec.Struct, frozen=True):
    """What a condition does to whoever has it, and whether it ends when that one attacks."""

    id: str
    effects: tuple[Plight, ...] = ()
    ends_on_attack: bool = False


class Trait(msgspec.Struct, frozen=True):
    """What a trait adds to the actions of a weapon's owner, and to its full hits."""

    id: str
    effects: tuple[WeaponBonus, ...] = ()


class Weapon(msgspec.Struct, frozen=True):
    """A weapon: how far it reaches in either use, if it has that use."""

    id: str
    melee: int | None
    ranged: int | None
    traits: tuple[str, ...]


class RecoveryEvent(msgspec.Struct, frozen=True):
    """A row of the rule of thumb."""

    id: str
    rest: str
    always: tuple[str, ...]
    optional: tuple[str, ...]


class Feature(msgspec.Struct, frozen=True):
    """A part of a stronghold, and what it is for."""

    id: str
    effects: tuple[Benefit, ...]


class Step(msgspec.Struct, frozen=True, rename={"least": "from"}):
    """A step of the ladder of Challenge Scores."""

    id: str
    least: int


class Intent(msgspec.Struct, frozen=True):
    """What a creature may mean to do."""

    faces: tuple[int, ...]
    action: str
    target: str


class Creature(msgspec.Struct, frozen=True):
    """A stat block, as far as rules read it."""

    id: str
    intents: tuple[Intent, ...]


class Variation(msgspec.Struct, frozen=True):
    """A way in which a known ability can change."""

    id: str
    roll: int
    change: tuple[Twist, ...]


class DiscoveryRow(msgspec.Struct, frozen=True):
    """What the faces of the d6 of a discovery mean."""

    kind: Literal["variation", "own", "any"]
    faces: tuple[int, ...]


class Award(msgspec.Struct, frozen=True):
    """What something that was done is worth."""

    id: str
    xp: int


class TierRow(msgspec.Struct, frozen=True):
    """How many abilities of lower tiers one of this tier asks for."""

    id: Tier
    needs: dict[Tier, int]


class CreatureTier(msgspec.Struct, frozen=True):
    """How much a creature of a tier weighs in an encounter."""

    id: str
    points: int


class Segments(msgspec.Struct, frozen=True):
    """How much of a clock work of a grade fills."""

    grade: str
    segments: int


class PlaceTag(msgspec.Struct, frozen=True):
    """A kind of place that somebody may find comfortable."""

    id: str


@cache
def actions() -> dict[str, Action]:
    return _table("actions.yaml", "actions", Action) | _table("actions.yaml", "starter_actions", Action)


@cache
def callings() -> dict[str, Calling]:
    return _table("callings.yaml", "callings", Calling)


@cache
def abilities() -> dict[str, Ability]:
    return _table("abilities.yaml", "abilities", Ability)


@cache
def variations() -> dict[str, Variation]:
    return _table("variations.yaml", "variations", Variation)


@cache
def conditions() -> dict[str, Condition]:
    return _table("conditions.yaml", "conditions", Condition)


@cache
def weapon_traits() -> dict[str, Trait]:
    return _table("weapons.yaml", "traits", Trait)


@cache
def weapons() -> dict[str, Weapon]:
    return _table("weapons.yaml", "weapons", Weapon)


@cache
def recovery_events() -> dict[str, RecoveryEvent]:
    return _table("rests.yaml", "rule_of_thumb", RecoveryEvent)


@cache
def features() -> dict[str, Feature]:
    return _table("downtime.yaml", "features", Feature)


@cache
def ladder() -> tuple[Step, ...]:
    return tuple(_table("challenges.yaml", "ladder", Step).values())


@cache
def creatures() -> dict[str, Creature]:
    return _table("creatures.yaml", "creatures", Creature)


@cache
def tiers() -> dict[str, int]:
    """The points of each tier of creatures."""
    return {row.id: row.points for row in _table("challenges.yaml", "creature_tiers", CreatureTier).values()}


@cache
def discoveries() -> tuple[DiscoveryRow, ...]:
    return tuple(_table("inspired.yaml", "discoveries", DiscoveryRow, key="kind").values())


@cache
def awards() -> dict[str, Award]:
    return _table("advancement.yaml", "awards", Award)


@cache
def tier_needs() -> dict[str, dict[Tier, int]]:
    """What each tier of abilities asks for."""
    return {row.id: row.needs for row in _table("advancement.yaml", "tiers", TierRow).values()}


@cache
def segments() -> dict[str, int]:
    """What work of each grade fills."""
    return {row.grade: row.segments for row in _table("downtime.yaml", "segments", Segments, key="grade").values()}


@cache
def place_tags() -> dict[str, PlaceTag]:
    return _table("rests.yaml", "place_tags", PlaceTag)
