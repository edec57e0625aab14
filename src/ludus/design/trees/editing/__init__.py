"""Trees changed by hand: what a node can say, whether a draft is a tree, and what follows from a change at once.

`vocabulary` is what forms are built from, `drafts` reads and writes, `measuring` answers what an edit changes, in steps
that get better.
"""
