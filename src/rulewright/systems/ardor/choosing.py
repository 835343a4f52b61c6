"""What somebody would do in a round whom nobody plays, best first, from where everybody stands."""

from collections.abc import Iterator

from rulewright.systems.ardor import tables
from rulewright.systems.ardor.catalogue import CreatureIntent, Power
from rulewright.systems.ardor.phases import there
from rulewright.systems.ardor.rules.zones import reach
from rulewright.systems.ardor.scores import SILENT, arms, conscious, kept_from, maximum, powers, usable
from rulewright.systems.ardor.sheet import INCAPACITATED, ArdorState, Being, Declaration, Deed
from rulewright.systems.ardor.spaces import is_near, map_for, zone_of

WORTH_A_SURGE = 3
"""Somebody with less than one part in so many of all Health draws on a surge."""


def options(state: ArdorState, being: Being) -> Iterator[Declaration]:
    """What comes to mind; the rules say which of it can be."""
    if being.has(INCAPACITATED):
        yield Declaration(action="recover", spend_surge=True)
        yield Declaration(action="recover")
        return
    if WORTH_A_SURGE * being.counter("health") < maximum(being, "health") and being.counter("surges"):
        yield Declaration(action="recover")
    yield from help_for(state, being)
    foes = foes_of(state, being)
    yield from abilities_on(state, being, foes)
    for foe in foes:
        yield from ways_to_strike(state, being, foe)
    yield from ways_near(state, being, foes)
    yield Declaration(action="defend")


def foes_of(state: ArdorState, being: Being) -> list[Being]:
    """Those of other sides who stand, the nearest first, of these the weakest."""
    others = [other for other in there(state) if other.side != being.side and conscious(other) and not other.hidden]
    return sorted(others, key=lambda other: (distance(state, being, other), other.counter("health")))


def distance(state: ArdorState, being: Being, other: Being) -> int:
    found = map_for(state, being).distance(zone_of(state, being), zone_of(state, other), "move")
    return 99 if found is None else found


def help_for(state: ArdorState, being: Being) -> Iterator[Declaration]:
    """A friend who lies near and is about to get worse is tended."""
    for other in there(state):
        friend = other.side == being.side and other.has(INCAPACITATED) and other.counters.get("timer") == 1
        if friend and is_near(state, being, other):
            yield Declaration(action="tend", target=other.id)


# ---------------------------------------------------------------- from where one stands


def reaches(state: ArdorState, being: Being, foe: Being, kind: str, range_: int, start: str = "") -> bool:
    """Whether a blow from a zone would reach somebody who stays."""
    zone = zone_of(state, foe)
    return reach(
        SILENT,
        map=map_for(state, being),
        attacker=start or zone_of(state, being),
        target_start=zone,
        target_end=zone,
        attack_kind="ranged" if kind == "ranged" else "melee",
        range=range_,
    ).reachable


def abilities_on(state: ArdorState, being: Being, foes: list[Being]) -> Iterator[Declaration]:
    """Abilities that attack and reach somebody, the dearest first."""
    known = sorted(powers(being).values(), key=lambda power: -power.ardor)
    for power in known:
        if power.use == "action" and power.attacks and power.ardor <= being.counter("ardor"):
            for foe in foes:
                if reaches(state, being, foe, power.attack_kind, power.range):
                    yield with_power(power, foe.id, zone_of(state, foe))
                    break


def with_power(power: Power, target: str, zone: str) -> Declaration:
    """An ability on somebody, or on the zone where that one stands."""
    if power.target == "zone_enemies":
        return Declaration(action="ability", ability=power.id, zone=zone)
    if power.target in ("self", "zone", "zone_allies"):
        return Declaration(action="ability", ability=power.id)
    return Declaration(action="ability", ability=power.id, target=target)


def ways_to_strike(state: ArdorState, being: Being, foe: Being) -> Iterator[Declaration]:
    """Basic attacks that reach: at once, or after entering a neighbouring zone."""
    if strikes(state, being, foe, Deed(action="attack", target=foe.id)):
        yield Declaration(action="attack", target=foe.id)
    for zone, _ in map_for(state, being).neighbours(zone_of(state, being), "move"):
        if strikes(state, being, foe, Deed(action="move_to_attack", target=foe.id), zone):
            yield Declaration(action="move_to_attack", target=foe.id, path=(zone,))
        if strikes(state, being, foe, Deed(action="move_and_attack", target=foe.id), zone):
            yield Declaration(action="move_and_attack", target=foe.id, path=(zone,))


def strikes(state: ArdorState, being: Being, foe: Being, deed: Deed, start: str = "") -> bool:
    if not usable(state, being, deed):
        return False
    used = arms(SILENT, being, deed, state.world.house_rules)
    return reaches(state, being, foe, used.kind, used.range, start)


def ways_near(state: ArdorState, being: Being, foes: list[Being]) -> Iterator[Declaration]:
    """Toward the nearest foe, as far as one can go in a round."""
    space, here = map_for(state, being), zone_of(state, being)
    for foe in foes:
        now = space.distance(here, zone_of(state, foe), "move")
        near = [(zone, space.distance(zone, zone_of(state, foe), "move")) for zone, _ in space.neighbours(here, "move")]
        closer = [zone for zone, left in near if now is not None and left is not None and left < now]
        if closer:
            yield Declaration(action="move_far", path=(closer[0],))


# ---------------------------------------------------------------- as a creature usually does


def as_intended(state: ArdorState, being: Being, intent: CreatureIntent) -> Iterator[Declaration]:
    """AR-NPC-03: an intent of the stat block, in the way that it can be carried out from here."""
    target = target_of(state, being, intent)
    if target is None:
        return
    if intent.ability:
        power = powers(being).get(intent.ability)
        if power:
            yield with_power(power, target.id, zone_of(state, target))
        return
    action = tables.actions().get(intent.action)
    if action is None:
        return
    if not action.zones:
        aimed = action.attacks or action.stance == "protect"
        yield Declaration(action=intent.action, target=target.id if aimed else "")
        return
    for zone, _ in map_for(state, being).neighbours(zone_of(state, being), "move"):
        yield Declaration(action=intent.action, target=target.id if action.attacks else "", path=(zone,))


def target_of(state: ArdorState, being: Being, intent: CreatureIntent) -> Being | None:
    """AR-NPC-03: whom an intent means, ties by listing order."""
    standing = [foe for foe in there(state) if foe.side != being.side and conscious(foe)]
    foes = [foe for foe in standing if not kept_from(foe, "be_targeted")]
    friends = [f for f in there(state) if f.side == being.side and conscious(f) and f.id != being.id]
    match intent.target:
        case "self":
            return being
        case "ally":
            return min(friends, key=lambda friend: friend.counter("health"), default=None)
        case "weakest":
            return min(foes, key=lambda foe: foe.counter("health"), default=None)
        case "strongest":
            return max(foes, key=lambda foe: foe.counter("health"), default=None)
        case "last_attacker":
            fight = state.encounter
            hurt_by = fight.hurt_by.get(being.id) if fight else None
            found = next((foe for foe in foes if foe.id == hurt_by), None)
            if found:
                return found
    return min(foes, key=lambda foe: distance(state, being, foe), default=None)
