"""Skill checks, contests and saves (QR-SKILL, QR-SAVE)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeGuard

import msgspec
from msgspec import Meta

from rulewright.rules import RuleError, pick
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.book import Circumstances, Difficulty, SaveModifier
from rulewright.systems.quickref.commands.core import Skill, afford, capable, commands, is_surprised, pay
from rulewright.systems.quickref.harm import use
from rulewright.systems.quickref.rules import checks as rules
from rulewright.systems.quickref.rules import saves
from rulewright.systems.quickref.scores import is_pc, modifier, save_target, skill_level
from rulewright.systems.quickref.sheet import Attribute, Being, CharacterSheet, CreatureSheet, QuickrefPlay, SaveKind
from rulewright.systems.quickref.talents import abilities_of
from rulewright.table.entities import GM_ONLY, EntityId
from rulewright.table.play import plain

MOST_CIRCUMSTANCES = 10
REPEATED = {"success", "total", "margin", "skill", "attribute", "difficulty", "circumstances", "aided"}
EXPERTISE = "masterful_expertise"
EXPERTISE_OF_A_SCENE = f"scene:{EXPERTISE}"
CheckAction = Literal["main", "move", "on_turn", "none"]


class Helping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who helps, and how."""

    by: EntityId
    skill: Skill
    attribute: Attribute
    circumstances: Circumstances = ()


Helpers = Annotated[tuple[Helping, ...], Meta(max_length=6)]


def costing(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """Whoever held an action may use it for this at any time."""
    return play.entity(by).has("holding") and arguments.get("action", "main") in ("main", "on_turn")


# ---------------------------------------------------------------- what counts in a check


def hindrance(being: Being, skill: str) -> tuple[int, ...]:
    """QR-EQUIP-09: what worn armor takes from a check, as a circumstance."""
    sheet = being.sheet
    if not isinstance(sheet, CharacterSheet):
        return ()
    worn = catalogue.armor()[sheet.armor]
    if skill in catalogue.armor_weights()[worn.weight].penalty_on and worn.encumbrance:
        return (-worn.encumbrance,)
    return ()


def hindered(being: Being, skill: str, circumstances: Circumstances) -> Circumstances:
    """All circumstances, worn armor among them; as one sum where they are more than rules take."""
    listed = (*circumstances, *hindrance(being, skill))
    return listed if len(listed) <= MOST_CIRCUMSTANCES else (max(-10, min(10, sum(listed))),)


def refuse_closed_skill(being: Being, skill: str, untrained_allowed: bool | None) -> bool:
    """Whether somebody may try untrained; refused if they would have to and may not."""
    known = pick("skill", skill, catalogue.skills())
    allowed = known.untrained if untrained_allowed is None else untrained_allowed
    if isinstance(being.sheet, CharacterSheet):
        rules.refuse_the_untrained(skill_level(being, skill), allowed)
    return allowed


def helper(play: QuickrefPlay, helping: Helping) -> rules.Helper:
    """An ally's own check, with their own talents and armor."""
    being = play.entity(helping.by)
    return rules.Helper(
        skill_level=skill_level(being, helping.skill),
        attribute_modifier=modifier(being, helping.attribute),
        circumstances=hindered(being, helping.skill, helping.circumstances),
        extra_dice=talents.extra_dice(being, helping.skill),
        untrained_allowed=refuse_closed_skill(being, helping.skill, None),
    )


def refuse_helpers(play: QuickrefPlay, by: str, helpers: Sequence[Helping]) -> tuple[rules.Helper, ...]:
    """QR-SKILL-05: allies, each once, who are awake and have a Main Action."""
    names = [helping.by for helping in helpers]
    for name in names:
        being = play.entity(name)
        if name == by or names.count(name) > 1:
            raise RuleError("bad_args", f"helpers: {name} can't help twice, nor help itself")
        capable(play, name)
        if play.encounter and (is_surprised(play, being) or not being.counter("main_action")):
            raise RuleError("no_action_left", f"{being.called} has no Main Action left in this round")
    return tuple(helper(play, helping) for helping in helpers)


def spend_help(play: QuickrefPlay, helpers: Sequence[Helping]) -> None:
    """Every helper named has spent the Main Action."""
    for helping in helpers:
        pay(play, helping.by, "main")


def keep_check(play: QuickrefPlay, by: str, result: Any, **more: Any) -> None:
    """What a check came to stays with who made it, so that it can be rolled again."""
    kept = plain({**msgspec.structs.asdict(result), **more})
    play.sheet(by, last_check=kept)
    play.result({name: kept[name] for name in ("success", "total", "margin") if name in kept})


# ---------------------------------------------------------------- commands


@commands.actor(
    *("QR-SKILL-01", "QR-SKILL-03", "QR-SKILL-04", "QR-SKILL-05", "QR-SKILL-07", "QR-SKILL-08", "QR-EQUIP-09"),
    needs=(capable,),
    interrupts=costing,
)
def check(
    play: QuickrefPlay,
    by: str,
    *,
    skill: Skill,
    attribute: Attribute,
    difficulty: Difficulty,
    circumstances: Circumstances = (),
    helpers: Helpers = (),
    action: CheckAction = "main",
    untrained_allowed: Annotated[bool | None, GM_ONLY] = None,
) -> None:
    """Try something that a skill is good for."""
    being = play.entity(by)
    allowed = refuse_closed_skill(being, skill, untrained_allowed)
    afford(play, by, action)
    aid = refuse_helpers(play, by, helpers)
    pay(play, by, action)
    spend_help(play, helpers)
    said = {
        "skill": skill,
        "attribute": attribute,
        "difficulty": difficulty,
        "circumstances": hindered(being, skill, circumstances),
    }
    roll_check(play, by, said, aid=aid, untrained_allowed=allowed)


def roll_check(
    play: QuickrefPlay, by: str, said: Mapping[str, Any], *, aid: tuple[rules.Helper, ...], untrained_allowed: bool
) -> None:
    """The dice of a check, and of those who help."""
    being = play.entity(by)
    skill = said["skill"]
    thrown: dict[str, Any] = {
        "skill_level": skill_level(being, skill),
        "attribute_modifier": modifier(being, said["attribute"]),
        "difficulty": said["difficulty"],
        "circumstances": tuple(said["circumstances"]),
        "extra_dice": talents.extra_dice(being, skill),
        "untrained_allowed": untrained_allowed,
    }
    if aid:
        keep_check(play, by, rules.aided_skill_check(play.dice, helpers=aid, **thrown), **said)
    elif isinstance(being.sheet, CreatureSheet):
        result = rules.creature_check(
            play.dice,
            skill_bonus=being.sheet.skill,
            difficulty=said["difficulty"],
            circumstances=thrown["circumstances"],
        )
        keep_check(play, by, result, aided=False, **said)
    else:
        keep_check(play, by, rules.skill_check(play.dice, **thrown), aided=False, **said)


def can_be_repeated(last: Mapping[str, Any] | None) -> TypeGuard[Mapping[str, Any]]:
    """Whether a check is known so well that it can be rolled again; that of a contest is not."""
    return last is not None and last.keys() >= REPEATED


def once_more(play: QuickrefPlay, by: str, last: Mapping[str, Any], *, better: bool) -> None:
    """The same check again, without new helpers; the better total stays, or the last."""
    being = play.entity(by)
    again = rules.skill_check(
        play.dice,
        skill_level=skill_level(being, last["skill"]),
        attribute_modifier=modifier(being, last["attribute"]),
        difficulty=last["difficulty"],
        circumstances=tuple(last["circumstances"]),
        extra_dice=talents.extra_dice(being, last["skill"]),
        aided=last["aided"],
    )
    kept = (
        again
        if again.total > last["total"] or not better
        else rules.Check(last["success"], last["total"], last["margin"])
    )
    keep_check(
        play, by, kept, **{name: last[name] for name in ("skill", "attribute", "difficulty", "circumstances", "aided")}
    )


@commands.actor("QR-CHAR-10", needs=(capable,))
def masterful_expertise(play: QuickrefPlay, by: str) -> None:
    """Throw again for a check that was not of a combat skill; the better total counts.

    Nothing that waits hangs on a check, so this can wait until that has happened (QR-ACT-05).
    """
    being = play.entity(by)
    last = being.sheet.last_check
    if EXPERTISE not in abilities_of(being):
        raise RuleError("not_allowed", f"{being.called} is no such expert")
    if not can_be_repeated(last) or catalogue.skills()[last["skill"]].combat:
        raise RuleError("not_allowed", "there is no check of a skill that is not for combat")
    if being.sheet.uses.get(EXPERTISE_OF_A_SCENE):
        raise RuleError("not_enough_resource", f"{being.called} has done that in this scene")
    use(play, by, EXPERTISE_OF_A_SCENE)
    once_more(play, by, last, better=True)


@commands.actor("QR-SKILL-06", "QR-EQUIP-09", needs=(capable,), interrupts=costing)
def contest(
    play: QuickrefPlay,
    by: str,
    *,
    skill: Skill,
    attribute: Attribute,
    target: EntityId,
    target_skill: Skill,
    target_attribute: Attribute,
    modifier: Annotated[int, Meta(ge=-10, le=10)] = 0,
    target_modifier: Annotated[int, Meta(ge=-10, le=10)] = 0,
    action: CheckAction = "main",
) -> None:
    """Try something against somebody who tries the opposite."""
    being, opponent = play.entity(by), play.entity(target)
    refuse_closed_skill(being, skill, None)
    refuse_closed_skill(opponent, target_skill, None)
    afford(play, by, action)
    pay(play, by, action)
    result = rules.opposed_check(
        play.dice,
        actor_modifier=in_a_contest(being, skill, attribute, modifier),
        opponent_modifier=in_a_contest(opponent, target_skill, target_attribute, target_modifier),
        actor_is_pc=is_pc(being),
        opponent_is_pc=is_pc(opponent),
    )
    kept = {"success": result.winner == "actor", "margin": result.margin}
    play.sheet(by, last_check=kept)
    play.result(kept)


def in_a_contest(being: Being, skill: str, attribute: str, circumstance: int) -> int:
    """What somebody adds to a contest; a creature its skill bonus alone."""
    circumstances = rules.applied((circumstance, *hindrance(being, skill)))
    if isinstance(being.sheet, CreatureSheet):
        return being.sheet.skill + circumstances
    return skill_level(being, skill) + modifier(being, attribute) + circumstances


@commands.actor("QR-SAVE-01", "QR-SAVE-02", "QR-SAVE-03", "QR-SAVE-05")
def save(play: QuickrefPlay, by: str, *, kind: SaveKind, modifier: SaveModifier = 0) -> None:
    """Roll a saving throw."""
    result = saves.save(play.dice, target=save_target(play.state, play.entity(by), kind), modifier=modifier)
    keep_save(play, by, result, {"kind": kind, "modifier": modifier})


def keep_save(play: QuickrefPlay, by: str, result: saves.Save, said: Mapping[str, Any]) -> None:
    """What a save came to stays with who made it."""
    play.sheet(by, last_save={**said, "success": result.success})
    play.result({"success": result.success})
