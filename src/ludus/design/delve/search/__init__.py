"""Search for trees, and for encounters.

`tree_evolution` has the thesis's five methods and one more, `skill_tree_evolution_run` is a run of a method.
`tree_win_rate_tuning` adjusts its tree to a win rate by play. `tree_map_elites` is a MAP-Elites archive.
`bot_separating_encounters` finds fights that separate bots, `player_adaptive_growth` grows a tree during play.
"""
