"""Looking for trees, and for encounters.

`methods` are the thesis's five and one more, `selecting` says who lives on, `search` is a run of a method. `tuning`
brings its tree to a win ratio by real play. `atlas` is a map with the best of every kind (`kinds_of_trees`).
`encounters` finds fights that tell players apart, `online` grows a tree while it is played, on `journeys`.
"""
