"""Entities from their plain descriptions, as scenes and the GM's `add_entity` write them (GL-STATE-01, GL-STATE-02)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError, near, pick
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.bestiary import creatures
from rulewright.systems.glog.book import HitDice
from rulewright.systems.glog.harm import ROUNDS_TO_LIVE
from rulewright.systems.glog.hours import RETURNS_UP_TO
from rulewright.systems.glog.rules.money import Coins
from rulewright.systems.glog.rules.people import creature_profile
from rulewright.systems.glog.scores import SILENT, score
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Gear, GlogPlay, InjuryBorne, Sheet
from rulewright.table.entities import Condition, Entity, Name
from rulewright.table.projection import typed

SHEETS: dict[str, type[Sheet]] = {"character": CharacterSheet, "creature": CreatureSheet}


class Modifier(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a spell has left on somebody: so much added to a score, for rounds or until a minute of the clock."""

    source: str
    field: str
    amount: int
    rounds: Annotated[int, Meta(ge=1)] | None = None
    until: Annotated[int, Meta(ge=0)] | None = None

    @property
    def condition(self) -> Condition:
        return Condition(
            id=f"{self.source}:{self.field}",
            source=self.source,
            rounds=self.rounds,
            until=None if self.until is None else self.until * 60,
            data={"field": self.field, "amount": self.amount},
        )


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody is described: what stands on the sheet, and what is so at the moment."""

    id: Name
    kind: Literal["character", "creature"] | None = None
    """A character, unless a creature of the book is named."""
    creature: str = ""
    """A kind of the book, instead of a sheet."""
    side: str = ""
    name: Annotated[str, Meta(max_length=100)] = ""
    sheet: dict[str, Any] = {}
    hp: int | None = None
    resolve: int | None = None
    magic_dice: int | None = None
    conditions: tuple[str, ...] = ()
    timers: dict[str, Annotated[int, Meta(ge=1)]] = {}
    until: dict[str, Annotated[int, Meta(ge=0)]] = {}
    modifiers: tuple[Modifier, ...] = ()
    injuries: tuple[InjuryBorne, ...] = ()
    inventory: tuple[dict[str, Any], ...] = ()
    hands: tuple[str, ...] = ()
    worn: str | None = None
    coins: Coins = Coins()
    experience: int = 0
    brain: tuple[str, ...] = ()
    prison: dict[str, str] = {}
    dooms: dict[str, int] = {}
    freed: tuple[str, ...] = ()
    return_up_to: Annotated[int, Meta(ge=0, le=5)] = RETURNS_UP_TO
    trauma: int = 0
    affliction: str | None = None
    convictions: tuple[str, ...] = ()
    dying_rounds: int | None = None
    dead_rounds: int | None = None
    spent_arrows: int = 0
    action_left: int = 0
    move_left: int = 0
    attacks_left: int = 0
    used: dict[str, int] = {}
    swapped: bool = False
    reroll_armed: bool = False
    ward: int = 0
    images: int = 0
    position: int | None = None
    hidden: bool = False
    veiled: bool = False


OF_SHEET = ("injuries", "hands", "worn", "brain", "prison", "dooms", "freed", "used", "reroll_armed")
OF_CHARACTER = ("affliction", "convictions", "swapped")
COUNTED = ("spent_arrows", "action_left", "move_left", "attacks_left")


def read_entity(play: GlogPlay, described: Mapping[str, Any]) -> Being:
    """An entity from its description; what is not said is as on a fresh day."""
    form = typed(dict(described), Form, "entity")
    form = replace(form, kind=form.kind or ("creature" if form.creature else "character"))
    sheet = read_sheet(form)
    being: Being = Entity(
        id=form.id,
        kind=form.kind or "",
        side=form.side,
        name=form.name or (numbered(play, creatures()[form.creature].name) if form.creature else ""),
        sheet=sheet,
        conditions={condition.id: condition for condition in read_conditions(form)},
        items=read_items(form),
        position=form.position,
        hidden=form.hidden,
        veiled=form.veiled,
    )
    for held in (*sheet.hands, *filter(None, [sheet.worn])):
        if held not in being.items:
            raise RuleError("bad_args", f"{form.id} holds or wears {held!r}, which is not in the inventory")
    return replace(being, counters=counters(play, form, being))


def numbered(play: GlogPlay, name: str) -> str:
    """The name of a kind; the second one of it at a table is the second."""
    taken = {being.name for being in play.state.entities.values()}
    number = 2
    while name in taken:
        name, number = f"{name.rstrip('0123456789 ')} {number}", number + 1
    return name


def read_sheet(form: Form) -> Sheet:
    kind = SHEETS[form.kind or ""]
    fields = {name: getattr(form, name) for name in OF_SHEET}
    if form.kind == "character":
        fields |= {name: getattr(form, name) for name in OF_CHARACTER}
    given = msgspec.to_builtins({name: value for name, value in fields.items() if value})
    if form.creature:
        book = pick("creature", form.creature, creatures()).sheet
        given = {**msgspec.to_builtins(book), **given}
    elif form.kind == "creature":
        given = {**usual_numbers(form), **given}
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    for name in form.sheet:
        if name not in known:
            raise RuleError("bad_args", f"sheet: a {form.kind} has no {name!r}{near(name, known)}")
    sheet: Sheet = typed({**given, **form.sheet}, kind, "sheet")
    return sheet


def usual_numbers(form: Form) -> dict[str, int]:
    """GL-NPC-01: what hit dice say of a creature of which nothing else is said."""
    hit_dice = typed(form.sheet.get("hit_dice", 1), HitDice, "sheet: hit_dice")
    usual = creature_profile(SILENT, hit_dice=hit_dice)
    most = usual.average_hit_points if form.hp is None else max(1, form.hp)
    return {"attack": usual.attack, "save": usual.save, "hp": most}


def read_conditions(form: Form) -> list[Condition]:
    for name in form.conditions:
        pick("conditions", name, catalogue.conditions())
    found = [Condition(id=name) for name in form.conditions]
    for name in ("ward", "images"):
        if amount := getattr(form, name):
            found.append(Condition(id=name, data={"amount": amount}))
    found += [modifier.condition for modifier in form.modifiers]
    return [lasting(form, condition) for condition in found]


def lasting(form: Form, condition: Condition) -> Condition:
    """A condition with the end that the description gives for it."""
    minute = form.until.get(condition.id)
    rounds = form.timers.get(condition.id, condition.rounds)
    return replace(condition, rounds=rounds, until=condition.until if minute is None else minute * 60)


def read_items(form: Form) -> dict[str, Gear]:
    items: dict[str, Gear] = {}
    for entry in form.inventory:
        item = typed({"id": entry.get("item"), **entry}, Gear, "inventory")
        pick("inventory", item.item, catalogue.goods())
        if item.id in items:
            raise RuleError("bad_args", f"inventory: two items are called {item.id!r}; give one another id")
        items[item.id] = item
    return items


def counters(play: GlogPlay, form: Form, being: Being) -> dict[str, int | None]:
    """Live pools are full unless the description says otherwise."""
    full = {
        "hp": score(play.state, being, "max_hp"),
        "resolve": score(play.state, being, "max_resolve"),
        "magic_dice": score(play.state, being, "magic_dice_max"),
    }
    found: dict[str, int | None] = {
        name: most if getattr(form, name) is None else getattr(form, name) for name, most in full.items()
    }
    if isinstance(being.sheet, CreatureSheet):
        found = {"hp": found["hp"]}
    else:
        found |= {"experience": form.experience, "trauma": form.trauma, "return_up_to": form.return_up_to}
        found |= {coin: value for coin, value in msgspec.to_builtins(form.coins).items() if value}
    found |= {name: value for name in COUNTED if (value := getattr(form, name))}
    if "dying" in form.conditions:
        found["dying_rounds"] = ROUNDS_TO_LIVE if form.dying_rounds is None else form.dying_rounds
    if "dead" in form.conditions:
        found["dead_rounds"] = form.dead_rounds or 0
    return found


def set_scene(play: GlogPlay, scene: Mapping[str, Any]) -> None:
    """Day, time and the gap of a chase."""
    for section, values in scene.items():
        if section != "scene" or not isinstance(values, dict):
            raise RuleError("bad_args", f"setup: expected house_rules, entities or scene; found {section!r}")
        for name, value in values.items():
            play.game.projection.set(play, f"scene.{name}", value)
