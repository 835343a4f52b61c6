"""Commands: what somebody can want to happen, as pure functions of the state, the arguments and the dice.

A command first checks and refuses, then throws dice, then says what happens. That order is all that a command needs to
be done, previewed, listed among what is possible, replayed and taken back.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

from rulewright.dice import Dice, DiceError, Fast
from rulewright.rules import RuleError, near
from rulewright.rules.arguments import Arguments
from rulewright.table.play import AnyPlay, Play
from rulewright.table.state import AnyState, Command

if TYPE_CHECKING:
    from rulewright.table.game import Game

F = TypeVar("F", bound=Callable[..., None])
Need: TypeAlias = Callable[[AnyPlay, str], None]
"""Something that must hold before a command, such as having the turn; refuses by raising RuleError."""

Interrupts: TypeAlias = bool | Callable[[AnyPlay, str, Mapping[str, Any]], bool]
"""Whether a command may come while a question waits: always, or as it is given, by whom and with which arguments."""


class Who(StrEnum):
    """Who gives a command."""

    ACTOR = "actor"
    """The player of the entity that acts; the function takes it as its second argument."""
    ANYONE = "anyone"
    """Everybody who plays, for the table as a whole."""
    GM = "gm"


class Kind(NamedTuple):
    """A command of a game, with what is known of it."""

    name: str
    who: Who
    ids: tuple[str, ...]
    function: Callable[..., None]
    arguments: Arguments
    needs: tuple[Need, ...] = ()
    interrupts: Interrupts = False
    secret: bool = False
    """Whether its words and dice are only for the GM and whoever acts."""

    general: bool = False
    """Whether other commands say the same in fewer words."""

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        return (self.function.__doc__ or "").strip()

    @property
    def reserved(self) -> frozenset[str]:
        """The arguments that only the GM may give."""
        return frozenset(known.outside for known in self.arguments.own if word_of(known.kind, "by") == "gm")

    def entities_named(self, arguments: Mapping[str, Any]) -> Iterator[str]:
        """The entities that arguments name."""
        for known in self.arguments.own:
            value = arguments.get(known.inside)
            if value and word_of(known.kind, "choose") == "entity":
                yield from (name for name in (value if isinstance(value, tuple) else (value,)) if isinstance(name, str))

    def waits_for(self, play: AnyPlay, by: str, arguments: Mapping[str, Any]) -> RuleError | None:
        """The refusal while a question waits that this neither answers nor may come before."""
        question = play.state.blocked_by
        if question is None or self.name in question.answers:
            return None
        interrupts = self.interrupts if isinstance(self.interrupts, bool) else self.interrupts(play, by, arguments)
        return None if interrupts else RuleError(question.refusal, question.text)


def word_of(annotation: Any, word: str) -> Any:
    """What the type of an argument says of itself under this word, or what a part of it says."""
    for part in get_args(annotation):
        if isinstance(part, msgspec.Meta) and part.extra and word in part.extra:
            return part.extra[word]
        if found := word_of(part, word):
            return found
    return None


class CommandBook:
    """The commands of a game, by name."""

    def __init__(self, *inherited: "CommandBook", names_first: bool = False) -> None:
        self.kinds: dict[str, Kind] = {}
        self.names_first = names_first
        """Whether somebody named who is not there is refused before anything else; otherwise commands say when."""
        for book in inherited:
            self.kinds.update(book.kinds)

    def actor(
        self, *ids: str, needs: tuple[Need, ...] = (), interrupts: Interrupts = False, secret: bool = False
    ) -> Callable[[F], F]:
        """Register a command of an entity: `function(play, by, *, arguments)`."""
        return self._register(Who.ACTOR, ids, needs=needs, interrupts=interrupts, secret=secret)

    def anyone(self, *ids: str, needs: tuple[Need, ...] = (), interrupts: bool = False) -> Callable[[F], F]:
        """Register a command that anybody may give for the table: `function(play, *, arguments)`."""
        return self._register(Who.ANYONE, ids, needs=needs, interrupts=interrupts)

    def gm(self, *ids: str, interrupts: bool = False, secret: bool = False) -> Callable[[F], F]:
        """Register a command of the GM: `function(play, *, arguments)`."""
        return self._register(Who.GM, ids, interrupts=interrupts, secret=secret)

    def covers(self, name: str, *ids: str) -> None:
        """Say which paragraphs of the game's specification a command covers that every game has."""
        known = self.find(name)
        self.kinds[name] = known._replace(ids=(*known.ids, *ids))

    def variant(self, name: str, of: str, about: str, *, ask: tuple[str, ...] = (), **fixed: Any) -> None:
        """Register a command again under another name, with some arguments fixed, and others asked for that may be
        left out."""
        whole = self.find(of)
        function = _with_fixed(whole.function, fixed, ask)
        function.__name__, function.__doc__ = name, about
        arguments = Arguments(function, {}, leading=2 if whole.who is Who.ACTOR else 1)
        self.kinds[of] = whole._replace(general=True)
        self.kinds[name] = whole._replace(name=name, function=function, arguments=arguments, general=False)

    def find(self, name: str) -> Kind:
        try:
            return self.kinds[name]
        except KeyError:
            raise RuleError("unknown_command", f"there is no command {name!r}{near(name, self.kinds)}") from None

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds.values())

    def _register(self, who: Who, ids: tuple[str, ...], **more: Any) -> Callable[[F], F]:
        def register(function: F) -> F:
            name = function.__name__.removesuffix("_")
            arguments = Arguments(function, {}, leading=2 if who is Who.ACTOR else 1)
            self.kinds[name] = Kind(name, who, ids, function, arguments, **more)
            return function

        return register


def _with_fixed(function: Callable[..., None], fixed: dict[str, Any], ask: tuple[str, ...]) -> Callable[..., None]:
    """The same function without the arguments that are fixed."""

    def fixed_function(*who: Any, **given: Any) -> None:
        function(*who, **fixed, **given)

    hints = get_type_hints(function, include_extras=True)
    asked = {argument: Annotated[hints[argument], Meta(extra={"ask": True})] for argument in ask}
    signature = inspect.signature(function)
    left = [parameter for parameter in signature.parameters.values() if parameter.name not in fixed]
    fixed_function.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
    fixed_function.__annotations__ = {**hints, **asked}
    return fixed_function


def perform(game: "Game", state: AnyState, command: Command, dice: Dice, now: int = 0) -> AnyPlay:
    """Carry out a command: the events that follow, and the state after them. A refusal comes before the first die."""
    kind = game.commands.find(command.name)
    arguments = kind.arguments.read(dict(command.args))
    play: AnyPlay = Play(game, state, dice, now)
    actor = _may_begin(play, kind, command, arguments)
    for need in kind.needs:
        need(play, command.by)
    try:
        kind.function(play, *actor, **arguments)
    except RuleError as refusal:
        if getattr(dice, "used", None):
            raise RefusedTooLate(f"{command.name} refused after its dice had fallen: {refusal}") from refusal
        raise
    play.finish(command.by)
    return play


class RefusedTooLate(DiceError):
    """A fault of a game: a command must refuse before it throws dice."""

    code = "refused_too_late"


def _may_begin(play: AnyPlay, kind: Kind, command: Command, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Whoever acts, if those who must be there are and play can go on at all."""
    actor = (command.by,) if kind.who is Who.ACTOR else ()
    named = kind.entities_named(arguments) if play.game.commands.names_first else ()
    for name in (*actor, *named):
        play.entity(name)
    if waiting := kind.waits_for(play, command.by, arguments):
        raise waiting
    return actor


class _Touched(Exception):
    """A command has come as far as its first die, so nothing stands against it."""


def _touch(_sides: int) -> int:
    raise _Touched


def refusal(game: "Game", state: AnyState, command: Command) -> RuleError | None:
    """Why a command would be refused; nothing if it would not be."""
    try:
        perform(game, state, command, Fast(_touch))
    except _Touched:
        return None
    except RuleError as error:
        return error
    return None
