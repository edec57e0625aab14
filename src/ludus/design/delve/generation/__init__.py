"""`ludus make delve`: trees that meet a designer's targets, with held-out validation.

`make` serves the command and makes trees, `report` describes them; `inputs` are decks and encounters. Instead of trees
it can make an archive (`tree_map`), encounters (`encounter_tuning`) or adaptive trees (`adaptive_trees`).
"""
