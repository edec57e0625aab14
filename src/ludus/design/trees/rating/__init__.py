"""How good a tree is by the thesis's approximating simulation: thousands of fights in a hundredth of a second.

`simulating` is one fight, `fighting` all of a tree, `ratings` makes numbers of them, and `rater` is what others use;
`rated` is what it says. `patterns` measures the shape of a tree. `speed` is measured by `ludus bench`.
"""
