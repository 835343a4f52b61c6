"""Quick Reference: two dice for a skill, a d20 for a blow, and Shock, which hurts the lightly armored on a miss."""
