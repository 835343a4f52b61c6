"""The program `rulewright` and its commands."""

import errno
import sys
from io import TextIOWrapper
from typing import Any

import click

from rulewright.cli.backup import backup, restore, salvage
from rulewright.cli.batch import batch
from rulewright.cli.completion import completion
from rulewright.cli.content import content
from rulewright.cli.coverage import coverage
from rulewright.cli.fairness import reveal, verify
from rulewright.cli.manual import manual
from rulewright.cli.new_character import new_character
from rulewright.cli.odds import odds
from rulewright.cli.play import play
from rulewright.cli.recap import recap
from rulewright.cli.reference import reference
from rulewright.cli.replay import replay
from rulewright.cli.roll import roll
from rulewright.cli.rules import rule, rules
from rulewright.cli.scenario import scenario
from rulewright.cli.sheet import sheet
from rulewright.cli.support import Refused
from rulewright.cli.tables import export_, import_, tables, upgrade
from rulewright.cli.validate import validate


class Program(click.Group):
    """Says in a line, without a traceback, when what it answers can't be written, as on a full disk."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read it has heard enough
                raise
            raise Refused(f"the answer can't be written: {error.strerror}") from None


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright")
def main() -> None:
    """Roll dice, run the rules of tabletop games, and know their exact odds.

    \b
    rulewright roll 4d6kh3
    rulewright odds "1d20+5 vs 15"
    rulewright odds glog.attack attack=12 defense=14
    rulewright rules glog
    """
    # Where the encoding has no letter for a bar, a question mark is better than no answer.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


for command in (roll, odds, rule, rules, coverage, batch, verify, reveal, completion):
    main.add_command(command)
for command in (manual, reference, new_character, sheet, play, replay, recap, scenario):
    main.add_command(command)
for command in (content, validate):
    main.add_command(command)
for command in (tables, export_, import_, upgrade, backup, restore, salvage):
    main.add_command(command)
