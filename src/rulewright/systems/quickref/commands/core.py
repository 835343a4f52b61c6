"""The book of commands, the actions that they cost, and the words that their arguments are written in."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from rulewright.rules import RuleError
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.scores import GIVEN_UP, is_awake, status
from rulewright.systems.quickref.sheet import Being, QuickrefPlay
from rulewright.table.commands import CommandBook
from rulewright.table.common import common
from rulewright.table.entities import EntityId

commands = CommandBook(common, names_first=True)

Action: TypeAlias = Literal["main", "move", "on_turn", "instant", "none"]
Skill: TypeAlias = Annotated[str, Meta(max_length=50, extra={"choose": "skill"})]
Thing: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "thing"})]
SideName: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "side"})]
SpellId: TypeAlias = Annotated[str, Meta(max_length=100, extra={"choose": "spell"})]
Targets: TypeAlias = Annotated[tuple[EntityId, ...], Meta(max_length=20)]
AskedTargets: TypeAlias = Annotated[Targets, Meta(extra={"ask": True})]

SURPRISE = 0
"""The round in which only those act who were not surprised."""


# ---------------------------------------------------------------- before a command


def instant(_play: QuickrefPlay, _by: str, _arguments: Mapping[str, Any]) -> bool:
    """QR-ACT-05: may come at any time."""
    return True


def if_holding(play: QuickrefPlay, by: str, _arguments: Mapping[str, Any]) -> bool:
    """QR-ACT-07: may come at any time by whoever held an action for it."""
    return play.entity(by).has("holding")


def capable(play: QuickrefPlay, by: str) -> None:
    """Whoever acts is up and awake."""
    being = play.entity(by)
    if not is_awake(being):
        state = status(being).replace("_", " ") if status(being) != "up" else "in no state to act"
        raise RuleError("incapacitated", f"{being.called} is {state}")


def fighting(play: QuickrefPlay, by: str) -> None:
    """Whoever acts is up and awake, and has not given up."""
    capable(play, by)
    being = play.entity(by)
    if being.has(*GIVEN_UP):
        raise RuleError("broken", f"{being.called} fights no more")


def peace(play: QuickrefPlay, _by: str = "") -> None:
    """There is no fight."""
    if play.encounter:
        raise RuleError("not_allowed", "not in the middle of a fight")


def not_dead(play: QuickrefPlay, target: str) -> Being:
    """The one who is acted upon, who must live for it."""
    being = play.entity(target)
    if being.has("dead"):
        raise RuleError("not_allowed", f"{being.called} is dead")
    return being


# ---------------------------------------------------------------- actions


def is_surprised(play: QuickrefPlay, being: Being) -> bool:
    """QR-ROUND-05: in the first moments, save for those who are never surprised."""
    fight = play.encounter
    if fight is None or fight.round != SURPRISE or being.side not in fight.surprised:
        return False
    return not talents.is_immune(being, "surprise")


def has_the_turn(play: QuickrefPlay, being: Being) -> bool:
    """Its own, or that of its side."""
    turn, order = play.fight().turn, play.fight().order
    return turn == being.id or (turn == being.side and being.id not in order and not is_surprised(play, being))


def afford(play: QuickrefPlay, by: str, cost: Action, *, at_any_time: bool = False) -> None:
    """Refuse who does not have the turn, and then who does not have the action. Outside a fight nothing costs.

    What costs nothing in a fight either, such as a look around that the GM asks for, needs no turn.
    """
    if play.encounter is None:
        return
    being = play.entity(by)
    held = being.has("holding") and cost in ("main", "on_turn")
    if is_surprised(play, being) and not play.world.house_rules.surprise_instants:
        raise RuleError("not_your_turn", f"{being.called} is surprised")
    if not (at_any_time or held or cost == "none" or has_the_turn(play, being)):
        raise RuleError("not_your_turn", f"it is not {being.called}'s turn")
    if not _has(play, being, cost):
        raise RuleError("no_action_left", f"{being.called} has no {cost.replace('_', ' ')} action left in this round")


def _has(play: QuickrefPlay, being: Being, cost: Action) -> bool:
    house_rules = play.world.house_rules
    main = being.counter("main_action") > 0
    if cost == "main":
        return main
    if cost == "move":
        return being.counter("move_action") > 0 or (main and house_rules.main_for_move)
    if cost == "on_turn":
        return house_rules.on_turn_limit is None or being.counter("on_turn_count") < house_rules.on_turn_limit
    return True


def pay(play: QuickrefPlay, by: str, cost: Action) -> None:
    """The action is spent; a Move Action before a Main Action in its place."""
    if play.encounter is None:
        return
    being = play.entity(by)
    if cost == "on_turn":
        play.change(by, "on_turn_count", 1)
    elif cost == "move" and being.counter("move_action"):
        play.change(by, "move_action", -1)
    elif cost in ("main", "move"):
        play.change(by, "main_action", -1)
        play.relieve(by, "holding")


def needs_move_itself(play: QuickrefPlay, by: str) -> None:
    """A Main Action does not serve in the place of this Move Action."""
    if play.encounter and not play.entity(by).counter("move_action"):
        raise RuleError("no_action_left", f"{play.called(by)} has no Move Action left in this round")


def cost_of(play: QuickrefPlay, by: str, command: str, usual: Action, *circumstances: str) -> tuple[Action, str]:
    """What a command costs somebody, and the use of a talent that it takes, if it is limited."""
    being = play.entity(by)
    for talent, effect in talents.cheaper(being, command, *circumstances):
        if talents.uses_left(being, talent) > 0:
            cheaper: Action = effect.action  # type: ignore[assignment]
            return cheaper, talents.use_of(talent) if effect.uses else ""
    return usual, ""
