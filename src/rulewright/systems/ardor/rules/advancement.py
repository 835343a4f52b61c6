"""Experience: how it is earned, what it buys, and who may learn what."""

from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError, pick
from rulewright.systems.ardor.book import Attribute, CallingId, Count, Id, Ids, book
from rulewright.systems.ardor.tables import COMMON, Ability, abilities, awards, tier_needs

AdvanceKind = Literal["ability", "variation", "attribute", "health", "ardor", "surge"]

OTHER_CALLING_COST = 2
ATTRIBUTE_COST, MOST_ATTRIBUTE = 5, 5
HEALTH_COST, MOST_HEALTH_ADVANCES = 3, 10
ARDOR_COST, SURGE_COST, COST_OF_EARLIER = 6, 5, 2


class Experience(msgspec.Struct, frozen=True, gc=False):
    """Points of experience."""

    xp: int


@book.rule("AR-ADV-01", "AR-GOAL-03")
def xp_award(
    dice: Dice,
    *,
    easy: Count = 0,
    normal: Count = 0,
    hard: Count = 0,
    deadly: Count = 0,
    goals: Count = 0,
    adventures: Count = 0,
    trauma_rose: bool = False,
    sessions: Count = 1,
) -> Experience:
    """What a character earns at the end of a session: for being there, for dangers overcome, goals reached, wounds."""
    earned = {
        "session": sessions,
        "encounter_easy": easy,
        "encounter_normal": normal,
        "encounter_hard": hard,
        "encounter_deadly": deadly,
        "goal": goals,
        "adventure": adventures,
        "trauma": int(trauma_rose),
    }
    return Experience(sum(times * awards()[award].xp for award, times in earned.items()))


def price_of_ability(ability: Ability, own_calling: bool, discovered: bool) -> int:
    """Its own price, and more for that of another calling which nobody has shown to the character."""
    foreign = ability.calling != COMMON and not own_calling and not discovered
    return ability.xp + (OTHER_CALLING_COST if foreign else 0)


def price_of_variation(ability: Ability) -> int:
    """Half of what the ability costs, rounded up."""
    return -(-ability.xp // 2)


@book.rule("AR-ADV-02", "AR-ABIL-05")
def xp_cost(
    dice: Dice,
    *,
    kind: AdvanceKind,
    ability: Id | None = None,
    own_calling: bool = True,
    discovered: bool = False,
    value: Attribute = 0,
    taken: Count = 0,
) -> Experience:
    """The price of an ability, of a variation, of a better attribute, or of one more advance."""
    if kind in ("ability", "variation"):
        if ability is None:
            raise BadArguments(f"ability: say which one, for a price of the kind {kind}")
        bought = pick("ability", ability, abilities())
        if kind == "ability":
            return Experience(price_of_ability(bought, own_calling, discovered))
        return Experience(price_of_variation(bought))
    if ability is not None:
        raise BadArguments(f"ability: the kind {kind} has none; found {ability!r}")
    return Experience(price_of_advance(kind, value, taken))


def price_of_advance(kind: AdvanceKind, value: int, taken: int) -> int:
    """The price of what is not an ability: attributes by their new value, the rest by what was taken before."""
    if kind == "attribute":
        if value >= MOST_ATTRIBUTE:
            raise RuleError("not_allowed", f"an attribute is raised to {MOST_ATTRIBUTE} at most; this one is {value}")
        return max(ATTRIBUTE_COST, ATTRIBUTE_COST * (value + 1))
    if kind == "health":
        if taken >= MOST_HEALTH_ADVANCES:
            raise RuleError("not_allowed", f"there are {MOST_HEALTH_ADVANCES} advances of Health; taken are {taken}")
        return HEALTH_COST
    return (ARDOR_COST if kind == "ardor" else SURGE_COST) + COST_OF_EARLIER * taken


class Learning(msgspec.Struct, frozen=True):
    """Whether an ability may be learned now, what it costs, and what is in the way."""

    allowed: bool
    xp: int
    reason: Literal["already_known", "wrong_time", "missing_requirement", "not_enough_xp", "ok"]


@book.rule("AR-ADV-03", "AR-ABIL-04", "AR-INSP-05", "AR-CHAR-04")
def can_learn(
    dice: Dice,
    *,
    ability: Id,
    calling: CallingId,
    known: Ids,
    xp: Count,
    when: Literal["creation", "extended_rest", "inspired", "other"],
    discovered: bool = False,
) -> Learning:
    """In an Extended Rest by whoever has what it asks for; in an Inspired Moment what was discovered, as it is."""
    wanted = pick("ability", ability, abilities())
    has = tuple(pick("known", name, abilities()) for name in known)
    own = wanted.calling == calling
    cost = 0 if when == "creation" else price_of_ability(wanted, own, discovered)
    if ability in known:
        return Learning(False, cost, "already_known")
    if when == "other" or (when == "inspired" and not discovered):
        return Learning(False, cost, "wrong_time")
    too_early = when == "creation" and not (wanted.tier == "spark" and (own or wanted.calling == COMMON))
    if too_early or not (discovered or has_requirements(wanted, has)):
        return Learning(False, cost, "missing_requirement")
    if xp < cost:
        return Learning(False, cost, "not_enough_xp")
    return Learning(True, cost, "ok")


def has_requirements(wanted: Ability, has: tuple[Ability, ...]) -> bool:
    """Lower tiers of the same calling, of any for what is common, and what the ability itself asks for."""
    lower = {ability.id: ability.tier for ability in has if wanted.calling in (COMMON, ability.calling)}
    counted = list(lower.values())
    enough = all(counted.count(tier) >= number for tier, number in tier_needs()[wanted.tier].items())
    return enough and set(wanted.requires) <= {ability.id for ability in has}
