"""Hazards, waking, and the moment in which everything counts (AR-ROUND-09, 10, 11; AR-HEALTH-07)."""

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.catalogue import Hazard
from rulewright.systems.ardor.declaring import declaration_of
from rulewright.systems.ardor.harm import falls, more_trauma, ticks, wakes
from rulewright.systems.ardor.phases import standing_sides
from rulewright.systems.ardor.resolution.notes import Noted, Round
from rulewright.systems.ardor.resolution.strikes import ward
from rulewright.systems.ardor.rules.health import WakingRoll, left_after, waking
from rulewright.systems.ardor.rules.zones import hazard
from rulewright.systems.ardor.scores import bonus, immune, maximum, numbers_of_conditions
from rulewright.systems.ardor.sheet import FALLEN, INCAPACITATED
from rulewright.systems.ardor.spaces import challenge_at, is_near
from rulewright.table import clock
from rulewright.table.entities import Condition

# ---------------------------------------------------------------- hazards


class Endured(NamedTuple):
    """A condition that somebody is given when the round ends."""

    target: str
    condition: str
    rounds: int


def meet_hazards(round_: Round) -> list[Endured]:
    """AR-ROUND-09: every conscious one, in every dangerous zone where it was or is."""
    given = []
    for name in round_.names:
        if name not in round_.standing or name in round_.out:
            continue
        for danger in hazards_for(round_, name):
            result = hazard(
                round_.play.dice,
                score=round_.scores[name],
                challenge=danger.challenge,
                dice=danger.dice,
                inspired=name in round_.inspired,
                ward=ward(round_, name),
            )
            round_.note(name).damage += result.damage
            if not result.avoided and danger.condition:
                given.append(Endured(name, danger.condition, danger.rounds))
    return given


def hazards_for(round_: Round, name: str) -> Iterator[Hazard]:
    """AR-ZONE-07, in zone order; in a zone its own dangers come before those that somebody has brought."""
    fight = round_.play.fight()
    entered, here = set(round_.entered.get(name, ())), round_.zone(name)
    for zone in round_.play.world.place.zones:
        laid = [
            danger.hazard
            for danger in fight.hazards
            if danger.zone == zone.id and danger.first <= fight.round <= danger.last
        ]
        for danger in (*zone.hazards, *laid):
            if zone.id == here if danger.trigger == "stay" else zone.id in entered:
                yield danger


# ---------------------------------------------------------------- waking


def try_to_wake(round_: Round) -> None:
    """AR-HEALTH-07: the Recover rolls of the Incapacitated, with whoever tends them."""
    play = round_.play
    for name in round_.names:
        declared = declaration_of(play.fight(), name) if name in round_.lain else None
        if declared is None or declared.action != "recover" or name not in round_.scores:
            continue
        being = round_.being(name)
        tender = best_tender(round_, name) if declared.take_tend else None
        result = waking(
            play.dice,
            roll=WakingRoll(round_.scores[name], name in round_.inspired, play.fight().surge_dice.get(name, 0)),
            challenge=challenge_at(play.state, being) or play.fight().challenge,
            tend_score=round_.scores[tender] if tender else None,
            tend_inspired=tender in round_.inspired,
            surge_with_tend=play.world.house_rules.surge_with_tend,
            tend_natural_20=play.world.house_rules.tend_natural_20,
            bonus=bonus(being, "recover_bonus"),
        )
        if result.success:
            round_.woken.add(name)
            round_.note(name).healing += result.healed


def best_tender(round_: Round, name: str) -> str | None:
    """AR-HEALTH-08: of those who tend and are near, an Inspired one, then the one with the highest score."""
    tenders = [
        tender
        for tender in round_.tended.get(name, ())
        if is_near(round_.play.state, round_.being(tender), round_.being(name))
    ]
    return max(tenders, key=lambda tender: (tender in round_.inspired, round_.scores[tender]), default=None)


# ---------------------------------------------------------------- settle


def settle(round_: Round) -> None:
    """AR-ROUND-10: damage and healing of the round, all at once, in listing order."""
    for name in round_.names:
        if name in round_.standing:
            settle_standing(round_, name)
        elif name in round_.lain:
            settle_lying(round_, name)


def settle_standing(round_: Round, name: str) -> None:
    play, being = round_.play, round_.being(name)
    noted = round_.noted.get(name, Noted())
    damage = noted.damage + numbers_of_conditions(play.dice, being).damage
    most = max(round_.running[name], maximum(being, "health"))
    left = 0 if name in round_.out else left_after(round_.running[name], most, noted.healing - damage)
    if left:
        play.put(name, "health", left)
        return
    falls(play, name)
    if play.world.house_rules.first_round_counts and round_.being(name).has(INCAPACITATED):
        ticks(play, name)


def settle_lying(round_: Round, name: str) -> None:
    """AR-HEALTH-05, 11, 12: healing wakes; otherwise hits add Trauma, and the timer ticks."""
    healing = round_.noted.get(name, Noted()).healing
    if name in round_.woken or healing:
        wakes(round_.play, name, healing)
        return
    if round_.play.world.house_rules.hits_on_the_downed == "full_hit_adds_trauma":
        hits = round_.full_hits_on_downed.get(name, 0)
        if hits:
            more_trauma(round_.play, name, hits)
    if name not in round_.play.fight().fell:
        ticks(round_.play, name)


# ---------------------------------------------------------------- conditions, and the end


def change_conditions(round_: Round, endured: list[Endured]) -> None:
    """AR-ROUND-11: what was there grows shorter, what is cleared goes, what was given comes."""
    play = round_.play
    clock.tick(play, round_.names)
    ended = [condition.id for condition in tables.conditions().values() if condition.ends_on_attack]
    for name in round_.attacked:
        play.relieve(name, *ended)
    for name, effect in round_.cleared:
        play.relieve(name, *catalogue.cleared_by(effect))
    given = [Endured(name, effect.condition, effect.rounds) for name, effect in round_.given]
    for name, condition, rounds in (*given, *endured):
        being = play.entity(name)
        if rounds and not being.has(INCAPACITATED, FALLEN) and not immune(being, condition) and is_up(round_, name):
            play.afflict(name, Condition(id=condition, rounds=rounds))


def is_up(round_: Round, name: str) -> bool:
    """Whether somebody stands at the end of the round."""
    being = round_.being(name)
    return being.counter("health") > 0


def see_who_is_left(round_: Round) -> None:
    """AR-ROUND-11: over when all who stand are of one side, or nobody stands."""
    beings = [round_.being(name) for name in round_.names]
    left = standing_sides(beings)
    over = len({being.side for being in beings}) > 1 and len(left) < 2
    round_.play.change_encounter(over=over, winner=next(iter(left)) if over and left else None)
