"""The book of the game, its house rules, and the words that its signatures are written in."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.rules import RuleBook

Score: TypeAlias = Annotated[int, Meta(ge=-1100, le=1100)]
Modifier: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
SituationModifier: TypeAlias = Annotated[int, Meta(ge=-250, le=50)]
Encumbrance: TypeAlias = Annotated[int, Meta(ge=0, le=1010)]
Damage: TypeAlias = Annotated[int, Meta(ge=0, le=5000)]
PositiveDamage: TypeAlias = Annotated[int, Meta(ge=1, le=5000)]
Stat: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
HitPoints: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
MaximumHitPoints: TypeAlias = Annotated[int, Meta(ge=1, le=200)]
HitDice: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
CriticalFaces: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
Quality: TypeAlias = Literal["fragile", "standard", "masterwork"]
SchoolId: TypeAlias = Literal["elderstone", "bonewright", "stormreader", "hearth"]


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table; what is written here is what the game plays when nothing is said."""

    critical_face: Annotated[
        Literal["low", "high"], Meta(description="which end of the d20 is the critical success")
    ] = "low"
    critical_damage: Annotated[
        Literal["double_roll", "double_dice", "double_total", "maximum", "none"],
        Meta(description="what a critical hit does to damage"),
    ] = "double_roll"
    enemy_criticals: Annotated[
        bool, Meta(description="a critical failure on Defense makes the enemy's blow critical")
    ] = True
    fumble_breaks: Annotated[bool, Meta(description="the critical failure itself also risks breakage")] = False
    minimum_damage: Annotated[int, Meta(ge=0, le=1, description="the least that a hit does")] = 1
    range_rounding: Annotated[
        Literal["started", "full"], Meta(description="whether a started increment beyond the first already costs")
    ] = "started"
    arrow_recovery: Annotated[
        Literal["half", "each"], Meta(description="half of the spent arrows are usable, or a d6 decides for each")
    ] = "half"
    no_bag_capacity: Annotated[
        Literal["strength", "two"], Meta(description="the slots of someone without backpack or satchel")
    ] = "strength"
    initiative_stat: Annotated[Literal["willpower", "charisma"], Meta(description="the stat behind Initiative")] = (
        "willpower"
    )
    hp_cap: Annotated[int, Meta(ge=0, le=200, description="the most hit points before class bonuses; 0 is no cap")] = 20
    magic_sets: Annotated[
        Literal["highest_only", "each_set", "triples_also_mishap"], Meta(description="how doubles and triples add up")
    ] = "highest_only"
    spell_recast: Annotated[
        Literal["sunrise", "while_dice_last"], Meta(description="whether a spell is gone until sunrise once cast")
    ] = "sunrise"
    spells_return_to: Annotated[
        Literal["prison", "origin"], Meta(description="where a spell cast from the brain goes at sunrise")
    ] = "prison"
    wand_reuse: Annotated[
        Literal["immediate", "sunrise"], Meta(description="when a spell cast from a wand can be cast again")
    ] = "immediate"
    lunches_per_day: Annotated[int, Meta(ge=0, le=10, description="how many lunches heal in a day; 0 is no limit")] = 0
    levels_beyond_ten: Annotated[Literal["capped", "every_5000"], Meta(description="levels above ten")] = "capped"
    stat_advance: Annotated[bool, Meta(description="a try at raising one stat on each new level")] = False
    trauma: Annotated[bool, Meta(description="Trauma Points and what they risk")] = False
    doubt: Annotated[bool, Meta(description="Resolve and its crises")] = False
    round_seconds: Annotated[int, Meta(ge=1, le=60, description="how long a round of combat lasts")] = 10


STANDARD = HouseRules()

book = RuleBook("glog", "Goblin Laws", house_rules=STANDARD)
