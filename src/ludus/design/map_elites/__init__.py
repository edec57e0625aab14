"""MAP-Elites archives: the best content for every cell of two measures.

`archive` fills an archive batch by batch and can resume; `report` has its table, sentences and picture. A designer adds
a genome space and a rating function.
"""
