"""Builds: which sets of nodes a player can have at which encounter, by the rules of the game.

`enumeration` stores and finds the builds level by level, all of them or by `sampling` a sample, with their
predecessors: for the simulation. `random_pick_probabilities` does the same for playtests: with the probabilities of
random picks, and with the consequences of every choice.
"""
