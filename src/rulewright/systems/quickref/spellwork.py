"""Spells from their dice to their effect (QR-MAGIC-05 to 08, QR-STATE-05)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from rulewright.content.effects import Effect, Note
from rulewright.dice.text import DiceText
from rulewright.rules import RuleError
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.catalogue import Spell
from rulewright.systems.quickref.effects import (
    CasterSave,
    Dispel,
    Later,
    Lay,
    MoraleCheck,
    OnFailedSave,
    Slays,
    Summoned,
)
from rulewright.systems.quickref.harm import fall, hurt, make_due, mark, may_break, strain, strains
from rulewright.systems.quickref.pending import change_what_waits
from rulewright.systems.quickref.rules.magic import dispel as unbinding
from rulewright.systems.quickref.rules.magic import halved, spell_dice
from rulewright.systems.quickref.rules.saves import save
from rulewright.systems.quickref.scores import (
    distance,
    is_pc,
    is_up,
    level,
    modifier,
    save_target,
    skill_level,
)
from rulewright.systems.quickref.sheet import Being, CreatureSheet, QuickrefPlay
from rulewright.systems.quickref.tables import dice_text
from rulewright.table.entities import Condition
from rulewright.table.play import plain

E = TypeVar("E", bound=Effect)

MOST_DICE = 20
TOLD = (Note, Later, Summoned)
"""What the engine does not do of the rules of a spell, but the GM."""

NOT_ALIVE = ("undead", "automaton")


class Casting(NamedTuple):
    """A spell as somebody casts it, or as a thing holds it."""

    spell: Spell
    caster: str
    level: int
    targets: tuple[str, ...]
    save_modifier: int = 0


def figure(value: int | Mapping[str, int] | None, level: int) -> int | None:
    """A number of a spell, which may grow with the level."""
    return value.get("per_level", 0) * level if isinstance(value, Mapping) else value


def damage_of(spell: Spell, level: int) -> str | None:
    """The dice that a spell does at a level, if it does any when it is cast."""
    if has(spell, Later):
        return None
    if spell.damage_per_level:
        return f"{min(MOST_DICE, level)}{spell.damage_per_level}"
    if spell.damage_per_two_levels:
        return f"{min(MOST_DICE, max(1, level // 2))}{spell.damage_per_two_levels}"
    if spell.damage and spell.damage_plus_level:
        return worded(dice_text(spell.damage), level)
    return spell.damage or None


def worded(dice: DiceText, more: int) -> str:
    return f"{dice.count}d{dice.sides}{dice.plus + more:+d}"


def rules_of(spell: Spell, kind: type[E]) -> Iterator[E]:
    return (rule for rule in spell.rules if isinstance(rule, kind))


def has(spell: Spell, kind: type[Effect]) -> bool:
    return any(isinstance(rule, kind) for rule in spell.rules)


# ---------------------------------------------------------------- dice


def throw(play: QuickrefPlay, casting: Casting) -> dict[str, Any]:
    """All dice of a spell, in their order; nothing comes of them yet."""
    spell = casting.spell
    slain = [name for name in casting.targets if is_slain(play.entity(name), spell)]
    others = [name for name in casting.targets if name not in slain]
    resisting = [name for name in others if may_resist(play, casting, name)]
    damage, saved = None, dict[str, bool]()
    text = damage_of(spell, casting.level) if others else None
    if text and not negates(spell):
        damage = spell_dice(play.dice, text=text)
    for name in resisting:
        saved[name] = roll_save(play, casting, name)
    if text and negates(spell) and not all(saved.get(name, False) for name in others):
        damage = spell_dice(play.dice, text=text)
    data = {
        "kind": "cast",
        "caster": casting.caster,
        "spell": spell.id,
        "level": casting.level,
        "targets": casting.targets,
        "save_modifier": casting.save_modifier,
        "damage": damage,
        "saved": saved,
        "slain": slain,
    }
    for rule in rules_of(spell, CasterSave) if damage else ():
        target = save_target(play.state, play.entity(casting.caster), rule.save)
        data["caster_saved"] = save(play.dice, target=target).success
    found: dict[str, Any] = plain(data)
    return found


def negates(spell: Spell) -> bool:
    return spell.save is not None and spell.save.effect == "negates"


def is_slain(target: Being, spell: Spell) -> bool:
    """The weak die at once, and do not save."""
    return any(
        level(target) <= rule.max_hit_dice and not (rule.kind == "creature" and is_pc(target))
        for rule in rules_of(spell, Slays)
    )


def may_resist(play: QuickrefPlay, casting: Casting, name: str) -> bool:
    """Who has a save: where one counts at all, and for some spells only those who are not on the caster's side."""
    resisted = casting.spell.save
    if resisted is None or resisted.effect == "none" or has(casting.spell, Later):
        return False
    return resisted.only != "unwilling" or play.entity(name).side != play.entity(casting.caster).side


def roll_save(play: QuickrefPlay, casting: Casting, name: str) -> bool:
    target, resisted = play.entity(name), casting.spell.save
    assert resisted
    penalty = max(0, magic_level(play.entity(casting.caster))) if resisted.penalty == "magic_level" else 0
    added = casting.save_modifier + help_against_magic(play, target) - penalty
    return save(play.dice, target=save_target(play.state, target, resisted.kind), modifier=added).success


def magic_level(caster: Being) -> int:
    return caster.sheet.skill if isinstance(caster.sheet, CreatureSheet) else skill_level(caster, "magic")


def help_against_magic(play: QuickrefPlay, target: Being) -> int:
    """The best talent of somebody near who helps friends to resist."""
    near = [
        (other, reach)
        for other in play.state.entities.values()
        if other.side == target.side and is_up(other)
        for reach in talents.reaches(other, "allies")
        if (distance(play.state, target, other) or 0) <= reach.radius
    ]
    return max((reach.amount for _, reach in near if reach.field == "save" and reach.when == "magic"), default=0)


def casting_of(waiting: Mapping[str, Any]) -> Casting:
    """What waits, as it was cast."""
    return Casting(
        catalogue.spells()[waiting["spell"]],
        waiting["caster"],
        waiting["level"],
        tuple(waiting["targets"]),
        waiting["save_modifier"],
    )


def roll_again(play: QuickrefPlay, waiting: Mapping[str, Any], what: str) -> None:
    """The damage, or the save of a target; if one fails where all had been spared, the damage follows."""
    casting, saved, damage = casting_of(waiting), dict(waiting["saved"]), waiting["damage"]
    text = damage_of(casting.spell, casting.level)
    if what == "damage" and damage is not None and text:
        damage = spell_dice(play.dice, text=text)
    elif what in saved and what in play.state.entities:
        saved[what] = roll_save(play, casting, what)
        if text and damage is None and not saved[what]:
            damage = spell_dice(play.dice, text=text)
    else:
        raise RuleError("not_allowed", f"there is no roll {what!r} that could fall again")
    play.result({"saved": saved, "damage": damage})
    change_what_waits(play, saved=saved, damage=damage)


# ---------------------------------------------------------------- effect


def take_effect(play: QuickrefPlay, waiting: Mapping[str, Any]) -> None:
    """A spell meets its targets as they are now."""
    casting = casting_of(waiting)
    play.result({"damage": waiting["damage"] or 0, "saved": waiting["saved"]})
    for name in casting.targets:
        if name in play.state.entities and not play.entity(name).has("dead"):
            befall(play, casting, name, waiting)
    for rule in rules_of(casting.spell, MoraleCheck):
        frighten(play, casting, rule.modifier)
    if waiting.get("caster_saved") is False:
        hurt(play, casting.caster, -(-waiting["damage"] // 4))
    tell(play, casting)


def befall(play: QuickrefPlay, casting: Casting, name: str, waiting: Mapping[str, Any]) -> None:
    """What a spell does to one of its targets."""
    spell, saved = casting.spell, waiting["saved"].get(name, False)
    if name in waiting["slain"]:
        play.put(name, "hp", 0)
        fall(play, name, "dead")
        return
    if spell.strain and strains(play, name, spell.strain).accepted:
        strain(play, name, spell.strain)
    if saved and negates(spell):
        return
    if waiting["damage"]:
        hurt(play, name, halved(waiting["damage"]) if saved else waiting["damage"])
    for laid in rules_of(spell, Lay):
        if can_have(play.entity(name), laid):
            lay(play, casting, name, laid.condition)
    for failed in rules_of(spell, OnFailedSave) if not saved else ():
        lay(play, casting, name, failed.condition)
    if has(spell, Dispel):
        unbind(play, casting, name)


def can_have(target: Being, rule: Lay) -> bool:
    """Whether somebody is not too strong for a condition, and alive where that counts."""
    tags = target.sheet.tags if isinstance(target.sheet, CreatureSheet) else ()
    too_strong = rule.max_hit_dice is not None and level(target) > rule.max_hit_dice
    return not too_strong and not (rule.living_only and any(tag in NOT_ALIVE for tag in tags))


def lay(play: QuickrefPlay, casting: Casting, name: str, condition: str) -> None:
    """A condition that a spell leaves, on whoever lives and is not immune."""
    target = play.entity(name)
    if target.has("dead") or talents.is_immune(target, condition):
        return
    if condition == "prone":
        mark(play, name, "prone")
        return
    made = {"spell": casting.spell.id, "level": casting.level}
    play.afflict(name, Condition(id=condition, source=casting.caster, data=made))


def unbind(play: QuickrefPlay, casting: Casting, name: str) -> None:
    """QR-MAGIC-08, for each spell that has left something on a target."""
    for condition in list(play.entity(name).conditions.values()):
        if not condition.data or "spell" not in condition.data:
            continue
        maker = play.state.entities.get(condition.source)
        result = unbinding(
            play.dice,
            dispeller_level=casting.level,
            effect_level=condition.data["level"],
            dispeller_modifier=power(play.entity(casting.caster)),
            effect_modifier=power(maker) if maker else 0,
        )
        if result.negated:
            play.relieve(name, condition.id)


def power(caster: Being) -> int:
    """What somebody adds in a contest of magic."""
    return max(-5, min(10, max(0, magic_level(caster)) + max(modifier(caster, "int"), modifier(caster, "cha"))))


def frighten(play: QuickrefPlay, casting: Casting, modifier: int) -> None:
    """Every side of enemies that could break has to check."""
    own = play.entity(casting.caster).side
    sides = dict.fromkeys(b.side for b in play.state.entities.values() if b.side != own and may_break(b))
    for side in sides if play.encounter else ():
        make_due(play, side, modifier)


def tell(play: QuickrefPlay, casting: Casting) -> None:
    """Whatever the engine does not do, the GM hears of."""
    spell = casting.spell
    left = [rule for rule in spell.rules if isinstance(rule, TOLD)]
    if left or not (spell.rules or spell.damage_per_level or spell.damage):
        parts = "; ".join(words_of(rule) for rule in left)
        play.prompt(f"{spell.name} ({described_duration(spell.duration)}): {spell.text}{f' {parts}.' if parts else ''}")


def words_of(rule: Note | Later | Summoned) -> str:
    """A rule of a spell in plain words."""
    return f"a {rule.creature.replace('_', ' ')} comes" if isinstance(rule, Summoned) else rule.text


def described_duration(duration: Any) -> str:
    if isinstance(duration, Mapping):
        return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in duration.items())
    return str(duration).replace("_", " ")
