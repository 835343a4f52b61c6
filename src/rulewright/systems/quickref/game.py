"""The game as a table plays it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rulewright.systems.quickref import catalogue, tables
from rulewright.systems.quickref.book import book
from rulewright.systems.quickref.commands import (
    arrivals,
    casting,
    checks,
    creating,
    days,
    fighting,
    gifts,
    gm,
    growth,
    healing,
    instants,
    moving,
    things,
    turns,
)
from rulewright.systems.quickref.commands.core import commands
from rulewright.systems.quickref.creation import creation
from rulewright.systems.quickref.entities import COUNTS, read_entity, set_fight, set_scene
from rulewright.systems.quickref.layout import sheet
from rulewright.systems.quickref.pending import question_about
from rulewright.systems.quickref.projection import projection
from rulewright.systems.quickref.reference import reference
from rulewright.systems.quickref.scores import casts_a_day, maximum_strain
from rulewright.systems.quickref.sections import content
from rulewright.systems.quickref.sheet import (
    ATTRIBUTES,
    Being,
    CharacterSheet,
    CreatureSheet,
    Fight,
    QuickrefState,
    Scene,
)
from rulewright.systems.quickref.tactics import fights
from rulewright.systems.quickref.words import words
from rulewright.table.codec import Types
from rulewright.table.entities import Item
from rulewright.table.game import Assumption, Counter, Game
from rulewright.table.state import Command

DOMAINS = (
    turns,
    fighting,
    instants,
    moving,
    things,
    checks,
    casting,
    gifts,
    healing,
    days,
    creating,
    growth,
    arrivals,
    gm,
)
"""The modules that write into the book of commands."""

ORDINARY = CreatureSheet(hit_dice=1, armor_class=12, attack_bonus=1, damage="1d6", max_hp=4)
"""What somebody is taken for of whom nothing is known."""


def guess(being: Being) -> Being:
    """An ordinary creature in full health."""
    counters = {**dict.fromkeys(COUNTS, None), "hp": ORDINARY.max_hp, "main_action": 1, "move_action": 1}
    return replace(being, sheet=ORDINARY, counters=counters, items={})


def seal(state: QuickrefState, own: frozenset[str]) -> QuickrefState:
    """Sides of which nobody is seen are not spoken of, nor offers to those who are not."""
    fight = state.encounter
    if fight is None:
        return state
    seen = {*state.entities, *(being.side for being in state.entities.values())}
    sealed = replace(
        fight,
        order=tuple(slot for slot in fight.order if slot in seen),
        turn=fight.turn if fight.turn in seen else None,
        surprised=tuple(side for side in fight.surprised if side in seen),
        morale_due={side: added for side, added in fight.morale_due.items() if side in seen},
        reasons_used={},
        free_attacks=tuple(offer for offer in fight.free_attacks if set(offer.split(">")) <= seen),
        pending=sealed_pending(state, fight.pending, own) if fight.pending else None,
    )
    return replace(state, encounter=sealed)


def sealed_pending(state: QuickrefState, pending: Mapping[str, Any], own: frozenset[str]) -> Mapping[str, Any] | None:
    """What waits, as far as it is seen; of whoever is veiled one guesses the numbers."""
    parts = ("attacker", "target") if pending["kind"] == "attack" else ("caster",)
    if any(pending.get(part) not in state.entities for part in parts):
        return None
    maker = pending[parts[0]]
    if "targets" in pending:
        there = [name for name in pending["targets"] if name in state.entities]
        saved = {name: held for name, held in pending["saved"].items() if name in there}
        pending = {**pending, "targets": there, "saved": saved, "slain": [n for n in pending["slain"] if n in there]}
    elif state.entities[maker].veiled and maker not in own:
        guessed = {"attack_bonus": ORDINARY.attack_bonus, "damage": ORDINARY.damage}
        pending = {**pending, "total": None, "blow": guessed}
    return pending


def let_it_happen(state: QuickrefState, _plan: Sequence[Command]) -> Assumption | None:
    """Nobody is assumed to interfere with what waits."""
    return Assumption(Command(name="resolve"), "nobody interferes") if question_about(state) else None


def things_of(_: QuickrefState, being: Being | None) -> Iterable[str]:
    return dict.fromkeys((*being.sheet.readied, *being.sheet.stowed, *being.sheet.items)) if being else ()


def weapons_of(_: QuickrefState, being: Being | None) -> Iterable[str]:
    if being is None:
        return
    yield from dict.fromkeys(thing for thing in being.sheet.readied if thing in catalogue.weapons())
    if isinstance(being.sheet, CharacterSheet):
        yield "unarmed"


def sides(state: QuickrefState, _: Being | None) -> Iterable[str]:
    return dict.fromkeys(being.side for being in state.entities.values())


def spells_of(_: QuickrefState, being: Being | None) -> Iterable[str]:
    return being.sheet.prepared if being else ()


def everything(listed: Any) -> Any:
    """What is offered to everybody alike."""
    return lambda _state, _being: list(listed())


game = Game(
    name="quickref",
    title=book.title,
    version="1",
    book=book,
    commands=commands,
    types=Types(sheet=CharacterSheet | CreatureSheet, item=Item, encounter=Fight, world=Scene),
    counters={
        **{name: Counter() for name in COUNTS},
        "hp": Counter(maximum=lambda _, __, being: being.sheet.max_hp),
        "system_strain": Counter(maximum=lambda _, __, being: maximum_strain(being)),
        "casts_left": Counter(maximum=lambda _, __, being: casts_a_day(being)),
    },
    projection=projection,
    read_entity=read_entity,
    set_scene=set_scene,
    set_fight=set_fight,
    conditions=frozenset(catalogue.conditions()),
    guess=guess,
    open_results=frozenset({"hit", "outcome", "damage", "success", "holds", "reaction", "healed"}),
    seal=seal,
    offers={
        "skill": everything(catalogue.skills),
        "thing": things_of,
        "weapon": weapons_of,
        "side": sides,
        "spell": spells_of,
        "art": lambda _, being: being.sheet.arts if being else (),
        "own_focus": lambda _, being: getattr(being.sheet, "foci", ()) if being else (),
        "focus": everything(catalogue.foci),
        "any_art": everything(catalogue.arts),
        "any_spell": everything(catalogue.spells),
        "background": everything(tables.backgrounds),
        "package": everything(catalogue.packages),
        "encounter": everything(catalogue.encounters),
        "ready_made": everything(catalogue.pregens),
        "to_learn": lambda _, __: [*catalogue.skills(), *ATTRIBUTES],
    },
    assume=let_it_happen,
    bestiary=catalogue.creature_names,
    content=content,
    creation=creation,
    sheet=sheet,
    fights=fights,
    words=words,
    reference=reference,
)
