"""Magic Dice, casting, vessels, mishaps and dooms."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import BadArguments, RuleError
from rulewright.systems.glog.book import STANDARD, HouseRules, Modifier, SchoolId, Score, Stat, book
from rulewright.systems.glog.rules.checks import succeeds
from rulewright.systems.glog.tables import schools

MagicDice = Annotated[int, Meta(ge=0, le=8)]

RETURNS_UP_TO = 3


class CasterProfile(msgspec.Struct, frozen=True, gc=False):
    """What a caster has to cast with."""

    magic_dice: int
    brain_slots: int


@book.rule("GL-MAGIC-02", "GL-MAGIC-12")
def caster_profile(
    dice: Dice,
    *,
    caster_templates: Annotated[int, Meta(ge=0, le=4)],
    bonus_slots: Annotated[int, Meta(ge=0, le=10)] = 0,
) -> CasterProfile:
    """A Magic Die for each caster template; brain slots one more than that, and none without training."""
    return CasterProfile(caster_templates, caster_templates + 1 + bonus_slots if caster_templates else 0)


class Sets(NamedTuple):
    """What equal faces bring."""

    mishaps: int
    dooms: int


def sets_of(faces: Sequence[int], house_rules: HouseRules) -> Sets:
    """GL-MAGIC-06: doubles and triples among all dice of a casting."""
    numbers = [faces.count(face) for face in set(faces)]
    doubles = numbers.count(2)
    triples = sum(number >= 3 for number in numbers)
    if house_rules.magic_sets == "each_set":
        return Sets(doubles, triples)
    if triples:
        return Sets(1 if house_rules.magic_sets == "triples_also_mishap" else 0, 1)
    return Sets(min(1, doubles), 0)


class Casting(msgspec.Struct, frozen=True, gc=False):
    """What the Magic Dice of a casting came to."""

    dice: int
    sum: int
    returned: int
    spent: int
    mishaps: int
    dooms: int


@book.rule("GL-MAGIC-04", "GL-MAGIC-05", "GL-MAGIC-06", "GL-SCROLL-02", "GL-WAND-01")
def cast(
    dice: Dice,
    *,
    magic_dice: MagicDice,
    burn_scroll: bool = False,
    source: Literal["pool", "wand"] = "pool",
    return_up_to: Annotated[int, Meta(ge=0, le=5)] = RETURNS_UP_TO,
    house_rules: HouseRules = STANDARD,
) -> Casting:
    """Roll the dice invested and add them up; low ones return to the pool, those of a wand or a burnt scroll never."""
    if not magic_dice and not burn_scroll:
        raise BadArguments("magic_dice: at least one die has to be rolled")
    if burn_scroll and source == "wand":
        raise RuleError("not_allowed", "a wand is not burnt")
    own = dice.pool(magic_dice, 6, "Magic Dice")
    burnt = (dice.d(6, "burnt scroll"),) if burn_scroll else ()
    faces = own + burnt
    returned = 0 if source == "wand" else sum(face <= return_up_to for face in own)
    mishaps, dooms = sets_of(faces, house_rules)
    return Casting(len(faces), sum(faces), returned, magic_dice - returned, mishaps, dooms)


class Attrition(msgspec.Struct, frozen=True, gc=False):
    """What repeated castings leave of a pool, and what they brought."""

    remaining: int
    mishaps: int
    dooms: int


class Cost(msgspec.Struct, frozen=True, gc=False):
    """What one casting costs: dice that do not return, mishaps and dooms."""

    spent: int
    mishaps: int
    dooms: int


@book.step
def cost_of_casting(dice: Dice, *, magic_dice: int, house_rules: HouseRules) -> Cost:
    """A step of its own, so that its odds are worked out once for a number of dice and not for each state of a pool."""
    faces = dice.pool(magic_dice, 6, "Magic Dice")
    return Cost(sum(face > RETURNS_UP_TO for face in faces), *sets_of(faces, house_rules))


@book.step
def one_casting_more(dice: Dice, *, state: Attrition, invest: int, house_rules: HouseRules) -> Attrition:
    """Cast with what is invested, or with the whole pool; high dice leave it."""
    invested = min(invest or state.remaining, state.remaining)
    cost = cost_of_casting(dice, magic_dice=invested, house_rules=house_rules)
    return Attrition(state.remaining - cost.spent, state.mishaps + cost.mishaps, state.dooms + cost.dooms)


@book.rule("GL-MAGIC-14")
def pool_attrition(
    dice: Dice,
    *,
    pool: Annotated[int, Meta(ge=1, le=8)],
    casts: Annotated[int, Meta(ge=1, le=10)],
    invest: MagicDice = 0,
    house_rules: HouseRules = STANDARD,
) -> Attrition:
    """Cast again and again until the pool is empty or enough is done."""
    return dice.repeat(
        one_casting_more,
        Attrition(pool, 0, 0),
        times=casts,
        until=lambda state: state.remaining == 0,
        invest=invest,
        house_rules=house_rules,
    )


class Restored(msgspec.Struct, frozen=True, gc=False):
    """Magic Dice that came back over night."""

    restored: int


@book.rule("GL-MAGIC-08", "GL-MAGIC-09")
def restore_magic_dice(
    dice: Dice,
    *,
    missing: MagicDice,
    slept_well: bool,
    save: Score,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> Restored:
    """A good night brings all of them back; after a poor one each needs a Save."""
    if slept_well:
        return Restored(missing)
    target = dice.note("target", save + modifier)
    return Restored(dice.count(missing, 20, lambda face: succeeds(face, target, house_rules), "Save"))


VESSEL_LIMITS = {"wand": 4, "staff": 6}
"""GL-WAND-04: how many Magic Dice a vessel can hold."""


class Invested(msgspec.Struct, frozen=True, gc=False):
    """A Magic Die put into a vessel."""

    banked: int
    available: int
    damage: int


@book.rule("GL-WAND-03", "GL-WAND-04")
def invest_magic_die(
    dice: Dice,
    *,
    kind: Literal["wand", "staff"],
    banked: Annotated[int, Meta(ge=0, le=6)],
    available: MagicDice,
) -> Invested:
    """Move a die from the caster's pool into the bank; the strain costs d6 hit points."""
    limit = VESSEL_LIMITS[kind]
    if banked > limit:
        raise BadArguments(f"banked: a {kind} holds {limit} dice, found {banked}")
    refuse_to_invest(banked, available, limit)
    return bank_die(dice, banked=banked, available=available)


@book.step
def bank_die(dice: Dice, *, banked: int, available: int) -> Invested:
    """A die goes into the vessel, whatever that can hold; the strain costs d6 hit points."""
    return Invested(banked + 1, available - 1, dice.d(6, "strain"))


def refuse_to_invest(banked: int, available: int, limit: int) -> None:
    """A vessel that is full, or a pool that is empty."""
    if banked >= limit:
        raise RuleError("wand_full", f"it holds {limit} dice already")
    if not available:
        raise RuleError("not_enough_resource", "there is no Magic Die left to invest")


class Identified(msgspec.Struct, frozen=True, gc=False):
    """What inspecting an item tells."""

    knows_magical: bool
    learned: bool


@book.rule("GL-IDENT-01", "GL-IDENT-02", "GL-IDENT-03")
def identify_magic(
    dice: Dice,
    *,
    senses: Literal["wizard", "fey", "none"],
    talent: Stat,
    modifier: Modifier = 0,
    house_rules: HouseRules = STANDARD,
) -> Identified:
    """Wizards smell magic and may learn more by Talent; Fey see it; others know nothing."""
    if senses != "wizard":
        return Identified(senses == "fey", False)
    target = dice.note("target", talent + modifier)
    return Identified(True, succeeds(dice.d(20, "Talent"), target, house_rules))


class MishapRolled(msgspec.Struct, frozen=True):
    """The mishap that happens."""

    entry: int
    mishap: str


@book.rule("GL-MISHAP-01")
def mishap(dice: Dice, *, school: SchoolId, rolls: Annotated[int, Meta(ge=1, le=2)] = 1) -> MishapRolled:
    """A d6 on the table of the school; of two rolls the higher."""
    face = dice.keep(rolls, 6, highest=1, why="mishap")
    entry = next(entry for entry in schools()[school].mishaps if entry.entry == face)
    return MishapRolled(entry.entry, entry.id)


class DoomSuffered(msgspec.Struct, frozen=True):
    """The doom that comes, or the mishap rolls instead of it."""

    doom: int
    name: str | None
    fatal: bool
    mishap_rolls: int


THIRD = 3


@book.rule("GL-DOOM-01", "GL-DOOM-02", "GL-DOOM-03", "GL-DOOM-04", "GL-WAND-05")
def doom(
    dice: Dice,
    *,
    school: SchoolId,
    suffered: Annotated[int, Meta(ge=0, le=3)] = 0,
    spellcaster: bool = True,
    freed: bool = False,
) -> DoomSuffered:
    """The next doom of the school; the untrained meet the third at once; the freed roll two mishaps instead."""
    if spellcaster and freed:
        return DoomSuffered(0, None, False, 2)
    number = min(suffered + 1, THIRD) if spellcaster else THIRD
    entry = next(entry for entry in schools()[school].dooms if entry.doom == number)
    return DoomSuffered(number, entry.id, entry.fatal, 0)
