"""New characters with every choice left to dice, and how they grow (GL-CHAR-05, GL-ADV-01)."""

from typing import Any

from rulewright.dice import Dice
from rulewright.rules import RuleError
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.commands.growth import CONVICTIONS_AT_START, TEMPLATE_LEVELS
from rulewright.systems.glog.rules.advancement import level_for_experience
from rulewright.systems.glog.rules.characters import take_template
from rulewright.systems.glog.scores import SILENT
from rulewright.systems.glog.sheet import STATS, CharacterSheet, GlogState
from rulewright.table.creation import Creation, chosen
from rulewright.table.game import Game
from rulewright.table.state import Command


def somebody(_: Game, state: GlogState, name: str, dice: Dice) -> Command:
    """Class, school, kit, the swap of two stats, and what is believed where that counts."""
    entry = chosen(dice, list(catalogue.classes().values()), "class")
    args: dict[str, Any] = {"id": name, "class": entry.id}
    if entry.schools:
        args["school"] = chosen(dice, entry.schools, "school")
    if entry.kit_choice:
        args["kit_choice"] = dice.chance(1, 2, "kit")
    if dice.chance(1, 2, "swap"):
        args["swap"] = two_of(dice, list(STATS), "stat")
    if state.world.house_rules.doubt:
        assert CONVICTIONS_AT_START == 2
        args["convictions"] = two_of(dice, list(catalogue.convictions()), "conviction")
    return Command(name="create_character", args=args)


def two_of(dice: Dice, options: list[str], why: str) -> list[str]:
    one = chosen(dice, options, why)
    return [one, chosen(dice, [option for option in options if option != one], why)]


def grows(_: Game, state: GlogState, name: str, dice: Dice) -> list[Command]:
    """The experience that is missing, and the level with one of the templates that may be taken."""
    being = state.entities[name]
    sheet, experience = being.sheet, being.counter("experience")
    if not isinstance(sheet, CharacterSheet):
        return []
    reached = level_for_experience(SILENT, experience=experience, house_rules=state.world.house_rules)
    if reached.level == sheet.level and reached.next_at is None:
        return []
    args: dict[str, Any] = {}
    if sheet.level < TEMPLATE_LEVELS:
        template = chosen(dice, templates_to_take(sheet), "template")
        args |= {"template": template, "learn": True, **school_to_learn(sheet, template, dice)}
    if state.world.house_rules.stat_advance:
        args["stat"] = chosen(dice, list(STATS), "stat")
    up = Command(name="level_up", by=name, args=args)
    if reached.level > sheet.level:
        return [up]
    missing = (reached.next_at or 0) - experience
    return [Command(name="gain_xp", args={"who": [name], "amount": missing}), up]


def templates_to_take(sheet: CharacterSheet) -> list[str]:
    """GL-CHAR-06: those that the rule does not refuse."""
    return [template for template in catalogue.templates() if may_take(sheet, template)]


def may_take(sheet: CharacterSheet, template: str) -> bool:
    try:
        take_template(SILENT, owned=sheet.templates, template=template)
    except RuleError:
        return False
    return True


def school_to_learn(sheet: CharacterSheet, template: str, dice: Dice) -> dict[str, str]:
    """The school of a class that one has had nothing to do with so far."""
    schools = catalogue.class_of(template).schools
    if not schools or set(schools) & set(sheet.schools):
        return {}
    return {"school": chosen(dice, schools, "school")}


creation = Creation(somebody, grows, afterwards=("swap_stats",))
