"""`ludus make delve`: trees that meet a designer's targets, with held-out validation.

`make` serves the command and makes trees, `report` describes them; `make_inputs` reads decks and encounters. Instead of
trees it can make an archive (`tree_map`), encounters (`skill_separating_encounters`) or adaptive trees
(`player_adaptive_trees`).
"""
