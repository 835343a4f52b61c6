"""The actions of a round: blows, abilities, surges; what they do is noted, not applied (AR-ROUND-06, AR-HIT)."""

from itertools import groupby
from typing import NamedTuple

from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import AttackKind, Outcome
from rulewright.systems.ardor.catalogue import Hazard, Power
from rulewright.systems.ardor.declaring import declaration_of
from rulewright.systems.ardor.effects import (
    Clear,
    Endanger,
    Gain,
    Give,
    Happening,
    Hurt,
    Mend,
    Protect,
    Reveal,
    Shift,
    meets_self,
)
from rulewright.systems.ardor.gear import take_one
from rulewright.systems.ardor.harm import gains
from rulewright.systems.ardor.resolution.notes import Action, Forced, Round
from rulewright.systems.ardor.rules.abilities import effects_of
from rulewright.systems.ardor.rules.attack import (
    FLEE_GAP,
    MISS_GAP,
    DefendedScore,
    Protector,
    damage_of,
    defended_score,
    hit,
)
from rulewright.systems.ardor.rules.health import healing_surge
from rulewright.systems.ardor.rules.zones import between, reach
from rulewright.systems.ardor.scores import (
    arms,
    bonus,
    carried,
    gap,
    is_basic_attack,
    numbers_of_conditions,
    ward_of,
    weakened,
)
from rulewright.systems.ardor.sheet import DOWN, FALLEN, LaidHazard, Struck
from rulewright.systems.ardor.spaces import map_for, zone_is_near
from rulewright.systems.ardor.tables import roll


def act(round_: Round) -> None:
    """Everybody acts; at tables where the faster blow prevents the slower, in groups of equal scores."""
    lend_scores(round_)
    order = [name for name in round_.in_action_order() if name in round_.standing]
    one_by_one = round_.play.world.house_rules.simultaneity == "higher_score_first"
    for _, group in groupby(order, key=lambda name: round_.scores[name] if one_by_one else 0):
        for name in [name for name in group if name not in round_.out]:
            for action in round_.in_effect(name):
                carry_out(round_, action)
        if one_by_one:
            round_.count_what_is_noted()


def carry_out(round_: Round, action: Action) -> None:
    """One action."""
    deed = action.deed
    if deed.action == "recover":
        spend_surge(round_, action.by)
    elif deed.action == "tend":
        round_.tended.setdefault(deed.target, []).append(action.by)
    elif action.power:
        if not deed.item or use_up(round_, action.by, deed.item):
            use_power(round_, action, action.power)
    elif is_basic_attack(deed):
        strike(round_, action)
    elif deed.action == "improvise" and round_.is_character(action.by):
        score = round_.scores[action.by]
        round_.play.prompt(f"{round_.being(action.by).called} improvises with a score of {score}: say what comes of it")


def spend_surge(round_: Round, name: str) -> None:
    """AR-ACT-08: healing is noted; surge and Ardor change at once."""
    if not round_.being(name).counter("surges"):
        return
    round_.play.change(name, "surges", -1)
    surge = healing_surge(round_.play.dice, bonus=bonus(round_.being(name), "recover_bonus"))
    round_.note(name).healing += max(0, surge.healing)
    round_.play.change(name, "ardor", surge.ardor)


def use_up(round_: Round, name: str, item: str) -> bool:
    """AR-GEAR-02: what is used up is gone, what works once an encounter is remembered. Tells if it was still there."""
    play, found = round_.play, carried(round_.being(name), item)
    if found is None or not found.count:
        return False
    entry = catalogue.goods()[found.item]
    if entry.per_encounter:
        used = play.fight().used
        play.change_encounter(used={**used, name: (*used.get(name, ()), found.item)})
    if entry.consumed:
        take_one(play, name, found)
    return True


# ---------------------------------------------------------------- blows


class Aim(NamedTuple):
    """An attack on its way: who strikes whom, how, and where it lands."""

    attacker: str
    target: str
    shown: str
    kind: AttackKind
    range: int
    start: str
    """The zone from which it is struck."""


def from_where(round_: Round, action: Action) -> str:
    """AR-ZONE-05: after one's own moves, or where one began if the attack comes first."""
    first = action.deed.action == "move_and_attack" and action.deed.order == "attack_first"
    return round_.began[action.by] if first else round_.zone(action.by)


def strike(round_: Round, action: Action) -> None:
    """AR-HIT-03: a basic attack."""
    play, deed, name = round_.play, action.deed, action.by
    used = arms(play.dice, round_.being(name), deed, play.world.house_rules)
    aim = Aim(name, deed.target, deed.shown, used.kind, used.range, from_where(round_, action))
    outcome = outcome_of(round_, aim, basic=True)
    damage = 0
    if outcome in ("full", "glancing") and can_be_hurt(round_, deed.target):
        thrown = used.full if outcome == "full" else used.glancing
        damage = damage_of(play.dice, thrown=thrown, ward=ward(round_, deed.target))
    keep(round_, aim, outcome, damage)


def keep(round_: Round, aim: Aim, outcome: Outcome | None, damage: int) -> None:
    """What everybody sees of an attack; what it does is noted."""
    if damage:
        round_.note(aim.target).damage += damage
        round_.hurt_by[aim.target] = aim.attacker
    if outcome:
        round_.attacked.add(aim.attacker)
    if outcome == "full" and aim.target in round_.lain:
        round_.full_hits_on_downed[aim.target] = round_.full_hits_on_downed.get(aim.target, 0) + 1
    round_.outcomes.append(Struck(aim.attacker, aim.target, aim.shown, outcome or "no_reach", damage))


def can_be_hurt(round_: Round, target: str) -> bool:
    """AR-HEALTH-11: nothing more is done to whoever began the round Incapacitated."""
    return target in round_.standing


def ward(round_: Round, target: str) -> int:
    return ward_of(round_.being(target), round_.deeds(target))


def outcome_of(round_: Round, aim: Aim, *, basic: bool) -> Outcome | None:
    """AR-HIT-02: how an attack ends; nothing where it reaches nobody."""
    ruled = round_.ruled_outcome(aim.attacker, aim.target)
    if ruled:
        return ruled
    if aim.target not in round_.scores or round_.being(aim.target).has(DOWN, FALLEN):
        return None
    struck = struck_zone(round_, aim)
    if struck is None:
        return None
    target = round_.being(aim.target)
    return hit(
        round_.play.dice,
        attack_score=round_.scores[aim.attacker],
        defense_score=defense(round_, aim, struck).score,
        stances=tuple(sorted(stances(round_, aim.target))),  # type: ignore[arg-type]
        attacker_inspired=aim.attacker in round_.inspired,
        defender_inspired=aim.target in round_.inspired,
        flee_gap=max(1, gap(target, "flee_gap", FLEE_GAP)),
        miss_gap=max(1, gap(target, "miss_gap", MISS_GAP)),
        exposed=weakened(target, "miss_by_gap"),
        disarmed=basic and weakened(round_.being(aim.attacker), "basic_full"),
    ).outcome


def struck_zone(round_: Round, aim: Aim) -> str | None:
    """AR-ZONE-05, unless the GM has said whether it reaches."""
    ended = round_.zone(aim.target)
    for ruling in round_.rulings("reach"):
        if (ruling.attacker, ruling.target) == (aim.attacker, aim.target):
            return ended if ruling.reachable else None
    return reach(
        round_.play.dice,
        map=map_for(round_.play.state, round_.being(aim.attacker)),
        attacker=aim.start,
        target_start=round_.began[aim.target],
        target_end=ended,
        attack_kind=aim.kind,
        range=aim.range,
    ).struck_zone


def stances(round_: Round, name: str) -> set[str]:
    """AR-ACT-05, AR-ACT-07: they hold from the start of the round, whatever else becomes of the action."""
    found: set[str] = set()
    for action in round_.actions(name):
        stance = action.power.stance if action.power else tables.actions()[action.deed.action].stance
        if stance in ("defend", "flee"):
            found.add(stance)
    return found


# ---------------------------------------------------------------- defending others


def lend_scores(round_: Round) -> None:
    """AR-ACT-06: who defends another lends its score from the start of the round."""
    for name in round_.names:
        for action in round_.actions(name):
            if action.deed.action == "defend_other":
                round_.lent.setdefault(action.deed.target, []).append(name)
        for action in round_.in_effect(name):
            power = action.power
            if power and not power.attacks and any(isinstance(effect, Protect) for effect in power.always):
                for target in reached(round_, action, power):
                    round_.lent.setdefault(target, []).append(name)


def defense(round_: Round, aim: Aim, struck: str) -> DefendedScore:
    """AR-HIT-05: the target's own defence, or the score of somebody who stands right."""
    play, target = round_.play, round_.being(aim.target)
    declared = declaration_of(play.fight(), aim.target)
    lenders = round_.lent.get(aim.target, []) if declared is None or declared.take_protection else []
    space = map_for(play.state, round_.being(aim.attacker))
    protectors = tuple(
        Protector(
            id=name,
            score=round_.scores[name],
            near=zone_is_near(play.state, round_.being(name), struck),
            between=between(
                play.dice, map=space, attacker=aim.start, protector=round_.zone(name), target=struck
            ).between,
        )
        for name in dict.fromkeys(lenders)
        if name != aim.target
    )
    return defended_score(
        play.dice,
        own_score=round_.scores[aim.target],
        attack_kind=aim.kind,
        protectors=protectors,
        defense_modifier=numbers_of_conditions(play.dice, target).defense,
    )


# ---------------------------------------------------------------- abilities


def use_power(round_: Round, action: Action, power: Power) -> None:
    """AR-ABIL-01: an ability on everybody whom it meets."""
    if power.attacks:
        for target in aimed_at(round_, action, power):
            strike_with_power(round_, action, power, target)
        return
    targets = reached(round_, action, power)
    for effect in power.always:
        if isinstance(effect, Endanger):
            lay_hazard(round_, action, power, effect)
        elif meets_self(effect):
            apply(round_, action, action.by, effect)
        else:
            for target in targets:
                apply(round_, action, target, effect)


def strike_with_power(round_: Round, action: Action, power: Power, target: str) -> None:
    """AR-HIT-07: the effects of the outcome, and then what it does with any."""
    kind: AttackKind = "ranged" if power.attack_kind == "ranged" else "melee"
    aim = Aim(action.by, target, action.deed.shown, kind, power.range, from_where(round_, action))
    outcome = outcome_of(round_, aim, basic=False)
    if outcome is None:
        keep(round_, aim, None, 0)
        return
    by_luck = target in round_.inspired and action.by not in round_.inspired
    automatic = by_luck and round_.ruled_outcome(action.by, target) is None
    damage = 0
    for effect in effects_of(power, outcome, automatic_miss=automatic):
        if meets_self(effect):
            apply(round_, action, action.by, effect)
        elif not can_be_hurt(round_, target):
            continue
        elif isinstance(effect, Hurt):
            damage += roll(round_.play.dice, str(effect.amount), "damage")
        else:
            apply(round_, action, target, effect)
    keep(round_, aim, outcome, max(0, damage - ward(round_, target)))


def in_zone(round_: Round, zone: str) -> list[str]:
    """Everybody in a zone who is not down or fallen."""
    return [name for name in round_.names if round_.zone(name) == zone and not round_.being(name).has(DOWN, FALLEN)]


def is_friend(round_: Round, name: str, other: str) -> bool:
    return round_.being(name).side == round_.being(other).side


def aimed_at(round_: Round, action: Action, power: Power) -> list[str]:
    """Whom an attacking ability is for; whether it reaches them is another question."""
    if power.target == "zone_enemies":
        zone = action.deed.zone or round_.zone(action.by)
        return [name for name in in_zone(round_, zone) if not is_friend(round_, action.by, name)]
    return list(action.deed.named)


def reached(round_: Round, action: Action, power: Power) -> list[str]:
    """AR-ABIL-01: whom an ability that is no attack meets, after everybody has moved."""
    deed, name = action.deed, action.by
    if power.target == "self":
        return [name]
    if power.target in ("zone_allies", "zone_enemies"):
        zone = deed.zone or round_.zone(name)
        friends = power.target == "zone_allies"
        everybody = in_zone(round_, zone) if in_sight(round_, name, zone, power.range) else []
        return [other for other in everybody if is_friend(round_, name, other) == friends]
    return [
        other
        for other in deed.named
        if other in round_.scores
        and not round_.being(other).has(DOWN, FALLEN)
        and in_sight(round_, name, round_.zone(other), power.range)
    ]


def in_sight(round_: Round, name: str, zone: str, range_: int) -> bool:
    """Whether a zone is at a distance of sight that an ability reaches."""
    distance = map_for(round_.play.state, round_.being(name)).distance(round_.zone(name), zone, "sight")
    return distance is not None and distance <= range_


def lay_hazard(round_: Round, action: Action, power: Power, effect: Endanger) -> None:
    """AR-ABIL-02: a zone becomes dangerous from the next round on."""
    zone = action.deed.zone or round_.zone(action.by)
    if not in_sight(round_, action.by, zone, power.range):
        return
    fight, brave = round_.play.fight(), effect.effects[0]
    laid = LaidHazard(
        zone=zone,
        hazard=Hazard(id=power.id, challenge=brave.against, dice=str(brave.failure[0].amount)),
        first=fight.round + 1,
        last=fight.round + effect.rounds,
    )
    round_.play.change_encounter(hazards=(*fight.hazards, laid))


def apply(round_: Round, action: Action, target: str, effect: Happening) -> None:
    """AR-ABIL-02: one effect on one of those whom it meets."""
    play = round_.play
    match effect:
        case Hurt():
            amount = roll(play.dice, str(effect.amount), "damage")
            round_.note(target).damage += max(0, amount - ward(round_, target)) if can_be_hurt(round_, target) else 0
        case Mend():
            round_.note(target).healing += roll(play.dice, str(effect.amount), "healing")
        case Give():
            round_.given.append((target, effect))
        case Clear():
            round_.cleared.append((target, effect))
        case Shift():
            shift(round_, action, target, effect)
        case Gain():
            gains(play, target, effect)
        case Reveal():
            play.change_encounter(revealed={**play.fight().revealed, target: play.fight().round + 1})


def shift(round_: Round, action: Action, target: str, effect: Shift) -> None:
    """AR-ROUND-07: noted now, and carried out with all other moves of the kind."""
    match effect.direction:
        case "away":
            round_.forced.append(Forced(action.by, target, effect.distance))
        case "toward":
            round_.forced.append(Forced(action.by, target, -effect.distance))
        case "swap":
            round_.forced.append(Forced(action.by, target, swap=True))
        case "any" if action.deed.to_zone:
            round_.forced.append(Forced(action.by, target, effect.distance, to_zone=action.deed.to_zone))
