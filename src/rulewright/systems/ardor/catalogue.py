"""What content says for play, as typed values. The tables that named rules read are in `tables.py`."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.content import load_table
from rulewright.content.effects import ConditionId
from rulewright.rules import pick
from rulewright.systems.ardor import tables
from rulewright.systems.ardor.book import ActionId, CallingId, ChallengeScore, DeedId, DiceString, Id
from rulewright.systems.ardor.effects import ANY, Clear, Happening, Passive
from rulewright.systems.ardor.rules.abilities import FITS, varied
from rulewright.systems.ardor.rules.zones import Connection, ZoneMap

_table = partial(load_table, "ardor", "rulewright.systems.ardor.content")

HERE = "here"
"""The one zone of a scene without a map."""


# ---------------------------------------------------------------- abilities and items


AbilityId: TypeAlias = Annotated[str, Meta(extra={"refers": "abilities"})]
TagId: TypeAlias = Annotated[str, Meta(extra={"refers": "place_tags"})]


class Power(tables.Ability, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A special ability as it is played: of a character, of a creature, or of an item that works like one."""

    name: str = ""
    calling: CallingId | Literal["common", ""] = ""
    tier: tables.Tier = "spark"
    xp: int = 0
    requires: tuple[AbilityId, ...] = ()
    use: Literal["action", "passive"] = "action"
    ardor: Annotated[int, Meta(ge=0, le=99)] = 0
    modifier: Annotated[int, Meta(ge=-20, le=20)] = 0
    attribute: Literal["might", "grace", "wits", "heart", "none"] = "none"
    attack_kind: tables.AbilityKind = "none"
    range: Annotated[int, Meta(ge=0, le=6)] = 0
    target: tables.AbilityTarget = "self"
    move: tables.Move | None = None
    stance: Literal["none", "defend", "flee"] = "none"
    full: tuple[Happening, ...] = ()
    glancing: tuple[Happening, ...] = ()
    miss: tuple[Happening, ...] = ()
    always: tuple[Happening, ...] = ()
    passive: tuple[Passive, ...] = ()
    text: str = ""

    @property
    def attacks(self) -> bool:
        return self.attack_kind != "none"

    @property
    def steps(self) -> int:
        """The zones that it moves its user."""
        return self.move.zones if self.move else 0


class Goods(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be carried."""

    id: str
    name: str
    slots: int
    use: Literal["action", "passive", "break"]
    consumed: bool = False
    per_encounter: int = 0
    attack_kind: tables.AbilityKind = "none"
    range: int = 0
    target: tables.AbilityTarget = "self"
    modifier: int = 0
    effects: tuple[Happening, ...] = ()
    full: tuple[Happening, ...] = ()
    glancing: tuple[Happening, ...] = ()
    passive: tuple[Passive, ...] = ()
    text: str = ""

    @property
    def power(self) -> Power:
        """What it does when it is used, as an ability."""
        return Power(
            id=self.id,
            name=self.name,
            modifier=self.modifier,
            attack_kind=self.attack_kind,
            range=self.range,
            target=self.target,
            full=self.full,
            glancing=self.glancing,
            always=self.effects,
        )


class WeaponEntry(msgspec.Struct, frozen=True):
    """What a weapon takes to carry and to hold."""

    id: str
    name: str
    hands: int
    slots: int


@cache
def abilities() -> dict[str, Power]:
    return _table("abilities.yaml", "abilities", Power)


@cache
def goods() -> dict[str, Goods]:
    return _table("items.yaml", "items", Goods)


@cache
def weapons() -> dict[str, WeaponEntry]:
    return _table("weapons.yaml", "weapons", WeaponEntry)


@cache
def learned(ability: str, variations: tuple[str, ...]) -> Power:
    """An ability as somebody has learned to use it; what does not fit it changes nothing."""
    power: tables.Ability = pick("ability", ability, abilities())
    for name in variations:
        change = pick("variation", name, tables.variations())
        if FITS[name](power):
            power = varied(power, change)
    assert isinstance(power, Power)
    return power


# ---------------------------------------------------------------- zones


class Hazard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """AR-ZONE-07: a danger of a zone."""

    id: Id
    challenge: ChallengeScore
    trigger: Literal["enter", "stay"] = "stay"
    dice: DiceString = "0"
    condition: ConditionId | None = None
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0


class Zone(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place that one is in or not."""

    id: Id
    name: Annotated[str, Meta(max_length=100)] = ""
    challenge: ChallengeScore | None = None
    hazards: tuple[Hazard, ...] = ()
    tags: tuple[TagId, ...] = ()


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A map of zones, with a Challenge Score of its own if it has one."""

    id: str = ""
    name: Annotated[str, Meta(max_length=100)] = ""
    challenge: ChallengeScore | None = None
    fumble: Annotated[str, Meta(extra={"refers": "fumbles"})] | None = None
    zones: Annotated[tuple[Zone, ...], Meta(min_length=1, max_length=99)] = (Zone(id=HERE),)
    connections: Annotated[tuple[Connection, ...], Meta(max_length=99)] = ()

    def __post_init__(self) -> None:
        known = {zone.id for zone in self.zones}
        if len(known) != len(self.zones):
            raise ValueError("zones: two of them have the same id")
        for way in self.connections:
            for end in (way.from_, way.to):
                if end not in known:
                    raise ValueError(f"connections: there is no zone {end!r}")

    @property
    def map(self) -> ZoneMap:
        """What rules of space are asked with."""
        return ZoneMap(tuple(zone.id for zone in self.zones), self.connections)

    @property
    def map_for_flyers(self) -> ZoneMap:
        """AR-ZONE-09: whoever flies passes wherever one can see, without hindrance."""
        ways = tuple(
            replace(way, passable=True, rough=False, challenge=None) if way.sight else way for way in self.connections
        )
        return ZoneMap(tuple(zone.id for zone in self.zones), ways)

    def zone(self, id: str) -> Zone | None:
        return next((zone for zone in self.zones if zone.id == id), None)


@cache
def places() -> dict[str, Place]:
    return _table("zones.yaml", "maps", Place)


# ---------------------------------------------------------------- creatures


class CreatureIntent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """AR-NPC-03: something that a creature may mean to do."""

    faces: tuple[int, ...]
    action: DeedId
    ability: str | None = None
    target: Literal["nearest", "weakest", "strongest", "last_attacker", "self", "ally"] = "nearest"
    shown: str = ""


class Named(msgspec.Struct, frozen=True):
    """The name of an entry."""

    id: str
    name: str


Raw: TypeAlias = dict[str, Any]


@cache
def creature_names() -> dict[str, str]:
    return {kind: entry.name for kind, entry in _table("creatures.yaml", "creatures", Named).items()}


@cache
def creatures() -> dict[str, Raw]:
    """Stat blocks as they are written; `entities.py` makes sheets of them."""
    return _table("creatures.yaml", "creatures", dict[str, Any])


class ReadyEncounter(msgspec.Struct, frozen=True):
    """AR-GM-05: a scene with its creatures."""

    id: str
    name: str
    map: str
    creatures: Mapping[str, int]
    text: str


@cache
def encounters() -> dict[str, ReadyEncounter]:
    return _table("encounters.yaml", "encounters", ReadyEncounter)


# ---------------------------------------------------------------- characters and what they strive for


class CallingEntry(msgspec.Struct, frozen=True):
    """A calling, as somebody who makes a character needs it."""

    id: CallingId
    name: str
    leading: str
    suggested: Mapping[str, int]
    weapons: tuple[str, ...]


class GoalEntry(msgspec.Struct, frozen=True):
    """A goal or a feature of a stronghold: how long it takes, and how hard it is."""

    id: str
    name: str
    clock: Literal[4, 6, 8, 10, 12]
    challenge: int
    reward: str = ""


class FumbleEntry(msgspec.Struct, frozen=True):
    """A situation in which something may go wrong."""

    id: str
    fumble_score: int
    actions: tuple[ActionId, ...] | Literal["all"]
    careful: Literal["reduce", "eliminate"]
    careful_penalty: int
    text: str
    consequence: Literal["flag", "lose_action"] = "flag"
    reduction: int = 8


@cache
def callings() -> dict[str, CallingEntry]:
    return _table("callings.yaml", "callings", CallingEntry)


@cache
def pregens() -> dict[str, Raw]:
    """Ready characters, as descriptions of entities."""
    return _table("pregens.yaml", "characters", dict[str, Any])


@cache
def goals() -> dict[str, GoalEntry]:
    return _table("downtime.yaml", "goals", GoalEntry)


@cache
def features() -> dict[str, GoalEntry]:
    return _table("downtime.yaml", "features", GoalEntry)


@cache
def fumbles() -> dict[str, FumbleEntry]:
    return _table("fumbles.yaml", "fumbles", FumbleEntry)


class ConditionEntry(msgspec.Struct, frozen=True):
    """A condition beyond its numbers."""

    id: str
    name: str
    bad: bool


@cache
def conditions() -> dict[str, ConditionEntry]:
    return _table("conditions.yaml", "conditions", ConditionEntry)


def cleared_by(effect: Clear) -> tuple[str, ...]:
    """AR-ABIL-02: the conditions that it takes away."""
    if effect.condition == ANY:
        return tuple(condition.id for condition in conditions().values() if condition.bad)
    return (effect.condition,)
