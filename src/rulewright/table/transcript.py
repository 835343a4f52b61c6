"""What happened, in plain language. The engine words every kind of event; a game hands in its own words as data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rulewright.table import events
from rulewright.table.history import after
from rulewright.table.log import NewDice, Record, Redone, Step, Undone, meant
from rulewright.table.state import AnyState

if TYPE_CHECKING:
    from rulewright.table.game import Game


class Words(NamedTuple):
    """The words of a game.

    A command's words name its arguments in braces; what stands in square brackets is left out when an argument in it
    was not given: `{by} attacks {target}[ with {weapon}]`.
    """

    commands: Mapping[str, str] = {}
    results: Mapping[str, Mapping[Any, str]] = {}
    """By a field of the result and its value: what is added to the sentence, such as `and misses`."""
    counters: Mapping[str, str] = {}
    conditions: Mapping[str, str] = {}
    """What becomes of whoever has it: `dies`; without a word, `is` and its name."""
    status: str = ""
    """How somebody stands, with the names of values in braces: `{hp}/{max_hp} hit points`."""
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
                    yield f"(Taken back: {_command(game, state, step)}.)"
            case Redone():
                for number in record.steps:
                    step = steps[number][0]
                    steps[number] = (step, state)
                    yield f"(Done after all: {_command(game, state, step)}.)"
                    state = after(state, step)
            case NewDice():
                yield "(The dice that were taken back are forgotten.)"


def tell(game: "Game", before: AnyState, step: Step, heard: Sequence[events.AnyEvent] | None = None) -> list[str]:
    """One step in words: what was done with which dice, then what came of it.

    `heard` is what a seat hears of it, where that is not everything.
    """
    happened = step.events if heard is None else heard
    state, told = before, []
    for event in happened:
        if words := _TELLS[type(event)](game, state, event):
            told.append(words)
        state = events.apply(state, event)
    if step.command.name in game.words.quiet:
        return told and [told[0] + _thrown(happened), *told[1:]]
    return [_sentence(game, before, step, happened), *(f"  {words}" for words in told)]


# ---------------------------------------------------------------- the sentence


def _sentence(game: "Game", before: AnyState, step: Step, happened: Sequence[events.AnyEvent]) -> str:
    rolled = next((event for event in reversed(happened) if isinstance(event, events.Rolled)), None)
    outcome = _outcome(game, rolled.result) if rolled else ""
    return f"{_capital(_command(game, before, step))}{outcome}.{_thrown(happened)}"


def _thrown(happened: Sequence[events.AnyEvent]) -> str:
    """The dice that fell."""
    dice = [die for event in happened if isinstance(event, events.Rolled) for die in event.dice]
    return f" [{', '.join(f'd{sides} {face}' for sides, face in dice)}]" if dice else ""


def _command(game: "Game", before: AnyState, step: Step) -> str:
    """What was done, as a clause without a full stop."""
    command = meant(before, step)
    given = {"by": command.by or "the GM", **command.args}
    worded = {name: _shown(before, value) for name, value in given.items()}
    template = game.words.commands.get(command.name)
    if template is None:
        template = f"{{by}}: {command.name.replace('_', ' ')}"
        others = [f"{name} {worded[name]}" for name in command.args]
        return _fill(template, worded) + (f" ({', '.join(others)})" if others else "")
    return _fill(template, worded)


_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_PLACE = re.compile(r"\{(\w+)\}")


def _fill(template: str, given: Mapping[str, str]) -> str:
    def optional(found: re.Match[str]) -> str:
        return found[1] if all(given.get(name) for name in _PLACE.findall(found[1])) else ""

    return _PLACE.sub(lambda found: given.get(found[1], "somebody"), _OPTIONAL.sub(optional, template))


def _outcome(game: "Game", result: Any) -> str:
    """What the game says of the parts of a result."""
    if not isinstance(result, dict):
        return ""
    said = [game.words.results[name].get(value, "") for name, value in result.items() if name in game.words.results]
    words = [word.format(**result) for word in said if word]
    return "".join(word if word.startswith((",", ";")) else f" {word}" for word in words)


def _shown(state: AnyState, value: Any) -> str:
    """A value of an argument as people say it."""
    if isinstance(value, str):
        return _called(state, value) if value in state.entities else value.replace("_", " ")
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        return ", ".join(_shown(state, part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(state, part)}" for name, part in value.items())
    return "" if value is None else str(value)


def _called(state: AnyState, name: str) -> str:
    return _capital(state.entities[name].called if name in state.entities else name)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- what came of it


def _counter_changed(game: "Game", state: AnyState, event: events.CounterChanged) -> str:
    if event.counter in game.words.quiet:
        return ""
    name = game.words.counters.get(event.counter, event.counter.replace("_", " "))
    if event.value is None or (event.value == 0 and event.before is None):
        return ""
    before = "" if event.before is None else f"{event.before} → "
    return f"{_called(state, event.entity)}: {name} {before}{event.value}."


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
    if event.condition in game.words.quiet:
        return ""
    return f"{_called(state, event.entity)} is no longer {event.condition.replace('_', ' ')}."


def _item_changed(_: "Game", state: AnyState, event: events.ItemChanged) -> str:
    items = state.entities[event.entity].items if event.entity in state.entities else {}
    before, name = items.get(event.item), event.item.replace("_", " ")
    if event.value is None:
        return f"{_called(state, event.entity)}: {name} is gone."
    if before is None:
        count = f"{event.value.count} × " if getattr(event.value, "count", 1) > 1 else ""
        return f"{_called(state, event.entity)} now has {count}{name}."
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(event.value)
    changed = [
        f"{field.replace('_', ' ')} {_plain(old[field])} → {_plain(new[field])}"
        for field in new
        if new[field] != old[field]
    ]
    return f"{_called(state, event.entity)}: {name}, {', '.join(changed)}." if changed else ""


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_plain(part) for part in value) or "none"
    if isinstance(value, msgspec.Struct):
        return " ".join(_plain(part) for part in msgspec.structs.astuple(value))
    return "none" if value is None else str(value).replace("_", " ")


def _moved(_: "Game", state: AnyState, event: events.Moved) -> str:
    came_from = "" if event.before is None else f"from {_plain(event.before)} "
    return f"{_called(state, event.entity)} goes {came_from}to {_plain(event.to)}."


def _sheet_changed(game: "Game", state: AnyState, event: events.SheetChanged) -> str:
    if event.field in game.words.quiet or event.entity not in state.entities:
        return ""
    before = getattr(state.entities[event.entity].sheet, event.field, None)
    return f"{_called(state, event.entity)}: {event.field.replace('_', ' ')} {_plain(before)} → {_plain(event.value)}."


def _entity_added(_: "Game", __: AnyState, event: events.EntityAdded) -> str:
    return f"{_capital(event.entity.called)} comes in."


def _entity_removed(_: "Game", state: AnyState, event: events.EntityRemoved) -> str:
    return f"{_called(state, event.entity)} is not there any more."


def _entity_changed(_: "Game", state: AnyState, event: events.EntityChanged) -> str:
    return f"{_called(state, event.entity)}: {event.field} is {_plain(event.value)} now."


def _encounter_started(_: "Game", state: AnyState, event: events.EncounterStarted) -> str:
    return f"A fight begins: {', '.join(_called(state, name) for name in event.encounter.participants)}."


def _encounter_changed(game: "Game", state: AnyState, event: events.EncounterChanged) -> str:
    match event.field:
        case "round":
            return f"Round {event.value}."
        case "turn":
            return f"It is {_called(state, event.value)}'s turn." if event.value else ""
        case "order":
            return f"The order: {', '.join(_called(state, name) for name in event.value)}."
    if event.field in game.words.quiet or event.field in ("participants", "acted", "declared"):
        return ""
    return f"{_capital(event.field.replace('_', ' '))}: {_plain(event.value)}."


def _encounter_ended(_: "Game", __: AnyState, ___: events.EncounterEnded) -> str:
    return "The fight is over."


def _world_changed(game: "Game", _: AnyState, event: events.WorldChanged) -> str:
    if event.field == "clock":
        day, second = divmod(event.value, 86_400)
        return f"It is day {day + 1}, {second // 3600:02}:{second // 60 % 60:02}."
    if event.field in game.words.quiet:
        return ""
    value = "changed" if isinstance(event.value, msgspec.Struct) else _plain(event.value)
    return f"{_capital(event.field.replace('_', ' '))}: {value}."


def _said(_: "Game", state: AnyState, event: events.Said) -> str:
    who = _called(state, event.actor) if event.actor else "Somebody"
    return f"{who}{' whispers' if event.to else ''}: “{event.text}”"


def _prompted(_: "Game", __: AnyState, event: events.Prompted) -> str:
    return f"For the GM: {event.text}"


def _asked(_: "Game", __: AnyState, event: events.Asked) -> str:
    return event.question.text


def _overridden(_: "Game", __: AnyState, event: events.Overridden) -> str:
    reason = f" ({event.reason})" if event.reason else ""
    return f"The GM sets {event.path} from {_plain(event.before)} to {_plain(event.after)}{reason}."


def _seat_changed(_: "Game", state: AnyState, event: events.SeatChanged) -> str:
    own = ", ".join(_called(state, name) for name in event.seat.entities)
    return f"{event.seat.id} sits at the table as {event.seat.role}{f', for {own}' if own else ''}."


def _seat_left(_: "Game", __: AnyState, event: events.SeatLeft) -> str:
    return f"{event.seat} leaves the table."


def _untold(_: "Game", __: AnyState, ___: events.AnyEvent) -> str:
    return ""


_TELLS: dict[type[events.Event], Any] = {
    events.EntityAdded: _entity_added,
    events.EntityRemoved: _entity_removed,
    events.EntityChanged: _entity_changed,
    events.CounterChanged: _counter_changed,
    events.ConditionAdded: _condition_added,
    events.ConditionRemoved: _condition_removed,
    events.ItemChanged: _item_changed,
    events.Moved: _moved,
    events.SheetChanged: _sheet_changed,
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
