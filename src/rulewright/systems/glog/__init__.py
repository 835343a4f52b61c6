"""Goblin Laws: fast and deadly, rolled at or under a target; low magic dice come back, equal ones bring doom."""
