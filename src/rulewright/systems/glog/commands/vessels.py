"""Where spells are kept, and how one finds out what is magic (GL-MAGIC-03, GL-BOOK, GL-WAND, GL-IDENT)."""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.commands.casting import BANKS, BRAIN, school_of_mishaps, without
from rulewright.systems.glog.commands.core import AnyModifier, awake, commands, owned, peace
from rulewright.systems.glog.harm import take, use, used
from rulewright.systems.glog.hours import HOUR, time_passes
from rulewright.systems.glog.rules import magic as rules
from rulewright.systems.glog.scores import bonus, caster_templates, grants, score
from rulewright.systems.glog.sheet import Being, Gear, GlogPlay
from rulewright.systems.glog.spells import refuse_unknown_spell
from rulewright.table.entities import ItemId

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
    if not from_book and (kinds.count(BRAIN) != 1 or not {*kinds} & catalogue.vessels().keys()):
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
        kind = catalogue.vessels().get(vessel.item)
        if kind:
            most = kind.spells if vessel.max_spells is None else vessel.max_spells
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
