"""Casting and cantrips, and what may go wrong with them (GL-MAGIC, GL-SCROLL, GL-WAND, GL-MISHAP, GL-DOOM)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.content.effects import Note
from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue, effects
from rulewright.systems.glog.book import SchoolId
from rulewright.systems.glog.commands.core import (
    AskedNames,
    SpellId,
    action_to_spend,
    all_there,
    commands,
    own_turn_in_a_fight,
    owned,
    spend_action,
)
from rulewright.systems.glog.commands.fighting import REACH, distance
from rulewright.systems.glog.harm import lose, which_injury
from rulewright.systems.glog.hours import RETURNS_UP_TO
from rulewright.systems.glog.rules import magic as rules
from rulewright.systems.glog.rules.magic import Casting
from rulewright.systems.glog.rules.spell_numbers import spell_effect, spell_value
from rulewright.systems.glog.scores import SILENT, blocked, caster_templates, grants, suit
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Gear, GlogPlay
from rulewright.systems.glog.spells import Magic, apply_effects, refuse_unknown_spell

BRAIN = "brain"
BANKS = ("wand", "staff")

CantripId = Annotated[str, Meta(max_length=100, extra={"choose": "cantrip"})]
MagicDice = Annotated[int, Meta(ge=0, le=100, extra={"choose": "magic_dice", "ask": True})]


@commands.actor(
    *("GL-STATE-20", "GL-STATE-21", "GL-MAGIC-07", "GL-MAGIC-11", "GL-MAGIC-16", "GL-MAGIC-17", "GL-DEF-08"),
    *("GL-SCROLL-01", "GL-SCROLL-02", "GL-WAND-01", "GL-WAND-05", "GL-MISHAP-02", "GL-MISHAP-03"),
    needs=(own_turn_in_a_fight,),
)
def cast(
    play: GlogPlay,
    by: str,
    *,
    spell: SpellId,
    from_: Annotated[str, Meta(max_length=100, extra={"choose": "vessel"})] = BRAIN,
    magic_dice: MagicDice = 0,
    burn_scroll: bool = False,
    targets: AskedNames = (),
    injury: Annotated[str, Meta(max_length=100)] = "",
) -> None:
    """Cast a spell from the brain or from a vessel, with so many Magic Dice."""
    action_to_spend(play, by)
    refuse_gagged(play, by)
    entry = refuse_unknown_spell(spell)
    vessel = None if from_ == BRAIN else owned(play, by, from_)
    refuse_to_cast(play, by, entry, vessel)
    refuse_dice(play, by, vessel, magic_dice, burn_scroll)
    if entry.target == "self":
        targets = (by,)
    all_there(play, targets)
    refuse_far_targets(play, by, entry, targets, magic_dice + burn_scroll)
    for target in targets if injury else ():
        which_injury(play.entity(target), injury)

    spend_action(play, by)
    rolled = play.result(
        rules.cast(
            play.dice,
            magic_dice=magic_dice,
            burn_scroll=burn_scroll,
            source="wand" if is_bank(vessel) else "pool",
            return_up_to=returns_up_to(play.entity(by)),
            house_rules=play.world.house_rules,
        )
    )
    pay_for(play, by, entry, vessel, rolled, burn_scroll)
    turned = go_wrong(play, by, entry, vessel, rolled)
    if entry.harmful:
        play.relieve(by, "invisible")
    values = numbers(play, by, entry, rolled)
    if effects.Backwash in turned:
        targets = (by,) if entry.harmful else ()
    if effects.Astray in turned:
        tell_where_it_went(play, entry, values)
    elif effects.Backwash not in turned or entry.harmful:
        take_effect(play, by, entry, targets, values, injury)
    play.result({"sum": rolled.sum, "dice": rolled.dice, "mishaps": rolled.mishaps, "dooms": rolled.dooms})


# ---------------------------------------------------------------- refusals


def refuse_gagged(play: GlogPlay, by: str) -> None:
    if gagged := blocked(play.entity(by), "cast"):
        raise RuleError("not_allowed", f"{play.called(by)} is {gagged} and can't cast")


def is_bank(vessel: Gear | None) -> bool:
    return vessel is not None and vessel.item in BANKS


def refuse_to_cast(play: GlogPlay, by: str, entry: catalogue.SpellEntry, vessel: Gear | None) -> None:
    """GL-MAGIC-11 and GL-DEF-08."""
    caster = play.entity(by)
    if not caster_templates(caster) and not is_bank(vessel):
        raise RuleError("not_a_caster", f"{caster.called} has not learned to cast")
    refuse_in_armor(play, by, entry.school)
    if vessel and vessel.item == "spellbook":
        raise RuleError("not_allowed", "a spellbook is a prison: load the spell into the brain first")
    if entry.id not in (vessel.spells if vessel else caster.sheet.brain):
        raise RuleError("spell_not_loaded", f"{entry.name} is not in {vessel.id if vessel else 'the brain'}")


def refuse_in_armor(play: GlogPlay, by: str, school: str) -> None:
    caster = play.entity(by)
    prays = school == "hearth" and bool(grants(caster, "pray_in_armor"))
    if caster_templates(caster) and suit(caster) and not prays:
        raise RuleError("armor_forbids_casting", f"{caster.called} can't cast {school} spells in armour")


def refuse_dice(play: GlogPlay, by: str, vessel: Gear | None, magic_dice: int, burn_scroll: bool) -> None:
    if burn_scroll and (vessel is None or vessel.item != "scroll"):
        raise RuleError("not_allowed", "only a scroll can be burnt")
    there = vessel.banked if vessel and is_bank(vessel) else play.entity(by).counter("magic_dice")
    if magic_dice > there:
        raise RuleError("not_enough_resource", f"there are {there} Magic Dice, not {magic_dice}")
    if not magic_dice and not burn_scroll:
        raise RuleError("not_enough_resource", "a spell needs at least one Magic Die")


def refuse_far_targets(
    play: GlogPlay, by: str, entry: catalogue.SpellEntry, targets: tuple[str, ...], dice: int
) -> None:
    feet = range_of(entry, dice)
    if play.encounter is None or feet is None:
        return
    far = next((target for target in targets if distance(play, by, target) > feet), None)
    if far:
        raise RuleError("out_of_range", f"{play.called(far)} is farther than {feet} feet away")


def range_of(entry: catalogue.SpellEntry, dice: int) -> int | None:
    """How far a spell goes, if that is a matter of feet."""
    if isinstance(entry.range, int):
        return entry.range
    if entry.range == "touch":
        return REACH
    if "[" in entry.range:
        return spell_value(SILENT, expression=entry.range, dice=dice, sum=dice).value
    return None


def returns_up_to(caster: Being) -> int:
    """The highest face that comes back to the pool."""
    now = caster.counters.get("return_up_to")
    return RETURNS_UP_TO if now is None else now


# ---------------------------------------------------------------- what it costs


def pay_for(
    play: GlogPlay,
    by: str,
    entry: catalogue.SpellEntry,
    vessel: Gear | None,
    rolled: Casting,
    burnt: bool,
) -> None:
    """The dice leave the pool or the bank, and the spell goes where it belongs (GL-MAGIC-07)."""
    if vessel and is_bank(vessel):
        vessel = replace(vessel, banked=vessel.banked - rolled.dice)
        play.give(by, vessel)
        if play.world.house_rules.wand_reuse == "sunrise":
            send_away(play, by, entry.id, vessel)
        return
    play.change(by, "magic_dice", -rolled.spent)
    if burnt and vessel:
        lose(play, by, vessel.id)
    elif play.world.house_rules.spell_recast == "sunrise":
        send_away(play, by, entry.id, vessel)


def send_away(play: GlogPlay, by: str, spell: str, vessel: Gear | None) -> None:
    """It is gone until sunrise."""
    sheet = play.entity(by).sheet
    if vessel:
        play.give(by, replace(vessel, spells=without(vessel.spells, spell)))
        play.sheet(by, prison={**sheet.prison, spell: vessel.id})
    else:
        play.sheet(by, brain=without(sheet.brain, spell))
    play.sheet(by, away={**sheet.away, spell: vessel.id if vessel else BRAIN})


def without(spells: tuple[str, ...], spell: str) -> tuple[str, ...]:
    """One of these less."""
    place = spells.index(spell)
    return spells[:place] + spells[place + 1 :]


# ---------------------------------------------------------------- what goes wrong


def go_wrong(
    play: GlogPlay, by: str, entry: catalogue.SpellEntry, vessel: Gear | None, rolled: Casting
) -> set[type[effects.AnyEffect]]:
    """Mishaps, then Dooms; tells the kinds of effects that have come, of which some turn the spell."""
    school = school_of_mishaps(play.entity(by), entry, vessel)
    come: set[type[effects.AnyEffect]] = set()
    for _ in range(rolled.mishaps):
        come |= suffer_mishap(play, by, school, 1)
    for _ in range(rolled.dooms):
        come |= suffer_doom(play, by, school)
    return come


def school_of_mishaps(caster: Being, entry: catalogue.SpellEntry, vessel: Gear | None) -> SchoolId:
    """GL-MISHAP-01 and GL-WAND-05: one's own school, or for the untrained that of the wand."""
    if not caster_templates(caster):
        return (vessel and vessel.school) or entry.school
    schools = caster.sheet.schools if isinstance(caster.sheet, CharacterSheet) else ()
    return entry.school if entry.school in schools or not schools else schools[0]


def suffer_mishap(play: GlogPlay, by: str, school: SchoolId, rolls: int) -> set[type[effects.AnyEffect]]:
    """A mishap of this school."""
    rolled = rules.mishap(play.dice, school=school, rolls=rolls)
    entry = next(known for known in catalogue.schools()[school].mishaps if known.id == rolled.mishap)
    tell_the_gm(play, "Mishap", entry)
    apply_effects(Magic(play, by, entry.id, targets=(by,), text=entry.text), entry.effects)
    return {type(effect) for effect in entry.effects}


def suffer_doom(play: GlogPlay, by: str, school: SchoolId) -> set[type[effects.AnyEffect]]:
    """The next doom of this school, or two mishap dice for whoever has bought freedom."""
    caster = play.entity(by)
    dooms = caster.sheet.dooms
    met = rules.doom(
        play.dice,
        school=school,
        suffered=min(3, dooms.get(school, 0)),
        spellcaster=caster_templates(caster) > 0,
        freed=school in caster.sheet.freed,
    )
    if met.mishap_rolls:
        return suffer_mishap(play, by, school, met.mishap_rolls)
    play.sheet(by, dooms={**dooms, school: met.doom})
    entry = next(known for known in catalogue.schools()[school].dooms if known.doom == met.doom)
    tell_the_gm(play, "Doom", entry)
    apply_effects(Magic(play, by, entry.id, targets=(by,), text=entry.text), entry.effects)
    return set()


def tell_the_gm(play: GlogPlay, what: str, entry: catalogue.MishapEntry | catalogue.DoomEntry) -> None:
    """What it looks like; where the GM has to judge, the effect itself says it."""
    if not any(isinstance(effect, Note | effects.LoseSpell) for effect in entry.effects):
        play.prompt(f"{what}, {entry.id.replace('_', ' ')}: {entry.text}.")


# ---------------------------------------------------------------- what it does


def numbers(play: GlogPlay, by: str, entry: catalogue.SpellEntry, rolled: Casting) -> Mapping[str, int]:
    """The numbers of the spell for the dice that fell."""
    sheet = play.entity(by).sheet
    level = sheet.hit_dice if isinstance(sheet, CreatureSheet) else sheet.level
    return spell_effect(SILENT, spell=entry.id, dice=rolled.dice, sum=rolled.sum, level=max(1, level)).values


def tell_where_it_went(play: GlogPlay, entry: catalogue.SpellEntry, values: Mapping[str, int]) -> None:
    worded = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items())
    play.prompt(f"{entry.name} reaches somebody else of the same kind: say whom ({worded}).")


def take_effect(
    play: GlogPlay,
    by: str,
    entry: catalogue.SpellEntry,
    targets: tuple[str, ...],
    values: Mapping[str, int],
    injury: str,
) -> None:
    if "targets" in values:
        targets = targets[: max(0, values["targets"])]
    magic = Magic(play, by, entry.id, targets, values, save=entry.save, injury=injury, text=entry.text)
    apply_effects(magic, entry.effects)


# ---------------------------------------------------------------- cantrips


@commands.actor("GL-MAGIC-13", "GL-DEF-08", needs=(own_turn_in_a_fight,))
def cantrip(
    play: GlogPlay, by: str, *, cantrip: Annotated[str, Meta(max_length=100, extra={"choose": "cantrip"})]
) -> None:
    """A minor spell, without dice and without limit."""
    action_to_spend(play, by)
    caster = play.entity(by)
    if not grants(caster, "cantrips"):
        raise RuleError("not_a_caster", f"{caster.called} knows no cantrips")
    schools = caster.sheet.schools if isinstance(caster.sheet, CharacterSheet) else ()
    known = {entry.id: (school, entry) for school in schools for entry in catalogue.schools()[school].cantrips}
    if cantrip not in known:
        raise RuleError("unknown_spell", f"{caster.called} knows {', '.join(known) or 'no cantrip'}, not {cantrip!r}")
    refuse_gagged(play, by)
    school, entry = known[cantrip]
    refuse_in_armor(play, by, school)
    spend_action(play, by)
    play.prompt(f"{caster.called}, {entry.name}: {entry.text}.")
