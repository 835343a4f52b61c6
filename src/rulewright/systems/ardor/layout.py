"""What stands on a printed character sheet, in which order, and the lines that only a sheet has."""

from collections.abc import Callable, Iterator

from rulewright.dice import Dice
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.rules.gear import load
from rulewright.systems.ardor.scores import in_hand, powers, slots
from rulewright.systems.ardor.sheet import ArdorState, Being, CharacterSheet
from rulewright.table.projection import Field
from rulewright.table.sheets import Part

sheet = (
    Part(
        "Vital values",
        ("health", "max_health", "ardor", "max_ardor", "surges", "max_surges", "trauma"),
        {
            "max_health": "Most Health",
            "max_ardor": "Most Ardor",
            "surges": "Healing Surges",
            "max_surges": "Most Healing Surges",
        },
    ),
    Part("Attributes", ("might", "grace", "wits", "heart")),
    Part("Person", ("calling", "goal", "comforts", "xp")),
    Part("State", ("conditions", "incapacitated", "timer", "fallen"), {"timer": "Rounds until the next Trauma"}),
    Part("Gear", ("gear", "healing_kits", "slots", "capacity"), {"slots": "Slots carried", "capacity": "Slots"}),
    Part("Abilities", ("features",), {"features": ""}),
    Part("Discovered", ("discovered",), {"discovered": ""}),
)


def attribute(name: str) -> Field:
    """An attribute by its own name."""

    def read(dice: Dice, _: ArdorState, being: Being) -> int | None:
        if not isinstance(being.sheet, CharacterSheet):
            return None
        value: int = getattr(being.sheet.attributes, name)
        return dice.note(f"{name}, as it stands on the sheet", value)

    return Field(read)


def read_slots(dice: Dice, _: ArdorState, being: Being) -> int:
    return dice.note("slots of weapons, things and Healing Kits", slots(being))


def read_capacity(dice: Dice, _: ArdorState, being: Being) -> int | None:
    """AR-GEAR-03."""
    if not isinstance(being.sheet, CharacterSheet):
        return None
    return load(dice, might=being.sheet.attributes.might, slots=slots(being)).capacity


def lines(of: Callable[[Being], Iterator[str]]) -> Field:
    """A field of a sheet that is text, made from what is kept."""

    def read(_: Dice, __: ArdorState, being: Being) -> list[str]:
        return list(of(being))

    return Field(read)


def gear(being: Being) -> Iterator[str]:
    """Everything that is carried, and what of it is in hand."""
    held = {item.id for item in in_hand(being)}
    for item in being.items.values():
        count = f" × {item.count}" if item.count > 1 else ""
        yield f"{name_of(item.item)}{count}{' (in hand)' if item.id in held else ''}"


def name_of(kind: str) -> str:
    if kind in catalogue.weapons():
        return catalogue.weapons()[kind].name
    return catalogue.goods()[kind].name if kind in catalogue.goods() else kind


def features(being: Being) -> Iterator[str]:
    """What the abilities do, in short, with the variations that are known."""
    variations = being.sheet.variations if isinstance(being.sheet, CharacterSheet) else {}
    passive = catalogue.abilities()
    known = {**{name: passive[name] for name in getattr(being.sheet, "abilities", ())}, **powers(being)}
    for name, power in known.items():
        ways = ", ".join(tables.variations()[way].id for way in variations.get(name, ()))
        yield f"{power.name}{f' ({ways})' if ways else ''}: {power.text}"


fields = {
    **{name: attribute(name) for name in ("might", "grace", "wits", "heart")},
    "slots": Field(read_slots),
    "capacity": Field(read_capacity),
    "gear": lines(gear),
    "features": lines(features),
}
"""Paths that a sheet has beside those of the specification."""
