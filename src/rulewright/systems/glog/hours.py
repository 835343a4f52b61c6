"""Time that goes by: rounds, hours, sunrises (GL-STATE-13, GL-STATE-17, GL-REST-05)."""

from msgspec.structs import replace

from rulewright.systems.glog import catalogue
from rulewright.systems.glog.harm import RIPOSTE_WON, die, forget_uses, lose
from rulewright.systems.glog.rules.wounds import injury_after
from rulewright.systems.glog.sheet import CreatureSheet, GlogPlay, InjuryBorne
from rulewright.table import clock, encounters, events

HOUR = 60 * 60
SUNRISE = 6 * HOUR
RETURNS_UP_TO = 3
NOT_RENEWED = ("parry", "cleave", "riposte", RIPOSTE_WON)
"""Uses that a round or a turn renews."""


def rounds_pass(play: GlogPlay, rounds: int) -> None:
    """GL-STATE-13: the dying come nearer to their end, and what is counted in rounds runs down."""
    if rounds <= 0:
        return
    for name, being in list(play.state.entities.items()):
        if being.has("dead"):
            play.put(name, "dead_rounds", being.counter("dead_rounds") + rounds)
        elif being.has("dying"):
            _die_away(play, name, rounds)
    clock.tick(play, play.state.entities, rounds)


def _die_away(play: GlogPlay, name: str, rounds: int) -> None:
    left = play.entity(name).counter("dying_rounds") - rounds
    if left > 0:
        play.put(name, "dying_rounds", left)
    else:
        die(play, name)
        play.put(name, "dead_rounds", -left)


def time_passes(play: GlogPlay, seconds: int) -> None:
    """Time of the clock, with the rounds and the sunrises in it."""
    before = play.world.clock
    rounds_pass(play, seconds // play.world.house_rules.round_seconds)
    clock.pass_seconds(play, seconds)
    sunrises = clock.times_of_day_passed(before, play.world.clock, SUNRISE)
    if sunrises > 0:
        for name in list(play.state.entities):
            _sun_rises(play, name, sunrises)
    _summoned_leave(play)


def until_sunrise(play: GlogPlay) -> int:
    """The second of the next sunrise."""
    return clock.next_time_of_day(play.world.clock, SUNRISE)


def _sun_rises(play: GlogPlay, name: str, days: int) -> None:
    sheet = play.entity(name).sheet
    healing = [(borne, injury_after(play.dice, days_left=borne.days, days=days)) for borne in sheet.injuries]
    play.sheet(
        name,
        injuries=tuple(
            InjuryBorne(borne.injury, borne.location, after.days_left) for borne, after in healing if not after.healed
        ),
    )
    forget_uses(play, name, *(what for what in sheet.used if what not in NOT_RENEWED))
    if play.entity(name).counters.get("return_up_to") is not None:
        play.put(name, "return_up_to", RETURNS_UP_TO)
    for item in list(play.entity(name).items.values()):
        if item.until == "sunrise":
            lose(play, name, item.id)
    _spells_come_back(play, name)


def _spells_come_back(play: GlogPlay, name: str) -> None:
    """GL-MAGIC-07: to the vessel that was their prison, or to the brain if they never had one."""
    for spell, came_from in play.entity(name).sheet.away.items():
        being = play.entity(name)
        sheet = being.sheet
        prison = sheet.prison.get(spell, "brain")
        if came_from == "brain" and play.world.house_rules.spells_return_to == "origin":
            prison = "brain"
        if prison == "brain":
            play.sheet(name, brain=(*sheet.brain, spell))
            continue
        play.sheet(name, prison={kept: where for kept, where in sheet.prison.items() if kept != spell})
        if prison in being.items:
            vessel = being.items[prison]
            play.give(name, replace(vessel, spells=in_order((*vessel.spells, spell))))
    play.sheet(name, away={})


def in_order(spells: tuple[str, ...]) -> tuple[str, ...]:
    """Spells in a book stand in the order of the list of spells, wherever they have been."""
    places = list(catalogue.spells())
    return tuple(sorted(spells, key=places.index))


def _summoned_leave(play: GlogPlay) -> None:
    for name, being in list(play.state.entities.items()):
        sheet = being.sheet
        if isinstance(sheet, CreatureSheet) and sheet.leaves_at is not None and sheet.leaves_at <= play.world.clock:
            remove(play, name)


def remove(play: GlogPlay, name: str) -> None:
    """Somebody is not there any more, in a fight or out of it."""
    fight = play.encounter
    if fight and name in fight.participants:
        if encounters.leave(play, name):
            earlier = fight.order[: fight.order.index(name)]
            play.change_encounter(turn=earlier[-1] if earlier else None)
        encounters.drop_from_order(play, name)
    play.happens(events.EntityRemoved(name))
