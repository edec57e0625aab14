"""Random generation and variation of trees, as in Jaroschy's thesis (chapter 5).

`mutable_tree` has the form in which trees are changed, and pruning (7.6); `operators` are mutation and crossover.
`tree_space` is all of it as a genome space of ludus.evolve.
"""
