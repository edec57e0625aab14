"""Synthetic players: a perfect planner and a human filter. They stand in for people, and are never called people.

    players = some_players(53, seed=7)
    play = play_session(level, players[0], seed=8)
    failure(level, players, seed=8)

The planner (`strategies`) knows the level graph and the physics: wherever it can wait it finds moves that lead through
the traps that come next, and the time at which to set out. The filter (`filter`, `acting`) is what makes it human:

    perception    it looks for a quarter of a second before it goes, and so late it answers to a surprise
    timing        every key press is too early or too late; the error grows with the time since the last safe node
    jumps         are timed less well, and their button is held too short or too long
    lapses        sometimes it misreads a trap and goes when it should not, or goes without a look
    hands         no more than 8 jumps a second
    skill         all errors are larger or smaller by one factor

Everybody tries again after a death, and gives a level up after five minutes. `crowds` lets many of them loose on one
level and tells who dies where. `calibrating` holds these numbers against the histogram of the thesis;
`calibration.toml` has those that were fitted to one half of its cells.
"""
