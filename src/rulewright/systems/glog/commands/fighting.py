"""Blows, and what is done about them (GL-ATTACK, GL-DEF, GL-DAMAGE)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from rulewright.rules import RuleError, near
from rulewright.systems.glog.commands.core import (
    AnyModifier,
    action_to_spend,
    commands,
    own_turn,
    own_turn_in_a_fight,
    spend_action,
)
from rulewright.systems.glog.harm import (
    RIPOSTE_WON,
    Blow,
    can_parry,
    carried_kind,
    drop,
    image_takes,
    is_creature,
    land,
    lose,
    one_of,
    pending,
    react,
    release,
    take,
    use,
    use_up,
    uses_left,
)
from rulewright.systems.glog.rules.armor import creature_attack, creature_on_creature, parry_blow
from rulewright.systems.glog.rules.armor import sunder as sundered
from rulewright.systems.glog.rules.attack import Hands, attack_modifier, refuse_one_hand, weapon_attack
from rulewright.systems.glog.rules.wounds import stabilise as stabilised
from rulewright.systems.glog.scores import (
    SILENT,
    armor_worn,
    blocked,
    bonus,
    factor,
    grants,
    held_shield,
    in_hand,
    place,
    score,
    suit,
    usual_attack,
    weapon_class,
)
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Gear, GlogPlay
from rulewright.systems.glog.tables import weapon_classes
from rulewright.table.entities import Condition, EntityId, ItemId

UNARMED = Gear(id="unarmed", item="unarmed")
AMMUNITION = {"bow": "arrows", "crossbow": "arrows", "sling": "stones"}
REACH = 5


@commands.actor(
    *("GL-ATTACK-05", "GL-ATTACK-06", "GL-ATTACK-08", "GL-ROUND-05", "GL-ROUND-08", "GL-DAMAGE-06"),
    *("GL-ATTACK-01", "GL-DEF-02", "GL-BREAK-03", "GL-BREAK-04", "GL-HP-04", "GL-STATE-15"),
    needs=(own_turn,),
)
def attack(
    play: GlogPlay,
    by: str,
    *,
    target: EntityId,
    weapon: ItemId = "",
    with_: Annotated[str, Meta(max_length=100, extra={"choose": "attack"})] = "",
    hands: Hands | UnsetType = UNSET,
    thrown: bool = False,
    unaware: bool = False,
    modifier: AnyModifier = 0,
) -> None:
    """Strike or shoot at somebody."""
    attacker = play.entity(by)
    if not attacker.counter("action_left") and not attacker.counter("attacks_left"):
        raise RuleError("no_action_left", f"{attacker.called} has no attack left in this turn")
    if play.entity(target).has("dead"):
        raise RuleError("not_allowed", f"{play.called(target)} is dead")
    if contrite := blocked(attacker, "attack"):
        raise RuleError("not_allowed", f"{attacker.called} is {contrite} and strikes nobody")
    if target == by:
        raise RuleError("not_allowed", f"{attacker.called} strikes others")
    if isinstance(attacker.sheet, CreatureSheet):
        strike_as_creature(play, by, target, with_, modifier)
    else:
        strike_with_weapon(play, by, target, chosen_weapon(play, by, weapon), hands, thrown, unaware, modifier)


def spend_attack(play: GlogPlay, by: str) -> None:
    """An attack that is left over from an action or a kill goes first; otherwise the action is spent."""
    being = play.entity(by)
    if being.counter("attacks_left"):
        play.change(by, "attacks_left", -1)
    else:
        play.put(by, "action_left", 0)
        play.put(by, "attacks_left", bonus(being, "attacks_per_action"))
    play.relieve(by, "invisible")


def distance(play: GlogPlay, one: str, other: str) -> int:
    """GL-ROUND-07: feet along a line."""
    return abs(place(play.entity(one)) - place(play.entity(other)))


# ---------------------------------------------------------------- with a weapon


def chosen_weapon(play: GlogPlay, by: str, weapon: str) -> Gear:
    """The weapon that is named, or the first in hand, or bare hands."""
    held = in_hand(play.entity(by))
    if not weapon:
        return next((item for item in held if weapon_class(item)), UNARMED)
    if weapon == UNARMED.id:
        return UNARMED
    found = next((item for item in held if item.id == weapon), None)
    if found is None:
        raise RuleError("not_wielded", f"{play.called(by)} does not hold {weapon!r}")
    if not weapon_class(found):
        raise RuleError("not_allowed", f"{weapon} is no weapon")
    return found


def strike_with_weapon(
    play: GlogPlay,
    by: str,
    target: str,
    weapon: Gear,
    hands: int | UnsetType,
    thrown: bool,
    unaware: bool,
    modifier: int,
) -> None:
    attacker, defender = play.entity(by), play.entity(target)
    used_class = weapon_class(weapon) if weapon is not UNARMED else "unarmed"
    kind = weapon_classes()[used_class]
    held_in = kind.usual_hands if isinstance(hands, UnsetType) else hands
    if held_in == 2 and any(item.id != weapon.id for item in in_hand(attacker)):
        raise RuleError("hands_full", f"{attacker.called} holds something else besides {weapon.id}")
    situation: dict[str, Any] = {
        "weapon_class": used_class,
        "distance": distance_shot(play, attacker, target, ranged=thrown or kind.ranged),
        "thrown": thrown,
        "confined": play.fight().confined,
        "range_halved": factor(attacker, "range_penalty") < 1,
        "breaks": weapon.breaks,
        "modifier": modifier,
        "house_rules": play.world.house_rules,
    }
    attack_modifier(SILENT, **situation)
    refuse_one_hand(kind, held_in)
    ammunition = ammunition_for(play, by, weapon, used_class)

    ranged = thrown or kind.ranged
    spend_attack(play, by)
    how = "ranged" if ranged else "melee"
    result = play.result(
        weapon_attack(
            play.dice,
            attack=score(play.state, attacker, "attack") + bonus(attacker, f"{how}_attack"),
            defense=score(play.state, defender, "defense"),
            strength=attacker.sheet.strength,
            hands=held_in,
            quality=weapon.quality,
            bonus=bonus(attacker, f"{how}_damage"),
            extra_d6=bonus(attacker, "extra_d6", *circumstances(play, by, target, unaware)),
            critical_faces=1 + bonus(attacker, "critical_faces"),
            **situation,
        )
    )
    if ammunition:
        shoot(play, by, weapon, ammunition)
    if thrown:
        drop(play, by, one_of(play, by, play.entity(by).items[weapon.id]))
    if result.weapon != "unchanged":
        break_weapon(play, by, weapon)
    if result.damage and not image_takes(play, target):
        land(play, target, result.damage, "physical", Blow(by, melee=not ranged))


def distance_shot(play: GlogPlay, attacker: Being, target: str, *, ranged: bool) -> int:
    """GL-ATTACK-04 and GL-ADV-07: for whom range counts nothing, everybody whom they shoot at is near."""
    return 0 if ranged and not factor(attacker, "range_penalty") else distance(play, attacker.id, target)


def circumstances(play: GlogPlay, by: str, target: str, unaware: bool) -> list[str]:
    """What an effect of the attacker may ask for."""
    sheet, found = play.entity(by).sheet, []
    if unaware:
        found.append("unaware")
    if isinstance(sheet, CharacterSheet) and sheet.quarry and play.entity(target).sheet.type == sheet.quarry:
        found.append("quarry")
    return found


def ammunition_for(play: GlogPlay, by: str, weapon: Gear, used_class: str) -> Gear | None:
    """What the weapon shoots, which there must be, in a weapon that is loaded."""
    needed = AMMUNITION.get(used_class)
    if needed is None:
        return None
    found = carried_kind(play.entity(by), needed)
    if found is None:
        raise RuleError("not_enough_resource", f"{play.called(by)} has no {needed} left")
    if used_class == "crossbow" and not weapon.loaded:
        raise RuleError("not_loaded", "the crossbow has to be loaded first")
    return found


def shoot(play: GlogPlay, by: str, weapon: Gear, ammunition: Gear) -> None:
    play.give(by, replace(ammunition, count=ammunition.count - 1))
    if ammunition.item == "arrows":
        play.change(by, "spent_arrows", 1)
    if weapon_class(weapon) == "crossbow":
        play.give(by, replace(play.entity(by).items[weapon.id], loaded=False))


def break_weapon(play: GlogPlay, by: str, weapon: Gear) -> None:
    """GL-BREAK-03: the second break snaps it, and it is held no more."""
    broken = one_of(play, by, play.entity(by).items[weapon.id])
    play.give(by, replace(broken, breaks=broken.breaks + 1))
    if broken.breaks + 1 == 2:
        release(play, by, weapon.id)


# ---------------------------------------------------------------- as a creature


def strike_as_creature(play: GlogPlay, by: str, target: str, name: str, modifier: int) -> None:
    attacker, defender = play.entity(by), play.entity(target)
    way = usual_attack(attacker, name)
    if way is None:
        assert isinstance(attacker.sheet, CreatureSheet)
        ways = [known.name for known in attacker.sheet.ways_to_attack]
        raise RuleError("bad_args", f"with: {attacker.called} has no attack {name!r}{near(name, ways)}")
    if not way.ranged and distance(play, by, target) > REACH:
        raise RuleError("out_of_range", f"{play.called(target)} is farther than {REACH} feet away")
    attack_score = score(play.state, attacker, "attack")
    defense = score(play.state, defender, "defense")
    spend_attack(play, by)
    if is_creature(defender):
        blow = play.result(
            creature_on_creature(
                play.dice,
                attack=attack_score,
                defense=defense,
                damage=way.damage,
                modifier=modifier,
                house_rules=play.world.house_rules,
            )
        )
        damage = blow.damage
    else:
        worn = armor_worn(defender)
        result = play.result(
            creature_attack(
                play.dice,
                defense=defense,
                attack=attack_score,
                damage=way.damage,
                **worn._asdict(),
                modifier=-modifier,
                house_rules=play.world.house_rules,
            )
        )
        damage = result.damage
        if result.avoided and result.critical and uses_left(play, target, "riposte") > 0:
            use(play, target, "riposte")
            use(play, target, RIPOSTE_WON)
        if result.armor != "unchanged":
            break_suit(play, target, destroyed=result.armor == "destroyed")
    if damage and not image_takes(play, target):
        land(play, target, damage, way.kind, Blow(by, melee=not way.ranged))


def break_suit(play: GlogPlay, owner: str, *, destroyed: bool) -> None:
    """GL-BREAK-04: a destroyed suit is worn no more."""
    worn = suit(play.entity(owner))
    assert worn
    play.give(owner, replace(worn, breaks=worn.breaks + 1))
    if destroyed:
        release(play, owner, worn.id)


# ---------------------------------------------------------------- before the blow lands


@commands.actor("GL-DEF-06", "GL-STATE-15")
def sunder(play: GlogPlay, by: str) -> None:
    """Give up the shield, and a d12 of the damage with it."""
    question = pending(play, by)
    shield = held_shield(play.entity(by))
    if shield is None:
        raise RuleError("no_shield", f"{play.called(by)} holds no shield")
    left = sundered(play.dice, damage=question.data["damage"])
    lose(play, by, shield.id)
    sheet = play.entity(by).sheet
    if isinstance(sheet, CreatureSheet):  # its printed Defense includes the shield
        play.sheet(by, defense=sheet.defense - 1)
    react(play, by, question, left.damage)
    if play.outcome is None:
        play.result(left)


@commands.actor("GL-DEF-07", "GL-STATE-15")
def parry(play: GlogPlay, by: str) -> None:
    """Turn some of the blow aside."""
    question = pending(play, by)
    if not can_parry(play, play.entity(by)):
        raise RuleError("not_allowed", f"{play.called(by)} can't parry this")
    grant = use_up(play, by, "parry")
    assert grant
    left = parry_blow(play.dice, damage=question.data["damage"], die=grant.dice)
    react(play, by, question, left.damage)
    if play.outcome is None:
        play.result(left)


@commands.actor("GL-STATE-15")
def take_damage(play: GlogPlay, by: str) -> None:
    """Take the blow."""
    question = pending(play, by)
    blow = Blow(question.data["attacker"], question.data["melee"])
    play.answered(question)
    take(play, by, question.data["damage"], blow)


# ---------------------------------------------------------------- other things in a fight


@commands.actor("GL-ATTACK-08", needs=(own_turn,))
def reload(play: GlogPlay, by: str, *, weapon: ItemId) -> None:
    """Load a crossbow."""
    action_to_spend(play, by)
    held = next((item for item in in_hand(play.entity(by)) if item.id == weapon), None)
    if held is None:
        raise RuleError("not_wielded", f"{play.called(by)} does not hold {weapon!r}")
    if held.loaded:
        raise RuleError("not_allowed", f"{weapon} is loaded")
    if carried_kind(play.entity(by), "arrows") is None:
        raise RuleError("not_enough_resource", f"{play.called(by)} has no arrows left")
    spend_action(play, by)
    play.give(by, replace(held, loaded=True))


@commands.actor("GL-HP-08", needs=(own_turn_in_a_fight,))
def stabilise(play: GlogPlay, by: str, *, target: EntityId, modifier: AnyModifier = 0) -> None:
    """Keep somebody from dying."""
    action_to_spend(play, by)
    patient = play.entity(target)
    if not patient.has("dying"):
        raise RuleError("not_allowed", f"{patient.called} is not dying")
    if play.encounter and distance(play, by, target) > REACH:
        raise RuleError("out_of_range", f"{patient.called} is farther than {REACH} feet away")
    spend_action(play, by)
    result = stabilised(
        play.dice,
        talent=play.entity(by).sheet.talent,
        rounds_dying=max(0, 3 - patient.counter("dying_rounds")),
        modifier=modifier,
        house_rules=play.world.house_rules,
    )
    play.result({"stable": result.stable})
    if result.stable:
        play.relieve(target, "dying")
        play.put(target, "dying_rounds", None)


@commands.actor("GL-CHAR-09", "GL-CHAR-10", needs=(own_turn,))
def rage(play: GlogPlay, by: str) -> None:
    """Fly into a rage until the fight is over."""
    if not grants(play.entity(by), "rage"):
        raise RuleError("not_allowed", f"{play.called(by)} knows no rage")
    grant = use_up(play, by, "rage")
    if grant is None:
        raise RuleError("not_enough_resource", f"{play.called(by)} has raged enough for today")
    play.afflict(by, Condition(id=grant.condition))
