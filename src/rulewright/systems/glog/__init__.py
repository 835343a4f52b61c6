"""A game of goblin laws: fast, deadly, rolled at or under a target; its magic returns its low dice and dooms its casters."""
