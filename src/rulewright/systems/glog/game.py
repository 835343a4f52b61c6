"""The game as a table plays it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rulewright.systems.glog import catalogue
from rulewright.systems.glog.bestiary import creatures
from rulewright.systems.glog.book import book
from rulewright.systems.glog.commands import casting, checks, days, fighting, gm, growth, moving, turns, vessels
from rulewright.systems.glog.commands.core import commands
from rulewright.systems.glog.creation import creation
from rulewright.systems.glog.entities import read_entity, set_scene
from rulewright.systems.glog.harm import pending_blow
from rulewright.systems.glog.layout import sheet
from rulewright.systems.glog.notes import notes
from rulewright.systems.glog.projection import projection
from rulewright.systems.glog.scores import in_hand, score_or_none
from rulewright.systems.glog.sections import content
from rulewright.systems.glog.sheet import Being, CharacterSheet, CreatureSheet, Fight, Gear, GlogState, Scene
from rulewright.systems.glog.tactics import fights
from rulewright.systems.glog.words import words
from rulewright.table.codec import Types
from rulewright.table.game import Assumption, Counter, Game
from rulewright.table.state import Command

DOMAINS = (turns, fighting, moving, checks, casting, vessels, days, growth, gm)
"""The modules that write into the book of commands."""

ORDINARY = CreatureSheet(hit_dice=1, attack=11, defense=12, hp=5, save=6)
"""What somebody is taken for of whom nothing is known."""


def most(name: str) -> Counter:
    """A pool that goes from 0 up to a score."""
    return Counter(maximum=lambda _, state, being: score_or_none(state, being, name))


def guess(being: Being) -> Being:
    """GL-NPC-01: an ordinary creature in full health."""
    sheet = replace(ORDINARY, type=being.sheet.type)
    return replace(being, sheet=sheet, counters={"hp": ORDINARY.hp}, items={})


def seal(state: GlogState, own: frozenset[str]) -> GlogState:
    """GL-DOUBT-01: players do not see Resolve, not even their own."""
    entities = {name: _sealed(being, name in own) for name, being in state.entities.items()}
    return replace(state, entities=entities)


def _sealed(being: Being, own: bool) -> Being:
    sheet = being.sheet
    if not isinstance(sheet, CharacterSheet):
        return being
    counters = {name: value for name, value in being.counters.items() if name != "resolve"}
    return replace(being, counters=counters, sheet=sheet if own else replace(sheet, convictions=()))


def take_the_blow(state: GlogState, _plan: Sequence[Command]) -> Assumption | None:
    """Who could do something about a blow is assumed to take it."""
    question = pending_blow(state)
    if question is None:
        return None
    called = state.entities[question.to].called if question.to in state.entities else question.to
    return Assumption(Command(name="take_damage", by=question.to), f"{called} takes the blow")


def spells_at_hand(_: GlogState, being: Being | None) -> Iterable[str]:
    if being is None:
        return
    yield from being.sheet.brain
    for item in being.items.values():
        if item.item in ("scroll", *casting.BANKS) and not item.dropped:
            yield from item.spells


def magic_dice_at_hand(_: GlogState, being: Being | None) -> Iterable[int]:
    return range(1, being.counter("magic_dice") + 1) if being else ()


def cantrips_known(_: GlogState, being: Being | None) -> Iterable[str]:
    schools = being.sheet.schools if being and isinstance(being.sheet, CharacterSheet) else ()
    return [cantrip.id for school in schools for cantrip in catalogue.schools()[school].cantrips]


def ways_to_attack(_: GlogState, being: Being | None) -> Iterable[str]:
    if being is None:
        return []
    if isinstance(being.sheet, CreatureSheet):
        return [way.name for way in being.sheet.ways_to_attack]
    return [item.id for item in in_hand(being)]


game = Game(
    name="glog",
    title=book.title,
    version="1",
    book=book,
    commands=commands,
    types=Types(sheet=CharacterSheet | CreatureSheet, item=Gear, encounter=Fight, world=Scene),
    counters={
        "hp": most("max_hp"),
        "resolve": most("max_resolve"),
        "magic_dice": most("magic_dice_max"),
        **{
            name: Counter()
            for name in (
                *("action_left", "move_left", "attacks_left", "spent_arrows", "experience", "trauma"),
                *("dying_rounds", "dead_rounds", "return_up_to", "cp", "sp", "ep", "gp", "pp"),
            )
        },
    },
    projection=projection,
    read_entity=read_entity,
    set_scene=set_scene,
    conditions=frozenset(catalogue.conditions()),
    guess=guess,
    open_results=frozenset(
        {
            "hit",
            "avoided",
            "critical",
            "damage",
            "success",
            "member",
            "save_of",
            "stable",
            "gap",
            "outcome",
            "sum",
            "dice",
        }
    ),
    seal=seal,
    offers={
        "spell": spells_at_hand,
        "attack": ways_to_attack,
        "vessel": lambda _, being: ["brain", *(being.items if being else ())],
        "class": lambda _, __: list(catalogue.classes()),
        "template": lambda _, __: list(catalogue.templates()),
        "cantrip": cantrips_known,
        "magic_dice": magic_dice_at_hand,
        "goods": lambda _, __: list(catalogue.goods()),
        "ability": lambda _, __: list(catalogue.quest_rewards()),
        "conviction": lambda _, __: list(catalogue.convictions()),
    },
    assume=take_the_blow,
    bestiary=lambda: {kind.id: kind.name for kind in creatures().values()},
    content=content,
    creation=creation,
    sheet=sheet,
    notes=notes,
    fights=fights,
    words=words,
)
