"""The book of the game, its house rules, and the words that its signatures are written in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.rules import RuleBook

Score: TypeAlias = Annotated[int, Meta(ge=-50, le=100)]
Modifier: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
Bonus: TypeAlias = Annotated[int, Meta(ge=-20, le=40)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
PositiveAmount: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
ChallengeScore: TypeAlias = Annotated[int, Meta(ge=1, le=60)]
CarefulPenalty: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Attribute: TypeAlias = Annotated[int, Meta(ge=-5, le=9)]
Timer: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
TimerBonus: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
TraumaLimit: TypeAlias = Annotated[int, Meta(ge=1, le=99)]

# A line feed at the end would slip past the dollar sign alone.
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9_]+(?!\n)$")]
Ids: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=99)]
DiceString: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(?:(?:[1-9]|1[0-9]|20)?d(?:2|3|4|6|8|10|12|20)(?:[+-](?:[0-9]|[1-4][0-9]|50))?|0|[1-9][0-9]{0,5})(?!\n)$",
        description="dice such as 2d6+1, at most 20d20+50; or a whole number, which rolls nothing",
        examples=["2d6", "d6-1", "5"],
    ),
]

ActionId: TypeAlias = Literal[
    "move_far",
    "move_to_attack",
    "move_and_attack",
    "attack",
    "defend",
    "defend_other",
    "flee",
    "recover",
    "recover_incapacitated",
    "tend",
    "improvise",
    "wait",
]
DeedId: TypeAlias = Literal[
    "move_far",
    "move_to_attack",
    "move_and_attack",
    "attack",
    "defend",
    "defend_other",
    "flee",
    "recover",
    "tend",
    "improvise",
    "wait",
    "ability",
]
"""What can be declared."""
ActionOrModifier: TypeAlias = ActionId | Modifier
AttackKind: TypeAlias = Literal["melee", "ranged"]
CallingId: TypeAlias = Literal["vanguard", "warden", "strider", "duelist", "emberwright", "mender", "herald", "shade"]
Kind: TypeAlias = Literal["character", "creature"]
Outcome: TypeAlias = Literal["full", "glancing", "miss"]
Grade: TypeAlias = Literal["inspired", "full", "glancing", "miss"]
Stances: TypeAlias = Annotated[tuple[Literal["defend", "flee"], ...], Meta(max_length=2)]

ArduousModifier: TypeAlias = Literal["lower", "first", "sum"]
ConflictTies: TypeAlias = Literal["characters", "creatures", "nobody"]
Simultaneity: TypeAlias = Literal["all_count", "higher_score_first"]
TraumaRecovery: TypeAlias = Literal["roll", "all", "one", "none"]


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table; what is written here is what the game plays when nothing is said."""

    simultaneity: Annotated[
        Simultaneity, Meta(description="whether whoever goes down first in a round still acts in it")
    ] = "all_count"
    arduous_modifier: Annotated[
        ArduousModifier, Meta(description="which bonus the score has in a round with two actions")
    ] = "lower"
    inspired_arduous: Annotated[
        Literal["refund", "extra_action"], Meta(description="what a natural 20 gives who has paid for two actions")
    ] = "refund"
    abilities_need_arduous: Annotated[
        bool, Meta(description="special abilities are possible only as the second action")
    ] = False
    same_action_twice: Annotated[bool, Meta(description="the second action may repeat the first")] = True
    conflict_ties: Annotated[ConflictTies, Meta(description="who wins a conflict of equal scores")] = "characters"
    challenge_natural_20: Annotated[bool, Meta(description="a natural 20 succeeds at any challenge")] = True
    standard_rest_restores_health: Annotated[bool, Meta(description="a Standard Rest restores all Health")] = True
    healing_kit_serves: Annotated[Literal["one", "party"], Meta(description="whom one Healing Kit serves")] = "one"
    aftermath: Annotated[
        Literal["safe", "rounds"], Meta(description="whether the timers of the Incapacitated stop after a fight")
    ] = "safe"
    trauma_recovery: Annotated[TraumaRecovery, Meta(description="how much Trauma an Extended Rest takes away")] = "roll"
    trauma_limit: Annotated[TraumaLimit | None, Meta(description="the Trauma that ends a character; null is never")] = (
        10
    )
    first_round_counts: Annotated[bool, Meta(description="the timer ticks in the round of the fall")] = False
    npc_at_zero: Annotated[
        Literal["out", "like_character"], Meta(description="what becomes of creatures without Health")
    ] = "out"
    hits_on_the_downed: Annotated[
        Literal["nothing", "full_hit_adds_trauma"], Meta(description="what attacks do to the Incapacitated")
    ] = "nothing"
    surge_with_tend: Annotated[bool, Meta(description="a surge's die is added to a tender's score too")] = True
    tend_natural_20: Annotated[bool, Meta(description="a tender's natural 20 counts for the one who is tended")] = True
    discovery_waives_prerequisites: Annotated[
        bool, Meta(description="what was discovered is learned without prerequisites")
    ] = True
    near: Annotated[Literal["same_zone", "adjacent"], Meta(description="how far near reaches")] = "same_zone"
    weapon_traits: Annotated[bool, Meta(description="the traits of weapons count")] = True
    surges_outside_rounds: Annotated[bool, Meta(description="surges may be spent outside rounds")] = True
    show_creature_scores: Annotated[bool, Meta(description="players see the scores of creatures")] = False


class Setting(NamedTuple):
    """Where a house rule enters: an argument, and the rules that take it."""

    argument: str
    rules: tuple[str, ...]


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "simultaneity": Setting("order", ("round", "round_forecast", "duel_forecast")),
        "arduous_modifier": Setting(
            "mode", ("action_bonus", "creature_score", "round", "round_forecast", "duel_forecast")
        ),
        "abilities_need_arduous": Setting("abilities_need_arduous", ("arduous_cost",)),
        "conflict_ties": Setting("ties", ("conflict", "move_check")),
        "challenge_natural_20": Setting("natural_20_succeeds", ("challenge", "group_challenge")),
        "standard_rest_restores_health": Setting("standard_rest_restores_health", ("rest",)),
        "trauma_recovery": Setting("mode", ("mend_trauma",)),
        "trauma_limit": Setting("trauma_limit", ("incapacitate", "timer_tick")),
        "surge_with_tend": Setting("surge_with_tend", ("recover_incapacitated",)),
        "tend_natural_20": Setting("tend_natural_20", ("recover_incapacitated",)),
        "weapon_traits": Setting("traits", ("weapon",)),
    }
)
"""The rules of this game take their house rules as plain arguments. What is not named here the table itself applies."""

book = RuleBook("ardor", "Action Score")
