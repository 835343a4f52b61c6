"""New characters, from the first die to the last coin (QR-CHAR)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from rulewright.rules import BadArguments, RuleError, different, pick
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.book import ClassId, Id, Partials
from rulewright.systems.quickref.commands.core import commands
from rulewright.systems.quickref.entities import refuse_crowd
from rulewright.systems.quickref.making import (
    TRADITIONS,
    FocusPick,
    Making,
    as_pick,
    key_of,
    refuse_background_skills,
    refuse_choice,
    refuse_focus_kind,
    skill_of,
    unmet,
)
from rulewright.systems.quickref.rules.careers import FIRST, Career, class_line, hit_points
from rulewright.systems.quickref.rules.characters import ARRAY, background_roll, roll_attribute
from rulewright.systems.quickref.rules.equipment import coins, starting_silver
from rulewright.systems.quickref.scores import SILENT, modifier
from rulewright.systems.quickref.sheet import ATTRIBUTES, Attribute, CharacterSheet, QuickrefPlay
from rulewright.systems.quickref.tables import Background, backgrounds
from rulewright.systems.quickref.talents import bonus, focus_of
from rulewright.table.common import bring_in
from rulewright.table.entities import Entity

FOURTEEN = 14
ROLLS = 3

ASKED = Meta(extra={"ask": True})
"""What may be left out, and is asked for all the same."""

Word = Annotated[str, Meta(max_length=100)]
Score = Annotated[int, Meta(ge=3, le=18)]
BackgroundId = Annotated[str, Meta(max_length=100, extra={"choose": "background"})]
PackageId = Annotated[str, Meta(max_length=100, extra={"choose": "package"})]
Table = Literal["growth", "learning"]


@commands.gm(
    *("QR-CHAR-01", "QR-CHAR-03", "QR-CHAR-04", "QR-CHAR-05", "QR-CHAR-06", "QR-CHAR-07", "QR-CHAR-09", "QR-CHAR-10"),
    *("QR-EQUIP-02", "QR-EQUIP-07"),
)
def create_character(
    play: QuickrefPlay,
    *,
    id: Id,
    side: Id = "party",
    name: Word = "",
    method: Literal["roll", "array"] = "roll",
    fourteen: Annotated[Attribute | None, ASKED] = None,
    scores: dict[Attribute, Score] | None = None,
    background: BackgroundId,
    background_skills: Annotated[tuple[Word, ...], Meta(max_length=2), ASKED] = (),
    rolls: Annotated[tuple[Table, ...], Meta(max_length=ROLLS), ASKED] = (),
    choices: Annotated[tuple[str | dict[Attribute, int], ...], Meta(max_length=40), ASKED] = (),
    class_: ClassId,
    partials: Annotated[Partials, ASKED] = (),
    foci: Annotated[tuple[FocusPick | Word, ...], Meta(max_length=3)],
    free_skill: Word,
    substitutes: Annotated[tuple[Word, ...], Meta(max_length=20), ASKED] = (),
    spells: Annotated[tuple[Word, ...], Meta(max_length=40), ASKED] = (),
    arts: Annotated[tuple[Word, ...], Meta(max_length=40), ASKED] = (),
    package: Annotated[PackageId, ASKED] = "",
) -> None:
    """Make a character of the first level."""
    refuse_newcomer(play, id, side)
    refuse_scores(method, scores, fourteen)
    refuse_ways(background_skills, rolls)
    career = Career(class_, partials)
    kinds = class_line(SILENT, class_=class_, partials=partials, level=FIRST).focus_picks
    free_arts = refuse_magic(career, spells, arts)
    plan = Plan(
        career,
        pick("background", background, backgrounds()),
        background_skills,
        rolls,
        choices,
        read_foci(career, kinds, foci),
        free_skill,
        substitutes,
    )
    equipment = pick("package", package, catalogue.packages()) if package else None
    plan.refuse()

    making = plan.make(play, roll_scores(play, fourteen) if scores is None else scores)
    sheet = CharacterSheet(
        class_=class_,
        partials=partials,
        background=background,
        attributes=making.attributes,
        skills=making.skills,
        foci=plan.levels_of_foci,
        spells=spells,
        arts=(*free_arts, *arts),
    )
    hp = first_hit_points(play, sheet)
    copper = equipment.copper if equipment else coins(SILENT, silver=starting_silver(play.dice).silver).in_copper
    if equipment:
        sheet = equipped(sheet, equipment)
    plain = {field: value for field, value in msgspec.to_builtins(sheet).items() if field != "sheet"}
    known = {"id": id, "kind": "character", "side": side, "name": name}
    bring_in(play, {**known, "hp": hp, "max_hp": hp, "copper": copper, "sheet": plain})
    for lacking in plan.unmet_at_last(sheet):
        play.prompt(f"{play.called(id)}: {lacking}.")


class Plan(NamedTuple):
    """Everything that was chosen for somebody new, before the dice have their say."""

    career: Career
    life: Background
    background_skills: Sequence[str]
    rolls: Sequence[Table]
    choices: Sequence[Any]
    foci: Sequence[tuple[str, str]]
    """As they stand on the sheet, each with the skill that comes with it."""
    free_skill: str
    substitutes: Sequence[str]

    def refuse(self) -> None:
        """What would come of it is tried where no dice decide; otherwise what does not fit is passed over."""
        for skill in (self.free_skill, *self.substitutes):
            pick("skill", skill, catalogue.skills())
        if not self.rolls:
            self._live(dict.fromkeys(ATTRIBUTES, 10), None)

    def make(self, play: QuickrefPlay, scores: Mapping[Attribute, int]) -> Making:
        gains = [background_roll(play.dice, background=self.life.id, table=table).gain for table in self.rolls]
        return self._live(scores, gains or None)

    def _live(self, scores: Mapping[Attribute, int], gains: Sequence[str] | None) -> Making:
        """QR-CHAR-09: the picks in their order."""
        making = Making(scores, self.choices, self.substitutes)
        making.strict = gains is None
        if gains is None:
            refuse_background_skills(self.life, self.background_skills)
        for gain in (self.life.free_skill, *(self.background_skills if gains is None else gains)):
            making.gain(gain)
        for skill in (*self.career.bonus_skills, *(skill for _, skill in self.foci if skill), self.free_skill):
            making.pick(skill)
        return making

    @property
    def levels_of_foci(self) -> dict[str, int]:
        keys = [key for key, _ in self.foci]
        return {key: keys.count(key) for key in keys}

    def unmet_at_last(self, sheet: CharacterSheet) -> Iterator[str]:
        """What a focus asks of attributes, which nobody knew when it was picked."""
        for key in self.levels_of_foci:
            yield from unmet(focus_of(key), self.career, sheet.attributes)


def roll_scores(play: QuickrefPlay, fourteen: Attribute | None) -> dict[Attribute, int]:
    rolled = {attribute: roll_attribute(play.dice).score for attribute in ATTRIBUTES}
    return {**rolled, fourteen: FOURTEEN} if fourteen else rolled


def equipped(sheet: CharacterSheet, package: catalogue.Package) -> CharacterSheet:
    """QR-EQUIP-07."""
    return msgspec.structs.replace(
        sheet,
        armor=package.armor,
        shield=package.shield,
        readied=(*package.weapons, *package.readied),
        stowed=package.stowed,
    )


def refuse_ways(background_skills: Sequence[str], rolls: Sequence[str]) -> None:
    """QR-CHAR-04: two picks or three rolls."""
    if bool(background_skills) == bool(rolls):
        raise BadArguments("say either which background_skills, or which three rolls")
    if rolls and len(rolls) != ROLLS:
        raise BadArguments(f"rolls: there are {ROLLS}, found {len(rolls)}")


def refuse_newcomer(play: QuickrefPlay, name: str, side: str) -> None:
    if name in play.state.entities or name in play.game.projection.table:
        raise BadArguments(f"id: {name!r} is in use")
    refuse_crowd(play, name, side)


def refuse_scores(method: str, scores: Mapping[Attribute, int] | None, fourteen: str | None) -> None:
    """QR-CHAR-01, QR-CHAR-03: rolled with one score set, or the six numbers in any order."""
    if method == "roll":
        if scores is not None:
            raise BadArguments("scores: they are rolled; for numbers of your choice say method: array")
        return
    if fourteen:
        raise BadArguments("fourteen: no score of the array is set to 14")
    if scores is None or sorted(scores.values()) != sorted(ARRAY) or set(scores) != set(ATTRIBUTES):
        raise BadArguments(f"scores: give each attribute one of {', '.join(map(str, ARRAY))}")


def read_foci(career: Career, kinds: Sequence[Any], foci: Sequence[FocusPick | str]) -> list[tuple[str, str]]:
    """A focus for each pick, in order, with the skill that comes with its first level."""
    if len(foci) != len(kinds):
        raise BadArguments(f"foci: this class picks {len(kinds)} at the first level, found {len(foci)}")
    found: list[tuple[str, str]] = []
    for kind, picked in zip(kinds, map(as_pick, foci), strict=True):
        key = key_of(picked)
        focus = catalogue.foci()[key.partition(":")[0]]
        refuse_focus_kind(focus, kind)
        refuse_choice(focus, key)
        for lacking in unmet(focus, career, None):
            raise RuleError("not_allowed", lacking)
        before = [other for other, _ in found].count(key)
        if before >= max(focus.levels):
            raise RuleError("skill_capped", f"{focus.name} has {max(focus.levels)} levels")
        found.append((key, "" if before else skill_of(focus, picked, key)))
    return found


def refuse_magic(career: Career, spells: Sequence[str], arts: Sequence[str]) -> tuple[str, ...]:
    """QR-MAGIC-02, QR-ADV-03: as many spells and arts as the class teaches. Gives the arts that come by themselves."""
    different("spells", spells)
    different("arts", arts)
    wanted = career.spells.known if career.spells else 0
    if len(spells) != wanted or any(pick("spells", spell, catalogue.spells()).level > 1 for spell in spells):
        raise BadArguments(f"spells: {wanted} of the first level, found {', '.join(spells) or 'none'}")
    free: list[str] = []
    for part in career.parts:
        tradition = TRADITIONS.get(part.id)
        picked = [art for art in arts if pick("arts", art, catalogue.arts()).tradition == tradition]
        if tradition and len(picked) != part.arts.get(FIRST, 0):
            raise BadArguments(f"arts: {part.arts.get(FIRST, 0)} of the {tradition}'s, found {len(picked)}")
        free += [art.id for art in catalogue.arts().values() if tradition == art.tradition and art.free_at_first_level]
    known = [catalogue.arts()[art] for art in arts]
    strange = [art.id for art in known if art.tradition not in traditions_of(career) or art.id in free]
    if strange or any(art.minimum_level > FIRST for art in known):
        raise BadArguments(f"arts: {', '.join(arts)} can't be picked by this class at the first level")
    return tuple(free)


def traditions_of(career: Career) -> set[str]:
    return {TRADITIONS[part.id] for part in career.parts if part.id in TRADITIONS}


def first_hit_points(play: QuickrefPlay, sheet: CharacterSheet) -> int:
    being: Any = Entity(id="somebody_new", kind="character", sheet=sheet)
    return hit_points(
        play.dice,
        class_=sheet.class_,
        partials=sheet.partials,
        level=FIRST,
        constitution_modifier=modifier(being, "con"),
        bonus_per_level=bonus(being, "hit_die"),
        first_die=play.world.house_rules.first_level_hit_points,
    ).maximum
