"""Playtests: `fights` with given builds, `trials` with random picks, and whole runs.

`win_rates` computes win rates with intervals. `bot_skill` compares bots, `simulation_agreement` the simulation with
play. `flow_zone` measures what an encounter demands, and what a tree gives.
"""
