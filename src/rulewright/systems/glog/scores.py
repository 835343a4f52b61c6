"""The scores of a sheet: what follows from it by the rules, and is therefore never kept (GL-CHAR-11).

Each is the sum that its rule gives for the sheet and for every effect that its bearer has. The GM may set any of them;
then that number stands.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, cast

from rulewright.content.effects import Grant, Modify, Multiply
from rulewright.dice import Dice, Fast
from rulewright.systems.glog import catalogue, tables
from rulewright.systems.glog.book import HouseRules, Quality
from rulewright.systems.glog.catalogue import Effects
from rulewright.systems.glog.effects import AnyEffect
from rulewright.systems.glog.rules.advancement import attack_score, level_details
from rulewright.systems.glog.rules.armor import ArmorId, Material, defense_score
from rulewright.systems.glog.rules.checks import (
    feet_a_round,
    initiative_score,
    movement_score,
    save_score,
    stat_bonus,
    stealth_score,
)
from rulewright.systems.glog.rules.inventory import Burden, Carried, carried_slots, encumbrance
from rulewright.systems.glog.rules.magic import CasterProfile, caster_profile
from rulewright.systems.glog.rules.trauma import max_resolve
from rulewright.systems.glog.rules.wounds import max_hit_points
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Gear, GlogState, NaturalAttack

SILENT: Dice = Fast()
"""For what throws no dice and need not be explained."""

OF_THE_BOOK = "printed"
AS_THE_GM_SAYS = "set by the GM"


# ---------------------------------------------------------------- effects


class Marks(NamedTuple):
    """What somebody has that effects come from."""

    templates: tuple[str, ...]
    abilities: tuple[str, ...]
    injuries: tuple[str, ...]
    conditions: tuple[str, ...]


def marks_of(being: Being) -> Marks:
    sheet = being.sheet
    injuries = tuple([borne.injury for borne in sheet.injuries])
    if isinstance(sheet, CharacterSheet):
        return Marks(sheet.templates, sheet.abilities, injuries, tuple(being.conditions))
    return Marks((), (), injuries, tuple(being.conditions))


@lru_cache(maxsize=4096)
def effects_of_marks(marks: Marks) -> tuple[tuple[str, AnyEffect], ...]:
    """All effects of what somebody has, each with where it comes from."""
    entries: list[tuple[str, Effects]] = [
        *((template, catalogue.templates()[template].effects) for template in marks.templates),
        *((ability, (catalogue.quest_rewards()[ability].effect,)) for ability in marks.abilities),
        *((injury, catalogue.injuries()[injury].effects) for injury in marks.injuries),
    ]
    known = catalogue.conditions()
    entries += ((condition, known[condition].effects) for condition in marks.conditions if condition in known)
    return tuple((source, effect) for source, effects in entries for effect in effects)


def effects_of_spells(being: Being) -> Iterator[tuple[str, Modify]]:
    """What spells have left on somebody."""
    for condition in being.conditions.values():
        if condition.data and "field" in condition.data:
            yield condition.source, Modify(field=condition.data["field"], amount=condition.data["amount"])


def effects_of(being: Being) -> Iterator[tuple[str, AnyEffect]]:
    """Everything that works on somebody, each with where it comes from."""
    yield from effects_of_marks(marks_of(being))
    yield from effects_of_spells(being)


def bonus(being: Being, field: str, *when: str, dice: Dice = SILENT) -> int:
    """The sum of all that is added to a value: always, and in these circumstances. The dice are told what it is."""
    added = sum(dice.note(source, amount) for source, amount in _added_by_marks(marks_of(being), field, when))
    if not being.conditions:
        return added
    return added + sum(
        dice.note(source, int(effect.amount)) for source, effect in effects_of_spells(being) if effect.field == field
    )


@lru_cache(maxsize=16_384)
def _added_by_marks(marks: Marks, field: str, when: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (source, int(effect.amount))
        for source, effect in effects_of_marks(marks)
        if isinstance(effect, Modify) and effect.field == field and (not effect.when or effect.when in when)
    )


def factor(being: Being, field: str) -> Fraction:
    """What a value is multiplied by. Several do not stack: the smallest counts."""
    return _factor_of_marks(marks_of(being), field)


@lru_cache(maxsize=4096)
def _factor_of_marks(marks: Marks, field: str) -> Fraction:
    factors = [
        Fraction(effect.factor)
        for _, effect in effects_of_marks(marks)
        if isinstance(effect, Multiply) and effect.field == field
    ]
    return min(factors, default=Fraction(1))


def blocked(being: Being, what: catalogue.Blocked) -> str:
    """The name of what keeps somebody from something, such as a condition under which nobody casts; or nothing."""
    return _blocks(tuple(being.conditions)).get(what, "") if being.conditions else ""


@lru_cache(maxsize=4096)
def _blocks(conditions: tuple[str, ...]) -> Mapping[str, str]:
    known = catalogue.conditions()
    there = [known[name] for name in conditions if name in known]
    return {what: entry.name.lower() for entry in reversed(there) for what in entry.blocks}


def grants(being: Being, what: str) -> list[Grant]:
    """What somebody may do, once for each source of it."""
    return [effect for _, effect in effects_of(being) if isinstance(effect, Grant) and effect.what == what]


# ---------------------------------------------------------------- gear


def carried(being: Being) -> list[Gear]:
    """What somebody has with them."""
    return [item for item in being.items.values() if not item.dropped and item.count]


def in_hand(being: Being) -> list[Gear]:
    """What somebody holds, the right hand first."""
    return [being.items[name] for name in being.sheet.hands if name in being.items]


def suit(being: Being) -> Gear | None:
    """The armour that is worn."""
    worn = being.sheet.worn
    return being.items.get(worn) if worn else None


class Worn(NamedTuple):
    """Armour as rules ask for it."""

    armor: ArmorId = "none"
    material: Material = "ordinary"
    quality: Quality = "standard"
    breaks: int = 0


def armor_worn(being: Being) -> Worn:
    """The armour that is worn, or none."""
    worn = suit(being)
    return Worn(cast(ArmorId, worn.item), worn.material, worn.quality, worn.breaks) if worn else Worn()


def held_shield(being: Being) -> Gear | None:
    return next((item for item in in_hand(being) if item.item == "shield"), None)


def hands_for(item: Gear) -> int:
    """How many hands it takes to hold it."""
    weapon = weapon_class(item)
    return tables.weapon_classes()[weapon].usual_hands if weapon else 1


def weapon_class(item: Gear) -> str:
    """The class of a weapon; nothing for what is none."""
    return catalogue.goods()[item.item].weapon_class


def has_bag(being: Being) -> bool:
    return any(catalogue.goods()[item.item].is_bag for item in carried(being))


# ---------------------------------------------------------------- scores


def slots_carried(being: Being, dice: Dice = SILENT) -> int:
    pieces = tuple(Carried(item.item, item.count) for item in carried(being))
    return carried_slots(dice, items=pieces).slots


def burden(being: Being, house_rules: HouseRules, dice: Dice = SILENT) -> Burden:
    """GL-INV-06 and 07. A bonus to slots is as good as so much less to carry."""
    return encumbrance(
        dice,
        strength=being.sheet.strength,
        carried_slots=max(0, slots_carried(being, dice) - bonus(being, "inventory_slots", dice=dice)),
        bag=has_bag(being),
        armor=armor_worn(being).armor,
        house_rules=house_rules,
    )


def caster_templates(being: Being, dice: Dice = SILENT) -> int:
    """How many steps of a casting class somebody has taken: each gives a Magic Die."""
    return bonus(being, "magic_dice", dice=dice)


def casting(being: Being, dice: Dice = SILENT) -> CasterProfile:
    return caster_profile(
        dice, caster_templates=caster_templates(being, dice), bonus_slots=bonus(being, "brain_slots", dice=dice)
    )


def hit_dice(being: Being) -> int:
    """GL-ADV-06."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return sheet.hit_dice
    return level_details(SILENT, level=sheet.level).hit_dice


def _attack(dice: Dice, being: Being, _: HouseRules) -> int:
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return dice.note(OF_THE_BOOK, sheet.attack) + bonus(being, "attack", dice=dice)
    return attack_score(dice, level=sheet.level, modifier=bonus(being, "attack", dice=dice))


def _defense(dice: Dice, being: Being, _: HouseRules) -> int:
    if isinstance(being.sheet, CreatureSheet):
        return dice.note(OF_THE_BOOK, being.sheet.defense) + bonus(being, "defense", dice=dice)
    worn = armor_worn(being)
    return defense_score(
        dice,
        dexterity=being.sheet.dexterity,
        armor=worn.armor,
        material=worn.material,
        breaks=worn.breaks,
        shield=held_shield(being) is not None,
        modifier=bonus(being, "defense", dice=dice),
    ).defense


def _stealth(dice: Dice, being: Being, house_rules: HouseRules) -> int:
    return stealth_score(
        dice,
        dexterity=being.sheet.dexterity,
        encumbrance=_encumbrance(dice, being, house_rules),
        modifier=bonus(being, "stealth", dice=dice),
    ).stealth


def _movement(dice: Dice, being: Being, house_rules: HouseRules) -> int:
    halved = factor(being, "movement")
    if isinstance(being.sheet, CreatureSheet):
        feet = dice.note(OF_THE_BOOK, being.sheet.movement) + bonus(being, "movement", dice=dice)
        return int(max(0, feet) * dice.note("halved", halved))
    return movement_score(
        dice,
        dexterity=being.sheet.dexterity,
        encumbrance=_encumbrance(dice, being, house_rules),
        modifier=bonus(being, "movement", dice=dice),
        halved=halved < 1,
    ).movement


def _initiative(dice: Dice, being: Being, house_rules: HouseRules) -> int:
    return initiative_score(
        dice,
        willpower=being.sheet.willpower,
        charisma=being.sheet.charisma,
        modifier=bonus(being, "initiative", dice=dice),
        house_rules=house_rules,
    )


def _save(dice: Dice, being: Being, _: HouseRules) -> int:
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return dice.note(OF_THE_BOOK, sheet.save) + bonus(being, "save", dice=dice)
    modifier = bonus(being, "save", dice=dice)
    return save_score(dice, level=sheet.level, charisma=sheet.charisma, modifier=modifier).save


def _max_hp(dice: Dice, being: Being, house_rules: HouseRules) -> int:
    sheet, more = being.sheet, bonus(being, "max_hp", dice=dice)
    if isinstance(sheet, CreatureSheet):
        return max(1, dice.note(OF_THE_BOOK, sheet.hp) + more)
    return max_hit_points(dice, level=sheet.level, strength=sheet.strength, bonus=more, house_rules=house_rules).max_hp


def _max_resolve(dice: Dice, being: Being, house_rules: HouseRules) -> int | None:
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return None
    more = bonus(being, "max_hp", dice=dice)
    return max_resolve(
        dice, level=sheet.level, charisma=sheet.charisma, bonus=more, house_rules=house_rules
    ).max_resolve


def _encumbrance(dice: Dice, being: Being, house_rules: HouseRules) -> int:
    if isinstance(being.sheet, CreatureSheet):
        return 0
    overrides = being.sheet.overrides
    if "encumbrance" in overrides:
        return dice.note(AS_THE_GM_SAYS, overrides["encumbrance"])
    return burden(being, house_rules, dice).encumbrance


SCORES: Mapping[str, Callable[[Dice, Being, HouseRules], int | None]] = {
    "attack": _attack,
    "defense": _defense,
    "stealth": _stealth,
    "movement": _movement,
    "initiative": _initiative,
    "save": _save,
    "max_hp": _max_hp,
    "max_resolve": _max_resolve,
    "carried_slots": lambda dice, being, _: slots_carried(being, dice),
    "encumbrance": _encumbrance,
    "magic_dice_max": lambda dice, being, _: casting(being, dice).magic_dice,
    "brain_slots": lambda dice, being, _: casting(being, dice).brain_slots,
}
"""Every score by the name that scenarios, sheets and the GM's `set` use. The dice explain it, and never fall."""


def score_or_none(state: GlogState, being: Being, name: str, dice: Dice = SILENT) -> int | None:
    """A score, unless those of this kind have none."""
    overrides = being.sheet.overrides
    if name in overrides:
        return dice.note(AS_THE_GM_SAYS, overrides[name])
    return SCORES[name](dice, being, state.world.house_rules)


def score(state: GlogState, being: Being, name: str) -> int:
    """A score as it is now, or as the GM has set it."""
    return score_or_none(state, being, name) or 0


def place(being: Being) -> int:
    """GL-ROUND-07: where somebody stands, in feet along a line."""
    assert being.position is None or isinstance(being.position, int)
    return being.position or 0


def feet_of_a_move(state: GlogState, being: Being) -> int:
    """GL-MOVE-05."""
    return feet_a_round(score(state, being, "movement"))


def stat_bonus_of(being: Being, stat: str) -> int:
    found: int = getattr(being.sheet, stat)
    return stat_bonus(found)


def usual_attack(being: Being, name: str = "") -> NaturalAttack | None:
    """A creature's attack of this name, or its first."""
    sheet = being.sheet
    ways = sheet.ways_to_attack if isinstance(sheet, CreatureSheet) else ()
    return next((way for way in ways if not name or way.name == name), None)
