"""Skill tree editor: check and store drafts, measure edits, play with a tree.

`catalogue` has the contents of forms, `checking` parses drafts, `keeping` makes files and replays from them,
`routes` are the HTTP routes and `socket` is the WebSocket. Measuring runs in its own process (`__main__`, with its
answers converted by `telling`), which `process` starts and stops. Delve's designer makes trees in background jobs,
like the designers of other games.
"""
