"""A fight as it goes round: initiative around the monsters, turns, rounds, coming and going (GL-STATE-10 to 16)."""

from typing import Annotated

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.glog.commands.core import Names, all_there, commands
from rulewright.systems.glog.harm import RIPOSTE_WON, able, forget_uses, used
from rulewright.systems.glog.hours import rounds_pass
from rulewright.systems.glog.rules.checks import Member, turn_order
from rulewright.systems.glog.scores import score
from rulewright.systems.glog.sheet import CharacterSheet, Fight, GlogPlay
from rulewright.table import clock, encounters
from rulewright.table.entities import EntityId

Feet = Annotated[int, Meta(ge=-100_000, le=100_000)]


@commands.gm(
    *("GL-STATE-10", "GL-STATE-11", "GL-INIT-02", "GL-INIT-03", "GL-INIT-04", "GL-ROUND-07"),
    *("GL-STATE-12", "GL-INIT-01", "GL-NPC-05"),
)
def start_encounter(
    play: GlogPlay,
    *,
    participants: Names | None = None,
    distance: Annotated[int, Meta(ge=0, le=100_000)] | None = None,
    surprised: Names = (),
    confined: bool = False,
) -> None:
    """A fight begins: everybody who is not dead, or those who are named."""
    if play.encounter:
        raise RuleError("already_in_encounter", "there is a fight already")
    if participants is None:
        participants = tuple(being.id for being in play.state.entities.values() if not being.has("dead"))
    all_there(play, participants)
    all_there(play, surprised)
    play.start_encounter(Fight(participants=participants, confined=confined))
    if distance is not None:
        sides = party_sides(play)
        for name in participants:
            play.move(name, 0 if play.entity(name).side in sides else distance)
    begin_round(play, surprised)


def party_sides(play: GlogPlay) -> set[str]:
    """The sides that have a character."""
    return {being.side for being in play.state.entities.values() if isinstance(being.sheet, CharacterSheet)}


def begin_round(play: GlogPlay, surprised: tuple[str, ...] = ()) -> None:
    """Those on a party's side roll Initiative around the monsters."""
    fight = play.fight()
    for name in fight.participants:
        forget_uses(play, name, "parry", "riposte")
    sides, members, monsters = party_sides(play), [], []
    for being in play.state.entities.values():  # in listing order
        if being.id not in fight.participants or being.id in surprised or not able(being):
            continue
        if being.side in sides:
            members.append(Member(being.id, score(play.state, being, "initiative")))
        else:
            monsters.append(being.id)
    order = turn_order(
        play.dice, members=tuple(members), monsters=tuple(monsters), house_rules=play.world.house_rules
    ).order
    play.change_encounter(order=order)
    if order:
        begin_turn(play, order[0])
    else:
        play.change_encounter(turn=None)


def begin_turn(play: GlogPlay, name: str) -> None:
    """GL-STATE-12: one action and one move, unless a jolt has taken them."""
    play.change_encounter(turn=name)
    being = play.entity(name)
    play.put(name, "action_left", 0 if being.has("dazed") else 1)
    play.put(name, "move_left", 0 if being.has("winded") else 1)
    play.put(name, "attacks_left", used(play, name, RIPOSTE_WON))
    play.relieve(name, "dazed", "winded")
    forget_uses(play, name, "cleave", RIPOSTE_WON)


@commands.anyone("GL-STATE-13", "GL-ROUND-01", "GL-ROUND-02", "GL-STATE-11", "GL-STATE-12", "GL-HP-07")
def next_turn(play: GlogPlay) -> None:
    """The turn is over, and the next one's begins, or the next round."""
    fight = play.fight()
    if fight.turn:
        end_turn(play, fight.turn)
    pass_the_turn(play, fight.order, fight.turn)


def end_turn(play: GlogPlay, name: str) -> None:
    for what in ("action_left", "move_left", "attacks_left"):
        play.put(name, what, 0)


def pass_the_turn(play: GlogPlay, order: tuple[str, ...], after: str | None) -> None:
    """The next able one in the order; without one, a round is over."""
    fight = play.fight()

    def can_have_it(name: str) -> bool:
        return name in fight.participants and able(play.entity(name))

    following = encounters.next_in_order(order, after, can_have_it) if after else None
    if following:
        begin_turn(play, following)
        return
    play.change_encounter(round=fight.round + 1)
    rounds_pass(play, 1)
    begin_round(play)


@commands.gm("GL-STATE-14", "GL-MAGIC-18")
def end_encounter(play: GlogPlay) -> None:
    """The fight is over, and with it what lasts for rounds."""
    participants = play.fight().participants
    for name in participants:
        end_turn(play, name)
        play.relieve(name, "raging")
    clock.end_timed(play, play.state.entities)
    play.end_encounter()


@commands.gm("GL-STATE-16")
def join_encounter(play: GlogPlay, *, who: EntityId, position: Feet = 0) -> None:
    """Somebody comes into the fight, with a first turn in the next round."""
    play.fight()
    encounters.join(play, who)
    play.move(who, position)


@commands.gm("GL-STATE-16")
def leave_encounter(play: GlogPlay, *, who: EntityId) -> None:
    """Somebody leaves the fight."""
    fight = play.fight()
    play.entity(who)
    had_the_turn = encounters.leave(play, who)
    encounters.drop_from_order(play, who)
    end_turn(play, who)
    if had_the_turn:
        pass_the_turn(play, fight.order, who)
