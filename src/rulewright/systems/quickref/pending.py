"""What waits between its dice and their effect, for Instants to come before it (QR-STATE-05)."""

from typing import Any

from rulewright.rules import RuleError
from rulewright.systems.quickref.sheet import QuickrefPlay, QuickrefState
from rulewright.table.state import Command, Question

ANSWERS = ("resolve", "total_defense", "veterans_luck", "use_gift")


def waiting(state: QuickrefState) -> Question | None:
    """The question for which play stands still, if it is about an attack or a spell."""
    question = state.blocked_by
    return question if question and "resolve" in question.answers else None


def what_waits(play: QuickrefPlay) -> dict[str, Any]:
    """The attack or spell that waits, which there must be."""
    question = waiting(play.state)
    if question is None:
        raise RuleError("no_pending", "nothing waits for its effect")
    found: dict[str, Any] = question.data
    return found


def let_wait(play: QuickrefPlay, to: str, text: str, data: dict[str, Any]) -> None:
    """Dice have fallen, and whoever has an Instant may use it before anything comes of them."""
    play.ask(
        to,
        text,
        ANSWERS,
        data=data,
        default=Command(name="resolve"),
        refusal="pending_attack",
    )


def change_what_waits(play: QuickrefPlay, **changes: Any) -> None:
    """The same still waits, and is another."""
    question = waiting(play.state)
    assert question
    play.answered(question)
    let_wait(play, question.to, question.text, {**question.data, **changes})


def settle(play: QuickrefPlay) -> None:
    """It waits no longer."""
    question = waiting(play.state)
    assert question
    play.answered(question)
