"""What waits between its dice and their effect, for Instants to come before it (QR-STATE-05).

The fight keeps it, so that everybody can see what there is to interfere with; a question lets play stand still.
"""

from collections.abc import Mapping
from typing import Any

from rulewright.rules import RuleError
from rulewright.systems.quickref.sheet import QuickrefPlay, QuickrefState
from rulewright.table.play import plain
from rulewright.table.state import Command, Question

ANSWERS = ("resolve", "total_defense", "veterans_luck", "use_gift")


def question_about(state: QuickrefState) -> Question | None:
    """The question for which play stands still, if it is about an attack or a spell."""
    question = state.blocked_by
    return question if question and "resolve" in question.answers else None


def waiting(state: QuickrefState) -> Mapping[str, Any] | None:
    """The attack or spell that waits, if there is one."""
    return state.encounter.pending if state.encounter and question_about(state) else None


def what_waits(play: QuickrefPlay) -> Mapping[str, Any]:
    """The attack or spell that waits, which there must be."""
    found = waiting(play.state)
    if found is None:
        raise RuleError("no_pending", "nothing waits for its effect")
    return found


def let_wait(play: QuickrefPlay, to: str, text: str, data: Mapping[str, Any]) -> None:
    """Dice have fallen, and whoever has an Instant may use it before anything comes of them."""
    play.change_encounter(pending=plain(data))
    play.ask(to, text, ANSWERS, default=Command(name="resolve"), refusal="pending_attack")


def change_what_waits(play: QuickrefPlay, **changes: Any) -> None:
    """The same still waits, and is another."""
    play.change_encounter(pending=plain({**what_waits(play), **changes}))


def settle(play: QuickrefPlay) -> None:
    """It waits no longer."""
    question = question_about(play.state)
    assert question
    play.answered(question)
    play.change_encounter(pending=None)
