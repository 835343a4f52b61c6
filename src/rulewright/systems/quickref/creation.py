"""New characters with every choice left to dice, and how they grow (QR-CHAR-09, QR-ADV)."""

from collections.abc import Sequence
from typing import Any

from rulewright.dice import Dice
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.catalogue import Focus
from rulewright.systems.quickref.commands.growth import HIGHEST_SKILL, arts_due
from rulewright.systems.quickref.making import TRADITIONS, options_of, skills_for, unmet
from rulewright.systems.quickref.rules.careers import FIRST, Career, level_for_experience, level_up_gains, skill_cost
from rulewright.systems.quickref.rules.characters import ARRAY
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.scores import SILENT
from rulewright.systems.quickref.sheet import ATTRIBUTES, Being, CharacterSheet, QuickrefState
from rulewright.systems.quickref.tables import Background, backgrounds, casting, classes
from rulewright.table.creation import Creation, chosen
from rulewright.table.game import Game
from rulewright.table.state import Command

PARTIALS = ("partial_warrior", "partial_expert", "partial_mage", "healer")
LEARNING_ROLLS = 3


def somebody(_: Game, __: QuickrefState, name: str, dice: Dice) -> Command:
    """Scores, a life before, a class, and everything that one picks with it."""
    class_ = chosen(dice, [entry for entry in classes() if entry not in PARTIALS], "class")
    partials = several(dice, PARTIALS, classes()[class_].partials, "partial class")
    career = Career(class_, tuple(partials))  # type: ignore[arg-type]
    life = chosen(dice, list(backgrounds().values()), "background")
    args: dict[str, Any] = {
        "id": name,
        "class": class_,
        "partials": partials,
        "background": life.id,
        **way_of_scores(dice),
        **way_of_learning(dice, life),
        "choices": several(dice, skills_for("any_combat"), 2, "combat skill"),
        "foci": foci_for(dice, career),
        "free_skill": chosen(dice, list(catalogue.skills()), "free skill"),
        "substitutes": several(dice, list(catalogue.skills()), 20, "substitute"),
        "spells": several(dice, spells_up_to(1), career.spells.known if career.spells else 0, "spell"),
        "arts": arts_for(dice, career),
    }
    if dice.chance(3, 4, "package"):
        args["package"] = chosen(dice, list(catalogue.packages()), "package")
    return Command(name="create_character", args=args)


def several(dice: Dice, options: Sequence[str], number: int, why: str) -> list[str]:
    """So many different ones, or all."""
    left, found = list(options), list[str]()
    while left and len(found) < number:
        found.append(chosen(dice, left, why))
        left.remove(found[-1])
    return found


def way_of_scores(dice: Dice) -> dict[str, Any]:
    """Rolled with one score set, or the array in some order."""
    if dice.chance(1, 2, "array"):
        order = several(dice, ATTRIBUTES, len(ATTRIBUTES), "attribute")
        return {"method": "array", "scores": dict(zip(order, ARRAY, strict=True))}
    return {"fourteen": chosen(dice, ATTRIBUTES, "fourteen")}


def way_of_learning(dice: Dice, life: Background) -> dict[str, Any]:
    """Two skills of the background, or three rolls."""
    if dice.chance(1, 2, "rolls"):
        return {"rolls": [chosen(dice, ("growth", "learning"), "table") for _ in range(LEARNING_ROLLS)]}
    taught = [skill for gain in life.learning for skill in skills_for(gain)]
    return {"background_skills": [chosen(dice, taught, "skill") for _ in range(2)]}


def foci_for(dice: Dice, career: Career) -> list[dict[str, str]]:
    """A focus for each pick of the first level, each another one."""
    taken, picks = set[str](), list[dict[str, str]]()
    for kind in career.focus_picks(FIRST):
        fitting = [
            focus
            for focus in catalogue.foci().values()
            if focus.id not in taken and (kind in ("any", focus.kind) or focus.kind == "either")
            if not list(unmet(focus, career, None))
        ]
        focus = chosen(dice, fitting, "focus")
        taken.add(focus.id)
        picks.append(with_choice(dice, focus))
    return picks


def with_choice(dice: Dice, focus: Focus) -> dict[str, str]:
    """A focus, and the skill or attribute that is picked with it."""
    options = options_of(focus) or (list(ATTRIBUTES) if focus.repeatable else [])
    return {"focus": focus.id, **({"skill": chosen(dice, options, "skill of the focus")} if options else {})}


def spells_up_to(level: int) -> list[str]:
    return [spell.id for spell in catalogue.spells().values() if spell.level <= level]


def arts_for(dice: Dice, career: Career) -> list[str]:
    """The arts of the first level, of each tradition."""
    found: list[str] = []
    for part in career.parts:
        if part.id in TRADITIONS:
            of_tradition = arts_of(TRADITIONS[part.id], FIRST)
            found += several(dice, of_tradition, part.arts.get(FIRST, 0), "art")
    return found


def arts_of(tradition: str, level: int) -> list[str]:
    """The arts that somebody of a level can learn, beside those that come by themselves."""
    return [
        art.id
        for art in catalogue.arts().values()
        if art.tradition == tradition and art.minimum_level <= level and not art.free_at_first_level
    ]


# ---------------------------------------------------------------- levels


def grows(_: Game, state: QuickrefState, name: str, dice: Dice) -> list[Command]:
    """The experience that is missing, the level, and the focus, spells and arts that come with it."""
    being = state.entities[name]
    sheet, experience = being.sheet, being.counter("experience")
    if not isinstance(sheet, CharacterSheet):
        return []
    reached = level_for_experience(SILENT, experience=experience, track=state.world.house_rules.experience_track)
    if reached.level == sheet.level and reached.next_at is None:
        return []
    up = Command(name="level_up", by=name)
    bought = [*skills_bought(dice, being), *learned(dice, name, sheet)]
    if reached.level > sheet.level:
        return [up, *bought]
    missing = (reached.next_at or 0) - experience
    return [Command(name="gain_xp", args={"to": [name], "amount": missing}), up, *bought]


def skills_bought(dice: Dice, being: Being) -> list[Command]:
    """What the points of the next level are spent on, as long as they are enough for something."""
    sheet = being.sheet
    assert isinstance(sheet, CharacterSheet)
    gains = level_up_gains(SILENT, class_=sheet.class_, partials=sheet.partials, level=sheet.level + 1)
    points = being.counter("skill_points") + gains.skill_points
    expert = being.counter("expert_points") + gains.expert_points
    levels, found = dict(sheet.skills), list[Command]()
    while fitting := affordable(levels, sheet.level + 1, points, expert):
        skill = chosen(dice, list(fitting), "skill to learn")
        by_experts = 0 if catalogue.skills()[skill].combat else min(expert, fitting[skill])
        expert, points = expert - by_experts, points - (fitting[skill] - by_experts)
        levels[skill] = levels.get(skill, UNTRAINED) + 1
        found.append(Command(name="spend", by=being.id, args={"what": "skill", "name": skill}))
    return found


def affordable(levels: dict[str, int], level: int, points: int, expert: int) -> dict[str, int]:
    """The skills that somebody could learn next, with their price."""
    prices = {}
    for skill in catalogue.skills().values():
        new = levels.get(skill.id, UNTRAINED) + 1
        if new <= HIGHEST_SKILL:
            price = skill_cost(SILENT, new_level=new)
            purse = points if skill.combat else points + expert
            if price.minimum_character_level <= level and price.points <= purse:
                prices[skill.id] = price.points
    return prices


def learned(dice: Dice, name: str, sheet: CharacterSheet) -> list[Command]:
    """What the next level teaches, one thing after the other."""
    level = sheet.level + 1
    career = Career(sheet.class_, sheet.partials)
    gains = level_up_gains(SILENT, class_=sheet.class_, partials=sheet.partials, level=level)
    found = []
    if gains.focus_picks:
        fitting = [
            focus
            for focus in catalogue.foci().values()
            if focus.id not in sheet.foci and not focus.repeatable
            if not list(unmet(focus, career, sheet.attributes))
        ]
        found.append(Command(name="take_focus", by=name, args=with_choice(dice, chosen(dice, fitting, "focus"))))
    if gains.spells and career.spells:
        highest = casting()[career.spells.casting][level].maximum_spell_level
        new = [spell for spell in spells_up_to(highest) if spell not in sheet.spells]
        found += [
            Command(name="learn_spell", by=name, args={"spell": spell})
            for spell in several(dice, new, gains.spells, "spell")
        ]
    return [*found, *arts_learned(dice, name, sheet, level)]


def arts_learned(dice: Dice, name: str, sheet: CharacterSheet, level: int) -> list[Command]:
    """In each tradition those that are due."""
    found = []
    grown = CharacterSheet(class_=sheet.class_, partials=sheet.partials, level=level, arts=sheet.arts)
    for tradition, number in arts_due(grown).items():
        new = [art for art in arts_of(tradition, level) if art not in sheet.arts]
        found += [Command(name="learn_art", by=name, args={"art": art}) for art in several(dice, new, number, "art")]
    return found


creation = Creation(somebody, grows)
