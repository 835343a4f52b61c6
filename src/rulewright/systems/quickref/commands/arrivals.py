"""Who comes: groups of the book, and characters that are ready to play (QR-GM-01, QR-GM-04)."""

from typing import Annotated, Any

from msgspec import Meta

from rulewright.rules import BadArguments, pick
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.book import Id
from rulewright.systems.quickref.commands.core import commands
from rulewright.systems.quickref.entities import MOST_ENTITIES, refuse_crowd
from rulewright.systems.quickref.rules.creatures import creature_hit_points
from rulewright.systems.quickref.sheet import QuickrefPlay
from rulewright.systems.quickref.tables import dice_text
from rulewright.table.common import bring_in

EncounterId = Annotated[str, Meta(max_length=100, extra={"choose": "encounter"})]
ReadyMade = Annotated[str, Meta(max_length=100, extra={"choose": "ready_made"})]


@commands.gm("QR-GM-01", "QR-GM-04")
def meet(play: QuickrefPlay, *, encounter: EncounterId, side: Id = "foes") -> None:
    """Bring in a group of the book, as many as the dice say."""
    entry = pick("encounter", encounter, catalogue.encounters())
    refuse_crowd(play, "somebody_new", side)
    most = sum(most_of(group.number) for group in entry.groups)
    if len(play.state.entities) + most > MOST_ENTITIES:
        raise BadArguments(f"encounter: {most} more are too many for a table of {MOST_ENTITIES}")
    for group in entry.groups:
        for _ in range(rolled(play, group.number)):
            bring_creature(play, group.creature, side)
    play.prompt(f"{entry.name}: {entry.place}. What they want: {entry.wants}. Morale: {entry.morale_note}.")


def rolled(play: QuickrefPlay, number: str) -> int:
    """A number of creatures, by dice if they say so."""
    return int(number) if number.isdigit() else dice_text(number).roll(play.dice, "number")


def most_of(number: str) -> int:
    return int(number) if number.isdigit() else dice_text(number).highest


def bring_creature(play: QuickrefPlay, kind: str, side: str) -> None:
    """One of a kind, with hit points of its own."""
    hp = creature_hit_points(
        play.dice,
        hit_dice=catalogue.creatures()[kind].hit_dice,
        method=play.world.house_rules.creature_hit_points,
    ).hit_points
    bring_in(play, {"id": free_id(play, kind), "creature": kind, "side": side, "hp": hp})


def free_id(play: QuickrefPlay, kind: str) -> str:
    """The first id of this kind that nobody has."""
    taken = {*play.state.entities, *(being.side for being in play.state.entities.values())}
    number = 1
    while f"{kind}_{number}" in taken:
        number += 1
    return f"{kind}_{number}"


@commands.gm("QR-CHAR-09")
def bring_ready_made(play: QuickrefPlay, *, character: ReadyMade, side: Id = "party") -> None:
    """Bring in a character who is ready to play."""
    ready = pick("character", character, catalogue.pregens())
    described: dict[str, Any] = {
        "id": ready.id,
        "kind": "character",
        "side": side,
        "name": ready.name.partition(",")[0],
        "hp": ready.max_hp,
        "max_hp": ready.max_hp,
        "copper": ready.copper,
        "sheet": dict(ready.sheet),
    }
    bring_in(play, described)
