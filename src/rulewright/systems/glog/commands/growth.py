"""Characters made, treasure, levels, and what changes somebody for good (GL-CHAR, GL-ADV, GL-TRAUMA, GL-DOUBT)."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError, near, pick
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.book import SchoolId
from rulewright.systems.glog.commands.checks import saves_by_luck
from rulewright.systems.glog.commands.core import Names, all_there, commands, peace
from rulewright.systems.glog.effects import LearnSpells
from rulewright.systems.glog.harm import add_item, free_id, keep_within
from rulewright.systems.glog.hours import RETURNS_UP_TO, in_order, until_sunrise
from rulewright.systems.glog.rules import advancement
from rulewright.systems.glog.rules.characters import random_item, roll_stat, take_template
from rulewright.systems.glog.rules.money import Coins, pay
from rulewright.systems.glog.rules.trauma import trauma
from rulewright.systems.glog.scores import score
from rulewright.systems.glog.sheet import STATS, Being, CharacterSheet, Gear, GlogPlay, StatKey
from rulewright.table import events
from rulewright.table.entities import Condition, Entity, EntityId, Name

COINS = ("cp", "sp", "ep", "gp", "pp")
COPPER_A_SILVER = 10
TEMPLATE_LEVELS = 4
SPELL_PLACES = {"d6": 6, "d8": 8, "d10": 10}
CONVICTIONS_AT_START = 2

PairOfStats = tuple[StatKey, StatKey]
AbilityId = Annotated[str, Meta(max_length=50, extra={"choose": "ability"})]
Positive = Annotated[int, Meta(ge=0, le=1_000_000_000)]


def character(play: GlogPlay, name: str) -> CharacterSheet:
    """The sheet of a character; creatures do not grow."""
    sheet = play.entity(name).sheet
    if not isinstance(sheet, CharacterSheet):
        raise RuleError("bad_args", f"{play.called(name)} is no character")
    return sheet


# ---------------------------------------------------------------- a new character


class Kit(NamedTuple):
    """What the choices at creation come to."""

    entry: catalogue.ClassEntry
    school: SchoolId | None
    items: tuple[catalogue.KitItem, ...]


@commands.gm(
    "GL-CHAR-01", "GL-CHAR-02", "GL-CHAR-04", "GL-CHAR-05", "GL-CHAR-07", "GL-CHAR-08", "GL-MAGIC-15", "GL-CHAR-10"
)
def create_character(
    play: GlogPlay,
    *,
    id: Name,
    class_: Annotated[str, Meta(max_length=50, extra={"choose": "class"})],
    side: Name = "party",
    school: Annotated[SchoolId | None, Meta(extra={"ask": True})] = None,
    swap: PairOfStats | None = None,
    kit_choice: Annotated[bool, Meta(extra={"ask": True})] = False,
    convictions: Annotated[tuple[str, ...], Meta(max_length=20)] = (),
    name: Annotated[str, Meta(max_length=100)] = "",
) -> None:
    """Roll up a new character of a class."""
    kit = chosen_kit(class_, school, kit_choice)
    refuse_name(play, id)
    refuse_convictions(convictions)
    stats = {stat: roll_stat(play.dice).stat for stat in STATS.values()}
    if swap:
        one, two = (STATS[key] for key in swap)
        stats[one], stats[two] = stats[two], stats[one]
    sheet = CharacterSheet(
        templates=(kit.entry.templates[0].id,),
        schools=(kit.school,) if kit.school else (),
        convictions=convictions,
        swapped=swap is not None,
    )
    sheet = replace(sheet, **stats)
    coins: dict[str, int | None] = {"cp": 2, **kit.entry.kit_coins}
    born: Being = Entity(id=id, kind="character", side=side, name=name, sheet=sheet, counters=coins)
    play.happens(events.EntityAdded(born))
    for piece in (*catalogue.starting_equipment(), *kit.items, found_thing(play, id)):
        hand_over(play, id, piece)
    worn = next(
        (item.id for item in play.entity(id).items.values() if catalogue.goods()[item.item].kind == "armor"), None
    )
    play.sheet(id, worn=worn)
    learn_from(play, id, sheet.templates[0])
    fill_pools(play, id)


def chosen_kit(class_: str, school: SchoolId | None, kit_choice: bool) -> Kit:
    entry = pick("class", class_, catalogue.classes())
    if entry.caster and school is None and len(entry.schools) == 1:
        school = entry.schools[0]
    if school not in (entry.schools if entry.caster else (None,)):
        schools = ", ".join(entry.schools) or "none"
        raise RuleError("bad_args", f"school: a {entry.name.lower()} has one of: {schools}; found {school!r}")
    items = entry.kit
    if kit_choice:
        if entry.kit_choice is None:
            raise RuleError("bad_args", f"kit_choice: a {entry.name.lower()} has one kit only")
        kept = [piece for piece in items if piece.item not in entry.kit_choice.instead_of]
        items = (*(catalogue.KitItem(item) for item in entry.kit_choice.take), *kept)
    return Kit(entry, school, items)


def refuse_name(play: GlogPlay, id: str) -> None:
    if id in play.state.entities or id in play.game.projection.table:
        raise RuleError("bad_args", f"id: {id!r} is in use")


def refuse_convictions(named: tuple[str, ...]) -> None:
    for conviction in named:
        pick("convictions", conviction, catalogue.convictions())
    if len(set(named)) != len(named) or len(named) > CONVICTIONS_AT_START:
        raise RuleError("bad_args", f"convictions: name {CONVICTIONS_AT_START} different ones")


def found_thing(play: GlogPlay, owner: str) -> catalogue.KitItem:
    """The odd thing that everybody owns, or what it brings."""
    entry = catalogue.random_things()[random_item(play.dice).number]
    if entry.note:
        play.prompt(f"{play.called(owner)}, {entry.name}: {entry.note}")
    return entry.grants or catalogue.KitItem(entry.id)


def hand_over(play: GlogPlay, owner: str, piece: catalogue.KitItem) -> None:
    add_item(play, owner, piece.item, piece.count, quality=piece.quality, banked=piece.banked)


def fill_pools(play: GlogPlay, name: str) -> None:
    """Everything is full."""
    being = play.entity(name)
    for pool, most in (("hp", "max_hp"), ("resolve", "max_resolve"), ("magic_dice", "magic_dice_max")):
        play.put(name, pool, score(play.state, being, most))
    for counter, value in (("experience", 0), ("return_up_to", RETURNS_UP_TO), ("trauma", 0)):
        if being.counters.get(counter) is None:
            play.put(name, counter, value)


# ---------------------------------------------------------------- learning spells


def learn_from(play: GlogPlay, name: str, template: str) -> None:
    """GL-MAGIC-15: the spells of a template, written into the spellbook."""
    for effect in catalogue.templates()[template].effects:
        if isinstance(effect, LearnSpells):
            listed = [spell.id for spell in catalogue.spells_of(school_of(play, name, template))]
            for place in effect.numbers if effect.choose in (0, len(effect.numbers)) else ():
                write_down(play, name, listed[place - 1])
            for die in effect.dice:
                write_down(play, name, new_spell(play, name, listed, SPELL_PLACES[die]))


def school_of(play: GlogPlay, name: str, template: str) -> SchoolId:
    """A multiclass caster learns from the school of the class."""
    entry = catalogue.class_of(template)
    return next(school for school in character(play, name).schools if school in entry.schools)


def new_spell(play: GlogPlay, name: str, listed: list[str], sides: int) -> str:
    """The spell that the die shows, or the next one that is not known yet."""
    known = spells_known(play.entity(name))
    first = play.dice.d(sides, "spell") - 1
    places = [(first + step) % sides for step in range(sides)] + list(range(sides, len(listed)))
    return next(listed[place] for place in places if listed[place] not in known)


def spells_known(being: Being) -> set[str]:
    written = [spell for item in being.items.values() for spell in item.spells]
    return {*written, *being.sheet.brain, *being.sheet.away}


def write_down(play: GlogPlay, name: str, spell: str) -> None:
    """Into the spellbook, a new one if there is none."""
    being = play.entity(name)
    book = next((item for item in being.items.values() if item.item == "spellbook" and not item.dropped), None)
    if book is None:
        book = Gear(id=free_id(being, "spellbook"), item="spellbook")
    if spell not in spells_known(being):
        play.give(name, replace(book, spells=in_order((*book.spells, spell))))


@commands.actor("GL-CHAR-04")
def swap_stats(play: GlogPlay, by: str, *, one: StatKey, two: StatKey) -> None:
    """Let two stats change places, once in all, before anything has happened."""
    sheet = character(play, by)
    if sheet.level > 1:
        raise RuleError("not_allowed", "stats are swapped on the first level only")
    peace(play)
    if sheet.swapped:
        raise RuleError("already_used", f"{play.called(by)} has swapped stats already")
    if one == two:
        raise RuleError("bad_args", "name two different stats")
    values = {STATS[one]: getattr(sheet, STATS[two]), STATS[two]: getattr(sheet, STATS[one])}
    play.sheet(by, swapped=True, **values)
    for pool, most in (("hp", "max_hp"), ("resolve", "max_resolve")):
        play.put(by, pool, score(play.state, play.entity(by), most))


# ---------------------------------------------------------------- experience


def purse(being: Being) -> Coins:
    return Coins(**{coin: being.counter(coin) for coin in COINS})


@commands.gm("GL-ADV-02", "GL-ADV-03")
def secure_treasure(play: GlogPlay, *, who: Names, coins: Coins, adventurous: bool = True) -> None:
    """Treasure has come to safety, and is worth experience to those who brought it."""
    if not who:
        raise RuleError("bad_args", "who: name at least one")
    all_there(play, who)
    gained = advancement.treasure_experience(play.dice, coins=coins, adventurous=adventurous, shares=len(who))
    for name in who:
        play.change(name, "experience", gained.experience)


@commands.actor("GL-ADV-04", "GL-COIN-03")
def spend(
    play: GlogPlay,
    by: str,
    *,
    price_copper: Annotated[int, Meta(ge=0, le=2_000_000_000)],
    purpose: Literal["adventuring", "other"] = "adventuring",
) -> None:
    """Pay a price. What is not for adventuring is worth experience."""
    left = pay(play.dice, coins=purse(play.entity(by)), price_copper=price_copper).coins
    for coin in COINS:
        play.put(by, coin, getattr(left, coin))
    if purpose == "other":
        gained = advancement.spending_experience(play.dice, coins=Coins(cp=price_copper))
        play.change(by, "experience", gained.experience)


@commands.gm("GL-ADV-05")
def gain_xp(play: GlogPlay, *, who: Names, amount: Positive) -> None:
    """Give experience."""
    all_there(play, who)
    for name in who:
        play.change(name, "experience", amount)


@commands.actor(
    *("GL-ADV-01", "GL-ADV-06", "GL-ADV-07", "GL-ADV-08", "GL-ADV-09", "GL-ADV-10"),
    *("GL-CHAR-06", "GL-MAGIC-15", "GL-CHAR-10"),
)
def level_up(
    play: GlogPlay,
    by: str,
    *,
    template: Annotated[str | None, Meta(extra={"choose": "template", "ask": True})] = None,
    stat: StatKey | None = None,
    learn: bool = False,
    school: Annotated[SchoolId | None, Meta(extra={"ask": True})] = None,
) -> None:
    """Reach the next level; up to the fourth, with a template, and with a school where its class has several."""
    sheet = character(play, by)
    reached = advancement.level_for_experience(
        play.dice, experience=play.entity(by).counter("experience"), house_rules=play.world.house_rules
    )
    refuse_level(play, sheet, reached.level)
    templates = next_templates(play, sheet, template)
    schools = schools_with(sheet, template, school, learn=learn)
    before = {pool: score(play.state, play.entity(by), most) for pool, most in POOLS}
    play.sheet(by, level=sheet.level + 1, templates=templates, schools=schools)
    if template and learn:
        learn_from(play, by, template)
    if stat and play.world.house_rules.stat_advance:
        raised = advancement.stat_advance(play.dice, stat=getattr(sheet, STATS[stat]))
        play.sheet(by, **{STATS[stat]: raised.stat})
    for pool, most in POOLS:
        gained = score(play.state, play.entity(by), most) - before[pool]
        play.change(by, pool, gained)
    keep_within(play, by)


POOLS = (("hp", "max_hp"), ("resolve", "max_resolve"), ("magic_dice", "magic_dice_max"))


def refuse_level(play: GlogPlay, sheet: CharacterSheet, reached: int) -> None:
    last = 20 if play.world.house_rules.levels_beyond_ten == "every_5000" else 10
    if sheet.level >= last:
        raise RuleError("not_allowed", f"{last} is the last level")
    if reached <= sheet.level:
        raise RuleError("not_enough_experience", f"the experience is not enough for level {sheet.level + 1}")


def next_templates(play: GlogPlay, sheet: CharacterSheet, template: str | None) -> tuple[str, ...]:
    if sheet.level >= TEMPLATE_LEVELS:
        if template:
            raise RuleError("not_allowed", f"there is no template beyond level {TEMPLATE_LEVELS}")
        return sheet.templates
    if template is None or template not in catalogue.templates():
        raise RuleError("bad_args", f"template: expected one of the classes' templates, found {template!r}")
    return take_template(play.dice, owned=sheet.templates, template=template).owned


def schools_with(
    sheet: CharacterSheet, template: str | None, school: SchoolId | None, *, learn: bool
) -> tuple[SchoolId, ...]:
    """The first step of a class brings its school along, or the one that is chosen where it has several."""
    schools = catalogue.class_of(template).schools if template else ()
    if not schools or set(schools) & set(sheet.schools):
        if school:
            raise RuleError("bad_args", f"school: there is none to choose now; found {school!r}")
        return sheet.schools
    if school is None and len(schools) == 1:
        return (*sheet.schools, schools[0])
    if school not in schools and (school or learn):
        raise RuleError("bad_args", f"school: name one of {', '.join(schools)}; found {school!r}")
    return (*sheet.schools, school) if school else sheet.schools


@commands.gm("GL-DOOM-03")
def complete_quest(play: GlogPlay, *, target: EntityId, school: SchoolId) -> None:
    """The quest of a school is done: its Dooms have no power any more."""
    freed = play.entity(target).sheet.freed
    if school not in freed:
        play.sheet(target, freed=(*freed, school))


@commands.gm("GL-ADV-07")
def grant_ability(play: GlogPlay, *, target: EntityId, ability: AbilityId) -> None:
    """Give what was quested for."""
    play.entity(target)
    sheet = character(play, target)
    reward = pick("ability", ability, catalogue.quest_rewards())
    play.sheet(target, abilities=(*sheet.abilities, reward.id))


# ---------------------------------------------------------------- mind


@commands.gm("GL-TRAUMA-01", "GL-TRAUMA-02", "GL-TRAUMA-03")
def gain_trauma(play: GlogPlay, *, target: EntityId, points: Annotated[int, Meta(ge=1, le=20)]) -> None:
    """Something terrible has been seen or done."""
    if not play.world.house_rules.trauma:
        raise RuleError("not_allowed", "this table plays without Trauma")
    character(play, target)
    result = trauma(
        play.dice,
        trauma=play.entity(target).counter("trauma"),
        points=points,
        save=score(play.state, play.entity(target), "save"),
        house_rules=play.world.house_rules,
    )
    permanent = result.permanent and not saves_by_luck(play, target)
    play.result(replace(result, permanent=permanent))
    play.put(target, "trauma", result.trauma)
    if result.breakdown:
        play.sheet(target, affliction=result.breakdown)
        play.afflict(target, Condition(id="breakdown", until=until_sunrise(play)))
        if permanent:
            play.afflict(target, Condition(id="afflicted"))


@commands.actor("GL-DOUBT-04")
def resolve_crisis(
    play: GlogPlay,
    by: str,
    *,
    choice: Literal["leave", "replace_conviction"],
    old: Annotated[str, Meta(max_length=50, extra={"choose": "conviction"})] = "",
    new: Annotated[str, Meta(max_length=50, extra={"choose": "conviction"})] = "",
) -> None:
    """Leave the party, or give up something one believed in."""
    if not play.entity(by).has("crisis"):
        raise RuleError("nothing_pending", f"{play.called(by)} is in no crisis")
    if choice == "leave":
        play.afflict(by, Condition(id="unfriendly"))
        play.happens(events.EntityChanged(by, "side", "gm"))
    else:
        convictions = character(play, by).convictions
        if old not in convictions:
            raise RuleError("bad_args", f"old: {play.called(by)} does not believe {old!r}{near(old, convictions)}")
        pick("new", new, catalogue.convictions())
        if new in convictions:
            raise RuleError("bad_args", f"new: {play.called(by)} believes {new!r} already")
        play.sheet(by, convictions=tuple(new if kept == old else kept for kept in convictions))
        play.put(by, "resolve", score(play.state, play.entity(by), "max_resolve"))
    play.relieve(by, "crisis")
