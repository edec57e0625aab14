"""Playtests: `fights` with given builds, `trials` with random picks, and whole runs.

`validation` computes win rates with intervals, `records` a CSV file with one row per fight. `skill` compares bots,
`agreement` the simulation with play. `power` measures what an encounter demands, and what a tree gives.
"""
