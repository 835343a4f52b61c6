"""Rulewright runs tabletop role-playing games from their rules, each written once as a pure function of its dice."""
