"""Which nodes a player can have in which encounter, by the rules of the game.

`book` has the rules of picking, and the form in which sets of nodes are kept. `builds` finds them level by level, all
or by `walks` a sample, with what each comes from: for the simulation. `ways` tells the same for real play: with the
chances of random picks, and with what every choice leads to; `level` is one step of it.
"""
