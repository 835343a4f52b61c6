"""Why a rule refuses. The code is for programs and never changes; the message is for people and may."""


class RuleError(Exception):
    """A rule that does not apply as asked, such as `not_allowed`. Raised before any die is read."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BadArguments(RuleError):
    """An argument that no rule could take: unknown, missing, of the wrong type, out of range, an unknown name."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_args", message)


class UnknownRule(RuleError):
    """There is no rule, or no game, of this name."""

    def __init__(self, message: str) -> None:
        super().__init__("unknown_rule", message)
