"""What a table keeps of this game: sheets, the fight, the scene. Scores follow from these; see `scores.py`."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.systems.quickref.book import (
    STANDARD,
    ArmorClass,
    AttributeModifier,
    ClassId,
    Discipline,
    HitDice,
    HouseRules,
    Level,
    Partials,
    PositiveHitPoints,
    SaveTarget,
    SkillLevel,
)
from rulewright.systems.quickref.rules.attack import AttackBonus, Shock, ShockArmorClass
from rulewright.systems.quickref.rules.characters import Score
from rulewright.table.entities import Entity, Item
from rulewright.table.play import Play
from rulewright.table.state import Encounter, State, World

Attribute: TypeAlias = Literal["str", "dex", "con", "int", "wis", "cha"]
ATTRIBUTES: tuple[Attribute, ...] = ("str", "dex", "con", "int", "wis", "cha")
SaveKind: TypeAlias = Literal["physical", "evasion", "mental", "luck"]
Shield: TypeAlias = Literal["none", "small_shield", "large_shield"]
Things: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=300)]
"""Ids of weapons and gear; what somebody has twice is named twice."""

Pool: TypeAlias = Literal["mage", "healer"]
"""Effort is bound in the tradition that it is for."""

Until: TypeAlias = Literal["scene", "day", "ended"]


class Attributes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The six scores."""

    str: Score = 10
    dex: Score = 10
    con: Score = 10
    int: Score = 10
    wis: Score = 10
    cha: Score = 10


class Committed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of Effort that is bound."""

    pool: Pool
    until: Until
    art: str = ""


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="sheet"):
    """What characters and creatures have in common."""

    max_hp: PositiveHitPoints = 1
    shield: Shield | bool = "none"
    """The shield that is worn; creatures just have one or not, and their armor class has it in it."""
    readied: Things = ()
    stowed: Things = ()
    items: Things = ()
    """Magical things that are carried."""
    spells: tuple[str, ...] = ()
    arts: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()
    unloaded: tuple[str, ...] = ()
    """Weapons that have been fired."""
    uses: Mapping[str, int] = {}
    """How often something limited has been used, until its time begins anew."""
    committed: tuple[Committed, ...] = ()
    last_check: Mapping[str, Any] | None = None
    last_save: Mapping[str, Any] | None = None
    reaction: str = ""
    can_prepare: bool = False
    overrides: Mapping[str, int] = {}
    """Scores that the GM has set, whatever they would be."""


class CharacterSheet(Body, frozen=True, kw_only=True, omit_defaults=True, tag="character"):
    """A character of a player."""

    class_: ClassId = msgspec.field(default="warrior", name="class")
    partials: Partials = ()
    level: Level = 1
    background: str = ""
    attributes: Attributes = Attributes()
    skills: Mapping[str, SkillLevel] = {}
    foci: Mapping[str, Annotated[int, Meta(ge=1, le=2)]] = {}
    """By id; what can be taken again is written with its choice, such as `specialist:sneak`."""
    armor: str = "none"
    credit: Mapping[str, int] = {}
    """Skill points that a focus gave towards one skill and that are left over."""


class CreatureSheet(Body, frozen=True, kw_only=True, omit_defaults=True, tag="creature"):
    """A creature, or somebody without a class, by a line of numbers."""

    creature: str = ""
    """The kind of the book that it is."""
    hit_dice: HitDice = 1
    armor_class: ArmorClass = 10
    armored: bool = False
    attack_bonus: AttackBonus = 0
    attacks: Annotated[int, Meta(ge=1, le=20)] = 1
    damage: str = "1d4"
    """Dice, or `weapon`."""
    weapon: str = ""
    weapon_bonus: Annotated[int, Meta(ge=0, le=20)] = 0
    shock: Shock | Literal["weapon"] | None = None
    shock_armor_class: ShockArmorClass | None = None
    move: Annotated[int, Meta(ge=0, le=1000)] = 30
    morale: Annotated[int, Meta(ge=2, le=12)] = 7
    instinct: Annotated[int, Meta(ge=0, le=10)] = 5
    skill: Annotated[int, Meta(ge=0, le=10)] = 0
    save: SaveTarget | None = None
    """Where it is not what the hit dice say."""
    minor: bool | None = None
    """Whether it dies at once; where nothing is said, its hit dice decide."""
    discipline: Discipline = "undisciplined"
    dexterity_modifier: AttributeModifier = 0
    caster_level: Annotated[int, Meta(ge=1, le=10)] | None = None
    effort: Annotated[int, Meta(ge=0, le=30)] = 0
    """What it has of Effort when fresh."""
    tags: tuple[str, ...] = ()
    special: tuple[str, ...] = ()


Sheet: TypeAlias = CharacterSheet | CreatureSheet


class Fight(Encounter, frozen=True, kw_only=True, omit_defaults=True):
    """A fight. Its participants are those who were able when it began, or came later."""

    mode: Literal["side", "individual"] = "side"
    surprised: tuple[str, ...] = ()
    morale_due: Mapping[str, int] = {}
    """Sides that have to check, with what is added to their scores."""
    reasons_used: Mapping[str, tuple[str, ...]] = {}
    """By side: the reasons to check that come only once in a fight."""
    free_attacks: tuple[str, ...] = ()
    """Offers, written `foe>mover`."""
    pending: Mapping[str, Any] | None = None
    """The attack or spell whose dice have fallen, and that has not taken effect."""


class Scene(World, frozen=True, kw_only=True, omit_defaults=True):
    """Time, the ground, the switches of the table."""

    house_rules: HouseRules = STANDARD
    kind: Literal["", "distances"] = ""
    """Whether it counts where everybody stands, in feet along a line."""
    dropped: Things = ()
    """What lies on the ground."""


Being: TypeAlias = Entity[Sheet, Item]
QuickrefPlay: TypeAlias = Play[Sheet, Item, Fight, Scene]
QuickrefState: TypeAlias = State[Sheet, Item, Fight, Scene]
