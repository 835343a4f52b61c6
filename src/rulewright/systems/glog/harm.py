"""What damage does on its way to somebody, and what heals it (GL-STATE-15, GL-HP, GL-INJ)."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from rulewright.content.effects import Grant
from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.rules.armor import ArmorId, armor_details
from rulewright.systems.glog.rules.attack import weapon_condition
from rulewright.systems.glog.rules.recovery import magic_healing
from rulewright.systems.glog.rules.trauma import resolve_damage
from rulewright.systems.glog.rules.wounds import Wound, dismemberment, take_damage
from rulewright.systems.glog.scores import (
    SILENT,
    blocked,
    bonus,
    carried,
    grants,
    hands_for,
    held_shield,
    in_hand,
    score,
    weapon_class,
)
from rulewright.systems.glog.sheet import Being, CreatureSheet, DamageKind, Gear, GlogPlay, InjuryBorne
from rulewright.systems.glog.tables import weapon_classes
from rulewright.table.entities import Condition
from rulewright.table.state import Command, Question

ROUNDS_TO_LIVE = 3
RIPOSTE_WON = "riposte_won"
"""A use that is owed: the next turn begins with one more attack."""
MOST_IMAGES = 5
REACTIONS = ("sunder", "parry", "take_damage")


def able(being: Being) -> bool:
    return not blocked(being, "turn")


def is_creature(being: Being) -> bool:
    return isinstance(being.sheet, CreatureSheet)


# ---------------------------------------------------------------- uses


def used(play: GlogPlay, name: str, what: str) -> int:
    """How often something limited has been used."""
    return play.entity(name).sheet.used.get(what, 0)


def use(play: GlogPlay, name: str, what: str) -> None:
    sheet = play.entity(name).sheet
    play.sheet(name, used={**sheet.used, what: sheet.used.get(what, 0) + 1})


def use_up(play: GlogPlay, name: str, what: str) -> Grant | None:
    """A grant of which a use is left, now used; nothing if there is none."""
    if not uses_left(play, name, what):
        return None
    use(play, name, what)
    return grants(play.entity(name), what)[0]


def uses_left(play: GlogPlay, name: str, what: str) -> int:
    """How often it may still be used. Several sources of the same add up."""
    return sum(grant.uses for grant in grants(play.entity(name), what)) - used(play, name, what)


def forget_uses(play: GlogPlay, name: str, *whats: str) -> None:
    """These may be used again."""
    now = play.entity(name).sheet.used
    play.sheet(name, used={what: times for what, times in now.items() if what not in whats})


# ---------------------------------------------------------------- what waits for an answer


class Blow(NamedTuple):
    """Where damage comes from, as far as something hangs on it."""

    attacker: str = ""
    melee: bool = False


NO_BLOW = Blow()


def land(play: GlogPlay, target: str, damage: int, kind: DamageKind, blow: Blow = NO_BLOW) -> None:
    """Damage reaches somebody, who may do something about it first."""
    if kind == "resolve":
        if play.world.house_rules.doubt and not is_creature(play.entity(target)):
            lose_resolve(play, target, damage)
            return
        kind = "magical"
    if kind == "physical" and damage > 0 and reactions(play, target):
        ask_for_reaction(play, target, damage, blow)
    else:
        take(play, target, damage, blow)


def reactions(play: GlogPlay, target: str) -> list[str]:
    """What somebody could do now against a physical blow."""
    being = play.entity(target)
    if not able(being):
        return []
    possible = ["sunder"] if held_shield(being) else []
    return [*possible, "parry"] if can_parry(play, being) else possible


def can_parry(play: GlogPlay, being: Being) -> bool:
    """GL-DEF-07: in a fight, with something to parry with, once a round."""
    ready = play.encounter is not None and any(parries(item) for item in in_hand(being))
    return ready and uses_left(play, being.id, "parry") > 0


def parries(item: Gear) -> bool:
    """Melee weapons and shields."""
    found = weapon_class(item)
    return item.item == "shield" or (bool(found) and not weapon_classes()[found].ranged)


def ask_for_reaction(play: GlogPlay, target: str, damage: int, blow: Blow) -> None:
    play.ask(
        target,
        f"{play.called(target)} is about to take {damage} damage. What now?",
        REACTIONS,
        data={"damage": damage, **blow._asdict()},
        default=Command(name="take_damage", by=target),
    )


def pending(play: GlogPlay, target: str) -> Question:
    """The blow that waits for this one's answer."""
    question = pending_blow(play.state)
    if question is None or question.to != target:
        raise RuleError("nothing_pending", f"no blow waits for {play.called(target)}")
    return question


def pending_blow(state: Any) -> Question | None:
    """The blow for which play stands still."""
    question: Question | None = state.blocked_by
    return question if question and "take_damage" in question.answers else None


def react(play: GlogPlay, target: str, question: Question, left: int) -> None:
    """What is left of a blow after a reaction: something more may be done about it, or it is taken."""
    blow = Blow(question.data["attacker"], question.data["melee"])
    play.answered(question)
    if left and reactions(play, target):
        ask_for_reaction(play, target, left, blow)
    else:
        take(play, target, left, blow)


# ---------------------------------------------------------------- taking it


def image_takes(play: GlogPlay, target: str) -> bool:
    """GL-MAGIC-17: an image may stand where the blow goes."""
    images = play.entity(target).conditions.get("images")
    if images is None:
        return False
    number: int = images.data["amount"]
    if play.dice.d(6, "image") > min(number, MOST_IMAGES):
        return False
    play.relieve(target, "images")
    if number > 1:
        play.afflict(target, replace(images, data={"amount": number - 1}))
    return True


def take(play: GlogPlay, target: str, damage: int, blow: Blow = NO_BLOW) -> None:
    """Damage that nothing stands against any more."""
    left = past_the_ward(play, target, damage)
    before = play.entity(target)
    if left <= 0 or before.has("dead"):
        return
    play.relieve(target, "asleep")
    hurt = take_damage(play.dice, hp=max(0, before.counter("hp")), damage=left)
    play.put(target, "hp", hurt.hp)
    if isinstance(before.sheet, CreatureSheet) and not before.sheet.uses_dismemberment:
        if hurt.hp == 0:
            die(play, target)
    elif hurt.dismemberment and not use_up(play, target, "last_stand"):
        wound(play, target, hurt.excess)
    if blow.melee and play.entity(target).has("dead"):
        follow_through(play, blow.attacker)


def past_the_ward(play: GlogPlay, target: str, damage: int) -> int:
    """GL-HP-09: what a ward leaves."""
    ward = play.entity(target).conditions.get("ward")
    if ward is None or damage <= 0:
        return damage
    strength: int = ward.data["amount"]
    play.relieve(target, "ward")
    if strength > damage:
        play.afflict(target, replace(ward, data={"amount": strength - damage}))
    return max(0, damage - strength)


def wound(play: GlogPlay, target: str, excess: int) -> None:
    """The Death and Dismemberment table."""
    being = play.entity(target)
    dealt = dismemberment(
        play.dice,
        excess=excess,
        injuries=len(being.sheet.injuries),
        modifier=bonus(being, "dismemberment_severity"),
    )
    if play.outcome is None:
        play.result(dealt)
    suffer(play, target, dealt)


def suffer(play: GlogPlay, target: str, dealt: Wound) -> None:
    """What the table said happens."""
    if dealt.result == "dead":
        die(play, target)
        return
    assert dealt.effect
    assert dealt.location
    if dealt.result == "grazed":
        jolt(play, target, dealt.effect, dealt.location)
        return
    injure(play, target, InjuryBorne(dealt.effect, dealt.location, dealt.days))
    if dealt.result == "mortal" and not play.entity(target).has("dying"):
        for condition in ("dying", "unconscious"):
            play.afflict(target, Condition(id=condition))
        play.put(target, "dying_rounds", ROUNDS_TO_LIVE)


def jolt(play: GlogPlay, target: str, effect: str, location: str) -> None:
    """GL-HP-06."""
    if effect != "disarmed":
        play.afflict(target, Condition(id=effect))
        return
    held = in_hand(play.entity(target))
    if held:
        falls = held[0] if location == "right_arm" or hands_for(held[0]) == 2 else held[1] if len(held) > 1 else None
        if falls:
            drop(play, target, one_of(play, target, falls))


def injure(play: GlogPlay, target: str, injury: InjuryBorne) -> None:
    play.sheet(target, injuries=(*play.entity(target).sheet.injuries, injury))
    keep_within(play, target)


def die(play: GlogPlay, target: str) -> None:
    play.relieve(target, "dying", "unconscious", "asleep")
    play.afflict(target, Condition(id="dead"))
    play.put(target, "dying_rounds", None)
    play.put(target, "dead_rounds", 0)


def lay(play: GlogPlay, target: str, condition: Condition) -> None:
    """A condition with the count that belongs to it: the dead count their rounds, and so do the dying."""
    if condition.id == "dead":
        die(play, target)
    play.afflict(target, condition)
    if condition.id == "dying" and play.entity(target).counters.get("dying_rounds") is None:
        play.put(target, "dying_rounds", ROUNDS_TO_LIVE)


def lift(play: GlogPlay, target: str, *conditions: str) -> None:
    """Take conditions away, and their counts."""
    play.relieve(target, *conditions)
    for condition, count in (("dead", "dead_rounds"), ("dying", "dying_rounds")):
        if condition in conditions:
            play.put(target, count, None)


def follow_through(play: GlogPlay, attacker: str) -> None:
    """A melee kill may give one more attack, as long as it is the attacker's turn."""
    fight = play.encounter
    if fight and fight.turn == attacker and use_up(play, attacker, "cleave"):
        play.change(attacker, "attacks_left", 1)


def lose_resolve(play: GlogPlay, target: str, damage: int) -> None:
    """GL-DOUBT-03."""
    lost = resolve_damage(play.dice, resolve=play.entity(target).counter("resolve"), damage=damage)
    play.put(target, "resolve", lost.resolve)
    if lost.crisis:
        play.afflict(target, Condition(id="crisis"))


def keep_within(play: GlogPlay, target: str) -> None:
    """No pool is fuller than its maximum, after something has lowered that."""
    for pool, most in (("hp", "max_hp"), ("resolve", "max_resolve"), ("magic_dice", "magic_dice_max")):
        being = play.entity(target)
        if being.counters.get(pool) is not None:
            play.put(target, pool, min(being.counter(pool), score(play.state, being, most)))


# ---------------------------------------------------------------- healing


def heal(play: GlogPlay, target: str, amount: int, *, magical: bool, injury: str = "") -> None:
    """Hit points back; magic shortens an injury besides. Regained hit points end dying and unconsciousness."""
    being = play.entity(target)
    most = max(score(play.state, being, "max_hp"), being.counter("hp"))
    borne = which_injury(being, injury) if magical else None
    days = borne.days if borne else None
    healed = magic_healing(play.dice, hp=being.counter("hp"), max_hp=most, amount=amount, injury_days=days)
    if borne and healed.injury_days != days:
        change_injury(play, target, borne, replace(borne, days=healed.injury_days))
    if healed.hp > being.counter("hp"):
        play.put(target, "hp", healed.hp)
        wake(play, target)


def wake(play: GlogPlay, target: str) -> None:
    """Dying and unconsciousness are over."""
    play.relieve(target, "dying", "unconscious")
    play.put(target, "dying_rounds", None)


def which_injury(being: Being, named: str = "") -> InjuryBorne | None:
    """The injury that is named, also with its limb; otherwise the one with most days, the first of equals."""
    if named:
        injury, _, location = named.partition(":")
        found = [b for b in being.sheet.injuries if b.injury == injury and location in ("", b.location)]
        if not found:
            raise RuleError("bad_args", f"injury: {being.called} has no {named}")
        return found[0]
    return max(being.sheet.injuries, key=lambda borne: borne.days, default=None)


def change_injury(play: GlogPlay, target: str, old: InjuryBorne, new: InjuryBorne) -> None:
    injuries = list(play.entity(target).sheet.injuries)
    injuries[injuries.index(old)] = new
    play.sheet(target, injuries=tuple(injuries))


# ---------------------------------------------------------------- gear that changes hands


def drop(play: GlogPlay, owner: str, item: Gear) -> None:
    """It lies on the ground."""
    release(play, owner, item.id)
    play.give(owner, replace(item, dropped=True))


def release(play: GlogPlay, owner: str, item: str) -> None:
    """It is neither held nor worn any more."""
    sheet = play.entity(owner).sheet
    play.sheet(owner, hands=tuple(held for held in sheet.hands if held != item))
    if sheet.worn == item:
        play.sheet(owner, worn=None)


def lose(play: GlogPlay, owner: str, item: str) -> None:
    """It is gone for good. A spell that had its prison there is free."""
    release(play, owner, item)
    play.take(owner, item)


def one_of(play: GlogPlay, owner: str, item: Gear) -> Gear:
    """A single piece of a bundle, under the bundle's name; the rest goes on as a bundle of its own."""
    if item.count <= 1:
        return item
    rest = replace(item, id=free_id(play.entity(owner), item.id), count=item.count - 1)
    single = replace(item, count=1)
    play.give(owner, single)
    play.give(owner, rest)
    return single


def free_id(being: Being, wanted: str) -> str:
    """The first name of this kind that none of somebody's things has."""
    if wanted not in being.items:
        return wanted
    number = 2
    while f"{wanted}_{number}" in being.items:
        number += 1
    return f"{wanted}_{number}"


def add_item(play: GlogPlay, owner: str, item: str, count: int = 1, **more: Any) -> None:
    """Things of this kind for somebody."""
    if count:
        put_with_likes(play, owner, Gear(id=item, item=item, count=count, **more))


def put_with_likes(play: GlogPlay, owner: str, item: Gear) -> None:
    """A bundle goes to what is just the same; anything else is an entry of its own."""
    mine = play.entity(owner).items.values()
    same = next((gear for gear in mine if replace(gear, id=item.id, count=item.count) == item), None)
    if same and is_bundle(item.item):
        play.give(owner, replace(same, count=same.count + item.count))
    else:
        play.give(owner, replace(item, id=free_id(play.entity(owner), item.id)))


def is_destroyed(item: Gear) -> bool:
    """Whether a suit has broken as often as it can, or a weapon has snapped."""
    if catalogue.goods()[item.item].kind != "armor":
        return not weapon_condition(SILENT, breaks=item.breaks).usable
    suit = cast(ArmorId, item.item)
    return armor_details(SILENT, armor=suit, material=item.material, breaks=item.breaks).destroyed


def is_bundle(item: str) -> bool:
    """What is counted by pieces, such as arrows and rations; weapons and vessels are one by one."""
    return catalogue.goods()[item].kind in ("ammunition", "food", "light", "gear", "potion", "valuable")


def carried_kind(being: Being, kind: str) -> Gear | None:
    """Something of this kind that somebody has with them."""
    return next((item for item in carried(being) if item.item == kind), None)


def items_of(being: Being, kinds: Sequence[str]) -> list[Gear]:
    return [item for item in carried(being) if catalogue.goods()[item.item].kind in kinds]
