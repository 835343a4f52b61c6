"""What a table keeps of this game: sheets, gear, declarations, the round, the world. Scores follow; see `scores.py`."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.systems.ardor.book import (
    AttackKind,
    Attribute,
    CallingId,
    CarefulPenalty,
    ChallengeScore,
    Count,
    DeedId,
    DiceString,
    HouseRules,
    Id,
    Outcome,
    Score,
)
from rulewright.systems.ardor.catalogue import CreatureIntent, Hazard, Place, Power
from rulewright.systems.ardor.effects import Passive
from rulewright.systems.ardor.rules.attack import FULL_DAMAGE, GLANCING_DAMAGE
from rulewright.systems.ardor.rules.challenges import Reduction
from rulewright.systems.ardor.rules.downtime import ClockSize
from rulewright.systems.ardor.rules.zones import Range
from rulewright.table.entities import Entity, Item
from rulewright.table.play import Play
from rulewright.table.state import Encounter, State, World

AttributeId: TypeAlias = Literal["might", "grace", "wits", "heart"]
Text: TypeAlias = Annotated[str, Meta(max_length=400)]
Most: TypeAlias = Annotated[int, Meta(ge=0, le=999)]

INCAPACITATED, FALLEN, DOWN = "incapacitated", "fallen", "down"
"""Out of the fight: a character at 0 Health, one whose Trauma reached the limit, a creature at 0."""


class Attributes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """AR-CHAR-02."""

    might: Attribute = 0
    grace: Attribute = 0
    wits: Attribute = 0
    heart: Attribute = 0


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="sheet"):
    """What characters and creatures have in common."""

    maxima: Mapping[str, Most] = {}
    """Maxima that were said, whatever they would be: of those who have no calling, and what the GM has set."""


class CharacterSheet(Body, frozen=True, kw_only=True, omit_defaults=True, tag="character"):
    """A character of a player (AR-CHAR-01)."""

    calling: CallingId | None = None
    attributes: Attributes = Attributes()
    abilities: tuple[str, ...] = ()
    variations: Mapping[str, tuple[str, ...]] = {}
    discovered: tuple[str, ...] = ()
    """Found and not yet learned; a variation as `ability:variation`."""
    fresh: tuple[str, ...] = ()
    """Of these, what may still be learned at once."""
    discovery_open: bool = False
    comforts: tuple[str, ...] = ()
    goal: Annotated[str, Meta(max_length=200)] = ""
    health_advances: Count = 0
    ardor_advances: Count = 0
    surge_advances: Count = 0
    hands: tuple[str, ...] | None = None
    """Weapons held, where that was said; otherwise the first on the sheet that two hands can hold."""
    fate: Literal["dies", "retires"] | None = None
    tags: tuple[str, ...] = ()


class CreatureSheet(
    Body, frozen=True, kw_only=True, omit_defaults=True, tag="creature", rename={"powers": "abilities"}
):
    """A stat block (AR-NPC-01)."""

    creature: str = ""
    """Which one of the book it is, if it is one."""
    tier: Literal["minion", "standard", "elite", "boss"] = "standard"
    base: Score | None = None
    """The base score; nothing where it is not known to whoever looks."""
    health: Annotated[int, Meta(ge=1, le=999)] | None = None
    ardor: Count = 0
    full: DiceString = FULL_DAMAGE
    glancing: DiceString = GLANCING_DAMAGE
    attack_kind: AttackKind = "melee"
    range: Range = 0
    ward: Count = 0
    passives: tuple[Passive, ...] = ()
    powers: tuple[Power, ...] = ()
    intents: tuple[CreatureIntent, ...] = ()
    tags: tuple[str, ...] = ()
    text: Text = ""


Sheet: TypeAlias = CharacterSheet | CreatureSheet


class Gear(Item, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon or a thing that is carried."""


# ---------------------------------------------------------------- what somebody means to do


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """AR-ZONE-06: a connection that nobody of another side shall cross."""

    from_: Id
    to: Id


EntityName: TypeAlias = Annotated[str, Meta(max_length=100)]


class Deed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action of a round, as it was declared (AR-ROUND-03)."""

    action: DeedId
    ability: str = ""
    item: str = ""
    """An item that is used like an ability."""
    target: EntityName = ""
    targets: Annotated[tuple[EntityName, ...], Meta(max_length=8)] = ()
    path: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    order: Literal["move_first", "attack_first"] = "move_first"
    weapon: str = ""
    use: AttackKind | Literal[""] = ""
    attribute: AttributeId | None = None
    modifier: Annotated[int, Meta(ge=-5, le=5)] = 0
    zone: str = ""
    to_zone: str = ""
    claim: Annotated[str, Meta(max_length=100)] = ""

    @property
    def named(self) -> tuple[str, ...]:
        """Everybody at whom it is aimed by name."""
        return self.targets or ((self.target,) if self.target else ())

    @property
    def shown(self) -> str:
        """What it is called afterwards."""
        return self.ability or self.item or self.action


class Declaration(Deed, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that one combatant declares for a round."""

    second: Deed | None = None
    third: Deed | None = None
    """The free action of an Inspired Moment, where two were declared already."""
    block: Block | None = None
    careful: bool = False
    spend_surge: bool = False
    take_tend: bool = True
    take_protection: bool = True
    shown_as: Annotated[str, Meta(max_length=400)] = ""
    """What the players are told of a creature that means something else."""
    paid: Count = 0
    """Ardor, all together; what of it was for the second action."""
    paid_second: Count = 0

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """All actions, in order."""
        return (self, *([self.second] if self.second else []), *([self.third] if self.third else []))


# ---------------------------------------------------------------- the round

Phase: TypeAlias = Literal["intents", "declarations", "rolls", "inspired", "resolution"]


class Danger(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """AR-ROUND-12: a situation in which something may go wrong."""

    fumble_score: Score
    actions: tuple[str, ...] | Literal["all"] = "all"
    careful: Literal["reduce", "eliminate"] = "eliminate"
    careful_penalty: CarefulPenalty = 4
    reduction: Reduction = 8
    consequence: Literal["flag", "lose_action"] = "flag"
    text: Text = ""


class Ruling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """AR-ROUND-13: what the GM has decided about this round."""

    kind: Literal["outcome", "conflict", "claim", "reach", "score"]
    attacker: str = ""
    target: str = ""
    outcome: Outcome | None = None
    winner: str = ""
    loser: str = ""
    id: str = ""
    claim: str = ""
    part: Literal["main", "second"] = "main"
    reachable: bool | None = None
    score: Score | None = None


class Struck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack of the last round, as everybody saw it."""

    attacker: str
    target: str
    action: str
    outcome: Literal["full", "glancing", "miss", "no_reach"]
    damage: int


class LaidHazard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A danger that somebody has brought into a zone."""

    zone: str
    hazard: Hazard
    first: int
    """The first round in which it hurts, and the last."""
    last: int


class Fight(Encounter, frozen=True, kw_only=True, omit_defaults=True):
    """An encounter (AR-ROUND-01)."""

    challenge: ChallengeScore = 11
    scores: Mapping[str, int] = {}
    inspired: tuple[str, ...] = ()
    surge_dice: Mapping[str, int] = {}
    """What the d6 of the surges of those who try to wake has shown."""
    may_act: tuple[str, ...] = ()
    """Those of the Inspired who may still choose a free action."""
    fumble: Danger | None = None
    rulings: tuple[Ruling, ...] = ()
    outcomes: tuple[Struck, ...] = ()
    fumbled: tuple[str, ...] = ()
    stopped: Mapping[str, str] = {}
    claims: Mapping[str, str | None] = {}
    over: bool = False
    winner: str | None = None
    hazards: tuple[LaidHazard, ...] = ()
    used: Mapping[str, tuple[str, ...]] = {}
    """Items that do their work once an encounter."""
    hurt_by: Mapping[str, str] = {}
    fell: tuple[str, ...] = ()
    """Those who went down in the middle of this round; it does not count for their timers."""
    revealed: Mapping[str, int] = {}
    """Creatures that the players see through, and in which round."""


# ---------------------------------------------------------------- the world


class GoalClock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """AR-GOAL-02: a goal or a feature on its way."""

    filled: Annotated[int, Meta(ge=0, le=12)] = 0
    size: ClockSize = 6
    challenge: ChallengeScore = 11
    workers: tuple[str, ...] = ()


class Scene(World, frozen=True, kw_only=True, omit_defaults=True):
    """Time, the map, what the party is working on, the switches of the table."""

    house_rules: HouseRules = HouseRules()
    place: Place = Place()
    clocks: Mapping[str, GoalClock] = {}
    features: tuple[str, ...] = ()
    """Finished parts of the stronghold."""
    stronghold: Annotated[str, Meta(max_length=200)] = ""
    stronghold_tags: tuple[str, ...] = ()
    resting: Literal["extended"] | None = None
    at_stronghold: bool = False
    picks: Mapping[str, Annotated[int, Meta(ge=0, le=99)]] = {}
    wealth: Annotated[str, Meta(max_length=2000)] = ""
    last: Any = None
    """What the last check came to."""


Being: TypeAlias = Entity[Sheet, Gear]
ArdorPlay: TypeAlias = Play[Sheet, Gear, Fight, Scene]
ArdorState: TypeAlias = State[Sheet, Gear, Fight, Scene]
