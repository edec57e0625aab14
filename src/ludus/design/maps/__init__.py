"""Maps of content: not one thing but the best of every kind, by two measures that are cut into steps.

`atlas` fills a map (MAP-Elites), batch by batch, and goes on where it was stopped; `kinds` has the axes of a map,
`picture` draws it, and `telling` says in words and tables how it filled. Whoever maps something brings a space of
genomes and a way to rate them.
"""
