"""What somebody does whom nobody plays: simple and honest, so that odds of fights mean something."""

from collections.abc import Iterator

from rulewright.systems.ardor.choosing import options
from rulewright.systems.ardor.phases import awaited, standing_sides, there
from rulewright.systems.ardor.sheet import ArdorState, Being, CreatureSheet, Declaration
from rulewright.table.fights import Fights, first_possible
from rulewright.table.game import Game
from rulewright.table.play import plain
from rulewright.table.state import Command


def tactics(game: Game, state: ArdorState, name: str) -> Command | None:
    """The first thing of those that come to mind that the rules allow."""
    fight = state.encounter
    if fight is None:
        return None
    match fight.phase:
        case "rolls":
            return Command(name="roll_score", by=name)
        case "inspired":
            return first_possible(game, state, list(once_more(state, state.entities[name])))
    return first_possible(game, state, list(wishes(state, state.entities[name])))


def wishes(state: ArdorState, being: Being) -> Iterator[Command]:
    """What somebody would like to do in a round, best first; creatures of the book do as they usually do."""
    if isinstance(being.sheet, CreatureSheet) and being.sheet.intents:
        yield Command(name="follow_intent", by=being.id)
    for declaration in options(state, being):
        yield declaring(being.id, declaration)
    yield Command(name="wait", by=being.id)


def once_more(state: ArdorState, being: Being) -> Iterator[Command]:
    """AR-INSP-03: an attack more, for nothing."""
    for declaration in options(state, being):
        if declaration.action not in ("recover", "defend"):
            yield Command(name="inspired_action", by=being.id, args=said(declaration))
    yield Command(name="inspired_action", by=being.id, args={"pass": True})


SHORT = {"ability": "use_ability", "move_far": "move", "improvise": "declare"}
"""The commands of actions that are not called like them."""


def declaring(by: str, declaration: Declaration) -> Command:
    """The command that declares this, in the shortest form."""
    args = said(declaration)
    name = SHORT.get(declaration.action, declaration.action)
    return Command(
        name=name, by=by, args=args if name == "declare" else {k: v for k, v in args.items() if k != "action"}
    )


def said(declaration: Declaration) -> dict[str, object]:
    """A declaration as the arguments of a command."""
    written: dict[str, object] = plain(declaration)
    return written


def moves_on(state: ArdorState) -> Command | None:
    """The GM's command that goes on when everybody has decided."""
    fight = state.encounter
    if fight is None:
        return None
    if awaited(state):
        return None
    return Command(name={"intents": "score_creatures", "resolution": "resolve"}.get(fight.phase, "proceed"))


def over(state: ArdorState) -> bool:
    """Whether only one side has anybody who stands, and a round is not under way."""
    fight = state.encounter
    return fight is not None and fight.phase == "intents" and len(standing_sides(there(state))) < 2


fights = Fights(awaits=awaited, tactics=tactics, moves_on=moves_on, over=over)
