"""New characters with every choice left to dice, and how they grow (AR-CHAR-04, AR-ADV-02)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.commands.growth import COMFORTS, ITEMS, OWN_ABILITIES, WEAPONS
from rulewright.systems.ardor.rules.advancement import can_learn, xp_cost
from rulewright.systems.ardor.rules.characters import (
    LEAST_AT_CREATION,
    MOST_AT_CREATION,
    TOTAL_AT_CREATION,
    roll_calling,
)
from rulewright.systems.ardor.scores import SILENT
from rulewright.systems.ardor.sheet import ArdorState, CharacterSheet
from rulewright.table.creation import Creation, chosen
from rulewright.table.game import Game
from rulewright.table.state import Command

ATTRIBUTES = ("might", "grace", "wits", "heart")
MOST_OF_A_KIND = 5
"""Advances of Ardor and of surges have no top; somebody who grows by dice stops here."""


def spreads() -> list[dict[str, int]]:
    """AR-CHAR-02: every way to have attributes at the beginning."""
    values = range(LEAST_AT_CREATION, MOST_AT_CREATION + 1)
    return [
        dict(zip(ATTRIBUTES, spread, strict=True))
        for spread in product(values, repeat=len(ATTRIBUTES))
        if sum(spread) == TOTAL_AT_CREATION
    ]


def somebody(_: Game, __: ArdorState, name: str, dice: Dice) -> Command:
    """Calling, attributes, three sparks, two weapons, a thing, comforts and a goal."""
    calling = roll_calling(dice).calling
    sparks = [power for power in catalogue.abilities().values() if power.tier == "spark"]
    own = [power.id for power in sparks if power.calling == calling]
    abilities = several(dice, own, OWN_ABILITIES, "spark")
    rest = [power.id for power in sparks if power.calling in (calling, tables.COMMON) and power.id not in abilities]
    args: dict[str, Any] = {
        "id": name,
        "calling": calling,
        "attributes": chosen(dice, spreads(), "attributes"),
        "abilities": [*abilities, chosen(dice, rest, "spark")],
        "weapons": several(dice, [weapon for weapon in catalogue.weapons() if weapon != "unarmed"], WEAPONS, "weapon"),
        "items": several(dice, list(catalogue.goods()), ITEMS, "thing"),
        "comforts": several(dice, list(tables.place_tags()), COMFORTS, "comfort"),
        "goal": chosen(dice, list(catalogue.goals()), "goal"),
    }
    return Command(name="create_character", args=args)


def several(dice: Dice, options: list[str], count: int, why: str) -> list[str]:
    """So many different ones."""
    found: list[str] = []
    for _ in range(count):
        found.append(chosen(dice, [option for option in options if option not in found], why))
    return found


def grows(_: Game, state: ArdorState, name: str, dice: Dice) -> list[Command]:
    """An Extended Rest, the XP that are missing, and one of the advances that can be had."""
    being = state.entities[name]
    if not isinstance(being.sheet, CharacterSheet):
        return []
    options = list(advances(being.sheet))
    if not options:
        return []
    command, args, cost = chosen(dice, options, "advance")
    rest = Command(name="rest", args={"kind": "extended", "members": [name], "override": True})
    missing = cost - being.counter("xp")
    earned = [Command(name="gain_xp", args={"entity": name, "amount": missing})] if missing > 0 else []
    return [rest, *earned, Command(name=command, by=name, args=args)]


def advances(sheet: CharacterSheet) -> Iterator[tuple[str, dict[str, Any], int]]:
    """AR-ADV-02: everything that could be learned or raised, with its price."""
    for ability in catalogue.abilities().values():
        if sheet.calling is None or ability.calling not in (sheet.calling, tables.COMMON):
            continue
        learning = can_learn(
            SILENT, ability=ability.id, calling=sheet.calling, known=sheet.abilities, xp=99, when="extended_rest"
        )
        if learning.allowed:
            yield "learn", {"ability": ability.id}, learning.xp
    for attribute in ATTRIBUTES:
        value = getattr(sheet.attributes, attribute)
        if (cost := price("attribute", value=value)) is not None:
            yield "level_up", {"kind": "attribute", "attribute": attribute}, cost
    for kind in ("health", "ardor", "surge"):
        taken = getattr(sheet, f"{kind}_advances")
        if (kind == "health" or taken < MOST_OF_A_KIND) and (cost := price(kind, taken=taken)) is not None:
            yield "level_up", {"kind": kind}, cost


def price(kind: str, **so_far: int) -> int | None:
    """What an advance costs, if there is one left."""
    try:
        return xp_cost(SILENT, kind=kind, **so_far).xp  # type: ignore[arg-type]
    except RuleError:
        return None


creation = Creation(somebody, grows)
