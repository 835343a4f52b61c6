"""What is noticed while a log is checked, in memory that doesn't grow with the log, and the report made of it."""

from rulewright.dice.fairness.ledger import Fault, Ledger
from rulewright.dice.fairness.luck import Tally
from rulewright.dice.fairness.records import Record, Roll, Round, Silent, Undone
from rulewright.dice.fairness.report import Problem, Report, Throw, UndoneRoll

PROBLEMS_KEPT = 1000
UNDONE_KEPT = 1000
THROWERS_KEPT = 1000
SEATS_NAMED = 20
DICE_KEPT = 100


class Findings:
    """Takes notes record by record."""

    def __init__(self, undone: bytearray) -> None:
        self.lines = 0
        self._problems: list[Problem] = []
        self._problems_left_out = 0
        self._to_be_undone = undone
        self._thrown: dict[int, Throw] = {}
        self._undone: list[UndoneRoll] = []
        self._undone_left_out = 0
        self._undone_by: dict[str, int] = {}
        self._awaiting_next: dict[str, list[int]] = {}
        self._tallies: dict[str, Tally] = {}
        self._dice = 0
        self._dice_checked = 0
        self._dice_in_round = 0
        self._longest_round = 0
        self._lonely_dice = 0
        self._rounds = 0
        self._empty_rounds = 0
        self._silent: dict[str, None] = {}

    def problem(self, line: int, fault: Fault) -> None:
        if len(self._problems) < PROBLEMS_KEPT:
            self._problems.append(Problem(line, fault.found, fault.right))
        else:
            self._problems_left_out += 1

    def note(self, line: int, record: Record) -> None:
        """Note any record but a roll."""
        match record:
            case Round():
                self._empty_rounds += self._rounds > 0 and self._dice_in_round == 0
                self._rounds += 1
                self._dice_in_round = 0
            case Silent() if len(self._silent) <= SEATS_NAMED:
                self._silent[record.seat] = None
            case Undone():
                self._note_undone(line, record)

    def _note_undone(self, line: int, record: Undone) -> None:
        for number in record.rolls:
            if record.by in self._undone_by or len(self._undone_by) < THROWERS_KEPT:
                self._undone_by[record.by] = self._undone_by.get(record.by, 0) + 1
            throw = self._thrown.pop(number, None)
            if throw is None:
                self._undone_left_out += 1
                continue
            self._awaiting_next.setdefault(throw.who, []).append(len(self._undone))
            self._undone.append(UndoneRoll(throw, record.by, line))

    def note_roll(self, line: int, roll: Roll, ledger: Ledger, *, checked: bool) -> None:
        count = len(roll.dice)
        self._dice += count
        self._dice_checked += count * checked
        self._dice_in_round += count
        self._longest_round = max(self._longest_round, self._dice_in_round)
        self._lonely_dice += count * (len(ledger.tickets) < 2)
        self._tell(line, roll)
        self._count(roll)

    def _tell(self, line: int, roll: Roll) -> None:
        throw = Throw(line, roll.who, roll.what, len(roll.dice), roll.dice[:DICE_KEPT])
        for place in self._awaiting_next.pop(roll.who, ()):
            earlier = self._undone[place]
            self._undone[place] = UndoneRoll(earlier.roll, earlier.by, earlier.line, after=throw)
        if self._to_be_undone[roll.number] and len(self._thrown) + len(self._undone) < UNDONE_KEPT:
            self._thrown[roll.number] = throw

    def _count(self, roll: Roll) -> None:
        if roll.who not in self._tallies:
            if len(self._tallies) == THROWERS_KEPT:
                return
            self._tallies[roll.who] = Tally()
        for sides, face in roll.dice:
            if face <= sides:
                self._tallies[roll.who].add(sides, face)

    def report(self, ledger: Ledger) -> Report:
        if self.lines == 0:
            self.problem(1, Fault("nothing: the log is empty", "a header"))
        return Report(
            lines=self.lines,
            closed=ledger.closed,
            dice=self._dice,
            dice_checked=self._dice_checked,
            problems=tuple(self._problems),
            problems_left_out=self._problems_left_out,
            undone=tuple(self._undone),
            undone_left_out=self._undone_left_out,
            undone_by=self._undone_by,
            luck=tuple(tally.luck(who) for who, tally in self._tallies.items() if tally.dice),
            unproven=tuple(self._unproven(closed=ledger.closed)),
            fingerprint=ledger.chain.hex(),
        )

    def _unproven(self, *, closed: bool) -> list[str]:
        said = []
        if not closed:
            said.append(
                "The log isn't closed: the seed isn't revealed, so the faces can't be checked, "
                "and lines may be missing at the end."
            )
        elif self._dice_checked < self._dice:
            said.append(
                f"{self._dice - self._dice_checked:,} dice couldn't be confirmed, because of the problems above."
            )
        if self._lonely_dice:
            said.append(
                f"{self._lonely_dice:,} dice hang on the ticket of one seat or none: "
                "if that seat is the host's, they prove nothing against the host."
            )
        if self._silent:
            names = list(self._silent)
            more = " and others" if len(names) > SEATS_NAMED else ""
            said.append(
                f"Tickets that were awaited never came from: {', '.join(names[:SEATS_NAMED])}{more}. "
                "Somebody who knew the seed and held such a ticket back could choose between two futures each time."
            )
        if self._empty_rounds:
            said.append(
                f"Rounds called again before any die fell: {self._empty_rounds:,}. "
                "Without a seat that had just joined or fallen silent there is no reason for it; "
                "the host could have gone on until the coming dice suited."
            )
        said.append(
            f"Between two rounds the host could know the coming dice, though not change them: "
            f"here up to {self._longest_round:,} in a row. Rounds called more often make this fewer."
        )
        said.append(
            "Words (who threw, what for) since the last round, and the end of a log, could be rewritten by the host: "
            "compare the fingerprint below with one that another seat noted down."
        )
        said.append("A host could have thrown away whole sessions before this one, or never close one.")
        said.append("The log can't know who sits at a seat, nor that two seats aren't the same person.")
        return said
