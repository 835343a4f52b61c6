"""What can be done at a table of this game, by domain."""
