"""Saying what one means to do: creatures first, then all characters, in secret until everybody has (AR-ROUND-03)."""

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.systems.ardor.book import AttackKind, DeedId
from rulewright.systems.ardor.choosing import as_intended, options
from rulewright.systems.ardor.commands.core import AbilityId, ZoneId, awake, commands
from rulewright.systems.ardor.commands.recovery import recover_at_leisure, use_at_leisure
from rulewright.systems.ardor.declaring import WAITING, checked, declaration_of, put_declaration
from rulewright.systems.ardor.phases import go_on, in_phase
from rulewright.systems.ardor.rules.creatures import intent_number
from rulewright.systems.ardor.scores import active, conscious
from rulewright.systems.ardor.sheet import (
    ArdorPlay,
    AttributeId,
    Being,
    Block,
    CharacterSheet,
    CreatureSheet,
    Declaration,
    Deed,
)
from rulewright.table.entities import EntityId, ItemId

Path = Annotated[tuple[ZoneId, ...], Meta(max_length=4)]
Targets = Annotated[tuple[EntityId, ...], Meta(max_length=8)]
Words = Annotated[str, Meta(max_length=400)]


def take_part(play: ArdorPlay, by: str) -> None:
    """Whoever acts is in the fight and has not left it for good, and it is its time to declare."""
    being = play.entity(by)
    in_phase(play, "declarations" if isinstance(being.sheet, CharacterSheet) else "intents")
    if not active(being) or by not in play.fight().participants:
        raise RuleError("not_allowed", f"{being.called} is not in the fight")


def put(play: ArdorPlay, by: str, declaration: Declaration) -> None:
    """AR-ROUND-02: the last declaration counts; what an earlier one has cost comes back first."""
    being = play.entity(by)
    earlier = declaration_of(play.fight(), by)
    refund = earlier.paid if earlier else 0
    priced = checked(play, being, declaration, refund=refund)
    play.change(by, "ardor", refund - priced.paid)
    put_declaration(play, by, priced)
    go_on(play)


@commands.actor("AR-ROUND-02", "AR-ROUND-03", "AR-ACT-01", "AR-ACT-11", "AR-ACT-12", "AR-ACT-13", needs=(take_part,))
def declare(
    play: ArdorPlay,
    by: str,
    *,
    action: DeedId,
    ability: AbilityId = "",
    item: ItemId = "",
    target: EntityId = "",
    targets: Targets = (),
    path: Path = (),
    order: Literal["move_first", "attack_first"] = "move_first",
    weapon: ItemId = "",
    use: AttackKind | Literal[""] = "",
    attribute: AttributeId | None = None,
    modifier: Annotated[int, Meta(ge=-5, le=5)] = 0,
    zone: ZoneId = "",
    to_zone: ZoneId = "",
    claim: Annotated[str, Meta(max_length=100)] = "",
    second: Deed | None = None,
    block: Block | None = None,
    careful: bool = False,
    spend_surge: bool = False,
    take_tend: bool = True,
    take_protection: bool = True,
    shown: Words = "",
) -> None:
    """Say what one does in this round: an action, and for one Ardor a second one."""
    put(
        play,
        by,
        Declaration(
            action=action,
            ability=ability,
            item=item,
            target=target,
            targets=targets,
            path=path,
            order=order,
            weapon=weapon,
            use=use,
            attribute=attribute,
            modifier=modifier,
            zone=zone,
            to_zone=to_zone,
            claim=claim,
            second=second,
            block=block,
            careful=careful,
            spend_surge=spend_surge,
            take_tend=take_tend,
            take_protection=take_protection,
            shown_as=shown,
        ),
    )


commands.variant("attack", "declare", "Attack, with what is at hand.", action="attack", ask=("target",))
commands.variant(
    "move_to_attack", "declare", "Move one zone and strike.", action="move_to_attack", ask=("target", "path")
)
commands.variant(
    "move_and_attack",
    "declare",
    "Move one zone and attack, or the other way round.",
    action="move_and_attack",
    ask=("target", "path", "order"),
)
commands.variant("move", "declare", "Move far: one zone or two.", action="move_far", ask=("path",))
commands.variant("defend", "declare", "Defend oneself: what would glance misses.", action="defend")
commands.variant("defend_other", "declare", "Lend one's score to a friend.", action="defend_other", ask=("target",))
commands.variant("flee", "declare", "Move one zone and be hard to hit.", action="flee", ask=("path",))
commands.variant("tend", "declare", "Help an Incapacitated one to wake.", action="tend", ask=("target",))
commands.variant("wait", "declare", "Do nothing in this round.", action="wait")
commands.variant("use_ability", "declare", "Use a special ability.", action="ability", ask=("ability", "target"))


@commands.actor("AR-ACT-08", "AR-ACT-09", "AR-HEALTH-06", "AR-Q-67")
def recover(
    play: ArdorPlay,
    by: str,
    *,
    spend_surge: bool = False,
    take_tend: bool = True,
    take_protection: bool = True,
    second: Deed | None = None,
    block: Block | None = None,
    careful: bool = False,
    claim: Annotated[str, Meta(max_length=100)] = "",
    shown: Words = "",
) -> None:
    """Spend a Healing Surge; who is Incapacitated tries to wake."""
    if not play.encounter:
        recover_at_leisure(play, by)
        return
    take_part(play, by)
    put(
        play,
        by,
        Declaration(
            action="recover",
            spend_surge=spend_surge,
            take_tend=take_tend,
            take_protection=take_protection,
            second=second,
            block=block,
            careful=careful,
            claim=claim,
            shown_as=shown,
        ),
    )


@commands.actor("AR-GEAR-02", "AR-HEALTH-12")
def use_item(
    play: ArdorPlay,
    by: str,
    *,
    item: ItemId,
    target: EntityId = "",
    targets: Targets = (),
    zone: ZoneId = "",
    second: Deed | None = None,
    careful: bool = False,
    claim: Annotated[str, Meta(max_length=100)] = "",
) -> None:
    """Use an item: in a round as an action, otherwise at once."""
    if not play.encounter:
        use_at_leisure(play, by, item, target)
        return
    take_part(play, by)
    declared = Declaration(
        action="ability",
        item=item,
        target=target,
        targets=targets,
        zone=zone,
        second=second,
        careful=careful,
        claim=claim,
    )
    put(play, by, declared)


@commands.actor("AR-NPC-03", "AR-GM-01", needs=(take_part,), secret=True)
def follow_intent(play: ArdorPlay, by: str) -> None:
    """Let a creature do what a d6 says among its usual intents, or whatever comes nearest to it."""
    being = play.entity(by)
    if not isinstance(being.sheet, CreatureSheet) or not being.sheet.intents or not conscious(being):
        raise RuleError("not_allowed", f"{being.called} has no usual intents")
    intents = being.sheet.intents
    intent = intents[intent_number(play.dice, faces=tuple(intent.faces for intent in intents)) - 1]
    play.result({"action": intent.ability or intent.action, "target": intent.target})
    usual = (replace(wish, shown_as=intent.shown) for wish in as_intended(play.state, being, intent))
    wishes = [*usual, *options(play.state, being), WAITING]
    put(play, by, next(wish for wish in wishes if may(play, being, wish)))


def may(play: ArdorPlay, being: Being, declaration: Declaration) -> bool:
    """Whether something could be declared."""
    try:
        checked(play, being, declaration)
    except RuleError:
        return False
    return True


@commands.actor("AR-INSP-03", needs=(awake,))
def inspired_action(
    play: ArdorPlay,
    by: str,
    *,
    action: DeedId | None = None,
    pass_: bool = False,
    ability: AbilityId = "",
    item: ItemId = "",
    target: EntityId = "",
    targets: Targets = (),
    path: Path = (),
    order: Literal["move_first", "attack_first"] = "move_first",
    weapon: ItemId = "",
    use: AttackKind | Literal[""] = "",
    attribute: AttributeId | None = None,
    modifier: Annotated[int, Meta(ge=-5, le=5)] = 0,
    zone: ZoneId = "",
    to_zone: ZoneId = "",
    claim: Annotated[str, Meta(max_length=100)] = "",
) -> None:
    """Take the free second action of an Inspired Moment, now that all scores are known, or let it go."""
    in_phase(play, "inspired")
    fight = play.fight()
    if by not in fight.may_act:
        raise RuleError("not_allowed", f"{play.called(by)} has no free action to take")
    if not pass_:
        if action is None:
            raise RuleError("bad_args", "action: name one, or pass")
        deed = Deed(
            action=action,
            ability=ability,
            item=item,
            target=target,
            targets=targets,
            path=path,
            order=order,
            weapon=weapon,
            use=use,
            attribute=attribute,
            modifier=modifier,
            zone=zone,
            to_zone=to_zone,
            claim=claim,
        )
        add_free(play, by, deed)
    play.change_encounter(may_act=tuple(name for name in fight.may_act if name != by))
    go_on(play)


commands.variant(
    "attack_again",
    "inspired_action",
    "Use the free action of an Inspired Moment to attack.",
    action="attack",
    ask=("target",),
)
commands.variant("let_it_pass", "inspired_action", "Let the free action of an Inspired Moment go.", pass_=True)


def add_free(play: ArdorPlay, by: str, deed: Deed) -> None:
    """One more action that costs nothing; the score stays as it was rolled."""
    declared: Any = declaration_of(play.fight(), by)
    more = {"third": deed} if declared.second else {"second": deed}
    whole = replace(declared, **more)
    checked(play, play.entity(by), replace(whole, paid=0), refund=99)
    put_declaration(play, by, whole)
