"""A round for everybody at once: intents, declarations, rolls, Inspired Moments, resolution (AR-ROUND)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import BadArguments, RuleError, pick
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import CarefulPenalty, ChallengeScore, Outcome, Score
from rulewright.systems.ardor.commands.core import Names, Situational, a_character, all_there, commands, open_discovery
from rulewright.systems.ardor.declaring import SHOWN, WAITING, declaration_of, deeds_of, put_declaration
from rulewright.systems.ardor.phases import awaited, characters, creatures, go_on, in_phase, there
from rulewright.systems.ardor.resolution.resolving import resolve_round
from rulewright.systems.ardor.rules.challenges import Reduction, refuse_useless_care
from rulewright.systems.ardor.rules.creatures import encounter_challenge
from rulewright.systems.ardor.rules.health import waking_roll
from rulewright.systems.ardor.rules.scores import CharacterScore, action_bonus, character_score, creature_score
from rulewright.systems.ardor.scores import (
    SILENT,
    active,
    attacks,
    bonus,
    burden,
    intended,
    numbers_of_conditions,
    powers,
    usable,
)
from rulewright.systems.ardor.secrets import told_of
from rulewright.systems.ardor.sheet import (
    DOWN,
    FALLEN,
    INCAPACITATED,
    ArdorPlay,
    Being,
    CharacterSheet,
    CreatureSheet,
    Danger,
    Declaration,
    Deed,
    Fight,
    Ruling,
)
from rulewright.table import clock, encounters, events
from rulewright.table.entities import EntityId
from rulewright.table.state import GM

Words = Annotated[str, Meta(max_length=400)]
Claim = Annotated[str, Meta(max_length=100)]

FAIR = 11
"""AR-NPC-06: what an encounter is taken for that has no creatures."""

# ---------------------------------------------------------------- beginning and end


@commands.gm("AR-ROUND-15", "AR-NPC-05", "AR-CORE-06")
def start_encounter(
    play: ArdorPlay, *, challenge: ChallengeScore | None = None, participants: Names | None = None
) -> None:
    """A fight begins, with everybody who is not out of play, or with those who are named."""
    if play.encounter:
        raise RuleError("already_in_encounter", "there is an encounter already")
    if participants is None:
        participants = tuple(being.id for being in play.state.entities.values() if not being.has(FALLEN))
    all_there(play, participants)
    fight = Fight(
        participants=participants, phase="intents", challenge=challenge or usual_challenge(play, participants)
    )
    play.change_world(resting=None, at_stronghold=False, picks={})
    play.start_encounter(fight)
    for name in participants:
        if isinstance(play.entity(name).sheet, CharacterSheet):
            play.sheet(name, fresh=())


def usual_challenge(play: ArdorPlay, names: tuple[str, ...]) -> int:
    """AR-NPC-05: the scene's own Challenge Score, or what follows from the creatures and the characters."""
    if play.world.place.challenge is not None:
        return play.world.place.challenge
    beings = [play.entity(name) for name in names if active(play.entity(name))]
    bases = tuple(being.sheet.base or 0 for being in beings if isinstance(being.sheet, CreatureSheet))
    if not bases:
        return FAIR
    return encounter_challenge(SILENT, bases=bases, characters=max(1, len(beings) - len(bases))).challenge


@commands.gm("AR-ROUND-15")
def end_encounter(play: ArdorPlay) -> None:
    """The fight is over, and with it what lasts for rounds; timers stop unless the table plays on in rounds."""
    in_phase(play, "intents")
    names = [name for name in play.fight().participants if name in play.state.entities]
    if play.world.house_rules.aftermath == "rounds":
        lying = [name for name in names if play.entity(name).has(INCAPACITATED) and not play.entity(name).has(FALLEN)]
        if any(isinstance(play.entity(name).sheet, CharacterSheet) for name in lying):
            raise RuleError("still_incapacitated", f"{play.called(lying[0])} is still Incapacitated")
    clock.end_timed(play, play.state.entities)
    for name in names:
        if play.world.house_rules.aftermath == "safe":
            play.put(name, "timer", None)
        close_discovery(play, name)
    ask_for_the_beaten(play, names)
    play.end_encounter()


def ask_for_the_beaten(play: ArdorPlay, names: list[str]) -> None:
    """AR-HEALTH-04: what has become of creatures that went down is for the GM to say."""
    beaten = [play.called(name) for name in names if play.entity(name).has(DOWN)]
    if beaten:
        play.prompt(f"{', '.join(beaten)}: say who is dead, who is captured, and who got away")


def close_discovery(play: ArdorPlay, name: str) -> None:
    if isinstance(play.entity(name).sheet, CharacterSheet):
        play.sheet(name, discovery_open=False)


@commands.gm("AR-ROUND-01")
def join_encounter(play: ArdorPlay, *, who: EntityId) -> None:
    """Somebody comes into the fight."""
    in_phase(play, "intents")
    encounters.join(play, who)


@commands.gm("AR-ROUND-01")
def leave_encounter(play: ArdorPlay, *, who: EntityId) -> None:
    """Somebody leaves the fight."""
    encounters.leave(play, who)
    go_on(play)


@commands.gm("AR-ROUND-01")
def next_turn(_play: ArdorPlay) -> None:
    """There are no turns in this game: everybody acts at once."""
    raise RuleError("not_allowed", "in this game everybody acts at once: declare, roll_score and resolve go on")


@commands.gm("AR-ROUND-01")
def roll_initiative(_play: ArdorPlay) -> None:
    """There is no initiative in this game: the Action Score is all."""
    raise RuleError("not_allowed", "in this game there is no initiative: each rolls its Action Score with roll_score")


# ---------------------------------------------------------------- scores


@commands.gm("AR-ROUND-02", "AR-CORE-03", "AR-HEALTH-04")
def score_creatures(play: ArdorPlay, *, situational: Mapping[str, Situational] = {}) -> None:
    """All creatures have said what they mean to do: they get their scores, and the characters declare."""
    in_phase(play, "intents")
    missing = awaited(play.state)
    if missing:
        raise RuleError("not_all_declared", f"{', '.join(map(play.called, missing))} must declare first")
    all_there(play, tuple(situational))
    scores, inspired, surges = {}, [], {}
    for name in creatures(play.state):
        score = score_of_creature(play, name, situational.get(name, 0))
        scores[name] = score.score
        if score.inspired:
            inspired.append(name)
        surges[name] = 0
    for being in there(play.state):
        close_discovery(play, being.id)
    state_intents(play)
    play.change_encounter(scores=scores, inspired=tuple(inspired))
    play.change_encounter(phase="declarations" if characters(play.state) else "resolution")


def state_intents(play: ArdorPlay) -> None:
    """L47: the GM says what each creature means to do, or seems to."""
    seen = [name for name in creatures(play.state) if not play.entity(name).hidden]
    if seen:
        said = " ".join(f"{play.called(name)} {seems_to(play, name)}." for name in seen)
        play.happens(events.Said(said, actor=GM))


def seems_to(play: ArdorPlay, name: str) -> str:
    """What the players are told of a creature, in words."""
    told = told_of(play.fight(), name)
    if SHOWN in told:
        return str(told[SHOWN])
    other = play.state.entities.get(told.get("target", ""))
    whom = f" {other.called}" if other and not other.hidden else ""
    tool = str(told.get("ability") or told.get("item") or "")
    if not tool:
        return f"means to {told['action'].replace('_', ' ').removesuffix(' other')}{whom}"
    known = powers(play.entity(name)).get(tool)
    return f"means to use {known.name if known and known.name else tool.replace('_', ' ')}{' on' if whom else ''}{whom}"


def score_of_creature(play: ArdorPlay, name: str, situational: int) -> CharacterScore:
    """AR-CORE-03; an Incapacitated one, at tables that have such, rolls like a character."""
    being = play.entity(name)
    if being.has(INCAPACITATED):
        roll = waking_roll(play.dice, trauma=being.counter("trauma"), spend_surge=False)
        return CharacterScore(roll.score, roll.inspired)
    deeds = deeds_now(play, being)
    attacking = any(attacks(being, deed) for deed in deeds)
    more = numbers_of_conditions(play.dice, being, attacking=attacking).score - being.counter("trauma")
    base = being.sheet.base if isinstance(being.sheet, CreatureSheet) else 0
    actions = tuple(intended(play.dice, play.state, being, deed).action for deed in deeds)
    mode = play.world.house_rules.arduous_modifier
    result = creature_score(play.dice, base=base or 0, actions=actions, situational=situational + more, mode=mode)
    return CharacterScore(result.score, False)


@commands.actor("AR-ROUND-02", "AR-CORE-02", "AR-CORE-04", "AR-INSP-01", "AR-INSP-03", needs=(a_character,))
def roll_score(play: ArdorPlay, by: str, *, situational: Situational = 0) -> None:
    """Roll the one number of this round."""
    fight = play.encounter
    if fight and by in fight.scores:
        raise RuleError("already_rolled", f"{play.called(by)} has rolled in this round")
    in_phase(play, "rolls")
    if by not in characters(play.state):
        raise RuleError("not_allowed", f"{play.called(by)} is not in the fight")
    declared = declaration_of(play.fight(), by) or WAITING
    lying = play.entity(by).has(INCAPACITATED)
    score = roll_to_wake(play, by, declared) if lying else roll_to_act(play, by, declared, situational)
    play.result(score)
    play.change_encounter(scores={**play.fight().scores, by: score.score})
    if score.inspired:
        is_inspired(play, by, declared, conscious=not lying)
    go_on(play)


def roll_to_wake(play: ArdorPlay, by: str, declared: Declaration) -> CharacterScore:
    """AR-HEALTH-07: the surge is spent whatever comes of it."""
    being = play.entity(by)
    spend = declared.spend_surge and being.counter("surges") > 0
    roll = waking_roll(play.dice, trauma=being.counter("trauma"), spend_surge=spend)
    if spend:
        play.change(by, "surges", -1)
        play.change_encounter(surge_dice={**play.fight().surge_dice, by: roll.surge})
    return CharacterScore(roll.score, roll.inspired)


def roll_to_act(play: ArdorPlay, by: str, declared: Declaration, situational: int) -> CharacterScore:
    """AR-CORE-02: attribute and action, the situation, conditions, load, Trauma, care."""
    being = play.entity(by)
    house_rules = play.world.house_rules
    deeds = deeds_now(play, being)
    attacking = any(attacks(being, deed) for deed in deeds)
    return character_score(
        play.dice,
        bonus=action_bonus(
            play.dice,
            actions=tuple(intended(play.dice, play.state, being, deed) for deed in deeds),
            mode=house_rules.arduous_modifier,
        ).bonus,
        situational=situational
        + numbers_of_conditions(play.dice, being, attacking=attacking).score
        + burden(play.dice, being),
        trauma=being.counter("trauma"),
        careful_penalty=care(play, by) if declared.careful else 0,
    )


def deeds_now(play: ArdorPlay, being: Being) -> tuple[Deed, ...]:
    """What somebody does in this round and still can; otherwise it waits."""
    return tuple(deed for deed in deeds_of(play.fight(), being.id) if usable(play.state, being, deed)) or (WAITING,)


def care(play: ArdorPlay, by: str) -> int:
    """AR-CORE-12, AR-ABIL-03: the price of care, for some less."""
    danger = play.fight().fumble
    return max(0, danger.careful_penalty + bonus(play.entity(by), "careful_penalty")) if danger else 0


def is_inspired(play: ArdorPlay, by: str, declared: Declaration, *, conscious: bool) -> None:
    """AR-INSP-03: a discovery is open; the second action is free, paid or yet to be chosen."""
    fight = play.fight()
    play.change_encounter(inspired=(*fight.inspired, by))
    open_discovery(play, by)
    if not conscious:
        return
    extra = play.world.house_rules.inspired_arduous == "extra_action"
    if declared.second and not extra:
        play.change(by, "ardor", declared.paid_second)
        put_declaration(play, by, replace(declared, paid=declared.paid - declared.paid_second, paid_second=0))
    else:
        play.change_encounter(may_act=(*fight.may_act, by))


# ---------------------------------------------------------------- resolution


@commands.gm("AR-ROUND-04", "AR-ROUND-14")
def resolve(play: ArdorPlay) -> None:
    """Everything that was declared happens at once."""
    in_phase(play, "resolution")
    resolve_round(play)


@commands.gm("AR-ROUND-02")
def proceed(play: ArdorPlay) -> None:
    """Go on when nobody is left for whom the round would wait."""
    in_phase(play, "declarations", "rolls", "inspired")
    missing = awaited(play.state)
    if missing:
        raise RuleError("not_all_declared", f"the round waits for {', '.join(map(play.called, missing))}")
    go_on(play)


# ---------------------------------------------------------------- what the GM says about a round


@commands.gm("AR-ROUND-12", "AR-CORE-11", "AR-CORE-12", "AR-GM-05")
def set_fumble(
    play: ArdorPlay,
    *,
    fumble_score: Score | None = None,
    situation: Annotated[str, Meta(max_length=100, extra={"choose": "fumble"})] = "",
    actions: tuple[str, ...] | Literal["all"] | None = None,
    careful: Literal["reduce", "eliminate"] | None = None,
    careful_penalty: CarefulPenalty | None = None,
    reduction: Reduction | None = None,
    consequence: Literal["flag", "lose_action"] | None = None,
    text: Words | None = None,
) -> None:
    """Something may go wrong here: below which score, with which actions, and what care does about it."""
    in_phase(play, "intents", "declarations", "rolls")
    if any(name in play.fight().scores for name in characters(play.state)):
        raise RuleError("wrong_phase", "somebody has rolled already")
    said = {
        "fumble_score": fumble_score,
        "actions": actions,
        "careful": careful,
        "careful_penalty": careful_penalty,
        "reduction": reduction,
        "consequence": consequence,
        "text": text,
    }
    given: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    danger = danger_of(situation, given)
    for action in danger.actions if danger.actions != "all" else ():
        pick("actions", action, {**tables.actions(), **catalogue.abilities(), "ability": None})
    refuse_useless_care(danger.careful, danger.careful_penalty, danger.reduction)
    play.change_encounter(fumble=danger)


def danger_of(situation: str, given: dict[str, Any]) -> Danger:
    """A situation of the book, or one of the GM's own, or one changed by the GM."""
    if not situation:
        if "fumble_score" not in given:
            raise BadArguments("fumble_score: name one, or a situation of the book")
        return Danger(**given)
    entry = pick("situation", situation, catalogue.fumbles())
    known = {name: getattr(entry, name) for name in Danger.__struct_fields__}
    return Danger(**{**known, **given})


@commands.gm("AR-ROUND-12")
def clear_fumble(play: ArdorPlay) -> None:
    """Nothing can go wrong here any more."""
    play.fight()
    play.change_encounter(fumble=None)


@commands.gm("AR-ROUND-13", "AR-GM-04")
def rule(
    play: ArdorPlay,
    *,
    kind: Literal["outcome", "conflict", "claim", "reach", "score"],
    attacker: EntityId = "",
    target: EntityId = "",
    outcome: Outcome | None = None,
    winner: EntityId = "",
    loser: EntityId = "",
    id: EntityId = "",
    claim: Claim = "",
    part: Literal["main", "second"] = "main",
    reachable: bool | None = None,
    score: Score | None = None,
) -> None:
    """Decide something about this round, whatever the rules would say."""
    in_phase(play, "intents", "declarations", "rolls", "inspired", "resolution")
    ruling = Ruling(
        kind=kind,
        attacker=attacker,
        target=target,
        outcome=outcome,
        winner=winner,
        loser=loser,
        id=id,
        claim=claim,
        part=part,
        reachable=reachable,
        score=score,
    )
    check_ruling(play, ruling)
    fight = play.fight()
    play.change_encounter(rulings=(*fight.rulings, ruling))
    if kind == "score" and id in fight.scores and score is not None:
        play.change_encounter(scores={**fight.scores, id: score})


NEEDED = {
    "outcome": ("attacker", "target", "outcome"),
    "conflict": ("winner", "loser"),
    "claim": ("id", "claim"),
    "reach": ("attacker", "target", "reachable"),
    "score": ("id", "score"),
}
WHO = ("attacker", "target", "winner", "loser", "id")


def check_ruling(play: ArdorPlay, ruling: Ruling) -> None:
    """A ruling says all that it needs, about those who are there."""
    for name in NEEDED[ruling.kind]:
        value = getattr(ruling, name)
        if value is None or value == "":
            raise BadArguments(f"{name}: a ruling of the kind {ruling.kind} needs it")
        if name in WHO:
            play.entity(value)
    if ruling.kind == "claim":
        declared = declaration_of(play.fight(), ruling.id)
        if declared is None or (ruling.part == "second" and declared.second is None):
            raise RuleError("not_allowed", f"{play.called(ruling.id)} has declared no such action")
