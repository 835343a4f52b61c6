"""Who holds and who breaks, how strangers meet the party, and who comes (QR-MORALE, QR-REACT, QR-GM)."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.rules import BadArguments, RuleError
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.commands.core import SideName, commands
from rulewright.systems.quickref.harm import downed, judge_morale, mark, may_break
from rulewright.systems.quickref.rules import morale as rules
from rulewright.systems.quickref.scores import MORALE, is_able, is_pc, is_up, modifier
from rulewright.systems.quickref.sheet import Being, CreatureSheet, QuickrefPlay
from rulewright.table.entities import EntityId

HOSTILE = "hostile"
MoraleModifier = Annotated[int, Meta(ge=-6, le=6)]


def members(play: QuickrefPlay, side: str) -> list[Being]:
    """Those of a side; an unknown side is a bad argument."""
    found = [being for being in play.state.entities.values() if being.side == side]
    if not found:
        known = dict.fromkeys(being.side for being in play.state.entities.values())
        raise BadArguments(f"side: there is no side {side!r}; there are {', '.join(known)}")
    return found


@commands.gm("QR-MORALE-01", "QR-MORALE-02", "QR-MORALE-04")
def morale(
    play: QuickrefPlay,
    *,
    side: SideName,
    modifier: MoraleModifier = 0,
    can_escape: bool = True,
    mercy_likely: bool = True,
) -> None:
    """See who of a side loses heart."""
    tried = [being for being in members(play, side) if may_break(being)]
    if not tried:
        raise RuleError("not_allowed", f"nobody of {side} has a morale that could break")
    due = play.encounter.morale_due if play.encounter else {}
    added = max(-6, min(6, modifier + due.get(side, 0)))
    holds = roll_morale(play, tried, added)
    for being, held in zip(tried, holds, strict=True):
        if not held and isinstance(being.sheet, CreatureSheet):
            behavior = rules.morale_behavior(
                play.dice, discipline=being.sheet.discipline, can_escape=can_escape, mercy_likely=mercy_likely
            ).behavior
            mark(play, being.id, behavior)
    no_longer_due(play, side)
    play.result({"holds": all(holds)})


def roll_morale(play: QuickrefPlay, tried: list[Being], added: int) -> list[bool]:
    """QR-Q-22: one roll for all, each against its own score; or a roll for each."""
    scores = [being.sheet.morale for being in tried if isinstance(being.sheet, CreatureSheet)]
    if play.world.house_rules.morale_roll == "each":
        return [rules.morale(play.dice, morale=score, modifier=added).holds for score in scores]
    return list(rules.side_morale(play.dice, scores=tuple(scores), modifier=added))


def no_longer_due(play: QuickrefPlay, side: str) -> None:
    if play.encounter:
        play.change_encounter(
            morale_due={other: added for other, added in play.encounter.morale_due.items() if other != side}
        )


@commands.gm("QR-MORALE-03")
def waive_morale(play: QuickrefPlay, *, side: SideName) -> None:
    """Drop a check that is due."""
    if side not in play.fight().morale_due:
        raise RuleError("not_allowed", f"no check of {side} is due")
    no_longer_due(play, side)


@commands.gm("QR-MORALE-03")
def shake(play: QuickrefPlay, *, side: SideName) -> None:
    """Something terrible has happened, and a side has to check."""
    members(play, side)
    play.fight()
    if not any(map(may_break, members(play, side))):
        raise RuleError("not_allowed", f"nobody of {side} has a morale that could break")
    judge_morale(play, side, downed(play, side), shaken=True)


@commands.gm("QR-MORALE-05")
def concede(play: QuickrefPlay, *, side: SideName, outcome: Literal["rout", "retreat", "surrender"]) -> None:
    """A side sees that it is not worth it."""
    ready = [being for being in members(play, side) if is_able(being) and not is_pc(being)]
    if not ready:
        raise RuleError("not_allowed", f"nobody of {side} can give up")
    for being in ready:
        play.relieve(being.id, *MORALE)
        mark(play, being.id, outcome)
    no_longer_due(play, side)


@commands.gm("QR-REACT-01", "QR-FOCUS-06")
def reaction(
    play: QuickrefPlay, *, side: SideName, by: EntityId = "", modifier: Annotated[int, Meta(ge=-5, le=5)] = 0
) -> None:
    """How those who are met take the party."""
    met = members(play, side)
    result = rules.reaction(
        play.dice,
        charisma_modifier=charm(play, by) if by else 0,
        modifier=max(-5, min(5, modifier + welcome(play, side))),
    )
    for being in met:
        play.sheet(being.id, reaction=result.reaction)
    play.result(result)
    mood = catalogue.moods()[result.reaction]
    turns = " ".join(turn.text for turn in catalogue.peaceful_turns().values()) if mood.id == HOSTILE else ""
    worded = f"This side is {mood.id.replace('_', ' ')}: {mood.text}. Let the players see it before they act."
    play.prompt(f"{worded} What may come of it all the same: {turns}" if turns else worded)


def charm(play: QuickrefPlay, by: str) -> int:
    return modifier(play.entity(by), "cha")


def welcome(play: QuickrefPlay, side: str) -> int:
    """The best that a character's talents add; only one counts."""
    present = [b for b in play.state.entities.values() if is_pc(b) and is_up(b) and b.side != side]
    return max((talents.bonus(being, "reaction") for being in present), default=0)


@commands.gm("QR-MORALE-06")
def instinct(play: QuickrefPlay, *, target: EntityId) -> None:
    """See whether a creature does something rash in this round."""
    sheet = play.entity(target).sheet
    if not isinstance(sheet, CreatureSheet):
        raise RuleError("not_allowed", "characters of players decide for themselves")
    play.result(rules.instinct(play.dice, instinct=sheet.instinct))
