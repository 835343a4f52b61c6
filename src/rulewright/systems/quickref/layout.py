"""What stands on a printed character sheet, in which order, and the lines that only a sheet has."""

from collections.abc import Callable, Iterator

from rulewright.content.effects import Note
from rulewright.dice import Dice
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.rules.characters import languages
from rulewright.systems.quickref.scores import (
    SILENT,
    attack_bonus,
    better_of,
    burden,
    effort_maximum,
    modifier,
    skill_level,
)
from rulewright.systems.quickref.sheet import Being, CharacterSheet, QuickrefState
from rulewright.table.projection import Audience, Field
from rulewright.table.sheets import Part

SAVES = ("save.physical", "save.evasion", "save.mental", "save.luck")

sheet = (
    Part(
        "Vital values",
        ("hp", "max_hp", "armor_class", *SAVES, "move", "system_strain"),
        {
            "hp": "Hit points",
            "max_hp": "Most hit points",
            "save.physical": "Physical save",
            "save.evasion": "Evasion save",
            "save.mental": "Mental save",
            "save.luck": "Luck save",
            "move": "Move (feet)",
        },
    ),
    Part("Attributes", ("attributes",), {"attributes": ""}),
    Part(
        "Person",
        (
            *("level", "experience", "class", "partials", "background", "languages"),
            *("skill_points", "expert_points", "focus_picks"),
        ),
    ),
    Part("State", ("status", "frail", "prone", "conditions", "rounds_down", "bed_rest_days")),
    Part("Skills", ("skills",), {"skills": ""}),
    Part("Attacks", ("attacks_at_hand",), {"attacks_at_hand": ""}),
    Part("Gear", ("armor", "shield", "readied", "stowed", "items", "copper", "load")),
    Part(
        "Magic",
        ("casts_left", "effort", "spells", "prepared", "arts"),
        {"casts_left": "Spells left today"},
    ),
    Part("Foci", ("talents",), {"talents": ""}),
)


def lines(of: Callable[[Being], Iterator[str]]) -> Field:
    """A field of a sheet that is text, made from what is kept."""

    def read(_: Dice, __: QuickrefState, being: Being) -> list[str]:
        return list(of(being))

    return Field(read, None, Audience.OWNER)


def attacks_at_hand(being: Being) -> Iterator[str]:
    """QR-COMBAT-02: what each weapon at hand adds to the die, and what it does."""
    sheet = being.sheet
    known = catalogue.weapons()
    for thing in dict.fromkeys((*sheet.readied, "unarmed")):
        if thing in known and isinstance(sheet, CharacterSheet):
            weapon = known[thing]
            attribute = modifier(being, better_of(being, weapon.attributes))
            skill = skill_level(being, weapon.skill)
            shock = f", Shock {weapon.shock}/{weapon.shock_armor_class}" if weapon.shock is not None else ""
            yield (
                f"{weapon.name}: attack bonus {attack_bonus(being):+d}, {weapon.skill} {skill:+d}, "
                f"attribute {attribute:+d}; {weapon.damage}{shock}"
            )


def load(being: Being) -> Iterator[str]:
    """QR-EQUIP-05."""
    if carried := burden(being):
        limits = f"{carried.readied_limit} at hand and {carried.stowed_limit} stowed are easy"
        yield f"{carried.load.replace('_', ' ')} ({limits})"


def tongues(being: Being) -> Iterator[str]:
    """QR-CHAR-08: two that everybody has, and what study and acquaintance add."""
    know, connect = skill_level(being, "know"), skill_level(being, "connect")
    more = languages(SILENT, know_level=know, connect_level=connect).extra_languages
    yield "the common tongue"
    yield "a native tongue"
    if more:
        yield f"{more} more"


def effort(being: Being) -> Iterator[str]:
    for pool, points in effort_maximum(being).items():
        yield f"{pool}: {points}"


def foci(being: Being) -> Iterator[str]:
    """What the class and the foci give, with the words for the GM."""
    for ability in talents.abilities_of(being):
        entry = catalogue.abilities()[ability]
        yield f"{entry.name}: {entry.text}"
    for key, level in talents.marks_of(being).foci:
        notes = [note.text for talent, note in talents.talents(being, Note) if talent.source == key]
        choice = key.partition(":")[2]
        name = f"{talents.focus_of(key).name}{f' ({choice})' if choice else ''} {level}"
        yield f"{name}: {' '.join(notes)}" if notes else name


fields = {
    "load": lines(load),
    "languages": lines(tongues),
    "attacks_at_hand": lines(attacks_at_hand),
    "effort": lines(effort),
    "talents": lines(foci),
}
"""Paths that a sheet has beside those of the specification."""
