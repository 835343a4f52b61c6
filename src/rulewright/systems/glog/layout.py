"""What stands on a printed character sheet, in which order, and the lines that only a sheet has."""

from collections.abc import Callable, Iterator

from rulewright.dice import Dice
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.scores import grants
from rulewright.systems.glog.sheet import Being, CharacterSheet, Gear, GlogState
from rulewright.table.projection import Audience, Field
from rulewright.table.sheets import Part

sheet = (
    Part(
        "Vital values",
        ("hp", "max_hp", "defense", "save", "attack", "initiative", "movement", "stealth"),
        {"hp": "Hit points", "max_hp": "Most hit points"},
    ),
    Part(
        "Stats",
        ("str", "dex", "tal", "wil", "cha"),
        {"str": "Strength", "dex": "Dexterity", "tal": "Talent", "wil": "Willpower", "cha": "Charisma"},
    ),
    Part("Person", ("level", "experience", "templates", "schools", "quarry", "abilities", "convictions")),
    Part(
        "State",
        ("conditions", "wounds", "dying_rounds", "ward", "images", "trauma", "affliction"),
        {"dying_rounds": "Rounds to live"},
    ),
    Part("Gear", ("carried_slots", "encumbrance", "gear", "purse"), {"carried_slots": "Slots carried"}),
    Part(
        "Magic",
        ("magic_dice", "magic_dice_max", "brain_slots", "return_up_to", "brain", "away", "dooms", "freed", "cantrips"),
        {
            "magic_dice_max": "Most Magic Dice",
            "magic_dice": "Magic Dice",
            "return_up_to": "Dice return up to",
            "brain": "In the brain",
            "away": "Away until sunrise",
            "freed": "Free of the Dooms of",
        },
    ),
    Part("Features", ("features",), {"features": ""}),
)


def lines(of: Callable[[Being], Iterator[str]], audience: Audience = Audience.EVERYBODY) -> Field:
    """A field of a sheet that is text, made from what is kept."""

    def read(_: Dice, __: GlogState, being: Being) -> list[str]:
        return list(of(being))

    return Field(read, None, audience)


def gear(being: Being) -> Iterator[str]:
    """Everything that is owned; GL-BREAK-04 has tally marks for breaks."""
    for item in being.items.values():
        where = in_use(being, item)
        count = f" × {item.count}" if item.count > 1 else ""
        breaks = f" {'|' * item.breaks}" if item.breaks else ""
        more = ", ".join(part for part in (*special(item), where) if part)
        yield f"{catalogue.goods()[item.item].name}{count}{breaks}{f' ({more})' if more else ''}"


def in_use(being: Being, item: Gear) -> str:
    """Where something is, if not in the bag."""
    if item.dropped:
        return "on the ground"
    if item.id == being.sheet.worn:
        return "worn"
    return "in hand" if item.id in being.sheet.hands else ""


def special(item: Gear) -> Iterator[str]:
    """What makes it other than its like."""
    yield item.quality if item.quality != "standard" else ""
    yield "restricted" if catalogue.goods()[item.item].restricted else ""
    yield item.material if item.material != "ordinary" else ""
    yield "" if item.loaded else "not loaded"
    yield f"{item.banked} Magic Dice" if item.banked else ""
    yield ", ".join(catalogue.name_of_spell(spell) for spell in item.spells)


def purse(being: Being) -> Iterator[str]:
    for coin in ("pp", "gp", "ep", "sp", "cp"):
        if count := being.counter(coin):
            yield f"{count} {coin}"


def wounds(being: Being) -> Iterator[str]:
    for borne in being.sheet.injuries:
        name, where = catalogue.injuries()[borne.injury].name, borne.location.replace("_", " ")
        yield f"{name} ({where}, {borne.days} {'day' if borne.days == 1 else 'days'})"


def features(being: Being) -> Iterator[str]:
    """What the templates give."""
    if isinstance(being.sheet, CharacterSheet):
        for name in being.sheet.templates:
            template = catalogue.templates()[name]
            yield f"{template.name}: {template.text}"


def cantrips(being: Being) -> Iterator[str]:
    """GL-MAGIC-13: the minor spells of one's schools, for whoever has learned them."""
    if isinstance(being.sheet, CharacterSheet) and grants(being, "cantrips"):
        for school in being.sheet.schools:
            yield from (entry.name for entry in catalogue.schools()[school].cantrips)


fields = {
    "gear": lines(gear),
    "purse": lines(purse),
    "wounds": lines(wounds),
    "features": lines(features),
    "cantrips": lines(cantrips),
}
"""Paths that a sheet has beside those of the specification."""
