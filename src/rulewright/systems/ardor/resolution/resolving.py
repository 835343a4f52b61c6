"""The steps of a round in their order (AR-ROUND-04)."""

from rulewright.systems.ardor.resolution import conflicts, movement, settling, strikes
from rulewright.systems.ardor.resolution.notes import Round
from rulewright.systems.ardor.sheet import ArdorPlay, CharacterSheet


def resolve_round(play: ArdorPlay) -> None:
    """Everything that was declared happens, virtually at the same moment; then comes the next round."""
    round_ = Round.of(play)
    conflicts.settle_fumbles(round_)
    conflicts.settle_claims(round_)
    movement.move_early(round_)
    strikes.act(round_)
    play.change_encounter(outcomes=tuple(round_.outcomes))
    movement.move_forced(round_)
    movement.move_late(round_)
    play.change_encounter(stopped=round_.stopped)
    endured = settling.meet_hazards(round_)
    settling.try_to_wake(round_)
    settling.settle(round_)
    settling.change_conditions(round_, endured)
    play.change_encounter(hurt_by={**play.fight().hurt_by, **round_.hurt_by})
    settling.see_who_is_left(round_)
    next_round(play)


def next_round(play: ArdorPlay) -> None:
    """AR-ROUND-02: nothing is declared and nothing rolled; what was discovered is not fresh any more."""
    fight = play.fight()
    play.change_encounter(
        round=fight.round + 1,
        phase="intents",
        scores={},
        inspired=(),
        surge_dice={},
        may_act=(),
        declared={},
        rulings=(),
        fell=(),
        hazards=tuple(danger for danger in fight.hazards if danger.last > fight.round),
    )
    for name in fight.participants:
        if name in play.state.entities and isinstance(play.entity(name).sheet, CharacterSheet):
            play.sheet(name, fresh=())
