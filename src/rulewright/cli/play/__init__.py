"""`rulewright play`: a table in the terminal."""

from rulewright.cli.play.command import play

__all__ = ["play"]
