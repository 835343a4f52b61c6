"""Who acts when. The order itself is a rule of each game; these are the few ways in which any order is walked.

- A sorted list, or a list around the monsters: the game sorts, `next_in_order` walks.
- Sides, or a free choice: `still_to_act` says who may, `take_turn` marks who has.
- Phases: `next_phase`.
- Everybody at once: `declare` in secret, `undecided` until all have, `sealed` is what others see of it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table.play import AnyPlay
from rulewright.table.state import Encounter

SEALED = {"sealed": True}
"""What others see of a declaration: that there is one. A preview lets them decide as it assumes."""


def next_in_order(order: Sequence[str], turn: str | None, able: Callable[[str], bool]) -> str | None:
    """The next one in a list who can act; nobody when the round is over. Without a turn yet, the first."""
    start = order.index(turn) + 1 if turn in order else 0
    return next((name for name in order[start:] if able(name)), None)


def still_to_act(encounter: Encounter, names: Collection[str]) -> tuple[str, ...]:
    """Those of a side, or of everybody, who have not had their turn in this round."""
    return tuple(name for name in encounter.participants if name in names and name not in encounter.acted)


def take_turn(play: AnyPlay, name: str) -> None:
    """Somebody of those who may choose takes the turn."""
    encounter = play.fight()
    if name in encounter.acted:
        raise RuleError("not_your_turn", f"{play.called(name)} has acted in this round")
    play.change_encounter(turn=name, acted=(*encounter.acted, name))


def next_phase(phases: Sequence[str], phase: str) -> str | None:
    """The phase after this one; none when the round is over."""
    place = phases.index(phase) + 1
    return phases[place] if place < len(phases) else None


def join(play: AnyPlay, name: str) -> None:
    """A late one comes in."""
    encounter = play.fight()
    play.entity(name)
    if name in encounter.participants:
        raise RuleError("not_allowed", f"{play.called(name)} is in the fight already")
    play.change_encounter(participants=(*encounter.participants, name))


def leave(play: AnyPlay, name: str) -> bool:
    """Somebody goes; tells whether it had the turn, which the game must then pass on."""
    encounter = play.fight()
    if name not in encounter.participants:
        raise RuleError("unknown_target", f"{play.called(name)} is not in the fight")
    play.change_encounter(
        participants=_without(encounter.participants, name),
        acted=_without(encounter.acted, name),
        declared={who: what for who, what in encounter.declared.items() if who != name},
    )
    return bool(encounter.turn == name)


def drop_from_order(play: AnyPlay, name: str) -> None:
    """Take somebody who has left out of the order."""
    play.change_encounter(order=_without(play.fight().order, name))


def forget(play: AnyPlay, name: str) -> None:
    """Somebody is gone for good: his name stands nowhere any more."""
    encounter = play.fight()
    if name in encounter.participants:
        leave(play, name)
    play.change_encounter(
        order=_without(encounter.order, name),
        acted=_without(encounter.acted, name),
        declared={who: what for who, what in encounter.declared.items() if who != name},
        turn=None if encounter.turn == name else encounter.turn,
    )


def _without(names: Sequence[str], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


# ---------------------------------------------------------------- everybody at once


def declare(play: AnyPlay, name: str, declaration: Mapping[str, Any]) -> None:
    """Somebody decides. Who decides again has decided otherwise."""
    play.change_encounter(declared={**play.fight().declared, name: dict(declaration)})


def undecided(encounter: Encounter, names: Collection[str]) -> tuple[str, ...]:
    """Those of these who have not declared anything yet, or nothing that one could know of."""
    return tuple(name for name in names if encounter.declared.get(name, SEALED) == SEALED)


def sealed(encounter: Encounter, own: Collection[str], shown: Mapping[str, Any] | None = None) -> Any:
    """The encounter before the reveal, for whoever speaks for `own`: of other declarations only what is shown."""
    told = shown or {}
    declared = {name: what if name in own else told.get(name, SEALED) for name, what in encounter.declared.items()}
    return replace(encounter, declared=declared)
