"""Levels of the platformer: made from a seed, checked, and walked by an agent before they leave.

    made = make_level(3, LevelOrder(rooms=(5, 1)))
    write_level(made.level)

The generator is that of Koens' thesis (chapter 3), its gaps filled. `mazes` says which rooms are linked, `exits` where
one leaves them, `rooms` builds each room from pieces that the physics has proven, `fills` sees to all other cells.
`graph` is where one can stand and hang and how one gets about, `routes` the ways through it, and `traps` places trap
sequences along them. `checks` looks whether a level keeps its promises, and `agent` walks it, traps running. `levels`
does it all.

Whatever runs often is a compiled rule on records: `solver` for rooms, `network`, `flood` and `detours` for the graph,
`sequences`, `placing` and `closing` for traps, `escapes` for ways without traps, `steering` and `walking` for the
agent.
"""
