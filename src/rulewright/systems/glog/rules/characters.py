"""Making characters: stats, templates, and the odd thing that everybody owns."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from rulewright.dice import Dice
from rulewright.rules import FrozenMap, RuleError, different, pick
from rulewright.systems.glog.book import Stat, book
from rulewright.systems.glog.rules.checks import stat_bonus
from rulewright.systems.glog.tables import random_items, templates

MOST_TEMPLATES = 4


class RolledStat(msgspec.Struct, frozen=True, gc=False):
    """A stat as rolled."""

    stat: int


@book.rule("GL-CHAR-02")
def roll_stat(dice: Dice) -> RolledStat:
    """3d6."""
    return RolledStat(dice.total(3, 6, "stat"))


class StatBonuses(msgspec.Struct, frozen=True):
    """The bonus of every stat."""

    bonuses: Mapping[str, int]


@book.rule("GL-CHAR-03")
def stat_bonuses(dice: Dice, *, stats: Annotated[dict[str, Stat], Meta(min_length=1, max_length=20)]) -> StatBonuses:
    """A third of the stat, rounded down, less 3."""
    return StatBonuses(FrozenMap({name: stat_bonus(stat) for name, stat in stats.items()}))


class Templates(msgspec.Struct, frozen=True):
    """The templates of a character."""

    owned: tuple[str, ...]


@book.rule("GL-CHAR-06")
def take_template(dice: Dice, *, owned: tuple[str, ...], template: str) -> Templates:
    """One more template: a class's in order, none twice, four in all."""
    for name in owned:
        pick("owned", name, templates())
    different("owned", owned)
    before = pick("template", template, templates())
    if template in owned:
        raise RuleError("template_not_allowed", f"{template} is owned already")
    if len(owned) >= MOST_TEMPLATES:
        raise RuleError("template_not_allowed", f"nobody has more than {MOST_TEMPLATES} templates")
    if before is not None and before not in owned:
        raise RuleError("template_not_allowed", f"{before} comes before {template}")
    return Templates((*owned, template))


class RandomThing(msgspec.Struct, frozen=True):
    """An entry of the list of a hundred."""

    number: int
    item: str


@book.rule("GL-CHAR-08", "GL-GEN-08")
def random_item(dice: Dice) -> RandomThing:
    """Two d10, tens first; a 10 counts as 0, and two of them as 100."""
    tens, ones = dice.d(10, "tens") % 10, dice.d(10, "ones") % 10
    number = tens * 10 + ones or 100
    return RandomThing(number, random_items()[number].id)
