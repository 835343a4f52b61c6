"""A session of play: whoever has to decide is asked, everything else goes on by itself."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rulewright.cli.play.arrivals import creatures, somebody_new
from rulewright.cli.play.menus import Back, build, entity_line, offered, prospect_line, worded
from rulewright.cli.play.terminal import Ended, Option, Terminal
from rulewright.dice import Dice, DiceError, Fast
from rulewright.rules import RuleError
from rulewright.table.choices import actions, actions_of
from rulewright.table.commands import Who
from rulewright.table.entities import AnyEntity
from rulewright.table.fights import next_command
from rulewright.table.log import Step
from rulewright.table.outlook import outlook
from rulewright.table.prospects import prospects
from rulewright.table.state import GM, AnyState, Command
from rulewright.table.table import Table
from rulewright.table.transcript import tell, transcript

SEAT = "you"
"""The seat of whoever plays: a second GM, so that one's own decisions can be told from what went on by itself."""

HELP = """A number picks from the menu. Besides that you can type:
  u  take back your last decision      r  do it after all
  w  who is here, and how they stand   l  what happened last
  s  what it came to so far            o  the odds of all that one could do
  a  everything that could be done, and what stands against it
  q  leave; everything is kept
  or any command in full, such as: move away=orc feet=20"""


PATIENCE = 0.3
"""Seconds that the odds of a whole menu may take; what is not known by then is left out."""

STORY = 30
"""How many lines of what happened are shown."""


class Left(Exception):
    """Whoever plays has had enough for today."""


class Session:
    """One person at one table, in a terminal."""

    def __init__(
        self, table: Table, terminal: Terminal, choosing: Dice | None = None, farewell: str = "Until next time."
    ) -> None:
        self.table = table
        self.game = table.game
        self.terminal = terminal
        self.done: tuple[Any, frozenset[str]] = (None, frozenset())
        """Who has nothing more to do in this turn, while others of the same side have."""
        self.choosing = choosing or Fast()
        """Dice for what a player would choose, where it is left to chance."""
        self._farewell = farewell
        self._odds_until = 0.0
        self._first = ""
        """Whoever shall decide first, where several may."""
        if SEAT not in table.state.seats:
            table.do(Command(name="seat", args={"id": SEAT, "role": "gm"}))

    @property
    def state(self) -> AnyState:
        return self.table.state

    def run(self) -> None:
        """Until the input ends or somebody leaves."""
        self.terminal.say(f"{self.game.title}. Type ? for help.", strong=True)
        self.who()
        try:
            while True:
                self.carry_on()
                self.turn()
        except (Left, Ended):
            self.terminal.say(self._farewell)

    # ------------------------------------------------------------------ what goes on by itself

    def people(self) -> list[str]:
        """Those who are played by a person: the characters."""
        return [entity.id for entity in self.state.entities.values() if self.is_played(entity)]

    def is_played(self, entity: AnyEntity) -> bool:
        return entity.kind == "character"

    def carry_on(self) -> None:
        while command := next_command(self.game, self.state, self.people()):
            self.do(command, GM)

    def do(self, command: Command, seat: str = SEAT) -> bool:
        """Carry a command out and tell what came of it, or say why not."""
        before = self.state
        try:
            step = self.table.do(command, seat=seat)
        except (RuleError, DiceError) as error:
            self.terminal.say(f"That can't be done: {error}.")
            return False
        self.terminal.say("\n".join(tell(self.game, before, step)))
        return True

    # ------------------------------------------------------------------ decisions

    def turn(self) -> None:
        """Ask for one decision."""
        question = self.state.blocked_by
        if question:
            self.answer(question.to, question.text, question.answers)
        elif self.state.encounter is None:
            self.in_peace()
        else:
            self.in_a_fight()

    def answer(self, name: str, text: str, answers: tuple[str, ...]) -> None:
        offered = [c for c in actions(self.game, self.state, SEAT) if c.name in answers and c.by in (name, "")]
        possible = [choice for choice in offered if choice.possible]
        self.be_quick()
        options = [Option(worded(c.name), self.odds(Command(name=c.name, by=c.by))) for c in possible]
        picked = self.pick(text, options)
        if picked is not None:
            self.act(possible[picked].name, possible[picked].by)

    def in_a_fight(self) -> None:
        """Those whose decision it is, one after the other."""
        fights = self.game.fights
        waiting = self.waiting()
        if fights is None or not waiting or fights.over(self.state):
            self.fight_is_over()
            return
        name = self.deciding() or waiting[0]
        self.terminal.say(entity_line(self.game, self.state, name), strong=True)
        possible = self.possible_for(name)
        doings: list[tuple[Option, Callable[[], object]]] = [
            *((Option(worded(action)), partial(self.act, action, name)) for action in possible),
            self.nothing_more(name, alone=len(waiting) == 1),
            *(self.let_decide(other) for other in waiting if other != name),
        ]
        picked = self.pick(f"What does {self.state.entities[name].called} do?", [option for option, _ in doings])
        if picked is not None:
            doings[picked][1]()

    def possible_for(self, name: str) -> list[str]:
        """What somebody can do, in the order in which the game speaks of it."""
        order = list(self.game.words.commands)
        found = [choice.name for choice in actions_of(self.game, self.state, SEAT, name) if choice.possible]
        return sorted(found, key=lambda action: order.index(action) if action in order else len(order))

    def let_decide(self, name: str) -> tuple[Option, Callable[[], object]]:
        """Where several may decide, another may be asked first."""

        def put_first() -> None:
            self._first = name

        return Option(f"let {self.state.entities[name].called} decide first"), put_first

    def nothing_more(self, name: str, *, alone: bool) -> tuple[Option, Callable[[], object]]:
        """To be done: play goes on if nobody else has a decision left."""
        done = self.game.fights.moves_on(self.state) if self.game.fights and alone else None
        if done:
            return Option(f"be done ({worded(done.name)})"), lambda: self.do(done)
        return Option("be done"), lambda: self.pass_on(name)

    def pass_on(self, name: str) -> None:
        self.done = (self.moment(), self.passed() | {name})

    def may_act(self, name: str) -> bool:
        """Whether a person plays somebody who has not said yet that there is nothing left to do at this moment."""
        return name in self.people() and name not in self.passed()

    def passed(self) -> frozenset[str]:
        """Who has said that at this moment."""
        return self.done[1] if self.done[0] == self.moment() else frozenset()

    def moment(self) -> Any:
        """What must be the same for the decisions of a turn to belong together."""
        fight = self.state.encounter
        return fight and (fight.round, fight.turn, fight.phase)

    def fight_is_over(self) -> None:
        options = [Option("end the fight"), Option("go on all the same"), Option("something else")]
        picked = self.pick("Only one side can still fight.", options)
        fights = self.game.fights
        if picked == 0:
            self.do(Command(name="end_encounter"))
        elif picked == 1 and fights and (command := fights.moves_on(self.state)):
            self.do(command)
        elif picked == 2:
            self.anything()

    def in_peace(self) -> None:
        """Nothing presses: characters are made, creatures met, nights slept."""
        doings: list[tuple[Option, Callable[[], object]]] = [
            (Option("somebody comes"), lambda: somebody_new(self)),
            (Option("meet creatures"), lambda: creatures(self)),
        ]
        if len({entity.side for entity in self.state.entities.values()}) > 1:
            doings.append((Option("draw weapons"), lambda: self.do(Command(name="start_encounter"))))
        doings += [
            (Option(f"let {self.state.entities[name].called} do something"), lambda name=name: self.character(name))  # type: ignore[misc]
            for name in self.people()
        ]
        doings.append((Option("something else"), self.anything))
        title = "What now?" if self.people() else "Nobody is here yet. Let somebody come first."
        picked = self.pick(title, [option for option, _ in doings])
        if picked is not None:
            doings[picked][1]()

    def character(self, name: str) -> None:
        possible = self.possible_for(name)
        self.terminal.say(entity_line(self.game, self.state, name))
        picked = self.pick(f"What does {self.state.entities[name].called} do?", [Option(worded(a)) for a in possible])
        if picked is not None:
            self.act(possible[picked], name)

    def anything(self) -> None:
        """Everything that is the GM's or the table's to say."""
        kinds = [kind for kind in self.game.commands if kind.who is not Who.ACTOR]
        options = [Option(worded(kind.name), kind.about.split("\n")[0]) for kind in kinds]
        picked = self.pick("What happens?", options)
        if picked is not None:
            self.act(kinds[picked].name, "")

    def act(self, name: str, by: str) -> None:
        """Ask for what the command still needs, and do it."""
        try:
            command = build(self, name, by)
        except Back:
            return
        except RuleError as error:
            self.terminal.say(f"That can't be done: {error}.")
            return
        self.do(command)

    def be_quick(self) -> None:
        """A menu begins, which must not keep anybody waiting."""
        self._odds_until = time.monotonic() + PATIENCE

    def odds(self, command: Command) -> str:
        """What a command would do, as far as that can be said in time."""
        if time.monotonic() > self._odds_until:
            return ""
        try:
            return outlook(self.game, self.state, SEAT, command)
        except (RuleError, DiceError):
            return ""

    # ------------------------------------------------------------------ words that work everywhere

    def pick(self, title: str, options: list[Option]) -> int | None:
        """What was picked; nothing if something else was done instead."""
        picked = self.terminal.pick(title, options)
        if isinstance(picked, int):
            return picked
        self.word(picked)
        return None

    def word(self, typed: str) -> None:
        """A word that works in every menu, or a command in full."""
        doings = {
            "": lambda: None,
            "?": lambda: self.terminal.say(HELP),
            "u": self.undo,
            "r": self.redo,
            "w": self.who,
            "l": self.story,
            "s": self.summary,
            "o": self.prospects,
            "a": self.reasons,
            "q": self.leave,
        }
        doing = doings.get(typed.lower())
        if doing:
            doing()
            return
        try:
            command = offered(self.game, self.state, typed)
        except RuleError as error:
            self.terminal.say(f"{error}. Type ? for help.")
            return
        self.do(command)

    def undo(self) -> None:
        """Take back the last own decision, and what came of it."""
        own = [step for step in self.table.history.steps() if step.seat == SEAT]
        if not own:
            self.terminal.say("There is nothing of yours to take back.")
            return
        self.table.undo(seat=SEAT, back_to=own[-1].number)
        self.terminal.say(f"Taken back: {self.words_of(own[-1])}")

    def words_of(self, step: Step) -> str:
        told = tell(self.game, self.state, step)
        return told[0] if told else worded(step.command.name)

    def redo(self) -> None:
        try:
            self.table.redo(seat=SEAT)
        except RuleError as error:
            self.terminal.say(f"{error}.")
        else:
            self.terminal.say("Done after all.")

    def who(self) -> None:
        """Everybody, in a line each."""
        for name in self.state.entities:
            self.terminal.say(entity_line(self.game, self.state, name))

    def story(self) -> None:
        told = list(transcript(self.game, list(self.table.log.read())))
        self.terminal.say("\n".join(told[1:][-STORY:]) or "Nothing has happened yet.")

    def summary(self) -> None:
        """Who did what, who fell, and how lucky the dice were."""
        # Only who asks for it waits until the rules have said what was to be expected.
        from rulewright.table.recap import recap
        from rulewright.table.recap_text import lines

        for line in lines(recap(self.game, list(self.table.log.read())), self.game.title, self.terminal.width):
            self.terminal.say(line)

    def prospects(self) -> None:
        """Of whoever decides now: what each action would come to."""
        name = self.deciding()
        if name is None:
            self.terminal.say("Nobody is about to decide on anything.")
            return
        assumed: dict[str, None] = {}
        self.terminal.say(f"What {self.state.entities[name].called} could do, and what would come of it:", strong=True)
        for prospect in prospects(self.game, self.state, SEAT, name):
            self.terminal.say(prospect_line(self.game, self.state, prospect))
            assumed.update(dict.fromkeys(prospect.assumptions))
        self.terminal.say(f"As far as is known: {'; '.join(assumed)}." if assumed else "Nothing else hurts anybody.")

    def deciding(self) -> str | None:
        """Whoever is asked now; of several, whoever shall be the first."""
        if self.state.blocked_by:
            return self.state.blocked_by.to or None
        waiting = self.waiting()
        return self._first if self._first in waiting else next(iter(waiting), None)

    def waiting(self) -> list[str]:
        """Those played by people who may decide on something in a fight."""
        fights = self.game.fights
        return [name for name in (fights.awaits(self.state) if fights else ()) if self.may_act(name)]

    def reasons(self) -> None:
        """Everything, and what stands against it."""
        for choice in actions(self.game, self.state, SEAT):
            if not choice.possible and (not choice.by or choice.by in self.people()):
                called = f"{self.state.entities[choice.by].called}: " if choice.by else ""
                self.terminal.say(f"  {called}{worded(choice.name)} — {choice.reason}")

    def leave(self) -> None:
        raise Left
