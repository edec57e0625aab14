"""Rating of trees by the thesis's approximating simulation: thousands of fights in a hundredth of a second.

`approximate_simulation` fights with all builds of a tree, `tree_ratings` computes the ratings, `rater` is the
interface, and `shape_measures` describes the shape of a tree.
"""
