"""New characters, what they discover, and what they learn (AR-CHAR-04, AR-INSP-04, AR-INSP-05, AR-ADV)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError, pick
from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import CallingId
from rulewright.systems.ardor.commands.core import (
    AbilityId,
    Count,
    Names,
    a_character,
    commands,
    has_downtime,
    in_downtime,
    sheet_of,
)
from rulewright.systems.ardor.commands.rests import home_of
from rulewright.systems.ardor.entities import Form, SheetForm, character, check_words
from rulewright.systems.ardor.gear import with_maxima_kept
from rulewright.systems.ardor.rules import advancement
from rulewright.systems.ardor.rules.abilities import FITS
from rulewright.systems.ardor.rules.characters import attributes_check
from rulewright.systems.ardor.rules.inspired import discovery
from rulewright.systems.ardor.sheet import ArdorPlay, AttributeId, Attributes, CharacterSheet
from rulewright.table import events
from rulewright.table.entities import EntityId, Name
from rulewright.table.projection import typed

ABILITIES, OWN_ABILITIES, WEAPONS, ITEMS, COMFORTS, KITS = 3, 2, 2, 1, 2, 2
Choices = Annotated[tuple[str, ...], Meta(max_length=10)]
VariationId = Annotated[str, Meta(max_length=20, extra={"choose": "variation"})]

# ---------------------------------------------------------------- a new character


@commands.anyone("AR-CHAR-02", "AR-CHAR-03", "AR-CHAR-04", "AR-CHAR-05")
def create_character(
    play: ArdorPlay,
    *,
    id: Name,
    calling: Annotated[CallingId | None, Meta(extra={"ask": True})] = None,
    name: Annotated[str, Meta(max_length=100)] = "",
    attributes: Attributes | None = None,
    abilities: Choices | None = None,
    weapons: Choices | None = None,
    items: Choices | None = None,
    comforts: Choices | None = None,
    goal: Annotated[str, Meta(max_length=200)] | None = None,
    sheet: dict[str, Any] | None = None,
    side: Name = "party",
) -> None:
    """Make a new character of a calling, with the choices that are usual for it where none are said; or of a sheet."""
    if id in play.state.entities or id in play.game.projection.table or "." in id:
        raise RuleError("bad_args", f"id: {id!r} is in use, or has a dot")
    said: dict[str, Any] = {
        "attributes": attributes and msgspec.structs.asdict(attributes),
        "abilities": abilities,
        "weapons": weapons,
        "items": items,
        "comforts": comforts,
        "goal": goal,
        "name": name or None,
    }
    given = {field: value for field, value in said.items() if value is not None}
    written = typed({**usual(calling), **given} if sheet is None else {**sheet, **given}, SheetForm, "sheet")
    check_words(written)
    check_new(play, written)
    form = Form(id=id, side=side, healing_kits=KITS, xp=0)
    play.happens(events.EntityAdded(character(play.state, form, written)))


def usual(calling: CallingId | None) -> dict[str, Any]:
    """What somebody of a calling chooses who has not thought about it: as the ready characters did."""
    if calling is None:
        raise RuleError("bad_args", "calling: a new character has one")
    known = next(ready for ready in catalogue.pregens().values() if ready["calling"] == calling)
    return {field: known[field] for field in (*USUAL, "calling")}


USUAL = ("attributes", "abilities", "weapons", "items", "comforts", "goal")


def check_new(play: ArdorPlay, written: SheetForm) -> None:
    """AR-CHAR-04, step by step."""
    if written.calling is None:
        raise RuleError("bad_args", "calling: a new character has one")
    own = written.attributes
    problems = attributes_check(play.dice, might=own.might, grace=own.grace, wits=own.wits, heart=own.heart).problems
    if problems:
        raise RuleError("bad_attributes", f"attributes: {', '.join(problems).replace('_', ' ')}")
    check_first_abilities(play, written)
    counts = {"weapons": WEAPONS, "items": ITEMS, "comforts": COMFORTS}
    for name, wanted in counts.items():
        if len(getattr(written, name)) != wanted:
            raise RuleError("bad_args", f"{name}: a new character has {wanted}; found {len(getattr(written, name))}")
    if len(set(written.comforts)) != COMFORTS:
        raise RuleError("bad_args", "comforts: name two different ones")
    extra = [written.variations, written.discovered, written.health_advances, written.ardor_advances]
    if any(extra) or written.surge_advances or written.xp:
        raise RuleError("bad_args", "sheet: a new character has learned and discovered nothing yet")


def check_first_abilities(play: ArdorPlay, written: SheetForm) -> None:
    known: tuple[str, ...] = ()
    assert written.calling
    for name in written.abilities:
        learning = advancement.can_learn(
            play.dice, ability=name, calling=written.calling, known=known, xp=0, when="creation"
        )
        if not learning.allowed:
            raise RuleError("bad_abilities", f"abilities: {name}: {learning.reason.replace('_', ' ')}")
        known = (*known, name)
    own = sum(catalogue.abilities()[name].calling == written.calling for name in known)
    if len(known) != ABILITIES or own < OWN_ABILITIES:
        raise RuleError("bad_abilities", "abilities: a new character has three sparks, at least two of its calling")


# ---------------------------------------------------------------- discoveries


@commands.gm("AR-INSP-04")
def discover(
    play: ArdorPlay, *, entity: EntityId, ability: AbilityId, variation: VariationId = "", override: bool = False
) -> None:
    """Let a character discover an ability, or a variation of one that it knows."""
    sheet = sheet_of(play, entity)
    pick("ability", ability, catalogue.abilities())
    if variation:
        pick("variation", variation, tables.variations())
    if not sheet.discovery_open and not override:
        raise RuleError("not_allowed", f"nothing is open for {play.called(entity)} to discover")
    found = f"{ability}:{variation}" if variation else ability
    if not variation and ability in sheet.abilities:
        raise RuleError("already_known", f"{play.called(entity)} knows {ability} already")
    if variation and variation in sheet.variations.get(ability, ()):
        raise RuleError("already_known", f"{play.called(entity)} knows {found} already")
    play.sheet(
        entity,
        discovered=tuple(dict.fromkeys((*sheet.discovered, found))),
        fresh=tuple(dict.fromkeys((*sheet.fresh, found))),
        discovery_open=False,
    )


@commands.gm("AR-INSP-04", "AR-GM-05", secret=True)
def roll_discovery(play: ArdorPlay, *, entity: EntityId) -> None:
    """Let dice suggest what a character may discover; whether it does is the GM's to say."""
    sheet = sheet_of(play, entity)
    book = catalogue.abilities()
    varied = [name for name in sheet.abilities if name in book and book[name].use == "action"]
    own = [p.id for p in book.values() if p.calling in (sheet.calling, tables.COMMON) and p.id not in sheet.abilities]
    rest = [name for name in book if name not in own and name not in sheet.abilities]
    found = discovery(play.dice, known=len(varied), own=len(own), any=len(rest))
    named = {"own": own, "any": rest}.get(found.kind, [])
    ability = named[found.index - 1] if found.index else None
    play.result({"kind": found.kind, "variation": found.variation, "ability": ability, "of": varied})


@commands.actor("AR-INSP-05", "AR-ADV-02", "AR-ADV-03", "AR-ABIL-04", "AR-ABIL-05", needs=(a_character,))
def learn(play: ArdorPlay, by: str, *, ability: AbilityId, variation: VariationId = "") -> None:
    """Learn an ability or a variation: in an Extended Rest, or at once what was just discovered."""
    pick("ability", ability, catalogue.abilities())
    if variation:
        pick("variation", variation, tables.variations())
        learn_variation(play, by, ability, variation)
    else:
        learn_ability(play, by, ability)


def learn_ability(play: ArdorPlay, by: str, ability: str) -> None:
    sheet = sheet_of(play, by)
    if sheet.calling is None:
        raise RuleError("not_allowed", f"{play.called(by)} has no calling")
    fresh, waives = ability in sheet.fresh, play.world.house_rules.discovery_waives_prerequisites
    when: Literal["extended_rest", "inspired", "other"] = "other"
    if has_downtime(play, by) or (fresh and not waives):
        when = "extended_rest"
    elif fresh:
        when = "inspired"
    price = {
        "ability": ability,
        "calling": sheet.calling,
        "known": sheet.abilities,
        "when": when,
        "discovered": ability in sheet.discovered and waives,
    }
    cost = discounted(play, advancement.can_learn(play.dice, xp=0, **price).xp)  # type: ignore[arg-type]
    saved = advancement.can_learn(play.dice, xp=0, **price).xp - cost  # type: ignore[arg-type]
    learning = advancement.can_learn(play.dice, xp=play.entity(by).counter("xp") + saved, **price)  # type: ignore[arg-type]
    if not learning.allowed:
        raise RuleError(
            learning.reason, f"{play.called(by)} can't learn {ability}: {learning.reason.replace('_', ' ')}"
        )
    play.change(by, "xp", -cost)
    left = tuple(found for found in sheet.discovered if found != ability)
    fresh_left = tuple(found for found in sheet.fresh if found != ability)
    with_maxima_kept(
        play,
        by,
        lambda: play.sheet(by, abilities=(*sheet.abilities, ability), discovered=left, fresh=fresh_left),
    )


def discounted(play: ArdorPlay, cost: int) -> int:
    """AR-GOAL-04: what a stronghold saves, though never the last point."""
    return max(min(cost, 1), cost - home_of(play).xp_discount)


def learn_variation(play: ArdorPlay, by: str, ability: str, variation: str) -> None:
    """AR-ADV-03."""
    sheet, found = sheet_of(play, by), f"{ability}:{variation}"
    known = tuple(sheet.variations.get(ability, ()))
    if ability not in sheet.abilities:
        raise RuleError("missing_requirement", f"{play.called(by)} does not know {ability}")
    if variation in known:
        raise RuleError("already_known", f"{play.called(by)} knows {found} already")
    if not has_downtime(play, by) and found not in sheet.fresh:
        raise RuleError("wrong_time", "this belongs to an Extended Rest")
    if not FITS[variation](catalogue.learned(ability, known)):
        raise RuleError("not_allowed", f"{variation} does not fit {ability}")
    cost = discounted(play, advancement.xp_cost(play.dice, kind="variation", ability=ability).xp)
    pay(play, by, cost)
    play.sheet(
        by,
        variations={**sheet.variations, ability: (*known, variation)},
        discovered=tuple(name for name in sheet.discovered if name != found),
        fresh=tuple(name for name in sheet.fresh if name != found),
    )


def pay(play: ArdorPlay, by: str, cost: int) -> None:
    left = play.entity(by).counter("xp")
    if left < cost:
        raise RuleError("not_enough_xp", f"this costs {cost} XP, and {play.called(by)} has {left}")
    play.change(by, "xp", -cost)


# ---------------------------------------------------------------- advances


@commands.actor("AR-ADV-02", needs=(a_character, in_downtime))
def level_up(
    play: ArdorPlay,
    by: str,
    *,
    kind: Literal["attribute", "health", "ardor", "surge"],
    attribute: AttributeId | None = None,
) -> None:
    """Raise an attribute, or take one more advance."""
    sheet = sheet_of(play, by)
    if (kind == "attribute") != (attribute is not None):
        raise RuleError("bad_args", "attribute: name one where an attribute is raised, and only there")
    value = getattr(sheet.attributes, attribute) if attribute else 0
    taken = 0 if attribute else getattr(sheet, f"{kind}_advances")
    cost = discounted(play, advancement.xp_cost(play.dice, kind=kind, value=value, taken=taken).xp)
    pay(play, by, cost)
    with_maxima_kept(play, by, lambda: play.sheet(by, **raised(sheet, kind, attribute)))


def raised(sheet: CharacterSheet, kind: str, attribute: str | None) -> dict[str, Any]:
    if attribute:
        return {"attributes": replace(sheet.attributes, **{attribute: getattr(sheet.attributes, attribute) + 1})}
    return {f"{kind}_advances": getattr(sheet, f"{kind}_advances") + 1}


@commands.gm("AR-ADV-01")
def award_xp(
    play: ArdorPlay,
    *,
    members: Names,
    easy: Count = 0,
    normal: Count = 0,
    hard: Count = 0,
    deadly: Count = 0,
    goals: Count = 0,
    adventures: Count = 0,
    trauma_rose: Names = (),
) -> None:
    """The session is over: what those who played have earned by it."""
    for name in members:
        sheet_of(play, name)
    for name in members:
        earned = advancement.xp_award(
            play.dice,
            easy=easy,
            normal=normal,
            hard=hard,
            deadly=deadly,
            goals=goals,
            adventures=adventures,
            trauma_rose=name in trauma_rose,
        )
        play.change(name, "xp", earned.xp)


@commands.anyone("AR-ADV-01")
def gain_xp(play: ArdorPlay, *, entity: EntityId, amount: Count) -> None:
    """Somebody has learned from what happened."""
    sheet_of(play, entity)
    play.change(entity, "xp", amount)
