"""Builds: which sets of nodes a player can have at which encounter, by the rules of the game.

`build_table` has the rules of picking and the storage of sets of nodes. `enumeration` finds the builds level by level,
all of them or by `sampled_builds` a sample, with their predecessors: for the simulation. `build_chances` does the same
for playtests: with the probabilities of random picks, and with the consequences of every choice; `level` is one step.
"""
