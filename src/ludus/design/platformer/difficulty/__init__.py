"""Difficulty of levels: challenges, models of their success, and the easiest path (Koens' thesis, chapter 4).

    graph = find_challenges(level)          # challenges: from where, into which trap, with which parameters
    rate_level(level, LINEAR_MODEL)         # 1 - success on the easiest path, expected deaths, hardest challenge

A challenge begins where a player can wait and ends at the first node of a trap that is not a mine (`challenges`). Three
numbers describe it: t_cycle, the period of the trap; t_timing, the time from the last safe node to the trap
(`move_durations`); j, the jumps on that path. `challenge_models` predicts success from them: linear, exponential and
logistic models, fitted to a histogram of traces. `model_uncertainty` has models with bootstrap draws. `rating` combines
challenges to the difficulty of a level.

`failure_model` predicts the share of players that die at least once, on the path that players usually take; it is
fitted to synthetic players. `trace_records` holds what players did in whole sessions; `prediction_metrics` and
`cross_validation` test models on players that they were not fitted to.
"""
