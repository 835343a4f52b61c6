"""What nobody is told: what others have declared before all have, what creatures really mean, and their scores."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from rulewright.systems.ardor.declaring import SHOWN, declaration_of
from rulewright.systems.ardor.sheet import ArdorState, Being, CharacterSheet, CreatureSheet, Fight
from rulewright.table.encounters import sealed

T = TypeVar("T")

ORDINARY = CreatureSheet(health=12)
"""What somebody is taken for of whom nothing is known."""

OPEN = ("intents", "declarations")
"""The phases in which characters may still change their minds, so that nothing of it is seen."""


def guess(being: Being) -> Being:
    """AR-NPC-02: an ordinary one in full health."""
    if isinstance(being.sheet, CharacterSheet):
        unknown = CharacterSheet(maxima={"max_health": 12}, tags=being.sheet.tags)
        return replace(being, sheet=unknown, counters={"health": 12}, items={})
    sheet = replace(ORDINARY, tags=being.sheet.tags)
    return replace(being, sheet=sheet, counters={"health": ORDINARY.health, "ardor": 0}, items={})


def seal(state: ArdorState, own: frozenset[str]) -> ArdorState:
    """AR-ROUND-02, AR-GM-06: the table without what whoever speaks for these may not know yet."""
    fight = state.encounter
    secret = unknown(fight, state, own) if fight else {}
    entities = {
        name: with_ardor(without_plans(being, name in own), secret.get(name, 0))
        for name, being in state.entities.items()
    }
    picks = among(state.world.picks, state.entities)
    clocks = {
        name: replace(clock, workers=tuple(worker for worker in clock.workers if worker in state.entities))
        for name, clock in state.world.clocks.items()
    }
    state = replace(state, world=replace(state.world, picks=picks, clocks=clocks))
    if fight is None:
        return replace(state, entities=entities)
    fight = without_strangers(fight, state.entities)
    kept = own | {name for name in fight.declared if name not in secret}
    told = {name: told_of(fight, name) for name in secret if is_creature(state, name)}
    hidden = replace(sealed(fight, kept, told), rulings=(), scores=known_scores(state, fight, own))
    return replace(state, entities=entities, encounter=hidden)


def without_strangers(fight: Fight, known: Collection[str]) -> Fight:
    """The encounter without a word of those whom this one does not see."""
    return replace(
        fight,
        declared={name: aimed_at(what, known) for name, what in fight.declared.items() if name in known},
        scores=among(fight.scores, known),
        surge_dice=among(fight.surge_dice, known),
        stopped=among(fight.stopped, known),
        used=among(fight.used, known),
        revealed=among(fight.revealed, known),
        hurt_by={name: by for name, by in fight.hurt_by.items() if name in known and by in known},
        claims={claim: name if name in known else None for claim, name in fight.claims.items()},
        inspired=tuple(name for name in fight.inspired if name in known),
        fell=tuple(name for name in fight.fell if name in known),
        may_act=tuple(name for name in fight.may_act if name in known),
        fumbled=tuple(name for name in fight.fumbled if name in known),
        outcomes=tuple(struck for struck in fight.outcomes if struck.attacker in known and struck.target in known),
    )


def among(values: Mapping[str, T], known: Collection[str]) -> Mapping[str, T]:
    return {name: value for name, value in values.items() if name in known}


def aimed_at(declared: Mapping[str, Any], known: Collection[str]) -> Mapping[str, Any]:
    """What was declared, not naming anybody who is not seen."""
    return {
        word: [name for name in value if name in known] if word == "targets" else value
        for word, value in declared.items()
        if word != "target" or value in known
    }


def is_creature(state: ArdorState, name: str) -> bool:
    return name in state.entities and not isinstance(state.entities[name].sheet, CharacterSheet)


def unknown(fight: Fight, state: ArdorState, own: frozenset[str]) -> dict[str, int]:
    """Those whose declaration is not known, with the Ardor that it has cost."""
    found = {}
    for name in fight.declared:
        if name in own or fight.revealed.get(name) == fight.round:
            continue
        if is_creature(state, name) or fight.phase in OPEN:
            declared = declaration_of(fight, name)
            found[name] = declared.paid if declared else 0
    return found


def told_of(fight: Fight, name: str) -> Mapping[str, Any]:
    """What a creature seems to do, in the GM's words, or else its action and its target."""
    declared = declaration_of(fight, name)
    if declared is None:
        return fight.declared[name]  # type: ignore[no-any-return]
    if declared.shown_as:
        return {SHOWN: declared.shown_as}
    said = {"action": declared.action, "ability": declared.ability, "item": declared.item, "target": declared.target}
    return {word: value for word, value in said.items() if value}


def known_scores(state: ArdorState, fight: Fight, own: frozenset[str]) -> Mapping[str, int]:
    """AR-GM-06: the scores of creatures are the GM's, unless the table plays otherwise."""
    if state.world.house_rules.show_creature_scores:
        return fight.scores
    return {name: score for name, score in fight.scores.items() if name in own or not is_creature(state, name)}


def without_plans(being: Being, own: bool) -> Being:
    """A creature without its base score and without what it usually means to do."""
    if own or isinstance(being.sheet, CharacterSheet):
        return being
    return replace(being, sheet=replace(being.sheet, base=None, intents=()))


def with_ardor(being: Being, paid: int) -> Being:
    """Ardor as it was before it was paid for something that is not known yet."""
    if not paid:
        return being
    return replace(being, counters={**being.counters, "ardor": being.counter("ardor") + paid})
