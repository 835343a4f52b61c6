"""What happened, in plain language. The engine words every kind of event; a game hands in its own words as data."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rulewright.table import events
from rulewright.table.entities import AnyEntity
from rulewright.table.history import after
from rulewright.table.log import NewDice, Record, Redone, Step, Undone, meant
from rulewright.table.state import GM, AnyState, Command

if TYPE_CHECKING:
    from rulewright.table.game import Game


class Words(NamedTuple):
    """The words of a game.

    A command's words name its arguments in braces; what stands in square brackets is left out when an argument in it
    was not given: `{by} attacks {target}[ with {weapon}]`. `{?thrown}` says nothing itself, and only asks whether it
    was given; `{rounds|round|rounds}` counts.
    """

    commands: Mapping[str, str] = {}
    """Menus have them in this order: what matters most stands first."""
    results: Mapping[str, Mapping[Any, str]] = {}
    """By a field of the result and its value: what is added to the sentence, such as `and misses`."""
    parts: Mapping[str, str] = {}
    """How an argument is said that has arguments itself, with these in braces like those of a command."""
    counters: Mapping[str, str] = {}
    """What counters, and fields of sheets and items, are called."""
    conditions: Mapping[str, str] = {}
    """What becomes of whoever has it: `dies`; without a word, `is` and its name."""
    relieved: Mapping[str, str] = {}
    """What becomes of whoever loses a condition; without a word, `is no longer` and its name. No words tell nothing."""
    names: Callable[[], Mapping[str, str]] = dict
    """What people call the things of the content, by id: goods, spells, classes."""
    structs: Mapping[type, str] = {}
    """How a part of a sheet is said that has parts itself, with these in braces."""
    distance: str = ""
    """What comes behind a place: ` feet`."""
    status: str = ""
    """How somebody stands, with the names of values in braces: `{hp}/{max_hp} hit points`."""
    arrival: Mapping[str, str] = {}
    """By kind of entity: what is told of somebody who is new, in the same way; otherwise how they stand."""
    quiet: frozenset[str] = frozenset()
    """Counters, fields and commands of which nobody wants to hear."""
    health: frozenset[str] = frozenset({"hp", "health"})
    """Counters that go down when somebody is hurt."""
    fallen: tuple[str, ...] = ("dead", "dying", "unconscious")
    """Conditions of those who are out of the fight, the worst first."""


def transcript(game: "Game", records: Sequence[Record], start: AnyState | None = None) -> Iterator[str]:
    """Everything that was done at a table, and what was taken back, line by line."""
    state = game.new_state() if start is None else start
    steps: dict[int, tuple[Step, AnyState]] = {}
    for record in records:
        match record:
            case Step():
                steps[record.number] = (record, state)
                yield from tell(game, state, record)
                state = after(state, record)
            case Undone():
                for number in record.steps:
                    step, state = steps[number]
                    yield f"(Taken back: {clause(game, state, meant(state, step))}.)"
            case Redone():
                for number in record.steps:
                    step = steps[number][0]
                    steps[number] = (step, state)
                    yield f"(Done after all: {clause(game, state, meant(state, step))}.)"
                    state = after(state, step)
            case NewDice():
                yield "(The dice that were taken back are forgotten.)"


def tell(game: "Game", before: AnyState, step: Step, heard: Sequence[events.AnyEvent] | None = None) -> list[str]:
    """One step in words: what was done with which dice, then what came of it.

    `heard` is what a seat hears of it, where that is not everything.
    """
    happened = step.events if heard is None else heard
    told = list(_what_came_of_it(game, before, happened))
    if step.command.name in _QUIET or step.command.name in game.words.quiet:
        return told and [told[0] + _thrown(happened), *told[1:]]
    return [_sentence(game, before, step, happened), *(f"  {words}" for words in told)]


def _what_came_of_it(game: "Game", before: AnyState, happened: Sequence[events.AnyEvent]) -> Iterator[str]:
    """What anybody wants to hear of. Changes of one entity in a row are one line, and so is a newcomer."""
    state, new = before, [event.entity.id for event in happened if isinstance(event, events.EntityAdded)]
    overridden = any(isinstance(event, events.Overridden) for event in happened)
    changed: dict[str, AnyEntity] = {}
    for event in happened:
        if isinstance(event, _CHANGES):
            if event.entity not in new and event.entity in state.entities and not overridden:
                changed.setdefault(event.entity, state.entities[event.entity])
        elif getattr(event, "entity", None) not in new and (words := _TELLS[type(event)](game, state, event)):
            yield from _changes(game, state, changed)
            yield from words.splitlines()
        state = events.apply(state, event)
    yield from _changes(game, state, changed)
    yield from (_arrival(game, state, name) for name in new if name in state.entities)


def _arrival(game: "Game", state: AnyState, name: str) -> str:
    """Somebody new, with what is worth knowing."""
    entity = state.entities[name]
    template = game.words.arrival.get(entity.kind, game.words.status)
    standing = f": {describe(game, state, name, template)}" if template and not entity.veiled else ""
    owned = _listed(game, entity, entity.items)
    return f"{_called(state, name)} comes in{standing}.{f' With {owned}.' if owned else ''}"


def describe(game: "Game", state: AnyState, name: str, template: str) -> str:
    """A template with the values of an entity in the place of their names."""
    known = game.projection.entity
    values = {path: game.projection.get(state, f"{name}.{path}") for path in _PATH.findall(template) if path in known}
    return template.format(**{path: _plain(game, value) for path, value in values.items()})


# ---------------------------------------------------------------- what has changed

_CHANGES = (events.CounterChanged, events.SheetChanged, events.ItemChanged, events.Moved)


def _changes(game: "Game", state: AnyState, changed: dict[str, AnyEntity]) -> Iterator[str]:
    """What has become of these entities, from what they were; told once."""
    went: dict[tuple[str | None, str], list[str]] = {}
    for name, old in changed.items():
        new = state.entities.get(name)
        if new is None:
            continue
        if parts := [*_counters(game, old, new), *_fields(game, old, new), *_things(game, old, new)]:
            yield f"{_called(state, name)}: {', '.join(parts)}."
        if gained := _listed(game, new, [item for item in new.items if item not in old.items]):
            yield f"{_called(state, name)} now has {gained}."
        if new.position != old.position:
            way = (None if old.position is None else _plain(game, old.position), _plain(game, new.position))
            went.setdefault(way, []).append(_called(state, name))
    for (start, end), names in went.items():
        one = len(names) == 1
        if start is None:
            yield f"{_and(names)} {'is' if one else 'are'} at {end}{game.words.distance}."
        else:
            yield f"{_and(names)} {'goes' if one else 'go'} from {start} to {end}{game.words.distance}."
    changed.clear()


def _counters(game: "Game", old: AnyEntity, new: AnyEntity) -> Iterator[str]:
    for counter, value in new.counters.items():
        before = old.counters.get(counter)
        if counter in game.words.quiet or value == before or value is None or (value == 0 and before is None):
            continue
        yield f"{_label(game, counter)} {'' if before is None else f'{before} → '}{value}"


def _fields(game: "Game", old: AnyEntity, new: AnyEntity) -> Iterator[str]:
    if type(old.sheet) is type(new.sheet) and isinstance(new.sheet, msgspec.Struct):
        yield from _differences(game, old.sheet, new.sheet)


def _things(game: "Game", old: AnyEntity, new: AnyEntity) -> Iterator[str]:
    for item, before in old.items.items():
        now = new.items.get(item)
        if now is None:
            yield f"{_name(game, item)} is gone"
        elif told := list(_differences(game, before, now)):
            yield f"{_name(game, item)} {', '.join(told)}"


def _differences(game: "Game", old: msgspec.Struct, new: msgspec.Struct) -> Iterator[str]:
    for field in new.__struct_fields__:
        before, now = getattr(old, field), getattr(new, field)
        if before != now and (words := _change(game, field, before, now)):
            yield words


def _change(game: "Game", field: str, old: Any, new: Any) -> str:
    """What has become of a field: what went and what came of a list, before and after of anything else."""
    if field in game.words.quiet:
        return ""
    label = _label(game, field)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        went = [_plain(game, part) for part in _less(old, new)]
        came = [_plain(game, part) for part in _less(new, old)]
        if len(went) == len(came) == 1:
            return f"{label} {went[0]} → {came[0]}".strip()
        told = [*(f"− {part}" for part in went), *(f"+ {part}" for part in came)]
        return " ".join([label, *told]).strip() if told else ""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        parts = [part for part in {**old, **new} if old.get(part) != new.get(part)]
        return f"{label}: {', '.join(_change(game, part, old.get(part), new.get(part)) for part in parts)}"
    if isinstance(new, bool):
        return label if new else f"no longer {label}"
    return f"{label} {_plain(game, old)} → {_plain(game, new)}".strip()


def _less(these: Sequence[Any], those: Sequence[Any]) -> list[Any]:
    """What is left of these when those are taken away, one for one."""
    left = list(these)
    for part in those:
        if part in left:
            left.remove(part)
    return left


def _listed(game: "Game", entity: AnyEntity, items: Iterable[str]) -> str:
    return _and([_counted(game, item, entity.items[item]) for item in items])


def _counted(game: "Game", item: str, thing: Any) -> str:
    """A thing with how many there are of it, and what is in it."""
    count = getattr(thing, "count", 1)
    inside = [value for value in msgspec.structs.astuple(thing) if isinstance(value, tuple) and value]
    words = f"{count} × {_name(game, item)}" if count != 1 else _name(game, item)
    return f"{words} ({', '.join(_plain(game, value) for value in inside)})" if inside else words


# ---------------------------------------------------------------- the sentence


def _sentence(game: "Game", before: AnyState, step: Step, happened: Sequence[events.AnyEvent]) -> str:
    rolled = next((event for event in reversed(happened) if isinstance(event, events.Rolled)), None)
    outcome = _outcome(game, rolled.result) if rolled else ""
    return f"{_capital(clause(game, before, meant(before, step)))}{outcome}.{_thrown(happened)}"


def _thrown(happened: Sequence[events.AnyEvent]) -> str:
    """The dice that fell."""
    dice = [die for event in happened if isinstance(event, events.Rolled) for die in event.dice]
    alike = groupby(dice, key=lambda die: die[0])
    kinds = [f"d{sides} {' '.join(str(face) for _, face in group)}" for sides, group in alike]
    return f" [{', '.join(kinds)}]" if kinds else ""


def clause(game: "Game", before: AnyState, command: Command) -> str:
    """What is done, without a full stop."""
    given = {"by": command.by or "the GM", **command.args}
    worded = {name: _argument(game, before, name, value) for name, value in given.items()}
    template = game.words.commands.get(command.name, _COMMANDS.get(command.name))
    if template is None:
        template = f"{{by}}: {command.name.replace('_', ' ')}"
        others = [f"{name} {worded[name]}" for name in command.args]
        return _fill(template, worded) + (f" ({', '.join(others)})" if others else "")
    return _fill(template, worded)


def _argument(game: "Game", state: AnyState, name: str, value: Any) -> str:
    """An argument as people say it; one that has arguments itself by its own words."""
    if isinstance(value, dict) and name in game.words.parts:
        return _fill(game.words.parts[name], {part: _shown(game, state, said) for part, said in value.items()})
    return _shown(game, state, value)


_COMMANDS = {
    "set_up": "the scene is set",
    "remove_entity": "{entity} is taken off the table",
    "add_condition": "{by} lays a condition on {target}",
    "remove_condition": "{by} takes a condition from {target}",
    "house_rule": "{by} changes a house rule: {name} is {value} from now on",
}
"""Commands that every game has."""

_QUIET = ("say", "set", "seat", "leave_seat", "hide", "veil", "add_entity")
"""Commands of which everything is said by what comes of them."""

_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_PLACE = re.compile(r"\{(?P<only_if>\??)(?P<name>\w+)(?:\|(?P<one>[^|}]*)\|(?P<many>[^|}]*))?\}")
_PATH = re.compile(r"\{(\w+)\}")


def _fill(template: str, given: Mapping[str, str]) -> str:
    def optional(found: re.Match[str]) -> str:
        return found[1] if all(given.get(place["name"]) for place in _PLACE.finditer(found[1])) else ""

    def place(found: re.Match[str]) -> str:
        value = given.get(found["name"], "somebody")
        if found["only_if"]:
            return ""
        return value if found["one"] is None else f"{value} {found['one'] if value == '1' else found['many']}"

    return _PLACE.sub(place, _OPTIONAL.sub(optional, template))


def _outcome(game: "Game", result: Any) -> str:
    """What the game says of the parts of a result."""
    if not isinstance(result, dict):
        return ""
    said = [game.words.results[name].get(value, "") for name, value in result.items() if name in game.words.results]
    words = [word.format(**result) for word in said if word]
    return "".join(word if word.startswith((",", ";", ":")) else f" {word}" for word in words)


def _shown(game: "Game", state: AnyState, value: Any) -> str:
    """A value of an argument as people say it."""
    if isinstance(value, str):
        return _called(state, value) if value in state.entities else _name(game, value)
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        return _and([_shown(game, state, part) for part in value])
    if isinstance(value, dict):
        return ", ".join(f"{_shown(game, state, part)} {_label(game, name)}" for name, part in value.items())
    if isinstance(value, msgspec.Struct):
        parts = {field: _shown(game, state, getattr(value, field)) for field in value.__struct_fields__}
        template = game.words.structs.get(type(value))
        return template.format(**parts) if template else " ".join(filter(None, parts.values()))
    return "" if value is None else str(value)


def _and(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _called(state: AnyState, name: str) -> str:
    if name == GM:
        return "The GM"
    return _capital(state.entities[name].called if name in state.entities else name)


def _name(game: "Game", id: str) -> str:
    """What people call a thing; a second one of the same kind has a number behind its name."""
    names = game.words.names()
    kind, _, number = id.rpartition("_")
    if id not in names and number.isdigit() and kind in names:
        return f"{names[kind]} {number}"
    return names.get(id, id.replace("_", " "))


def _items(state: AnyState, name: str) -> Mapping[str, Any]:
    return state.entities[name].items if name in state.entities else {}


def _whose(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- what came of it


def _label(game: "Game", name: str) -> str:
    return game.words.counters.get(name, name.replace("_", " "))


def _condition_added(game: "Game", state: AnyState, event: events.ConditionAdded) -> str:
    condition = event.condition
    if condition.id in game.words.quiet or condition.id in _conditions(state, event.entity):
        return ""
    words = game.words.conditions.get(condition.id, f"is {condition.id.replace('_', ' ')}")
    lasts = f" for {condition.rounds} round{'s' if condition.rounds > 1 else ''}" if condition.rounds else ""
    return f"{_called(state, event.entity)} {words}{lasts}."


def _conditions(state: AnyState, entity: str) -> Mapping[str, Any]:
    return state.entities[entity].conditions if entity in state.entities else {}


def _condition_removed(game: "Game", state: AnyState, event: events.ConditionRemoved) -> str:
    if event.condition in game.words.quiet or event.condition not in _conditions(state, event.entity):
        return ""
    words = game.words.relieved.get(event.condition, f"is no longer {event.condition.replace('_', ' ')}")
    return f"{_called(state, event.entity)} {words}." if words else ""


def _plain(game: "Game", value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{_name(game, name)} {_plain(game, part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_plain(game, part) for part in value) or "none"
    if isinstance(value, msgspec.Struct):
        parts = {field: _plain(game, getattr(value, field)) for field in value.__struct_fields__}
        template = game.words.structs.get(type(value))
        return template.format(**parts) if template else " ".join(parts.values())
    return "none" if value is None else _name(game, str(value))


def _entity_removed(_: "Game", state: AnyState, event: events.EntityRemoved) -> str:
    return f"{_called(state, event.entity)} is not there any more."


def _entity_changed(game: "Game", state: AnyState, event: events.EntityChanged) -> str:
    return f"{_called(state, event.entity)}: {event.field} is {_plain(game, event.value)} now."


def _encounter_started(_: "Game", state: AnyState, event: events.EncounterStarted) -> str:
    return f"A fight begins: {', '.join(_called(state, name) for name in event.encounter.participants)}."


def _encounter_changed(game: "Game", state: AnyState, event: events.EncounterChanged) -> str:
    match event.field:
        case "round":
            return f"Round {event.value}."
        case "turn":
            return f"It is {_whose(_called(state, event.value))} turn." if event.value else ""
        case "order":
            return f"The order: {', '.join(_called(state, name) for name in event.value)}."
    if event.field in game.words.quiet or event.field in ("participants", "acted", "declared"):
        return ""
    return _news(game, state, event.field, getattr(state.encounter, event.field, None), event.value)


def _news(game: "Game", state: AnyState, field: str, old: Any, new: Any) -> str:
    """What is new in a field of the encounter or the world: of many things only those that came or have changed."""
    label = _capital(_label(game, field))
    if isinstance(new, Mapping):
        was = old if isinstance(old, Mapping) else {}
        fresh = [name for name in new if was.get(name) != new[name]]
        parts = [f"{_shown(game, state, name)} {_shown(game, state, new[name])}" for name in fresh]
        return f"{label}: {', '.join(parts)}." if parts else ""
    if isinstance(new, list | tuple):
        came = [_shown(game, state, part) for part in _less(new, old if isinstance(old, list | tuple) else ())]
        if new and isinstance(new[0], msgspec.Struct):
            return "\n".join(f"{part}." for part in came)
        return f"{label}: {', '.join(came)}." if came else ""
    return f"{label}: {_plain(game, new)}."


def _encounter_ended(_: "Game", __: AnyState, ___: events.EncounterEnded) -> str:
    return "The fight is over."


def _world_changed(game: "Game", state: AnyState, event: events.WorldChanged) -> str:
    if event.field == "clock":
        day, second = divmod(event.value, 86_400)
        return f"It is day {day + 1}, {second // 3600:02}:{second // 60 % 60:02}."
    if event.field in game.words.quiet:
        return ""
    if isinstance(event.value, msgspec.Struct):
        return f"{_capital(_label(game, event.field))}: changed."
    return _news(game, state, event.field, getattr(state.world, event.field, None), event.value)


def _said(_: "Game", state: AnyState, event: events.Said) -> str:
    who = _called(state, event.actor) if event.actor else "Somebody"
    return f"{who}{' whispers' if event.to else ''}: “{event.text}”"


def _prompted(_: "Game", __: AnyState, event: events.Prompted) -> str:
    return f"For the GM: {event.text}"


def _asked(_: "Game", __: AnyState, event: events.Asked) -> str:
    return event.question.text


def _overridden(game: "Game", __: AnyState, event: events.Overridden) -> str:
    reason = f" ({event.reason})" if event.reason else ""
    return f"The GM sets {event.path} from {_plain(game, event.before)} to {_plain(game, event.after)}{reason}."


def _seat_changed(_: "Game", state: AnyState, event: events.SeatChanged) -> str:
    own = ", ".join(_called(state, name) for name in event.seat.entities)
    return f"{event.seat.id} sits at the table as {event.seat.role}{f', for {own}' if own else ''}."


def _seat_left(_: "Game", __: AnyState, event: events.SeatLeft) -> str:
    return f"{event.seat} leaves the table."


def _untold(_: "Game", __: AnyState, ___: events.AnyEvent) -> str:
    return ""


_TELLS: dict[type[events.Event], Any] = {
    events.EntityAdded: _untold,
    events.EntityRemoved: _entity_removed,
    events.EntityChanged: _entity_changed,
    events.ConditionAdded: _condition_added,
    events.ConditionRemoved: _condition_removed,
    events.EncounterStarted: _encounter_started,
    events.EncounterChanged: _encounter_changed,
    events.EncounterEnded: _encounter_ended,
    events.WorldChanged: _world_changed,
    events.Rolled: _untold,
    events.Said: _said,
    events.Prompted: _prompted,
    events.Asked: _asked,
    events.Answered: _untold,
    events.Overridden: _overridden,
    events.SeatChanged: _seat_changed,
    events.SeatLeft: _seat_left,
}
