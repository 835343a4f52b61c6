"""Stat blocks that somebody brings to a table, in the words of the game's document or in those of all games.

The document writes `{do: push, zones: 1}` and `{modify: score, actions: [tend], amount: 1}` (AR-ABIL-02, AR-ABIL-03).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from rulewright.content.checking import Reference, check
from rulewright.content.reading import dotted
from rulewright.rules import BadArguments, pick
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.effects import ANY
from rulewright.systems.ardor.sheet import CreatureSheet

Written: TypeAlias = Mapping[str, Any]
"""Something as it is written, before anything is known of it."""

PARTS = ("full", "glancing", "miss", "always")


class Word(NamedTuple):
    """A word of the document: what is said with it, and what it means."""

    means: Callable[[Written], list[Written]]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


def read_block(written: Written) -> dict[str, Any]:
    """A stat block whose abilities and passives are in the words of all games."""
    block = dict(written)
    if "passives" in block:
        block["passives"] = read_list("passives", block["passives"], "modify", PASSIVES)
    if isinstance(block.get("abilities"), list | tuple):
        block["abilities"] = [read_ability(f"abilities[{n}]", each) for n, each in enumerate(block["abilities"])]
    for found in check(block, CreatureSheet):
        if isinstance(found, Reference):
            pick(f"sheet: {dotted(found.path)}", found.name, KNOWN[found.to]())
    return block


def read_ability(at: str, written: Any) -> Any:
    if not isinstance(written, Mapping):
        return written
    parts = {part: read_list(f"{at}.{part}", written[part], "do", HAPPENINGS) for part in PARTS if part in written}
    if "passive" in written:
        parts["passive"] = read_list(f"{at}.passive", written["passive"], "modify", PASSIVES)
    return {**written, **parts}


def read_list(at: str, written: Any, tag: str, words: dict[str, Word]) -> Any:
    """What is in our own words, and what is no list of effects at all, is for its type to judge."""
    if not isinstance(written, list | tuple):
        return written
    return [effect for number, each in enumerate(written) for effect in read_one(f"{at}[{number}]", each, tag, words)]


def read_one(at: str, written: Any, tag: str, words: dict[str, Word]) -> list[Any]:
    if not isinstance(written, Mapping) or tag not in written:
        return [written]
    word = pick(f"sheet: {at}.{tag}", str(written[tag]), words)
    missing = [name for name in word.needs if name not in written]
    if missing:
        raise BadArguments(f"sheet: {at}: {missing[0]} is missing, which {written[tag]} needs")
    for name in written:
        if name not in (tag, *word.needs, *word.may):
            raise BadArguments(f"sheet: {at}: {written[tag]} has no {name!r}")
    return word.means(written)


# ---------------------------------------------------------------- what an ability does


def happening(kind: str, **fields: str) -> Word:
    """A word that stands for one effect, whose fields have the values of fields of the word."""

    def means(written: Written) -> list[Written]:
        to = {"to": written["to"]} if "to" in written else {}
        return [{"type": kind, **{ours: written[theirs] for ours, theirs in fields.items()}, **to}]

    return Word(means, tuple(fields.values()), ("to",))


def shift(direction: str) -> Word:
    move = happening("move", distance="zones")
    return move._replace(means=lambda written: [{**move.means(written)[0], "direction": direction}])


def resource(counter: str) -> Word:
    gain = happening("resource", amount="amount")
    return gain._replace(means=lambda written: [{**gain.means(written)[0], "counter": counter}])


def swap(written: Written) -> list[Written]:
    return [{"type": "move", "direction": "swap", "distance": 0, "to": written.get("to", "target")}]


def clear(written: Written) -> list[Written]:
    if ("id" in written) == (written.get("any") is True):
        raise BadArguments("sheet: clear: found neither or both, where either an id or any: true belongs")
    return [{"type": "remove_condition", "condition": written.get("id", ANY), "to": written.get("to", "target")}]


def hazard(written: Written) -> list[Written]:
    harm = {"type": "damage", "amount": written["dice"]}
    brave = {"type": "check", "check": "challenge", "against": written["challenge"], "failure": [harm]}
    return [{"type": "terrain", "kind": "hazard", "rounds": written["rounds"], "on": "stay", "effects": [brave]}]


def protect(_written: Written) -> list[Written]:
    return [{"type": "substitute", "use": "protector_score", "instead_of": "score", "rounds": 1}]


def reveal(_written: Written) -> list[Written]:
    return [{"type": "sense", "sense": "intents"}]


HAPPENINGS: dict[str, Word] = {
    "damage": happening("damage", amount="dice"),
    "heal": happening("heal", amount="dice"),
    "condition": happening("condition", condition="id", rounds="rounds"),
    "clear": Word(clear, may=("id", "any", "to")),
    "push": shift("away"),
    "pull": shift("toward"),
    "move_ally": shift("any"),
    "swap": Word(swap, may=("to",)),
    "ardor": resource("ardor"),
    "protect": Word(protect, may=("to",)),
    "timer": resource("timer"),
    "hazard": Word(hazard, ("challenge", "dice", "rounds"), ("to",)),
    "reveal": Word(reveal, may=("to",)),
}
"""AR-ABIL-02."""


# ---------------------------------------------------------------- what is so all the time


def bonus(written: Written) -> list[Written]:
    return [{"type": "modify", "field": written["modify"], "amount": written["amount"]}]


def with_actions(written: Written) -> list[Written]:
    actions = written.get("actions", "all")
    if actions == "all":
        return bonus(written)
    if not isinstance(actions, list | tuple):
        raise BadArguments(f"sheet: {written['modify']}: actions: found {actions!r}, where a list or all belongs")
    return [{**bonus(written)[0], "when": action} for action in actions]


def bound(written: Written) -> list[Written]:
    return [{"type": "bound", "field": written["modify"], "most": written["amount"]}]


def immune(written: Written) -> list[Written]:
    return [{"type": "immune", "to": [written["condition"]]}]


ADDED = ("recover_bonus", "timer_bonus", "range", "move_far", "max_health", "max_ardor", "careful_penalty")

PASSIVES: dict[str, Word] = {
    "score": Word(with_actions, ("amount",), ("actions",)),
    "ward": Word(with_actions, ("amount",), ("actions",)),
    "flee_gap": Word(bound, ("amount",)),
    "miss_gap": Word(bound, ("amount",)),
    **{field: Word(bonus, ("amount",)) for field in ADDED},
    "immune": Word(immune, ("condition",)),
}
"""AR-ABIL-03."""


# ---------------------------------------------------------------- what a stat block names

KNOWN: Mapping[str, Callable[[], dict[str, Any]]] = {
    "conditions": tables.conditions,
    "removable": lambda: {**tables.conditions(), ANY: None},
    "abilities": catalogue.abilities,
}
