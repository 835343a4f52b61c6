"""A character in the making: skill picks, gains of a background, foci (QR-CHAR-04 to 06, QR-ADV-07)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rulewright.rules import BadArguments, RuleError, pick
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.rules.careers import Career, FocusKind
from rulewright.systems.quickref.rules.characters import HIGHEST_PICK, modifier_of, skill_pick
from rulewright.systems.quickref.rules.checks import UNTRAINED
from rulewright.systems.quickref.scores import SILENT
from rulewright.systems.quickref.sheet import ATTRIBUTES, Attributes
from rulewright.systems.quickref.tables import Background

HIGHEST_SCORE = 18
PHYSICAL, MENTAL = ATTRIBUTES[:3], ATTRIBUTES[3:]
POINTS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "any_stat_1": (1, ATTRIBUTES),
    "physical_2": (2, PHYSICAL),
    "mental_2": (2, MENTAL),
}
"""Gains of attributes: how many points, and to share among which."""

ANY: Mapping[str, Callable[[catalogue.Skill], bool]] = {
    "any_combat": lambda skill: skill.combat,
    "any_skill": lambda skill: skill.id != "magic",
    "any_non_combat_not_magic": lambda skill: not skill.combat and skill.id != "magic",
    "any": lambda _skill: True,
}
"""Gains of which one picks the skill."""


TRADITIONS = {"mage": "mage", "partial_mage": "mage", "healer": "healer"}
"""The classes that learn arts, and of which tradition."""


class FocusPick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A focus, and the skill or attribute that was picked with it."""

    focus: str
    skill: str = ""


def as_pick(said: FocusPick | str) -> FocusPick:
    """`specialist:sneak` says the same in a word."""
    if isinstance(said, FocusPick):
        return said
    focus, _, skill = said.partition(":")
    return FocusPick(focus=focus, skill=skill)


def skills_for(gain: str) -> list[str]:
    """The skills that a gain can be."""
    if gain in ANY:
        return [skill.id for skill in catalogue.skills().values() if ANY[gain](skill)]
    return [gain]


class Making:
    """What somebody new has come to so far.

    Choices are used in order. Before the dice one that does not fit is refused; where dice decide what is gained, it is
    passed over, and the first that fits is taken.
    """

    def __init__(self, scores: Mapping[Any, int], choices: Sequence[Any], substitutes: Sequence[str]) -> None:
        self.scores = dict(scores)
        self.skills: dict[str, int] = {}
        self._choices = list(choices)
        self._substitutes = list(substitutes)
        self.strict = True

    def gain(self, gain: str) -> None:
        """A skill, a choice among skills, or points for attributes."""
        if gain in POINTS:
            self._share(*POINTS[gain])
        elif gain in ANY:
            self.pick(self._chosen_skill(gain))
        else:
            self.pick(gain)

    def pick(self, skill: str) -> None:
        """QR-CHAR-05: first trained, then good; more than that has to go to another skill."""
        pick("skill", skill, catalogue.skills())
        while (picked := skill_pick(SILENT, current_level=self.skills.get(skill, UNTRAINED))).pick_another:
            skill = self._substitute(skill)
        self.skills[skill] = picked.level

    def _substitute(self, skill: str) -> str:
        if self._substitutes:
            return self._substitutes.pop(0)
        if self.strict:
            raise RuleError("skill_capped", f"{skill} is as high as it can be at the start: name a substitute")
        return next(other for other in catalogue.skills() if self.skills.get(other, UNTRAINED) < HIGHEST_PICK)

    def _chosen_skill(self, gain: str) -> str:
        fitting = skills_for(gain)
        if self._choices and self._choices[0] in fitting:
            return str(self._choices.pop(0))
        if self.strict:
            raise BadArguments(f"choices: {gain} needs one of {', '.join(fitting)}")
        return next(skill for skill in fitting if self.skills.get(skill, UNTRAINED) < HIGHEST_PICK)

    def _share(self, points: int, among: tuple[str, ...]) -> None:
        shares = dict.fromkeys(among[:1], points)
        if self._choices and self._fits(self._choices[0], points, among):
            shares = self._choices.pop(0)
        for attribute, more in shares.items():
            self.scores[attribute] = min(HIGHEST_SCORE, self.scores[attribute] + more)

    @staticmethod
    def _fits(choice: Any, points: int, among: tuple[str, ...]) -> bool:
        if not isinstance(choice, Mapping) or not set(choice) <= set(among):
            return False
        return all(type(more) is int and more > 0 for more in choice.values()) and sum(choice.values()) == points

    @property
    def attributes(self) -> Attributes:
        return Attributes(**self.scores)


# ---------------------------------------------------------------- backgrounds


def refuse_background_skills(background: Background, skills: Sequence[str]) -> None:
    """Two of those that the background teaches."""
    if len(skills) != 2:
        raise BadArguments(f"background_skills: pick two, found {len(skills)}")
    taught = {skill for gain in background.learning for skill in (gain, *skills_for(gain))}
    for skill in skills:
        if skill not in taught:
            raise BadArguments(f"background_skills: {background.id} does not teach {skill!r}")


# ---------------------------------------------------------------- foci


def key_of(picked: FocusPick) -> str:
    """How a focus is written on a sheet."""
    focus = pick("focus", picked.focus.partition(":")[0], catalogue.foci())
    if focus.repeatable and ":" not in picked.focus:
        if not picked.skill:
            raise BadArguments(f"focus: {focus.name} needs a choice, such as {focus.id}:sneak")
        return f"{focus.id}:{picked.skill}"
    return picked.focus


def refuse_focus_kind(focus: catalogue.Focus, kind: FocusKind) -> None:
    """QR-CHAR-06: at the first level a pick may be for combat, or for everything else."""
    if kind not in ("any", focus.kind) and focus.kind != "either":
        raise BadArguments(f"foci: {focus.name} is no {kind.replace('_', ' ')} focus")


def refuse_choice(focus: catalogue.Focus, key: str) -> None:
    """What is picked with a focus that can be taken again is a skill or an attribute that it can be about."""
    choice = key.partition(":")[2]
    if not focus.repeatable:
        return
    fitting = options_of(focus) or list(ATTRIBUTES)
    if choice not in fitting:
        raise BadArguments(f"focus: {focus.name} can be about {', '.join(fitting)}, found {choice!r}")


def options_of(focus: catalogue.Focus) -> list[str]:
    """The skills of which a focus teaches one."""
    return [skill for gain in talents.skills_to_choose(focus) for skill in skills_for(gain)]


def skill_of(focus: catalogue.Focus, picked: FocusPick, key: str) -> str:
    """The skill that comes with a focus, if one does."""
    options = options_of(focus)
    wanted = picked.skill or key.partition(":")[2]
    if not options:
        if picked.skill and not focus.repeatable:
            raise BadArguments(f"foci: {focus.name} teaches no skill")
        return ""
    if not wanted and len(options) == 1:
        return options[0]
    if wanted not in options:
        raise BadArguments(f"foci: with {focus.name} comes one of {', '.join(options)}; found {wanted!r}")
    return wanted


def unmet(focus: catalogue.Focus, career: Career, attributes: Attributes | None) -> Iterator[str]:
    """What somebody lacks for a focus; attributes that nobody knows yet are not asked about."""
    abilities = set(career.abilities)
    if (needed := focus.requires.get("ability")) and not abilities & set(needed):
        yield f"{focus.name} is for those with {' or '.join(needed).replace('_', ' ')}"
    if abilities & set(focus.requires.get("not_ability", ())):
        yield f"{focus.name} is for those without magic"
    most = focus.requires.get("attribute_modifier_at_most")
    if most is not None and attributes is not None:
        lowest = min(modifier_of(getattr(attributes, attribute)) for attribute in ATTRIBUTES)
        if lowest > most:
            yield f"{focus.name} is for those with an attribute modifier of {most} or less"
