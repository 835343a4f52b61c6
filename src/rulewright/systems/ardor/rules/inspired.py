"""The Inspired Moment: what the GM may let a character discover."""

from typing import Literal

import msgspec

from rulewright.dice import Dice
from rulewright.rules import BadArguments
from rulewright.systems.ardor.book import Count, book
from rulewright.systems.ardor.tables import discoveries, variations

DiscoveryKind = Literal["variation", "own", "any"]

IN_TURN: tuple[DiscoveryKind, ...] = ("variation", "own", "any")
"""What is discovered instead where there is nothing of a kind; after the last comes the first."""


class Discovery(msgspec.Struct, frozen=True):
    """A way in which a known ability changes, or the place of a new one in the list of those that can be found."""

    kind: DiscoveryKind
    variation: str | None
    index: int | None


@book.rule("AR-INSP-04", "AR-GEN-03")
def discovery(dice: Dice, *, known: Count, own: Count, any: Count) -> Discovery:
    """A d6 for what is discovered; then which variation, or which of the abilities that are not yet known."""
    candidates = {"variation": known, "own": own, "any": any}
    if not (known or own or any):
        raise BadArguments("known, own, any: at least one of them must leave something to discover")
    face = dice.d(6, "discovery")
    wanted = IN_TURN.index(next(row.kind for row in discoveries() if face in row.faces))
    kind = next(kind for kind in (*IN_TURN[wanted:], *IN_TURN) if candidates[kind])
    if kind == "variation":
        rolled = dice.d(6, "variation")
        return Discovery(kind, next(row.id for row in variations().values() if row.roll == rolled), None)
    return Discovery(kind, None, dice.d(candidates[kind], "ability") if candidates[kind] > 1 else 1)
