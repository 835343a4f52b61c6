"""Why a question about places has no answer. The code is for programs and never changes; the message may."""

from rulewright.rules import RuleError


class SpaceError(RuleError, ValueError):
    """A space, a shape or a question that can't be: `bad_args`, `no_path` or `too_complex`."""


class UnknownPlace(SpaceError):
    """The space has no such place; to a game an unknown name is a bad argument."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_args", message)


class NoPath(SpaceError):
    """There is no way there for this mover, or a step of a given way can't be taken."""

    def __init__(self, message: str) -> None:
        super().__init__("no_path", message)


def refuse(message: str) -> SpaceError:
    """The error for a space or a shape that makes no sense."""
    return SpaceError("bad_args", message)


def too_complex(message: str) -> SpaceError:
    """The error for what would take too long or too much memory."""
    return SpaceError("too_complex", message)
