"""What follows from a sheet by the rules, and is therefore never kept: maxima, what is in hand, scores, passives."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulewright.dice import Dice, Fast
from rulewright.rules import BadArguments, RuleError, near
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import AttackKind, HouseRules
from rulewright.systems.ardor.catalogue import Power
from rulewright.systems.ardor.effects import Gap, Keep, Passive, Plight, Proof, Weaken, total
from rulewright.systems.ardor.rules.abilities import ConditionModifiers, condition_modifiers
from rulewright.systems.ardor.rules.characters import derived
from rulewright.systems.ardor.rules.gear import load, weapon
from rulewright.systems.ardor.rules.scores import Intended, action_modifier
from rulewright.systems.ardor.sheet import (
    DOWN,
    FALLEN,
    INCAPACITATED,
    ArdorState,
    Attributes,
    Being,
    CharacterSheet,
    CreatureSheet,
    Deed,
    Gear,
)

SILENT: Dice = Fast()
"""For what throws no dice and need not be explained."""

UNARMED = "unarmed"
HEALING_KIT_SLOTS = 1
TWO_HANDS = 2


# ---------------------------------------------------------------- who is what


def character(being: Being) -> CharacterSheet | None:
    """The sheet of a character, if it is one."""
    return being.sheet if isinstance(being.sheet, CharacterSheet) else None


def conscious(being: Being) -> bool:
    """Whether somebody stands: neither down nor Incapacitated nor fallen."""
    return not being.has(DOWN, INCAPACITATED, FALLEN)


def active(being: Being) -> bool:
    """AR-ROUND-02: whoever declares; the Incapacitated do, for they may recover."""
    return not being.has(DOWN, FALLEN)


def attributes(being: Being) -> Attributes:
    """AR-CORE-03: creatures have none."""
    return being.sheet.attributes if isinstance(being.sheet, CharacterSheet) else Attributes()


def house_rules_of(state: ArdorState) -> HouseRules:
    return state.world.house_rules


# ---------------------------------------------------------------- abilities and passives


class Marks(NamedTuple):
    """What somebody has that passives come from."""

    abilities: tuple[str, ...]
    items: tuple[str, ...]
    own: tuple[Passive, ...]


def marks_of(being: Being) -> Marks:
    items = tuple(item.item for item in being.items.values())
    sheet = being.sheet
    if isinstance(sheet, CharacterSheet):
        return Marks(sheet.abilities, items, ())
    more = (effect for power in sheet.powers for effect in power.passive)
    return Marks((), items, (*sheet.passives, *more))


@lru_cache(maxsize=4096)
def passives_of(marks: Marks) -> tuple[Passive, ...]:
    """Everything that works as long as it is known or carried."""
    known, goods = catalogue.abilities(), catalogue.goods()
    found = [effect for name in marks.abilities if name in known for effect in known[name].passive]
    found += [effect for name in marks.items if name in goods for effect in goods[name].passive]
    return (*found, *marks.own)


def bonus(being: Being, field: str, *when: str) -> int:
    """AR-ABIL-03: several of one kind add up, those that count always and those with these actions."""
    return total(passives_of(marks_of(being)), field, *when)


def gap(being: Being, field: str, usual: int) -> int:
    """AR-ABIL-03: of gaps the smallest counts."""
    own = [effect.most for effect in passives_of(marks_of(being)) if isinstance(effect, Gap) and effect.field == field]
    return min((usual, *own))


def immune(being: Being, condition: str) -> bool:
    return any(isinstance(effect, Proof) and condition in effect.to for effect in passives_of(marks_of(being)))


def powers(being: Being) -> dict[str, Power]:
    """The abilities that somebody has, as they are used."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return {power.id: power for power in sheet.powers}
    known = catalogue.abilities()
    return {
        name: catalogue.learned(name, tuple(sheet.variations.get(name, ())))
        for name in sheet.abilities
        if name in known
    }


def power_of(being: Being, name: str) -> Power:
    """An ability that somebody has and can use; refused otherwise."""
    own = powers(being)
    if name not in own:
        if name in catalogue.abilities():
            raise RuleError("not_allowed", f"{being.called} does not have the ability {name!r}")
        raise BadArguments(f"ability: there is no {name!r}{near(name, own)}")
    if own[name].use != "action":
        raise RuleError("not_allowed", f"{name} works by itself and is no action")
    return own[name]


def item_power(being: Being, name: str) -> Power:
    """What a carried item does that works like an ability."""
    found = carried(being, name)
    entry = catalogue.goods().get(found.item) if found else None
    if entry is None or not found or not found.count:
        raise RuleError("not_allowed", f"{being.called} has no {name!r} to use")
    if entry.use != "action":
        raise RuleError("not_allowed", f"{name} is not used like that")
    return entry.power


def power_in(being: Being, deed: Deed) -> Power | None:
    """The ability or item of a deed; nothing for a standard action."""
    if deed.action != "ability":
        return None
    return item_power(being, deed.item) if deed.item else power_of(being, deed.ability)


# ---------------------------------------------------------------- maxima

POOLS = {"health": "max_health", "ardor": "max_ardor", "surges": "max_surges"}


def maximum(being: Being, pool: str, dice: Dice = SILENT) -> int:
    """AR-CHAR-05: the most Health, Ardor or Healing Surges; items add what they add while carried."""
    name, sheet = POOLS[pool], being.sheet
    if name in sheet.maxima:
        return sheet.maxima[name]
    if isinstance(sheet, CreatureSheet):
        own = {"health": sheet.health or 1, "ardor": sheet.ardor, "surges": 0}[pool]
        return own + bonus(being, name)
    items = total(passives_of(Marks((), marks_of(being).items, ())), name)
    if sheet.calling is None:
        return items
    numbers = derived(
        dice,
        calling=sheet.calling,
        might=sheet.attributes.might,
        heart=sheet.attributes.heart,
        health_advances=sheet.health_advances,
        ardor_advances=sheet.ardor_advances,
        surge_advances=sheet.surge_advances,
        abilities=tuple(name for name in sheet.abilities if name in catalogue.abilities()),
    )
    most: int = getattr(numbers, name)
    return most + (dice.note("from things that are carried", items) if items else 0)


# ---------------------------------------------------------------- what is carried and held


def carried(being: Being, name: str) -> Gear | None:
    """Something by its own name, or the first of its kind."""
    if name in being.items:
        return being.items[name]
    return next((item for item in being.items.values() if item.item == name), None)


def weapons_of(being: Being) -> list[Gear]:
    return [item for item in being.items.values() if item.item in catalogue.weapons()]


def in_hand(being: Being) -> list[Gear]:
    """AR-CHAR-01: what was taken in hand, or the first weapons that two hands can hold."""
    sheet = being.sheet
    if isinstance(sheet, CharacterSheet) and sheet.hands is not None:
        return [being.items[name] for name in sheet.hands if name in being.items]
    held, free = [], TWO_HANDS
    for item in weapons_of(being):
        hands = catalogue.weapons()[item.item].hands
        if hands > free:
            break
        held.append(item)
        free -= hands
    return held


def slots(being: Being) -> int:
    """AR-GEAR-03: everything that is carried takes its place, a Healing Kit one."""
    known: dict[str, catalogue.WeaponEntry | catalogue.Goods] = {**catalogue.weapons(), **catalogue.goods()}
    things = sum(known[item.item].slots * item.count for item in being.items.values() if item.item in known)
    return things + HEALING_KIT_SLOTS * being.counter("healing_kits")


def burden(dice: Dice, being: Being) -> int:
    """What too heavy a load takes from every score and challenge; creatures carry no load."""
    if not isinstance(being.sheet, CharacterSheet):
        return 0
    return load(dice, might=being.sheet.attributes.might, slots=slots(being)).modifier


# ---------------------------------------------------------------- a weapon in use


class Arms(NamedTuple):
    """What a basic attack is made with."""

    kind: AttackKind
    range: int
    modifier: int
    attribute: int
    full: str
    glancing: str


def arms(dice: Dice, being: Being, deed: Deed, house_rules: HouseRules) -> Arms:
    """The weapon of a basic attack in the use that was declared; refused where it has no such use."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        melee_only = action_modifier(dice, action=deed.action).melee_only  # type: ignore[arg-type]
        if (deed.use or sheet.attack_kind) != sheet.attack_kind or (melee_only and sheet.attack_kind == "ranged"):
            raise RuleError("not_allowed", f"{being.called} attacks only {sheet.attack_kind}, and {deed.action} is not")
        far = bonus(being, "range") if sheet.attack_kind == "ranged" else 0
        return Arms(sheet.attack_kind, sheet.range + far, 0, 0, sheet.full, sheet.glancing)
    kind = kind_of_weapon(being, deed.weapon)
    entry = tables.weapons()[kind]
    use: AttackKind = deed.use or ("ranged" if entry.melee is None else "melee")
    found = weapon(dice, weapon=kind, action=deed.action, use=use, traits=house_rules.weapon_traits)  # type: ignore[arg-type]
    own = sheet.attributes
    traits = entry.traits if house_rules.weapon_traits else ()
    if use == "ranged":
        attribute = own.wits if "focus" in traits else own.grace
    else:
        attribute = max(own.might, own.grace) if "light" in traits else own.might
    far = bonus(being, "range") if use == "ranged" else 0
    return Arms(use, found.range + far, found.modifier, attribute, found.full, found.glancing)


def kind_of_weapon(being: Being, name: str) -> str:
    """What kind of weapon is meant: the one that is named, the first at hand, or bare hands."""
    if not name:
        held = [*in_hand(being), *weapons_of(being)]
        return held[0].item if held else UNARMED
    if name == UNARMED:
        return UNARMED
    found = carried(being, name)
    if found is None or found.item not in catalogue.weapons():
        names = [item.id for item in weapons_of(being)]
        raise BadArguments(f"weapon: {being.called} has no weapon {name!r}{near(name, names)}")
    return found.item


# ---------------------------------------------------------------- what a deed adds to the score


def attacks(being: Being, deed: Deed) -> bool:
    """Whether a deed is an attack."""
    power = power_in(being, deed)
    return power.attacks if power else tables.actions()[deed.action].attacks


def is_basic_attack(deed: Deed) -> bool:
    return deed.action != "ability" and tables.actions()[deed.action].attacks


HELD_WEAPONS_COUNT = ("defend", "defend_other", "flee")
"""Actions to which weapons in hand add, whatever is done with them."""


def intended(dice: Dice, state: ArdorState, being: Being, deed: Deed) -> Intended:
    """AR-CORE-04, AR-CHAR-06: what a deed adds to the score of the round, and the attribute that goes with it."""
    power = power_in(being, deed)
    own = attributes(being)
    if power:
        return Intended(power.modifier, 0 if power.attribute == "none" else getattr(own, power.attribute))
    house_rules = state.world.house_rules
    modifier = action_modifier(dice, action=deed.action).modifier  # type: ignore[arg-type]
    modifier += bonus(being, "score", deed.action)
    if is_basic_attack(deed):
        used = arms(dice, being, deed, house_rules)
        return Intended(modifier + used.modifier, used.attribute)
    if deed.action in HELD_WEAPONS_COUNT:
        modifier += guard(dice, being, deed.action, traits=house_rules.weapon_traits)
    if deed.action == "improvise":
        modifier += deed.modifier
        return Intended(modifier, getattr(own, deed.attribute or "wits"))
    return Intended(modifier, attribute_of(being, deed.action))


def attribute_of(being: Being, action: str) -> int:
    """AR-CHAR-06, for what is neither an attack nor free."""
    own = attributes(being)
    match action:
        case "move_far" | "flee":
            return own.grace
        case "defend":
            return max(own.might, own.grace)
        case "defend_other" | "recover":
            return own.heart
        case "tend":
            return own.wits
    return 0


def guard(dice: Dice, being: Being, action: str, *, traits: bool) -> int:
    """AR-GEAR-01: what the weapons in hand add to an action that is no attack."""
    total = 0
    for item in in_hand(being):
        entry = tables.weapons()[item.item]
        use = "ranged" if entry.melee is None else "melee"
        total += weapon(dice, weapon=item.item, action=action, use=use, traits=traits).modifier  # type: ignore[arg-type]
    return total


def usable(state: ArdorState, being: Being, deed: Deed) -> bool:
    """Whether the ability, the item or the weapon of a deed is still there."""
    try:
        power_in(being, deed)
        if is_basic_attack(deed):
            arms(SILENT, being, deed, state.world.house_rules)
    except RuleError:
        return False
    return True


# ---------------------------------------------------------------- conditions


def condition_names(being: Being) -> tuple[str, ...]:
    """The conditions of the book that lie on somebody."""
    known = tables.conditions()
    return tuple(name for name in being.conditions if name in known)


def plights_of(being: Being) -> Iterator[tuple[str, Plight]]:
    """What conditions do to somebody, each with the name of its condition."""
    known = tables.conditions()
    return ((name, effect) for name in condition_names(being) for effect in known[name].effects)


def kept_from(being: Being, what: str) -> str:
    """The condition that keeps somebody from something, as it is called; nothing if none does."""
    found = (name for name, effect in plights_of(being) if isinstance(effect, Keep) and what in effect.what)
    return next((catalogue.conditions()[name].name.lower() for name in found), "")


def weakened(being: Being, field: str) -> bool:
    """Whether a condition turns an outcome into a glancing hit."""
    return any(isinstance(effect, Weaken) and effect.field == field for _, effect in plights_of(being))


def numbers_of_conditions(dice: Dice, being: Being, *, attacking: bool = False) -> ConditionModifiers:
    return condition_modifiers(dice, conditions=condition_names(being), attacks=attacking)


def ward_of(being: Being, deeds: tuple[Deed, ...]) -> int:
    """AR-ABIL-03, AR-COND-01: the points that each hit on somebody loses, given what it does in this round.

    Who does two things that make it harder to hurt has what the better of them gives: an ability that names both of
    them gives it once.
    """
    sheet = being.sheet
    own = sheet.ward if isinstance(sheet, CreatureSheet) else 0
    passive = max((bonus(being, "ward", deed.action) for deed in deeds), default=bonus(being, "ward"))
    return max(0, own + passive + numbers_of_conditions(SILENT, being).ward)
