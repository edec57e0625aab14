"""`ludus inspect delve`: for whom a tree is right, what its nodes are worth, and what is wrong with them.

`inspecting` answers, `asks` are its options. `looking` lets players fight with a tree; `picks` finds what choices are
worth, `flaws` the nodes that spoil them. `what_if` and `mending` try other values, `watching` leads to fights, and
`telling` has the words.
"""
