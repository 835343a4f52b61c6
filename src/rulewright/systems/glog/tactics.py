"""What somebody does whom nobody plays: simple and honest, so that odds of fights mean something."""

from collections.abc import Iterator

from rulewright.content.effects import Damage
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.commands.casting import BANKS, range_of
from rulewright.systems.glog.harm import able, pending_blow
from rulewright.systems.glog.scores import carried, feet_of_a_move, in_hand, place, usual_attack, weapon_class
from rulewright.systems.glog.sheet import Being, CreatureSheet, GlogState
from rulewright.systems.glog.tables import weapon_classes
from rulewright.table.fights import Fights, first_possible
from rulewright.table.game import Game
from rulewright.table.state import Command

REACH = 5
BADLY_HURT = 3
"""A blow that leaves no more than this is worth a shield."""


def tactics(game: Game, state: GlogState, name: str) -> Command | None:
    """The first thing of those that come to mind that the rules allow."""
    if pending_blow(state):
        return first_possible(game, state, list(reactions(state, name)))
    return first_possible(game, state, list(wishes(state, state.entities[name])))


def reactions(state: GlogState, name: str) -> Iterator[Command]:
    """Parry whenever possible; give up the shield for a blow that would hurt badly."""
    question = pending_blow(state)
    assert question
    yield Command(name="parry", by=name)
    if state.entities[name].counter("hp") - question.data["damage"] <= BADLY_HURT:
        yield Command(name="sunder", by=name)
    yield Command(name="take_damage", by=name)


def wishes(state: GlogState, being: Being) -> Iterator[Command]:
    """What somebody would like to do with a turn, best first."""
    foes = foes_of(state, being)
    if not foes:
        return
    yield Command(name="stand", by=being.id)
    yield Command(name="rage", by=being.id)
    nearest = foes[0]
    if not (shoots(being) or abs(place(nearest) - place(being)) <= REACH):
        yield Command(name="move", by=being.id, args={"toward": nearest.id, "feet": way_to(state, being, nearest)})
    yield from spells(being, nearest)
    for item in carried(being):
        if weapon_class(item) and not in_hand(being):
            yield Command(name="equip", by=being.id, args={"item": item.id})
    for foe in sorted(foes, key=lambda foe: (abs(place(foe) - place(being)), foe.counter("hp"))):
        yield Command(name="attack", by=being.id, args={"target": foe.id})
    for item in in_hand(being):
        yield Command(name="reload", by=being.id, args={"weapon": item.id})


def foes_of(state: GlogState, being: Being) -> list[Being]:
    """Those of other sides who can still fight, the nearest first; those who lie helpless only when nobody else is."""
    fight = state.encounter
    there = [state.entities[name] for name in (fight.participants if fight else ()) if name in state.entities]
    others = [one for one in there if one.side != being.side and not one.hidden and not one.has("dead")]
    ready = [one for one in others if able(one)] or [one for one in others if not one.has("dying", "unconscious")]
    return sorted(ready, key=lambda one: (abs(place(one) - place(being)), one.counter("hp")))


def shoots(being: Being) -> bool:
    """Whether the usual attack needs no coming near."""
    if isinstance(being.sheet, CreatureSheet):
        way = usual_attack(being)
        return way is not None and way.ranged
    held = next((item for item in in_hand(being) if weapon_class(item)), None)
    return held is not None and weapon_classes()[weapon_class(held)].ranged


def way_to(state: GlogState, being: Being, foe: Being) -> int:
    """As far as one has to go and can: into reach, not on top of the other."""
    return min(feet_of_a_move(state, being), max(0, abs(place(foe) - place(being)) - REACH))


def spells(being: Being, foe: Being) -> Iterator[Command]:
    """Spells that hurt, with half of the Magic Dice."""
    dice = (being.counter("magic_dice") + 1) // 2
    sources = [("brain", spell, dice) for spell in being.sheet.brain]
    sources += [
        (item.id, spell, min(2, item.banked)) for item in carried(being) if item.item in BANKS for spell in item.spells
    ]
    for where, spell, invested in sources:
        entry = catalogue.spells()[spell]
        hurts = entry.harmful and any(isinstance(effect, Damage) for effect in entry.effects)
        reaches = range_of(entry, invested or 1)
        if hurts and invested and (reaches is None or reaches >= abs(place(foe) - place(being))):
            args = {"spell": spell, "from": where, "magic_dice": invested, "targets": [foe.id]}
            yield Command(name="cast", by=being.id, args=args)


def awaits(state: GlogState) -> tuple[str, ...]:
    """Whoever has the turn."""
    fight = state.encounter
    return (fight.turn,) if fight and fight.turn else ()


def over(state: GlogState) -> bool:
    """Whether only one side has anybody who can fight."""
    fight = state.encounter
    there = [state.entities[name] for name in (fight.participants if fight else ()) if name in state.entities]
    return len({one.side for one in there if able(one)}) < 2


fights = Fights(
    awaits=awaits,
    tactics=tactics,
    moves_on=lambda state: Command(name="next_turn") if state.encounter else None,
    over=over,
)
