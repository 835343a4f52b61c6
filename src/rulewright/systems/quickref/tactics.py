"""What somebody does whom nobody plays: simple and honest, so that odds of fights mean something."""

from collections.abc import Iterator

from rulewright.content.effects import Negate
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.assaults import chosen_weapon, reach_of
from rulewright.systems.quickref.commands.gifts import AGAINST_ATTACKS
from rulewright.systems.quickref.commands.instants import LUCK_OF_A_SCENE, VETERANS_LUCK
from rulewright.systems.quickref.effects import Lay
from rulewright.systems.quickref.pending import question_about, waiting
from rulewright.systems.quickref.rules.saves import natural
from rulewright.systems.quickref.scores import (
    GIVEN_UP,
    caster_level,
    distance,
    is_able,
    is_awake,
    is_pc,
    move_feet,
    place,
)
from rulewright.systems.quickref.sheet import Being, QuickrefState
from rulewright.systems.quickref.spellwork import can_have, damage_of, figure, rules_of
from rulewright.systems.quickref.tables import dice_text
from rulewright.systems.quickref.talents import abilities_of, talents, uses_left
from rulewright.table.fights import Fights, first_possible
from rulewright.table.game import Game
from rulewright.table.state import Command

NEAR = 5
MOST_TARGETS = 20
BADLY_HURT = 4
"""With no more hit points than this one does nothing but defend."""


def tactics(game: Game, state: QuickrefState, name: str) -> Command | None:
    """The first thing of those that come to mind that the rules allow."""
    if question_about(state):
        return first_possible(game, state, list(reactions(state, name)))
    return first_possible(game, state, list(wishes(state, state.entities[name])))


def reactions(state: QuickrefState, name: str) -> Iterator[Command]:
    """A hit is turned if luck can do it, or if nothing but defense can save what is left."""
    pending, being = waiting(state), state.entities.get(name)
    if being and pending and pending["kind"] == "attack" and pending["target"] == name and pending["hit"]:
        yield Command(name="veterans_luck", by=name)
        if being.counter("hp") <= BADLY_HURT and not natural(pending["face"]):
            yield Command(name="total_defense", by=name)
    yield Command(name="resolve")


def can_react(being: Being) -> bool:
    """Whether somebody has an Instant that could still change an attack."""
    lucky = VETERANS_LUCK in abilities_of(being) and not being.sheet.uses.get(LUCK_OF_A_SCENE)
    gifted = any(effect.what in AGAINST_ATTACKS and uses_left(being, t) > 0 for t, effect in talents(being, Negate))
    return is_awake(being) and is_pc(being) and (being.counter("main_action") > 0 or lucky or gifted)


def wishes(state: QuickrefState, being: Being) -> Iterator[Command]:
    """What somebody would like to do with a turn, best first."""
    if being.has(*GIVEN_UP):
        yield from flight(state, being)
        return
    foes = foes_of(state, being)
    yield from rescues(state, being)
    if not foes:
        return
    yield Command(name="stand", by=being.id)
    yield from spells(being, foes)
    for foe in foes:
        wait = {"pause": True} if can_react(foe) else {}
        yield Command(name="attack", by=being.id, args={"target": foe.id, **wait})
    yield from approach(state, being, foes[0])
    for weapon in being.sheet.unloaded:
        yield Command(name="reload", by=being.id, args={"weapon": weapon})


def rescues(state: QuickrefState, being: Being) -> Iterator[Command]:
    """A dying friend comes first, for who knows how to help."""
    for friend in state.entities.values():
        if friend.side == being.side and friend.has("mortally_wounded"):
            yield Command(name="use_art", by=being.id, args={"art": "healing_touch", "target": friend.id})
            kit = "healers_kit" in being.sheet.readied
            yield Command(name="tend", by=being.id, args={"target": friend.id, "has_kit": kit})


def spells(being: Being, foes: list[Being]) -> Iterator[Command]:
    """What takes several foes out of the fight at once, and then what hurts, the mightiest first."""
    level = caster_level(being)
    known = [catalogue.spells()[spell] for spell in being.sheet.prepared]
    for spell in known:
        stunned = [foe.id for foe in foes if any(stuns(foe, laid) for laid in rules_of(spell, Lay))]
        if len(stunned) > 1 and not spell.willing:
            yield Command(name="cast", by=being.id, args={"spell": spell.id, "targets": stunned[:MOST_TARGETS]})
    hurtful = [spell for spell in known if spell.save and not spell.willing and damage_of(spell, level)]
    for spell in sorted(hurtful, key=lambda spell: -dice_text(damage_of(spell, level) or "1d2").highest):
        number = figure(spell.targets, level) or MOST_TARGETS
        targets = [foe.id for foe in foes[:number]]
        yield Command(name="cast", by=being.id, args={"spell": spell.id, "targets": targets})


def stuns(foe: Being, laid: Lay) -> bool:
    """Whether a spell would keep this foe from doing anything."""
    return "incapacitated" in catalogue.conditions()[laid.condition].effects and can_have(foe, laid)


def approach(state: QuickrefState, being: Being, foe: Being) -> Iterator[Command]:
    """Into reach, as far as one can go."""
    feet = distance(state, being, foe)
    if feet is None or feet <= (reach_of(chosen_weapon(being, ""), "melee") or NEAR):
        return
    steps = min(move_feet(state, being), feet - NEAR)
    if steps > 0:
        to = place(being) + steps if place(foe) > place(being) else place(being) - steps
        yield Command(name="move", by=being.id, args={"to": to})


def flight(state: QuickrefState, being: Being) -> Iterator[Command]:
    """Those who run go as far from their foes as they can; those who have yielded stay."""
    foes = foes_of(state, being)
    if state.world.kind != "distances" or not foes or being.has("surrender"):
        return
    away = 1 if place(being) >= place(foes[0]) else -1
    yield Command(name="move", by=being.id, args={"to": place(being) + away * move_feet(state, being)})


def foes_of(state: QuickrefState, being: Being) -> list[Being]:
    """Those of other sides who can still fight: the near before the far, the weak before the strong."""
    others = [one for one in state.entities.values() if one.side != being.side and not one.hidden and is_able(one)]
    return sorted(others, key=lambda one: (distance(state, being, one) or 0, one.counter("hp")))


def awaits(state: QuickrefState) -> tuple[str, ...]:
    """Whoever has the turn: one, or all of a side that can do something."""
    fight = state.encounter
    if fight is None or fight.turn is None:
        return ()
    if fight.turn in state.entities:
        return (fight.turn,)
    side = [being for being in state.entities.values() if being.side == fight.turn and being.id not in fight.order]
    return tuple(being.id for being in side if is_awake(being))


def over(state: QuickrefState) -> bool:
    """Whether only one side has anybody who can fight."""
    return len({being.side for being in state.entities.values() if is_able(being)}) < 2


def moves_on(state: QuickrefState) -> Command | None:
    """First whoever has to look whether they hold, then the next turn."""
    if state.encounter is None:
        return None
    due = next(iter(state.encounter.morale_due), None)
    return Command(name="morale", args={"side": due}) if due else Command(name="next_turn")


fights = Fights(awaits=awaits, tactics=tactics, moves_on=moves_on, over=over)
