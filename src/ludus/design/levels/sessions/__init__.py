"""What happens when somebody plays levels: plays, the events in them, event traces, sessions on file.

    play = Play(level, moves)                    the buttons of every tick; whoever pressed them
    events_of(play)                              at which node the body was, which traps it met, where it died
    traces_of(play)                              one trace for each encounter with a challenge (thesis 4.3)
    moves_of(presses), outcome_of(play)          from key presses, and how it ended
    read_sessions(text), write_sessions(plays)   sessions of people and of synthetic players, in the same file format
    schedule(seed)                               the levels of the thesis's study

A play is nothing but a level and key presses. All else is found by playing it once more, with the game's own rules, so
people and synthetic players go the same way.
"""
