"""What can stand for an argument, while others are still to be chosen."""

from msgspec.structs import replace

from rulewright.rules import RuleError
from rulewright.table.choices import Choice, choices
from rulewright.table.commands import CommandBook
from rulewright.table.entities import EntityId
from tests.table.scenes import ANN, BOB, ORC, command, fight_of, table_of
from tests.table.toys import ToyPlay, commands, toy


def possible(found: list[Choice]) -> list[str]:
    return [choice.name for choice in found if choice.possible]


def with_pairing() -> CommandBook:
    """The toy's commands, and one that needs two who stand on different sides."""
    book = CommandBook(commands)

    def pair(play: ToyPlay, *, one: EntityId, two: EntityId, item: str = "") -> None:
        if play.entity(one).side == play.entity(two).side:
            raise RuleError("not_allowed", f"{one} and {two} are on one side")

    def name_it(play: ToyPlay, *, one: EntityId, word: str) -> None:
        if play.entity(one).side != "foes":
            raise RuleError("not_allowed", f"{one} needs no name")

    book.gm()(pair)
    book.gm()(name_it)
    return book


GAME = replace(toy, commands=with_pairing())


def test_a_choice_is_possible_if_anything_can_follow_it() -> None:
    state = table_of(ANN, BOB, ORC).state
    assert possible(choices(GAME, state, "gm", command("pair"), "one")) == ["ann", "bob", "orc"]
    assert possible(choices(GAME, state, "gm", command("pair", one="ann"), "two")) == ["orc"]


def test_a_choice_that_nothing_can_follow_says_why() -> None:
    state = table_of(ANN, BOB).state
    found = choices(GAME, state, "gm", command("pair"), "one")
    assert [(choice.code, choice.reason) for choice in found] == [
        ("not_allowed", "ann and ann are on one side"),
        ("not_allowed", "bob and ann are on one side"),
    ]


def test_what_must_still_be_typed_stands_against_nothing() -> None:
    state = table_of(ANN, ORC).state
    assert possible(choices(GAME, state, "gm", command("name_it"), "one")) == ["ann", "orc"]


def test_the_turn_stands_against_every_choice() -> None:
    state = fight_of(ANN, ORC).state
    assert possible(choices(GAME, state, "gm", command("strike", "orc"), "target")) == []
