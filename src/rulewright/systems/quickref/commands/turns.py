"""A fight as it goes round: surprise, initiative, turns, rounds, coming and going (QR-ROUND, QR-STATE-04)."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from rulewright.rules import BadArguments, RuleError
from rulewright.systems.quickref import talents
from rulewright.systems.quickref.commands.core import SURPRISE, SideName, commands, peace
from rulewright.systems.quickref.harm import forget_uses, rounds_pass
from rulewright.systems.quickref.rules.rounds import Combatant, Side, individual_initiative, side_initiative
from rulewright.systems.quickref.scores import is_able, is_awake, is_pc, modifier, suffers
from rulewright.systems.quickref.sheet import Being, Fight, QuickrefPlay
from rulewright.table import clock, encounters
from rulewright.table.common import bring_in
from rulewright.table.entities import EntityId

MOST_ONE_BY_ONE = 20
SECONDS_A_ROUND = 6

OF_A_ROUND = (
    *("swift_casting", "iron_focus", "has_cast_swiftly"),
    *("charged", "holding", "withdrawn", "hurt_this_round", "tended_this_round", "shield_used"),
)
OF_A_FIGHT = ("total_defense", "charged", "holding", "withdrawn", "shield_used", "shield_lent")


def sides_of(beings: list[Being]) -> list[str]:
    """In the order in which they first appear."""
    return list(dict.fromkeys(being.side for being in beings))


def able_ones(play: QuickrefPlay) -> list[Being]:
    return [being for being in play.state.entities.values() if is_able(being)]


@commands.gm("QR-ROUND-02", "QR-ROUND-03", "QR-ROUND-05", "QR-STATE-02")
def start_encounter(
    play: QuickrefPlay,
    *,
    surprised: Annotated[tuple[SideName, ...], Meta(max_length=5)] = (),
    initiative: Literal["side", "individual"] | None = None,
) -> None:
    """A fight begins, with initiative, or with a round for those who were not surprised."""
    everybody = able_ones(play)
    sides = sides_of(list(play.state.entities.values()))
    for side in surprised:
        if side not in sides:
            raise BadArguments(f"surprised: there is no side {side!r}; there are {', '.join(sides)}")
    peace(play)
    mode = initiative or play.world.house_rules.initiative
    refuse_crowd(mode, everybody)
    if len(sides_of(everybody)) < 2:
        raise RuleError("not_allowed", "it takes two sides to fight")
    if set(sides_of(everybody)) <= set(surprised):
        raise RuleError("not_allowed", "somebody must be there who is not surprised")
    for name in play.state.entities:
        begin_scene(play, name)
        play.put(name, "bed_rest_days", 0)
        play.put(name, "fell_round", None)
        play.put(name, "reload_progress", 0)
        play.sheet(name, unloaded=())
    names = tuple(being.id for being in everybody)
    round_ = SURPRISE if surprised else 1
    play.start_encounter(Fight(round=round_, participants=names, mode=mode, surprised=surprised))
    if surprised:
        play.change_encounter(order=order_of_surprise(play, surprised))
    else:
        roll_order(play)
    begin_round(play)


def refuse_crowd(mode: str, beings: list[Being]) -> None:
    if mode == "individual" and len(beings) > MOST_ONE_BY_ONE:
        raise RuleError("not_allowed", f"{len(beings)} are too many to act one by one: let sides act")


def order_of_surprise(play: QuickrefPlay, surprised: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that are not surprised, and at the end those of the others who never are."""
    ready = [side for side in sides_of(able_ones(play)) if side not in surprised]
    wary = [b.id for b in able_ones(play) if b.side in surprised and talents.is_immune(b, "surprise")]
    return (*ready, *wary)


def roll_order(play: QuickrefPlay) -> None:
    """Initiative: side by side, with those who always act first before them, or one by one."""
    everybody = able_ones(play)
    if play.fight().mode == "individual":
        play.change_encounter(order=roll_one_by_one(play, everybody))
        return
    quick = [being for being in everybody if talents.fixed(being, "initiative") == "first"]
    first = roll_one_by_one(play, quick)
    sides = [side_in(name, everybody) for name in sides_of(everybody)]
    ranked = side_initiative(play.dice, sides=tuple(sides)).order if len(sides) > 1 else [side.id for side in sides]
    play.change_encounter(order=(*first, *ranked))


def roll_one_by_one(play: QuickrefPlay, beings: list[Being]) -> tuple[str, ...]:
    if len(beings) < 2:
        return tuple(being.id for being in beings)
    combatants = tuple(
        Combatant(
            id=being.id,
            dexterity_modifier=modifier(being, "dex"),
            is_pc=is_pc(being),
            roll_twice=talents.extra_dice(being, "initiative") > 0,
            always_first=talents.fixed(being, "initiative") == "first",
        )
        for being in beings
    )
    return individual_initiative(play.dice, combatants=combatants).order


def side_in(name: str, everybody: list[Being]) -> Side:
    """A side with the best that anybody on it has."""
    members = [being for being in everybody if being.side == name]
    return Side(
        id=name,
        dexterity_modifier=max(modifier(being, "dex") for being in members),
        is_pc=any(map(is_pc, members)),
        bonus=max(talents.bonus(being, "side_initiative") for being in members),
    )


def begin_round(play: QuickrefPlay) -> None:
    """QR-STATE-04: everybody has their actions again, and the first slot with somebody awake has the turn."""
    for name in list(play.state.entities):
        being = play.entity(name)
        play.put(name, "main_action", 0 if suffers(being, "next_main_action_lost") else 1)
        play.put(name, "move_action", 0 if suffers(being, "no_move_action") else 1)
        play.put(name, "attacks_left", 0)
        play.put(name, "on_turn_count", 0)
        play.relieve(name, "lost_next_main", *OF_A_ROUND)
        if play.world.house_rules.total_defense_lasts == "round":
            play.relieve(name, "total_defense")
        forget_uses(play, name, "round")
    pass_turn_to(play, encounters.next_in_order(play.fight().order, None, lambda slot: has_somebody(play, slot)))


def members_of(play: QuickrefPlay, slot: str) -> list[Being]:
    """Whose turn a slot is."""
    if slot in play.state.entities:
        return [play.entity(slot)]
    order = play.fight().order
    return [being for being in play.state.entities.values() if being.side == slot and being.id not in order]


def has_somebody(play: QuickrefPlay, slot: str) -> bool:
    """Whether anybody there is up and awake; those who flee are."""
    return any(map(is_awake, members_of(play, slot)))


def pass_turn_to(play: QuickrefPlay, slot: str | None) -> None:
    play.change_encounter(turn=slot)
    for being in members_of(play, slot) if slot else ():
        play.relieve(being.id, "shield_lent")
        if play.world.house_rules.total_defense_lasts == "next_turn":
            play.relieve(being.id, "total_defense")


@commands.gm("QR-ROUND-02", "QR-ROUND-03")
def roll_initiative(play: QuickrefPlay) -> None:
    """The order is rolled anew, and the first in it has the turn."""
    refuse_crowd(play.fight().mode, able_ones(play))
    roll_order(play)
    pass_turn_to(play, encounters.next_in_order(play.fight().order, None, lambda slot: has_somebody(play, slot)))


@commands.anyone("QR-ROUND-04", "QR-STATE-04", "QR-INJ-03", "QR-INJ-10")
def next_turn(play: QuickrefPlay) -> None:
    """The turn is over, and the next one's begins, or the next round."""
    fight = play.fight()
    following = encounters.next_in_order(fight.order, fight.turn, lambda slot: has_somebody(play, slot))
    ends = following is None
    rolls = ends and (fight.round == SURPRISE or play.world.house_rules.initiative_reroll == "each_round")
    if rolls:
        refuse_crowd(fight.mode, able_ones(play))
    play.change_encounter(free_attacks=())
    for name in play.state.entities:
        play.put(name, "attacks_left", 0)
    if not ends:
        pass_turn_to(play, following)
        return
    rounds_pass(play, 1)
    clock.tick(play, play.state.entities)
    play.change_encounter(round=fight.round + 1)
    if rolls:
        roll_order(play)
    let_in_the_woken(play)
    begin_round(play)


def let_in_the_woken(play: QuickrefPlay) -> None:
    """Who had no place in the order because nobody there was able acts last from now on."""
    fight = play.fight()
    for being in play.state.entities.values():
        slot = being.id if fight.mode == "individual" else being.side
        if is_awake(being) and slot not in play.fight().order:
            play.change_encounter(order=(*play.fight().order, slot))


@commands.gm("QR-STATE-07", "QR-MAGIC-10")
def end_encounter(play: QuickrefPlay) -> None:
    """The fight is over, and the scene with it."""
    rounds = play.fight().round
    for name in play.state.entities:
        play.relieve(name, *OF_A_FIGHT)
        begin_scene(play, name)
    play.end_encounter()
    clock.pass_seconds(play, rounds * SECONDS_A_ROUND)


@commands.gm("QR-STATE-07", "QR-MAGIC-10")
def new_scene(play: QuickrefPlay) -> None:
    """Something else begins: Effort of the scene and what can be used once in a scene come back."""
    for name in play.state.entities:
        begin_scene(play, name)


@commands.gm("QR-STATE-07")
def new_session(play: QuickrefPlay) -> None:
    """People have met again: what can be used once in a session comes back."""
    for name in play.state.entities:
        forget_uses(play, name, "session")


def begin_scene(play: QuickrefPlay, name: str) -> None:
    forget_uses(play, name, "scene", "battle")
    bound = play.entity(name).sheet.committed
    play.sheet(name, committed=tuple(point for point in bound if point.until != "scene"))


@commands.gm("QR-STATE-07")
def join_encounter(play: QuickrefPlay, *, entity: dict[str, Any] | EntityId) -> None:
    """Somebody comes into the fight, last in the order if there is no place for them yet."""
    fight = play.fight()
    if isinstance(entity, dict):
        bring_in(play, entity)
        name = str(entity["id"])
        play.put(name, "main_action", 1)
        play.put(name, "move_action", 1)
    else:
        name = entity
    encounters.join(play, name)
    slot = name if fight.mode == "individual" else play.entity(name).side
    if slot not in fight.order:
        play.change_encounter(order=(*fight.order, slot))


@commands.gm("QR-STATE-07")
def leave_encounter(play: QuickrefPlay, *, who: EntityId) -> None:
    """Somebody is no longer counted among those who fight."""
    play.entity(who)
    play.fight()
    encounters.leave(play, who)
    order = play.fight().order
    if who in order:
        had_it = play.fight().turn == who
        following = encounters.next_in_order(order, who, lambda slot: has_somebody(play, slot)) if had_it else None
        encounters.drop_from_order(play, who)
        if had_it:
            pass_turn_to(play, following)
