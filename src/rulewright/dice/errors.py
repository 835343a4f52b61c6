"""What can go wrong with dice. Every error has a code that scripts can rely on; messages are for people."""


class DiceError(ValueError):
    """A request for dice that can't be carried out."""

    code = "bad_dice"


class TooComplex(DiceError):
    """An exact answer would cost more than the budget allows; the message says what to do instead."""

    code = "too_complex"


class Impure(DiceError):
    """A rule did not ask for the same dice again: it depends on something besides its arguments and dice."""

    code = "impure_rule"
