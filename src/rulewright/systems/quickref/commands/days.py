"""Time that passes, nights, weeks in bed, and spells made ready (QR-REST, QR-INJ-06, QR-MAGIC-04)."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.rules import BadArguments, RuleError, different, pick
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.commands.core import SpellId, capable, commands, peace
from rulewright.systems.quickref.effects import NightRest
from rulewright.systems.quickref.harm import forget_uses, rounds_pass
from rulewright.systems.quickref.rules import injury, rest
from rulewright.systems.quickref.scores import capacity_of, casts_a_day, is_up, level, save_target
from rulewright.systems.quickref.sheet import QuickrefPlay
from rulewright.table import clock

Length = Annotated[int, Meta(ge=0, le=10_000)]
SECONDS_A_ROUND = 6
SECONDS_A_WEEK = 7 * 24 * 60 * 60
ROUNDS = {"rounds": 1, "minutes": 10, "hours": 600, "days": 14_400}
USUAL_RECOVERY = 1


@commands.gm("QR-ROUND-01", "QR-INJ-03", "QR-INJ-10")
def pass_time(
    play: QuickrefPlay, *, rounds: Length = 0, minutes: Length = 0, hours: Length = 0, days: Length = 0
) -> None:
    """Let time go by."""
    passed = sum(
        count * ROUNDS[unit]
        for unit, count in (("rounds", rounds), ("minutes", minutes), ("hours", hours), ("days", days))
    )
    if not passed:
        raise BadArguments("say how long: rounds, minutes, hours or days")
    peace(play)
    before = play.world.clock
    clock.pass_seconds(play, passed * SECONDS_A_ROUND)
    if before // SECONDS_A_WEEK < play.world.clock // SECONDS_A_WEEK:
        for name in play.state.entities:
            forget_uses(play, name, "week")
    clock.tick(play, play.state.entities, passed)
    rounds_pass(play, passed)


@commands.actor("QR-REST-01", "QR-REST-02", "QR-INJ-06")
def rest_(
    play: QuickrefPlay,
    by: str,
    *,
    kind: Literal["night", "bed_rest"],
    days: Annotated[int, Meta(ge=1, le=10_000)] = 1,
    comfortable: bool = True,
    cared_for: bool = True,
) -> None:
    """Sleep for a night, or stay in bed for days."""
    if not is_up(play.entity(by)):
        raise RuleError("incapacitated", f"{play.called(by)} does not need a bed, but a healer")
    peace(play)
    if kind == "night":
        play.put(by, "bed_rest_days", 0)
        sleep(play, by, comfortable=comfortable)
        return
    for _ in range(min(days, DAYS_THAT_MATTER)):
        stay_in_bed(play, by, cared_for=cared_for)
    play.change(by, "bed_rest_days", max(0, days - DAYS_THAT_MATTER))


DAYS_THAT_MATTER = 600
"""After so many nights in a row nothing is left that could get better."""


def stay_in_bed(play: QuickrefPlay, by: str, *, cared_for: bool) -> None:
    """A day counts before the night of it is over, and Frailty ends after. A week without care is judged once."""
    play.change(by, "bed_rest_days", 1)
    sleep(play, by, comfortable=True)
    being, days = play.entity(by), play.entity(by).counter("bed_rest_days")
    variant = play.world.house_rules.frail_recovery
    judged = variant == "with_care" and not cared_for and days > injury.WEEK
    if judged or not being.has("frail"):
        return
    recovery = injury.frail_recovery(
        play.dice,
        bed_rest_days=min(400, days),
        variant=variant,
        cared_for=cared_for,
        save_target=save_target(play.state, being, "physical"),
    )
    if recovery.fate == "recovered":
        play.relieve(by, "frail")
    elif recovery.fate != "still_frail":
        play.result(recovery)
        play.prompt(f"{being.called}: {recovery.fate.replace('_', ' ')}.")


def sleep(play: QuickrefPlay, by: str, *, comfortable: bool) -> None:
    """A night: in comfort, hit points, strain, spells, Effort and the uses of a day come back."""
    being = play.entity(by)
    night = rest.night_rest(
        play.dice,
        hit_points=max(1, being.counter("hp")),
        maximum=max(being.sheet.max_hp, being.counter("hp")),
        level=max(1, level(being)),
        system_strain=being.counter("system_strain"),
        frail=being.has("frail"),
        comfortable=comfortable,
        strain_recovered=strain_recovered(play, being.side),
    )
    play.put(by, "hp", night.hit_points)
    play.put(by, "system_strain", night.system_strain)
    if not night.refreshed:
        return
    forget_uses(play, by, "day")
    bound = play.entity(by).sheet.committed
    play.put(by, "casts_left", casts_a_day(play.entity(by)))
    play.sheet(
        by,
        committed=tuple(point for point in bound if point.until == "ended"),
        can_prepare=capacity_of(being) is not None,
    )


def strain_recovered(play: QuickrefPlay, side: str) -> int:
    """QR-MAGIC-10: more than usual where a healer keeps vigil over the sleepers of the side."""
    vigils = [
        effect.strain_recovered
        for being in play.state.entities.values()
        if being.side == side and is_up(being)
        for effect in (catalogue.arts()[art].effect for art in being.sheet.arts)
        if isinstance(effect, NightRest)
    ]
    return max([USUAL_RECOVERY, *vigils])


@commands.actor("QR-MAGIC-04", needs=(capable,))
def prepare(play: QuickrefPlay, by: str, *, spells: Annotated[tuple[SpellId, ...], Meta(max_length=40)]) -> None:
    """Make other spells ready, in the hour after a good night."""
    being = play.entity(by)
    capacity = capacity_of(being)
    for spell in spells:
        pick("spells", spell, catalogue.spells())
    different("spells", spells)
    if capacity is None:
        raise RuleError("not_allowed", f"{being.called} casts no spells")
    if len(spells) > capacity.prepared:
        raise BadArguments(f"spells: {being.called} prepares {capacity.prepared} at most, found {len(spells)}")
    peace(play)
    if not being.sheet.can_prepare:
        raise RuleError("not_allowed", f"{being.called} has to sleep well first")
    unknown = [spell for spell in spells if spell not in being.sheet.spells]
    if unknown:
        raise RuleError("not_enough_resource", f"{being.called} does not know {unknown[0].replace('_', ' ')}")
    play.sheet(by, prepared=spells, can_prepare=False)
