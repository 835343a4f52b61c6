"""Commands: who they are, when they are refused, and those that every game has."""

from typing import Annotated, Any

import msgspec
import pytest

from rulewright.dice import Scripted
from rulewright.rules import RuleError
from rulewright.table import events
from rulewright.table.commands import CommandBook, RefusedTooLate, Who, perform, refusal
from rulewright.table.common import MOST_ENTITIES, common
from rulewright.table.entities import GM_ONLY
from rulewright.table.game import find_game
from rulewright.table.play import AnyPlay
from rulewright.table.state import Command
from rulewright.table.table import REMEMBERED_COMMANDS, Table
from tests.table.scenes import ANN, BOB, CAT, ORC, command, fight_of, hp, kinds, table_of
from tests.table.toys import commands, toy


def refused(table: Table, code: str, name: str, by: str = "", /, **args: Any) -> str:
    """Do what must be refused with this code and leave no trace; gives the words."""
    before, records = table.state, len(table.log)
    with pytest.raises(RuleError) as error:
        table.do(command(name, by, **args))
    assert error.value.code == code
    assert table.state is before
    assert len(table.log) == records
    return str(error.value)


# ---------------------------------------------------------------- what a command is


def test_a_command_becomes_events_and_a_trace() -> None:
    table = fight_of(ANN, ORC)
    step = table.do(command("strike", "ann", target="orc"), dice=[2, 3])
    assert kinds(step) == ["CounterChanged", "Rolled"]
    assert step.events == (
        events.CounterChanged("orc", "hp", 5, 8),
        events.Rolled("ann", ((6, 2), (4, 3)), {"hit": True, "damage": 3}),
    )
    assert (step.dice, step.by_hand, step.seat, step.number) == (((6, 2), (4, 3)), True, "gm", 3)
    assert [call.rule.name for call in step.trace] == ["toy.blow"]
    assert table.state.last == {"hit": True, "damage": 3}


def test_what_a_book_knows_of_its_commands() -> None:
    strike = commands.find("strike")
    assert (strike.who, strike.ids) == (Who.ACTOR, ("TOY-1",))
    assert strike.about == "Strike somebody, who may ward the blow off."
    assert {kind.name for kind in common} < {kind.name for kind in commands}
    assert commands.find("set").who is Who.GM


def test_a_game_says_what_a_common_command_covers() -> None:
    book = CommandBook(toy.commands)
    book.covers("set", "TOY-10", "TOY-11")
    assert book.find("set").ids == ("TOY-10", "TOY-11")
    assert toy.commands.find("set").ids == ()


def test_an_unknown_command_hints_at_what_was_meant() -> None:
    assert refused(fight_of(ANN), "unknown_command", "strick", "ann") == (
        "there is no command 'strick' (did you mean strike?)"
    )


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({}, "target is missing"),
        ({"target": 3}, "target: expected a text, found 3"),
        ({"target": "orc", "hard": True}, "unknown argument 'hard': the arguments are target"),
    ],
    ids=str,
)
def test_arguments_are_read_strictly(args: dict[str, Any], words: str) -> None:
    assert refused(fight_of(ANN, ORC), "bad_args", "strike", "ann", **args) == words


def test_whoever_acts_must_be_there() -> None:
    assert "did you mean ann?" in refused(fight_of(ANN), "unknown_target", "strike", "anna", target="ann")


def test_what_a_command_needs_is_asked_before_it_begins() -> None:
    table = fight_of(ANN, ORC)
    assert refused(table, "not_your_turn", "strike", "orc", target="ann") == "it is not Orc's turn"
    assert refused(table_of(ANN, ORC), "no_encounter", "strike", "ann", target="orc") == "there is no fight"


def test_a_game_may_want_all_names_first() -> None:
    strict = CommandBook(commands, names_first=True)
    table = fight_of(ANN, ORC)
    assert refused(table, "not_your_turn", "strike", "orc", target="dog")
    table.game = msgspec.structs.replace(toy, commands=strict)
    assert refused(table, "unknown_target", "strike", "orc", target="dog")


def test_who_refuses_after_his_dice_have_fallen_is_a_fault_of_the_game() -> None:
    book = CommandBook(commands)

    @book.gm()
    def late(play: AnyPlay) -> None:
        """Throw first and refuse then."""
        play.dice.d(6)
        raise RuleError("not_allowed", "too late")

    @book.gm()
    def soon(play: AnyPlay) -> None:
        """Refuse after something has happened, but before the first die."""
        play.prompt("Nobody hears this.")
        raise RuleError("not_allowed", "in time")

    game = msgspec.structs.replace(toy, commands=book)
    table = Table(game)
    with pytest.raises(RefusedTooLate, match="late refused after its dice had fallen: too late"):
        table.do(command("late"))
    assert refused(table, "not_allowed", "soon") == "in time"


def test_a_refusal_is_known_without_a_die() -> None:
    state = fight_of(ANN, ORC).state
    assert refusal(toy, state, command("strike", "ann", target="orc")) is None
    error = refusal(toy, state, command("strike", "ann", target="cat"))
    assert error is not None
    assert error.code == "unknown_target"


def test_dice_for_a_command_are_used_up_exactly() -> None:
    table = fight_of(ANN, ORC)
    before = table.state
    for faces, words in (([2], "a face for d4"), ([2, 3, 4], "1 of 3 faces were not used"), ([9], "found 9")):
        with pytest.raises(Exception, match=words):
            table.do(command("strike", "ann", target="orc"), dice=faces)
    assert table.state is before


def test_perform_leaves_the_state_that_it_was_given() -> None:
    state = fight_of(ANN, ORC).state
    play = perform(toy, state, command("strike", "ann", target="orc"), Scripted([6, 4]))
    assert play.state.entities["orc"].counter("hp") == 4
    assert state.entities["orc"].counter("hp") == 8


def test_a_game_is_found_by_its_name() -> None:
    with pytest.raises(RuleError, match="there is no game 'toys'"):
        find_game("toys")


# ---------------------------------------------------------------- the GM's override


def test_set_goes_beyond_the_rules_and_says_so() -> None:
    table = fight_of(ANN, ORC)
    step = table.do(command("set", path="ann.hp", value=-40, reason="a curse"))
    assert step.events[-1] == events.Overridden("ann.hp", 10, -40, "a curse")
    assert hp(table, "ann") == -40
    table.do(command("set", entity="ann", field="hp", value=99))
    assert hp(table, "ann") == 99


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("ann.hp", "many", "hp: expected `int | null`, got `str`"),
        ("ann.gard", 3, "ann has no value 'gard' (did you mean guard?)"),
        ("nobody.hp", 3, "a path begins with encounter, scene, table, ann, orc; found 'nobody'"),
        ("ann.bloodied", True, "ann.bloodied follows from other values by the rules: set those"),
        ("ann.guard", 7, "value: expected `int` <= 6 - at `$.guard`"),
        ("ann", 3, "ann has no value ''"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_set_refuses_what_could_not_be_kept(path: str, value: Any, words: str) -> None:
    assert refused(fight_of(ANN, ORC), "bad_args", "set", path=path, value=value).startswith(words.split(" - ")[0])


def test_set_comes_while_a_question_waits() -> None:
    table = asked()
    table.do(command("set", path="bob.hp", value=2))
    assert hp(table, "bob") == 2
    assert table.state.blocked_by


def asked() -> Table:
    """A blow at Bob waits for his answer."""
    table = fight_of(ANN, BOB)
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    return table


# ---------------------------------------------------------------- questions


def louder() -> CommandBook:
    """The toy's commands, and some that say for themselves when they may come, and who may say what."""
    book = CommandBook(toy.commands)

    @book.actor(interrupts=lambda _play, _by, arguments: bool(arguments.get("loud")))
    def shout(play: AnyPlay, by: str, *, loud: bool = False, at: Annotated[int, GM_ONLY] = 0) -> None:
        """Say something, which only the loud can do at any time."""
        play.prompt(f"{by} {loud} {at}")

    @book.anyone()
    def threaten(play: AnyPlay) -> None:
        """Let everybody wait for Bob."""
        play.ask("bob", "What does Bob do?", ("endure",), refusal="bob_first")

    return book


def loud_table() -> Table:
    table = Table(msgspec.structs.replace(toy, commands=louder()), now=lambda: 0)
    table.do(command("set_up", setup={"entities": [ANN, BOB]}))
    return table


def test_a_command_can_say_when_it_comes_before_an_answer() -> None:
    table = loud_table()
    table.do(command("threaten"))
    assert refused(table, "bob_first", "shout", "ann") == "What does Bob do?"
    table.do(command("shout", "ann", loud=True))
    assert table.state.blocked_by


def test_an_argument_can_be_for_the_gm_alone() -> None:
    table = loud_table()
    table.do(command("seat", id="mia", entities=["ann"]))
    table.do(command("shout", "ann", loud=True), seat="mia")
    with pytest.raises(RuleError, match="at of shout is the GM's to say"):
        table.do(command("shout", "ann", at=1), seat="mia")
    table.do(command("shout", "ann", at=1))


def test_play_stands_still_while_a_decision_waits() -> None:
    table = asked()
    assert hp(table, "bob") == 7
    assert refused(table, "decision_pending", "next_turn") == "Bob is about to take 4."
    table.do(command("say", text="What now?"))
    table.do(command("ward", "bob"), dice=[3])
    assert hp(table, "bob") == 6
    assert not table.state.questions
    table.do(command("next_turn"))
    assert refused(table, "nothing_pending", "endure", "bob") == "Bob has nothing to decide"


def test_a_question_can_be_dropped() -> None:
    table = asked()
    assert refused(table, "nothing_pending", "drop_question", question=5) == "no question has the number 5"
    table.do(command("drop_question", question=0))
    table.do(command("next_turn"))
    assert hp(table, "bob") == 7


# ---------------------------------------------------------------- who is there


def test_set_up_puts_a_scene_on_the_table() -> None:
    table = Table(toy)
    table.do(command("set_up", setup={"house_rules": {"harder": True}, "entities": [ANN, {**CAT, "veiled": True}]}))
    assert table.state.world.house_rules.harder
    assert list(table.state.entities) == ["ann", "cat"]
    assert (table.state.entities["cat"].hidden, table.state.entities["cat"].veiled) == (True, True)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"house_rules": {"softer": True}}, "house_rules: object contains unknown field `softer`"),
        ({"house_rules": 5}, "house_rules: expected `object`, got `int`"),
        ({"entities": 5}, "entities: expected `array`, got `int`"),
        ({"entities": [5]}, "entities: expected `object`, got `int`"),
        ({"entities": [{"id": ""}]}, "entity: expected `str` of length >= 1"),
        ({"entities": [ANN, ANN]}, "id: 'ann' is in use"),
        ({"entities": [{"id": "scene"}]}, "id: 'scene' is in use"),
        ({"entities": [{"id": "mr.x"}]}, "id: 'mr.x' has a dot, which is kept for paths such as scuffler.hp"),
        ({"weather": "rain"}, "setup: unknown weather"),
    ],
    ids=str,
)
def test_a_scene_that_is_none_is_refused_whole(setup: dict[str, Any], words: str) -> None:
    assert refused(Table(toy), "bad_args", "set_up", setup=setup).startswith(words)


def test_a_table_has_room_for_many_but_not_for_all() -> None:
    table = Table(toy)
    table.do(command("set_up", setup={"entities": [{"id": f"rat_{n}"} for n in range(MOST_ENTITIES)]}))
    assert "at most 2000" in refused(table, "bad_args", "add_entity", entity=ANN)


def test_somebody_comes_and_goes() -> None:
    table = fight_of(ANN, BOB)
    table.do(command("add_entity", entity=ORC))
    assert refused(table, "not_allowed", "remove_entity", entity="bob") == "Bob is in a fight: let it leave first"
    table.do(command("remove_entity", entity="orc"))
    refused(table, "unknown_target", "remove_entity", entity="orc")
    assert list(table.state.entities) == ["ann", "bob"]


def test_who_goes_has_nothing_to_decide_any_more() -> None:
    table = fight_of(ANN, ORC)
    table.do(command("seat", id="mia", entities=["ann"], real_dice=True))
    table.do(command("strike", "ann", target="orc"), seat="mia")
    table.do(command("stop"))
    assert table.state.questions
    table.do(command("remove_entity", entity="ann"))
    assert not table.state.questions


def test_hiding_and_veiling_happen_once() -> None:
    table = table_of(ANN)
    assert kinds(table.do(command("hide", entity="ann"))) == ["EntityChanged"]
    assert kinds(table.do(command("hide", entity="ann"))) == []
    assert kinds(table.do(command("veil", entity="ann"))) == ["EntityChanged"]
    assert kinds(table.do(command("hide", entity="ann", hidden=False))) == ["EntityChanged"]
    assert (table.state.entities["ann"].hidden, table.state.entities["ann"].veiled) == (False, True)


def test_conditions_come_and_go() -> None:
    table = table_of(ANN)
    table.do(command("add_condition", target="ann", condition="dazed", rounds=2, source="fate"))
    assert table.state.entities["ann"].conditions["dazed"].rounds == 2
    assert refused(table, "bad_args", "add_condition", target="ann", condition="daze") == (
        "condition: there is no 'daze' (did you mean dazed?)"
    )
    table.do(command("remove_condition", target="ann", condition="dazed"))
    assert refused(table, "not_allowed", "remove_condition", target="ann", condition="dazed") == "Ann is not dazed"


def test_house_rules_are_changed_in_play() -> None:
    table = fight_of(ANN, ORC)
    table.do(command("house_rule", name="harder", value=True))
    step = table.do(command("strike", "ann", target="orc"), dice=[2, 3])
    assert hp(table, "orc") == 4
    assert step.trace[0].switches == {"harder": True}
    assert "unknown field `hard`" in refused(table, "bad_args", "house_rule", name="hard", value=True)
    assert "expected `bool`" in refused(table, "bad_args", "house_rule", name="harder", value="yes")


# ---------------------------------------------------------------- seats and words


def test_seats_are_given_and_left() -> None:
    table = table_of(ANN)
    table.do(command("seat", id="mia", entities=["ann"], real_dice=True))
    assert table.state.seats["mia"].entities == ("ann",)
    assert refused(table, "not_allowed", "seat", id="gm", role="player") == "the first seat is the GM's"
    table.do(command("leave_seat", id="mia"))
    assert list(table.state.seats) == ["gm"]
    refused(table, "bad_args", "leave_seat", id="mia")
    refused(table, "bad_args", "leave_seat", id="gm")


def test_words_are_kept_as_they_were_said() -> None:
    table = table_of(ANN)
    table.do(command("seat", id="mia"))
    step = table.do(command("say", text="Boo!", as_="ann", to=["mia"]))
    assert step.events == (events.Said("Boo!", "ann", ("mia",)),)
    assert refused(table, "bad_args", "say", text="Hello", to=["tom"]) == "to: there is no seat 'tom'"
    refused(table, "bad_args", "say", text="")
    refused(table, "bad_args", "say", text="x" * 4001)


# ---------------------------------------------------------------- sent twice


def test_a_command_that_is_sent_twice_happens_once() -> None:
    table = fight_of(ANN, ORC)
    blow = Command(name="strike", by="ann", args={"target": "orc"}, id="7")
    first = table.do(blow, dice=[6, 3])
    assert table.do(blow, dice=[6, 4]) is first
    assert hp(table, "orc") == 5
    table.do(Command(name="strike", by="ann", args={"target": "orc"}, id="8"), dice=[6, 3])
    assert hp(table, "orc") == 2


def test_the_ids_of_one_seat_are_not_those_of_another() -> None:
    table = fight_of(ANN, ORC, seats={"mia": ("ann",), "tom": ("orc",)})
    mine = table.do(Command(name="walk", by="ann", args={"to": 3}, id="1"), seat="mia")
    other = table.do(Command(name="walk", by="orc", args={"to": 5}, id="1"), seat="tom")
    assert mine is not other
    assert table.state.entities["orc"].position == 5


def test_a_table_that_is_opened_again_knows_the_ids() -> None:
    table = fight_of(ANN, ORC)
    table.do(Command(name="walk", by="ann", args={"to": 3}, id="1"))
    snapshot = table.history.snapshot(toy.codec.encode_state(table.state))
    for again in (Table(toy, table.log), Table(toy, table.log, snapshot=snapshot)):
        records = len(table.log)
        again.do(Command(name="walk", by="ann", args={"to": 9}, id="1"))
        assert len(table.log) == records
        assert again.state.entities["ann"].position == 3


def test_only_so_many_ids_are_remembered() -> None:
    table = table_of(ANN)
    for number in range(REMEMBERED_COMMANDS + 1):
        table.do(Command(name="walk", by="ann", args={"to": number % 50}, id=str(number)))
    records = len(table.log)
    table.do(Command(name="walk", by="ann", args={"to": 3}, id="1"))
    assert len(table.log) == records
    table.do(Command(name="walk", by="ann", args={"to": 3}, id="0"))
    assert len(table.log) == records + 1
