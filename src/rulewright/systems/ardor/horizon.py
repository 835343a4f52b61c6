"""How a preview goes on to the end of the round: what is assumed of everybody who has not decided (AR-GM-02)."""

from collections.abc import Sequence

from rulewright.systems.ardor.declaring import SHOWN
from rulewright.systems.ardor.phases import awaited, creatures
from rulewright.systems.ardor.sheet import INCAPACITATED, ArdorState
from rulewright.table.game import Assumption
from rulewright.table.state import Command

DECISIONS = frozenset(
    {
        *("declare", "attack", "move_to_attack", "move_and_attack", "move", "defend", "defend_other", "flee"),
        *("recover", "tend", "use_ability", "use_item", "wait", "inspired_action", "attack_again"),
    }
)
"""What somebody decides in a round: only its end shows what it was worth."""


def to_the_end_of_the_round(state: ArdorState, plan: Sequence[Command]) -> Assumption | None:
    """The next thing that happens in a round; nothing when it is over."""
    fight = state.encounter
    if fight is None or not any(command.name in DECISIONS for command in plan):
        return None
    waiting = awaited(state)
    match fight.phase:
        case "intents" if not fight.declared:
            return None
        case "intents" if not waiting:
            return Assumption(Command(name="score_creatures"), "creatures have no situational modifiers")
        case "intents" | "declarations":
            return decides(state, waiting[0])
        case "rolls":
            return Assumption(Command(name="roll_score", by=waiting[0]), "who rolls has no situational modifier")
        case "inspired":
            return Assumption(
                Command(name="inspired_action", by=waiting[0], args={"pass": True}),
                "no free action of an Inspired Moment is taken",
            )
    return Assumption(Command(name="resolve"), what_is_not_known(state))


def decides(state: ArdorState, name: str) -> Assumption:
    """Who has not said anything does nothing."""
    being = state.entities[name]
    if being.has(INCAPACITATED):
        return Assumption(Command(name="recover", by=name), f"{being.called} tries to wake, without a surge")
    return Assumption(Command(name="declare", by=name, args={"action": "wait"}), f"{being.called} waits")


def what_is_not_known(state: ArdorState) -> str:
    """AR-GM-06: what stands in the place of what the asker may not know."""
    fight = state.encounter
    assert fight
    there = creatures(state)
    said = []
    unknown = [state.entities[name].called for name in there if name not in fight.scores]
    if unknown:
        said.append(f"the score of {', '.join(unknown)} is taken for the Challenge Score, {fight.challenge}")
    veiled = [state.entities[name].called for name in there if SHOWN in fight.declared.get(name, ())]
    if veiled:
        said.append(f"what {', '.join(veiled)} really means to do is not known, and left out")
    return "; ".join(said) or "everything that was declared happens"
