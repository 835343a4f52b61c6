"""What comes between dice and their effect, and what is done at any time (QR-ACT-05 to 07, QR-STATE-05)."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.quickref import spellwork
from rulewright.systems.quickref.assaults import as_target
from rulewright.systems.quickref.commands.core import (
    afford,
    capable,
    commands,
    if_holding,
    instant,
    needs_move_itself,
    pay,
)
from rulewright.systems.quickref.commands.fighting import compared, land
from rulewright.systems.quickref.harm import mark, use
from rulewright.systems.quickref.pending import change_what_waits, settle, waiting, what_waits
from rulewright.systems.quickref.rules.attack import Blow, hit_by, missed_by, throw_to_hit
from rulewright.systems.quickref.sheet import QuickrefPlay
from rulewright.systems.quickref.talents import abilities_of
from rulewright.table.entities import GM_ONLY

VETERANS_LUCK = "veterans_luck"
LUCK_OF_A_SCENE = f"scene:{VETERANS_LUCK}"


@commands.anyone("QR-STATE-05", interrupts=True)
def resolve(play: QuickrefPlay, *, cancel: Annotated[bool, GM_ONLY] = False) -> None:
    """What waits has its effect now, or none."""
    pending = what_waits(play)
    if not cancel and pending["kind"] == "attack":
        play.entity(pending["attacker"])
    settle(play)
    if cancel:
        return
    if pending["kind"] == "cast":
        spellwork.take_effect(play, pending)
        return
    blow = blow_of(pending)
    target = as_target(play.state, play.entity(pending["target"]), pierced=pending["pierces"], crowd=pending["crowd"])
    struck = (hit_by if pending["hit"] else missed_by)(play.dice, blow, target)
    land(play, pending["attacker"], pending["target"], struck, non_lethal=pending["non_lethal"])


def blow_of(pending: Mapping[str, Any]) -> Blow:
    return msgspec.convert(pending["blow"], Blow)


@commands.gm("QR-STATE-05", interrupts=True)
def reroll(play: QuickrefPlay, *, what: Annotated[str, Meta(min_length=1, max_length=100)]) -> None:
    """A die of what waits falls again: `to_hit`, `damage` of a spell, or the save of a target."""
    pending = what_waits(play)
    if pending["kind"] == "cast":
        spellwork.roll_again(play, pending, what)
        return
    if what != "to_hit" or pending["fixed"]:
        raise RuleError("not_allowed", f"there is no roll {what!r} that could fall again")
    blow = blow_of(pending)
    thrown = throw_to_hit(
        play.dice, blow.attack_bonus, blow.skill_level, blow.attribute_modifier, blow.modifier, blow.untrained_penalty
    )
    again = {name: value for name, value in pending.items() if name != "hit"} | thrown._asdict()
    hit = compared(play, again)
    play.result({"hit": hit})
    change_what_waits(play, face=thrown.face, total=thrown.total, hit=hit)


@commands.actor("QR-CHAR-10", "QR-STATE-05", needs=(capable,), interrupts=instant)
def veterans_luck(play: QuickrefPlay, by: str) -> None:
    """A warrior's miss hits after all, or a hit on the warrior misses."""
    pending = what_waits(play)
    being = play.entity(by)
    if VETERANS_LUCK not in abilities_of(being):
        raise RuleError("not_allowed", f"{being.called} has no such luck")
    own = pending["kind"] == "attack" and pending["attacker" if not pending["hit"] else "target"] == by
    if not own or pending["fixed"]:
        raise RuleError("not_allowed", "it turns one's own miss, or a hit on oneself, and neither twice")
    if being.sheet.uses.get(LUCK_OF_A_SCENE):
        raise RuleError("not_enough_resource", f"{being.called} has had that luck in this scene")
    afford(play, by, "instant", at_any_time=True)
    use(play, by, LUCK_OF_A_SCENE)
    change_what_waits(play, hit=not pending["hit"], fixed=True)


@commands.actor("QR-ACT-06", "QR-COMBAT-10", needs=(capable,), interrupts=instant)
def total_defense(play: QuickrefPlay, by: str) -> None:
    """Nothing but not being hit: no Shock, and a better armor class, until the round ends."""
    afford(play, by, "main", at_any_time=True)
    if play.encounter is None:
        raise RuleError("not_allowed", "there is no fight")
    pay(play, by, "main")
    mark(play, by, "total_defense")
    pending = waiting(play.state)
    if pending and pending["kind"] == "attack" and pending["target"] == by:
        change_what_waits(play, hit=compared(play, pending))


@commands.actor("QR-ACT-07", needs=(capable,))
def hold(play: QuickrefPlay, by: str) -> None:
    """Wait, to act at any moment before the round ends."""
    play.fight()
    afford(play, by, "move")
    needs_move_itself(play, by)
    play.change(by, "move_action", -1)
    mark(play, by, "holding")


@commands.actor("QR-ACT-04", needs=(capable,), interrupts=if_holding)
def on_turn(play: QuickrefPlay, by: str) -> None:
    """Something done in passing."""
    afford(play, by, "on_turn")
    pay(play, by, "on_turn")


@commands.actor("QR-ACT-05", needs=(capable,), interrupts=instant)
def instant_(play: QuickrefPlay, by: str) -> None:
    """Something that takes no time at all."""
    afford(play, by, "instant", at_any_time=True)
