"""The tables of the game, as YAML."""
