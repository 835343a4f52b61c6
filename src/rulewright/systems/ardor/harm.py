"""Going down, getting up, and timers: the same in a round and outside (AR-HEALTH)."""

from rulewright.systems.ardor.effects import Gain
from rulewright.systems.ardor.rules.health import incapacitate, timer_tick
from rulewright.systems.ardor.scores import bonus, condition_names, conscious, maximum
from rulewright.systems.ardor.sheet import DOWN, FALLEN, INCAPACITATED, ArdorPlay, CharacterSheet
from rulewright.table.entities import Condition

MOST_TIMER = 99


def falls(play: ArdorPlay, name: str) -> None:
    """AR-HEALTH-03, AR-HEALTH-04: somebody has no Health left."""
    being = play.entity(name)
    play.put(name, "health", 0)
    play.relieve(name, *condition_names(being))
    if not isinstance(being.sheet, CharacterSheet) and play.world.house_rules.npc_at_zero == "out":
        play.afflict(name, Condition(id=DOWN))
        return
    play.afflict(name, Condition(id=INCAPACITATED))
    result = incapacitate(
        play.dice,
        trauma=being.counter("trauma"),
        trauma_limit=play.world.house_rules.trauma_limit,
        timer_bonus=timer_bonus(play, name),
    )
    bears(play, name, result.trauma, result.timer, fallen=result.fallen)


def bears(play: ArdorPlay, name: str, trauma: int, timer: int | None, *, fallen: bool) -> None:
    """Trauma and timer of one who lies there; at the limit it is over."""
    play.put(name, "trauma", trauma)
    play.put(name, "timer", timer)
    if fallen:
        play.afflict(name, Condition(id=FALLEN))
        play.prompt(f"{play.called(name)} has fallen: its player says whether it dies or retires")


def ticks(play: ArdorPlay, name: str) -> None:
    """AR-HEALTH-05: a round nearer to the next Trauma. A timer that has stopped does not run."""
    being = play.entity(name)
    timer = being.counters.get("timer")
    if timer is None or being.has(FALLEN):
        return
    result = timer_tick(
        play.dice,
        timer=max(1, timer),
        trauma=being.counter("trauma"),
        trauma_limit=play.world.house_rules.trauma_limit,
        timer_bonus=timer_bonus(play, name),
    )
    bears(play, name, result.trauma, result.timer, fallen=result.fallen)


def timer_bonus(play: ArdorPlay, name: str) -> int:
    return max(0, bonus(play.entity(name), "timer_bonus"))


def gains(play: ArdorPlay, name: str, effect: Gain) -> None:
    """AR-ABIL-02: Ardor within its range, or more rounds for an Incapacitated one, at once."""
    if effect.counter == "ardor":
        play.change(name, "ardor", effect.amount)
        return
    timer = play.entity(name).counters.get("timer")
    if timer is not None and not conscious(play.entity(name)):
        play.put(name, "timer", min(MOST_TIMER, timer + effect.amount))


def more_trauma(play: ArdorPlay, name: str, amount: int) -> None:
    """AR-HEALTH-11: Trauma without a new timer."""
    limit = play.world.house_rules.trauma_limit
    trauma = play.entity(name).counter("trauma") + amount
    fallen = limit is not None and trauma >= limit
    bears(play, name, trauma, None if fallen else play.entity(name).counters.get("timer"), fallen=fallen)


def wakes(play: ArdorPlay, name: str, health: int) -> None:
    """AR-HEALTH-12: conscious again, with so much Health; the timer is over."""
    play.relieve(name, INCAPACITATED, DOWN)
    play.put(name, "timer", None)
    play.put(name, "health", max(1, min(health, maximum(play.entity(name), "health"))))
