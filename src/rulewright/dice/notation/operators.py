"""Reads the operators behind dice and groups: any order is read, and the order never matters."""

from collections.abc import Callable
from typing import Any, TypeAlias

from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.grammar import MOST_DIGITS, OPERATOR, SYMBOLS, Operator
from rulewright.dice.notation.throwing import Change, Condition, Count, Explosion, Keep, Sets

Refuse = Callable[[str, int], NotationError]
"""Makes the error for a message and a place in the text."""

_REROLLS = ("ro", "rr")
_EXPLOSIONS = ("!", "!o", "!!", "!p")
_KEEPS = ("kh", "kl")
_CHANGES = {*_REROLLS, *_EXPLOSIONS, "mi", "ma"}
_ENDS = {*_KEEPS, "dh", "dl"}
_TALLIES = {"c", "cf", "m"}
_WITHOUT_NUMBER = {"kh": 1, "kl": 1, "dh": 1, "dl": 1, "m": 2}

# Pairs that can't stand together, and why.
_RIVALS = (
    (_REROLLS, _REROLLS, "dice are rerolled once (ro) or until they no longer match (rr)"),
    (_EXPLOSIONS, _EXPLOSIONS, "dice explode in one way"),
    (_KEEPS, (*_KEEPS, "dh", "dl"), "their order would matter; drop from both ends instead, as in 5d6dh2dl2"),
    (("m",), ("c", "cf"), "the result is a number of sets or a count of dice"),
)


Operators: TypeAlias = tuple[Change | None, Keep | None, Count | Sets | None]
"""What stood behind dice or a group: what happens to single dice, which are kept, how they are counted."""


def read_operators(tail: str, at: int, on_group: bool, refuse: Refuse) -> Operators:
    """The meaning of all operators in `tail`, which begins at `at` in the whole text."""
    given: dict[str, Any] = {}
    for match in OPERATOR.finditer(tail):
        limit, limit_number, name, sign, signed_number, number = match.groups()
        operator = SYMBOLS[limit or name]
        digits = limit_number or signed_number or number
        try:
            if digits and len(digits) > MOST_DIGITS and len(digits.lstrip("-")) > MOST_DIGITS:
                raise ValueError(f"numbers have at most {MOST_DIGITS} digits")
            operand = _operand(operator, sign, int(digits) if digits else None)
            _add(given, operator, operand, on_group)
        except ValueError as problem:
            raise refuse(str(problem), at + match.start(1 if limit else 3)) from None
    try:
        return _joined(given)
    except ValueError as problem:
        raise refuse(str(problem), at) from None


def _operand(operator: Operator, sign: str | None, number: int | None) -> Condition | int | None:
    wanted = operator.operand
    if wanted in ("condition", "optional condition"):
        if number is not None:
            return Condition(sign or "=", number)
    elif sign:
        raise ValueError(f"{operator.symbol} takes a number without {sign}, as in {operator.example}")
    elif number is None:
        number = _WITHOUT_NUMBER.get(operator.symbol)
    if number is None and wanted in ("condition", "number"):
        raise ValueError(f"{operator.symbol} needs a {wanted}, as in {operator.example}")
    return number


def _add(given: dict[str, Any], operator: Operator, operand: Condition | int | None, on_group: bool) -> None:
    symbol = operator.symbol
    if on_group and not operator.on_groups:
        raise ValueError(f"{symbol} ({operator.name}) works on dice, not on groups")
    if symbol in _REROLLS:
        given[symbol] = (*given.get(symbol, ()), operand)
    elif symbol in given:
        raise ValueError(f"{symbol} stands here twice")
    else:
        given[symbol] = operand


def _joined(given: dict[str, Any]) -> Operators:
    if len(given) > 1:
        for some, others, why in _RIVALS:
            for one in some:
                for other in others:
                    if one != other and one in given and other in given:
                        raise ValueError(f"{one} and {other} can't stand together: {why}")
    change = None if _CHANGES.isdisjoint(given) else _change(given)
    keep = None if _ENDS.isdisjoint(given) else _keep(given)
    tally = None if _TALLIES.isdisjoint(given) else _tally(given)
    return change, keep, tally


def _keep(given: dict[str, Any]) -> Keep:
    dropped_highest, dropped_lowest = given.get("dh", 0), given.get("dl", 0)
    return Keep(given.get("kh"), given.get("kl"), dropped_highest, dropped_lowest)


def _change(given: dict[str, Any]) -> Change:
    explosion = None
    for symbol in given:
        if symbol in _EXPLOSIONS:
            explosion = Explosion(symbol, given[symbol])
    floor, cap = given.get("mi"), given.get("ma")
    if floor is not None and cap is not None and floor > cap:
        raise ValueError(f"no value is at least {floor} (mi) and at most {cap} (ma)")
    reroll = given.get("rr") or given.get("ro") or ()
    if len(reroll) > 1:
        reroll = tuple(sorted(set(reroll)))
    return Change(reroll, "rr" in given, explosion, floor, cap)


def _tally(given: dict[str, Any]) -> Count | Sets:
    if "c" in given:
        return Count(given["c"], given.get("cf"))
    if "cf" in given:
        raise ValueError("cf subtracts from a count and needs c beside it, as in 6d10c>=8cf1")
    if given["m"] < 1:
        raise ValueError("a set has at least one die")
    return Sets(given["m"])
