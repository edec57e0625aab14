"""Playtests: `fights` with given builds, `trials` with random picks, and whole runs.

`bot_win_rates` computes win rates with intervals. `bot_fights` compares bots, `approximation_vs_play` compares the
simulation with play. `flow_zone` measures what an encounter demands, and what a tree gives.
"""
