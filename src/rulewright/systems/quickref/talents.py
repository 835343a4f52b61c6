"""What the foci and the class of somebody do: their effects, summed up in one place for everybody who asks."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

from rulewright.content.effects import (
    Advantage,
    Allow,
    Bound,
    Choose,
    Cost,
    Effect,
    Fix,
    Immune,
    Limited,
    Modify,
    Multiply,
    Reach,
    Trigger,
    When,
)
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.rules.careers import Career
from rulewright.systems.quickref.sheet import Being, CharacterSheet

E = TypeVar("E", bound=Effect)

CHOSEN = "chosen"
"""Stands in effects for what was picked with a focus that can be taken again."""

PER_SKILL = "skill."
"""An amount that is somebody's level in a skill. Several of these do not add up: the highest counts."""


class Talent(NamedTuple):
    """An effect, and what it comes from."""

    source: str
    """A focus as it stands on the sheet, or an ability of a class."""
    effect: Effect

    @property
    def choice(self) -> str:
        """What was picked with the focus."""
        return self.source.partition(":")[2]


class Marks(NamedTuple):
    """What somebody has that effects come from."""

    foci: tuple[tuple[str, int], ...] = ()
    abilities: tuple[str, ...] = ()


def abilities_of(being: Being) -> tuple[str, ...]:
    """What the class can do, such as a warrior's luck."""
    sheet = being.sheet
    return Career(sheet.class_, sheet.partials).abilities if isinstance(sheet, CharacterSheet) else ()


def marks_of(being: Being) -> Marks:
    sheet = being.sheet
    return Marks(tuple(sheet.foci.items()), abilities_of(being)) if isinstance(sheet, CharacterSheet) else Marks()


def focus_of(key: str) -> catalogue.Focus:
    """The focus of an entry on a sheet, such as `specialist:sneak`."""
    return catalogue.foci()[key.partition(":")[0]]


@lru_cache(maxsize=4096)
def talents_of_marks(marks: Marks) -> tuple[Talent, ...]:
    """All effects of all levels that somebody has."""
    found = [
        Talent(ability, effect) for ability in marks.abilities for effect in catalogue.abilities()[ability].effects
    ]
    for key, level in marks.foci:
        levels = focus_of(key).levels
        found += [Talent(key, effect) for reached in range(1, level + 1) for effect in levels.get(reached, ())]
    return tuple(found)


@lru_cache(maxsize=16_384)
def _within(marks: Marks, circumstances: tuple[str, ...]) -> tuple[Talent, ...]:
    return tuple(_unfolded(talents_of_marks(marks), circumstances))


def _unfolded(talents: Iterable[Talent], circumstances: tuple[str, ...]) -> Iterator[Talent]:
    for talent in talents:
        if not isinstance(talent.effect, When):
            yield talent
        elif talent.effect.holds in circumstances:
            yield from _unfolded([Talent(talent.source, inner) for inner in talent.effect.effects], circumstances)


def talents(being: Being, kind: type[E] | tuple[type[E], ...], *circumstances: str) -> Iterator[tuple[Talent, E]]:
    """The effects of a kind that work now."""
    for talent in _within(marks_of(being), circumstances):
        if isinstance(talent.effect, kind):
            yield talent, talent.effect


# ---------------------------------------------------------------- values


def amount_of(being: Being, amount: int | str) -> int:
    """A number, or one that follows from the sheet."""
    if isinstance(amount, int):
        return amount
    sheet = cast(CharacterSheet, being.sheet)
    if amount.startswith(PER_SKILL):
        return max(0, sheet.skills.get(amount.removeprefix(PER_SKILL), 0))
    return {"level": sheet.level, "half_level": -(-sheet.level // 2)}[amount]


def bonus(being: Being, field: str, *when: str) -> int:
    """All that is added to a value: always, and in these circumstances."""
    total, by_skill = 0, 0
    for talent, effect in talents(being, Modify, *when):
        if _named(effect.field, talent) != field or (effect.when and effect.when not in when):
            continue
        amount = amount_of(being, effect.amount)
        if str(effect.amount).startswith(PER_SKILL):
            by_skill = max(by_skill, amount)
        else:
            total += amount
    return total + by_skill


def _named(field: str, talent: Talent) -> str:
    return field.replace(CHOSEN, talent.choice)


def extra_dice(being: Being, *rolls: str) -> int:
    """QR-SKILL-07: more dice for a roll; of several effects the largest counts."""
    return max(
        (
            effect.dice
            for talent, effect in talents(being, Advantage)
            if any(_named(on, talent) in rolls for on in effect.on)
        ),
        default=0,
    )


def fixed(being: Being, field: str) -> int | str | bool | None:
    """What a value is whatever else it would be; the last of several, which is of the higher level."""
    return next((e.value for _, e in reversed([*talents(being, Fix)]) if e.field == field), None)


def least(being: Being, field: str) -> int | None:
    """What a value is at least."""
    found = [amount_of(being, e.least) for _, e in talents(being, Bound) if e.field == field and e.least is not None]
    return max(found, default=None)


def most(being: Being, field: str) -> int | None:
    """What a value is at most, by what gives it more than others have."""
    found = [
        amount_of(being, e.most)
        for talent, e in talents(being, Bound)
        if _named(e.field, talent) == field and e.most is not None
    ]
    return max(found, default=None)


def factor(being: Being, field: str) -> int:
    """What a value is multiplied by."""
    return max((int(effect.factor) for _, effect in talents(being, Multiply) if effect.field == field), default=1)


def is_immune(being: Being, to: str, *circumstances: str) -> bool:
    return any(to in effect.to for _, effect in talents(being, Immune, *circumstances))


def may(being: Being, what: str) -> bool:
    return any(what in effect.what for _, effect in talents(being, Allow))


def cheaper(being: Being, command: str, *circumstances: str) -> Iterator[tuple[Talent, Cost]]:
    """What lets a command cost another kind of action."""
    for talent, effect in talents(being, Cost, *circumstances):
        if effect.command == command:
            yield talent, effect


def triggers(being: Being, moment: str, *circumstances: str) -> Iterator[tuple[Talent, Trigger]]:
    """What waits for this moment."""
    for talent, effect in talents(being, Trigger):
        if effect.on == moment and (not effect.when or effect.when in circumstances):
            yield talent, effect


class Reached(NamedTuple):
    """What somebody adds to a value of those who are near."""

    field: str
    when: str
    amount: int
    radius: int


def reaches(being: Being, whom: str) -> Iterator[Reached]:
    """What talents do for others."""
    for _, reach in talents(being, Reach):
        for effect in reach.effects if reach.whom == whom else ():
            if isinstance(effect, Modify):
                radius = int(reach.area.radius) if reach.area else 0
                yield Reached(effect.field, effect.when, amount_of(being, effect.amount), radius)


def skills_to_choose(focus: catalogue.Focus) -> tuple[str, ...]:
    """The skills of which a focus gives one."""
    return next(
        (e.among for effects in focus.levels.values() for e in effects if isinstance(e, Choose)),
        (),
    )


# ---------------------------------------------------------------- limits


def use_of(talent: Talent) -> str:
    """The name under which the uses of something limited are counted: where it comes from, and how long it counts."""
    effect = talent.effect
    per = effect.per if isinstance(effect, Limited) else "day"
    return f"{per}:{talent.source}:{what_of(effect)}"


def what_of(effect: Effect) -> str:
    """What a limited effect lets somebody do, in a word."""
    return str(getattr(effect, "what", "") or getattr(effect, "command", "") or getattr(effect, "on", "") or "luck")


def uses_left(being: Being, talent: Talent) -> int:
    """How often it may still be had; without a limit, always once more."""
    limit = talent.effect.uses if isinstance(talent.effect, Limited) else 0
    return limit - being.sheet.uses.get(use_of(talent), 0) if limit else 1
