"""What spells, mishaps, dooms and magic things do: one function for each effect of content (GL-MAGIC-16 to 18)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from rulewright.content import effects as shared
from rulewright.content.effects import Amount, Lasting
from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue, effects
from rulewright.systems.glog.bestiary import creatures, new_creature
from rulewright.systems.glog.commands.checks import saves
from rulewright.systems.glog.commands.moving import retreat
from rulewright.systems.glog.harm import (
    NO_BLOW,
    change_injury,
    free_id,
    heal,
    injure,
    keep_within,
    lay,
    lift,
    take,
    wake,
    which_injury,
)
from rulewright.systems.glog.hours import HOUR, until_sunrise
from rulewright.systems.glog.scores import bonus, hit_dice, score
from rulewright.systems.glog.sheet import STATS, Gear, GlogPlay, InjuryBorne
from rulewright.systems.glog.tables import damage_text
from rulewright.table import encounters, events
from rulewright.table.entities import Condition

MOST = 5000
"""GL-GEN-10: no amount of a spell counts for more."""


@dataclass(frozen=True)
class Magic:
    """Who does something to whom with what: all that an effect needs to happen."""

    play: GlogPlay
    by: str
    source: str
    targets: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    save: str = "none"
    saved: dict[str, bool] = field(default_factory=dict)
    """Each target saves once for the whole casting."""
    injury: str = ""
    text: str = ""

    def amount(self, written: Amount | None) -> int:
        """A number, a value of the spell, or dice, which fall now."""
        if written is None:
            return 0
        if isinstance(written, str) and written not in self.values:
            return max(0, damage_text(written).roll(self.play.dice, self.source.replace("_", " ")))
        return min(MOST, max(0, self.values[written] if isinstance(written, str) else written))

    def reached(self) -> list[str]:
        """The targets that the effect reaches: where a Save negates, those who fail it."""
        if self.save != "negates":
            return list(self.targets)
        return [target for target in self.targets if not self.resists(target)]

    def resists(self, target: str) -> bool:
        if target not in self.saved:
            self.saved[target] = saves(self.play, target)
        return self.saved[target]

    def end(self, lasting: Lasting) -> dict[str, int]:
        """How long something lasts, as a condition keeps it."""
        if lasting.until == "sunrise":
            return {"until": until_sunrise(self.play)}
        if lasting.rounds is not None:
            return {"rounds": max(1, self.amount(lasting.rounds))}
        seconds = self.amount(lasting.minutes) * 60 + self.amount(lasting.hours) * HOUR
        return {"until": self.play.world.clock + seconds} if seconds else {}


def apply_effects(magic: Magic, listed: catalogue.Effects) -> None:
    """Let everything happen that an entry of content says, in its order."""
    for effect in listed:
        _HAPPENS[type(effect)](magic, effect)


# ---------------------------------------------------------------- hurting and healing


def _damage(magic: Magic, effect: shared.Damage) -> None:
    amount = magic.amount(effect.amount)
    if effect.to == "self":
        take(magic.play, magic.by, amount, NO_BLOW)
        return
    for target in magic.targets:
        if magic.save == "negates" and magic.resists(target):
            continue
        halved = magic.save == "halves" and magic.resists(target)
        take(magic.play, target, amount // 2 if halved else amount, NO_BLOW)


def _heal(magic: Magic, effect: shared.Heal) -> None:
    amount = magic.amount(effect.amount) + bonus(magic.play.entity(magic.by), "healing_given")
    for target in magic.reached():
        if not magic.play.entity(target).has("dead"):
            heal(magic.play, target, amount, magical=effect.magical, injury=magic.injury)


def _shorten_injury(magic: Magic, effect: effects.ShortenInjury) -> None:
    days = magic.amount(effect.days)
    for target in magic.reached():
        borne = which_injury(magic.play.entity(target), magic.injury)
        if borne:
            change_injury(magic.play, target, borne, replace(borne, days=max(1, borne.days - days)))


def _revive(magic: Magic, effect: shared.Revive) -> None:
    for target in magic.reached():
        being = magic.play.entity(target)
        if being.has("dead") and being.counter("dead_rounds") <= magic.amount(effect.within_rounds):
            magic.play.relieve(target, "dead")
            magic.play.put(target, "dead_rounds", None)
            wake(magic.play, target)
            most = score(magic.play.state, being, "max_hp")
            magic.play.put(target, "hp", min(most, max(1, magic.amount(effect.hp))))


# ---------------------------------------------------------------- what lies on somebody


def _modify(magic: Magic, effect: shared.Modify) -> None:
    amount, end = magic.amount(effect.amount), magic.end(effect)
    for target in magic.reached():
        keep_greater(magic, target, f"{magic.source}:{effect.field}", amount, end, field=effect.field)


def _ward(magic: Magic, effect: shared.Ward) -> None:
    amount, end = magic.amount(effect.amount), magic.end(effect)
    for target in magic.reached():
        now = magic.play.entity(target).conditions.get("ward")
        if amount > (now.data["amount"] if now else 0):
            put_condition(magic, target, Condition(id="ward", source=magic.source, data={"amount": amount}, **end))


def _images(magic: Magic, effect: effects.Images) -> None:
    keep_greater(magic, magic.by, "images", magic.amount(effect.amount), magic.end(effect))


def keep_greater(magic: Magic, target: str, name: str, amount: int, end: dict[str, int], **data: Any) -> None:
    """The same again: the greater amount and the later end stay."""
    now = magic.play.entity(target).conditions.get(name)
    if now:
        amount = max(amount, now.data["amount"])
        end = {what: max(at, getattr(now, what) or 0) for what, at in end.items()}
    put_condition(magic, target, Condition(id=name, source=magic.source, data={**data, "amount": amount}, **end))


def put_condition(magic: Magic, target: str, condition: Condition) -> None:
    """Lay it on, in the place of one of the same name."""
    if magic.play.entity(target).conditions.get(condition.id) != condition:
        magic.play.happens(events.ConditionAdded(target, condition))


def _inflict(magic: Magic, effect: shared.Inflict) -> None:
    targets = magic.reached() if effect.hit_dice is None else within_hit_dice(magic, magic.amount(effect.hit_dice))
    for target in targets:
        lay(magic.play, target, Condition(id=effect.condition, source=magic.source, **magic.end(effect)))


def within_hit_dice(magic: Magic, left: int) -> list[str]:
    """The targets in order, while their hit dice fit in; the first that does not ends it."""
    taken = []
    for target in magic.reached():
        left -= hit_dice(magic.play.entity(target))
        if left < 0:
            break
        taken.append(target)
    return taken


def _relieve(magic: Magic, effect: shared.Relieve) -> None:
    for target in magic.reached():
        lift(magic.play, target, effect.condition)


# ---------------------------------------------------------------- bodies and things


def _push(magic: Magic, effect: shared.Push) -> None:
    feet = magic.amount(effect.feet)
    for target in magic.reached():
        retreat(magic.play, target, magic.by, feet)


def _summon(magic: Magic, effect: shared.Summon) -> None:
    play, caster = magic.play, magic.play.entity(magic.by)
    kind = creatures()[effect.creature]
    count = magic.amount(effect.count)
    if effect.hit_dice is not None and kind.sheet.hit_dice:
        count = min(count, magic.amount(effect.hit_dice) // kind.sheet.hit_dice)
    leaves = magic.end(effect).get("until")
    number = 0
    for _ in range(count):
        number += 1
        while f"{effect.creature}_{number}" in play.state.entities:
            number += 1
        name = f"{effect.creature}_{number}"
        summoned = new_creature(name, effect.creature, side=caster.side, position=caster.position, leaves_at=leaves)
        play.happens(events.EntityAdded(summoned))
        if play.encounter:
            encounters.join(play, name)


def _create_item(magic: Magic, effect: shared.Create) -> None:
    name = free_id(magic.play.entity(magic.by), effect.item)
    count = magic.amount(effect.count)
    if count:
        magic.play.give(magic.by, Gear(id=name, item=effect.item, count=count, until=effect.until))


# ---------------------------------------------------------------- what goes wrong


def _loose_dice(magic: Magic, effect: effects.LooseDice) -> None:
    magic.play.put(magic.by, "return_up_to", effect.amount)


def _magic_dice_lost(magic: Magic, _: effects.MagicDiceLost) -> None:
    magic.play.put(magic.by, "magic_dice", 0)


def _stat_change(magic: Magic, effect: effects.StatChange) -> None:
    stat = STATS[effect.stat]
    now: int = getattr(magic.play.entity(magic.by).sheet, stat)
    magic.play.sheet(magic.by, **{stat: max(1, now + effect.amount)})
    keep_within(magic.play, magic.by)


def _injure(magic: Magic, effect: effects.Injure) -> None:
    injure(magic.play, magic.by, InjuryBorne(effect.injury, effect.location, effect.days))


def _told_to_the_gm(magic: Magic, effect: shared.Note | effects.LoseSpell) -> None:
    words = effect.text if isinstance(effect, shared.Note) and effect.text else magic.text
    numbers = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in magic.values.items())
    named = f" on {', '.join(map(magic.play.called, magic.targets))}" if magic.targets else ""
    magic.play.prompt(f"{magic.source.replace('_', ' ')}{named}: {words}{f' ({numbers})' if numbers else ''}")


def _seen_elsewhere(_magic: Magic, _effect: effects.AnyEffect) -> None:
    """Looked up by whoever needs it, so nothing happens at once."""


_HAPPENS: dict[type, Callable[[Magic, Any], None]] = {
    shared.Damage: _damage,
    shared.Heal: _heal,
    shared.Inflict: _inflict,
    shared.Relieve: _relieve,
    shared.Modify: _modify,
    shared.Ward: _ward,
    shared.Push: _push,
    shared.Summon: _summon,
    shared.Create: _create_item,
    shared.Revive: _revive,
    shared.Note: _told_to_the_gm,
    effects.LoseSpell: _told_to_the_gm,
    effects.ShortenInjury: _shorten_injury,
    effects.Images: _images,
    effects.LooseDice: _loose_dice,
    effects.MagicDiceLost: _magic_dice_lost,
    effects.StatChange: _stat_change,
    effects.Injure: _injure,
    effects.Backwash: _seen_elsewhere,
    effects.Astray: _seen_elsewhere,
}


def refuse_unknown_spell(spell: str) -> catalogue.SpellEntry:
    """The spell of this name."""
    found = catalogue.spells().get(spell)
    if found is None:
        raise RuleError("unknown_spell", f"nobody knows a spell {spell!r}")
    return found
