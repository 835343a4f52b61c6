"""Nights, first aid, and falls."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.systems.quickref.book import (
    AttributeModifier,
    PositiveHitPoints,
    SkillLevel,
    StrainCost,
    SystemStrain,
    book,
)
from rulewright.systems.quickref.rules.checks import UNTRAINED, skill_check
from rulewright.systems.quickref.rules.injury import add_strain

FEET_PER_DIE = 10
MOST_DICE = 20
EASIEST_DROP = 7


class Night(msgspec.Struct, frozen=True, gc=False):
    """The morning; the refreshed have their spells, Effort and daily abilities again."""

    hit_points: int
    system_strain: int
    refreshed: bool


@book.rule("QR-REST-01")
def night_rest(
    dice: Dice,
    *,
    hit_points: PositiveHitPoints,
    maximum: PositiveHitPoints,
    level: Annotated[int, Meta(ge=1, le=40)],
    system_strain: SystemStrain = 0,
    frail: bool = False,
    comfortable: bool = True,
    strain_recovered: Annotated[int, Meta(ge=0, le=5)] = 1,
) -> Night:
    """A warm and well-fed night gives back hit points by level and some System Strain; the Frail heal nothing."""
    if not comfortable:
        return Night(hit_points, system_strain, False)
    healed = hit_points if frail else min(maximum, hit_points + level)
    return Night(healed, max(0, system_strain - strain_recovered), True)


class FirstAid(msgspec.Struct, frozen=True, gc=False):
    """Somebody after first aid; nothing changes if the body refused it."""

    accepted: bool
    hit_points: int
    system_strain: int


@book.rule("QR-REST-03", "QR-STRAIN-01")
def first_aid(
    dice: Dice,
    *,
    heal_level: SkillLevel,
    hit_points: PositiveHitPoints,
    maximum: PositiveHitPoints,
    system_strain: SystemStrain = 0,
    maximum_strain: SystemStrain,
    doubled: bool = False,
    strain_cost: StrainCost = 1,
) -> FirstAid:
    """A minute with a healer's kit: a d6 and the Heal level, for a point of System Strain."""
    strain = add_strain(dice, system_strain=system_strain, maximum_strain=maximum_strain, amount=strain_cost)
    if not strain.accepted:
        return FirstAid(False, hit_points, system_strain)
    healed = max(0, dice.d(6, "first aid") + heal_level) * (2 if doubled else 1)
    return FirstAid(True, min(maximum, hit_points + healed), strain.system_strain)


class Fall(msgspec.Struct, frozen=True, gc=False):
    """Points of damage."""

    damage: int


@book.rule("QR-HAZ-01")
def falling_damage(
    dice: Dice,
    *,
    feet: Annotated[int, Meta(ge=0, le=2000)],
    controlled: bool = False,
    skill_level: SkillLevel = UNTRAINED,
    attribute_modifier: AttributeModifier = 0,
    spikes: bool = False,
) -> Fall:
    """A d6 for every full 10 feet and one for spikes below; who drops on purpose may halve the distance by Exert."""
    tens = feet // FEET_PER_DIE
    if tens and controlled:
        drop = skill_check(
            dice, skill_level=skill_level, attribute_modifier=attribute_modifier, difficulty=EASIEST_DROP + tens
        )
        if drop.success:
            tens = dice.note("feet", feet // 2) // FEET_PER_DIE
    return Fall(dice.total(min(tens, MOST_DICE) + spikes, 6, "fall") if tens else 0)
