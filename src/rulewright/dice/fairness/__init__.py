"""Dice that nobody can fake, choose or repeat, the host included, and a check that everybody can run afterwards."""

from rulewright.dice.fairness.generator import FairDice, FairnessError, Strip
from rulewright.dice.fairness.report import Problem, Report
from rulewright.dice.fairness.session import Session
from rulewright.dice.fairness.verification import verify, verify_file

__all__ = ["FairDice", "FairnessError", "Problem", "Report", "Session", "Strip", "verify", "verify_file"]
