"""The game as a table plays it."""

from collections.abc import Iterable

from rulewright.systems.ardor import catalogue, tables
from rulewright.systems.ardor.book import book
from rulewright.systems.ardor.commands import declarations, gm, growth, rests, rolls, rounds, things
from rulewright.systems.ardor.commands.core import commands
from rulewright.systems.ardor.creation import creation
from rulewright.systems.ardor.entities import read_entity, set_scene
from rulewright.systems.ardor.horizon import to_the_end_of_the_round
from rulewright.systems.ardor.layout import sheet
from rulewright.systems.ardor.projection import projection
from rulewright.systems.ardor.scores import maximum, powers
from rulewright.systems.ardor.secrets import guess, seal
from rulewright.systems.ardor.sections import content
from rulewright.systems.ardor.sheet import (
    ArdorState,
    Being,
    CharacterSheet,
    CreatureSheet,
    Fight,
    Gear,
    Scene,
)
from rulewright.systems.ardor.tactics import fights
from rulewright.systems.ardor.words import words
from rulewright.table.codec import Types
from rulewright.table.game import Counter, Game

DOMAINS = (declarations, rounds, rolls, rests, growth, things, gm)
"""The modules that write into the book of commands."""


def most(pool: str) -> Counter:
    """A pool that goes from 0 up to a maximum."""
    return Counter(maximum=lambda _, __, being: maximum(being, pool))


def abilities_at_hand(_: ArdorState, being: Being | None) -> Iterable[str]:
    if being is None:
        return list(catalogue.abilities())
    return [name for name, power in powers(being).items() if power.use == "action"]


game = Game(
    name="ardor",
    title=book.title,
    version="1",
    book=book,
    commands=commands,
    types=Types(sheet=CharacterSheet | CreatureSheet, item=Gear, encounter=Fight, world=Scene),
    counters={
        "health": most("health"),
        "ardor": most("ardor"),
        "surges": most("surges"),
        **{name: Counter() for name in ("trauma", "timer", "xp", "healing_kits")},
    },
    projection=projection,
    read_entity=read_entity,
    set_scene=set_scene,
    conditions=frozenset(tables.conditions()),
    guess=guess,
    seal=seal,
    assume=to_the_end_of_the_round,
    offers={
        "ability": abilities_at_hand,
        "zone": lambda state, _: [zone.id for zone in state.world.place.zones],
        "challenge": lambda _, __: [step.least for step in tables.ladder()],
        "calling": lambda _, __: list(catalogue.callings()),
        "variation": lambda _, __: list(tables.variations()),
        "goal": lambda state, _: [*state.world.clocks, *catalogue.goals(), *catalogue.features()],
        "encounter": lambda _, __: list(catalogue.encounters()),
        "fumble": lambda _, __: list(catalogue.fumbles()),
        "goods": lambda _, __: [*catalogue.weapons(), *catalogue.goods()],
    },
    bestiary=catalogue.creature_names,
    creation=creation,
    sheet=sheet,
    content=content,
    fights=fights,
    words=words,
)
