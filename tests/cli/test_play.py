"""Play in the terminal: whole fights, undo, leaving and coming back, and whatever people type."""

import os
import pty
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from rulewright.cli.play.session import Session
from rulewright.cli.play.terminal import Ended, Option, Terminal
from rulewright.dice import Fast
from rulewright.rules import library
from rulewright.table.creation import make
from rulewright.table.game import find_game
from rulewright.table.sources import Chance
from rulewright.table.state import Command
from rulewright.table.table import Table
from tests.cli.support import ENVIRONMENT, PROGRAM, fine, run

HEROES = {"ada": "fighter", "bo": "barbarian", "cy": "thief", "dot": "ranger"}


ENDS = ("What now?", "Ada is about to take 3 damage. What now?")


class Robot(Terminal):
    """Somebody who attacks the first foe whenever that can be done, and takes the first answer to everything else."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.asked: list[str] = []

    def say(self, text: str = "", *, strong: bool = False) -> None:
        self.said += text.splitlines()

    def pick(self, title: str, options: Sequence[Option]) -> int | str:
        self.asked.append(title)
        if title in ENDS:
            raise Ended
        words = [option.words for option in options]
        done = next((place for place, word in enumerate(words) if word.startswith("be done")), 0)
        return words.index("attack") if "attack" in words else done


def four_heroes(seed: int) -> Table:
    table = Table(find_game("glog"), source=Chance.seeded(seed))
    for name, kind in HEROES.items():
        table.do(Command(name="create_character", args={"id": name, "class": kind}))
        weapon = next(
            item for item in table.state.entities[name].items if item in ("sword", "greatsword", "dagger", "bow")
        )
        table.do(Command(name="equip", by=name, args={"item": weapon}))
    for number in range(3):
        table.do(
            Command(name="add_entity", args={"entity": {"id": f"orc_{number}", "creature": "orc", "side": "foes"}})
        )
    table.do(Command(name="start_encounter"))
    return table


def test_all_that_one_could_do_is_compared() -> None:
    robot = Robot()
    session = Session(four_heroes(3), robot)
    session.carry_on()
    robot.said.clear()
    name = session.deciding()
    session.word("o")
    assert name
    assert robot.said[0] == f"What {session.state.entities[name].called} could do, and what would come of it:"
    assert any("attacks Orc" in line and "deals" in line and "fells somebody" in line for line in robot.said)
    session.do(Command(name="end_encounter"))
    session.word("o")
    assert robot.said[-1] == "Nobody is about to decide on anything."


@pytest.mark.parametrize("seed", [1, 2])
def test_four_heroes_fight_to_the_end(seed: int) -> None:
    table, robot = four_heroes(seed), Robot()
    Session(table, robot).run()
    assert table.state.encounter is None
    assert robot.asked[-2:] == ["Only one side can still fight.", "What now?"]
    sides = {being.side for being in table.state.entities.values() if not being.has("dead", "dying", "unconscious")}
    assert len(sides) == 1
    assert any(line.endswith(" dies.") for line in robot.said)
    assert robot.said[-1] == "Until next time."


def test_a_blow_is_asked_about() -> None:
    table, robot = four_heroes(1), Robot()
    table.do(Command(name="set", args={"path": "ada.hands", "value": ["sword", "shield"]}))
    table.do(Command(name="damage", args={"target": "ada", "amount": 3}))
    Session(table, robot).run()
    assert "Ada is about to take 3 damage. What now?" in robot.asked


def a_band(seed: int) -> Table:
    """A side whose members act in any order, against foes that wait for whoever can interfere."""
    table = Table(find_game("quickref"), source=Chance.seeded(seed))
    for name in ("brynn", "tamsin", "mira"):
        table.do(Command(name="bring_ready_made", args={"character": name}))
    table.do(Command(name="meet", args={"encounter": "wolves_at_dusk"}))
    table.do(Command(name="start_encounter"))
    return table


@pytest.mark.parametrize("seed", [3, 4])
def test_a_band_fights_to_the_end_and_everybody_has_their_say(seed: int) -> None:
    table, robot = a_band(seed), Robot()
    Session(table, robot).run()
    assert table.state.encounter is None
    assert robot.asked[-2:] == ["Only one side can still fight.", "What now?"]
    assert {f"What does {name} do?" for name in ("Brynn", "Tamsin", "Mira")} <= set(robot.asked)


def test_who_is_attacked_may_interfere() -> None:
    """The question is answered by commands of whoever is asked, and by those that anybody may give."""
    table = Table(find_game("quickref"), source=Chance.seeded(1))
    table.do(Command(name="bring_ready_made", args={"character": "brynn"}))
    table.do(Command(name="add_entity", args={"entity": {"id": "ogre", "creature": "ogre", "side": "foes"}}))
    table.do(Command(name="start_encounter"), dice=[1, 8])
    robot = Robot()
    Session(table, robot).run()
    assert any(title.endswith("Does anybody interfere?") for title in robot.asked)
    assert table.state.blocked_by is None


class Plain(Robot):
    """Somebody who attacks, rolls, gets up and lets every moment pass."""

    WISHES = ("attack", "roll score", "attack again", "recover", "wait")

    def pick(self, title: str, options: Sequence[Option]) -> int | str:
        self.asked.append(title)
        if title in ENDS:
            raise Ended
        words = [option.words for option in options]
        return next((words.index(wish) for wish in self.WISHES if wish in words), 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_fight_in_which_everybody_acts_at_once_is_carried_to_its_end(seed: int) -> None:
    table, robot = Table(find_game("ardor"), source=Chance.seeded(seed)), Plain()
    for name in ("brynn", "aldous", "isaura", "maeve"):
        entity = {"id": name, "ready": name, "side": "party"}
        table.do(Command(name="add_entity", args={"entity": entity}))
    for number in range(3):
        rats = {"id": f"rats_{number}", "creature": "cellar_rats", "side": "foes"}
        table.do(Command(name="add_entity", args={"entity": rats}))
    table.do(Command(name="start_encounter"))
    Session(table, robot).run()
    assert table.state.encounter is None
    assert robot.asked[-2:] == ["Only one side can still fight.", "What now?"]
    assert any("at Cellar Rats (attack): full" in line or "goes down" in line for line in robot.said)


class Monkey(Terminal):
    """Somebody who picks anything and types nonsense, for a while."""

    def __init__(self, seed: str, patience: int = 120) -> None:
        super().__init__()
        self.chance = Random(seed)
        self.patience = patience

    def say(self, text: str = "", *, strong: bool = False) -> None:
        assert "Traceback" not in text

    def pick(self, title: str, options: Sequence[Option]) -> int | str:
        self.patience -= 1
        if self.patience < 0:
            raise Ended
        if not options or self.chance.random() < 0.15:
            return self.chance.choice(["", "?", "u", "r", "w", "l", "a", "wait", "set path=x value=1", "end_encounter"])
        return self.chance.randrange(len(options))

    def ask(self, question: str) -> str:
        return self.chance.choice(["", "ada", "bo", "3", "goblin 2", "[1]", '{"a": 1}', "nobody", "-1", "true"])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", library.playable())
def test_nothing_that_somebody_does_ends_in_a_fault(system: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.play.session.PATIENCE", 0)  # odds of menus are tried elsewhere
    game = find_game(system)
    table = Table(game, source=Chance.seeded(f"{system} {seed}"))
    for name in ("ada", "bo", "cy"):
        make(table, name, Fast.seeded(f"{system} {seed} {name}"))
    for number, creature in enumerate(list(game.bestiary())[:2]):
        table.do(
            Command(name="add_entity", args={"entity": {"id": f"foe_{number}", "creature": creature, "side": "foes"}})
        )
    table.do(Command(name="start_encounter"))
    Session(table, Monkey(f"{system} {seed}")).run()
    assert table.history.length > 6


@pytest.mark.parametrize("system", [name for name in library.playable() if find_game(name).creation])
def test_in_every_game_somebody_comes_by_chance(system: str) -> None:
    said = fine("play", system, "--seed", "3", read=typed(*NEW, "Ada", *NEW, "Bo", "w", "q")).out
    assert "Ada [" in said or "Ada —" in said
    assert "That can't be done" not in said


# ---------------------------------------------------------------- scripts


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


NEW = ("1", "1")
"""Somebody comes, at random."""


def test_somebody_new_and_foes() -> None:
    said = fine("play", "glog", "--seed", "3", read=typed(*NEW, "Oda Frey", "2", "goblin 2", "w", "q")).lines
    assert said[0] == "Goblin Laws. Type ? for help."
    assert any(line.startswith("Oda Frey [party] — ") for line in said)
    assert "Goblin 2 [foes] — 4/4 hit points, Defense 12" in said
    assert said[-1] == "Nothing of this is kept."
    assert max(map(len, said)) <= 80


def test_choice_by_choice() -> None:
    answers = typed("1", "2", "ilse", "5", "1", "w", "q")
    said = fine("play", "glog", "--seed", "3", read=answers).out
    assert "Ilse, a Wizard, is rolled up." in said
    assert "1  elderstone" in said


def test_what_matters_most_stands_first() -> None:
    said = fine("play", "glog", "--seed", "11", read=typed(*NEW, "Ann", "2", "orc", "3", "q")).out
    menu = said[said.index("What does Ann do?") :].splitlines()
    assert [line.split()[1] for line in menu[1:3]] == ["attack", "move"]


def test_the_same_seed_plays_alike() -> None:
    script = typed(*NEW, "Ann", "2", "orc", "3", "attack target=orc_1", "next_turn", "l", "q")
    assert fine("play", "glog", "--seed", "4", read=script).out == fine("play", "glog", "--seed", "4", read=script).out


def test_taking_back_and_doing_after_all() -> None:
    script = typed(*NEW, "Ann", "set ann.hp=1", "set path=ann.hp value=1", "w", "u", "w", "r", "w", "q")
    said = fine("play", "glog", "--seed", "3", read=script).lines
    standing = [line.partition(" — ")[2].partition(",")[0] for line in said if line.startswith("Ann [party]")]
    assert standing == ["1/9 hit points", "9/9 hit points", "1/9 hit points"]
    assert "Taken back: The GM sets ann.hp from 9 to 1." in said
    assert "Done after all." in said


def test_nothing_to_take_back() -> None:
    said = fine("play", "glog", "--seed", "3", read=typed("u", "r", "l", "q")).lines
    assert "There is nothing of yours to take back." in said
    assert "Nothing has happened yet." in said


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("99", "Pick a number from 1 to 3, or type ? for help."),
        ("0", "Pick a number from 1 to 3, or type ? for help."),
        ("dance", "there is no command 'dance'. Type ? for help."),
        ("attack", "That can't be done: target is missing."),
        ("attack target=orc", "That can't be done: nobody is called ''."),
        ("set path=nobody.hp value=1", "a path begins with"),
        ("damage target", "expected NAME=VALUE, found 'target'. Type ? for help."),
        ("?", "take back your last decision"),
    ],
)
def test_whatever_people_type(words: str, answer: str) -> None:
    said = " ".join(fine("play", "glog", "--seed", "3", read=typed(words, "q")).out.split())
    assert answer in said


def test_creatures_that_nobody_knows() -> None:
    said = fine("play", "glog", "--seed", "3", read=typed("2", "gob", "2", "unicorn", "2", "", "2", "?", "", "q")).out
    assert "There is no creature 'gob'. There are: goblin, goblin_chief." in said
    assert "There is no creature 'unicorn'." in said
    assert "giant_rat" in said


@pytest.mark.parametrize(
    "lines", [(), ("1",), ("1", "1"), ("1", "2", "ilse"), ("2",), (*NEW, "Ann", "2", "orc", "3", "1")]
)
def test_the_input_may_end_anywhere(lines: tuple[str, ...]) -> None:
    answer = run("play", "glog", "--seed", "3", read=typed(*lines))
    assert (answer.code, answer.error) == (0, "")
    assert answer.lines[-1] == "Nothing of this is kept."


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    where = ("--data", str(tmp_path))
    script = typed(*NEW, "Ann", "2", "orc", "3", "set path=ann.hp value=2", "q")
    assert fine("play", "glog", *where, read=script).lines[-1] == "Everything is kept. Until next time."
    said = fine("play", "glog", *where, read=typed("l", "s", "u", "w", "q")).lines
    assert any(line.startswith("Ann [party] — 2/") for line in said)
    assert "The GM sets ann.hp" in " ".join(said)
    assert any(line.startswith("Goblin Laws: ") for line in said)
    assert "Taken back: The GM sets ann.hp" in " ".join(said)


def test_another_table_of_the_same_game(tmp_path: Path) -> None:
    fine("play", "glog", "--data", str(tmp_path), "--table", "monday", read=typed(*NEW, "Ann", "q"))
    said = fine("play", "glog", "--data", str(tmp_path), "--table", "tuesday", read=typed("q")).out
    assert "Nobody is here yet." in said


def test_a_character_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    fine("new-character", "glog", "--random", "--name", "ada", "--seed", "3", "--out", str(path))
    said = fine("play", "glog", "--seed", "3", read=typed("1", "3", str(path), "w", "1", "3", "nowhere", "q")).out
    assert "Ada comes in." in said
    assert "Ada [party] — " in said
    assert "That can't be read: " in said


def test_the_games_that_can_be_played() -> None:
    assert "  rulewright play glog         Goblin Laws" in fine("play").lines


def test_the_script_of_the_page_says_what_is_shown() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    moves = page.partition("```text\n")[2].partition("```")[0]
    shown = page.partition("< moves.txt\n")[2].partition("```")[0]
    assert fine("play", "glog", "--seed", "11", read=moves).out == shown


# ---------------------------------------------------------------- a real terminal


@pytest.mark.parametrize(("environment", "styled"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_in_a_terminal(environment: dict[str, str], styled: bool) -> None:
    ours, theirs = pty.openpty()
    settings = {**ENVIRONMENT, "TERM": "xterm", **environment}
    words = [PROGRAM, "play", "glog", "--seed", "3"]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=settings) as program:
        os.close(theirs)
        os.write(ours, b"q\n")
        said = b""
        while b"Nothing of this is kept." not in said:
            said += os.read(ours, 4096)
        assert program.wait(30) == 0
    os.close(ours)
    assert (b"\x1b[1m" in said) is styled
