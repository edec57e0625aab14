"""Rating of trees by the thesis's approximating simulation: thousands of fights in a hundredth of a second.

`simulation` is one fight, `all_fights` all fights of a tree, `ratings` computes the ratings, `rater` is the interface,
and `patterns` measures the shape of a tree.
"""
