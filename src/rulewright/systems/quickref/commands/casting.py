"""Spells and arts, and things that hold magic (QR-MAGIC-05, QR-MAGIC-10, QR-EQUIP-10)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from rulewright.content.effects import Limited, Note, Relieve
from rulewright.rules import RuleError, pick
from rulewright.systems.quickref import catalogue, spellwork, talents
from rulewright.systems.quickref.assaults import REACH
from rulewright.systems.quickref.book import SaveModifier
from rulewright.systems.quickref.catalogue import Art, Goods, Spell
from rulewright.systems.quickref.commands.core import (
    Action,
    AskedTargets,
    SpellId,
    Thing,
    afford,
    capable,
    commands,
    fighting,
    if_holding,
    not_dead,
    pay,
)
from rulewright.systems.quickref.commands.fighting import without_one
from rulewright.systems.quickref.effects import (
    AreaDamage,
    CastOnTurn,
    CastWhileHurt,
    Cure,
    HeldSpell,
    Improve,
    MagicalHealing,
    RefundCast,
)
from rulewright.systems.quickref.harm import heal_by_magic, hurt, mark, refuse_healing, use
from rulewright.systems.quickref.pending import let_wait
from rulewright.systems.quickref.rules.magic import halved, spell_dice
from rulewright.systems.quickref.rules.saves import save
from rulewright.systems.quickref.scores import (
    capacity_of,
    caster_level,
    casts_a_day,
    distance,
    effort_left,
    level,
    save_target,
    skill_level,
)
from rulewright.systems.quickref.sheet import Being, CharacterSheet, Committed, QuickrefPlay, Until
from rulewright.systems.quickref.spellwork import Casting
from rulewright.table.entities import EntityId

ArtId = Annotated[str, Meta(max_length=100, extra={"choose": "art"})]

SWIFT = "swift_casting"
FOCUSED = "iron_focus"
CAST_SWIFTLY = "has_cast_swiftly"
"""Flags of a round: a spell may be quick, a wound does not matter, no other spell comes in this round."""

UNTIL: Mapping[str, Until] = {"scene": "scene", "day": "day", "while_active": "ended"}


# ---------------------------------------------------------------- spells


def spell_at_any_time(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """An Instant spell, or one of somebody who held an action; never one that would have to wait."""
    spell = catalogue.spells().get(arguments.get("spell", ""))
    if arguments.get("pause") or spell is None:
        return False
    return spell.action == "instant" or if_holding(play, by, arguments)


@commands.actor(
    "QR-MAGIC-05", "QR-MAGIC-06", "QR-MAGIC-07", "QR-MAGIC-08", needs=(fighting,), interrupts=spell_at_any_time
)
def cast(
    play: QuickrefPlay,
    by: str,
    *,
    spell: SpellId,
    targets: AskedTargets = (),
    save_modifier: SaveModifier = 0,
    pause: bool = False,
) -> None:
    """Cast a spell that is prepared."""
    known = pick("spell", spell, catalogue.spells())
    caster = play.entity(by)
    casting = Casting(known, by, caster_level(caster), targets, save_modifier)
    if capacity_of(caster) is None:
        raise RuleError("not_allowed", f"{caster.called} casts no spells")
    if spell not in caster.sheet.prepared:
        raise RuleError("not_prepared", f"{caster.called} has not prepared {known.name}")
    refuse_targets(play, casting)
    if pause and play.encounter is None:
        raise RuleError("not_allowed", "only in a fight does a spell wait for Instants")
    cost = cost_of_spell(caster, known)
    afford(play, by, cost, at_any_time=cost == "instant")
    refuse_range(play, casting)
    refuse_hindered(caster, in_a_round=play.encounter is not None)
    if not caster.counter("casts_left"):
        raise RuleError("not_enough_resource", f"{caster.called} has no spell left today")
    pay(play, by, cost)
    play.change(by, "casts_left", -1)
    if caster.has(SWIFT) and known.action == "main":
        play.relieve(by, SWIFT)
        mark(play, by, CAST_SWIFTLY)
    happen(play, casting, pause=pause)


def happen(play: QuickrefPlay, casting: Casting, *, pause: bool = False) -> None:
    """The dice fall, and the spell takes effect now or when everybody has had a say."""
    thrown = spellwork.throw(play, casting)
    if not pause:
        spellwork.take_effect(play, thrown)
        return
    play.result({"damage": thrown["damage"], "saved": thrown["saved"]})
    asked = casting.targets[0] if casting.targets else casting.caster
    let_wait(play, asked, f"{play.called(casting.caster)} casts {casting.spell.name}. Does anybody interfere?", thrown)


def cost_of_spell(caster: Being, spell: Spell) -> Action:
    return "on_turn" if caster.has(SWIFT) and spell.action == "main" else spell.action


def refuse_targets(play: QuickrefPlay, casting: Casting) -> None:
    """As many as the spell can have, who live."""
    for name in casting.targets:
        not_dead(play, name)
    if len(set(casting.targets)) < len(casting.targets):
        raise RuleError("bad_args", "targets: somebody is named twice")
    most = spellwork.figure(casting.spell.targets, casting.level)
    if most is not None and len(casting.targets) > most:
        raise RuleError("not_allowed", f"{casting.spell.name} has {most} targets at most, not {len(casting.targets)}")
    if casting.spell.not_self and casting.caster in casting.targets:
        raise RuleError("not_allowed", f"{casting.spell.name} is for others")


def refuse_range(play: QuickrefPlay, casting: Casting) -> None:
    reach = spellwork.figure(casting.spell.range_feet, casting.level) or 0
    area = casting.spell.area or {}
    reach += spellwork.figure(area.get("radius_feet", 0), casting.level) or 0
    for name in casting.targets:
        feet = distance(play.state, play.entity(casting.caster), play.entity(name))
        if feet is not None and feet > reach:
            raise RuleError("out_of_range", f"{play.called(name)} is {feet} feet away; the spell reaches {reach}")


def refuse_hindered(caster: Being, *, in_a_round: bool) -> None:
    """QR-MAGIC-05: a wound of this round, armor or a shield keep one from casting."""
    if in_a_round and caster.has("hurt_this_round") and not caster.has(FOCUSED):
        raise RuleError("cannot_cast", f"{caster.called} has been hurt in this round")
    if in_a_round and caster.has(CAST_SWIFTLY):
        raise RuleError("cannot_cast", f"{caster.called} has cast a spell swiftly in this round")
    sheet = caster.sheet
    if not isinstance(sheet, CharacterSheet):
        return
    bearable = talents.bonus(caster, "casting_encumbrance") if talents.may(caster, "cast_in_armor") else -1
    if sheet.armor != "none" and catalogue.armor()[sheet.armor].encumbrance > bearable:
        raise RuleError("cannot_cast", f"{caster.called} can't cast in that armor")
    if sheet.shield not in ("none", False) and not talents.may(caster, "cast_with_shield"):
        raise RuleError("cannot_cast", f"{caster.called} can't cast with a shield")


# ---------------------------------------------------------------- arts


def art_at_any_time(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    art = catalogue.arts().get(arguments.get("art", ""))
    if art is None:
        return False
    return art.timing == "instant" or (art.timing in ("main", "on_turn") and if_holding(play, by, arguments))


@commands.actor("QR-MAGIC-10", "QR-MAGIC-09", "QR-CHAR-10", needs=(capable,), interrupts=art_at_any_time)
def use_art(play: QuickrefPlay, by: str, *, art: ArtId, target: EntityId = "") -> None:
    """Work one of the small magics, paid with Effort."""
    known = pick("art", art, catalogue.arts())
    being = play.entity(by)
    if art not in being.sheet.arts or known.timing == "passive":
        raise RuleError("not_allowed", f"{being.called} can't work {known.name}")
    if any(point.art == art and point.until == "ended" for point in being.sheet.committed):
        end_art(play, by, art)
        return
    aimed = target or by
    patient = play.entity(aimed)
    if isinstance(known.effect, MagicalHealing):
        refuse_healing(play, aimed, known.effect.strain)
    cost = cost_of_art(being, known, patient)
    afford(play, by, cost, at_any_time=cost == "instant")
    refuse_art(play, being, known, patient)
    commit(play, being, known)
    pay(play, by, cost)
    work(play, being, known, aimed)


def end_art(play: QuickrefPlay, by: str, art: str) -> None:
    """What was kept up is let go, and its point is free again."""
    bound = play.entity(by).sheet.committed
    play.sheet(by, committed=tuple(point for point in bound if point.art != art))


def improvements(being: Being, art: Art) -> Iterator[Improve]:
    """What other arts add to this one."""
    for name in being.sheet.arts:
        effect = catalogue.arts()[name].effect
        if isinstance(effect, Improve) and effect.art == art.id:
            yield effect


def quick_touches(target: str) -> tuple[str, str]:
    """The names under which quick uses are counted: of the day, and of one target in a round."""
    return "day:quick_touch", f"round:quick_touch:{target}"


def is_quick(being: Being, art: Art) -> bool:
    return any(better.quick_uses for better in improvements(being, art))


def cost_of_art(being: Being, art: Art, target: Being) -> Action:
    if is_quick(being, art):
        a_day, a_round = quick_touches(target.id)
        if being.sheet.uses.get(a_day, 0) < level(being) and not being.sheet.uses.get(a_round):
            return "on_turn"
    assert art.timing != "passive"
    return art.timing


def refuse_art(play: QuickrefPlay, being: Being, art: Art, target: Being) -> None:
    """Range, limits and Effort."""
    effect = art.effect
    if isinstance(effect, MagicalHealing) and effect.range == "touch":
        feet = distance(play.state, being, target)
        reach = max([REACH, *(better.range_feet_per_level * level(being) for better in improvements(being, art))])
        if feet is not None and feet > reach:
            raise RuleError("out_of_range", f"{target.called} is {feet} feet away; this reaches {reach}")
    if isinstance(effect, Limited) and 0 < effect.uses <= being.sheet.uses.get(limit_of(art, effect), 0):
        raise RuleError("not_enough_resource", f"{being.called} has worked {art.name} often enough")
    if isinstance(effect, CastWhileHurt) and not being.has("hurt_this_round"):
        raise RuleError("not_allowed", f"{being.called} is not hurt")
    if isinstance(effect, RefundCast) and being.counter("casts_left") >= casts_a_day(being):
        raise RuleError("not_allowed", f"{being.called} has cast no spell")
    if needs_effort(being, art) and not effort_left(being).get(art.tradition):
        raise RuleError("not_enough_resource", f"{being.called} has no Effort left")


def limit_of(art: Art, effect: Limited) -> str:
    return f"{effect.per}:{art.id}"


def needs_effort(being: Being, art: Art) -> bool:
    """Not what is free, nor what is paid for until the scene ends."""
    if art.commit == "none" or any(better.no_effort for better in improvements(being, art)):
        return False
    lasting = isinstance(art.effect, MagicalHealing)
    return not (lasting and any(point.art == art.id for point in being.sheet.committed))


def commit(play: QuickrefPlay, being: Being, art: Art) -> None:
    if needs_effort(being, art):
        early = art.commit_scene_from_level
        until: Until = "scene" if early and level(being) >= early else UNTIL[art.commit]
        play.sheet(being.id, committed=(*being.sheet.committed, Committed(art.tradition, until, art.id)))
    if isinstance(art.effect, Limited) and art.effect.uses:
        use(play, being.id, limit_of(art, art.effect))


def work(play: QuickrefPlay, being: Being, art: Art, target: str) -> None:
    """What the engine does of an art; the GM hears of the others."""
    effect, by = art.effect, being.id
    match effect:
        case MagicalHealing():
            touch(play, being, art, effect, target)
        case RefundCast():
            play.change(by, "casts_left", 1)
        case CastOnTurn():
            mark(play, by, SWIFT)
        case CastWhileHurt():
            saved = save(play.dice, target=save_target(play.state, being, effect.save)).success
            play.result({"success": saved})
            if saved:
                mark(play, by, FOCUSED)
        case Cure():
            play.relieve(target, *effect.conditions)
        case _:
            more = f" {effect.text}." if isinstance(effect, Note) else ""
            play.prompt(f"{being.called}, {art.name} ({play.called(target)}): {art.text}{more}")


def touch(play: QuickrefPlay, being: Being, art: Art, effect: MagicalHealing, target: str) -> None:
    """Healing touch."""
    if is_quick(being, art) and cost_of_art(being, art, play.entity(target)) == "on_turn":
        for count in quick_touches(target):
            use(play, being.id, count)
    skill = max(0, skill_level(being, effect.add_skill)) if effect.add_skill else 0
    greater = level(being) if any(better.add_level for better in improvements(being, art)) else 0
    healed = heal_by_magic(play, target, effect.healing, skill + greater, effect.strain)
    play.result({"healed": healed.hit_points})


# ---------------------------------------------------------------- things that hold magic


@commands.actor("QR-EQUIP-10", needs=(capable,), interrupts=if_holding)
def use_item(play: QuickrefPlay, by: str, *, item: Thing, target: EntityId = "", targets: AskedTargets = ()) -> None:
    """Drink, throw or read something, or use what is in it."""
    being, thing = play.entity(by), usable(play, by, item)
    aimed = targets or (target or by,)
    refuse_use(play, thing, by, aimed)
    afford(play, by, thing.action)
    if item not in (*being.sheet.readied, *being.sheet.items):
        raise RuleError("not_ready", f"{thing.name}: it is stowed away")
    refuse_far(play, being, thing, aimed)
    pay(play, by, thing.action)
    use_up(play, by, thing)
    work_of_thing(play, by, thing, aimed)


def refuse_far(play: QuickrefPlay, being: Being, thing: Goods, aimed: tuple[str, ...]) -> None:
    """What is thrown goes only so far."""
    if not isinstance(thing.effect, AreaDamage):
        return
    for name in aimed:
        feet = distance(play.state, being, play.entity(name))
        if feet is not None and feet > thing.effect.range_feet:
            raise RuleError(
                "out_of_range", f"{play.called(name)} is {feet} feet away; it flies {thing.effect.range_feet}"
            )


def usable(play: QuickrefPlay, by: str, item: str) -> Goods:
    """Something that can be used, and that somebody has."""
    thing = pick("item", item, catalogue.things())
    sheet = play.entity(by).sheet
    if item not in (*sheet.items, *sheet.readied, *sheet.stowed):
        raise RuleError("not_enough_resource", f"{play.called(by)} has no {thing.name.lower()}")
    if not isinstance(thing, Goods) or not thing.effect:
        raise RuleError("not_allowed", f"{thing.name}: it does nothing by itself")
    return thing


def refuse_use(play: QuickrefPlay, thing: Goods, by: str, aimed: tuple[str, ...]) -> None:
    for name in aimed:
        not_dead(play, name)
    if isinstance(thing.effect, MagicalHealing):
        refuse_healing(play, aimed[0], thing.effect.strain)
    if isinstance(thing.effect, HeldSpell):
        fighting(play, by)
        refuse_targets(play, casting_by(thing.effect, by, aimed))


def use_up(play: QuickrefPlay, by: str, thing: Goods) -> None:
    """One use less; after the last the thing is gone."""
    count = f"item:{thing.id}"
    use(play, by, count)
    sheet = play.entity(by).sheet
    if sheet.uses[count] < thing.uses:
        return
    play.sheet(by, uses={what: times for what, times in sheet.uses.items() if what != count})
    where = "items" if thing.id in sheet.items else "readied"
    play.sheet(by, **{where: without_one(getattr(sheet, where), thing.id)})


def casting_by(held: HeldSpell, by: str, aimed: tuple[str, ...]) -> Casting:
    return Casting(catalogue.spells()[held.spell], by, held.caster_level, aimed)


def work_of_thing(play: QuickrefPlay, by: str, thing: Goods, aimed: tuple[str, ...]) -> None:
    match thing.effect:
        case MagicalHealing() as effect:
            healed = heal_by_magic(play, aimed[0], effect.healing, effect.bonus, effect.strain)
            play.result({"healed": healed.hit_points})
        case Relieve() as effect:
            play.relieve(aimed[0], effect.condition)
        case AreaDamage() as effect:
            burst(play, effect, aimed)
        case HeldSpell() as effect:
            happen(play, casting_by(effect, by, aimed))


def burst(play: QuickrefPlay, effect: AreaDamage, aimed: tuple[str, ...]) -> None:
    """Damage for all who are caught in it, half of it for those who save."""
    damage = spell_dice(play.dice, text=effect.damage)
    saved = {
        name: save(play.dice, target=save_target(play.state, play.entity(name), effect.save)).success for name in aimed
    }
    play.result({"damage": damage, "saved": saved})
    for name in aimed:
        hurt(play, name, halved(damage) if saved[name] else damage)
