"""The one map between paths, such as `brynn.hp`, and values: for scenarios, sheets, views and the GM's `set`."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

import msgspec

from rulewright.dice import Dice, DiceError, Fast
from rulewright.rules import RuleError, near
from rulewright.table import events
from rulewright.table.entities import AnyEntity
from rulewright.table.play import AnyPlay, plain
from rulewright.table.state import AnyState


class Audience(StrEnum):
    """Who may know a value."""

    ONLOOKERS = "onlookers"
    """Whoever sees the entity, though its numbers be veiled."""
    EVERYBODY = "everybody"
    """Whoever sees it, unless it is veiled."""
    OWNER = "owner"
    """Who speaks for it."""
    GM = "gm"


Read: TypeAlias = Callable[[Dice, AnyState, Any], Any]
"""Gives the value. What follows from a sheet is computed by rules, so the dice can explain it; they never fall."""

Write: TypeAlias = Callable[[AnyPlay, str, Any], None]
"""What the GM's `set` does, to the entity of this name or to nobody in particular."""


class Field(NamedTuple):
    """A value that has a name."""

    read: Read
    write: Write | None = None
    audience: Audience = Audience.EVERYBODY
    missing: Any = None
    """What a path has that goes on into the value and finds nothing there."""
    unordered: bool = False
    """A list whose order means nothing."""


class Projection(NamedTuple):
    """All names of a game."""

    entity: Mapping[str, Field]
    table: Mapping[str, Mapping[str, Field]]
    """By the first word of the path, such as `encounter` or `scene`."""

    def get(self, state: AnyState, path: str, dice: Dice | None = None) -> Any:
        """The value at a path, as plain data."""
        root, *steps = path.split(".")
        fields, subject = self._names_under(state, root)
        dice = dice or silent()
        if not steps:
            found: Any = {name: field.read(dice, state, subject) for name, field in fields.items()}
            return None if root == "encounter" and state.encounter is None else plain(found)
        if root == "encounter" and state.encounter is None:
            return None
        name, inside = _name_in(fields, steps)
        field = self._field(fields, root, name)
        return _walk(plain(field.read(dice, state, subject)), inside, field.missing)

    def is_unordered(self, path: str) -> bool:
        """Whether the order in a list at this path means nothing."""
        root, _, name = path.partition(".")
        fields = self.table.get(root, self.entity)
        return name in fields and fields[name].unordered

    def set(self, play: AnyPlay, path: str, value: Any) -> None:
        """Write a value: what the GM may do, whatever the rules say."""
        root, *steps = path.split(".")
        fields, _ = self._names_under(play.state, root)
        name, inside = _name_in(fields, steps)
        field = self._field(fields, root, name)
        if field.write is None:
            raise RuleError("bad_args", f"{path} follows from other values by the rules: set those")
        if inside:
            now = plain(field.read(silent(), play.state, play.state.entities.get(root)))
            value = _replaced(now, inside, value)
        field.write(play, root, value)

    def _names_under(self, state: AnyState, root: str) -> tuple[Mapping[str, Field], AnyEntity | None]:
        if root in self.table:
            return self.table[root], None
        if root in state.entities:
            return self.entity, state.entities[root]
        known = [*self.table, *state.entities]
        raise RuleError("bad_args", f"a path begins with {', '.join(known)}; found {root!r}{near(root, known)}")

    @staticmethod
    def _field(fields: Mapping[str, Field], root: str, name: str) -> Field:
        try:
            return fields[name]
        except KeyError:
            raise RuleError("bad_args", f"{root} has no value {name!r}{near(name, fields)}") from None


def silent() -> Dice:
    """Dice for whoever reads a value: they explain, and never fall."""
    return Fast(_never)


def _never(_sides: int) -> int:
    raise DiceError("a value that is read throws no dice: let a command throw them")


def _name_in(fields: Mapping[str, Field], steps: list[str]) -> tuple[str, list[str]]:
    """The name of a value, which may have dots in it, and the steps that lead on into the value."""
    whole = ".".join(steps)
    return (whole, []) if whole in fields or not steps else (steps[0], steps[1:])


def _walk(value: Any, steps: list[str], missing: Any) -> Any:
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return missing
    return value


def _replaced(value: Any, steps: list[str], new: Any) -> Any:
    """Plain data with the value at a path in it replaced."""
    step, *further = steps
    if isinstance(value, list):
        if not step.isdigit() or int(step) >= len(value):
            raise RuleError("bad_args", f"there are {len(value)} entries, counted from 0; found {step!r}")
        changed = _replaced(value[int(step)], further, new) if further else new
        return [*value[: int(step)], changed, *value[int(step) + 1 :]]
    inside = value if isinstance(value, dict) else {}
    return {**inside, step: _replaced(inside.get(step), further, new) if further else new}


# ---------------------------------------------------------------- fields that most games have


def counter_field(name: str, audience: Audience = Audience.EVERYBODY) -> Field:
    """A counter of an entity."""

    def read(_: Dice, __: AnyState, entity: AnyEntity) -> Any:
        return entity.counters.get(name)

    def write(play: AnyPlay, entity: str, value: Any) -> None:
        play.put(entity, name, typed(value, int | None, name))

    return Field(read, write, audience)


def sheet_field(name: str, kind: Any, audience: Audience = Audience.EVERYBODY, missing: Any = None) -> Field:
    """Something that stands on the sheet, where the sheet has it."""

    def read(_: Dice, __: AnyState, entity: AnyEntity) -> Any:
        return getattr(entity.sheet, name, None)

    def write(play: AnyPlay, entity: str, value: Any) -> None:
        if not hasattr(play.entity(entity).sheet, name):
            raise RuleError("bad_args", f"{play.called(entity)} has no {name}")
        play.sheet(entity, **{name: typed(value, kind, name)})

    return Field(read, write, audience, missing)


def entity_field(name: str, kind: Any, audience: Audience = Audience.EVERYBODY) -> Field:
    """Something that every entity of every game has."""

    def read(_: Dice, __: AnyState, entity: AnyEntity) -> Any:
        return getattr(entity, name)

    def write(play: AnyPlay, entity: str, value: Any) -> None:
        new = typed(value, kind, name)
        if getattr(play.entity(entity), name) != new:
            play.happens(events.EntityChanged(entity, name, new))

    return Field(read, write, audience)


def encounter_field(name: str, kind: Any, audience: Audience = Audience.EVERYBODY) -> Field:
    """Something of the encounter."""

    def read(_: Dice, state: AnyState, __: None) -> Any:
        return getattr(state.encounter, name, None)

    def write(play: AnyPlay, _: str, value: Any) -> None:
        play.change_encounter(**{name: typed(value, kind, name)})

    return Field(read, write, audience)


def world_field(name: str, kind: Any, audience: Audience = Audience.EVERYBODY) -> Field:
    """Something of the table as a whole."""

    def read(_: Dice, state: AnyState, __: None) -> Any:
        return getattr(state.world, name)

    def write(play: AnyPlay, _: str, value: Any) -> None:
        play.change_world(**{name: typed(value, kind, name)})

    return Field(read, write, audience)


def derived(read: Read, audience: Audience = Audience.EVERYBODY) -> Field:
    """A value that follows from others by rules."""
    return Field(read, None, audience)


def typed(value: Any, kind: Any, name: str) -> Any:
    """A value from outside as what it should be."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        text = str(error)
        raise RuleError("bad_args", f"{name}: {text[0].lower()}{text[1:]}") from None


def fields_of(struct: type[msgspec.Struct]) -> Iterator[tuple[str, Any]]:
    """The names and types of a struct's fields."""
    for field in msgspec.structs.fields(struct):
        yield field.name, field.type
