"""Quick Reference at the table: who may do and know what, what reaches the GM, and fights that run by themselves."""

from typing import Any

import pytest

from rulewright.rules import RuleError
from rulewright.systems.quickref import catalogue, talents
from rulewright.systems.quickref.scores import armor_class, burden, modifier, move_feet, skill_level
from rulewright.table import events
from rulewright.table.fights import carry_on
from rulewright.table.game import find_game
from rulewright.table.log import Step
from rulewright.table.previews import preview
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table
from rulewright.table.views import view

GAME = find_game("quickref")
MAGE: dict[str, Any] = {"class": "mage", "level": 10, "skills": {"magic": 1}}


def character(id: str, side: str = "party", **sheet: Any) -> dict[str, Any]:
    return {"id": id, "kind": "character", "side": side, "hp": 9, "sheet": {"class": "warrior", "level": 1, **sheet}}


def creature(id: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "kind": "creature", "side": "foes", "hp": 20, "sheet": {"creature": kind}, **more}


def table(*entities: dict[str, Any], seed: int = 1, **setup: Any) -> Table:
    made = Table(GAME, source=Chance.seeded(seed), now=lambda: 0)
    made.do(Command(name="set_up", args={"setup": {"entities": list(entities), **setup}}))
    return made


def do(at: Table, name: str, by: str = "", dice: list[int] | None = None, seat: str = "gm", **args: Any) -> Step:
    return at.do(Command(name=name, by=by, args=args), dice=dice, seat=seat)


def prompts(step: Step) -> str:
    return " ".join(event.text for event in step.events if isinstance(event, events.Prompted))


def being(at: Table, name: str) -> Any:
    return at.state.entities[name]


# ---------------------------------------------------------------- who may do what


def test_a_player_ends_the_waiting_and_does_not_call_it_off() -> None:
    at = table(character("hild"), creature("ogre", "ogre"))
    do(at, "seat", id="ann", entities=["hild"])
    do(at, "start_encounter", dice=[1, 8])
    do(at, "attack", "ogre", dice=[19], target="hild", pause=True)
    with pytest.raises(RuleError, match="cancel of resolve is the GM's to say"):
        do(at, "resolve", seat="ann", cancel=True)
    do(at, "resolve", seat="gm", cancel=True)
    assert being(at, "hild").counter("hp") == 9


def test_only_the_gm_opens_a_skill_to_the_untrained() -> None:
    at = table(character("hild"))
    do(at, "seat", id="ann", entities=["hild"])
    asked: dict[str, Any] = {"skill": "know", "attribute": "int", "difficulty": 8}
    with pytest.raises(RuleError, match="untrained_allowed of check is the GM's to say"):
        do(at, "check", "hild", seat="ann", untrained_allowed=True, **asked)
    with pytest.raises(RuleError, match="can't be tried untrained"):
        do(at, "check", "hild", seat="ann", **asked)
    do(at, "check", "hild", dice=[6, 6], untrained_allowed=True, **asked)
    assert being(at, "hild").sheet.last_check["success"]


# ---------------------------------------------------------------- who knows what


def test_a_side_of_which_nobody_is_seen_is_not_spoken_of() -> None:
    at = table(character("hild"), creature("ogre", "ogre", hidden=True), creature("gob", "goblin", side="others"))
    do(at, "seat", id="ann", entities=["hild"])
    do(at, "start_encounter", dice=[1, 8, 4])
    shown = view(GAME, at.state, "ann")["encounter"]
    assert shown["order"] == ["others", "party"]
    assert shown["turn"] is None
    assert "foes" not in shown["members"]


def test_of_a_veiled_attacker_one_sees_whether_it_hits_and_not_by_how_much() -> None:
    at = table(character("hild"), creature("ogre", "ogre", veiled=True))
    do(at, "seat", id="ann", entities=["hild"])
    do(at, "start_encounter", dice=[1, 8])
    do(at, "attack", "ogre", dice=[19], target="hild", pause=True)
    waiting = view(GAME, at.state, "ann")["encounter"]["pending"]
    assert (waiting["hit"], waiting["total"]) == (True, None)
    assert view(GAME, at.state, "gm")["encounter"]["pending"]["total"] == 24


def test_nobody_sees_what_somebody_hidden_does_to_somebody_hidden() -> None:
    at = table(character("hild"), creature("ogre", "ogre", hidden=True), creature("gob", "goblin", hidden=True))
    do(at, "seat", id="ann", entities=["hild"])
    do(at, "set", entity="gob", field="side", value="others")
    do(at, "start_encounter", dice=[1, 8, 4])
    do(at, "attack", "ogre", dice=[19], target="gob", pause=True)
    assert view(GAME, at.state, "ann")["encounter"]["pending"] is None


# ---------------------------------------------------------------- what the GM hears


def test_a_creature_says_what_its_hit_does_besides() -> None:
    at = table(character("hild"), creature("wraith", "wraith"))
    step = do(at, "attack", "wraith", dice=[19, 1], target="hild")
    assert catalogue.creatures()["wraith"].special[0] in prompts(step)
    assert prompts(do(at, "attack", "wraith", dice=[1], target="hild")) == ""


def test_grand_plate_says_what_it_turns() -> None:
    at = table(character("hild", armor="grand_plate"), creature("ogre", "ogre"))
    step = do(at, "attack", "ogre", dice=[20, 1, 1], target="hild")
    assert catalogue.armor()["grand_plate"].special in prompts(step)


def test_what_a_spell_does_besides_reaches_the_gm() -> None:
    at = table(
        character("osk", **MAGE, spells=["dread", "phantom_beast"]),
        creature("ogre", "ogre"),
    )
    told = prompts(do(at, "cast", "osk", spell="phantom_beast"))
    assert "a phantom beast comes" in told
    assert "until dawn" in told
    assert "an enemy that holds" in prompts(do(at, "cast", "osk", spell="dread", targets=["ogre"]))


def test_an_art_that_only_a_person_can_judge_costs_effort_and_is_told() -> None:
    at = table(character("osk", **MAGE, arts=["counter_spell"]))
    step = do(at, "use_art", "osk", art="counter_spell")
    assert "a contest of Magic" in prompts(step)
    assert GAME.projection.get(at.state, "osk.effort_left.mage") == 1


def test_a_focus_of_words_is_told_when_it_is_used() -> None:
    at = table(character("hild", foci={"assassin": 1, "well_connected": 1}))
    assert "A subtle weapon" in prompts(do(at, "use_gift", "hild", focus="assassin"))
    assert "A favor" in prompts(do(at, "use_gift", "hild", focus="well_connected"))
    with pytest.raises(RuleError, match="often enough"):
        do(at, "use_gift", "hild", focus="well_connected")


def test_luck_is_thrown_for() -> None:
    at = table(character("hild", foci={"lucky": 2}))
    assert "Luck is in" in prompts(do(at, "use_gift", "hild", dice=[2], focus="lucky"))
    do(at, "new_session")
    assert "Luck is out" in prompts(do(at, "use_gift", "hild", dice=[1], focus="lucky"))


# ---------------------------------------------------------------- what foci are worth


def test_a_gifted_attribute_adds_one_and_never_more_than_three() -> None:
    at = table(
        character("hild", attributes={"str": 18, "dex": 9}, foci={"gifted_body_or_mind:str": 1}),
        character("rolf", attributes={"str": 18}),
    )
    assert [modifier(being(at, name), "str") for name in ("hild", "rolf")] == [3, 2]
    assert modifier(being(at, "hild"), "dex") == 0


def test_who_can_do_everything_is_never_quite_untrained() -> None:
    at = table(character("tam", skills={"craft": 1}, foci={"jack_of_trades": 1}))
    levels = [skill_level(being(at, "tam"), skill) for skill in ("craft", "know", "stab")]
    assert levels == [1, 0, -1]


def test_feet_and_loads() -> None:
    loaded: dict[str, Any] = {"attributes": {"str": 10}, "stowed": ["rations_week", "rations_week", "rations_week"]}
    at = table(
        character("fast", foci={"fleet": 1}),
        character("strong", foci={"pack_bearer": 1}, **loaded),
        character("plain", **loaded),
    )
    assert [move_feet(at.state, being(at, name)) for name in ("fast", "strong", "plain")] == [40, 30, 20]
    at.do(Command(name="house_rule", args={"name": "encumbrance", "value": False}))
    assert move_feet(at.state, being(at, "plain")) == 30


def test_worn_and_small_things_weigh_nothing_and_bundles_a_third() -> None:
    things = ["backpack", "tinder_box", "torch", "torch", "torch", "torch", "throwing_blade", "throwing_blade"]
    at = table(character("tam", attributes={"str": 3}, stowed=things))
    carried = burden(being(at, "tam"))
    assert carried is not None
    assert carried.load == "free", "two for the torches and one for the blades"
    do(at, "set", entity="tam", field="stowed", value=[*things, "rope"])
    assert burden(being(at, "tam")).load == "pushed"  # type: ignore[union-attr]


def test_of_several_bonuses_by_skill_the_highest_counts() -> None:
    at = table(character("finn", skills={"stab": 1, "shoot": 2}, foci={"arms_master": 1, "marksman": 1}))
    assert talents.bonus(being(at, "finn"), "damage_and_shock", "thrown") == 1 + 1, "half the level, and Stab"
    assert talents.bonus(being(at, "finn"), "damage_only", "ranged") == 2


def test_a_shield_bearer_is_better_only_with_a_shield() -> None:
    at = table(character("with_one", shield="small_shield", foci={"shield_bearer": 1}), character("bare"))
    assert armor_class(at.state, being(at, "with_one")) == 14
    do(at, "set", entity="with_one", field="shield", value="none")
    assert armor_class(at.state, being(at, "with_one")) == 10


def test_friends_near_somebody_who_breaks_spells_resist_better() -> None:
    at = table(
        character("rolf", foci={"spell_breaker": 1}),
        {**character("near"), "position": 20},
        {**character("far"), "position": 21},
        creature("mage", "sorcerer", position=0),
        scene={"kind": "distances"},
    )
    for name in ("rolf", "near", "far"):
        do(at, "set", entity=name, field="hp", value=9)
    do(at, "cast", "mage", dice=[1, 1, 1, 1, 1, 13, 13, 13], spell="thunder_disc", targets=["rolf", "near", "far"])
    assert at.state.last["saved"] == {"rolf": True, "near": True, "far": False}


# ---------------------------------------------------------------- fights that run by themselves


def test_creatures_wait_for_whoever_could_interfere() -> None:
    at = table(character("hild", armor="plate_armor"), creature("ogre", "ogre"))
    do(at, "start_encounter", dice=[1, 8])
    assert carry_on(at, people=["hild"]) == 1
    assert at.state.blocked_by is not None
    assert at.state.blocked_by.to == "hild"


def test_a_fight_comes_to_its_end() -> None:
    for seed in range(12):
        at = table(
            character("hild", skills={"stab": 1}, readied=["long_sword"], armor="mail_shirt", shield="large_shield"),
            character("finn", skills={"shoot": 1}, readied=["small_bow", "dagger"], armor="buff_coat"),
            creature("gob_1", "goblin", hp=4),
            creature("gob_2", "goblin", hp=4),
            creature("wolf", "wolf", hp=9),
            seed=seed,
        )
        do(at, "start_encounter")
        carry_on(at, most=400)
        assert GAME.fights is not None
        assert GAME.fights.over(at.state)


def test_a_preview_of_what_waits_says_what_it_assumes() -> None:
    at = table(character("hild", readied=["mace"]), creature("ogre", "ogre"))
    do(at, "start_encounter", dice=[8, 1])
    seen = preview(GAME, at.state, "gm", [Command(name="attack", by="hild", args={"target": "ogre", "pause": True})])
    plain = preview(GAME, at.state, "gm", [Command(name="attack", by="hild", args={"target": "ogre"})])
    assert seen.assumptions == ("nobody interferes",)
    assert seen.exact

    def hurts(outcome: Any) -> bool:
        return bool(outcome.counters.get(("ogre", "hp"), 20) < 20)

    assert seen.chance(hurts) == plain.chance(hurts) > 0


def test_what_comes_once_in_a_week_comes_back_after_a_week() -> None:
    at = table(character("rolf", foci={"lucky": 1}), creature("ogre", "ogre"))
    do(at, "set", entity="rolf", field="uses", value={"week:lucky:downing_blow": 1, "day:other:gift": 1})
    do(at, "pass_time", days=6)
    assert being(at, "rolf").sheet.uses == {"week:lucky:downing_blow": 1, "day:other:gift": 1}
    do(at, "pass_time", days=1)
    assert being(at, "rolf").sheet.uses == {"day:other:gift": 1}


def wish(at: Table, name: str) -> tuple[str, Any]:
    """What somebody does whom nobody plays."""
    assert GAME.fights is not None
    command = GAME.fights.tactics(GAME, at.state, name)
    assert command is not None
    return command.name, command.args.get("spell") or command.args.get("art") or command.args.get("target")


def test_who_casts_spells_uses_them() -> None:
    caster = character("osk", **MAGE, spells=["force_bolt", "slumber", "unseen"])
    goblins = [creature(f"gob_{number}", "goblin") for number in (1, 2)]
    at = table(caster, *goblins)
    do(at, "start_encounter", dice=[8, 1])
    assert wish(at, "osk") == ("cast", "slumber")
    do(at, "add_condition", target="gob_1", condition="asleep")
    assert wish(at, "osk") == ("cast", "force_bolt")
    do(at, "set", entity="osk", field="casts_left", value=0)
    assert wish(at, "osk") == ("attack", "gob_2")


def test_who_can_heal_helps_a_dying_friend_first() -> None:
    healer: dict[str, Any] = {"class": "adventurer", "partials": ["partial_warrior", "healer"], "skills": {"heal": 0}}
    at = table(character("mira", **healer, arts=["healing_touch"]), character("hild"), creature("ogre", "ogre"))
    do(at, "start_encounter", dice=[8, 1])
    assert wish(at, "mira") == ("attack", "ogre")
    do(at, "damage", target="hild", amount=9)
    assert wish(at, "mira") == ("use_art", "healing_touch")
    do(at, "set", entity="mira", field="arts", value=[])
    assert wish(at, "mira") == ("tend", "hild")


def test_damage_finds_the_dying_without_hit_points_whatever_the_gm_has_set() -> None:
    at = table(character("hild"), character("rolf"))
    do(at, "damage", target="hild", amount=9)
    do(at, "set", entity="hild", field="hp", value=3)
    do(at, "damage", target="hild", dice=[1], amount="1d6")
    assert GAME.projection.get(at.state, "hild.status") == "dead"
    do(at, "set", entity="rolf", field="hp", value=0)
    do(at, "damage", target="rolf", dice=[1], amount="1d6")
    assert GAME.projection.get(at.state, "rolf.status") == "mortally_wounded"
