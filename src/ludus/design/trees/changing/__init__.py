"""How trees are drawn at random and changed, as Jaroschy's thesis does it (its chapter 5).

`sprouts` has the form in which trees are changed; `operators` change one node, `crossing` makes one tree of two, and
`pruning` cuts and tidies (7.6). `space` is all of it as a space of ludus.evolve.
"""
