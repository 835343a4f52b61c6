"""The scores of a sheet: what follows from it by the rules, and is therefore never kept (QR-STATE-01)."""

from typing import Literal, TypeAlias

from rulewright.dice import Dice, Fast
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.book import HouseRules
from rulewright.systems.quickref.rules import equipment, magic, saves
from rulewright.systems.quickref.rules.careers import Career, class_line
from rulewright.systems.quickref.rules.characters import attribute_modifier
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.sheet import (
    ATTRIBUTES,
    Being,
    CharacterSheet,
    CreatureSheet,
    Pool,
    QuickrefState,
    SaveKind,
)

SILENT: Dice = Fast()
"""For what throws no dice and need not be explained."""

Fallen: TypeAlias = Literal["mortally_wounded", "stable", "unconscious", "dead"]
DOWN: tuple[Fallen, ...] = ("mortally_wounded", "stable", "unconscious", "dead")
"""Everything that one can be beside up."""

GIVEN_UP = ("rout", "retreat", "surrender")
MORALE = (*GIVEN_UP, "desperate")

HIGHEST_MODIFIER = 3
STRAIN_OF_CREATURES = 10
CHARGED = -2


# ---------------------------------------------------------------- how somebody stands


def status(being: Being) -> Literal["up"] | Fallen:
    return next((state for state in DOWN if being.has(state)), "up")


def is_up(being: Being) -> bool:
    return status(being) == "up"


def is_awake(being: Being) -> bool:
    """Up, and neither asleep nor paralyzed."""
    return is_up(being) and not any(
        "incapacitated" in catalogue.conditions()[name].effects
        for name in being.conditions
        if name in catalogue.conditions()
    )


def morale_state(being: Being) -> str:
    return next((state for state in MORALE if being.has(state)), "steady")


def is_able(being: Being) -> bool:
    """QR-STATE-01: can act, and still wants to fight."""
    return is_awake(being) and not being.has(*GIVEN_UP)


def suffers(being: Being, effect: str) -> bool:
    """Whether a condition does this to somebody."""
    known = catalogue.conditions()
    return any(effect in known[name].effects for name in being.conditions if name in known)


def is_pc(being: Being) -> bool:
    return being.kind == "character"


# ---------------------------------------------------------------- levels and modifiers


def level(being: Being) -> int:
    """The level of a character, the hit dice of a creature."""
    sheet = being.sheet
    return sheet.level if isinstance(sheet, CharacterSheet) else sheet.hit_dice


def caster_level(being: Being) -> int:
    sheet = being.sheet
    return sheet.level if isinstance(sheet, CharacterSheet) else sheet.caster_level or 1


def skill_level(being: Being, skill: str) -> int:
    """What was learned, or what a talent gives to all skills that are not for combat."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return min(4, sheet.skill)
    learned = sheet.skills.get(skill, UNTRAINED)
    if catalogue.skills()[skill].combat:
        return learned
    floor = talents.least(being, "non_combat_skill")
    return learned if floor is None else max(learned, floor)


def modifier(being: Being, attribute: str) -> int:
    """What an attribute adds; creatures have none, save perhaps for Dexterity."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return sheet.dexterity_modifier if attribute == "dex" else 0
    plain = attribute_modifier(SILENT, score=getattr(sheet.attributes, attribute)).modifier
    field = f"attribute_modifier.{attribute}"
    gifted = plain + talents.bonus(being, field)
    return min(gifted, talents.most(being, field) or HIGHEST_MODIFIER)


def better_of(being: Being, attributes: tuple[str, ...]) -> str:
    """The attribute that counts; of equal ones the first."""
    return max(attributes, key=lambda attribute: modifier(being, attribute))


def attack_bonus(being: Being) -> int:
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return sheet.attack_bonus
    return class_line(SILENT, class_=sheet.class_, partials=sheet.partials, level=sheet.level).attack_bonus


def career(being: Being) -> Career | None:
    sheet = being.sheet
    return Career(sheet.class_, sheet.partials) if isinstance(sheet, CharacterSheet) else None


# ---------------------------------------------------------------- defenses


def bears_shield(being: Being) -> bool:
    return being.sheet.shield not in ("none", False)


def shield_ready(being: Being) -> bool:
    """QR-COMBAT-09: each round it stops Shock once. Outside a fight it always is ready."""
    return bears_shield(being) and not being.has("shield_used", "shield_lent")


def armor_class(state: QuickrefState, being: Being, dice: Dice = SILENT) -> int:
    """The number that an attack must reach."""
    sheet, situation = being.sheet, situational_armor(state, being)
    if "armor_class" in sheet.overrides:
        return sheet.overrides["armor_class"]
    if isinstance(sheet, CreatureSheet):
        return min(40, max(1, sheet.armor_class + situation))
    worn = catalogue.armor()[sheet.armor]
    lent = being.has("shield_lent")
    circumstances = ("shield",) if bears_shield(being) and not lent else ()
    bonus = worn.bonus + talents.bonus(being, "armor_class", *circumstances) + situation
    return equipment.armor_class(
        dice,
        armor=base_of(sheet.armor),
        shield="none" if lent or isinstance(sheet.shield, bool) else sheet.shield,
        dexterity_modifier=modifier(being, "dex"),
        innate=talents.bonus(being, "innate_armor_class"),
        modifier=bonus,
    ).armor_class


def base_of(thing: str) -> str:
    """What a magical weapon or suit is otherwise; anything else is itself."""
    item = catalogue.magical_items().get(thing)
    return item.base if item and item.base else thing


def situational_armor(state: QuickrefState, being: Being) -> int:
    """What somebody does for, or against, not being hit."""
    defending = state.world.house_rules.total_defense_armor_bonus if being.has("total_defense") else 0
    return defending + (CHARGED if being.has("charged") else 0)


def pierced_armor_class(state: QuickrefState, being: Being) -> int:
    """QR-EQUIP-03: what shot meets that goes through armor, unless the armor is magical."""
    sheet = being.sheet
    if isinstance(sheet, CharacterSheet) and catalogue.armor()[sheet.armor].bonus:
        return armor_class(state, being)
    bare = equipment.armor_class(
        SILENT, dexterity_modifier=modifier(being, "dex"), modifier=situational_armor(state, being)
    )
    return bare.armor_class


def is_immune_to_shock(being: Being) -> bool:
    circumstances = ("shield",) if bears_shield(being) and not being.has("shield_lent") else ()
    return being.has("total_defense") or talents.is_immune(being, "shock", *circumstances)


def save_target(state: QuickrefState, being: Being, kind: SaveKind, dice: Dice = SILENT) -> int:
    """The number that a save must reach."""
    sheet = being.sheet
    if f"save.{kind}" in sheet.overrides:
        return sheet.overrides[f"save.{kind}"]
    if isinstance(sheet, CreatureSheet):
        if sheet.save is not None:
            return sheet.save
        rounding = state.world.house_rules.creature_save_rounding
        return saves.creature_save_target(dice, hit_dice=sheet.hit_dice, rounding=rounding).target
    modifiers = saves.Modifiers(**{attribute: modifier(being, attribute) for attribute in ATTRIBUTES})
    return saves.save_target(dice, kind=kind, level=sheet.level, modifiers=modifiers).target


# ---------------------------------------------------------------- body


def is_minor(being: Being, house_rules: HouseRules) -> bool:
    """QR-INJ-02: whether somebody dies at once; characters of players never do for that."""
    sheet = being.sheet
    if isinstance(sheet, CharacterSheet):
        return False
    return sheet.hit_dice <= house_rules.minor_hit_dice if sheet.minor is None else sheet.minor


def maximum_strain(being: Being) -> int:
    sheet = being.sheet
    return sheet.attributes.con if isinstance(sheet, CharacterSheet) else STRAIN_OF_CREATURES


# ---------------------------------------------------------------- loads and moves


def weight(things: tuple[str, ...], worn: tuple[str, ...] = ()) -> int:
    """The load of things, bundles and handfuls counted together."""
    total = 0
    for thing in dict.fromkeys(things):
        count, entry = things.count(thing), catalogue.things()[thing]
        flags = getattr(entry, "flags", ())
        if "small" in flags or "worn" in flags:
            continue
        if "bundle" in flags:
            total += equipment.bundled_encumbrance(SILENT, count=count, each=entry.encumbrance).encumbrance
        elif "numerous" in getattr(entry, "traits", ()):
            total += -(-count // 5) * entry.encumbrance
        else:
            total += count * entry.encumbrance
    return total + sum(catalogue.things()[thing].encumbrance for thing in worn if thing != "none")


def burden(being: Being, dice: Dice = SILENT) -> equipment.Burden | None:
    """QR-EQUIP-05: what somebody carries, worn armor and shield as if readied. Creatures carry what they have."""
    sheet = being.sheet
    if not isinstance(sheet, CharacterSheet):
        return None
    worn = (sheet.armor, *([sheet.shield] if isinstance(sheet.shield, str) else []))
    coins = equipment.coins(SILENT, copper=being.counter("copper")).encumbrance
    return equipment.encumbrance(
        dice,
        strength=min(18, sheet.attributes.str + talents.bonus(being, "strength_for_encumbrance")),
        readied=weight(sheet.readied, worn),
        stowed=weight((*sheet.stowed, *sheet.items)) + coins,
        base_move=30 + talents.bonus(being, "move_feet"),
    )


def move_feet(state: QuickrefState, being: Being, dice: Dice = SILENT) -> int:
    """QR-MOVE-01: feet of a Move Action as somebody is now."""
    sheet = being.sheet
    if "move" in sheet.overrides:
        return sheet.overrides["move"]
    if isinstance(sheet, CreatureSheet):
        feet = sheet.move
    else:
        carried = burden(being, dice)
        assert carried
        feet = carried.move if state.world.house_rules.encumbrance else 30 + talents.bonus(being, "move_feet")
    if being.has("prone") or suffers(being, "move_halved"):
        feet //= 2
    return feet


def place(being: Being) -> int:
    """Where somebody stands, in feet along a line."""
    return being.position if isinstance(being.position, int) else 0


def distance(state: QuickrefState, one: Being, other: Being) -> int | None:
    """Feet between two; nobody counts them without a scene."""
    return abs(place(one) - place(other)) if state.world.kind == "distances" else None


# ---------------------------------------------------------------- magic

POOLS: dict[str, Pool] = {"mage_arts": "mage", "healer_arts": "healer"}
SKILL_OF_POOL = {"mage": "magic", "healer": "heal"}


def casts_a_day(being: Being) -> int:
    """QR-MAGIC-02: how many spells somebody casts in a day."""
    capacity = capacity_of(being)
    return capacity.casts if capacity else 0


def capacity_of(being: Being) -> magic.SpellCapacity | None:
    """What a caster can handle; creatures cast by their own level on the full table."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        if not sheet.spells or sheet.caster_level is None:
            return None
        return magic.spell_capacity(SILENT, class_="mage", level=sheet.caster_level)
    if not Career(sheet.class_, sheet.partials).spells:
        return None
    return magic.spell_capacity(SILENT, class_=sheet.class_, partials=sheet.partials, level=sheet.level)


def effort_maximum(being: Being) -> dict[Pool, int]:
    """QR-MAGIC-09: the points of each pool that somebody has when fresh."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet):
        return {"mage": sheet.effort} if sheet.effort else {}
    found: dict[Pool, int] = {}
    for ability, pool in POOLS.items():
        if ability in Career(sheet.class_, sheet.partials).abilities:
            whole = pool == "healer" or sheet.class_ == "mage"
            found[pool] = magic.effort(
                SILENT,
                tradition=pool if whole else "partial_mage",
                skill_level=max(0, skill_level(being, SKILL_OF_POOL[pool])),
                intelligence_modifier=modifier(being, "int"),
                charisma_modifier=modifier(being, "cha"),
            ).maximum
    return found


def effort_left(being: Being) -> dict[Pool, int]:
    """What is not bound by anything."""
    bound = [point.pool for point in being.sheet.committed]
    return {pool: max(0, most - bound.count(pool)) for pool, most in effort_maximum(being).items()}
