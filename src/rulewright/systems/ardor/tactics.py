"""What somebody does whom nobody plays: simple and honest, so that odds of fights mean something."""

from collections.abc import Iterator

from rulewright.systems.ardor.phases import awaited, standing_sides, there
from rulewright.systems.ardor.scores import conscious
from rulewright.systems.ardor.sheet import INCAPACITATED, ArdorState, Being
from rulewright.table.fights import Fights, first_possible
from rulewright.table.game import Game
from rulewright.table.state import Command


def tactics(game: Game, state: ArdorState, name: str) -> Command | None:
    """The first thing of those that come to mind that the rules allow."""
    being = state.entities[name]
    fight = state.encounter
    if fight is None:
        return None
    if fight.phase == "rolls":
        return Command(name="roll_score", by=name)
    if fight.phase == "inspired":
        return Command(name="inspired_action", by=name, args={"pass": True})
    return first_possible(game, state, list(wishes(state, being)))


def wishes(state: ArdorState, being: Being) -> Iterator[Command]:
    """What somebody would like to do in a round, best first."""
    if being.has(INCAPACITATED):
        yield Command(name="recover", by=being.id, args={"spend_surge": True})
        yield Command(name="recover", by=being.id)
        return
    for foe in foes_of(state, being):
        yield Command(name="attack", by=being.id, args={"target": foe.id})
    yield Command(name="declare", by=being.id, args={"action": "wait"})


def foes_of(state: ArdorState, being: Being) -> list[Being]:
    """Those of other sides who stand, the weakest first."""
    others = [other for other in there(state) if other.side != being.side and conscious(other)]
    return sorted(others, key=lambda other: other.counter("health"))


def moves_on(state: ArdorState) -> Command | None:
    fight = state.encounter
    if fight is None:
        return None
    name = {"intents": "score_creatures", "resolution": "resolve"}.get(fight.phase, "proceed")
    return Command(name=name)


def over(state: ArdorState) -> bool:
    """Whether only one side has anybody who stands, and a round is not under way."""
    fight = state.encounter
    return fight is not None and fight.phase == "intents" and len(standing_sides(there(state))) < 2


fights = Fights(awaits=awaited, tactics=tactics, moves_on=moves_on, over=over)
