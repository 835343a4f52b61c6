"""Checks, Saves, contests, sneaking, chases, people (GL-CORE, GL-SAVE, GL-STEALTH, GL-MOVE-03, GL-NPC)."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.glog.commands.core import (
    AnyModifier,
    CheckedScore,
    Names,
    action_to_spend,
    all_there,
    commands,
    spend_action,
)
from rulewright.systems.glog.harm import use, uses_left
from rulewright.systems.glog.rules import checks as rules
from rulewright.systems.glog.rules.checks import Check, Sneak, Walker
from rulewright.systems.glog.rules.people import morale as morale_rule
from rulewright.systems.glog.rules.people import reaction as reaction_rule
from rulewright.systems.glog.scores import SILENT, bonus, grants, score
from rulewright.systems.glog.sheet import STATS, Being, CharacterSheet, CreatureSheet, GlogPlay
from rulewright.table.entities import EntityId

FIRST_GAP = 2


def checked_score(play: GlogPlay, being: Being, stat: str) -> int:
    """What is rolled under: a stat, or a score that follows from the sheet."""
    if stat in STATS:
        found: int = getattr(being.sheet, STATS[stat])
        return found
    return score(play.state, being, stat)


def burden_on(play: GlogPlay, being: Being, stat: str) -> int:
    """GL-INV-08: of the stats, only Dexterity suffers from Encumbrance; scores have it in them."""
    return score(play.state, being, "encumbrance") if stat == "dex" else 0


@commands.actor(
    *("GL-CORE-01", "GL-CORE-02", "GL-CORE-05", "GL-STEALTH-02", "GL-MOVE-02", "GL-INV-08"),
    *("GL-CORE-04", "GL-STEALTH-03", "GL-GM-03"),
)
def check(
    play: GlogPlay,
    by: str,
    *,
    stat: CheckedScore,
    modifier: AnyModifier = 0,
    tag: Annotated[str, Meta(max_length=50)] = "",
    spend_action: bool = False,
    no_roll: Literal["success", "failure"] | None = None,
) -> None:
    """Roll under a stat or a score; the GM may say that there is no doubt about it."""
    being = play.entity(by)
    if spend_action:
        take_the_action(play, by)
    if no_roll:  # GL-STEALTH-03
        play.result({"success": no_roll == "success", "critical": False})
        return
    result = rules.check(
        play.dice,
        score=checked_score(play, being, stat),
        modifier=modifier + bonus(being, "check", tag),
        encumbrance=burden_on(play, being, stat),
        house_rules=play.world.house_rules,
    )
    show(play, result)


def take_the_action(play: GlogPlay, by: str) -> None:
    """The GM says that it was the action of this turn."""
    action_to_spend(play, by)
    spend_action(play, by)


def show(play: GlogPlay, result: Check, **more: str) -> None:
    play.result({"success": result.success, "critical": result.critical, **more})


@commands.actor("GL-SAVE-02")
def save(play: GlogPlay, by: str, *, modifier: AnyModifier = 0, spend_action: bool = False) -> None:
    """Resist magic, or be lucky."""
    if spend_action:
        take_the_action(play, by)
    show(play, roll_save(play, by, modifier), save_of=by)


def roll_save(play: GlogPlay, name: str, modifier: int = 0) -> Check:
    return rules.check(
        play.dice,
        score=score(play.state, play.entity(name), "save"),
        modifier=modifier,
        house_rules=play.world.house_rules,
    )


def saves(play: GlogPlay, name: str) -> bool:
    """A Save inside another command."""
    return roll_save(play, name).success or saves_by_luck(play, name)


def saves_by_luck(play: GlogPlay, name: str) -> bool:
    """Luck that was kept ready rolls a Save again that has just failed."""
    if not play.entity(name).sheet.reroll_armed:
        return False
    play.sheet(name, reroll_armed=False)
    use(play, name, "reroll_save")
    return roll_save(play, name).success


@commands.actor("GL-CHAR-09", "GL-CHAR-10")
def reroll(play: GlogPlay, by: str) -> None:
    """Roll a Save again that has just failed, or keep the luck ready for the next one."""
    being = play.entity(by)
    if not grants(being, "reroll_save"):
        raise RuleError("not_allowed", f"{being.called} has no such luck")
    if uses_left(play, by, "reroll_save") <= 0:
        raise RuleError("already_used", f"{being.called} has used this luck today")
    last = play.state.last or {}
    if last.get("save_of") == by and not last["success"]:
        use(play, by, "reroll_save")
        play.sheet(by, reroll_armed=False)
        result = roll_save(play, by)
        play.result({"success": result.success, "critical": result.critical})
    else:
        play.sheet(by, reroll_armed=True)


@commands.actor("GL-CORE-03", "GL-INV-08")
def contest(
    play: GlogPlay,
    by: str,
    *,
    stat: CheckedScore,
    target: EntityId,
    target_stat: CheckedScore | None = None,
    modifier: AnyModifier = 0,
    spend_action: bool = False,
) -> None:
    """Roll under a stat that is offset by somebody else's."""
    being, opponent = play.entity(by), play.entity(target)
    if spend_action:
        take_the_action(play, by)
    result = rules.contest(
        play.dice,
        score=checked_score(play, being, stat),
        opponent_score=checked_score(play, opponent, target_stat or stat),
        modifier=modifier,
        encumbrance=burden_on(play, being, stat),
        house_rules=play.world.house_rules,
    )
    show(play, result)


@commands.gm("GL-STEALTH-04")
def party_stealth(play: GlogPlay, *, members: Names, modifier: AnyModifier = 0) -> None:
    """One roll for all who sneak, with the worst Stealth among them."""
    if not members:
        raise RuleError("bad_args", "members: name at least one who sneaks")
    all_there(play, members)
    sneaks = tuple(Sneak(name, score(play.state, play.entity(name), "stealth")) for name in members)
    worst = rules.party_stealth(play.dice, members=sneaks)
    result = rules.check(play.dice, score=worst.stealth, modifier=modifier, house_rules=play.world.house_rules)
    show(play, result, member=worst.member)


@commands.gm("GL-MOVE-03", "GL-MOVE-04")
def chase(
    play: GlogPlay,
    *,
    members: Names,
    opponent: EntityId,
    fleeing: bool,
    gap: Annotated[int, Meta(ge=1, le=4)] | None = None,
    modifier: AnyModifier = 0,
) -> None:
    """A round of a chase, at the speed of the slowest."""
    if not members:
        raise RuleError("bad_args", "members: name at least one who runs")
    all_there(play, (*members, opponent))
    walkers = tuple(Walker(name, score(play.state, play.entity(name), "movement")) for name in members)
    result = rules.chase_round(
        play.dice,
        movement=rules.party_movement(SILENT, members=walkers).movement,
        opponent_movement=score(play.state, play.entity(opponent), "movement"),
        gap=gap or play.world.gap or FIRST_GAP,
        fleeing=fleeing,
        modifier=modifier,
        house_rules=play.world.house_rules,
    )
    play.result(result)
    play.change_world(gap=result.gap if result.outcome == "continues" else None)


@commands.gm("GL-NPC-03")
def reaction(play: GlogPlay, *, entity: EntityId, modifier: AnyModifier = 0) -> None:
    """How those who are met take the speaker."""
    speaker = play.entity(entity)
    play.result(reaction_rule(play.dice, charisma=speaker.sheet.charisma, modifier=modifier))


@commands.gm("GL-NPC-04")
def morale(play: GlogPlay, *, entity: EntityId, modifier: AnyModifier = 0) -> None:
    """Whether somebody holds."""
    sheet = play.entity(entity).sheet
    if isinstance(sheet, CharacterSheet):
        raise RuleError("bad_args", f"entity: {entity} is a character; players decide for themselves")
    assert isinstance(sheet, CreatureSheet)
    play.result(morale_rule(play.dice, morale=sheet.morale, modifier=modifier))
