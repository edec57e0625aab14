"""Levels of the platformer: made from a seed, checked, and walked by an agent before they leave.

    made = make_level(3, LevelOrder(rooms=(5, 1)))
    write_level(made.level)

The generator is that of Koens' thesis (chapter 3), its gaps filled. `mazes` says which rooms are linked, `exits` where
one leaves them, `rooms` builds each room from pieces that the physics has proven, `fills` sees to all other cells.
`graph` is where one can stand and hang and how one gets about, `routes` the ways through it, and `traps` places trap
sequences along them. `checks` looks whether a level keeps its promises, and `agent` walks it, traps running. `levels`
does it all.

For designers: `dialling` makes levels as hard as asked, `crowds` lets synthetic players loose on them, `predicting`
foretells what these will do, `decoration` adds what is only to be looked at, `hand_made` checks levels of others.
`making` and `made`, `inspecting` and `looking` answer `ludus make` and `ludus inspect`; `tour` is for `ludus demo`.
`space` measures levels, maps them and puts them in a row; `proving` plays the agent's walks in the game, and `speed` is
for `ludus bench`.

Whatever runs often is a compiled rule on records: `solver` for rooms, `network`, `flood` and `detours` for the graph,
`sequences`, `placing` and `closing` for traps, `escapes` for ways without traps, `steering` and `walking` for the
agent.
"""
