"""Entities from their plain descriptions, as scenes and the GM's `add_entity` write them (QR-STATE-01)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import BadArguments, near, pick
from rulewright.systems.quickref import catalogue
from rulewright.systems.quickref.book import HitPoints, Id, PositiveHitPoints
from rulewright.systems.quickref.rules.careers import Career
from rulewright.systems.quickref.rules.creatures import creature_hit_points
from rulewright.systems.quickref.scores import DOWN, MORALE, SILENT, casts_a_day, effort_maximum
from rulewright.systems.quickref.sheet import (
    Being,
    CharacterSheet,
    Committed,
    CreatureSheet,
    Fight,
    Pool,
    QuickrefPlay,
    Sheet,
    Things,
)
from rulewright.table.entities import Condition, Entity
from rulewright.table.projection import typed

SHEETS: dict[str, type[Sheet]] = {"character": CharacterSheet, "creature": CreatureSheet}
MOST_SIDES, MOST_ENTITIES = 6, 200

Status = Literal["up", "mortally_wounded", "stable", "unconscious", "dead"]
MoraleState = Literal["steady", "rout", "retreat", "surrender", "desperate"]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]

FLAGS = (
    *("frail", "prone", "total_defense", "charged", "holding", "withdrawn"),
    *("hurt_this_round", "tended_this_round", "wakes_frail"),
)
"""What is so or is not, kept as conditions."""

COUNTS = (
    *("rounds_down", "rounds_to_wake", "fell_round", "bed_rest_days", "system_strain", "experience", "skill_points"),
    *("expert_points", "focus_picks", "spells_to_learn", "arts_to_learn", "boosts", "copper", "casts_left"),
    *("main_action", "move_action", "attacks_left", "on_turn_count", "reload_progress"),
)
FRESH = {"main_action": 1, "move_action": 1}
"""The counts that do not begin at nothing."""

NOT_RUNNING = ("rounds_down", "rounds_to_wake", "fell_round")
"""The counts that there are only while something runs."""

ON_THE_SHEET = ("items", "prepared", "unloaded", "uses", "last_check", "last_save", "can_prepare", "reaction")


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody is described: what stands on the sheet, and what is so at the moment."""

    id: Id
    kind: Literal["character", "creature"] | None = None
    """A character, unless a creature of the book is named."""
    creature: str = ""
    side: Id | None = None
    name: Annotated[str, Meta(max_length=100)] = ""
    sheet: dict[str, Any] = {}
    hp: HitPoints | None = None
    max_hp: PositiveHitPoints | None = None
    status: Status | None = None
    morale_state: MoraleState = "steady"
    conditions: tuple[str, ...] = ()
    position: int | None = None
    hidden: bool = False
    veiled: bool = False
    frail: bool = False
    prone: bool = False
    total_defense: bool = False
    charged: bool = False
    holding: bool = False
    withdrawn: bool = False
    hurt_this_round: bool = False
    tended_this_round: bool = False
    wakes_frail: bool = False
    shield_ready: bool = True
    rounds_down: Count | None = None
    rounds_to_wake: Count | None = None
    fell_round: Count | None = None
    bed_rest_days: Count = 0
    system_strain: Annotated[int, Meta(ge=0, le=30)] = 0
    experience: Count = 0
    skill_points: Count = 0
    expert_points: Count = 0
    focus_picks: Count = 0
    spells_to_learn: Count = 0
    arts_to_learn: Count = 0
    boosts: Count = 0
    copper: Count = 0
    casts_left: Count | None = None
    effort_left: dict[Pool, Count] | None = None
    main_action: Count | None = None
    move_action: Count | None = None
    attacks_left: Count = 0
    on_turn_count: Count = 0
    reload_progress: Count = 0
    items: Things = ()
    prepared: tuple[str, ...] | None = None
    unloaded: tuple[str, ...] = ()
    uses: dict[str, Count] = {}
    last_check: dict[str, Any] | None = None
    last_save: dict[str, Any] | None = None
    can_prepare: bool = False
    reaction: str = ""


def read_entity(play: QuickrefPlay, described: Mapping[str, Any]) -> Being:
    """An entity from its description; what is not said is as on a fresh day."""
    form = typed(dict(described), Form, "entity")
    form = replace(form, kind=form.kind or ("creature" if form.creature else "character"))
    sheet = read_sheet(form)
    side = form.side or ("party" if form.kind == "character" else "foes")
    refuse_crowd(play, form.id, side)
    kind = sheet.creature if isinstance(sheet, CreatureSheet) else ""
    being: Being = Entity(
        id=form.id,
        kind=form.kind or "",
        side=side,
        name=form.name or (numbered(play, catalogue.creature_names()[kind]) if form.creature else ""),
        sheet=sheet,
        conditions={name: Condition(id=name) for name in read_conditions(form)},
        position=form.position,
        hidden=form.hidden,
        veiled=form.veiled,
    )
    sheet = replace(sheet, committed=bound_effort(form, being))
    return replace(being, sheet=sheet, counters=read_counters(form, being))


def refuse_crowd(play: QuickrefPlay, name: str, side: str) -> None:
    """QR-STATE-07."""
    sides = {being.side for being in play.state.entities.values()} | {side}
    if len(sides) > MOST_SIDES:
        raise BadArguments(f"side: there are {MOST_SIDES} sides already")
    if len(play.state.entities) >= MOST_ENTITIES:
        raise BadArguments(f"a table of this game has at most {MOST_ENTITIES} entities")
    if name in sides or side in play.state.entities:
        raise BadArguments(f"id: {name!r} and the side {side!r}: sides and entities have different names")


def numbered(play: QuickrefPlay, name: str) -> str:
    """The name of a kind; the second one of it at a table is the second."""
    taken = {being.name for being in play.state.entities.values()}
    number = 2
    while name in taken:
        name, number = f"{name.rstrip('0123456789 ')} {number}", number + 1
    return name


def read_sheet(form: Form) -> Sheet:
    kind = SHEETS[form.kind or ""]
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    given = dict(form.sheet)
    for name in given:
        if name not in known:
            raise BadArguments(f"sheet: a {form.kind} has no {name!r}{near(name, known)}")
    of_book = form.creature or given.get("creature", "")
    if of_book and kind is CreatureSheet:
        book = pick("creature", typed(of_book, str, "creature"), catalogue.creatures())
        given = {**msgspec.to_builtins(book), "creature": of_book, **given}
        given.pop("sheet", None)
    sheet: Sheet = typed(given, kind, "sheet")
    sheet = replace(sheet, max_hp=form.max_hp or given.get("max_hp") or form.hp or usual_hp(sheet))
    live = {name: getattr(form, name) for name in ON_THE_SHEET if name != "prepared"}
    sheet = replace(sheet, **{name: value for name, value in live.items() if value})
    check_names(sheet)
    return replace(sheet, prepared=sheet.spells if form.prepared is None else form.prepared)


def usual_hp(sheet: Sheet) -> int:
    """Hit points of somebody of whom nobody has said how many: what is usual for the hit dice."""
    dice = sheet.level if isinstance(sheet, CharacterSheet) else sheet.hit_dice
    return creature_hit_points(SILENT, hit_dice=dice, method="average").hit_points


def bound_effort(form: Form, being: Being) -> tuple[Committed, ...]:
    """Effort that is not left is bound, by something or other until the morning."""
    left = form.effort_left or {}
    return tuple(
        Committed(pool, "day")
        for pool, most in effort_maximum(being).items()
        for _ in range(max(0, most - left.get(pool, most)))
    )


def check_names(sheet: Sheet) -> None:
    """Everything that a sheet names is there."""
    listed: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
        ("readied", sheet.readied, catalogue.things()),
        ("stowed", sheet.stowed, catalogue.things()),
        ("items", sheet.items, catalogue.things()),
        ("spells", sheet.spells, catalogue.spells()),
        ("prepared", sheet.prepared, catalogue.spells()),
        ("arts", sheet.arts, catalogue.arts()),
    )
    for where, names, known in listed:
        for name in names:
            pick(where, name, known)
    if isinstance(sheet, CreatureSheet):
        if sheet.damage == "weapon":
            pick("weapon", sheet.weapon, catalogue.weapons())
        return
    Career(sheet.class_, sheet.partials)
    pick("armor", sheet.armor, catalogue.armor())
    for skill in (*sheet.skills, *sheet.credit):
        pick("skills", skill, catalogue.skills())
    for key, level in sheet.foci.items():
        check_focus(key, level)


def check_focus(key: str, level: int = 1) -> catalogue.Focus:
    """A focus as it stands on a sheet: with its choice if it can be taken again, and no higher than it goes."""
    name, _, choice = key.partition(":")
    focus = pick("foci", name, catalogue.foci())
    if focus.repeatable != bool(choice):
        raise BadArguments(f"foci: {name} is written {f'{name}:choice' if focus.repeatable else name!r}, found {key!r}")
    if level > max(focus.levels):
        raise BadArguments(f"foci: {key} has {max(focus.levels)} levels, found {level}")
    return focus


def read_conditions(form: Form) -> list[str]:
    for name in form.conditions:
        pick("conditions", name, catalogue.conditions())
    found = [flag for flag in FLAGS if getattr(form, flag)]
    state = form.status or ("mortally_wounded" if form.hp == 0 else "up")
    found += [name for name in (state, form.morale_state) if name in (*DOWN, *MORALE)]
    if not form.shield_ready:
        found.append("shield_used")
    return [*form.conditions, *found]


def read_counters(form: Form, being: Being) -> dict[str, int | None]:
    hp = form.hp if form.hp is not None else being.sheet.max_hp if form.status in (None, "up") else 0
    found: dict[str, int | None] = {"hp": hp}
    for name in COUNTS:
        value = getattr(form, name)
        found[name] = FRESH.get(name, 0) if value is None and name not in NOT_RUNNING else value
    if "mortally_wounded" in being.conditions and form.rounds_down is None:
        found["rounds_down"] = 0
    if form.casts_left is None:
        found["casts_left"] = casts_a_day(being)
    return found


def set_scene(play: QuickrefPlay, setup: Mapping[str, Any]) -> None:
    """What a scene says beside house rules and entities."""
    scene = typed(dict(setup), SceneForm, "setup")
    if scene.scene:
        play.change_world(kind=scene.scene.kind)
    if scene.dropped:
        for thing in scene.dropped:
            pick("dropped", thing, catalogue.things())
        play.change_world(dropped=scene.dropped)


class Ground(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How places count."""

    kind: Literal["distances"]


class SceneForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ground, and what lies on it."""

    scene: Ground | None = None
    dropped: Things = ()


class FightForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fight that is under way."""

    round: Annotated[int, Meta(ge=0, le=10_000)] = 1
    turn: str | None = None
    order: tuple[str, ...] = ()
    mode: Literal["side", "individual"] = "side"
    surprised: tuple[str, ...] = ()
    morale_due: tuple[str, ...] = ()
    free_attacks: tuple[str, ...] = ()


def set_fight(play: QuickrefPlay, described: Mapping[str, Any]) -> None:
    """QR-STATE-02: everybody who is there takes part; without an order it is that in which they are listed."""
    form = typed(dict(described), FightForm, "encounter")
    beings = play.state.entities
    sides = dict.fromkeys(being.side for being in beings.values())
    order = form.order or tuple(beings if form.mode == "individual" else sides)
    for name in (*order, *([form.turn] if form.turn else [])):
        pick("encounter", name, {**sides, **beings})
    play.start_encounter(
        Fight(
            round=form.round,
            participants=tuple(beings),
            turn=form.turn or next(iter(order), None),
            order=order,
            mode=form.mode,
            surprised=form.surprised,
            morale_due=dict.fromkeys(form.morale_due, 0),
            free_attacks=form.free_attacks,
        )
    )
