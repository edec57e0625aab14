"""Adapters to reinforcement learning libraries. Nothing is imported until it is used.

    ludus.adapters.gymnasium        LudusEnv: one agent, the other seats played by bots
    ludus.adapters.pettingzoo       LudusAEC: every seat an agent, one decision at a time
    ludus.adapters.pettingzoo_parallel         LudusParallel: every seat an agent, simultaneous secret picks in one step
    ludus.adapters.openspiel_like   game and state with OpenSpiel's method names; needs no library
    ludus.adapters.policy_bot           PolicyBot: a trained policy as a bot for matches; needs no library

The first three need the extra `rl`. Observations are described in observation.py, actions in actions.py.
"""
