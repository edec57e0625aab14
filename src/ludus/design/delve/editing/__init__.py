"""Hand-edited trees: options of a node, validation of drafts, and immediate feedback on changes.

`vocabulary` feeds the editor's forms, `drafts` reads and writes drafts, `feedback` measures what an edit changes, in
answers of growing precision.
"""
