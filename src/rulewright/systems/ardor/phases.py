"""Where a round stands, and when it goes on (AR-ROUND-01, AR-ROUND-02)."""

from collections.abc import Iterable

from rulewright.rules import RuleError
from rulewright.systems.ardor.scores import active, conscious
from rulewright.systems.ardor.sheet import ArdorPlay, ArdorState, Being, CharacterSheet
from rulewright.table.encounters import undecided


def there(state: ArdorState) -> list[Being]:
    """Everybody in the fight, in listing order."""
    fight = state.encounter
    if fight is None:
        return []
    return [being for being in state.entities.values() if being.id in fight.participants]


def creatures(state: ArdorState) -> list[str]:
    """The creatures that act in this round."""
    return [being.id for being in there(state) if active(being) and not isinstance(being.sheet, CharacterSheet)]


def characters(state: ArdorState) -> list[str]:
    """The characters that act in this round; the Incapacitated among them."""
    return [being.id for being in there(state) if active(being) and isinstance(being.sheet, CharacterSheet)]


def awaited(state: ArdorState) -> tuple[str, ...]:
    """Those on whom the phase waits."""
    fight = state.encounter
    if fight is None:
        return ()
    match fight.phase:
        case "intents":
            return undecided(fight, creatures(state))
        case "declarations":
            return undecided(fight, characters(state))
        case "rolls":
            return tuple(name for name in characters(state) if name not in fight.scores)
        case "inspired":
            ready = [name for name in fight.may_act if name in state.entities]
            return tuple(name for name in ready if conscious(state.entities[name]))
    return ()


NEXT = {"declarations": "rolls", "rolls": "inspired", "inspired": "resolution"}


def go_on(play: ArdorPlay) -> None:
    """Enter the next phase as often as the present one waits for nobody."""
    while (phase := play.fight().phase) in NEXT and not awaited(play.state):
        play.change_encounter(phase=NEXT[phase])


def in_phase(play: ArdorPlay, *phases: str) -> None:
    """Refuse what belongs to another phase."""
    phase = play.encounter.phase if play.encounter else ""
    if phase not in phases:
        now = f"now it is {phase}" if phase else "there is no encounter"
        raise RuleError("wrong_phase", f"this belongs to the phase {' or '.join(phases)}; {now}")


def standing_sides(beings: Iterable[Being]) -> set[str]:
    """The sides that have somebody who stands."""
    return {being.side for being in beings if conscious(being)}
