"""What the GM does to people, and time that goes by (6.1)."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.rules import BadArguments, RuleError, pick
from rulewright.systems.ardor import catalogue
from rulewright.systems.ardor.book import DiceString
from rulewright.systems.ardor.commands.core import ZoneId, commands, peace, sheet_of
from rulewright.systems.ardor.commands.recovery import heal as heal_at_once
from rulewright.systems.ardor.declaring import WAITING, put_declaration
from rulewright.systems.ardor.gear import names_of
from rulewright.systems.ardor.harm import falls, ticks
from rulewright.systems.ardor.scores import conscious
from rulewright.systems.ardor.sheet import FALLEN, INCAPACITATED, ArdorPlay, CharacterSheet
from rulewright.systems.ardor.spaces import known_zone
from rulewright.systems.ardor.tables import roll
from rulewright.table import clock
from rulewright.table.common import bring_in
from rulewright.table.entities import EntityId

Points = Annotated[int, Meta(ge=0, le=999)]
ROUND_SECONDS = 10
FOES = "foes"


@commands.gm("AR-GM-05", "AR-ZONE-01")
def stage(
    play: ArdorPlay,
    *,
    encounter: Annotated[str, Meta(max_length=100, extra={"choose": "encounter"})],
    zone: ZoneId = "",
) -> None:
    """Set a ready encounter of the book: its map, and its creatures in a zone, by itself the last one."""
    peace(play)
    ready = pick("encounter", encounter, catalogue.encounters())
    play.change_world(place=catalogue.places()[ready.map])
    zones = play.world.place.zones
    for being in list(play.state.entities.values()):
        play.move(being.id, zones[0].id)
    at = known_zone(play.state, "zone", zone).id if zone else zones[-1].id
    for kind, count in ready.creatures.items():
        for _ in range(count):
            name = next(name for name in names_of(kind) if name not in play.state.entities)
            bring_in(play, {"id": name, "creature": kind, "side": FOES, "zone": at})
    play.prompt(ready.text)


@commands.gm("AR-HEALTH-01", "AR-HEALTH-03")
def damage(play: ArdorPlay, *, target: EntityId, amount: Points | None = None, dice: DiceString | None = None) -> None:
    """Let somebody be hurt, at once."""
    hurt = play.entity(target)
    refuse_unless_one(amount, dice)
    points = rolled(play, amount, dice, "damage") if conscious(hurt) else 0
    if not points:
        return
    play.change(target, "health", -points)
    if play.entity(target).counter("health") <= 0:
        falls(play, target)
        remember_fall(play, target)


def remember_fall(play: ArdorPlay, target: str) -> None:
    """AR-HEALTH-05: the round of the fall does not count, nor in the middle of one."""
    fight = play.encounter
    if fight and target in fight.participants and fight.phase != "intents":
        play.change_encounter(fell=(*fight.fell, target))


def refuse_unless_one(amount: int | None, dice: str | None) -> None:
    """Before any die: either a number or dice."""
    if (amount is None) == (dice is None):
        raise BadArguments("amount: name either an amount or dice")


def rolled(play: ArdorPlay, amount: int | None, dice: str | None, why: str) -> int:
    """A number, or dice that fall now."""
    return roll(play.dice, dice, why) if dice is not None else amount or 0


@commands.gm("AR-HEALTH-12")
def heal(play: ArdorPlay, *, target: EntityId, amount: Points | None = None, dice: DiceString | None = None) -> None:
    """Give somebody Health back, at once; it wakes whoever lies there."""
    if play.entity(target).has(FALLEN):
        raise RuleError("not_allowed", f"{play.called(target)} is out of play")
    refuse_unless_one(amount, dice)
    lay = play.entity(target).has(INCAPACITATED)
    heal_at_once(play, target, rolled(play, amount, dice, "healing"))
    if lay and conscious(play.entity(target)) and play.encounter and target in play.encounter.declared:
        # It meant to wake, and a Recover of one who stands is another action, with a price of its own.
        put_declaration(play, target, WAITING)


@commands.actor("AR-HEALTH-09")
def choose_fate(play: ArdorPlay, by: str, *, fate: Literal["dies", "retires"]) -> None:
    """Say how the story of a fallen character ends."""
    sheet_of(play, by)
    if not play.entity(by).has(FALLEN):
        raise RuleError("not_allowed", f"{play.called(by)} has not fallen")
    play.sheet(by, fate=fate)


@commands.actor("AR-CHAR-01")
def spend(
    play: ArdorPlay,
    by: str,
    *,
    what: Literal["ardor", "surges", "healing_kits"],
    amount: Annotated[int, Meta(ge=1, le=99)] = 1,
) -> None:
    """Give up Ardor, surges or kits, for whatever the table has agreed."""
    left = play.entity(by).counter(what)
    if amount > left:
        raise RuleError("not_enough_resource", f"{play.called(by)} has {left} {what.replace('_', ' ')}")
    play.change(by, what, -amount)


@commands.anyone("AR-ROUND-15", "AR-COND-01", needs=(peace,))
def pass_time(play: ArdorPlay, *, rounds: Annotated[int, Meta(ge=1, le=100)]) -> None:
    """Rounds go by outside an encounter."""
    clock.pass_seconds(play, rounds * ROUND_SECONDS)
    timers = play.world.house_rules.aftermath == "rounds"
    for _ in range(rounds):
        for being in list(play.state.entities.values()):
            if timers and being.has(INCAPACITATED):
                ticks(play, being.id)
    clock.tick(play, play.state.entities, rounds)
    for being in play.state.entities.values():
        if isinstance(being.sheet, CharacterSheet):
            play.sheet(being.id, fresh=())
