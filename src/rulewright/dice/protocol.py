"""What a rule may ask of its dice. Every reading of a rule (live, scripted, exact, fast, tabled) answers these."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
State = TypeVar("State")


class Again(Exception):
    """Raised by a rule to be rolled again from its beginning, as a tie that does not count.

    The exact reading drops the branch and spreads its weight over the others, so that even "roll again for ever" has
    exact odds.
    """


class Callee(Protocol):
    """What the dice need to know of a rule in order to run it."""

    @property
    def name(self) -> str: ...

    @property
    def function(self) -> Callable[..., Any]: ...

    @property
    def switches(self) -> str:
        """The argument that carries the house rules, if it has one."""

    @property
    def standard(self) -> Any:
        """That argument's value when no house rule is changed."""


class Dice(Protocol):
    """Named draws. `why` says what a draw is for; it is what an explanation shows and a player is asked for."""

    def d(self, sides: int, why: str = "") -> int:
        """One die: 1 to `sides`."""

    def total(self, count: int, sides: int, why: str = "") -> int:
        """The sum of `count` dice."""

    def pool(self, count: int, sides: int, why: str = "") -> tuple[int, ...]:
        """`count` dice, lowest first: for rules that look at the faces, such as doubles."""

    def keep(self, count: int, sides: int, *, highest: int = 0, lowest: int = 0, why: str = "") -> int:
        """The sum of the highest or of the lowest of `count` dice."""

    def count(self, count: int, sides: int, wanted: Callable[[int], bool], why: str = "") -> int:
        """How many of `count` dice show a wanted face."""

    def chance(self, numerator: int, denominator: int, why: str = "") -> bool:
        """True with this chance, by one die of `denominator` sides; what is certain takes no die."""

    def repeat(
        self,
        step: Callable[..., State],
        state: State,
        *,
        times: int | None = None,
        until: Callable[[State], bool] | None = None,
        **unchanging: Any,
    ) -> State:
        """Run the rule `step` on its own result, `times` times or until `until(state)` holds, whichever comes first.

        The exact reading merges equal states after every step, and solves a loop without end as a chain of states.
        """

    def note(self, label: str, value: T) -> T:
        """Put an intermediate value into the explanation; gives the value back."""

    def call(self, rule: Callee, arguments: Mapping[str, Any]) -> Any:
        """Run another rule; rules do this themselves when they are called."""
