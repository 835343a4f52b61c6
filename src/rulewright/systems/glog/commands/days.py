"""Hours and days: rest, lunch, the wild, and time itself (GL-REST, GL-ATTACK-06 and 07, GL-STATE-17)."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.systems.glog.commands.checks import saves
from rulewright.systems.glog.commands.core import Names, all_there, awake, commands, peace
from rulewright.systems.glog.harm import add_item, carried_kind, use, use_up, used, wake
from rulewright.systems.glog.hours import HOUR, SUNRISE, rounds_pass, time_passes
from rulewright.systems.glog.rules import recovery
from rulewright.systems.glog.rules.attack import recover_arrows
from rulewright.systems.glog.rules.magic import restore_magic_dice
from rulewright.systems.glog.scores import carried, grants, hit_dice, score
from rulewright.systems.glog.sheet import CharacterSheet, GlogPlay
from rulewright.systems.glog.tables import damage_text
from rulewright.table import clock
from rulewright.table.state import DAY

MINUTE = 60
STONES_MINUTES = 5
STONES_FOR_A_SLING = 3

Count = Annotated[int, Meta(ge=0, le=100_000)]


@commands.gm("GL-STATE-17", "GL-REST-05", "GL-INJ-01", "GL-HP-07")
def pass_time(play: GlogPlay, *, rounds: Count = 0, minutes: Count = 0, hours: Count = 0, days: Count = 0) -> None:
    """Let time go by. Rounds do not move the clock."""
    rounds_pass(play, rounds)
    seconds = minutes * MINUTE + hours * HOUR + days * DAY
    if seconds:
        time_passes(play, seconds)


# ---------------------------------------------------------------- rest


@commands.gm("GL-REST-01", "GL-REST-02", "GL-REST-03", "GL-MAGIC-08", "GL-MAGIC-09", "GL-STATE-17", "GL-DOUBT-04")
def rest(
    play: GlogPlay,
    *,
    kind: Literal["night", "lunch"],
    who: Names | None = None,
    campfire: bool = False,
    interrupted: bool = False,
    bed: bool = False,
    served: bool = False,
) -> None:
    """A night's sleep until sunrise, or an hour for lunch."""
    peace(play)
    if who is None:
        who = tuple(being.id for being in play.state.entities.values() if isinstance(being.sheet, CharacterSheet))
    all_there(play, who)
    if kind == "lunch":
        have_lunch(play, living(play, who), served)
    else:
        for name in living(play, who):
            sleep(play, name, campfire=campfire, interrupted=interrupted, bed=bed)
        time_passes(play, clock.next_time_of_day(play.world.clock, SUNRISE) - play.world.clock)


def living(play: GlogPlay, who: tuple[str, ...]) -> tuple[str, ...]:
    """The dead rest otherwise, and the dying not at all."""
    return tuple(name for name in who if not play.entity(name).has("dead", "dying"))


def level_of(play: GlogPlay, name: str) -> int:
    """What healing over time is by: the level, or the hit dice of a creature."""
    being = play.entity(name)
    return being.sheet.level if isinstance(being.sheet, CharacterSheet) else max(1, hit_dice(being))


def hp_and_most(play: GlogPlay, name: str) -> tuple[int, int]:
    """Hit points and their maximum, for rules that know no more than the maximum."""
    being = play.entity(name)
    most = score(play.state, being, "max_hp")
    return min(being.counter("hp"), most), most


def recover(play: GlogPlay, name: str, hp: int) -> None:
    """Hit points that came back by themselves."""
    if hp > play.entity(name).counter("hp"):
        play.put(name, "hp", hp)
        wake(play, name)


def sleep(play: GlogPlay, name: str, *, campfire: bool, interrupted: bool, bed: bool) -> None:
    hp, most = hp_and_most(play, name)
    night = recovery.night_rest(
        play.dice,
        hp=hp,
        max_hp=most,
        level=level_of(play, name),
        blanket=bed or carried_kind(play.entity(name), "blanket") is not None,
        campfire=bed or campfire,
        interrupted=interrupted,
    )
    recover(play, name, night.hp)
    restore_dice(play, name, night.slept_well)
    if night.slept_well and play.entity(name).counters.get("resolve") is not None:
        play.put(name, "resolve", score(play.state, play.entity(name), "max_resolve"))


def restore_dice(play: GlogPlay, name: str, slept_well: bool) -> None:
    """GL-MAGIC-08 and 09. Luck that was kept ready is spent on the first Save that fails."""
    being = play.entity(name)
    missing = score(play.state, being, "magic_dice_max") - being.counter("magic_dice")
    back = 0
    while missing > 0 and not slept_well and play.entity(name).sheet.reroll_armed:
        back += saves(play, name)
        missing -= 1
    if missing > 0:
        back += restore_magic_dice(
            play.dice,
            missing=missing,
            slept_well=slept_well,
            save=score(play.state, being, "save"),
            house_rules=play.world.house_rules,
        ).restored
    play.change(name, "magic_dice", back)


def have_lunch(play: GlogPlay, who: tuple[str, ...], served: bool) -> None:
    """Everybody is checked first, then eats, then an hour has passed."""
    for name in who:
        refuse_lunch(play, name, served)
    for name in who:
        if not served:
            eat(play, name)
        use(play, name, "lunch")
    for name in who:
        hp, most = hp_and_most(play, name)
        fed = recovery.lunch(play.dice, hp=hp, max_hp=most, level=level_of(play, name), food=True, water=True)
        recover(play, name, fed.hp)
    time_passes(play, HOUR)


def refuse_lunch(play: GlogPlay, name: str, served: bool) -> None:
    being = play.entity(name)
    if not served:
        missing = [what for what in ("rations", "waterskin") if carried_kind(being, what) is None]
        if missing:
            raise RuleError("not_enough_resource", f"{being.called} has no {' and no '.join(missing)}")
    most = play.world.house_rules.lunches_per_day
    if most and used(play, name, "lunch") >= most:
        raise RuleError("already_used", f"{being.called} has had {most} lunch{'es' if most > 1 else ''} today")


def eat(play: GlogPlay, name: str) -> None:
    ration = carried_kind(play.entity(name), "rations")
    assert ration
    play.give(name, replace(ration, count=ration.count - 1))


# ---------------------------------------------------------------- what the field gives


@commands.actor("GL-ATTACK-07", needs=(peace, awake))
def recover_ammunition(play: GlogPlay, by: str) -> None:
    """Gather the arrows of the last fights that can be used again."""
    spent = play.entity(by).counter("spent_arrows")
    back = recover_arrows(play.dice, spent=spent, house_rules=play.world.house_rules)
    if spent:
        play.put(by, "spent_arrows", 0)
    if back.usable:
        quiver = next((item for item in play.entity(by).items.values() if item.item == "arrows"), None)
        if quiver:
            play.give(by, replace(quiver, count=quiver.count + back.usable, dropped=False))
        else:
            add_item(play, by, "arrows", back.usable)


@commands.actor("GL-ATTACK-06", needs=(peace, awake))
def gather_stones(play: GlogPlay, by: str) -> None:
    """Look for sling stones for some minutes."""
    being = play.entity(by)
    slings = sum(item.count for item in carried(being) if item.item == "sling")
    there = sum(item.count for item in carried(being) if item.item == "stones")
    missing = STONES_FOR_A_SLING * slings - there
    if missing > 0:
        heap = next((item for item in being.items.values() if item.item == "stones"), None)
        if heap:
            play.give(by, replace(heap, count=heap.count + missing, dropped=False))
        else:
            add_item(play, by, "stones", missing)
    time_passes(play, STONES_MINUTES * MINUTE)


@commands.actor("GL-CHAR-09", "GL-CHAR-10", "GL-STATE-17", needs=(awake,))
def forage(play: GlogPlay, by: str) -> None:
    """Find something to eat in the wild."""
    if not grants(play.entity(by), "forage"):
        raise RuleError("not_allowed", f"{play.called(by)} has not learned to live from the wild")
    peace(play)
    grant = use_up(play, by, "forage")
    if grant is None:
        raise RuleError("already_used", f"{play.called(by)} has foraged today")
    add_item(play, by, grant.item, damage_text(grant.dice).roll(play.dice, "forage"))
    time_passes(play, grant.minutes * MINUTE)
