"""Who may do what."""

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table.seats import without_names
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.table.scenes import ANN, BOB, CAT, ORC, command, fight_of, table_of


@pytest.fixture
def table() -> Table:
    table = fight_of(ANN, BOB, ORC, CAT, seats={"mia": ("ann", "bob"), "tom": ("cat",)})
    table.do(command("seat", id="watcher", role="spectator"))
    table.do(command("seat", id="helper", role="gm"))
    return table


def refused(table: Table, seat: str, given: Command) -> tuple[str, str]:
    before, records = table.state, len(table.log)
    with pytest.raises(RuleError) as error:
        table.do(given, seat=seat)
    assert (table.state, len(table.log)) == (before, records)
    return error.value.code, str(error.value)


def test_a_player_acts_for_those_whom_he_speaks_for(table: Table) -> None:
    table.do(command("walk", "ann", to=3), seat="mia")
    table.do(command("walk", "bob", to=3), seat="mia")
    assert refused(table, "mia", command("walk", "orc", to=3)) == (
        "not_allowed",
        "mia speaks for ann, bob, not for 'orc'",
    )
    assert refused(table, "mia", command("walk", to=3))[0] == "not_allowed"


def test_the_gm_acts_for_anybody_and_so_does_a_second_gm(table: Table) -> None:
    for seat in ("gm", "helper"):
        table.do(command("walk", "orc", to=3), seat=seat)
        table.do(command("set", path="orc.hp", value=3), seat=seat)
        table.do(command("say", text="So be it.", as_="orc"), seat=seat)


@pytest.mark.parametrize("name", ["start", "set", "wait", "hide", "seat", "drop_question"])
def test_what_is_the_gms_is_not_a_players(table: Table, name: str) -> None:
    assert refused(table, "mia", command(name)) == ("not_allowed", f"{name} is the GM's to say")


def test_what_anybody_may_do_is_done_in_nobodys_name(table: Table) -> None:
    table.do(command("next_turn"), seat="mia")
    table.do(command("next_turn", "ann"), seat="mia")
    assert refused(table, "mia", command("next_turn", "orc"))[0] == "not_allowed"


def test_spectators_watch_and_talk(table: Table) -> None:
    for given in (command("next_turn"), command("walk", "ann", to=3), command("enter_dice", "ann", question=0)):
        assert refused(table, "watcher", given) == ("not_allowed", "spectators watch")
    table.do(command("say", text="Bravo!"), seat="watcher")


def test_nobody_speaks_in_the_name_of_another(table: Table) -> None:
    table.do(command("say", text="Charge!", as_="ann"), seat="mia")
    for seat, name in (("mia", "orc"), ("mia", "cat"), ("mia", "gm"), ("watcher", "ann")):
        assert refused(table, seat, command("say", text="Flee!", as_=name))[0] == "not_allowed"
    assert refused(table, "mia", command("say", "orc", text="Flee!"))[0] == "not_allowed"


def test_a_seat_that_is_none(table: Table) -> None:
    code, words = refused(table, "mja", command("next_turn"))
    assert (code, words) == ("not_allowed", "there is no seat 'mja' (did you mean mia?)")


def test_an_unknown_command_is_no_secret(table: Table) -> None:
    assert refused(table, "mia", command("strik", "ann"))[0] == "unknown_command"


# ---------------------------------------------------------------- refusals give nothing away


def test_who_is_hidden_is_refused_as_if_there_were_nobody(table: Table) -> None:
    without = fight_of(ANN, BOB, ORC, seats={"mia": ("ann", "bob")})
    for target in ("cat", "ca", "nobody"):
        given = command("strike", "ann", target=target)
        assert refused(table, "mia", given) == refused(without, "mia", given)


def test_who_speaks_for_the_hidden_one_sees_it(table: Table) -> None:
    table.do(command("walk", "cat", to=3), seat="tom")
    table.do(command("bless", "cat", target="cat"), seat="tom")


# ---------------------------------------------------------------- questions


@pytest.fixture
def asked() -> Table:
    """Bob has a blow to ward off or to endure."""
    table = fight_of(ANN, BOB, ORC, seats={"mia": ("ann",), "tom": ("bob",)})
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    return table


def test_who_is_asked_answers(asked: Table) -> None:
    assert refused(asked, "mia", command("endure", "bob"))[0] == "not_allowed"
    asked.do(command("endure", "bob"), seat="tom")
    assert asked.state.entities["bob"].counter("hp") == 3


def test_the_gm_answers_for_anybody(asked: Table) -> None:
    asked.do(command("endure", "bob"))
    assert not asked.state.questions


def test_words_come_in_between_and_deeds_do_not(asked: Table) -> None:
    asked.do(command("say", text="Wait!"), seat="mia")
    code, words = refused(asked, "mia", command("next_turn"))
    assert (code, words) == ("decision_pending", "Bob has something to decide.")
    assert refused(asked, "tom", command("next_turn"))[1] == "Bob is about to take 4."


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


def with_clock(*entities: dict[str, Any]) -> tuple[Table, Clock]:
    clock = Clock()
    table = table_of(*entities, now=clock)
    table.do(command("start"))
    return table, clock


def test_when_the_time_is_over_the_default_answer_is_given() -> None:
    table, clock = with_clock(ANN, BOB)
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    clock.now = 59
    assert table.expire() == []
    clock.now = 60
    (step,) = table.expire()
    assert (step.command, step.at) == (command("endure", "bob"), 60)
    assert table.state.entities["bob"].counter("hp") == 3
    assert table.expire() == []


def test_a_default_that_is_refused_by_now_waits_for_the_gm() -> None:
    table, clock = with_clock(ANN, BOB)
    table.do(command("strike", "ann", target="bob"), dice=[6, 4])
    table.history.state = replace(table.state, entities={"ann": table.state.entities["ann"]})
    clock.now = 100
    assert table.expire() == []
    assert table.state.questions
    table.do(command("drop_question", question=0))


def test_nothing_that_a_table_keeps_names_who_is_hidden() -> None:
    kept = {"ann": 3, "spy": 4, "beside": ["spy", "ann"], "by": {"who": "spy", "whom": ("ann", "spy")}}
    assert without_names(kept, {"spy"}) == {"ann": 3, "beside": ["ann"]}
