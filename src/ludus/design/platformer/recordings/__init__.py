"""Recordings of people and synthetic players: events, traces, files.

    recording = Recording(level, moves)              # the buttons of every tick
    events_of(recording)                             # nodes, traps, deaths, tick by tick
    traces_of(recording)                             # one trace per encounter with a challenge (thesis 4.3)
    parse_moves(presses), recording_outcome(recording)   # from key presses, and how it ended
    read_recordings(text), write_recordings(recordings)  # one file format for people and synthetic players
    schedule(seed)                                   # levels of the thesis's study

A recording is only a level and key presses. All else is found by replaying it with the game's rules, so people and
synthetic players are treated in the same way.
"""
