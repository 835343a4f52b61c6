"""Gifts of foci that can be used so often and no more, also when the dice have fallen (QR-FOCUS-05 to 07)."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from rulewright.content.effects import Grant, Negate, Note, Reroll, Roll
from rulewright.rules import RuleError
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.assaults import Circumstances, assault, chosen_weapon
from rulewright.systems.quickref.commands.checks import can_be_repeated, keep_save, once_more
from rulewright.systems.quickref.commands.core import (
    Action,
    AskedTargets,
    afford,
    capable,
    commands,
    not_dead,
    pay,
)
from rulewright.systems.quickref.harm import heal_by_magic, hurt, mark, refuse_healing, use
from rulewright.systems.quickref.making import options_of
from rulewright.systems.quickref.pending import change_what_waits, settle, waiting
from rulewright.systems.quickref.rules import saves
from rulewright.systems.quickref.rules.attack import Target, shock_of
from rulewright.systems.quickref.scores import (
    armor_class,
    is_able,
    is_immune_to_shock,
    save_target,
    shield_ready,
    skill_level,
)
from rulewright.systems.quickref.sheet import Being, QuickrefPlay
from rulewright.systems.quickref.talents import Talent
from rulewright.table.entities import EntityId

FocusKey = Annotated[str, Meta(max_length=100, extra={"choose": "own_focus"})]

AGAINST_ATTACKS = ("weapon_attack", "downing_blow", "attack_on_mount")
STRAIN_OF_A_TOUCH = 1
COSTS: Mapping[str, Action] = {"shock_all_in_reach": "on_turn", "magical_touch": "main"}
"""Gifts that are no Instants."""

Work = Callable[[], None]


class Use(NamedTuple):
    """Something that a gift could do now."""

    talent: Talent
    cost: Action
    work: Work


def gift_at_any_time(play: QuickrefPlay, by: str, arguments: Mapping[str, Any]) -> bool:
    """Nearly all gifts are Instants; the others are for those who held an action."""
    key = str(arguments.get("focus", ""))
    own = gifts(play.entity(by), key)
    return all(talents.what_of(talent.effect) not in COSTS for talent in own) or play.entity(by).has("holding")


@commands.actor("QR-FOCUS-05", "QR-FOCUS-06", "QR-FOCUS-07", needs=(capable,), interrupts=gift_at_any_time)
def use_gift(
    play: QuickrefPlay, by: str, *, focus: FocusKey, target: EntityId = "", targets: AskedTargets = ()
) -> None:
    """Use what a focus gives now and then."""
    being = play.entity(by)
    aimed = targets or ((target,) if target else ())
    if focus not in getattr(being.sheet, "foci", {}):
        raise RuleError("not_allowed", f"{being.called} has no focus {focus!r}")
    for name in aimed:
        not_dead(play, name)
    usable = [found for talent in gifts(being, focus) for found in uses_of(play, being, talent, aimed)]
    if not usable:
        raise RuleError("not_allowed", f"{talents.focus_of(focus).name} can do nothing about this now")
    usable = [found for found in usable if not isinstance(found.talent.effect, Note)] or usable
    left = [found for found in usable if talents.uses_left(being, found.talent) > 0]
    afford(play, by, (left or usable)[0].cost, at_any_time=(left or usable)[0].cost == "instant")
    if not left:
        raise RuleError("not_enough_resource", f"{being.called} has used {talents.focus_of(focus).name} often enough")
    chosen = left[0]
    pay(play, by, chosen.cost)
    if getattr(chosen.talent.effect, "uses", 0):
        use(play, by, talents.use_of(chosen.talent))
    chosen.work()


def gifts(being: Being, key: str) -> list[Talent]:
    """What a focus gives that is used on purpose; words for the GM at the end."""
    own = [talent for talent, _ in talents.talents(being, (Negate, Reroll, Grant, Roll, Note)) if talent.source == key]
    return sorted(own, key=lambda talent: isinstance(talent.effect, Note))


def uses_of(play: QuickrefPlay, being: Being, talent: Talent, aimed: tuple[str, ...]) -> Iterator[Use]:
    """What an effect can do at this moment, if it can do anything."""
    effect = talent.effect
    cost = COSTS.get(talents.what_of(effect), "instant")
    work: Work | None = None
    match effect:
        case Negate():
            work = negation(play, being, effect, aimed)
        case Reroll():
            work = second_throw(play, being, effect, talent)
        case Grant():
            work = granted(play, being, effect, talent, aimed)
        case Roll():
            work = partial(luck, play, effect)
        case Note():
            work = partial(tell, play, being, talent)
    if work:
        yield Use(talent, cost, work)


def tell(play: QuickrefPlay, being: Being, talent: Talent) -> None:
    """The GM hears what a focus says that only a person can judge."""
    play.prompt(f"{being.called}, {talents.focus_of(talent.source).name}: {' '.join(words_of(being, talent))}")


def words_of(being: Being, talent: Talent) -> list[str]:
    return [note.text for source, note in talents.talents(being, Note) if source.source == talent.source]


# ---------------------------------------------------------------- what is about to happen, and does not


def negation(play: QuickrefPlay, being: Being, effect: Negate, aimed: tuple[str, ...]) -> Work | None:
    data = waiting(play.state)
    if data is None:
        return None
    protected = aimed[0] if aimed and effect.what == "attack_on_mount" else being.id
    if data["kind"] == "attack" and effect.what in AGAINST_ATTACKS and data["target"] == protected:
        return lambda: miss(play)
    if data["kind"] == "cast" and effect.what == "magic" and being.id in data["targets"]:
        left = [name for name in data["targets"] if name != being.id]
        return lambda: change_what_waits(play, targets=left)
    return None


def miss(play: QuickrefPlay) -> None:
    """A waiting attack misses, and does no Shock."""
    settle(play)
    play.result({"outcome": "miss", "damage": 0, "hit": False})


# ---------------------------------------------------------------- dice that fall again


def second_throw(play: QuickrefPlay, being: Being, effect: Reroll, talent: Talent) -> Work | None:
    """For the last check or save, as the gift says."""
    last, saved = being.sheet.last_check, being.sheet.last_save
    if effect.what in ("save", "check_or_save") and saved and not saved["success"] and "kind" in saved:
        return lambda: save_again(play, being, saved)
    if not can_be_repeated(last) or effect.what == "save":
        return None
    if effect.what not in ("check_or_save", "chosen", last["skill"]):
        return None
    if effect.what == "chosen" and last["skill"] not in options_of(talents.focus_of(talent.source)):
        return None
    if effect.only == "failed" and last["success"]:
        return None
    if effect.only == "ones":
        return lambda: tell_of_ones(play, being)
    return lambda: once_more(play, being.id, last, better=effect.keep == "better")


def save_again(play: QuickrefPlay, being: Being, saved: Mapping[str, Any]) -> None:
    target = save_target(play.state, being, saved["kind"])
    keep_save(play, being.id, saves.save(play.dice, target=target, modifier=saved["modifier"]), saved)


def tell_of_ones(play: QuickrefPlay, being: Being) -> None:
    play.prompt(f"{being.called}: dice of the check that show 1 are thrown again.")


def luck(play: QuickrefPlay, effect: Roll) -> None:
    """A die says how it goes."""
    face = play.dice.d(int(effect.die.partition("d")[2]), "luck")
    play.result({"luck": face})
    for row in effect.rows:
        if row.least <= face <= row.most:
            for note in row.effects:
                play.prompt(str(getattr(note, "text", "")))


# ---------------------------------------------------------------- what may be done


def granted(play: QuickrefPlay, being: Being, effect: Grant, talent: Talent, aimed: tuple[str, ...]) -> Work | None:
    match effect.what:
        case "turn_failed_save":
            return turned_save(play, being)
        case "shock_all_in_reach":
            foes = [play.entity(name) for name in aimed]
            able = [foe for foe in foes if is_able(foe) and foe.side != being.side]
            return (lambda: shock_all(play, being, able)) if able else None
        case "magical_touch":
            patient = aimed[0] if aimed else being.id
            refuse_healing(play, patient, STRAIN_OF_A_TOUCH)
            return lambda: heal_by_touch(play, being, effect, patient)
        case "reaction_result":
            return (lambda: win_over(play, aimed[0])) if aimed else None
    return partial(tell, play, being, talent) if words_of(being, talent) else None  # without words it works by itself


def turned_save(play: QuickrefPlay, being: Being) -> Work | None:
    """A failed save against magic is none."""
    data, saved = waiting(play.state), being.sheet.last_save
    if data and data["kind"] == "cast" and data["saved"].get(being.id) is False:
        turned = {**data["saved"], being.id: True}
        return lambda: change_what_waits(play, saved=turned)
    if saved and not saved["success"]:
        return lambda: play.sheet(being.id, last_save={**saved, "success": True})
    return None


def shock_all(play: QuickrefPlay, being: Being, foes: list[Being]) -> None:
    """The Shock of the weapon at hand to each foe that is named."""
    weapon = chosen_weapon(being, "")
    damages = []
    for foe in foes:
        blow = assault(play.state, being, foe, weapon, "melee", Circumstances()).blow
        met = Target(armor_class(play.state, foe), shield_ready(foe), is_immune_to_shock(foe))
        shock = shock_of(play.dice, blow, met)
        if shock.blocked_by == "shield" and play.encounter:
            mark(play, foe.id, "shield_used")
        hurt(play, foe.id, shock.damage)
        damages.append(shock.damage)
    play.result({"damage": sum(damages)})


def heal_by_touch(play: QuickrefPlay, being: Being, effect: Grant, patient: str) -> None:
    skill = max(0, skill_level(being, "heal"))
    healed = heal_by_magic(play, patient, effect.dice, skill, STRAIN_OF_A_TOUCH)
    play.result({"healed": healed.hit_points})


def win_over(play: QuickrefPlay, met: str) -> None:
    """Those who are met are as friendly as they can be."""
    side = play.entity(met).side
    for being in play.state.entities.values():
        if being.side == side:
            play.sheet(being.id, reaction="helpful")
