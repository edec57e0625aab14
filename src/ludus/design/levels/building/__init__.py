"""A level without its traps: rooms, one beside the other, built from pieces that the physics has proven.

`mazes` says which rooms are linked, `exits` where one leaves them, `rooms` solves each (the search itself is `solver`),
and `fills` sees to the cells that no piece needs. `decoration` adds what is only to be looked at, once all is proven;
`census` counts how well rooms of every size are solved.
"""
