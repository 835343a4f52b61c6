"""What if: the same table down to some step, or without certain steps. The table itself is not touched."""

from collections.abc import Collection
from typing import NamedTuple

from rulewright.rules import RuleError
from rulewright.table.log import Step
from rulewright.table.sources import Source
from rulewright.table.table import Table, only_asks


class Refused(NamedTuple):
    """A step that can't happen any more, and why."""

    step: Step
    error: RuleError


class Branch(NamedTuple):
    """A table of its own, kept in memory, and the steps that are not in it."""

    table: Table
    refused: tuple[Refused, ...]


def branch(
    table: Table, *, leave_out: Collection[int] = (), back_to: int | None = None, source: Source | None = None
) -> Branch:
    """Play the steps in effect once more, down to a step, without those that are left out.

    What comes after the first change is checked again, as if it were asked for now. Its dice fall as they fell, as long
    as the same dice are asked for; then chance decides.
    """
    steps = [step for step in table.history.steps() if back_to is None or step.number <= back_to]
    unknown = set(leave_out) - {step.number for step in steps}
    if unknown or (back_to is not None and (not steps or steps[-1].number != back_to)):
        missing = min(unknown, default=back_to)
        raise RuleError("bad_args", f"step {missing} is not in effect")
    copy = Table(table.game, source=source, start=table.history.start)
    refused = []
    changed = False
    for step in steps:
        if step.number in leave_out:
            changed = True
        elif not changed:
            copy.take_over(step)
        elif not only_asks(step):
            try:
                copy.do_again(step)
            except RuleError as error:
                refused.append(Refused(step, error))
    return Branch(copy, tuple(refused))
