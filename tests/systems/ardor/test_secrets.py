"""What players declared is seen by nobody else before all have; what creatures mean, and their scores, by nobody."""

from typing import Any

import msgspec
import pytest

from rulewright.rules import RuleError
from rulewright.table.previews import Effort, preview
from rulewright.table.seats import known_state
from rulewright.table.state import AnyState, Command
from rulewright.table.table import Table
from rulewright.table.views import told, view
from tests.systems.ardor.tables import BRYNN, ORC, WREN, do, seated, table, value
from tests.table import laws

PATIENT = Effort(happenings=2_000_000)
SEATS = ("mia", "tom", "watcher")


class Watched:
    """A table of which every frame is kept that a seat is sent."""

    def __init__(self, at: Table) -> None:
        self.at = at
        self.frames: dict[str, list[str]] = {seat: [] for seat in SEATS}

    def do(self, name: str, by: str = "", seat: str = "gm", dice: Any = None, **args: Any) -> None:
        before = self.at.state
        step = do(self.at, name, by, dice, seat, **args)
        for watcher in SEATS:
            share = told(self.at.game, before, self.at.state, step, watcher)
            self.frames[watcher].append(written(share) + written(view(self.at.game, self.at.state, watcher)))
            folded = laws.fold(known_state(self.at.game, before, watcher), share)
            assert plainly(folded) == plainly(known_state(self.at.game, self.at.state, watcher)), (name, watcher)

    def anywhere(self, seat: str, words: str) -> bool:
        return any(words in frame for frame in self.frames[seat])


def written(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def plainly(state: AnyState) -> Any:
    """What a seat knows of entities and the encounter, without what is no business of a view."""
    seen = {
        name: (dict(being.counters), dict(being.conditions), being.position) for name, being in state.entities.items()
    }
    fight = state.encounter
    return seen, fight and (fight.phase, dict(fight.declared), dict(fight.scores), fight.inspired, fight.outcomes)


@pytest.fixture
def watched() -> Watched:
    at = seated(table(BRYNN, WREN, ORC), mia=["brynn"], tom=["wren"])
    do(at, "seat", id="watcher", role="spectator")
    return Watched(at)


def test_a_declaration_is_its_own_seats_until_all_have_declared(watched: Watched) -> None:
    watched.do("start_encounter", challenge=11)
    watched.do("declare", "orc", action="wait")
    watched.do("score_creatures")
    watched.do("attack", "brynn", "mia", target="orc", claim="plugh", second={"action": "defend"})
    assert watched.anywhere("mia", "plugh")
    assert not watched.anywhere("tom", "plugh")
    assert not watched.anywhere("watcher", "plugh")
    assert value(watched.at, "brynn.ardor") == 2
    assert known_state(watched.at.game, watched.at.state, "tom").entities["brynn"].counter("ardor") == 3
    watched.do("defend", "wren", "tom")
    assert watched.anywhere("tom", "plugh")
    assert watched.anywhere("watcher", "plugh")
    assert known_state(watched.at.game, watched.at.state, "tom").entities["brynn"].counter("ardor") == 2


def test_that_somebody_has_declared_is_no_secret(watched: Watched) -> None:
    watched.do("start_encounter", challenge=11)
    watched.do("declare", "orc", action="wait")
    watched.do("score_creatures")
    watched.do("attack", "brynn", "mia", target="orc")
    assert view(watched.at.game, watched.at.state, "tom")["encounter"]["declared"]["brynn"] == {"sealed": True}


def test_what_a_creature_really_means_never_leaves_the_server(watched: Watched) -> None:
    watched.do("start_encounter", challenge=11)
    watched.do(
        "declare",
        "orc",
        action="attack",
        target="wren",
        claim="xyzzy",
        shown="scratches its ear",
        second={"action": "attack", "target": "wren"},
    )
    watched.do("score_creatures")
    watched.do("defend", "brynn", "mia")
    watched.do("defend", "wren", "tom")
    watched.do("roll_score", "brynn", "mia", dice=[7])
    watched.do("roll_score", "wren", "tom", dice=[7])
    for seat in SEATS:
        assert not watched.anywhere(seat, "xyzzy")
        assert watched.anywhere(seat, "scratches its ear")
        assert known_state(watched.at.game, watched.at.state, seat).entities["orc"].counter("ardor") == 2
    watched.do("resolve", dice=[1, 1, 1, 1])
    assert value(watched.at, "orc.ardor") == 1
    assert known_state(watched.at.game, watched.at.state, "tom").entities["orc"].counter("ardor") == 1


def test_without_other_words_action_and_target_are_told(watched: Watched) -> None:
    watched.do("start_encounter", challenge=11)
    watched.do("declare", "orc", action="attack", target="wren", claim="xyzzy")
    declared = view(watched.at.game, watched.at.state, "mia")["encounter"]["declared"]["orc"]
    assert declared == {"action": "attack", "target": "wren"}


@pytest.mark.parametrize(("shown", "scores"), [(False, {}), (True, {"orc": 13})])
def test_scores_of_creatures_are_the_gms_unless_the_table_plays_otherwise(shown: bool, scores: dict[str, int]) -> None:
    at = seated(table(BRYNN, ORC, show_creature_scores=shown), mia=["brynn"])
    do(at, "start_encounter", challenge=11)
    do(at, "attack", "orc", target="brynn")
    do(at, "score_creatures")
    assert view(at.game, at.state, "mia")["encounter"]["scores"] == scores
    assert view(at.game, at.state, "gm")["encounter"]["scores"] == {"orc": 13}


def test_base_scores_and_usual_intents_are_not_in_any_view() -> None:
    creature = {"id": "rats", "kind": "creature", "side": "foes", "creature": "cellar_rats"}
    at = seated(table(BRYNN, creature), mia=["brynn"])
    sheet = view(at.game, at.state, "mia")["entities"]["rats"]["sheet"]
    assert "base" not in sheet or sheet["base"] is None
    assert not sheet.get("intents")


def test_who_reveals_a_creature_sees_what_it_means_to_do_next() -> None:
    reader = {**BRYNN, "sheet": {"calling": "herald", "abilities": [], "attributes": {}}, "health": 16}
    at = seated(table(reader, ORC), mia=["brynn"])
    do(at, "set", path="brynn.sheet.abilities", value=REVEALING)
    do(at, "start_encounter", challenge=11)
    do(at, "declare", "orc", action="wait")
    do(at, "score_creatures")
    do(at, "use_ability", "brynn", ability=REVEALING[0], target="orc")
    do(at, "roll_score", "brynn", dice=[9])
    do(at, "resolve")
    do(at, "declare", "orc", action="attack", target="brynn", claim="xyzzy", shown="yawns")
    assert view(at.game, at.state, "mia")["encounter"]["declared"]["orc"]["claim"] == "xyzzy"


REVEALING = ["read_the_foe"]


# ---------------------------------------------------------------- equal views, equal answers


def at_the_declarations(true_target: str, base: int, hidden_claim: str) -> Table:
    """Two such tables differ in nothing that Mia may know."""
    orc = {**ORC, "sheet": {"base": base, "ardor": 2}}
    at = seated(table(BRYNN, WREN, orc), mia=["brynn"], tom=["wren"])
    do(at, "start_encounter", challenge=12)
    do(at, "declare", "orc", action="attack", target=true_target, shown="grins", claim=hidden_claim)
    do(at, "score_creatures")
    do(at, "declare", "wren", action="improvise", claim=hidden_claim)
    return at


def answers(at: Table) -> Any:
    for args in ({"target": "orc"}, {"target": "wren"}, {"target": "nobody"}, {"target": "orc", "weapon": "axe"}):
        command = Command(name="attack", by="brynn", args=args)
        yield laws.refusal_at(at, command, "mia")
        try:
            found = preview(at.game, at.state, "mia", [command], effort=PATIENT)
        except RuleError as refused:
            yield refused.code, str(refused)
        else:
            yield sorted(found.outcomes.items(), key=str), found.assumptions, found.exact


def test_equal_views_give_equal_answers() -> None:
    one, other = at_the_declarations("wren", 9, "crown"), at_the_declarations("brynn", 14, "lever")
    assert view(one.game, one.state, "mia") == view(other.game, other.state, "mia")
    assert list(answers(one)) == list(answers(other))


Doing = tuple[str, str, dict[str, Any]]


def frames_of(seat: str, at: Table, steps: list[Doing]) -> list[tuple[str, str]]:
    """What a seat is sent of each of these steps, and what it sees after it."""
    frames = []
    for name, by, args in steps:
        before = at.state
        step = do(at, name, by, **args)
        share = told(at.game, before, at.state, step, seat)
        frames.append((written(share), written(view(at.game, at.state, seat))))
    return frames


def a_round(orc: dict[str, Any], base: int, wren: dict[str, Any]) -> tuple[Table, list[Doing]]:
    """A table, and a round up to the moment in which Mia has to declare."""
    at = seated(table(BRYNN, WREN, {**ORC, "sheet": {"base": base, "ardor": 2}}), mia=["brynn"], tom=["wren"])
    do(at, "seat", id="watcher", role="spectator")
    return at, [
        ("start_encounter", "", {"challenge": 12}),
        ("declare", "orc", {"shown": "grins", **orc}),
        ("score_creatures", "", {}),
        ("declare", "wren", wren),
    ]


BLOW: dict[str, Any] = {"action": "attack", "target": "wren", "second": {"action": "attack", "target": "brynn"}}
WAIT: dict[str, Any] = {"action": "wait"}


@pytest.mark.parametrize("seat", ["mia", "watcher"])
def test_every_frame_before_the_reveal_is_the_same_whatever_others_mean(seat: str) -> None:
    told_of_one = frames_of(seat, *a_round(BLOW, 14, {"action": "attack", "target": "orc"}))
    told_of_other = frames_of(seat, *a_round(WAIT, 6, WAIT))
    assert told_of_one == told_of_other


def test_what_a_creature_means_stays_its_own_until_the_round_is_resolved() -> None:
    (one, begins), (other, ends) = a_round(BLOW, 14, WAIT), a_round(WAIT, 6, WAIT)
    assert frames_of("mia", one, begins + REST) == frames_of("mia", other, ends + REST)


REST: list[Doing] = [
    ("defend", "brynn", {}),
    ("roll_score", "brynn", {"dice": (9,)}),
    ("roll_score", "wren", {"dice": (7,)}),
]


def test_a_refusal_says_nothing_of_what_others_mean() -> None:
    refused = []
    for orc, base, wren in ((BLOW, 14, WAIT), (WAIT, 6, {"action": "attack", "target": "orc"})):
        at, steps = a_round(orc, base, wren)
        frames_of("mia", at, steps)
        tries = [
            Command(name="roll_score", by="brynn"),
            Command(name="resolve"),
            Command(name="declare", by="wren", args={"action": "wait"}),
            Command(name="tend", by="brynn", args={"target": "wren"}),
            Command(name="inspired_action", by="brynn", args={"pass": True}),
            Command(name="proceed"),
        ]
        refused.append([laws.refusal_at(at, command, "mia") for command in tries])
    assert refused[0] == refused[1]
