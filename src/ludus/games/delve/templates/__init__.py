"""Templates that bots of Delve bind to their own evaluation."""
