"""Rules for scripts: one JSON object a line in, one a line out, in order; a bad line is answered, never fatal."""

import traceback
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from rulewright.dice.chance import seeded_face, system_face
from rulewright.dice.errors import DiceError
from rulewright.dice.exact import Budget, Exact
from rulewright.dice.rolling import Live, Scripted
from rulewright.rules.book import Entry, Reading
from rulewright.rules.errors import BadArguments, RuleError
from rulewright.rules.library import find
from rulewright.rules.values import near

MOST_BYTES = 1_000_000
"""The longest line that is read."""

BUDGET = Budget(seconds=30)

_ASKED = ("id", "rule", "args", "dice", "odds", "seed")
_IGNORED = ("why", "expect")


class BadJson(RuleError):
    """A line that is no JSON object."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_json", message)


def answers(stream: BinaryIO) -> Iterator[bytes]:
    """Answer line by line; memory stays the same however long the stream or a line is."""
    exact = Exact(BUDGET)
    while line := stream.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            _skip_to_the_end_of_line(stream, line)
            yield _encoded(_refused(BadJson(f"a line has at most {MOST_BYTES:,} bytes; this one is longer")))
        elif line.strip():
            yield answer(line, exact)


def answer(line: bytes, exact: Exact) -> bytes:
    """The answer to one line."""
    request: Any = None
    try:
        request = _request(line)
        answered = {"ok": True, **_run(request, exact)}
    except (RuleError, DiceError) as error:
        answered = _refused(error)
    except RecursionError:
        answered = _refused(BadJson("the line is nested too deeply"))
    except Exception as error:  # noqa: BLE001 - a fault of ours must not stop the lines that follow
        traceback.print_exc()
        answered = _refused(RuleError("internal_error", f"{type(error).__name__}: {error}"))
    if isinstance(request, dict) and "id" in request:
        answered = {"id": request["id"], **answered}
    return _encoded(answered)


def _request(line: bytes) -> Any:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadJson(f"expected a JSON object on the line: {error}") from None
    if not isinstance(request, dict):
        raise BadJson(f"expected a JSON object on the line, found {type(request).__name__}")
    return request


def _run(request: dict[str, Any], exact: Exact) -> dict[str, Any]:
    for key in request:
        if key not in _ASKED and key not in _IGNORED:
            raise BadArguments(f"unknown key {key!r}{near(key, _ASKED)}: a line has {', '.join(_ASKED)}")
    name, odds = request.get("rule"), request.get("odds", False)
    if not isinstance(name, str):
        raise BadArguments("rule: expected the name of a rule" if "rule" in request else "rule is missing")
    if not isinstance(odds, bool):
        raise BadArguments("odds: expected true or false")
    if (odds + ("dice" in request) + ("seed" in request)) > 1:
        raise BadArguments("odds, dice and seed exclude each other: name at most one")
    rule = find(name)
    arguments = rule.arguments.read(request.get("args", {}))
    if odds:
        return {"odds": odds_of(rule, arguments, exact)}
    return roll_of(rule, arguments, request, exact)


def odds_of(rule: Entry, arguments: dict[str, Any], exact: Exact) -> list[dict[str, Any]]:
    """Every result with its chance; a reading has one, and it is certain."""
    if isinstance(rule, Reading):
        return [{"result": rule(exact, **arguments), "p": "1"}]
    distribution = exact.distribution(rule, **arguments)
    return [{"result": result, "p": str(p)} for result, p in distribution.items()]


def roll_of(rule: Entry, arguments: dict[str, Any], request: dict[str, Any], exact: Exact) -> dict[str, Any]:
    """The result of one roll, with the dice that it used."""
    dice = _dice_for(request)
    result = rule(exact, **arguments) if isinstance(rule, Reading) else rule(dice, **arguments)
    if isinstance(dice, Scripted):
        dice.finish()
    return {"result": result, "used": [(f"d{sides}", face) for sides, face in dice.used]}


def _dice_for(request: dict[str, Any]) -> Live:
    if "dice" in request:
        if not isinstance(request["dice"], list):
            raise DiceError("dice: expected a list of faces")
        return Scripted(request["dice"])
    if "seed" in request:
        if type(request["seed"]) is not int:
            raise BadArguments("seed: expected a whole number")
        return Live(seeded_face(request["seed"]))
    return Live(system_face)


def _refused(error: RuleError | DiceError) -> dict[str, Any]:
    return {"ok": False, "error": {"code": error.code, "message": str(error)}}


def _encoded(answered: dict[str, Any]) -> bytes:
    return msgspec.json.encode(answered, enc_hook=str) + b"\n"


def _skip_to_the_end_of_line(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(MOST_BYTES)
