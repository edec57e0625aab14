"""Templates of compiled bots, bound to the rules of one game."""
