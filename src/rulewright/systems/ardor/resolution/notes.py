"""A round while it is resolved: who acts, and what is noted until everything counts at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.systems.ardor.book import Outcome
from rulewright.systems.ardor.catalogue import Power
from rulewright.systems.ardor.declaring import deeds_of
from rulewright.systems.ardor.effects import Clear, Give
from rulewright.systems.ardor.phases import there
from rulewright.systems.ardor.rules.health import left_after
from rulewright.systems.ardor.scores import conscious, maximum, power_in, usable
from rulewright.systems.ardor.sheet import INCAPACITATED, ArdorPlay, Being, CharacterSheet, Deed, Ruling, Struck
from rulewright.systems.ardor.spaces import zone_of


class Action(NamedTuple):
    """A deed with whose it is, its place among that one's deeds, and the ability that it uses, if it uses one."""

    by: str
    place: int
    deed: Deed
    power: Power | None = None


def actions_of(play: ArdorPlay, being: Being) -> list[Action]:
    """What somebody has declared and can still do: an ability or a weapon may be gone by now."""
    return [
        Action(being.id, place, deed, power_in(being, deed))
        for place, deed in enumerate(deeds_of(play.fight(), being.id))
        if usable(play.state, being, deed)
    ]


@dataclass
class Noted:
    """What has happened to somebody in this round and is not applied yet."""

    damage: int = 0
    healing: int = 0


class Forced(NamedTuple):
    """AR-ROUND-07: somebody is driven, drawn, led or put elsewhere by somebody."""

    by: str
    target: str
    zones: int = 0
    to_zone: str = ""
    swap: bool = False


@dataclass
class Round:
    """The notes of one round."""

    play: ArdorPlay
    names: list[str]
    """Everybody in the fight, in listing order."""
    scores: dict[str, int]
    inspired: set[str]
    began: dict[str, str]
    """The zone of each at the start."""
    standing: set[str]
    """Those who were conscious at the start."""
    lain: set[str]
    """Those who were Incapacitated at the start."""
    plans: dict[str, list[Action]]
    """What each of those does."""
    lost: set[tuple[str, int]] = field(default_factory=set)
    """Actions that have no effect."""
    noted: dict[str, Noted] = field(default_factory=dict)
    running: dict[str, int] = field(default_factory=dict)
    """Health as it is by now, where whoever is hit first acts no more."""
    out: set[str] = field(default_factory=set)
    """Those who went down before this round was over, where that counts."""
    entered: dict[str, list[str]] = field(default_factory=dict)
    stopped: dict[str, str] = field(default_factory=dict)
    outcomes: list[Struck] = field(default_factory=list)
    forced: list[Forced] = field(default_factory=list)
    given: list[tuple[str, Give]] = field(default_factory=list)
    cleared: list[tuple[str, Clear]] = field(default_factory=list)
    """Conditions to be taken away; an empty name is every bad one."""
    lent: dict[str, list[str]] = field(default_factory=dict)
    """By target: those whose score it may use as a defence."""
    tended: dict[str, list[str]] = field(default_factory=dict)
    full_hits_on_downed: dict[str, int] = field(default_factory=dict)
    hurt_by: dict[str, str] = field(default_factory=dict)
    attacked: set[str] = field(default_factory=set)
    woken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, play: ArdorPlay) -> "Round":
        fight = play.fight()
        beings = there(play.state)
        # A score that is not known is taken for the Challenge Score: only previews of players come here without one.
        scores = {being.id: fight.scores.get(being.id, fight.challenge) for being in beings}
        for ruling in fight.rulings:
            if ruling.kind == "score" and ruling.score is not None:
                scores[ruling.id] = ruling.score
        return cls(
            play=play,
            names=[being.id for being in beings],
            scores=scores,
            inspired=set(fight.inspired),
            began={being.id: zone_of(play.state, being) for being in beings},
            standing={being.id for being in beings if conscious(being)},
            plans={being.id: actions_of(play, being) for being in beings if conscious(being)},
            lain={being.id for being in beings if being.has(INCAPACITATED)},
            running={being.id: being.counter("health") for being in beings},
        )

    # ------------------------------------------------------------------ looking

    def being(self, name: str) -> Being:
        return self.play.entity(name)

    def zone(self, name: str) -> str:
        """Where somebody stands by now."""
        return zone_of(self.play.state, self.being(name))

    def actions(self, name: str) -> list[Action]:
        """What somebody does in this round."""
        return self.plans.get(name, [])

    def deeds(self, name: str) -> tuple[Deed, ...]:
        return tuple(action.deed for action in self.actions(name))

    def in_effect(self, name: str) -> list[Action]:
        """Its actions that have not been lost."""
        return [action for action in self.actions(name) if (action.by, action.place) not in self.lost]

    def is_character(self, name: str) -> bool:
        return isinstance(self.being(name).sheet, CharacterSheet)

    def in_action_order(self) -> list[str]:
        """AR-ROUND-04: the higher score first, of equal scores characters, then as they are listed."""
        return sorted(self.names, key=lambda name: (-self.scores[name], not self.is_character(name)))

    def rulings(self, kind: str) -> Iterable[Ruling]:
        return (ruling for ruling in self.play.fight().rulings if ruling.kind == kind)

    def ruled_outcome(self, attacker: str, target: str) -> Outcome | None:
        """What the GM has said of this pair; the last word counts."""
        said = [r.outcome for r in self.rulings("outcome") if (r.attacker, r.target) == (attacker, target)]
        return said[-1] if said else None

    # ------------------------------------------------------------------ noting

    def note(self, name: str) -> Noted:
        return self.noted.setdefault(name, Noted())

    def count_what_is_noted(self) -> None:
        """AR-ROUND-14: damage and healing so far count; whoever is down by then is out, and stays so."""
        for name, noted in self.noted.items():
            if name in self.standing and name not in self.out:
                most = max(self.running[name], maximum(self.being(name), "health"))
                self.running[name] = left_after(self.running[name], most, noted.healing - noted.damage)
                if not self.running[name]:
                    self.out.add(name)
        self.noted = {name: noted for name, noted in self.noted.items() if name not in self.standing}
