"""Casting, cantrips, vessels, and what magic is about (GL-MAGIC, GL-SCROLL, GL-WAND, GL-MISHAP, GL-DOOM, GL-IDENT)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.content.effects import Note
from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue, effects
from rulewright.systems.glog.book import SchoolId
from rulewright.systems.glog.commands.core import (
    AnyModifier,
    AskedNames,
    SpellId,
    action_to_spend,
    all_there,
    awake,
    commands,
    own_turn_in_a_fight,
    owned,
    peace,
    spend_action,
)
from rulewright.systems.glog.commands.fighting import REACH, distance
from rulewright.systems.glog.harm import lose, take, use, used, which_injury
from rulewright.systems.glog.hours import HOUR, RETURNS_UP_TO, time_passes
from rulewright.systems.glog.rules import magic as rules
from rulewright.systems.glog.rules.magic import Casting
from rulewright.systems.glog.rules.spell_numbers import spell_effect, spell_value
from rulewright.systems.glog.scores import SILENT, blocked, bonus, caster_templates, grants, score, suit
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Gear, GlogPlay
from rulewright.systems.glog.spells import Magic, apply_effects, refuse_unknown_spell
from rulewright.table.entities import ItemId

BRAIN = "brain"
VESSELS = {"spellbook": 10, "scroll": 1, "wand": 1, "staff": 3}
"""How many spells each kind of vessel holds."""
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


# ---------------------------------------------------------------- moving spells


class SpellMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A spell that goes from one place to another: the brain, or a vessel."""

    spell: str
    from_: str
    to: str


@commands.actor("GL-MAGIC-03", "GL-WAND-02", "GL-WAND-03", "GL-WAND-04", "GL-BOOK-01", "GL-MAGIC-12", "GL-SCROLL-01")
def transfer_spells(
    play: GlogPlay,
    by: str,
    *,
    moves: Annotated[tuple[SpellMove, ...], Meta(max_length=100)] = (),
    invest: ItemId = "",
) -> None:
    """Spend an hour on moving spells between brain and vessels; a Magic Die can be banked in a wand meanwhile."""
    peace(play)
    caster = play.entity(by)
    if not caster_templates(caster):
        raise RuleError("not_a_caster", f"{caster.called} has not learned to hold spells")
    awake(play, by)
    for place in (place for move in moves for place in (move.from_, move.to)):
        if place != BRAIN:
            owned(play, by, place)
    if invest:
        owned(play, by, invest)
    for move in moves:
        refuse_pair(caster, move)
    for move in moves:
        put_spell(play, by, move)
    refuse_overfull(play, by)
    if invest:
        refuse_investing(play, by, invest)
    time_passes(play, HOUR)
    if invest:
        bank_a_die(play, by, invest)


def refuse_pair(caster: Being, move: SpellMove) -> None:
    """GL-MAGIC-03: between the brain and vessels, or straight from a book into a wand or staff."""
    kinds = [place if place == BRAIN else caster.items[place].item for place in (move.from_, move.to)]
    from_book = kinds[0] == "spellbook" and kinds[1] in BANKS
    if not from_book and (kinds.count(BRAIN) != 1 or not {*kinds} & VESSELS.keys()):
        raise RuleError("not_allowed", f"{move.spell} can't go from {move.from_} to {move.to}")


def put_spell(play: GlogPlay, by: str, move: SpellMove) -> None:
    being = play.entity(by)
    sheet = being.sheet
    there = sheet.brain if move.from_ == BRAIN else being.items[move.from_].spells
    if move.spell not in there:
        raise RuleError("spell_not_loaded", f"{move.spell!r} is not in {move.from_}")
    prison = {spell: where for spell, where in sheet.prison.items() if spell != move.spell}
    if move.from_ == BRAIN:
        play.sheet(by, brain=without(sheet.brain, move.spell))
    else:
        vessel = being.items[move.from_]
        play.give(by, replace(vessel, spells=without(vessel.spells, move.spell)))
    if move.to == BRAIN:
        play.sheet(by, brain=(*sheet.brain, move.spell), prison={**prison, move.spell: move.from_})
    else:
        vessel = play.entity(by).items[move.to]
        school = vessel.school
        if vessel.item in BANKS:
            school = school_of_mishaps(being, refuse_unknown_spell(move.spell), None)
        play.give(by, replace(vessel, spells=(*vessel.spells, move.spell), school=school))
        play.sheet(by, prison=prison)


def refuse_overfull(play: GlogPlay, by: str) -> None:
    """Every place holds no more than it can, with the places that are kept for spells under way."""
    being = play.entity(by)
    sheet = being.sheet
    coming = [spell for spell in sheet.away if spell not in sheet.prison]
    slots = score(play.state, being, "brain_slots")
    if len(sheet.brain) + len(coming) > slots:
        raise RuleError("no_room", f"the brain holds {slots} spells")
    for vessel in being.items.values():
        if vessel.item in VESSELS:
            most = VESSELS[vessel.item] if vessel.max_spells is None else vessel.max_spells
            kept = sum(where == vessel.id for where in sheet.prison.values())
            if len(vessel.spells) + kept > most:
                raise RuleError("no_room", f"{vessel.id} holds {most} spells")


def refuse_investing(play: GlogPlay, by: str, item: str) -> None:
    vessel = play.entity(by).items[item]
    if vessel.item not in BANKS or not vessel.spells:
        raise RuleError("not_allowed", f"{item} is no wand or staff with a spell in it")
    if used(play, by, "invest"):
        raise RuleError("already_used", f"{play.called(by)} has banked a die today")
    rules.refuse_to_invest(vessel.banked, play.entity(by).counter("magic_dice"), bank_limit(vessel))


def bank_limit(vessel: Gear) -> int:
    return rules.VESSEL_LIMITS[vessel.item] if vessel.max_banked is None else vessel.max_banked


def bank_a_die(play: GlogPlay, by: str, item: str) -> None:
    vessel = play.entity(by).items[item]
    available = play.entity(by).counter("magic_dice")
    invested = rules.bank_die(play.dice, banked=vessel.banked, available=available)
    use(play, by, "invest")
    play.give(by, replace(vessel, banked=invested.banked))
    play.put(by, "magic_dice", invested.available)
    take(play, by, invested.damage)


# ---------------------------------------------------------------- identifying


@commands.actor("GL-IDENT-01", "GL-IDENT-02", "GL-IDENT-03", "GL-NPC-06", needs=(awake,))
def identify(play: GlogPlay, by: str, *, item: ItemId, modifier: AnyModifier = 0) -> None:
    """Look closely at an item for magic."""
    being = play.entity(by)
    found = owned(play, by, item)
    senses = "fey" if being.sheet.type == "fey" else "wizard" if grants(being, "smell_magic") else "none"
    if not is_magical(found):
        play.result({"knows_magical": False, "learned": False})
        return
    if senses == "wizard" and item in being.sheet.identified:
        raise RuleError("already_used", f"{being.called} has tried {item} already")
    result = rules.identify_magic(
        play.dice,
        senses=senses,  # type: ignore[arg-type]
        talent=being.sheet.talent,
        modifier=modifier + bonus(being, "check", "identify_magic"),
        house_rules=play.world.house_rules,
    )
    play.result(result)
    if senses == "wizard":
        play.sheet(by, identified=(*being.sheet.identified, item))


def is_magical(item: Gear) -> bool:
    """GL-IDENT-02."""
    entry = catalogue.goods()[item.item]
    magical_effect = bool(getattr(entry.effect, "magical", False))
    return (
        item.magical
        or magical_effect
        or entry.kind in ("scroll", *BANKS)
        or (entry.kind == "spellbook" and bool(item.spells))
    )
