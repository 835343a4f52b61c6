"""Several attacks on one target, crowds, and the blow that is no fight."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.quickref.book import (
    ArmorClass,
    AttributeModifier,
    Circumstances,
    DiceString,
    PositiveHitPoints,
    SaveModifier,
    SaveTarget,
    SkillLevel,
    book,
)
from rulewright.systems.quickref.rules.attack import Attack, Blow, DamageBonus, Target, read_dice, strike
from rulewright.systems.quickref.rules.checks import skill_check
from rulewright.systems.quickref.rules.saves import save

Distance = Literal["point_blank", "normal", "long"]

DIFFICULTIES: dict[Distance, int] = {"point_blank": 6, "normal": 8, "long": 10}
"""QR-COMBAT-15: how hard a shot at an unsuspecting victim is."""

MOST_HELPERS = 3
"""QR-COMBAT-14: more of them are only in each other's way."""


class Onslaught(NamedTuple):
    """What the attacks so far have done, and the next one's place in the list."""

    place: int
    shield_ready: bool
    hits: int
    shocks: int
    damage: int


@book.step
def one_blow(dice: Dice, *, blow: Blow, target: Target) -> Attack:
    """A step of its own, so that its odds are worked out once for a blow and not for each state of a fight."""
    return strike(dice, blow, target)


@book.step
def one_attack_more(
    dice: Dice, *, state: Onslaught, attacks: tuple[Blow, ...], armor_class: int, immune_to_shock: bool
) -> Onslaught:
    """The next attack meets the shield as the ones before have left it."""
    place, shield_ready, hits, shocks, damage = state
    struck = one_blow(dice, blow=attacks[place], target=Target(armor_class, shield_ready, immune_to_shock))
    return Onslaught(
        place + 1,
        shield_ready and not struck.shield_used,
        hits + (struck.outcome == "hit"),
        shocks + (struck.outcome == "shock"),
        damage + struck.damage,
    )


class AttackSequence(msgspec.Struct, frozen=True, gc=False):
    """How often attacks hit and shocked, what they did in all, and whether it was enough."""

    hits: int
    shocks: int
    damage: int
    down: bool


@book.rule("QR-COMBAT-12", "QR-COMBAT-09")
def attack_sequence(
    dice: Dice,
    *,
    attacks: Annotated[tuple[Blow, ...], Meta(min_length=1, max_length=8)],
    armor_class: ArmorClass,
    has_shield: bool = False,
    immune_to_shock: bool = False,
    hit_points: PositiveHitPoints | None = None,
) -> AttackSequence:
    """Attacks one after another, until the target is down; its shield stops the first Shock."""
    for place, blow in enumerate(attacks):
        blow.refuse_what_is_half_said(f"attacks[{place}].")

    def is_down(damage: int) -> bool:
        return hit_points is not None and damage >= hit_points

    end = dice.repeat(
        one_attack_more,
        Onslaught(0, has_shield, 0, 0, 0),
        times=len(attacks),
        until=lambda state: is_down(state.damage),
        attacks=attacks,
        armor_class=armor_class,
        immune_to_shock=immune_to_shock,
    )
    return AttackSequence(end.hits, end.shocks, end.damage, is_down(end.damage))


class SwarmBonus(msgspec.Struct, frozen=True, gc=False):
    """What the others add to the one who strikes."""

    to_hit: int
    damage: int


@book.rule("QR-COMBAT-14")
def swarm_bonus(dice: Dice, *, assailants: Annotated[int, Meta(ge=1, le=20)]) -> SwarmBonus:
    """Each who holds back for another adds 2 to hit and 1 to damage, three of them at most."""
    helpers = min(assailants - 1, MOST_HELPERS)
    return SwarmBonus(2 * helpers, helpers)


class Execution(msgspec.Struct, frozen=True, gc=False):
    """What became of the victim; damage is done to those who survive."""

    outcome: Literal["missed", "mortal", "survived"]
    damage: int


@book.rule("QR-COMBAT-15")
def execution_attack(
    dice: Dice,
    *,
    mode: Literal["melee", "ranged"],
    distance: Distance = "normal",
    skill_level: SkillLevel,
    attribute_modifier: AttributeModifier = 0,
    circumstances: Circumstances = (),
    damage: DiceString,
    damage_bonus: DamageBonus = 0,
    precise: bool = False,
    save_target: SaveTarget,
    save_modifier: SaveModifier = 0,
) -> Execution:
    """A prepared blow at an unsuspecting victim: a save, and at best all the damage that the weapon can do."""
    most = read_dice("damage", damage).highest + attribute_modifier + damage_bonus
    if mode == "ranged":
        shot = skill_check(
            dice,
            skill_level=skill_level,
            attribute_modifier=attribute_modifier,
            difficulty=DIFFICULTIES[distance],
            circumstances=circumstances,
        )
        if not shot.success:
            return Execution("missed", 0)
    penalty = max(0, skill_level) + precise
    if not save(dice, target=save_target, modifier=save_modifier - penalty).success:
        return Execution("mortal", 0)
    return Execution("survived", max(0, most) * (2 if precise else 1))
