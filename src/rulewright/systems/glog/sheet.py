"""What a table keeps of this game: sheets, gear, the fight, the world. Scores follow from these; see `scores.py`."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.systems.glog.book import STANDARD, HitDice, HouseRules, Level, Quality, SchoolId, Score, Stat
from rulewright.systems.glog.rules.armor import Material
from rulewright.table.entities import Entity, Item
from rulewright.table.play import Play
from rulewright.table.state import Encounter, State, World

StatKey = Literal["str", "dex", "tal", "wil", "cha"]
STATS = {"str": "strength", "dex": "dexterity", "tal": "talent", "wil": "willpower", "cha": "charisma"}
"""GL-CHAR-01: the keys that a sheet uses, and the stats that they stand for."""

DamageKind = Literal["physical", "magical", "resolve"]


class InjuryBorne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lasting wound that somebody has."""

    injury: str
    location: str
    days: Annotated[int, Meta(ge=1, le=1000)]


class Body(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="sheet",
    rename={stat: key for key, stat in STATS.items()},
):
    """What characters and creatures have in common."""

    strength: Stat = 10
    dexterity: Stat = 10
    talent: Stat = 10
    willpower: Stat = 10
    charisma: Stat = 10
    type: str = ""
    hands: tuple[str, ...] = ()
    """Items held; the first is in the right hand."""
    worn: str | None = None
    injuries: tuple[InjuryBorne, ...] = ()
    brain: tuple[str, ...] = ()
    prison: Mapping[str, str] = {}
    """The vessel that a spell in the brain or away was last locked in."""
    away: Mapping[str, str] = {}
    """Spells that are gone until sunrise, and where they were cast from."""
    dooms: Mapping[str, int] = {}
    freed: tuple[SchoolId, ...] = ()
    used: Mapping[str, int] = {}
    """Uses of what is limited for each turn, round or day."""
    identified: tuple[str, ...] = ()
    """Items on which the one try is spent."""
    reroll_armed: bool = False
    overrides: Mapping[str, int] = {}
    """Scores that the GM has set, whatever they would be."""


class CharacterSheet(Body, frozen=True, kw_only=True, omit_defaults=True, tag="character"):
    """A character of a player."""

    level: Level = 1
    templates: tuple[str, ...] = ()
    schools: tuple[SchoolId, ...] = ()
    quarry: str = ""
    abilities: tuple[str, ...] = ()
    """What was quested for."""
    convictions: tuple[str, ...] = ()
    affliction: str | None = None
    swapped: bool = False


class NaturalAttack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a creature strikes with."""

    name: str
    damage: str
    kind: DamageKind = "physical"
    ranged: bool = False


class CreatureSheet(Body, frozen=True, kw_only=True, omit_defaults=True, tag="creature"):
    """A creature, or somebody for hire, by its ready numbers."""

    hit_dice: HitDice = 1
    attack: Score = 10
    defense: Score = 10
    hp: Annotated[int, Meta(ge=1, le=5000)] = 1
    """The most that it has."""
    save: Score = 5
    movement: Annotated[int, Meta(ge=0, le=1000)] = 12
    morale: Annotated[int, Meta(ge=2, le=12)] = 7
    damage: str = ""
    """The one attack of a creature that has no list."""
    attacks: tuple[NaturalAttack, ...] = ()
    uses_dismemberment: bool = False
    traits: tuple[str, ...] = ()
    """What it can do that the GM must judge."""
    leaves_at: int | None = None
    """The second of the clock at which it goes, if it was summoned."""

    @property
    def ways_to_attack(self) -> tuple[NaturalAttack, ...]:
        """Its attacks; the first is the usual one."""
        if self.attacks or not self.damage:
            return self.attacks
        return (NaturalAttack(name="attack", damage=self.damage),)


Sheet: TypeAlias = CharacterSheet | CreatureSheet


class Gear(Item, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is carried, or lies where its owner dropped it."""

    quality: Quality = "standard"
    breaks: Annotated[int, Meta(ge=0, le=6)] = 0
    material: Material = "ordinary"
    dropped: bool = False
    loaded: bool = True
    """Of a crossbow."""
    spells: tuple[str, ...] = ()
    banked: Annotated[int, Meta(ge=0, le=100)] = 0
    school: SchoolId | None = None
    max_banked: Annotated[int, Meta(ge=0, le=100)] | None = None
    max_spells: Annotated[int, Meta(ge=0, le=100)] | None = None
    magical: bool = False
    until: Literal["sunrise"] | None = None


class Fight(Encounter, frozen=True, kw_only=True, omit_defaults=True):
    """A fight."""

    confined: bool = False


class Scene(World, frozen=True, kw_only=True, omit_defaults=True):
    """Time, the chase, the switches of the table."""

    house_rules: HouseRules = STANDARD
    gap: Annotated[int, Meta(ge=1, le=4)] | None = None
    """How far apart those in a chase are."""


Being: TypeAlias = Entity[Sheet, Gear]
GlogPlay: TypeAlias = Play[Sheet, Gear, Fight, Scene]
GlogState: TypeAlias = State[Sheet, Gear, Fight, Scene]
