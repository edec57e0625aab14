"""Skill tree editor: check and store drafts, measure edits, play with a tree.

`editor_choices` has the contents of forms, `drafts` checks drafts and makes files and replays from them, `tree_routes`
are the HTTP routes. Measuring runs in its own process (`__main__`, with its messages in `measuring_messages`); the
package ludus.studio.measuring starts, stops and connects it with the WebSockets of editors. Delve's designer makes
trees in background jobs, like the designers of other games.
"""
