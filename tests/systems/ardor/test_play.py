"""Play beyond what scenarios can say: passives, usual intents, ready encounters, whole fights."""

from typing import Any

import pytest

from rulewright.rules import RuleError
from rulewright.systems.ardor import catalogue
from rulewright.table.fights import carry_on
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table
from rulewright.table.views import told
from tests.systems.ardor.tables import BRYNN, ORC, do, table, value
from tests.table import laws


def at_the_rolls(*entities: object, declared: dict[str, Any], **house_rules: object) -> Table:
    """A round in which the creatures wait and the first character has declared."""
    at = table(*entities, **house_rules)  # type: ignore[arg-type]
    do(at, "start_encounter", challenge=11)
    for name, being in at.state.entities.items():
        if being.kind == "creature":
            do(at, "declare", name, action="wait")
    do(at, "score_creatures")
    do(at, "declare", next(iter(at.state.entities)), **declared)
    return at


@pytest.mark.parametrize(
    ("abilities", "items", "declared", "score"),
    [
        ([], [], {"action": "flee", "path": ["b"]}, 10 + 1 + 2),
        ([], ["running_shoes"], {"action": "flee", "path": ["b"]}, 10 + 1 + 2 + 1),
        ([], ["banner"], {"action": "defend_other", "target": "orc"}, 10 + 3 + 5 + 1),
        (["keen_eyes"], [], {"action": "improvise"}, 10 + 2 + 1),
        ([], [], {"action": "improvise", "attribute": "heart", "modifier": -2}, 10 + 3 - 2),
        ([], [], {"action": "recover"}, 10 + 3 + 2),
        ([], [], {"action": "wait"}, 10),
    ],
)
def test_what_is_known_and_carried_adds_to_its_actions(
    abilities: list[str], items: list[str], declared: dict[str, Any], score: int
) -> None:
    ann = {
        **BRYNN,
        "id": "ann",
        "sheet": {
            "attributes": {"might": 0, "grace": 1, "wits": 2, "heart": 3},
            "abilities": abilities,
            "items": items,
        },
    }
    setup = {"scene": {"zones": ["a", "b"], "connections": [{"from": "a", "to": "b"}]}}
    at = table(ann, ORC, setup=setup)
    do(at, "start_encounter", challenge=11)
    do(at, "declare", "orc", action="wait")
    do(at, "score_creatures")
    do(at, "declare", "ann", **declared)
    do(at, "roll_score", "ann", [10])
    assert value(at, "encounter.scores.ann") == score


def test_who_carries_too_much_is_slower() -> None:
    packed = {**BRYNN, "sheet": {"attributes": {"might": -2}, "weapons": ["longsword", "maul", "pike"]}}
    at = at_the_rolls(packed, ORC, declared={"action": "wait"})
    do(at, "roll_score", "brynn", [10])
    assert value(at, "encounter.scores.brynn") == 8


@pytest.mark.parametrize("name", sorted(catalogue.creatures()))
def test_every_creature_of_the_book_follows_its_intents(name: str) -> None:
    for face in (1, 3, 5, 6):
        at = table(BRYNN, {"id": "it", "creature": name, "side": "foes"})
        do(at, "start_encounter", challenge=11)
        do(at, "follow_intent", "it", [face])
        assert "it" in value(at, "encounter.declared")


@pytest.mark.parametrize("name", sorted(catalogue.encounters()))
def test_a_ready_encounter_is_fought_to_its_end(name: str) -> None:
    at = Table(table().game, source=Chance.seeded(name), now=lambda: 0)
    for ready in ("brynn", "aldous", "wren", "maeve"):
        do(at, "add_entity", dice=None, entity={"id": ready, "ready": ready, "side": "party"})
    do(at, "stage", dice=None, encounter=name)
    do(at, "start_encounter", dice=None)
    assert carry_on(at, most=2_000) < 2_000
    assert value(at, "encounter.over") is True
    laws.counters_within(at.game, at.state)


def test_a_creature_that_is_not_of_the_book_has_no_usual_intents() -> None:
    at = table(BRYNN, ORC)
    do(at, "start_encounter", challenge=11)
    with pytest.raises(RuleError, match="no usual intents"):
        do(at, "follow_intent", "orc")


def test_when_somebody_leaves_the_round_goes_on() -> None:
    at = at_the_rolls(BRYNN, {**BRYNN, "id": "bob"}, ORC, declared={"action": "wait"})
    assert value(at, "encounter.phase") == "declarations"
    do(at, "leave_encounter", who="bob")
    assert value(at, "encounter.phase") == "rolls"


def test_a_fumble_is_told_to_the_gm_with_its_text() -> None:
    at = table(BRYNN, ORC)
    do(at, "start_encounter", challenge=11)
    do(at, "set_fumble", situation="crowded_tavern")
    do(at, "declare", "orc", action="wait")
    do(at, "score_creatures")
    do(at, "attack", "brynn", target="orc")
    do(at, "roll_score", "brynn", [1])
    step = do(at, "resolve", dice=[3])
    assert value(at, "encounter.fumbled") == ["brynn"]
    assert any("bystander" in getattr(event, "text", "") for event in step.events)


def test_rounds_have_no_turns() -> None:
    for name in ("next_turn", "roll_initiative"):
        with pytest.raises(RuleError) as refused:
            table(BRYNN).do(Command(name=name))
        assert refused.value.code == "not_allowed"


def test_the_gm_gives_things_and_places() -> None:
    at = table(BRYNN)
    do(at, "find_item", entity="brynn", item="lantern")
    at.do(Command(name="found_stronghold", args={"name": "The Mill", "tags": ["hearth"]}))
    assert value(at, "brynn.sheet.items") == ["lantern"]
    assert value(at, "table.stronghold") == "The Mill"


def test_dice_suggest_what_is_discovered_and_only_the_gm_hears_it() -> None:
    at = table({"id": "wren", "ready": "wren", "side": "party"})
    step = do(at, "roll_discovery", dice=[2, 3], entity="wren")
    assert at.state.last == {
        "kind": "variation",
        "variation": "fiercer",
        "ability": None,
        "of": ["pinning_shot", "shoot_and_slip"],
    }
    do(at, "seat", id="mia", entities=["wren"])
    assert told(at.game, at.state, at.state, step, "mia") == []


def test_a_session_is_worth_what_was_done_in_it() -> None:
    at = table(BRYNN, {**BRYNN, "id": "bob"})
    do(at, "award_xp", members=["brynn", "bob"], hard=1, adventures=1, trauma_rose=["bob"])
    assert (value(at, "brynn.xp"), value(at, "bob.xp")) == (1 + 2 + 3, 1 + 2 + 3 + 1)
