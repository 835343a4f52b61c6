"""What the GM does to people and things, and what is used up or handed on (GL-GM-01)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import BadArguments, RuleError
from rulewright.systems.glog import catalogue
from rulewright.systems.glog.commands.core import (
    SpellId,
    action_to_spend,
    commands,
    own_turn_in_a_fight,
    owned,
    spend_action,
)
from rulewright.systems.glog.harm import (
    add_item,
    drop,
    is_destroyed,
    land,
    lay,
    lift,
    put_with_likes,
    release,
    which_injury,
)
from rulewright.systems.glog.harm import heal as heal_somebody
from rulewright.systems.glog.sheet import DamageKind, Gear, GlogPlay
from rulewright.systems.glog.spells import Magic, apply_effects
from rulewright.systems.glog.tables import damage_text
from rulewright.table.entities import Condition, EntityId, ItemId, Name

Points = Annotated[int, Meta(ge=0, le=5000)]
DiceWords = Annotated[str, Meta(min_length=1, max_length=20)]


@commands.gm("GL-GM-01", "GL-STATE-15", "GL-DAMAGE-06", "GL-HP-04", "GL-HP-06", "GL-HP-09", "GL-DOUBT-01")
def damage(play: GlogPlay, *, target: EntityId, amount: Points | DiceWords, kind: DamageKind = "physical") -> None:
    """Let somebody be hurt: a fall, a trap, a fire."""
    play.entity(target)
    land(play, target, rolled(play, amount), kind)


def rolled(play: GlogPlay, amount: int | str) -> int:
    """A number, or dice that fall now; not below 0."""
    if isinstance(amount, int):
        return amount
    try:
        return max(0, damage_text(amount).roll(play.dice, "amount"))
    except ValueError as error:
        raise BadArguments(f"amount: {error}") from None


@commands.gm("GL-GM-01", "GL-REST-04", "GL-INJ-03")
def heal(
    play: GlogPlay,
    *,
    target: EntityId,
    amount: Points | DiceWords,
    magical: bool = False,
    injury: Annotated[str, Meta(max_length=100)] = "",
) -> None:
    """Give somebody hit points back."""
    if play.entity(target).has("dead"):
        raise RuleError("not_allowed", f"{play.called(target)} is dead")
    if injury:
        which_injury(play.entity(target), injury)
    heal_somebody(play, target, rolled(play, amount), magical=magical, injury=injury)


@commands.gm("GL-GM-01", "GL-HP-07")
def add_condition(
    play: GlogPlay,
    *,
    target: EntityId,
    condition: Name,
    rounds: Annotated[int, Meta(ge=1, le=10_000)] | None = None,
    source: str = "",
) -> None:
    """Lay a condition on somebody."""
    play.entity(target)
    play.game.check_condition(condition)
    lay(play, target, Condition(id=condition, rounds=rounds, source=source))


@commands.gm("GL-GM-01", "GL-HP-07")
def remove_condition(play: GlogPlay, *, target: EntityId, condition: Name) -> None:
    """Take a condition away."""
    if condition not in play.entity(target).conditions:
        raise RuleError("not_allowed", f"{play.called(target)} is not {condition.replace('_', ' ')}")
    lift(play, target, condition)


@commands.gm("GL-GM-01", "GL-MAGIC-17")
def lose_spell(play: GlogPlay, *, target: EntityId, spell: SpellId) -> None:
    """A spell is gone from brain, vessels and prison."""
    being = play.entity(target)
    sheet = being.sheet
    vessels = [item for item in being.items.values() if spell in item.spells]
    if not vessels and spell not in (*sheet.brain, *sheet.away):
        raise RuleError("unknown_spell", f"{being.called} has no spell {spell!r}")
    for vessel in vessels:
        play.give(target, replace(vessel, spells=tuple(kept for kept in vessel.spells if kept != spell)))
    play.sheet(
        target,
        brain=tuple(kept for kept in sheet.brain if kept != spell),
        prison={kept: where for kept, where in sheet.prison.items() if kept != spell},
        away={kept: where for kept, where in sheet.away.items() if kept != spell},
    )


@commands.gm("GL-GM-01", "GL-INV-04", "GL-INV-09")
def give_item(
    play: GlogPlay,
    *,
    to: EntityId,
    item: Annotated[str, Meta(min_length=1, max_length=100, extra={"choose": "goods"})],
    from_: EntityId = "",
    count: Annotated[int, Meta(ge=1, le=10_000)] | None = None,
) -> None:
    """Give somebody a thing, a new one or somebody else's."""
    play.entity(to)
    if not from_:
        if item not in catalogue.goods():
            raise RuleError("unknown_item", f"there is no thing called {item!r}")
        add_item(play, to, item, count or 1)
        tell_of_the_law(play, to, item)
        return
    found = play.entity(from_).items.get(item)
    if found is None:
        raise RuleError("unknown_item", f"{play.called(from_)} has no {item!r}")
    handed = count or found.count
    if handed > found.count:
        raise RuleError("not_enough_resource", f"{play.called(from_)} has {found.count} of these")
    if handed == found.count:
        release(play, from_, item)
        play.take(from_, item)
    else:
        play.give(from_, replace(found, count=found.count - handed))
    put_with_likes(play, to, replace(found, count=handed, dropped=False))


def tell_of_the_law(play: GlogPlay, owner: str, item: str) -> None:
    """GL-INV-09: what the law says of it, and of this owner, is the GM's."""
    entry = catalogue.goods()[item]
    if entry.restricted:
        play.prompt(f"{play.called(owner)} has come by a {entry.name.lower()}: in most places that is a crime.")


@commands.actor("GL-GM-01")
def drop_item(play: GlogPlay, by: str, *, item: ItemId) -> None:
    """Let something fall."""
    drop(play, by, owned(play, by, item))


@commands.gm("GL-BREAK-05")
def repair(play: GlogPlay, *, target: EntityId, item: ItemId) -> None:
    """Mend one break of a weapon or a suit. What is snapped or destroyed is not mended."""
    found = play.entity(target).items.get(item)
    if found is None:
        raise RuleError("unknown_item", f"{play.called(target)} has no {item!r}")
    if not found.breaks or is_destroyed(found):
        raise RuleError("not_allowed", f"{item} {'is beyond mending' if found.breaks else 'is whole'}")
    play.give(target, replace(found, breaks=found.breaks - 1))


@commands.actor("GL-CHAR-09", "GL-REST-04", needs=(own_turn_in_a_fight,))
def use_item(play: GlogPlay, by: str, *, item: ItemId, target: EntityId = "") -> None:
    """Use what an item does, on oneself or on somebody else; a potion is used up."""
    found = owned(play, by, item)
    action_to_spend(play, by)
    patient = play.entity(target or by)
    entry = catalogue.goods()[found.item]
    if not found.count or entry.effect is None:
        raise RuleError("not_allowed", f"{entry.name} does nothing by itself")
    spend_action(play, by)
    if entry.kind == "potion":
        drink_up(play, by, found)
    apply_effects(Magic(play, by, found.item, targets=(patient.id,), text=entry.text), (entry.effect,))


def drink_up(play: GlogPlay, by: str, potion: Gear) -> None:
    """One of these less."""
    if potion.count > 1:
        play.give(by, replace(potion, count=potion.count - 1))
    else:
        release(play, by, potion.id)
        play.take(by, potion.id)
