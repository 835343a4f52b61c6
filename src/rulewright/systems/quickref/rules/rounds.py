"""Who acts first, side by side or one by one."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import different
from rulewright.systems.quickref.book import AttributeModifier, Id, book

InitiativeBonus = Annotated[int, Meta(ge=0, le=5)]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side in a fight, with the best Dexterity modifier on it."""

    id: Id
    dexterity_modifier: AttributeModifier = 0
    is_pc: bool = False
    bonus: InitiativeBonus = 0


class Combatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who rolls initiative alone."""

    id: Id
    dexterity_modifier: AttributeModifier = 0
    is_pc: bool = False
    bonus: InitiativeBonus = 0
    roll_twice: bool = False
    always_first: bool = False


class TurnOrder(msgspec.Struct, frozen=True):
    """Who acts when."""

    order: tuple[str, ...]


def rank(total: int, who: Side | Combatant) -> tuple[int, bool, int]:
    """The higher total is first; of equals those of the players, then the quicker, then as listed."""
    return -total, not who.is_pc, -who.dexterity_modifier


@book.rule("QR-ROUND-02")
def side_initiative(dice: Dice, *, sides: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=6)]) -> TurnOrder:
    """Each side rolls a d8 and adds its best Dexterity modifier; ties go to the players."""
    different("sides", (side.id for side in sides))
    totals = {side.id: dice.d(8, side.id) + side.dexterity_modifier + side.bonus for side in sides}
    dice.note("totals", totals)
    return TurnOrder(tuple(side.id for side in sorted(sides, key=lambda side: rank(totals[side.id], side))))


@book.rule("QR-ROUND-03", "QR-ROUND-06")
def individual_initiative(
    dice: Dice, *, combatants: Annotated[tuple[Combatant, ...], Meta(min_length=2, max_length=20)]
) -> TurnOrder:
    """Each rolls a d8 and adds Dexterity; some roll twice, and some come before all others."""
    different("combatants", (combatant.id for combatant in combatants))
    totals = {
        who.id: dice.keep(1 + who.roll_twice, 8, highest=1, why=who.id) + who.dexterity_modifier + who.bonus
        for who in combatants
    }
    dice.note("totals", totals)
    ordered = sorted(combatants, key=lambda who: (not who.always_first, rank(totals[who.id], who)))
    return TurnOrder(tuple(who.id for who in ordered))
