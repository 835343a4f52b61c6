"""Why a number is what it is: the tree of a live roll in plain text, and as data."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rulewright.dice.charts import in_words
from rulewright.dice.rolling import Call, Draw, Note, RolledAgain
from rulewright.rules.book import HOUSE_RULES

GIVEN, STANDARD = "given", "standard"


def explain(call: Call) -> str:
    """The whole tree, a line for each step, indented by rule."""
    return explain_all([call])


def explain_all(entries: Iterable[Any]) -> str:
    """The same for several things that happened one after the other."""
    return "\n".join(_lines(entries, 0))


def rules_in(entries: Iterable[Any]) -> Iterator[Any]:
    """The rules that were run, each once, in the order in which they began."""
    seen = set()
    for entry in entries:
        if isinstance(entry, Call):
            for rule in (entry.rule, *rules_in(entry.entries)):
                if rule.name not in seen:
                    seen.add(rule.name)
                    yield rule


def arguments_with_source(call: Call) -> dict[str, tuple[Any, str]]:
    """Every argument of the rule with where it came from: given by whoever called, or the rule's own standard."""
    shown: dict[str, tuple[Any, str]] = {}
    for known in call.rule.arguments.own:
        given = known.inside in call.arguments
        value = call.arguments[known.inside] if given else known.default
        if known.inside != HOUSE_RULES and value is not msgspec.UNSET:
            shown[known.outside] = (value, GIVEN if given else STANDARD)
    return shown


def to_data(entry: Any) -> dict[str, Any]:
    """The tree for JSON."""
    if isinstance(entry, Call):
        return {
            "rule": entry.rule.name,
            "arguments": {
                name: {"value": v, "source": source} for name, (v, source) in arguments_with_source(entry).items()
            },
            "house_rules": entry.switches,
            "steps": [to_data(step) for step in entry.entries],
            "result": entry.result,
        }
    if isinstance(entry, Draw):
        return {"draw": entry.kind, "why": entry.why, "sides": entry.sides, "faces": entry.faces, "value": entry.value}
    if isinstance(entry, Note):
        return {"note": entry.label, "value": entry.value}
    return {"again": True}


def _lines(entries: Iterable[Any], depth: int) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, Call):
            yield from _call(entry, depth)
        else:
            yield f"{'  ' * depth}{_step(entry)}"


def _call(call: Call, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{call.rule.name}: {in_words(call.result)}"
    for name, (value, _) in arguments_with_source(call).items():
        if value != call.rule.arguments.all[name].default:
            yield f"{indent}  {name} {in_words(value)}"
    for name, value in call.switches.items():
        yield f"{indent}  house rule: {name} {in_words(value)}"
    yield from _lines(call.entries, depth + 1)


def _step(entry: Draw | Note | RolledAgain) -> str:
    if isinstance(entry, Note):
        return f"{entry.label} = {in_words(entry.value)}"
    if isinstance(entry, RolledAgain):
        return "rolled again: what came before does not count"
    dice = f"{len(entry.faces)}d{entry.sides}" if len(entry.faces) != 1 else f"d{entry.sides}"
    shown = ", ".join(map(str, entry.faces)) or "no dice"
    why = f" ({entry.why})" if entry.why else ""
    made = "" if entry.faces == [entry.value] else f" = {in_words(entry.value)}"
    return f"{dice}{why}: {shown}{made}"
