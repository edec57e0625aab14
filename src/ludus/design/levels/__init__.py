"""Levels of the platformer: made from a seed, checked, and walked by an agent before they leave.

    made = make_level(3, LevelOrder(rooms=(5, 1)))
    write_level(made.level)

The generator is that of Koens' thesis (chapter 3), its gaps filled; `levels` runs it from a seed to a level.

    building      a maze of rooms, built from pieces that the physics has proven
    ways          where one can stand and hang, how one gets about, the routes
    trapping      sequences of traps along the routes
    proving       the promises of a level checked, and an agent that walks it, traps running
    people        synthetic players, alone and in crowds; sessions has what they and people did, on file
    difficulty    how hard a level is, and what players will do in it
    space         what levels are like: measured, mapped, put in a row
    pictures      levels as SVG and PNG

For designers, `making` and `inspecting` answer `ludus make` and `ludus inspect`, with `asks` for options; `tour` is for
`ludus demo`, `speed` for `ludus bench`, and `designer` hands them all out. `files` and `scenes` are for rooms that
know no game. `doors` lead from Python into compiled rules, `dice` are for random choices in Python.
"""
