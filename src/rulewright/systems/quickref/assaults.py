"""An attack of somebody on somebody, put together from sheets, weapons, talents and the situation (QR-COMBAT)."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from rulewright.content.effects import Damage
from rulewright.rules import RuleError, pick
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.book import HouseRules
from rulewright.systems.quickref.catalogue import Weapon
from rulewright.systems.quickref.effects import UnarmedDamage
from rulewright.systems.quickref.rules.assaults import swarm_bonus
from rulewright.systems.quickref.rules.attack import Blow, Target, attack_modifiers
from rulewright.systems.quickref.scores import (
    SILENT,
    armor_class,
    attack_bonus,
    better_of,
    distance,
    is_able,
    is_immune_to_shock,
    modifier,
    pierced_armor_class,
    shield_ready,
    skill_level,
    suffers,
)
from rulewright.systems.quickref.sheet import Being, CreatureSheet, QuickrefState

Mode: TypeAlias = Literal["melee", "ranged", "thrown"]
REACH, LONG_REACH = 5, 10
TWO_WEAPONS_DAMAGE = 2
WEAKENED = -4
UNARMED = "unarmed"


class Circumstances(NamedTuple):
    """What whoever attacks says about how."""

    modifier: int = 0
    cover: Literal["none", "half", "nearly_full"] = "none"
    charge: bool = False
    snap: bool = False
    two_weapons: bool = False
    swarm: int = 0


class Assault(NamedTuple):
    """An attack as far as the attacker goes, with what the target has to know of it."""

    weapon: Weapon
    mode: Mode
    blow: Blow
    two_handed: bool

    @property
    def pierces(self) -> bool:
        return "armor_piercing" in self.weapon.traits


# ---------------------------------------------------------------- weapons


def natural_weapon(sheet: CreatureSheet) -> Weapon:
    """A creature's own line, in the form of a weapon; what it carries is better by its bonus."""
    if sheet.damage == "weapon":
        held = pick("weapon", sheet.weapon, catalogue.weapons())
        return replace(held, shock=None) if sheet.shock is None else held
    shock = sheet.shock if isinstance(sheet.shock, int) else None
    return replace(
        catalogue.weapons()[UNARMED], name="natural weapons", damage=sheet.damage, shock=shock, shock_armor_class=None
    )


def chosen_weapon(being: Being, name: str) -> Weapon:
    """The weapon that is named, the first one at hand, or bare hands. The weapon of a creature is its own."""
    sheet = being.sheet
    if isinstance(sheet, CreatureSheet) and name in ("", sheet.weapon):
        return natural_weapon(sheet)
    known = catalogue.weapons()
    if not name:
        name = next((thing for thing in sheet.readied if thing in known), UNARMED)
    weapon = known[name]
    if "needs_shield" in weapon.traits:
        ready = sheet.shield == name.removesuffix("_bash")
    else:
        ready = name == UNARMED or name in sheet.readied
    if not ready:
        raise RuleError("not_ready", f"{being.called} has no {weapon.name.lower()} at hand")
    return weapon


def chosen_mode(weapon: Weapon, mode: Mode | None) -> Mode:
    """How a weapon is used: as usual, or thrown if it can be."""
    thrown_only = "thrown_only" in weapon.traits
    usual: Mode = "thrown" if thrown_only else weapon.kind
    if mode in (None, usual):
        return usual
    if mode == "thrown" and "throwable" in weapon.traits:
        return "thrown"
    raise RuleError("not_allowed", f"{weapon.name}: can't be used in this way ({mode})")


# ---------------------------------------------------------------- situation


def flags(
    state: QuickrefState, attacker: Being, target: Being, weapon: Weapon, mode: Mode, how: Circumstances
) -> Iterator[str]:
    """QR-COMBAT-03: what of the situation counts, in the words of the table."""
    feet = distance(state, attacker, target)
    adjacent = mode == "melee" if feet is None else feet <= REACH
    if target.has("prone"):
        yield "target_prone_adjacent" if adjacent else "target_prone_distant"
    if attacker.has("prone") and mode == "melee":
        yield "attacker_prone"
    if weapon.range and mode != "melee" and feet is not None and feet > weapon.range[0]:
        yield "long_range"
    if pressed(state, attacker):
        yield from flags_of_a_melee(attacker, weapon, mode)
    if suffers(target, "melee_attackers_minus_4"):
        yield "unseen_place_known" if mode == "melee" else "unseen_place_unknown"
    yield from flags_that_are_said(how)


def flags_that_are_said(how: Circumstances) -> Iterator[str]:
    if how.cover != "none":
        yield "half_cover" if how.cover == "half" else "nearly_full_cover"
    yield from (flag for flag in ("charge", "snap", "two_weapons") if getattr(how, flag))


def flags_of_a_melee(attacker: Being, weapon: Weapon, mode: Mode) -> Iterator[str]:
    """QR-MOVE-04: with a foe close by."""
    if mode == "thrown" and not talents.is_immune(attacker, "thrown_in_melee"):
        yield "thrown_in_melee"
    if mode == "ranged" and weapon.hands == 2 and talents.fixed(attacker, "ranged_in_melee") is None:
        yield "two_handed_ranged_in_melee"


def pressed(state: QuickrefState, being: Being) -> bool:
    """QR-MOVE-04: an able foe is close. Without a scene the GM says so by a modifier."""
    return any(
        other.side != being.side and is_able(other) and (distance(state, being, other) or 0) <= REACH
        for other in state.entities.values()
        if state.world.kind == "distances"
    )


def situation(
    state: QuickrefState, attacker: Being, target: Being, weapon: Weapon, mode: Mode, how: Circumstances
) -> int:
    """What the situation adds; an impossible shot is refused."""
    counted = attack_modifiers(SILENT, flags=tuple(flags(state, attacker, target, weapon, mode, how)))
    if not counted.allowed:
        raise RuleError("not_allowed", f"{attacker.called} can't shoot like that")
    added = how.modifier + counted.modifier
    if suffers(attacker, "attacks_minus_4"):
        added += WEAKENED
    if mode == "ranged" and weapon.hands == 2 and pressed(state, attacker):
        added += int(talents.fixed(attacker, "ranged_in_melee") or 0)
    return added


# ---------------------------------------------------------------- the blow


def assault(
    state: QuickrefState, attacker: Being, target: Being, weapon: Weapon, mode: Mode, how: Circumstances
) -> Assault:
    """Everything that the attacker brings to the rule of attacks."""
    house_rules = state.world.house_rules
    crowd = swarm_bonus(SILENT, assailants=how.swarm + 1)
    blow = Blow(
        attack_bonus=attack_bonus(attacker),
        modifier=situation(state, attacker, target, weapon, mode, how) + crowd.to_hit,
        damage=weapon.damage,
        capped_bonus=crowd.damage,
        damage_only_bonus=TWO_WEAPONS_DAMAGE if how.two_weapons else 0,
        melee=mode == "melee",
        untrained_penalty=house_rules.untrained_attack_penalty,
        hit_minimum=house_rules.hit_minimum,
        minimum_damage=house_rules.minimum_damage,
    )
    if weapon.shock is not None:
        blow = replace(blow, shock=weapon.shock, shock_armor_class=weapon.shock_armor_class or 0)
    if isinstance(attacker.sheet, CreatureSheet):
        blow = of_creature(blow, attacker.sheet)
    else:
        blow = of_character(blow, attacker, weapon, mode, house_rules)
    if how.swarm and house_rules.swarm_shock == "ignores_defenses" and blow.shock is not None:
        blow = replace(blow, shock_armor_class="any")
    return Assault(weapon, mode, blow, weapon.hands == 2)


def of_creature(blow: Blow, sheet: CreatureSheet) -> Blow:
    """QR-GM-04: one bonus for every attack, no skill, no attributes."""
    blow = replace(blow, damage_bonus=sheet.weapon_bonus if sheet.damage == "weapon" else 0)
    if blow.shock is not None and sheet.shock_armor_class is not None:
        return replace(blow, shock_armor_class=sheet.shock_armor_class)
    return blow


def of_character(blow: Blow, being: Being, weapon: Weapon, mode: Mode, house_rules: HouseRules) -> Blow:
    """Skill, attribute, talents and a magical weapon."""
    kinds = (mode, UNARMED) if weapon.id == UNARMED else (mode,)
    attribute = better_of(being, weapon.attributes)
    punches = weapon.skill == "punch" and (house_rules.punch_weapons == "all" or weapon.id == UNARMED)
    said = talents.bonus(being, "damage", *kinds)
    silent_is_for_both = house_rules.shock_bonuses == "all"
    blow = replace(
        blow,
        skill_level=weapon_skill(being, weapon, mode),
        attribute_modifier=modifier(being, attribute),
        modifier=blow.modifier + weapon.bonus + talents.bonus(being, "to_hit", *kinds),
        damage_bonus=weapon.bonus
        + talents.bonus(being, "damage_and_shock", *kinds)
        + (said if silent_is_for_both else 0),
        damage_only_bonus=blow.damage_only_bonus
        + talents.bonus(being, "damage_only", *kinds)
        + (0 if silent_is_for_both else said),
        shock_only_bonus=talents.bonus(being, "shock", *kinds),
        uses_punch=punches,
        shock_against=talents.fixed(being, "shock_against"),
        miss_damage=damage_of_a_miss(being, *kinds),
        untrained_penalty=0 if "easy_to_use" in weapon.traits else blow.untrained_penalty,
    )
    return with_trained_hands(blow, being) if weapon.id == UNARMED else blow


def weapon_skill(being: Being, weapon: Weapon, mode: Mode) -> int:
    """Who throws uses the better of two skills."""
    if mode == "thrown":
        return max(skill_level(being, "shoot"), skill_level(being, "stab"))
    return skill_level(being, weapon.skill)


def damage_of_a_miss(being: Being, *kinds: str) -> str | None:
    """The dice that a talent does even with a miss."""
    for _, trigger in talents.triggers(being, "miss", *kinds):
        for effect in trigger.effects:
            if isinstance(effect, Damage):
                return str(effect.amount)
    return None


def with_trained_hands(blow: Blow, being: Being) -> Blow:
    """QR-FOCUS-04."""
    punch = skill_level(being, "punch")
    for _, hands in talents.talents(being, UnarmedDamage):
        blow = replace(blow, damage=hands.by_punch_level[max(0, punch)])
        if punch >= hands.shock_from_punch_level:
            blow = replace(blow, shock=hands.shock, shock_armor_class=hands.shock_armor_class)
    return blow


# ---------------------------------------------------------------- the other end


def as_target(state: QuickrefState, target: Being, *, pierced: bool, crowd: bool) -> Target:
    """What an attack meets at this moment. The Shock of a crowd may be such that no shield helps."""
    ignored = crowd and state.world.house_rules.swarm_shock == "ignores_defenses"
    return Target(
        pierced_armor_class(state, target) if pierced else armor_class(state, target),
        shield_ready(target) and not ignored,
        is_immune_to_shock(target),
    )


def reach_of(weapon: Weapon, mode: Mode) -> int | None:
    """How far it goes; nothing where only the GM could say."""
    if mode == "melee":
        return LONG_REACH if "long" in weapon.traits else REACH
    return weapon.range[1] if weapon.range else None


def can_be_gentle(weapon: Weapon) -> bool:
    """QR-INJ-08: bare hands, natural weapons and blunt ones."""
    return "less_lethal" in weapon.traits


def arguments_of(blow: Blow, target: Target) -> dict[str, Any]:
    """Blow and target as the rule of attacks takes them; what is as usual is left out."""
    said = {name: getattr(blow, name) for name in blow.__struct_fields__}
    usual = Blow(attack_bonus=0, damage="")
    given = {name: value for name, value in said.items() if value != getattr(usual, name)}
    return {"attack_bonus": blow.attack_bonus, **given, **{n: getattr(target, n) for n in target.__struct_fields__}}
