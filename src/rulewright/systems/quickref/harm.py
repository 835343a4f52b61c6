"""What damage, healing and time do to somebody (QR-STATE-04, QR-STATE-06, QR-INJ)."""

from rulewright.content.effects import Grant, Negate
from rulewright.rules import RuleError
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.rules import injury
from rulewright.systems.quickref.rules.morale import morale_triggers
from rulewright.systems.quickref.scores import (
    DOWN,
    SILENT,
    is_able,
    is_minor,
    is_pc,
    is_up,
    maximum_strain,
    morale_state,
    status,
)
from rulewright.systems.quickref.sheet import Being, CreatureSheet, QuickrefPlay
from rulewright.table.entities import Condition

TEN_MINUTES = 100
HOUR = 600


def mark(play: QuickrefPlay, name: str, *conditions: str) -> None:
    """Something is so from now on."""
    for condition in conditions:
        play.afflict(name, Condition(id=condition))


# ---------------------------------------------------------------- uses


def use(play: QuickrefPlay, name: str, what: str) -> None:
    """Something limited has been used once more."""
    uses = play.entity(name).sheet.uses
    play.sheet(name, uses={**uses, what: uses.get(what, 0) + 1})


def forget_uses(play: QuickrefPlay, name: str, *periods: str) -> None:
    """What is limited for one of these periods may be used again."""
    uses = play.entity(name).sheet.uses
    play.sheet(name, uses={what: times for what, times in uses.items() if what.partition(":")[0] not in periods})


# ---------------------------------------------------------------- damage


def hurt(play: QuickrefPlay, target: str, damage: int, *, non_lethal: bool = False, unsurvivable: bool = False) -> None:
    """Damage that nothing stands against any more. No damage changes nothing."""
    before = play.entity(target)
    was = status(before)
    if damage <= 0 or was == "dead":
        return
    ending = [name for name in before.conditions if "ends_when_hurt" in _effects_of(name)]
    play.relieve(target, *ending)
    house_rules = play.world.house_rules
    left = injury.apply_damage(
        SILENT,
        hit_points=standing(before),
        damage=damage,
        status=was,
        frail=before.has("frail"),
        minor=is_minor(before, house_rules),
        unsurvivable=unsurvivable,
        non_lethal=non_lethal,
        damage_while_dying=house_rules.damage_while_dying,
    )
    mark(play, target, "hurt_this_round")
    if left.status not in (was, "dead" if unsurvivable else "") and keeps_standing(play, target, was):
        play.put(target, "hp", 1)
        return
    play.put(target, "hp", left.hit_points)
    if left.status != was:
        fall(play, target, left.status)


def standing(being: Being) -> int:
    """Hit points as damage finds them: at least one of whoever is up, none of the dying, whatever the GM has set."""
    if being.has("mortally_wounded", "stable"):
        return 0
    return max(being.counter("hp"), 1 if is_up(being) else 0)


def _effects_of(condition: str) -> tuple[str, ...]:
    known = catalogue.conditions().get(condition)
    return known.effects if known else ()


def keeps_standing(play: QuickrefPlay, target: str, was: str) -> bool:
    """A talent may leave somebody with a hit point who would fall."""
    being = play.entity(target)
    for talent, effect in talents.talents(being, Negate):
        if was == "up" and effect.what == "fall" and talents.uses_left(being, talent):
            use(play, target, talents.use_of(talent))
            return True
    return False


def fall(play: QuickrefPlay, target: str, to: str) -> None:
    """Somebody is down, or worse off than before."""
    stood = is_up(play.entity(target))
    before = downed(play, play.entity(target).side)
    become(play, target, to)
    mark(play, target, "prone")
    for action in ("main_action", "move_action", "attacks_left"):
        play.put(target, action, 0)
    play.relieve(target, "holding", "total_defense")
    if to == "mortally_wounded":
        play.put(target, "rounds_down", 0)
        play.put(target, "fell_round", play.encounter.round if play.encounter else None)
        if any(grant.what == "auto_stabilize" for _, grant in talents.talents(play.entity(target), Grant)):
            stabilise(play, target)
    elif to == "unconscious":
        play.put(target, "rounds_to_wake", TEN_MINUTES)
    if stood and play.encounter:
        judge_morale(play, play.entity(target).side, before)


def become(play: QuickrefPlay, target: str, to: str) -> None:
    """Another status, and the counts of the old one are over."""
    play.relieve(target, *(state for state in DOWN if state != to), "wakes_frail")
    for count in ("rounds_down", "rounds_to_wake", "fell_round"):
        play.put(target, count, None)
    if to != "up":
        mark(play, target, to)


def stabilise(play: QuickrefPlay, target: str) -> None:
    """QR-INJ-04: no longer dying, and awake in ten minutes."""
    become(play, target, "stable")
    play.put(target, "rounds_to_wake", TEN_MINUTES)
    mark(play, target, "wakes_frail")


def wake(play: QuickrefPlay, target: str) -> None:
    """QR-INJ-10."""
    frail = play.entity(target).has("wakes_frail")
    become(play, target, "up")
    play.put(target, "hp", max(1, play.entity(target).counter("hp")))
    if frail:
        mark(play, target, "frail")


# ---------------------------------------------------------------- morale


def downed(play: QuickrefPlay, side: str) -> int:
    """How many of those of a side who stood in this fight are down."""
    fight = play.encounter
    names = fight.participants if fight else ()
    return sum(not is_up(being) for being in play.state.entities.values() if being.side == side and being.id in names)


def judge_morale(play: QuickrefPlay, side: str, before: int, *, shaken: bool = False) -> None:
    """QR-MORALE-03: whether a side has to check now. Reasons are used up as soon as they apply."""
    fight = play.fight()
    if not any(may_break(being) for being in play.state.entities.values() if being.side == side):
        return
    used = fight.reasons_used.get(side, ())
    members = sum(being.side == side for being in play.state.entities.values() if being.id in fight.participants)
    if not members:
        return
    due = morale_triggers(
        SILENT,
        members=members,
        down_before=before,
        down_now=downed(play, side),
        first_used="first_downed" in used,
        half_used="half_down" in used,
        shaken=shaken,
    )
    if due.check:
        make_due(play, side)
        known = catalogue.reasons_for_morale()
        play.prompt(f"Morale of the {side}: {'; '.join(known[reason].text for reason in due.reasons)}.")
        once = tuple(reason for reason in due.reasons if reason != "shaken")
        if once:
            play.change_encounter(reasons_used={**fight.reasons_used, side: (*used, *once)})


def make_due(play: QuickrefPlay, side: str, modifier: int = 0) -> None:
    """A side has to check, at the worst of what is asked of it."""
    due = play.fight().morale_due
    play.change_encounter(morale_due={**due, side: min(modifier, due.get(side, modifier))})


def may_break(being: Being) -> bool:
    """Whether somebody's morale can still be tried."""
    return (
        not is_pc(being)
        and isinstance(being.sheet, CreatureSheet)
        and is_able(being)
        and (morale_state(being) == "steady")
    )


# ---------------------------------------------------------------- healing


def strain_cost(play: QuickrefPlay, points: int) -> int:
    """QR-STRAIN-01: nothing strains at a table that does not count it."""
    return points if play.world.house_rules.system_strain else 0


def strains(play: QuickrefPlay, target: str, points: int, *, forced: bool = False) -> injury.Strained:
    """What more System Strain would do to somebody."""
    being = play.entity(target)
    return injury.add_strain(
        SILENT,
        system_strain=being.counter("system_strain"),
        maximum_strain=maximum_strain(being),
        amount=strain_cost(play, points),
        forced=forced,
    )


def refuse_strain(play: QuickrefPlay, target: str, points: int) -> None:
    """A body that can't bear more refuses."""
    if not strains(play, target, points).accepted:
        raise RuleError("strain_full", f"{play.called(target)} bears no more System Strain")


def strain(play: QuickrefPlay, target: str, points: int, *, forced: bool = False) -> None:
    """QR-STRAIN-02: what can't be refused fells the victim when it is too much."""
    strained = strains(play, target, points, forced=forced)
    play.put(target, "system_strain", strained.system_strain)
    if strained.collapsed and is_up(play.entity(target)):
        fall(play, target, "unconscious")
        play.put(target, "rounds_to_wake", HOUR)


def refuse_healing(play: QuickrefPlay, target: str, points: int, *, magical: bool = True) -> None:
    """The dead can't be healed, nor the down without magic; and a body has its limits."""
    patient = play.entity(target)
    if patient.has("dead"):
        raise RuleError("not_allowed", f"{patient.called} is dead")
    if not magical and not is_up(patient):
        raise RuleError("not_allowed", f"{patient.called} is down: only magic heals now")
    refuse_strain(play, target, points)


def heal_by_magic(play: QuickrefPlay, target: str, healing: str, bonus: int, points: int) -> injury.Healed:
    """QR-INJ-07: hit points, and an end to lying there and to being Frail."""
    patient = play.entity(target)
    was = status(patient)
    assert was != "dead"
    healed = injury.magical_healing(
        play.dice,
        healing=healing,
        bonus=bonus,
        hit_points=min(patient.counter("hp"), patient.sheet.max_hp),
        maximum=patient.sheet.max_hp,
        status=was,
        frail=patient.has("frail"),
        system_strain=patient.counter("system_strain"),
        maximum_strain=maximum_strain(patient),
        strain_cost=strain_cost(play, points),
    )
    play.put(target, "hp", max(healed.hit_points, patient.counter("hp")))
    play.put(target, "system_strain", healed.system_strain)
    play.relieve(target, "frail")
    if was != "up":
        become(play, target, "up")
        for action in ("main_action", "move_action"):
            play.put(target, action, 0)
    return healed


# ---------------------------------------------------------------- time


def rounds_pass(play: QuickrefPlay, rounds: int) -> None:
    """The dying come closer to death, those who lie there to waking. The round of a fall does not count in a fight."""
    for name in list(play.state.entities):
        being = play.entity(name)
        if being.has("mortally_wounded") and (
            play.encounter is None or being.counters.get("fell_round") != play.encounter.round
        ):
            bleed(play, name, rounds)
        elif being.counters.get("rounds_to_wake") is not None:
            left = max(0, being.counter("rounds_to_wake") - rounds)
            play.put(name, "rounds_to_wake", left)
            if not left:
                wake(play, name)


def bleed(play: QuickrefPlay, name: str, rounds: int) -> None:
    down = play.entity(name).counter("rounds_down") + rounds
    if down >= play.world.house_rules.rounds_to_live:
        fall(play, name, "dead")
    else:
        play.put(name, "rounds_down", down)
