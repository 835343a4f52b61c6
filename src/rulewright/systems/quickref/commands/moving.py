"""Where somebody goes, and how they get up again (QR-MOVE, QR-ACT-03, QR-ACT-09)."""

from typing import Annotated

from msgspec import Meta

from rulewright.rules import BadArguments, RuleError
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.assaults import REACH
from rulewright.systems.quickref.commands.core import afford, capable, commands, cost_of, if_holding, pay
from rulewright.systems.quickref.commands.fighting import offer
from rulewright.systems.quickref.harm import mark, use
from rulewright.systems.quickref.scores import is_able, move_feet, place
from rulewright.systems.quickref.sheet import Being, QuickrefPlay

Feet = Annotated[int, Meta(ge=0, le=1000)]
Place = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


@commands.actor("QR-MOVE-01", "QR-MOVE-02", "QR-ACT-03", needs=(capable,))
def move(play: QuickrefPlay, by: str, *, to: Place | None = None, feet: Feet | None = None) -> None:
    """Go somewhere: to a place on the line, or so many feet where nobody counts places."""
    in_scene = play.world.kind == "distances"
    if (to is None) == (feet is None):
        raise BadArguments("say either where to, or how many feet")
    if (to is not None) != in_scene:
        raise BadArguments("to: places count in a scene alone" if to is not None else "feet: say to which place")
    afford(play, by, "move")
    mover = play.entity(by)
    way = abs(to - place(mover)) if to is not None else feet or 0
    most = move_feet(play.state, mover)
    if play.encounter and way > most:
        raise RuleError("out_of_range", f"{mover.called} moves {most} feet at most")
    pay(play, by, "move")
    if to is not None:
        left = those_left(play, mover, to)
        play.move(by, to)
        if left:
            play.change_encounter(free_attacks=(*play.fight().free_attacks, *left))


def those_left(play: QuickrefPlay, mover: Being, to: int) -> list[str]:
    """QR-MOVE-02: offers to foes out of whose reach somebody goes."""
    fight = play.encounter
    if fight is None or not play.world.house_rules.free_attacks:
        return []
    if mover.has("withdrawn") or talents.is_immune(mover, "free_attack"):
        return []
    offers = [
        offer(foe.id, mover.id)
        for foe in play.state.entities.values()
        if foe.side != mover.side and is_able(foe) and abs(place(foe) - place(mover)) <= REACH
        if abs(place(foe) - to) > REACH
    ]
    return [offered for offered in offers if offered not in fight.free_attacks]


@commands.actor("QR-MOVE-03", needs=(capable,), interrupts=if_holding)
def withdraw(play: QuickrefPlay, by: str) -> None:
    """Back out of a melee without giving anybody a free attack in this round."""
    play.fight()
    cost, limited = cost_of(play, by, "withdraw", "main")
    afford(play, by, cost)
    pay(play, by, cost)
    if limited:
        use(play, by, limited)
    mark(play, by, "withdrawn")


@commands.actor("QR-ACT-09", needs=(capable,))
def stand(play: QuickrefPlay, by: str) -> None:
    """Get up."""
    if not play.entity(by).has("prone"):
        raise RuleError("not_allowed", f"{play.called(by)} is on their feet")
    afford(play, by, "move")
    pay(play, by, "move")
    play.relieve(by, "prone")


@commands.actor("QR-ACT-04", needs=(capable,), interrupts=if_holding)
def go_prone(play: QuickrefPlay, by: str) -> None:
    """Drop to the ground."""
    if play.entity(by).has("prone"):
        raise RuleError("not_allowed", f"{play.called(by)} is down already")
    afford(play, by, "on_turn")
    pay(play, by, "on_turn")
    mark(play, by, "prone")
