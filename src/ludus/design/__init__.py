"""Content design: generate, measure and report content for each game.

One package per game, plus `base` (what all designers share), `map_elites_archive` (archives of diverse content) and
`evaluation` (evaluation functions as genomes).
"""
