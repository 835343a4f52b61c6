"""Attacks: what stands against one, what it costs, and how it lands (QR-COMBAT, QR-ACT-08, QR-MOVE-02)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rulewright.rules import RuleError, pick
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.assaults import (
    REACH,
    Assault,
    Circumstances,
    Mode,
    arguments_of,
    as_target,
    assault,
    can_be_gentle,
    chosen_mode,
    chosen_weapon,
    reach_of,
)
from rulewright.systems.quickref.catalogue import Weapon, armor, weapons
from rulewright.systems.quickref.commands.core import (
    afford,
    commands,
    fighting,
    has_the_turn,
    needs_move_itself,
    not_dead,
    pay,
)
from rulewright.systems.quickref.harm import hurt, mark, use
from rulewright.systems.quickref.pending import let_wait
from rulewright.systems.quickref.rules.attack import Attack, Situation, throw_to_hit
from rulewright.systems.quickref.rules.attack import attack as attack_rule
from rulewright.systems.quickref.rules.saves import natural, reaches
from rulewright.systems.quickref.scores import (
    armor_class,
    distance,
    is_pc,
    is_up,
    move_feet,
    pierced_armor_class,
    place,
    skill_level,
)
from rulewright.systems.quickref.sheet import Being, CharacterSheet, CreatureSheet, QuickrefPlay
from rulewright.table.entities import EntityId

WeaponId = Annotated[str, Meta(max_length=100, extra={"choose": "weapon"})]
Others = Annotated[int, Meta(ge=0, le=19)]

LEAST_OF_A_CHARGE = 10
LOADED = ("reload", "slow_reload", "single_shot")
AMMUNITION = {"large_bow": "arrows", "small_bow": "arrows", "crossbow": "quarrels"}
SHOTS = 20


def at_any_time(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """A snap attack, or one by somebody who held an action; never one that would have to wait, and no charge."""
    if arguments.get("pause") or arguments.get("charge"):
        return False
    return bool(arguments.get("snap")) or play.entity(by).has("holding")


@commands.actor(
    *("QR-COMBAT-01", "QR-COMBAT-12", "QR-COMBAT-13", "QR-COMBAT-16", "QR-COMBAT-17", "QR-ACT-08", "QR-MOVE-02"),
    needs=(fighting,),
    interrupts=at_any_time,
)
def attack(
    play: QuickrefPlay,
    by: str,
    *,
    target: EntityId,
    weapon: WeaponId = "",
    mode: Mode | None = None,
    modifier: Situation = 0,
    cover: Literal["none", "half", "nearly_full"] = "none",
    non_lethal: bool = False,
    charge: bool = False,
    snap: bool = False,
    free: bool = False,
    two_weapons: bool = False,
    swarm: Others = 0,
    pause: bool = False,
) -> None:
    """Strike, shoot or throw at somebody."""
    refuse_unknown_weapon(weapon)
    attacker, defender = play.entity(by), not_dead(play, target)
    refuse_what_is_not_possible(play, attacker, target, snap=snap, free=free, pause=pause)
    refuse_without_attack(play, attacker, charge=charge, snap=snap, free=free)
    used = chosen_weapon(attacker, weapon)
    way = chosen_mode(used, mode)
    if free and way != "melee":
        raise RuleError("not_allowed", "a free attack is one in melee")
    refuse_unloaded(play, attacker, used)
    if not free:
        refuse_distance(play, attacker, defender, used, way, charge=charge)
    if non_lethal and not (can_be_gentle(used) and play.world.house_rules.non_lethal_attacks):
        raise RuleError("not_allowed", f"{used.name}: nobody is struck gently with it")
    if two_weapons and not fights_with_two(attacker):
        raise RuleError("not_allowed", f"{attacker.called} has not learned to fight with two weapons at hand")
    how = Circumstances(modifier, cover, charge, snap, two_weapons, swarm)
    blow = assault(play.state, attacker, defender, used, way, how)

    spend_attack(play, attacker, target, charge=charge, snap=snap, free=free)
    if charge:
        rush(play, attacker, defender)
    use_weapon(play, attacker, used, way)
    if pause:
        wait_with(play, by, target, blow, crowd=swarm > 0, non_lethal=non_lethal)
        return
    met = as_target(play.state, play.entity(target), pierced=blow.pierces, crowd=swarm > 0)
    struck = attack_rule(play.dice, **arguments_of(blow.blow, met))
    land(play, by, target, struck, non_lethal=non_lethal)


# ---------------------------------------------------------------- what stands against it


def refuse_unknown_weapon(name: str) -> None:
    if name:
        pick("weapon", name, weapons())


def refuse_what_is_not_possible(
    play: QuickrefPlay, attacker: Being, target: str, *, snap: bool, free: bool, pause: bool
) -> None:
    sheet = attacker.sheet
    if snap and isinstance(sheet, CreatureSheet) and sheet.discipline != "trained":
        raise RuleError("not_allowed", f"{attacker.called} is not trained to strike in somebody else's turn")
    fight = play.encounter
    if free and (fight is None or offer(attacker.id, target) not in fight.free_attacks):
        raise RuleError("not_allowed", f"{play.called(target)} gives {attacker.called} no free attack")
    if pause and fight is None:
        raise RuleError("not_allowed", "only in a fight does an attack wait for Instants")


def offer(foe: str, mover: str) -> str:
    """A free attack, as the encounter lists it."""
    return f"{foe}>{mover}"


def refuse_without_attack(play: QuickrefPlay, attacker: Being, *, charge: bool, snap: bool, free: bool) -> None:
    """Who has neither the turn nor an attack left does not strike."""
    if free or (has_attacks_left(play, attacker) and not snap and not charge):
        return
    if charge and play.encounter and not has_the_turn(play, attacker):
        raise RuleError("not_your_turn", f"it is not {attacker.called}'s turn")
    afford(play, attacker.id, "main", at_any_time=snap)
    if charge:
        needs_move_itself(play, attacker.id)


def has_attacks_left(play: QuickrefPlay, attacker: Being) -> bool:
    """QR-COMBAT-12: the rest of a Main Action; it is lost with the turn in which that was spent."""
    return play.encounter is not None and attacker.counter("attacks_left") > 0


def refuse_unloaded(play: QuickrefPlay, attacker: Being, weapon: Weapon) -> None:
    if weapon.id in attacker.sheet.unloaded:
        raise RuleError("not_loaded", f"{weapon.name}: it has to be loaded first")
    if needs_ammunition(play, attacker, weapon) and AMMUNITION[weapon.id] not in attacker.sheet.readied:
        raise RuleError("not_enough_resource", f"{attacker.called} has no {AMMUNITION[weapon.id]} at hand")


def needs_ammunition(play: QuickrefPlay, attacker: Being, weapon: Weapon) -> bool:
    """QR-Q-30: only characters count what they shoot, and only where the table wants it."""
    return play.world.house_rules.track_ammunition and is_pc(attacker) and weapon.id in AMMUNITION


def refuse_distance(
    play: QuickrefPlay, attacker: Being, target: Being, weapon: Weapon, mode: Mode, *, charge: bool
) -> None:
    """QR-MOVE-01, QR-COMBAT-13: counted only in a scene."""
    feet, reach = distance(play.state, attacker, target), reach_of(weapon, mode)
    if charge and mode != "melee":
        raise RuleError("not_allowed", "a charge ends in a melee attack")
    if feet is None or reach is None:
        return
    if charge:
        farthest = 2 * move_feet(play.state, attacker) + REACH
        if not LEAST_OF_A_CHARGE <= feet <= farthest:
            raise RuleError("out_of_range", f"a charge goes from {LEAST_OF_A_CHARGE} to {farthest} feet, not {feet}")
    elif feet > reach:
        raise RuleError("out_of_range", f"{target.called} is {feet} feet away; this reaches {reach}")


def fights_with_two(attacker: Being) -> bool:
    """QR-COMBAT-16: two weapons at hand, each of a skill that is known well."""
    if not isinstance(attacker.sheet, CharacterSheet):
        return False
    known = weapons()
    held = [known[thing] for thing in attacker.sheet.readied if thing in known and known[thing].hands == 1]
    return sum(weapon.kind == "melee" and skill_level(attacker, weapon.skill) >= 1 for weapon in held) > 1


# ---------------------------------------------------------------- what it costs


def spend_attack(play: QuickrefPlay, attacker: Being, target: str, *, charge: bool, snap: bool, free: bool) -> None:
    """QR-COMBAT-12: all attacks of a creature are one Main Action."""
    by = attacker.id
    if play.encounter is None:
        return
    if free:
        left = tuple(offered for offered in play.fight().free_attacks if offered != offer(by, target))
        play.change_encounter(free_attacks=left)
        return
    if has_attacks_left(play, attacker) and not snap and not charge:
        play.change(by, "attacks_left", -1)
        return
    pay(play, by, "main")
    if charge:
        play.change(by, "move_action", -1)
        mark(play, by, "charged")
    if isinstance(attacker.sheet, CreatureSheet) and not snap:
        play.put(by, "attacks_left", attacker.sheet.attacks - 1)


def rush(play: QuickrefPlay, attacker: Being, target: Being) -> None:
    """A charge ends right before the target."""
    if play.world.kind == "distances":
        here, there = place(attacker), place(target)
        play.move(attacker.id, there - REACH if here < there else there + REACH)


def use_weapon(play: QuickrefPlay, attacker: Being, weapon: Weapon, mode: Mode) -> None:
    """What is fired must be loaded again, what is thrown lies on the ground. Creatures see to that by themselves."""
    if not is_pc(attacker):
        return
    sheet, by = attacker.sheet, attacker.id
    if mode == "thrown":
        play.sheet(by, readied=without_one(sheet.readied, weapon.id))
        play.change_world(dropped=(*play.world.dropped, weapon.id))
    elif any(trait in weapon.traits for trait in LOADED):
        play.sheet(by, unloaded=(*sheet.unloaded, weapon.id))
    if "needs_shield" in weapon.traits and play.encounter:
        mark(play, by, "shield_lent")
    if needs_ammunition(play, attacker, weapon):
        shoot(play, by, AMMUNITION[weapon.id])


def shoot(play: QuickrefPlay, by: str, ammunition: str) -> None:
    """One less in the quiver; an empty one is gone."""
    count = f"shots:{ammunition}"
    use(play, by, count)
    sheet = play.entity(by).sheet
    if sheet.uses[count] >= SHOTS:
        play.sheet(by, uses={what: times for what, times in sheet.uses.items() if what != count})
        play.sheet(by, readied=without_one(sheet.readied, ammunition))


def without_one(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """These things, one of a kind less."""
    found = things.index(thing)
    return (*things[:found], *things[found + 1 :])


# ---------------------------------------------------------------- before it lands


def wait_with(play: QuickrefPlay, by: str, target: str, attack: Assault, *, crowd: bool, non_lethal: bool) -> None:
    """The die falls, and nothing comes of it yet."""
    blow, defender = attack.blow, play.entity(target)
    thrown = throw_to_hit(
        play.dice, blow.attack_bonus, blow.skill_level, blow.attribute_modifier, blow.modifier, blow.untrained_penalty
    )
    data = {
        "kind": "attack",
        "attacker": by,
        "target": target,
        "face": thrown.face,
        "total": thrown.total,
        "fixed": False,
        "blow": msgspec.to_builtins(blow),
        "weapon": attack.weapon.id,
        "pierces": attack.pierces,
        "crowd": crowd,
        "non_lethal": non_lethal,
    }
    hit = compared(play, data)
    play.result({"hit": hit})
    text = f"{play.called(by)} would {'hit' if hit else 'miss'} {defender.called}. Does anybody interfere?"
    let_wait(play, target, text, {**data, "hit": hit})


def compared(play: QuickrefPlay, waiting: Mapping[str, Any]) -> bool:
    """Whether an attack that waits hits the target as it is now. A 1, a 20 and what an ability has turned stay."""
    face, total = waiting["face"], waiting["total"]
    if total is None:  # nobody knows it who does not know the attacker
        return bool(waiting["hit"])
    if "hit" in waiting and (waiting["fixed"] or natural(face)):
        return bool(waiting["hit"])
    target = play.entity(waiting["target"])
    met = pierced_armor_class(play.state, target) if waiting["pierces"] else armor_class(play.state, target)
    return reaches(face, total, met)


# ---------------------------------------------------------------- when it lands


def land(play: QuickrefPlay, by: str, target: str, struck: Attack, *, non_lethal: bool = False) -> None:
    """What an attack came to: damage, a shield that is used, and what follows from a kill."""
    play.result({"outcome": struck.outcome, "damage": struck.damage, "hit": struck.outcome == "hit"})
    if struck.shield_used and play.encounter:
        mark(play, target, "shield_used")
    stood = is_up(play.entity(target))
    hurt(play, target, struck.damage, non_lethal=non_lethal)
    if struck.outcome == "hit":
        tell_of_specials(play, by)
        tell_of_armor(play, target)
    if stood and not is_up(play.entity(target)):
        strike_once_more(play, by)


def tell_of_specials(play: QuickrefPlay, by: str) -> None:
    """What a creature's hit does besides is the GM's to carry out."""
    sheet = play.entity(by).sheet
    if isinstance(sheet, CreatureSheet):
        for special in sheet.special:
            play.prompt(f"{play.called(by)}: {special}.")


def tell_of_armor(play: QuickrefPlay, target: str) -> None:
    """What a suit does besides is the GM's to carry out."""
    sheet = play.entity(target).sheet
    if isinstance(sheet, CharacterSheet) and (special := armor()[sheet.armor].special):
        play.prompt(f"{play.called(target)} wears {armor()[sheet.armor].name.lower()}: {special}.")


def strike_once_more(play: QuickrefPlay, by: str) -> None:
    """A talent may give an attack for a foe felled."""
    being = play.entity(by)
    if play.encounter is None or not has_the_turn(play, being):
        return
    for talent, _ in talents.triggers(being, "kill"):
        if talents.uses_left(being, talent) > 0:
            use(play, by, talents.use_of(talent))
            play.change(by, "attacks_left", 1)
