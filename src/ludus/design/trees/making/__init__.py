"""`ludus make delve`: trees to a designer's targets, with the proof of it.

`workshop` answers and makes trees, `asks` are its options, `setting` is what trees are made for, `made` tells of them.
Instead of trees there can be a map (`mapping`), encounters (`separating`) or trees that grow on the way (`growing`).
"""
