"""What somebody may declare for a round, and what it costs (AR-ROUND-03, AR-ACT)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from rulewright.rules import BadArguments, RuleError, different
from rulewright.systems.ardor import tables
from rulewright.systems.ardor.catalogue import Power
from rulewright.systems.ardor.rules.scores import arduous_cost
from rulewright.systems.ardor.rules.zones import planned
from rulewright.systems.ardor.scores import (
    SILENT,
    arms,
    bonus,
    carried,
    is_basic_attack,
    kept_from,
    power_in,
)
from rulewright.systems.ardor.sheet import (
    DOWN,
    FALLEN,
    INCAPACITATED,
    ArdorPlay,
    ArdorState,
    Being,
    CharacterSheet,
    Declaration,
    Deed,
    Fight,
)
from rulewright.systems.ardor.spaces import known_zone, map_for, zone_of
from rulewright.table.encounters import SEALED
from rulewright.table.play import plain

EXACTLY_ONE_ZONE = ("move_to_attack", "move_and_attack", "flee")
AIMED = ("attack", "move_to_attack", "move_and_attack", "defend_other", "tend")
ONE_TARGET = ("enemy", "ally", "any")
SHOWN = "shown"
"""Under this the players find what a creature seems to do."""

WAITING = Declaration(action="wait")


# ---------------------------------------------------------------- what was declared


def declaration_of(fight: Fight, name: str) -> Declaration | None:
    """What somebody has declared, as far as whoever asks may know it."""
    declared = fight.declared.get(name)
    if declared is None or declared == SEALED or SHOWN in declared:
        return None
    return _read(msgspec.json.encode(declared))


@lru_cache(maxsize=4096)
def _read(declared: bytes) -> Declaration:
    return msgspec.json.decode(declared, type=Declaration)


def deeds_of(fight: Fight, name: str) -> tuple[Deed, ...]:
    found = declaration_of(fight, name)
    return found.deeds if found else ()


def put_declaration(play: ArdorPlay, name: str, declaration: Declaration) -> None:
    """Write down what somebody means to do."""
    declared: Mapping[str, Any] = {**play.fight().declared, name: plain(declaration)}
    play.change_encounter(declared=declared)


# ---------------------------------------------------------------- may it be declared


def checked(play: ArdorPlay, being: Being, declaration: Declaration, *, refund: int = 0) -> Declaration:
    """The declaration with its price, or a refusal. `refund` is the Ardor that an earlier one gives back."""
    if being.has(INCAPACITATED):
        return checked_incapacitated(being, declaration)
    if declaration.second and (hindered := kept_from(being, "second_action")):
        raise RuleError("not_allowed", f"{being.called} is {hindered} and takes one action only")
    check_deeds(play.state, being, declaration.deeds)
    check_twice(play.state, declaration)
    check_block(play.state, being, declaration)
    if declaration.careful:
        check_care(play.fight(), being)
    return priced(play.state, being, declaration, refund)


def checked_incapacitated(being: Being, declaration: Declaration) -> Declaration:
    """AR-ACT-09: the only action is Recover."""
    if declaration.action != "recover" or declaration.second:
        raise RuleError("incapacitated", f"{being.called} is Incapacitated and can only recover")
    if declaration.spend_surge and not being.counter("surges"):
        raise RuleError("not_enough_resource", f"{being.called} has no Healing Surge left to spend")
    return declaration


def check_deeds(state: ArdorState, being: Being, deeds: tuple[Deed, ...]) -> None:
    """Every action by itself, each from where the moves before it end."""
    for deed in deeds:
        if (deed.action == "ability") != bool(deed.ability or deed.item) or (deed.ability and deed.item):
            raise BadArguments("ability: the action ability names one ability or one item, and no other action does")
    for deed, start in starts(state, being, deeds):
        check_deed(state, being, deed, start)
    recoveries = sum(deed.action == "recover" for deed in deeds)
    if recoveries > being.counter("surges"):
        raise RuleError("not_enough_resource", f"{being.called} has no Healing Surge left to spend")
    for name in {deed.item for deed in deeds if deed.item}:
        found = carried(being, name)
        if found and sum(deed.item == name for deed in deeds) > found.count:
            raise RuleError("not_enough_resource", f"{being.called} has {found.count} of these: {name}")


def moves_late(deed: Deed, power: Power | None) -> bool:
    """AR-ROUND-08: whether a deed moves after the attacks of the round."""
    if power:
        return power.move is not None and power.move.when == "after"
    return deed.action == "move_and_attack" and deed.order == "attack_first"


def starts(state: ArdorState, being: Being, deeds: tuple[Deed, ...]) -> Iterator[tuple[Deed, str]]:
    """Each deed with where its move begins: those before the attacks come first, then those after them."""
    here = zone_of(state, being)
    for deed in sorted(deeds, key=lambda deed: moves_late(deed, power_in(being, deed))):
        yield deed, here
        here = deed.path[-1] if deed.path else here


def check_deed(state: ArdorState, being: Being, deed: Deed, start: str) -> None:
    """One action."""
    power = power_in(being, deed)
    check_path(state, being, deed, power, start)
    if is_basic_attack(deed):
        arms(SILENT, being, deed, state.world.house_rules)
    check_targets(state, being, deed, power)
    if deed.item:
        check_item(state, being, deed.item)
    for what, zone in (("zone", deed.zone), ("to_zone", deed.to_zone)):
        if zone:
            known_zone(state, what, zone)


def allowance(being: Being, deed: Deed, power: Power | None) -> int:
    """AR-ZONE-03: the zones that a deed moves."""
    if power:
        return power.steps
    more = bonus(being, "move_far") if deed.action == "move_far" else 0
    return tables.actions()[deed.action].zones + more


def check_path(state: ArdorState, being: Being, deed: Deed, power: Power | None, start: str) -> None:
    """A path where there is movement, as long as the action says, along ways that can be passed."""
    steps = allowance(being, deed, power)
    if deed.path and not steps:
        raise BadArguments(f"path: {deed.shown} moves nobody")
    if not deed.path and steps and not power:
        raise BadArguments(f"path: {deed.action} needs the zones to enter")
    if deed.action in EXACTLY_ONE_ZONE and len(deed.path) != 1:
        raise BadArguments(f"path: {deed.action} enters exactly one zone; found {len(deed.path)}")
    for zone in deed.path:
        known_zone(state, "path", zone)
    if not deed.path:
        return
    if hindered := kept_from(being, "move"):
        raise RuleError("not_allowed", f"{being.called} is {hindered} and cannot move")
    planned(map_for(state, being), start, deed.path, steps)


def check_targets(state: ArdorState, being: Being, deed: Deed, power: Power | None) -> None:
    """Somebody to aim at where the action needs one, and nobody who cannot be aimed at."""
    needed = 0
    if power:
        needed = {"two_enemies": 2}.get(power.target, int(power.target in ONE_TARGET))
    elif deed.action in AIMED:
        needed = 1
    if not needed:
        return
    if not 1 <= len(deed.named) <= needed:
        raise BadArguments(f"target: {deed.shown} names {'one' if needed == 1 else 'one or two'}")
    different("targets", deed.named)
    for name in deed.named:
        check_target(state, being, name, itself=power is not None and power.target == "any")
    if deed.action == "tend" and not state.entities[deed.named[0]].has(INCAPACITATED):
        raise RuleError("not_allowed", f"{state.entities[deed.named[0]].called} is not Incapacitated")


def check_target(state: ArdorState, being: Being, name: str, *, itself: bool = False) -> None:
    other = state.entities.get(name)
    if other is None:
        raise RuleError("unknown_target", f"nobody is called {name!r}")
    if name == being.id and not itself:
        raise RuleError("not_allowed", f"{being.called} cannot be its own target")
    if other.has(DOWN, FALLEN):
        raise RuleError("not_allowed", f"{other.called} is out of the fight")
    hidden = kept_from(other, "be_targeted") or ("hidden" if other.hidden and name != being.id else "")
    if hidden:
        raise RuleError("not_allowed", f"{other.called} is {hidden} and cannot be aimed at")


def check_item(state: ArdorState, being: Being, name: str) -> None:
    """What works once an encounter has not been used in this one."""
    fight = state.encounter
    found = carried(being, name)
    if fight and found and found.item in fight.used.get(being.id, ()):
        raise RuleError("not_allowed", f"{being.called} has used this in this encounter: {name}")


def check_twice(state: ArdorState, declaration: Declaration) -> None:
    """House rule `same_action_twice`."""
    if state.world.house_rules.same_action_twice:
        return
    shown = [deed.shown for deed in declaration.deeds]
    if len(set(shown)) < len(shown):
        raise RuleError("not_allowed", "at this table the second action is another one than the first")


def check_block(state: ArdorState, being: Being, declaration: Declaration) -> None:
    """AR-ZONE-06: who blocks stands still, at one end of what is blocked."""
    block = declaration.block
    if block is None:
        return
    for zone in (block.from_, block.to):
        known_zone(state, "block", zone)
    if any(deed.path for deed in declaration.deeds):
        raise RuleError("not_allowed", "who moves cannot block")
    ends = {block.from_, block.to}
    ways = [way for way in state.world.place.connections if {way.from_, way.to} == ends]
    if not ways or zone_of(state, being) not in ends:
        raise RuleError("not_allowed", f"{being.called} does not stand at a connection of {' and '.join(sorted(ends))}")


def check_care(fight: Fight, being: Being) -> None:
    """AR-CORE-12: care where a Fumble threatens a character."""
    if fight.fumble is None or not isinstance(being.sheet, CharacterSheet):
        raise RuleError("not_allowed", "nothing is there that would call for care")


# ---------------------------------------------------------------- what it costs

Kind = Literal["none", "standard", "ability"]


def kind_of(deed: Deed | None) -> Kind:
    if deed is None:
        return "none"
    return "ability" if deed.ability else "standard"


def ardor_of(being: Being, deed: Deed | None) -> int:
    """The Ardor that a deed costs by itself."""
    power = power_in(being, deed) if deed else None
    return power.ardor if power else 0


def priced(state: ArdorState, being: Being, declaration: Declaration, refund: int) -> Declaration:
    """AR-ACT-11: what is paid, and what of it for the second action."""
    purse = being.counter("ardor") + refund
    main, second = kind_of(declaration), kind_of(declaration.second)
    assert main != "none"
    strict = state.world.house_rules.abilities_need_arduous
    own = ardor_of(being, declaration)
    alone = arduous_cost(
        SILENT, ardor=purse, main=main, second="none", main_ardor=own, abilities_need_arduous=strict
    ).cost
    cost = arduous_cost(
        SILENT,
        ardor=purse,
        main=main,
        second=second,
        main_ardor=own,
        second_ardor=ardor_of(being, declaration.second),
        abilities_need_arduous=strict,
    ).cost
    return replace(declaration, paid=cost, paid_second=cost - alone)
