"""What only a person can judge of what somebody has: told to the GM when somebody gets it."""

from collections import Counter
from collections.abc import Iterator

from rulewright.content.effects import Grant, Note
from rulewright.systems.glog.effects import AnyEffect, LearnSpells
from rulewright.systems.glog.scores import effects_of_marks, marks_of
from rulewright.systems.glog.sheet import Being, CreatureSheet, GlogState
from rulewright.table import events

GAINED = ("templates", "abilities", "injuries")
"""The parts of a sheet that effects come from."""


def notes(before: GlogState, after: GlogState, event: events.AnyEvent) -> Iterator[str]:
    """What the GM is told when something has happened."""
    match event:
        case events.EntityAdded(entity):
            yield from _news(Counter(), after.entities[entity.id])
        case events.ConditionAdded(name):
            yield from _news(_judged(before.entities[name]), after.entities[name])
        case events.SheetChanged(name, field) if field in GAINED:
            yield from _news(_judged(before.entities[name]), after.entities[name])
        case events.EncounterStarted():
            yield from _traits(after, frozenset())
        case events.EncounterChanged("participants"):
            yield from _traits(after, frozenset(before.encounter.participants if before.encounter else ()))
        case _:
            pass


def _news(known: Counter[tuple[str, str]], being: Being) -> Iterator[str]:
    for source, text in _judged(being) - known:
        yield f"{being.called}, {source.replace('_', ' ')}: {text}"


def _judged(being: Being) -> Counter[tuple[str, str]]:
    """Everything that somebody has and no rule does, each with where it comes from."""
    return Counter((source, text) for source, effect in effects_of_marks(marks_of(being)) if (text := _text(effect)))


def _text(effect: AnyEffect) -> str:
    match effect:
        case Note(text=text):
            return text
        case LearnSpells(choose=number, numbers=places) if number > len(places):
            return f"choose {number} of the school's spells, and write {'it' if number == 1 else 'them'} down"
        case LearnSpells(choose=number, numbers=places) if 0 < number < len(places):
            return f"choose {number} of the spells {', '.join(map(str, places))} of the school, and write them down"
        case Grant(what="second_school"):
            return "choose another school, and write it down"
        case _:
            return ""


def _traits(after: GlogState, known: frozenset[str]) -> Iterator[str]:
    """What creatures can do beside their numbers, once for all of a kind who come into a fight."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for name in after.encounter.participants if after.encounter else ():
        sheet = after.entities[name].sheet
        if name not in known and isinstance(sheet, CreatureSheet) and sheet.traits:
            kinds.setdefault(sheet.traits, []).append(after.entities[name].called)
    for traits, called in kinds.items():
        yield f"{', '.join(called)}: {'; '.join(traits)}"
