"""Search for trees, and for encounters.

`methods` are the thesis's five and one more, `run` is a run of a method. `tuning` adjusts its tree to a win rate by
play. `tree_archive` is a MAP-Elites archive. `encounter_search` finds fights that separate bots, `adaptive_growth`
grows a tree during play.
"""
