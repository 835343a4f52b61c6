"""What content of this game does: the words of all games that it applies, each held to what this game makes of it.

What somebody *has* works as long as they have it, without dice; what *happens* happens once, to whom the entry names.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rulewright.content.effects import (
    Bound,
    Check,
    ConditionId,
    Damage,
    Effect,
    Fix,
    Forbid,
    Grant,
    Heal,
    Immune,
    Inflict,
    Lasting,
    Modify,
    Move,
    Note,
    Relieve,
    Resource,
    Sense,
    Substitute,
    Terrain,
    Trigger,
)
from rulewright.systems.ardor.book import ActionId, ChallengeScore, DiceString

Thrown: TypeAlias = Annotated[int, Meta(ge=0, le=999_999)] | DiceString
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Small: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
Nothing: TypeAlias = Literal[""]

ANY = "any"
"""What is taken away when it is every bad condition."""


def ends_with_its_entry(effect: Lasting, *may: str) -> None:
    """Nothing of this game ends by the clock, and what somebody has lasts as long as they have it."""
    for name in Lasting.__struct_fields__:
        if getattr(effect, name) and name not in may:
            raise ValueError(f"{name}: leave it out, it lasts as long as what it belongs to")


def total(effects: Iterable[Effect], field: str, *when: str) -> int:
    """AR-ABIL-03: all that is added to a value, always and with any of these circumstances."""
    return sum(
        int(effect.amount)
        for effect in effects
        if isinstance(effect, Modify) and effect.field == field and (not effect.when or effect.when in when)
    )


# ---------------------------------------------------------------- what happens


class Hurt(Damage, frozen=True, kw_only=True, tag="damage"):
    """Noted damage."""

    amount: Thrown
    kind: Nothing = ""


class Mend(Heal, frozen=True, kw_only=True, tag="heal"):
    """Noted healing."""

    amount: Thrown
    magical: Literal[True] = True


class Give(Inflict, frozen=True, kw_only=True, tag="condition"):
    """A condition for so many rounds."""

    rounds: Rounds
    hit_dice: None = None

    def __post_init__(self) -> None:
        ends_with_its_entry(self, "rounds")


class Clear(Relieve, frozen=True, kw_only=True, tag="remove_condition"):
    """Takes one condition away, or every bad one."""

    condition: Annotated[str, Meta(extra={"refers": "removable"})]


class Shift(Move, frozen=True, kw_only=True, tag="move"):
    """Somebody is driven, drawn, led or put elsewhere, zone by zone."""

    direction: Literal["away", "toward", "any", "swap"]
    distance: Annotated[int, Meta(ge=0, le=99)]

    def __post_init__(self) -> None:
        if (self.direction == "swap") != (self.distance == 0):
            raise ValueError(f"distance: found {self.distance}, where a swap has 0 and all else the number of zones")


class Gain(Resource, frozen=True, kw_only=True, tag="resource"):
    """Ardor that is gained or lost, or rounds more for an Incapacitated one."""

    counter: Literal["ardor", "timer"]
    amount: Small


class Protect(Substitute, frozen=True, kw_only=True, tag="substitute"):
    """Lends the user's score as a defence, for the round."""

    use: Literal["protector_score"]
    instead_of: Literal["score"]
    rounds: Literal[1]

    def __post_init__(self) -> None:
        ends_with_its_entry(self, "rounds")


class Brave(Check, frozen=True, kw_only=True, tag="check"):
    """The score of the round against a challenge; who fails is hurt."""

    check: Literal["challenge"]
    against: ChallengeScore
    success: Annotated[tuple[Hurt, ...], Meta(max_length=0)] = ()
    failure: tuple[Hurt]


class Endanger(Terrain, frozen=True, kw_only=True, tag="terrain"):
    """Makes a zone dangerous to those who stay in it, from the next round on."""

    kind: Literal["hazard"]
    rounds: Rounds
    on: Literal["stay"]
    effects: tuple[Brave]

    def __post_init__(self) -> None:
        ends_with_its_entry(self, "rounds")
        if self.blocks or self.step_cost != 1 or self.strength:
            raise ValueError("a hazard neither blocks nor hinders: leave out blocks, step_cost and strength")


class Reveal(Sense, frozen=True, kw_only=True, tag="sense"):
    """The players learn what a creature is and what it means to do next."""

    sense: Literal["intents"]
    distance: Literal[0] = 0

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


Happening: TypeAlias = Hurt | Mend | Give | Clear | Shift | Gain | Protect | Endanger | Reveal
"""What an ability or an item does (AR-ABIL-02)."""


def meets_self(effect: Happening) -> bool:
    """Whether it is for whoever does it, and not for the targets."""
    return getattr(effect, "to", "target") == "self"


# ---------------------------------------------------------------- what somebody has


class Bonus(Modify, frozen=True, kw_only=True, tag="modify"):
    """Adds to a value of whoever knows or carries it: to score and ward also with one action alone."""

    field: Literal[
        "score",
        "ward",
        "recover_bonus",
        "timer_bonus",
        "range",
        "move_far",
        "max_health",
        "max_ardor",
        "careful_penalty",
    ]
    amount: Small
    when: ActionId | Nothing = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)
        if self.when and self.field not in ("score", "ward"):
            raise ValueError(f"when: leave it out, {self.field} counts always")


class Gap(Bound, frozen=True, kw_only=True, tag="bound"):
    """From how far below one is missed; of several the smallest counts."""

    field: Literal["flee_gap", "miss_gap"]
    least: None = None
    most: Annotated[int, Meta(ge=1, le=40)]

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


class Proof(Immune, frozen=True, kw_only=True, tag="immune"):
    """These conditions can't be given."""

    to: tuple[ConditionId, ...]

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


Passive: TypeAlias = Bonus | Gap | Proof
"""What an ability, an item or a stat block does all the time (AR-ABIL-03)."""


class WeaponBonus(Modify, frozen=True, kw_only=True, tag="modify"):
    """Adds to the score of an action, or to the damage of full hits."""

    field: Literal["score", "full_damage"]
    amount: Small
    when: ActionId | Nothing = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)
        if (self.field == "score") != bool(self.when):
            raise ValueError("when: a score has the action with which it counts, full_damage has none")


# ---------------------------------------------------------------- what a condition does


class Handicap(Modify, frozen=True, kw_only=True, tag="modify"):
    """Adds to a score, a defence or a ward; to a score perhaps only of those who attack."""

    field: Literal["score", "defense", "ward"]
    amount: Small
    when: Literal["", "attacking"] = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)
        if self.when and self.field != "score":
            raise ValueError(f"when: leave it out, {self.field} counts always")


class Toll(Damage, frozen=True, kw_only=True, tag="damage"):
    """Damage without dice."""

    amount: Annotated[int, Meta(ge=0, le=99)]
    kind: Nothing = ""
    to: Literal["target"] = "target"


class EveryRound(Trigger, frozen=True, kw_only=True, tag="trigger"):
    """Counts whenever a round is settled."""

    on: Literal["settle"]
    uses: Literal[0] = 0
    when: Nothing = ""
    effects: tuple[Toll, ...]


class Weaken(Fix, frozen=True, kw_only=True, tag="fix"):
    """Misses by the gap strike after all, or full hits of basic attacks only graze."""

    field: Literal["miss_by_gap", "basic_full"]
    value: Literal["glancing"]

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


class Keep(Forbid, frozen=True, kw_only=True, tag="forbid"):
    """Keeps somebody from moving, from a second action, or from being aimed at."""

    what: tuple[Literal["move", "second_action", "be_targeted"], ...]
    unless: Nothing = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


Plight: TypeAlias = Handicap | EveryRound | Weaken | Keep
"""What a condition does (AR-COND-01)."""


# ---------------------------------------------------------------- strongholds and variations


class Yield(Modify, frozen=True, kw_only=True, tag="modify"):
    """What a part of a stronghold adds at every Extended Rest."""

    field: Literal["mend_bonus", "work_bonus", "supply_bonus", "xp_discount", "comfort_challenge"]
    amount: Small
    when: Nothing = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)


class Comfort(Grant, frozen=True, kw_only=True, tag="grant"):
    """A kind of place that whoever rests here has."""

    what: Annotated[str, Meta(extra={"refers": "place_tags"})]
    uses: Literal[0] = 0
    dice: Nothing = ""
    condition: Nothing = ""
    item: Nothing = ""
    minutes: Literal[0] = 0


Benefit: TypeAlias = Yield | Comfort | Note
"""What a part of a stronghold is for (AR-GOAL-04)."""


class Twist(Modify, frozen=True, kw_only=True, tag="modify"):
    """Adds to a number of the ability that is varied; to the damage of full hits a die."""

    field: Literal["range", "modifier", "ardor", "rounds", "full_damage", "move_before"]
    amount: Small | Literal["1d6"]
    when: Nothing = ""

    def __post_init__(self) -> None:
        ends_with_its_entry(self)
        if (self.field == "full_damage") != (self.amount == "1d6"):
            raise ValueError("amount: full_damage has one more 1d6, and all else a whole number")
