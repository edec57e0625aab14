"""Random generation and variation of trees, as in Jaroschy's thesis (chapter 5).

`mutable_tree` has the form in which trees are changed; `mutation` changes one node, `crossover` combines two trees, and
`pruning` cuts and simplifies (7.6). `space` is all of it as a genome space of ludus.evolve.
"""
