"""The command line. Commands import what they need when they run, so that the help is there at once."""

from rulewright.cli.app import main

__all__ = ["main"]
