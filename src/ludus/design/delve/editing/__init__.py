"""Hand-edited trees: options of a node, validation of drafts, and immediate feedback on changes.

`editor_choices` feeds the editor's forms, `draft_conversion` reads and writes drafts, `feedback` measures what an edit
changes, in answers of growing precision.
"""
