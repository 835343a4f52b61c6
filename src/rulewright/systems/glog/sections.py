"""What content of this game can be: its sections, the names that entries may use, and what types can't say of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from rulewright.content.effects import Grant, Lasting, Modify, Multiply, Note
from rulewright.content.sections import Content, Finding, Section
from rulewright.rules import BadArguments
from rulewright.systems.glog import catalogue, tables
from rulewright.systems.glog.bestiary import CreatureEntry
from rulewright.systems.glog.effects import LearnSpells
from rulewright.systems.glog.rules.armor import ArmorId
from rulewright.systems.glog.rules.spell_numbers import spell_value
from rulewright.systems.glog.scores import SILENT
from rulewright.systems.glog.sheet import CreatureSheet

# ---------------------------------------------------------------- what effects may say

FIELDS = frozenset(
    {
        *("attack", "melee_attack", "ranged_attack", "critical_faces", "attacks_per_action"),
        *("melee_damage", "ranged_damage", "extra_d6", "range_penalty"),
        *("defense", "max_hp", "dismemberment_severity", "save", "check"),
        *("stealth", "movement", "initiative", "inventory_slots"),
        *("magic_dice", "brain_slots", "healing_given"),
    }
)
"""The values that effects change."""

FACTORS = {"movement": ("1/2",), "range_penalty": ("0", "1/2")}
"""The values that are multiplied, and by what."""

CIRCUMSTANCES = {"extra_d6": ("unaware", "quarry")}
"""When a bonus counts, where it need not always; a bonus to a check counts for what the GM calls the check."""

MOST = 20
"""GL-GEN-10: no bonus is greater."""


class Granted(NamedTuple):
    """What a grant must say."""

    fields: tuple[str, ...] = ()
    per: str = ""
    """The limit that the rules keep, if there is one."""


GRANTS = {
    "parry": Granted(("dice",), "round"),
    "riposte": Granted((), "round"),
    "cleave": Granted((), "turn"),
    "rage": Granted(("condition",), "day"),
    "last_stand": Granted((), "day"),
    "reroll_save": Granted((), "day"),
    "forage": Granted(("dice", "item", "minutes"), "day"),
    "cantrips": Granted(),
    "smell_magic": Granted(),
    "pray_in_armor": Granted(),
    "second_school": Granted(),
}
"""What the rules know by name."""


def held(effects: Sequence[Any]) -> Iterator[Finding]:
    """What somebody has works as long as they have it, with numbers that need no dice."""
    for number, effect in enumerate(effects):
        at = ("effects", number)
        if isinstance(effect, Modify):
            yield from _bonus(effect, at)
        elif isinstance(effect, Multiply) and effect.factor not in FACTORS.get(effect.field, ()):
            known = ", ".join(f"{field} by {' or '.join(factors)}" for field, factors in FACTORS.items())
            yield (*at, "factor"), f"{effect.field} can't be multiplied by {effect.factor}: only {known}"
        elif isinstance(effect, Grant):
            yield from _grant(effect, at)
        elif isinstance(effect, Note) and not effect.text:
            yield (*at, "text"), "text is missing: what the GM is told"


def _bonus(effect: Modify, at: tuple[str | int, ...]) -> Iterator[Finding]:
    if not isinstance(effect.amount, int) or abs(effect.amount) > MOST:
        yield (*at, "amount"), f"found {effect.amount!r}, where a whole number from {-MOST} to {MOST} belongs"
    known = CIRCUMSTANCES.get(effect.field, ())
    if effect.when not in (*known, "") and effect.field != "check":
        expected = f"only when {' or '.join(known)}" if known else "always: leave it out"
        yield (*at, "when"), f"a bonus to {effect.field} counts {expected}"
    if effect.field == "extra_d6" and isinstance(effect.amount, int) and effect.amount < 0:
        yield (*at, "amount"), "dice can't be taken away"
    for name in Lasting.__struct_fields__:
        if getattr(effect, name):
            yield (*at, name), "it lasts as long as what it belongs to: leave it out"


def _grant(effect: Grant, at: tuple[str | int, ...]) -> Iterator[Finding]:
    granted = GRANTS.get(effect.what)
    if granted is None:
        return
    for name in granted.fields:
        if not getattr(effect, name):
            yield at, f"{name} is missing, which {effect.what} needs"
    if granted.per and effect.uses < 1:
        yield at, f"uses is missing: how often in a {granted.per}"
    if granted.per and effect.per != granted.per:
        yield (
            (*at, "per"),
            f"found {effect.per!r}, where {granted.per} belongs: the rules say when {effect.what} is back",
        )
    if effect.dice:
        yield from _dice(effect.dice, (*at, "dice"))


def _dice(text: str, at: tuple[str | int, ...]) -> Iterator[Finding]:
    try:
        tables.damage_text(text)
    except ValueError as error:
        yield at, str(error)


def happening(effects: Sequence[Any], *, text: str) -> Iterator[Finding]:
    """What happens once, told to the GM in these words where an effect has none of its own."""
    for number, effect in enumerate(effects):
        at = ("effects", number)
        if isinstance(effect, Modify) and effect.when:
            yield (*at, "when"), "a bonus from magic counts always: leave it out"
        if isinstance(effect, Note) and not (effect.text or text):
            yield (*at, "text"), "text is missing: what the GM is told"


# ---------------------------------------------------------------- what entries may say


def check_condition(entry: catalogue.ConditionEntry) -> Iterable[Finding]:
    return held(entry.effects)


def check_injury(entry: catalogue.InjuryEntry) -> Iterable[Finding]:
    return held(entry.effects)


def check_class(entry: catalogue.ClassEntry) -> Iterator[Finding]:
    for number, template in enumerate(entry.templates):
        for path, text in held(template.effects):
            yield ("templates", number, *path), text
        for place, effect in enumerate(template.effects):
            if isinstance(effect, LearnSpells) and not entry.schools:
                yield ("templates", number, "effects", place), "a class without schools learns no spells"
    if entry.caster and not entry.schools:
        yield ("schools",), "a class that casts has a school"
    owned = {piece.item for piece in entry.kit}
    for number, item in enumerate(entry.kit_choice.instead_of if entry.kit_choice else ()):
        if item not in owned:
            yield ("kit_choice", "instead_of", number), f"{item!r} is not in the kit"


def check_reward(entry: catalogue.QuestReward) -> Iterator[Finding]:
    for path, text in held((entry.effect,)):
        yield ("effect", *path[2:]), text


def check_goods(entry: catalogue.GoodsEntry) -> Iterator[Finding]:
    if (entry.kind == "weapon") != bool(entry.weapon_class):
        yield ("weapon_class",), "a weapon has a class, and nothing else has"
    for kind, known in KNOWN_BY_ID.items():
        if entry.kind == kind and entry.id not in known:
            yield ("kind",), f"the rules know each {kind} by its id: {', '.join(known)}"
    for path, text in happening((entry.effect,), text=entry.text):
        yield ("effect", *path[2:]), text


KNOWN_BY_ID: Mapping[str, tuple[str, ...]] = {
    "armor": tuple(name for name in get_args(ArmorId) if name != "none"),
    **{name: (name,) for name in ("shield", "spellbook", "scroll", "wand", "staff")},
}
"""Goods that rules are about."""


def check_spell(entry: catalogue.SpellEntry) -> Iterator[Finding]:
    yield from happening(entry.effects, text=entry.text)
    for name, expression in entry.values.items():
        if fault := fault_of(expression):
            yield ("values", name), fault
    if isinstance(entry.range, str) and entry.range not in RANGES:
        fault = fault_of(entry.range)
        if fault or "[" not in entry.range:
            yield ("range",), f"found {entry.range!r}, where feet, {', '.join(RANGES)} or an expression belongs"


RANGES = ("touch", "self", "sight")


def fault_of(expression: str) -> str:
    """What is wrong with a number of a spell, for whatever dice; nothing if it can be worked out."""
    try:
        for dice in range(1, 10):
            for rolled in range(dice, 6 * dice + 1):
                spell_value(SILENT, expression=expression, dice=dice, sum=rolled)
    except BadArguments as error:
        return str(error).removeprefix("expression: ")
    return ""


def numbers_of_a_spell(entry: Mapping[str, Any]) -> Iterable[str]:
    values = entry.get("values")
    return map(str, values) if isinstance(values, dict) else ()


def check_school(entry: catalogue.SchoolEntry) -> Iterator[Finding]:
    yield from _faces("mishaps", [row.entry for row in entry.mishaps], 6)
    yield from _faces("dooms", [row.doom for row in entry.dooms], 3)
    rows = [("mishaps", number, row.effects, row.text) for number, row in enumerate(entry.mishaps)]
    rows += [("dooms", number, row.effects, row.text) for number, row in enumerate(entry.dooms)]
    for section, number, effects, told in rows:
        for path, text in happening(effects, text=told):
            yield (section, number, *path), text


def _faces(section: str, found: Sequence[int], last: int) -> Iterator[Finding]:
    if sorted(found) != list(range(1, last + 1)):
        yield (section,), f"there is one for each number from 1 to {last}"


def check_creature(entry: CreatureEntry) -> Iterator[Finding]:
    for number, way in enumerate(entry.attacks):
        yield from _dice(way.damage, ("attacks", number, "damage"))
    if entry.damage:
        yield from _dice(entry.damage, ("damage",))


# ---------------------------------------------------------------- all of it

content = Content(
    system="glog",
    package="rulewright.systems.glog.content",
    sections={
        "spells": Section(
            catalogue.SpellEntry,
            (tables.Spell,),
            check=check_spell,
            numbers=numbers_of_a_spell,
            unique=(("school", "number"),),
        ),
        "schools": Section(catalogue.SchoolEntry, (tables.School,), closed=True, check=check_school),
        "classes": Section(catalogue.ClassEntry, (tables.CharacterClass,), check=check_class),
        "quest_rewards": Section(catalogue.QuestReward, check=check_reward),
        "items": Section(catalogue.GoodsEntry, (tables.Goods,), check=check_goods),
        "services": Section(catalogue.ServiceEntry),
        "weapon_classes": Section(catalogue.WeaponClassEntry, (tables.WeaponClass,), closed=True),
        "armor": Section(catalogue.ArmorEntry, (tables.Armor,), closed=True),
        "vessels": Section(catalogue.VesselEntry, closed=True),
        "starting_equipment": Section(catalogue.KitItem, key="item"),
        "random_items": Section(catalogue.RandomThingEntry, (tables.RandomItem,), key="number", closed=True),
        "conditions": Section(catalogue.ConditionEntry, check=check_condition),
        "injuries": Section(catalogue.InjuryEntry, (tables.Injury,), closed=True, check=check_injury),
        "bands": Section(catalogue.BandEntry, (tables.Band,), closed=True),
        "locations": Section(tables.Location, closed=True),
        "jolts": Section(tables.Jolt, key="part", closed=True),
        "creatures": Section(CreatureEntry, (CreatureSheet,), check=check_creature),
        "hirelings": Section(CreatureEntry, (CreatureSheet,), check=check_creature),
        "levels": Section(tables.LevelRow, key="level", closed=True),
        "coins": Section(catalogue.Named, (tables.Coin,), closed=True),
        "breakdowns": Section(catalogue.Named, (tables.Breakdown,), closed=True),
        "convictions": Section(catalogue.Named),
    },
    words={
        "fields": FIELDS,
        "grants": GRANTS,
        "endings": ("sunrise",),
    },
    together={"items": ("items", "random_items"), "creatures": ("creatures", "hirelings")},
    prose=frozenset({"source", "note", "text", "about", "also", "example", "from_seed"})
    | frozenset({"price_source", "slots_source", "confined_penalty_source"}),
    data=frozenset(
        {
            *("ammunition", "melee_reach_feet", "range_penalty_per_increment", "restricted_goods"),
            *("bronze_note", "casting", "shield", "severity", "dying", "hit_point_cap", "beyond_ten"),
            *("exchange", "slots", "quality_price", "sell_price", "starting_coins"),
            *("experience_sources", "sources", "hireling_limit", "hireling_carry_slots", "morale", "reactions"),
            *("invest", "magic_dice", "sets", "transfer", "shared_mishaps", "slots_source"),
            *("convictions_at_start", "resolve", "trauma"),
        }
    ),
    dice=tables.damage_text,
)
