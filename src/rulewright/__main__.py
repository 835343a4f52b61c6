"""`python -m rulewright` is the program `rulewright`."""

from rulewright.cli import main

main(prog_name="rulewright")
