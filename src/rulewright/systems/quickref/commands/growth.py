"""Experience and what it buys (QR-ADV, QR-MAGIC-03)."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError, pick
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.commands.core import Skill, commands, peace
from rulewright.systems.quickref.making import (
    HIGHEST_SCORE,
    TRADITIONS,
    FocusPick,
    key_of,
    options_of,
    refuse_choice,
    skill_of,
    unmet,
)
from rulewright.systems.quickref.rules import careers
from rulewright.systems.quickref.rules.careers import Career
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.rules.magic import learning_days
from rulewright.systems.quickref.scores import SILENT, capacity_of, career, casts_a_day, is_pc, modifier, skill_level
from rulewright.systems.quickref.sheet import ATTRIBUTES, CharacterSheet, QuickrefPlay
from rulewright.systems.quickref.talents import bonus
from rulewright.table.entities import EntityId

ArtId = Annotated[str, Meta(max_length=100, extra={"choose": "any_art"})]
FocusId = Annotated[str, Meta(max_length=100, extra={"choose": "focus"})]
KnownSpell = Annotated[str, Meta(max_length=100, extra={"choose": "any_spell"})]
Bought = Annotated[str, Meta(max_length=50, extra={"choose": "to_learn"})]

HIGHEST_SKILL = 4
MOST_BOOSTS = 5
BONUS_OF_A_FOCUS = 3
"""QR-ADV-07: the skill points that a skill with a focus is worth."""

MOST_EXPERIENCE = 10_000


def sheet_of(play: QuickrefPlay, by: str) -> CharacterSheet:
    """The sheet of a character; creatures do not grow."""
    sheet = play.entity(by).sheet
    if not isinstance(sheet, CharacterSheet):
        raise RuleError("not_allowed", f"{play.called(by)} has no class")
    return sheet


@commands.gm("QR-ADV-01", "QR-ADV-02")
def gain_xp(
    play: QuickrefPlay,
    *,
    amount: Annotated[int, Meta(ge=1, le=1000)],
    to: Annotated[tuple[EntityId, ...], Meta(max_length=50)] | None = None,
) -> None:
    """Give experience: three points for an adventure as they mostly are."""
    names = to or tuple(being.id for being in play.state.entities.values() if is_pc(being))
    for name in names:
        sheet_of(play, name)
    for name in names:
        play.put(name, "experience", min(MOST_EXPERIENCE, play.entity(name).counter("experience") + amount))


@commands.actor("QR-ADV-03", "QR-ADV-04", "QR-CHAR-07")
def level_up(play: QuickrefPlay, by: str) -> None:
    """Reach the next level, with new hit points and something to learn."""
    sheet, being = sheet_of(play, by), play.entity(by)
    peace(play)
    reached = careers.level_for_experience(
        SILENT, experience=being.counter("experience"), track=play.world.house_rules.experience_track
    )
    if reached.level <= sheet.level:
        raise RuleError("not_enough_experience", f"{being.called} has not the experience for the next level")
    level = sheet.level + 1
    gains = careers.level_up_gains(SILENT, class_=sheet.class_, partials=sheet.partials, level=level)
    hit_points = careers.hit_points(
        play.dice,
        class_=sheet.class_,
        partials=sheet.partials,
        level=level,
        constitution_modifier=modifier(being, "con"),
        bonus_per_level=bonus(being, "hit_die"),
        current_maximum=sheet.max_hp,
        first_die=play.world.house_rules.first_level_hit_points,
    )
    casts = casts_a_day(being)
    play.sheet(by, level=level)
    play.change(by, "casts_left", casts_a_day(play.entity(by)) - casts)
    raise_hit_points(play, by, hit_points.maximum - sheet.max_hp)
    for counter, more in (
        ("skill_points", gains.skill_points),
        ("expert_points", gains.expert_points),
        ("focus_picks", gains.focus_picks),
        ("spells_to_learn", gains.spells),
        ("arts_to_learn", gains.arts),
    ):
        play.change(by, counter, more)
    play.result(hit_points)


def raise_hit_points(play: QuickrefPlay, by: str, more: int) -> None:
    """The most, and as much of what there is."""
    if more:
        play.sheet(by, max_hp=play.entity(by).sheet.max_hp + more)
        play.change(by, "hp", more)


# ---------------------------------------------------------------- skill points


@commands.actor("QR-ADV-05", "QR-ADV-06")
def spend(play: QuickrefPlay, by: str, *, what: Literal["skill", "attribute"], name: Bought) -> None:
    """Buy a level of a skill, or a point of an attribute."""
    sheet = sheet_of(play, by)
    if what == "skill":
        buy_skill(play, by, sheet, name)
    else:
        buy_attribute(play, by, sheet, name)


def buy_skill(play: QuickrefPlay, by: str, sheet: CharacterSheet, skill: str) -> None:
    known = pick("name", skill, catalogue.skills())
    level = sheet.skills.get(skill, UNTRAINED) + 1
    if level > HIGHEST_SKILL:
        raise RuleError("skill_capped", f"{known.name} is as high as it can be")
    price = careers.skill_cost(SILENT, new_level=level)
    refuse_low_level(play, by, sheet, price)
    credit = sheet.credit.get(skill, 0)
    pay_points(play, by, max(0, price.points - credit), by_experts=not known.combat)
    play.sheet(by, skills={**sheet.skills, skill: level})
    if credit:
        play.sheet(by, credit={**sheet.credit, skill: max(0, credit - price.points)})


def buy_attribute(play: QuickrefPlay, by: str, sheet: CharacterSheet, attribute: str) -> None:
    pick("name", attribute, {name: name for name in ATTRIBUTES})
    boosts = play.entity(by).counter("boosts")
    score: int = getattr(sheet.attributes, attribute)
    if boosts >= MOST_BOOSTS or score >= HIGHEST_SCORE:
        raise RuleError("skill_capped", f"{play.called(by)} can't raise {attribute} any more")
    price = careers.attribute_boost_cost(SILENT, boost=boosts + 1)
    refuse_low_level(play, by, sheet, price)
    pay_points(play, by, price.points, by_experts=True)
    play.sheet(by, attributes=replace(sheet.attributes, **{attribute: score + 1}))
    play.change(by, "boosts", 1)


def refuse_low_level(play: QuickrefPlay, by: str, sheet: CharacterSheet, price: careers.LearningPrice) -> None:
    if sheet.level < price.minimum_character_level:
        raise RuleError("level_too_low", f"{play.called(by)} needs level {price.minimum_character_level} for that")


def pay_points(play: QuickrefPlay, by: str, points: int, *, by_experts: bool) -> None:
    """Those that only experts have go first, where they may be used."""
    being = play.entity(by)
    expert = min(points, being.counter("expert_points")) if by_experts else 0
    if points - expert > being.counter("skill_points"):
        raise RuleError("not_enough_resource", f"{being.called} has not the {points} skill points for that")
    play.change(by, "expert_points", -expert)
    play.change(by, "skill_points", expert - points)


# ---------------------------------------------------------------- foci


@commands.actor("QR-ADV-07", "QR-FOCUS-02")
def take_focus(play: QuickrefPlay, by: str, *, focus: FocusId, skill: Skill = "") -> None:
    """Gain the next level of a focus."""
    sheet, being = sheet_of(play, by), play.entity(by)
    key = key_of(FocusPick(focus=focus, skill=skill))
    known = catalogue.foci()[key.partition(":")[0]]
    refuse_choice(known, key)
    known_career = career(being)
    assert known_career
    for lacking in unmet(known, known_career, sheet.attributes) if key not in sheet.foci else ():
        raise RuleError("not_allowed", lacking)
    if not being.counter("focus_picks"):
        raise RuleError("not_enough_resource", f"{being.called} has no focus to pick")
    level = sheet.foci.get(key, 0) + 1
    if level > max(known.levels):
        raise RuleError("skill_capped", f"{known.name} has {max(known.levels)} levels")
    taught = bonus_skill(sheet, known, FocusPick(focus=focus, skill=skill), key) if level == 1 else ""
    hit_die = bonus(being, "hit_die")
    play.change(by, "focus_picks", -1)
    play.sheet(by, foci={**sheet.foci, key: level})
    if taught:
        learn(play, by, taught)
    more = bonus(play.entity(by), "hit_die") - hit_die
    raise_hit_points(play, by, more * sheet.level)


def bonus_skill(sheet: CharacterSheet, focus: catalogue.Focus, picked: FocusPick, key: str) -> str:
    """One of those that the focus teaches; any other if it has nothing left to teach."""
    options = options_of(focus)
    learned_out = options and all(sheet.skills.get(option, UNTRAINED) == HIGHEST_SKILL for option in options)
    if learned_out and picked.skill in catalogue.skills():
        return picked.skill
    skill = skill_of(focus, picked, key)
    if skill and sheet.skills.get(skill, UNTRAINED) == HIGHEST_SKILL:
        raise RuleError("skill_capped", f"{skill} is as high as it can be: name another")
    return skill


def learn(play: QuickrefPlay, by: str, skill: str) -> None:
    """Three points towards a skill, whatever the level; what is left stays with the skill."""
    sheet = sheet_of(play, by)
    points, level = sheet.credit.get(skill, 0) + BONUS_OF_A_FOCUS, sheet.skills.get(skill, UNTRAINED)
    while level < HIGHEST_SKILL and points >= (price := careers.skill_cost(SILENT, new_level=level + 1).points):
        level, points = level + 1, points - price
    play.sheet(by, skills={**sheet.skills, skill: level}, credit={**sheet.credit, skill: points})


# ---------------------------------------------------------------- magic


@commands.actor("QR-MAGIC-02", "QR-ADV-03")
def learn_spell(play: QuickrefPlay, by: str, *, spell: KnownSpell) -> None:
    """Learn a spell that the new level teaches."""
    refuse_spell(play, by, spell)
    if not play.entity(by).counter("spells_to_learn"):
        raise RuleError("not_enough_resource", f"{play.called(by)} has no spell to learn")
    play.change(by, "spells_to_learn", -1)
    play.sheet(by, spells=(*play.entity(by).sheet.spells, spell))


@commands.actor("QR-MAGIC-03", needs=(peace,))
def study_spell(play: QuickrefPlay, by: str, *, spell: KnownSpell) -> None:
    """Learn another spell from a book or a teacher, which takes its days."""
    refuse_spell(play, by, spell)
    known = catalogue.spells()[spell]
    days = learning_days(play.dice, spell_level=known.level, magic_level=skill_level(play.entity(by), "magic"))
    play.sheet(by, spells=(*play.entity(by).sheet.spells, spell))
    play.result(days)
    play.prompt(f"{play.called(by)} has learned {known.name}; that has taken {days.days} days.")


def refuse_spell(play: QuickrefPlay, by: str, spell: str) -> None:
    """One that is new, and not above what the caster can handle."""
    known = pick("spell", spell, catalogue.spells())
    sheet_of(play, by)
    capacity = capacity_of(play.entity(by))
    if capacity is None or spell in play.entity(by).sheet.spells:
        raise RuleError("not_allowed", f"{play.called(by)} can't learn {known.name}, or knows it")
    if known.level > capacity.maximum_spell_level:
        raise RuleError("level_too_low", f"{known.name} is of level {known.level}: too high as yet")


@commands.actor("QR-ADV-03", "QR-MAGIC-10")
def learn_art(play: QuickrefPlay, by: str, *, art: ArtId) -> None:
    """Learn an art that the new level teaches, of a tradition in which one is due."""
    known, sheet = pick("art", art, catalogue.arts()), sheet_of(play, by)
    if art in sheet.arts or known.tradition not in arts_due(sheet):
        raise RuleError("not_allowed", f"{play.called(by)} can't learn {known.name}, or knows it")
    if sheet.level < known.minimum_level:
        raise RuleError("level_too_low", f"{known.name} is for level {known.minimum_level} and above")
    if not play.entity(by).counter("arts_to_learn") or arts_due(sheet)[known.tradition] <= 0:
        raise RuleError("not_enough_resource", f"{play.called(by)} has no art of that tradition to learn")
    play.change(by, "arts_to_learn", -1)
    play.sheet(by, arts=(*sheet.arts, art))


def arts_due(sheet: CharacterSheet) -> dict[str, int]:
    """By tradition: how many arts the levels so far have given beyond those that are known."""
    due: dict[str, int] = {}
    for part in Career(sheet.class_, sheet.partials).parts:
        if part.id in TRADITIONS:
            given = sum(new for level, new in part.arts.items() if level <= sheet.level)
            due[TRADITIONS[part.id]] = given
    for art in sheet.arts:
        known = catalogue.arts()[art]
        if known.tradition in due and not known.free_at_first_level:
            due[known.tradition] -= 1
    return due
