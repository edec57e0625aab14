"""Real play: `fights` with given builds, `trials` with random picks, and whole runs.

`validation` makes win ratios with intervals of fights, `records` a file with a row a fight. `skill` compares players,
`agreement` the simulation with real play. `power` measures what an encounter asks for, and what a tree gives.
"""
