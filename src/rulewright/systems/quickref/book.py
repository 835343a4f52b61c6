"""The book of the game, its house rules, and the words that its signatures are written in."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.rules import RuleBook

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$(?!\n)")]
"""A name; `$` alone would let a line break slip in behind it."""

SkillLevel: TypeAlias = Annotated[int, Meta(ge=-1, le=4)]
"""The level in a skill: -1 is untrained."""

AttributeModifier: TypeAlias = Annotated[int, Meta(ge=-3, le=3)]
Difficulty: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
Circumstances: TypeAlias = Annotated[tuple[Annotated[int, Meta(ge=-10, le=10)], ...], Meta(max_length=10)]
CheckBonus: TypeAlias = Annotated[int, Meta(ge=-5, le=5)]
ExtraDice: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
SaveTarget: TypeAlias = Annotated[int, Meta(ge=2, le=20)]
SaveModifier: TypeAlias = Annotated[int, Meta(ge=-10, le=10)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=10)]
HitDice: TypeAlias = Annotated[int, Meta(ge=0, le=40)]
HitPoints: TypeAlias = Annotated[int, Meta(ge=0, le=500)]
PositiveHitPoints: TypeAlias = Annotated[int, Meta(ge=1, le=500)]
ArmorClass: TypeAlias = Annotated[int, Meta(ge=1, le=40)]
SystemStrain: TypeAlias = Annotated[int, Meta(ge=0, le=30)]
StrainCost: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
ClassId: TypeAlias = Literal["warrior", "expert", "mage", "adventurer"]
PartialClassId: TypeAlias = Literal["partial_warrior", "partial_expert", "partial_mage", "healer"]
Partials: TypeAlias = Annotated[tuple[PartialClassId, ...], Meta(max_length=2)]
DiceString: TypeAlias = Annotated[
    str, Meta(description="dice such as 2d6+1, at most 20d20+99", examples=["1d8", "2d6+1"])
]
Status: TypeAlias = Literal["up", "mortally_wounded", "stable", "unconscious"]
Discipline: TypeAlias = Literal["undisciplined", "trained"]
UntrainedPenalty: TypeAlias = Literal[-2, -1, 0]
HitMinimum: TypeAlias = Literal["if_shock_applies", "always", "never"]
MinimumDamage: TypeAlias = Literal[0, 1]


def switch(question: str, *sets: str) -> Meta:
    """What a switch decides, and which arguments of rules a table sets to its value."""
    return Meta(description=question, extra={"sets": sets})


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table; what is written here is what the game plays when nothing is said.

    No rule takes them all: where a switch changes a rule, the rule has an argument for it.
    """

    creature_save_rounding: Annotated[
        Literal["down", "up"], switch("how half the hit dice of a creature round", "creature_save_target.rounding")
    ] = "down"
    untrained_attack_penalty: Annotated[
        UntrainedPenalty,
        switch(
            "what an attack without the skill costs",
            "attack.untrained_penalty",
            "attack_roll.untrained_penalty",
            "attack_sequence.attacks.untrained_penalty",
        ),
    ] = -2
    hit_minimum: Annotated[
        HitMinimum,
        switch("when a hit does at least the Shock", "attack.hit_minimum", "attack_sequence.attacks.hit_minimum"),
    ] = "if_shock_applies"
    shock_bonuses: Annotated[
        Literal["all", "explicit"], switch("whether a damage bonus adds to Shock when its text does not say so")
    ] = "all"
    punch_weapons: Annotated[
        Literal["all", "unarmed_only"], switch("which weapons of the Punch skill add it to damage")
    ] = "all"
    minimum_damage: Annotated[
        MinimumDamage,
        switch(
            "the least that a hit does",
            "attack.minimum_damage",
            "attack_sequence.attacks.minimum_damage",
            "damage_roll.minimum_damage",
        ),
    ] = 0
    total_defense_lasts: Annotated[Literal["round", "next_turn"], switch("how long Total Defense lasts")] = "round"
    total_defense_armor_bonus: Annotated[Literal[2, 0], switch("what Total Defense adds to armor class")] = 2
    initiative: Annotated[Literal["side", "individual"], switch("who rolls initiative")] = "side"
    initiative_reroll: Annotated[Literal["never", "each_round"], switch("when initiative is rolled again")] = "never"
    main_for_move: Annotated[bool, switch("a Main Action may be a second Move Action")] = True
    on_turn_limit: Annotated[
        Literal[1, 2, 3, 4, 5] | None, switch("how many On Turn actions a round has; null is no limit")
    ] = None
    free_attacks: Annotated[bool, switch("whoever leaves a melee gives a free attack")] = True
    damage_while_dying: Annotated[
        Literal["dies", "no_effect"],
        switch("what damage does to the mortally wounded", "apply_damage.damage_while_dying"),
    ] = "dies"
    rounds_to_live: Annotated[
        Literal[6, 3, 10], switch("full rounds until the dying are dead", "stabilize_sequence.rounds_to_live")
    ] = 6
    stabilize_attempts: Annotated[
        Literal["one_per_round", "any"], switch("how often the same victim can be tended in a round")
    ] = "one_per_round"
    frail_recovery: Annotated[
        Literal["simple", "with_care"],
        switch("whether a week of bed rest is enough without care", "frail_recovery.variant"),
    ] = "simple"
    morale_roll: Annotated[Literal["side", "each"], switch("one Morale roll for a side, or one for each")] = "side"
    system_strain: Annotated[bool, switch("whether magical healing has a limit")] = True
    first_level_hit_points: Annotated[
        Literal["roll", "maximum"], switch("the first hit die of a character", "hit_points.first_die")
    ] = "roll"
    creature_hit_points: Annotated[
        Literal["roll", "average"], switch("hit points of creatures", "creature_hit_points.method")
    ] = "roll"
    experience_track: Annotated[
        Literal["fast", "slow"], switch("how fast levels come", "level_for_experience.track")
    ] = "fast"
    encumbrance: Annotated[bool, switch("whether loads count")] = True
    track_ammunition: Annotated[bool, switch("whether ammunition is counted")] = False
    swarm_shock: Annotated[
        Literal["normal", "ignores_defenses"], switch("whether armor class and shield stop the Shock of a swarm")
    ] = "normal"
    minor_hit_dice: Annotated[
        Literal[2, 1, 0], switch("creatures of so many hit dice are minor unless their sheet says otherwise")
    ] = 2
    non_lethal_attacks: Annotated[bool, switch("whether an attack can be declared non-lethal")] = True
    surprise_instants: Annotated[bool, switch("whether the surprised have Instants")] = False


STANDARD = HouseRules()

book = RuleBook("quickref", "Quick Reference")
