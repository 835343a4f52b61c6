"""What hurts and what heals (QR-INJ, QR-REST-03)."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.book import Circumstances
from rulewright.systems.quickref.commands.checks import Helpers, hindrance, keep_check, refuse_helpers, spend_help
from rulewright.systems.quickref.commands.core import (
    afford,
    capable,
    commands,
    cost_of,
    if_holding,
    not_dead,
    pay,
    peace,
)
from rulewright.systems.quickref.harm import (
    heal_by_magic,
    hurt,
    mark,
    refuse_healing,
    refuse_strain,
    stabilise,
    strain,
    strain_cost,
    use,
)
from rulewright.systems.quickref.rules import injury, rest
from rulewright.systems.quickref.rules.attack import read_dice
from rulewright.systems.quickref.rules.checks import help_succeeds
from rulewright.systems.quickref.scores import SILENT, is_up, maximum_strain, modifier, skill_level
from rulewright.systems.quickref.sheet import QuickrefPlay
from rulewright.table.entities import EntityId

Points = Annotated[int, Meta(ge=0, le=1000)]
DiceWords = Annotated[str, Meta(min_length=1, max_length=20)]


@commands.actor("QR-INJ-04", "QR-SKILL-05", needs=(capable,), interrupts=if_holding)
def tend(
    play: QuickrefPlay,
    by: str,
    *,
    target: EntityId,
    attribute: Literal["dex", "int"] = "dex",
    has_kit: bool = True,
    circumstances: Circumstances = (),
    helpers: Helpers = (),
) -> None:
    """Try to stop somebody's dying."""
    victim, healer = not_dead(play, target), play.entity(by)
    if not victim.has("mortally_wounded"):
        raise RuleError("not_dying", f"{victim.called} is not dying")
    if victim.has("tended_this_round") and play.world.house_rules.stabilize_attempts == "one_per_round":
        raise RuleError("already_tended", f"somebody has tried to save {victim.called} in this round")
    cost, limited = cost_of(play, by, "tend", "main")
    afford(play, by, cost)
    aid = refuse_helpers(play, by, helpers)
    pay(play, by, cost)
    if limited:
        use(play, by, limited)
    spend_help(play, helpers)
    rounds = victim.counter("rounds_down")
    difficulty = injury.stabilize_difficulty(SILENT, full_rounds=rounds).difficulty
    aided = any(help_succeeds(play.dice, helper=helper, difficulty=difficulty) for helper in aid)
    result = injury.stabilize(
        play.dice,
        aided=aided,
        heal_level=skill_level(healer, "heal"),
        attribute_modifier=modifier(healer, attribute),
        full_rounds=rounds,
        has_kit=has_kit,
        circumstances=(*circumstances, *hindrance(healer, "heal")),
        extra_dice=talents.extra_dice(healer, "heal"),
    )
    kit = () if has_kit else (injury.NO_KIT,)
    keep_check(play, by, result, skill="heal", attribute=attribute, circumstances=(*circumstances, *kit), aided=aided)
    if play.encounter:
        mark(play, target, "tended_this_round")
    if result.success:
        stabilise(play, target)


@commands.gm("QR-INJ-07", "QR-STRAIN-01")
def heal(
    play: QuickrefPlay,
    *,
    target: EntityId,
    healing: DiceWords,
    bonus: Annotated[int, Meta(ge=0, le=40)] = 0,
    magical: bool = True,
    strain_: Annotated[int, Meta(ge=0, le=10)] = 1,
) -> None:
    """Give somebody hit points back, by magic or without."""
    read_dice("healing", healing)
    refuse_healing(play, target, strain_, magical=magical)
    if magical:
        play.result({"healed": heal_by_magic(play, target, healing, bonus, strain_).hit_points})
        return
    patient = play.entity(target)
    points = max(0, read_dice("healing", healing).roll(play.dice, "healing") + bonus)
    play.change(target, "hp", points)
    play.put(target, "system_strain", patient.counter("system_strain") + strain_cost(play, strain_))


@commands.actor("QR-REST-03", needs=(capable, peace))
def first_aid(play: QuickrefPlay, by: str, *, target: EntityId) -> None:
    """A minute with a healer's kit for somebody who is up."""
    patient, healer = not_dead(play, target), play.entity(by)
    if not is_up(patient):
        raise RuleError("not_allowed", f"{patient.called} is down")
    refuse_strain(play, target, 1)
    helped = rest.first_aid(
        play.dice,
        heal_level=skill_level(healer, "heal"),
        hit_points=patient.counter("hp"),
        maximum=max(patient.sheet.max_hp, patient.counter("hp")),
        system_strain=patient.counter("system_strain"),
        maximum_strain=maximum_strain(patient),
        doubled=talents.factor(healer, "first_aid") > 1,
        strain_cost=strain_cost(play, 1),
    )
    play.put(target, "hp", helped.hit_points)
    play.put(target, "system_strain", helped.system_strain)
    play.result({"healed": helped.hit_points - patient.counter("hp")})


@commands.gm("QR-STRAIN-01", "QR-STRAIN-02")
def add_strain(
    play: QuickrefPlay, *, target: EntityId, amount: Annotated[int, Meta(ge=1, le=30)] = 1, forced: bool = False
) -> None:
    """Put System Strain on somebody; what can't be refused fells whoever can't bear it."""
    not_dead(play, target)
    if not forced:
        refuse_strain(play, target, amount)
    strain(play, target, amount, forced=forced)


@commands.gm("QR-STATE-06", "QR-INJ-01", "QR-INJ-08", "QR-INJ-09", "QR-HAZ-02", "QR-HAZ-03")
def damage(
    play: QuickrefPlay,
    *,
    target: EntityId,
    amount: Points | DiceWords,
    non_lethal: bool = False,
    unsurvivable: bool = False,
) -> None:
    """Let somebody be hurt."""
    text = read_dice("amount", amount) if isinstance(amount, str) else None
    not_dead(play, target)
    points = amount if isinstance(amount, int) else max(0, text.roll(play.dice, "damage") if text else 0)
    hurt(play, target, points, non_lethal=non_lethal, unsurvivable=unsurvivable)
    play.result({"damage": points})
