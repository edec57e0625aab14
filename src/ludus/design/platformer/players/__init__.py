"""Synthetic players of two kinds: planners and forecasters. They stand in for people and are always reported as
synthetic. `player_kinds` lists both.

Planners are perfect planners with a model of human errors:

    players = draw_players(53, seed=7)
    recording = record_play(level, players[0], seed=8)
    failure_rate(level, players, seed=8)

The planner (`trap_crossing_plan`) knows the level graph and the physics: at places to wait it finds moves through the
next traps and the time to start. The error model (`synthetic_player`, `controller`) makes it human:

    perception    it observes for a quarter of a second before it goes, and reacts to surprises with the same delay
    timing        every key press is early or late; the error grows with the time since the last safe node
    jumps         have larger timing errors, and their button is held too short or too long
    lapses        sometimes it misreads a trap and goes at a wrong time, or goes without observing
    motor limit   no more than 8 jumps a second
    skill         scales all errors by one factor

Players try again after a death, and give up a level after five minutes. `population` simulates many players on one
level. `calibration_error` compares them with the published histogram of the thesis; `calibration.toml` has the
constants that were fitted to one half of its cells.

Forecasters (`forecast_rules`, `forecasting_player`, constants in `forecaster.toml`) decide by imagined futures in an
inexact belief about the traps. They share nothing of the error model of planners, and check what is said of them. They
may learn (`learning_curve`).
"""
