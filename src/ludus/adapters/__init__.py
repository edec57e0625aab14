"""Every game for the libraries that agents are trained with. Nothing is imported until it is asked for.

    ludus.adapters.gymnasium        LudusEnv: one agent, the other seats played by players from their texts
    ludus.adapters.pettingzoo       LudusAEC: every seat an agent, one decision at a time
    ludus.adapters.parallel         LudusParallel: every seat an agent, secret picks at the same time in one step
    ludus.adapters.openspiel_like   Game and State with the names OpenSpiel gives things; needs no library
    ludus.adapters.policy           PolicyPlayer: what was trained, as a player for matches; needs no library

The first three need the extra `rl`. What an agent sees is in observe.py, what its numbers do in actions.py.
"""
